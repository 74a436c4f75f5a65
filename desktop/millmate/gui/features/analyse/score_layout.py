"""The layout of the move list: the main line in two columns, everything else in lines below it.

Comments and variations interrupt the columns at their move. A variation of the main line is its
own paragraph; a nested variation is in brackets.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from millmate.games.chess.piece_letters import localize
from millmate.language import mark, tr
from millmate.records.tree import Node

# A move has at most one of these, and one that judges the position.
OF_MOVES = {
    1: ("!", mark("good move")),
    2: ("?", mark("mistake")),
    3: ("!!", mark("brilliant move")),
    4: ("??", mark("blunder")),
    5: ("!?", mark("interesting move")),
    6: ("?!", mark("dubious move")),
    7: ("□", mark("only move")),
}
OF_POSITIONS = {
    10: ("=", mark("equal position")),
    13: ("∞", mark("unclear position")),
    14: ("⩲", mark("White is slightly better")),
    15: ("⩱", mark("Black is slightly better")),
    16: ("±", mark("White is better")),
    17: ("∓", mark("Black is better")),
    18: ("+−", mark("White is winning")),
    19: ("−+", mark("Black is winning")),
}
_OTHERS = {
    22: ("⨀", mark("White is in zugzwang")),
    23: ("⨀", mark("Black is in zugzwang")),
    36: ("↑", mark("White has the initiative")),
    37: ("↑", mark("Black has the initiative")),
    40: ("→", mark("White has an attack")),
    41: ("→", mark("Black has an attack")),
    132: ("⇆", mark("White has counterplay")),
    133: ("⇆", mark("Black has counterplay")),
    138: ("⊕", mark("time trouble")),
    139: ("⊕", mark("time trouble")),
    146: ("N", mark("novelty")),
}
_ALL = OF_MOVES | OF_POSITIONS | _OTHERS
_BY_SYMBOL = {symbol: number for number, (symbol, _) in _ALL.items() if number < 20}


def symbols(nags: Sequence[int]) -> str:
    """Return the symbols of `nags` as shown after a move: `!?`, `! ±`, `$99`."""
    if not nags:
        return ""
    shown = [(_ALL[n][0] if n in _ALL else f"${n}", n in OF_MOVES) for n in nags]
    return "".join(text if of_move else f" {text}" for text, of_move in shown)


def words(nags: Iterable[int]) -> str:
    meanings = [tr(_ALL[n][1]) if n in _ALL else tr("sign {number} of the standard", number=n)
            for n in nags]  # fmt: skip
    return ", ".join(meanings)


def chosen(nags: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return `nags` with the sign `number` added, or removed if present.

    The new sign replaces another one of its group.
    """
    kind = next((kind for kind in (OF_MOVES, OF_POSITIONS) if number in kind), {number: ("", "")})
    others = tuple(n for n in nags if n not in kind)
    if number in nags:
        return others
    return (number, *others) if kind is OF_MOVES else (*others, number)


def typed(before: str, letter: str) -> int | None:
    """Return the sign meant by typing `letter` after the symbol `before`."""
    for text in (before + letter, letter):
        if text in _BY_SYMBOL:
            return _BY_SYMBOL[text]
    return None


class Style(Enum):
    """The style of a word."""

    NUMBER = "number"  # of a row
    MAIN = "main"  # a move of the main line
    MOVE = "move"  # a move of a variation
    COMMENT = "comment"
    MARK = "mark"  # brackets, and the numbers within variations


@dataclass(frozen=True, slots=True)
class Measures:
    """Sizes in device-independent pixels, of text and of spacing."""

    width: Callable[[str, Style], float]
    line: float  # the height of a line
    row: float  # the height of a row of the main line
    space: float  # between words
    indent: float


class Cell(NamedTuple):  # there are thousands of them, rebuilt at every change
    """A word at its position; a click on it shows `node`, None for nothing."""

    left: float
    top: float
    width: float
    height: float
    text: str
    style: Style
    node: Node | None = None

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height


@dataclass(frozen=True, slots=True)
class Rule:
    """A vertical line at the left of a variation."""

    left: float
    top: float
    bottom: float


class _Word(NamedTuple):
    text: str
    style: Style
    node: Node | None = None
    glued: bool = False  # no space before it


class _Mark(NamedTuple):
    """The state of the layout before a move of the main line; `node` is None at the end."""

    node: Node | None
    ply: int
    cells: int
    rules: int
    height: float
    begun: bool


class Layout:
    """The cells of a whole game for a `width`, from top to bottom."""

    def __init__(self, root: Node, first_ply: int, measures: Measures, width: float) -> None:
        """Lay out the game from `root`, which starts `first_ply` plies after the first move."""
        self._m, self._width = measures, width
        self.cells: list[Cell] = []
        self.rules: list[Rule] = []
        self.moves: dict[Node, Cell] = {}
        self.height = measures.space
        self._number = measures.width("888.", Style.NUMBER) + 2 * measures.space
        self._white = True  # whether the next move of the main line goes into the left column
        self._begun = False  # whether a row is half full
        self._marks: list[_Mark] = []
        for ply, node in enumerate((root, *root.line()), first_ply - 1):
            self._step(node, ply)
        self._end()

    @property
    def column(self) -> float:
        """The width of each of the two main-line columns."""
        return (self._width - self._number) / 2

    def cell_at(self, x: float, y: float) -> Cell | None:
        """Return the cell of a move or comment at this point."""
        slack = self._m.space / 2
        for cell in self.between(y, y):
            if cell.node is not None and cell.left - slack <= x <= cell.right + slack:
                return cell
        return None

    def between(self, top: float, bottom: float) -> Iterator[Cell]:
        first, last = 0, len(self.cells)
        while first < last:
            middle = (first + last) // 2
            if self.cells[middle].bottom < top:
                first = middle + 1
            else:
                last = middle
        for cell in self.cells[first:]:
            if cell.top > bottom:
                return
            yield cell

    def renew(self, noted: Node) -> None:
        """Lay out only the part affected by changed annotations of `noted`."""
        above = _in_main_line(noted)
        first = next(at for at, mark in enumerate(self._marks) if mark.node is above)
        marks, cells, rules, height = self._marks, self.cells, self.rules, self.height
        at = marks[first]
        self._marks, self.cells, self.rules = marks[:first], cells[: at.cells], rules[: at.rules]
        self.height, self._begun = at.height, at.begun
        while at.node is not None and (len(self._marks) == first or at.begun != self._begun):
            self._step(at.node, at.ply)
            at = marks[len(self._marks)]
        if at.begun != self._begun:
            self._end()
            return
        self._append(marks[len(self._marks) :], cells[at.cells :], rules[at.rules :])
        self.height = height + self.height - at.height

    def _append(self, marks: list[_Mark], cells: list[Cell], rules: list[Rule]) -> None:
        """Append the unchanged rest of the old layout below the new part."""
        at, by = marks[0], self.height - marks[0].height
        more, drawn = len(self.cells) - at.cells, len(self.rules) - at.rules
        for node, ply, words, lines, height, begun in marks:
            self._marks.append(_Mark(node, ply, words + more, lines + drawn, height + by, begun))
        self.rules += (Rule(rule.left, rule.top + by, rule.bottom + by) for rule in rules)
        if not by:
            self.cells += cells
            return
        for left, top, width, height, text, style, node in cells:
            cell = Cell(left, top + by, width, height, text, style, node)
            self.cells.append(cell)
            if node is not None and style in (Style.MAIN, Style.MOVE):
                self.moves[node] = cell

    def _step(self, node: Node, ply: int) -> None:
        """Lay out a move of the main line and the text below it, or the text before the game."""
        self._mark(node, ply)
        if node.parent is None:
            self._paragraph(_said(node.notes.comment, node), 0)
        else:
            self._main_move(node, ply)
            self._beneath(node, node.parent, ply)

    def _end(self) -> None:
        self._mark(None, 0)
        self._end_row()
        self.height += self._m.space

    def _mark(self, node: Node | None, ply: int) -> None:
        counts = len(self.cells), len(self.rules)
        self._marks.append(_Mark(node, ply, *counts, self.height, self._begun))

    def _main_move(self, node: Node, ply: int) -> None:
        white = ply % 2 == 0
        if not self._begun:
            number = f"{ply // 2 + 1}."
            width = self._m.width(number, Style.NUMBER)
            left = self._number - 2 * self._m.space - width
            self._put(max(left, 0), width, _Word(number, Style.NUMBER), self._m.row)
            if not white:
                self._put(self._number, self._m.space, _Word("…", Style.MARK), self._m.row)
        left = self._number + (0 if white else self.column)
        cell = self._put(left, self.column, _Word(text_of(node), Style.MAIN, node), self._m.row)
        self.moves[node] = cell
        self._begun = True
        if not white:
            self._end_row()

    def _end_row(self) -> None:
        if self._begun:
            self.height += self._m.row
        self._begun = False

    def _beneath(self, node: Node, parent: Node, ply: int) -> None:
        """Lay out the annotations of a main-line move and its alternatives."""
        if not node.notes.comment and len(parent.children) == 1:
            return
        self._end_row()
        self._paragraph(_said(node.notes.comment, node), 1)
        for other in parent.children[1:]:
            top = self.height
            self._paragraph(_line(other, ply), 2)
            self.rules.append(Rule(self._m.indent * 1.9, top, self.height))
        self.height += self._m.space

    def _put(self, left: float, width: float, word: _Word, height: float) -> Cell:
        cell = Cell(left, self.height, width, height, word.text, word.style, word.node)
        self.cells.append(cell)
        return cell

    def _paragraph(self, words: Iterator[_Word], depth: int) -> None:
        """Lay out `words` as wrapped lines."""
        measures, end = self._m, self._width - self._m.space
        width_of, line, add = measures.width, measures.line, self.cells.append
        margin = left = (depth + 0.5) * measures.indent
        top, written = self.height, False
        for text, style, node, glued in words:
            width = width_of(text, style)
            gap = 0.0 if glued or not written else measures.space
            if written and left + gap + width > end:
                top, left, gap = top + line, margin, 0.0
            cell = Cell(left + gap, top, width, line, text, style, node)
            add(cell)
            if style is Style.MOVE and node is not None:
                self.moves[node] = cell
            left, written = left + gap + width, True
        self.height = top + line if written else top


def text_of(node: Node) -> str:
    """Return the displayed text of a move with its signs."""
    return "" if node.ply is None else localize(node.ply.notation) + symbols(node.notes.nags)


def numbered(node: Node, ply: int) -> str:
    """Return the move after `ply` plies with its number: `3. Nf3!`, `3… Nc6`."""
    return f"{ply // 2 + 1}{'…' if ply % 2 else '.'} {text_of(node)}"


def _in_main_line(node: Node) -> Node:
    """Return the main-line move under which `node` appears, or `node` itself."""
    while (start := node.start).parent is not None:
        node = start.parent.children[0]
    return node


def _said(text: str, node: Node) -> Iterator[_Word]:
    return (_Word(word, Style.COMMENT, node) for word in text.split())


def _line(node: Node, ply: int) -> Iterator[_Word]:
    """Yield the words of the variation that starts with `node`, including nested variations."""
    has_number = False  # whether the number is clear from the previous move
    at: Node | None = node
    while at is not None:
        yield from _said(at.notes.before, at)
        yield _Word(
            numbered(at, ply) if ply % 2 == 0 or not has_number else text_of(at), Style.MOVE, at
        )
        yield from _said(at.notes.comment, at)
        others = at.siblings[1:] if at is not node else ()
        for other in others:
            yield _Word("(", Style.MARK)
            yield from _glued(_line(other, ply))
            yield _Word(")", Style.MARK, None, glued=True)
        has_number = not (at.notes.comment or others)
        at, ply = at.next, ply + 1


def _glued(words: Iterator[_Word]) -> Iterator[_Word]:
    """Yield `words`, the first without a space before it."""
    for at, word in enumerate(words):
        yield word if at else _Word(word.text, word.style, word.node, glued=True)
