"""The movetext of a game: annotated moves and variations, before any move is played."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from millmate import limits
from millmate.errors import InputError
from millmate.language import tr
from millmate.records import notes as notes_
from millmate.records.notes import NONE, Notes


class MovetextError(InputError):
    """A move has too many or too long annotations."""


@dataclass(frozen=True, slots=True)
class MovetextMove:
    """A move as written, and the variations that replace it."""

    text: str
    notes: Notes = NONE
    variations: "tuple[tuple[MovetextMove, ...], ...]" = ()


@dataclass(frozen=True, slots=True)
class Movetext:
    """A whole game: the notes on its first position, and its moves."""

    notes: Notes = NONE
    moves: tuple[MovetextMove, ...] = ()

    @property
    def annotated(self) -> bool:
        """Whether there is anything but moves."""
        return bool(self.notes) or any(m.notes or m.variations for m in self.moves)

    @property
    def length(self) -> int:
        """The number of moves in all lines."""
        count, waiting = 0, [self.moves]
        while waiting:
            line = waiting.pop()
            count += len(line)
            waiting += (variation for move in line for variation in move.variations)
        return count


@dataclass(slots=True)
class _MoveBuilder:
    """A move while it is read; that of the first position has no text."""

    text: str
    notes: Notes = NONE
    variations: "list[list[_MoveBuilder]]" = field(default_factory=list)
    remarks: int = 0

    def build(self) -> MovetextMove:
        lines = tuple(tuple(move.build() for move in line) for line in self.variations if line)
        return MovetextMove(self.text, self.notes, lines)


class MovetextBuilder:
    """Builds a movetext from the tokens of a game, in order."""

    def __init__(self) -> None:
        self._start = _MoveBuilder("")
        self._lines: list[list[_MoveBuilder]] = [[]]  # the main line and the open variations
        self._before = ""  # a comment before the first move of a variation
        self.plain = True  # whether there were only moves so far

    @property
    def depth(self) -> int:
        """The number of open variations."""
        return len(self._lines) - 1

    @property
    def replaced(self) -> str:
        """The move replaced by a variation that was just opened, else ""."""
        outer = self._lines[-2] if self.depth and not self._lines[-1] else []
        return outer[-1].text if outer else ""

    def move(self, text: str) -> None:
        builder = _MoveBuilder(text)
        self._lines[-1].append(builder)
        if self._before:
            builder.notes, self._before = Notes(before=self._before), ""

    def comment(self, text: str) -> None:
        """Add a comment without its braces; raises `MovetextError` if it is too long."""
        self.plain = False
        if not self._lines[-1] and self.depth:
            self._count(self._last, len(self._before) + len(text))
            self._before = notes_.both(self._before, notes_.cleaned(text))
            return
        last = self._last
        self._count(last, len(last.notes.comment) + len(text))
        read = notes_.parse_comment(text)
        last.notes = replace(
            last.notes,
            comment=notes_.both(last.notes.comment, read.comment),
            shapes=notes_.in_order((*last.notes.shapes, *read.shapes)),
            commands=(*last.notes.commands, *read.commands),
        )

    def nag(self, number: int) -> None:
        """Add a sign; a sign before the first move is ignored.

        Raises:
            MovetextError: There are too many remarks on the move.
        """
        self.plain = False
        last = self._last
        self._count(last, 0)
        if last is not self._start and number not in last.notes.nags:
            last.notes = replace(last.notes, nags=(*last.notes.nags, number))

    def _count(self, builder: _MoveBuilder, length: int) -> None:
        """Count a remark on a move, whose comment will have `length` characters."""
        builder.remarks += 1
        if builder.remarks > limits.MOST_REMARKS or length > limits.LONGEST_COMMENT:
            raise MovetextError(tr("too many or too long remarks on one move"))

    def open(self) -> None:
        """Start a variation to the last move; it is left out before any move."""
        self.plain = False
        line: list[_MoveBuilder] = []
        if self._lines[-1]:
            self._lines[-1][-1].variations.append(line)
        self._lines.append(line)

    def close(self) -> None:
        """End the variation; if it has no moves, its comment is added to the move before it.

        Raises:
            MovetextError: That move has too many or too long remarks.
        """
        line = self._lines.pop()
        if not line and self._before:
            text, self._before = self._before, ""
            self.comment(text)

    def build(self) -> Movetext:
        return Movetext(self._start.notes, tuple(move.build() for move in self._lines[0]))

    @property
    def _last(self) -> _MoveBuilder:
        return self._lines[-1][-1] if self._lines[-1] else self._start


def as_comment(moves: tuple[MovetextMove, ...]) -> str:
    """Return annotated `moves` as part of a comment: `(Nf3 good (Nc3))`."""
    return f"({notes_.cleaned(' '.join(_texts(moves)))})"


def _texts(moves: tuple[MovetextMove, ...]) -> Iterator[str]:
    for move in moves:
        yield from filter(None, (move.notes.before, move.text, move.notes.comment))
        for variation in move.variations:
            yield f"({' '.join(_texts(variation))})"


def tokens(movetext: Movetext, ply: int) -> Iterator[str]:
    """Yield the tokens of the movetext, which starts `ply` plies into the game.

    A comment is one token.
    """
    yield from _comment(notes_.format_comment(movetext.notes))
    yield from _line(movetext.moves, ply)


def _line(moves: tuple[MovetextMove, ...], ply: int) -> Iterator[str]:
    told = False  # whether the previous move has the number
    for at, move in enumerate(moves, start=ply):
        yield from _comment(move.notes.before)
        if at % 2 == 0 or not told:
            yield f"{at // 2 + 1}{'...' if at % 2 else '.'}"
        yield move.text
        yield from (f"${number}" for number in move.notes.nags)
        comment = notes_.format_comment(move.notes)
        yield from _comment(comment)
        for variation in move.variations:
            inner = list(_line(variation, at))  # at least a number and a move
            yield from (f"({inner[0]}", *inner[1:-1], f"{inner[-1]})")
        told = not (comment or move.variations)


def _comment(text: str) -> Iterator[str]:
    if text:
        yield f"{{{text}}}"
