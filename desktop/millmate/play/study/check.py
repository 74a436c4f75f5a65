"""Check the solution of a study, position by position; the package defines the terms."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum

import chess

from millmate.games.chess.positions import board_from_fen
from millmate.games.chess.rules import NULL_MOVE
from millmate.games.value import MoveValue
from millmate.language import mark, tr
from millmate.play.study.duals import Dual, DualKind, Line, duals_of
from millmate.play.study.reading import Stipulation, Study
from millmate.play.study.values import Values
from millmate.records.tree import GameTree, Node, steps_to

_BAD = {2, 4, 6}  # the signs of tries
_LAST = 1_000_000  # after all variations of a move


class Kind(Enum):
    """The kinds of findings at a move of the solution or at its position."""

    ONLY = "only move"
    END = "last move"  # a quiet one, which is not judged
    MINOR = "minor dual"
    COOK = "cook"
    LOSES = "loses the result"  # the solution's move
    BUST = "bust"  # the opponent can thwart the stipulation
    REFUTED = "refuted try"
    UNREFUTED = "unrefuted try"  # the author's refutation fails
    NO_TRY = "no try"  # what the author marks as one keeps the result
    DISTANCE = "other distance"  # the dm of an EPD is wrong


class Verdict(IntEnum):
    """The verdict on a study as far as tables cover it; greater is worse."""

    SOUND = 0
    MINOR = 1
    VARIATIONS = 2  # cooks in variations alone
    COOKED = 3
    UNSOUND = 4
    UNKNOWN = 5  # tables cover no position

    def __str__(self) -> str:
        return tr(_VERDICTS[self])


_VERDICTS = {
    Verdict.SOUND: mark("sound"),
    Verdict.MINOR: mark("sound, with minor duals"),
    Verdict.VARIATIONS: mark("cooks in variations"),
    Verdict.COOKED: mark("cooked"),
    Verdict.UNSOUND: mark("unsound"),
    Verdict.UNKNOWN: mark("not in the tables"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding at a move of the solution.

    `steps` lead to the position after the move in the study's tree, or to the position itself of a
    `BUST`; `fen` is the position before. `duals` are the solver's other moves, `moves` the notation
    of other relevant moves: those that keep the result, or that refute. `main` is whether it is in
    the main line.
    """

    kind: Kind
    steps: tuple[int, ...]
    fen: str
    move: str
    duals: tuple[Dual, ...] = ()
    moves: tuple[str, ...] = ()
    main: bool = True

    @property
    def place(self) -> str:
        """The move with its number: `3. Kc2`, `5... Rd4`."""
        board = board_from_fen(self.fen)
        number = f"{board.fullmove_number}{'.' if board.turn else '...'}"
        return f"{number} {self.move}" if self.move else tr("before {number}", number=number)

    def __str__(self) -> str:
        return self.words()

    def words(self, named: Callable[[str], str] = str) -> str:
        """Return the finding in words: `minor dual: Kc3 (waste of time)`; `named` writes a move."""
        moves, n = ", ".join(map(named, self.moves)), len(self.moves)
        match self.kind:
            case Kind.ONLY:
                return tr("only move")
            case Kind.END:
                others = ", ".join(named(each.notation) for each in self.duals)
                return tr("last move, where others work too: {moves}", moves=others)
            case Kind.MINOR:
                return self._minor(named)
            case Kind.COOK:
                return self._cook(named)
            case Kind.LOSES:
                return tr("throws the result away; it is kept by {moves}", moves=moves)
            case Kind.BUST:
                if not moves:
                    return tr("bust: the stipulation does not hold here")
                return tr("bust: {moves} thwarts the stipulation", moves=moves)
            case Kind.REFUTED if n == 1:
                return tr("try, refuted by {moves} only", moves=moves)
            case Kind.REFUTED:
                return tr("try, refuted by any of {moves}", moves=moves)
            case Kind.UNREFUTED:
                return tr("does not refute the try; {moves} would", moves=moves)
            case Kind.NO_TRY:
                return tr("not a try: it keeps the result")
            case _:
                return tr("the distance is wrong: mate in {moves} moves", moves=moves)

    def _minor(self, named: Callable[[str], str]) -> str:
        minor = ", ".join(each.words(named) for each in self.duals if each.minor)
        return tr("minor dual: {moves}", moves=minor)

    def _cook(self, named: Callable[[str], str]) -> str:
        cooks = ", ".join(named(each.notation) for each in self.duals if not each.minor)
        even = any(each.wins for each in self.duals)
        words = (tr("cook: {moves} even wins") if even else tr("cook: {moves}")).format(moves=cooks)
        minor = any(each.minor for each in self.duals)
        return f"{words}; {self._minor(named)}" if minor else words


@dataclass(slots=True)
class Checked:
    """A study and its findings: `known` of the solver's `moves` could be judged.

    `seen` is whether tables cover any position of the solution; `why` is the reason why they do
    not cover the first unknown one.
    """

    study: Study
    stipulation: Stipulation | None
    findings: list[Finding] = field(default_factory=list)
    moves: int = 0
    known: int = 0
    seen: bool = False
    why: str = ""

    @property
    def verdict(self) -> Verdict:
        if self.stipulation is None or not self.seen:
            return Verdict.UNKNOWN
        return max((verdict_of(each) for each in self.findings), default=Verdict.SOUND)

    @property
    def only(self) -> int:
        """The number of the solver's moves that are the only ones."""
        return sum(each.kind is Kind.ONLY for each in self.findings)


def verdict_of(finding: Finding) -> Verdict:
    match finding.kind:
        case Kind.BUST | Kind.LOSES:
            return Verdict.UNSOUND
        case Kind.COOK:
            return Verdict.COOKED if finding.main else Verdict.VARIATIONS
        case Kind.MINOR:
            return Verdict.MINOR
        case _:
            return Verdict.SOUND


class _Role(Enum):
    """The role of a position in a study."""

    SOLUTION = 0
    DOUBTFUL = 1  # perhaps after a try: tables do not cover where it left the solution
    TRY = 2  # directly after one
    REFUTED = 3  # later
    BROKEN = 4  # nothing after it counts


def check(study: Study, values: Values, stopped: Callable[[], bool] = lambda: False) -> Checked:
    """Return the verdicts of tables on a study, or on its first part once `stopped`.

    Raises:
        TableError: A table is damaged.
    """
    return _Check(study, values).run(stopped)


class _Check:
    def __init__(self, study: Study, values: Values) -> None:
        self._study, self._values, self._tree = study, values, study.new_tree()
        self._found = Checked(study, study.stipulation or _by_tables(self._tree, values))
        self._boards: dict[Node, chess.Board] = {}

    def run(self, stopped: Callable[[], bool]) -> Checked:
        found, root = self._found, self._tree.root
        if found.stipulation is None:
            found.why = self._values.silence(self._board(root))
            return found
        self._check_distance()
        roles = {root: _Role.SOLUTION}
        for node in self._tree.nodes():
            if stopped():
                break
            found_roles = self._at(node, roles.get(node, _Role.BROKEN))
            roles.update({each: role for each, role in found_roles.items() if not _is_null(each)})
        found.findings.sort(key=_order)
        return found

    # The result asked for -------------------------------------------------------------------------

    @property
    def _asked(self) -> Stipulation:
        assert self._found.stipulation is not None
        return self._found.stipulation

    def _holds(self, board: chess.Board, wdl: int) -> bool:
        """Return whether a value for the side to move fulfils the stipulation."""
        return (wdl if board.turn is self._asked.solver else -wdl) >= self._asked.wdl

    # Positions ------------------------------------------------------------------------------------

    def _at(self, node: Node, role: _Role) -> dict[Node, _Role]:
        """Judge the moves after a position; return the roles of the positions after them."""
        board, first = self._board(node), node.next
        if role is _Role.BROKEN or (first is not None and _is_null(first)):
            return {}
        solving = board.turn is self._asked.solver
        self._found.moves += bool(solving and role is _Role.SOLUTION and node.children)
        moves = self._values.moves(board)
        if moves is None:
            self._found.why = self._found.why or self._values.silence(board)
            others = _Role.DOUBTFUL if solving and role is _Role.SOLUTION else role
            return {each: role if each is first else others for each in node.children}
        self._found.seen = True
        if not moves:
            if role is _Role.SOLUTION and not self._holds(board, -int(board.is_check())):
                self._add(Kind.BUST, node, board, "")
            return {}
        held = self._holds(board, moves[0].value.wdl)
        if role is _Role.DOUBTFUL:
            role = _Role.SOLUTION if held else _Role.REFUTED
        if role is _Role.TRY:
            return self._refutation(node, board, moves)
        if role is _Role.REFUTED:
            return self._refuting(node, board, moves)
        if not held:
            return self._bust(node, board, moves, solving)
        if not solving:
            return dict.fromkeys(node.children, _Role.SOLUTION)
        return self._solve(node, board, moves)

    def _bust(
        self, node: Node, board: chess.Board, moves: Sequence[MoveValue], solving: bool
    ) -> dict[Node, _Role]:
        """Note that the stipulation fails; what the opponent spoils may still be checked."""
        if solving:
            self._add(Kind.BUST, node, board, "")
            return {}
        spoiling = [each for each in moves if not self._holds(board, each.value.wdl)]
        self._add(Kind.BUST, node, board, "", moves=_named(board, spoiling))
        bad = {each.move.uci() for each in spoiling}
        return {
            each: _Role.BROKEN if _text(each) in bad else _Role.SOLUTION for each in node.children
        }

    # The solver's moves ---------------------------------------------------------------------------

    def _solve(
        self, node: Node, board: chess.Board, moves: Sequence[MoveValue]
    ) -> dict[Node, _Role]:
        by_text = {each.move.uci(): each for each in moves}
        roles: dict[Node, _Role] = {}
        if node.parent is None and not node.children:  # a position alone: which moves solve it?
            self._judge(node, node, board, moves, moves[0])
        solution = _solution(node)
        for child in node.children:
            if _is_null(child):
                continue
            move = by_text[_text(child)]
            if self._holds(board, move.value.wdl):
                roles[child] = _Role.SOLUTION
                if child is solution:
                    self._judge(node, child, board, moves, move)
                elif _is_marked(child):
                    self._add(Kind.NO_TRY, child, board, move)
            elif child is solution or self._study.epd:
                kept = [each for each in moves if self._holds(board, each.value.wdl)]
                self._add(Kind.LOSES, child, board, move, moves=_named(board, kept))
            else:
                roles[child] = _Role.TRY
        return roles

    def _judge(
        self,
        node: Node,
        child: Node,
        board: chess.Board,
        moves: Sequence[MoveValue],
        played: MoveValue,
    ) -> None:
        """Note at `child` whether the solution's move `played` after `node` is the only one."""
        told = {_text(each) for each in node.children}
        accepted = told if self._study.epd else set()
        others = [
            each
            for each in moves
            if each.value.wdl >= played.value.wdl
            and each.move != played.move
            and each.move.uci() not in accepted
        ]
        line = self._line(node)
        duals = [
            replace(each, told=each.move in told)
            for each in duals_of(self._values, board, played, others, line, self._asked.wdl)
        ]
        self._found.known += 1
        self._add(_kind_of(duals), child, board, played, duals=tuple(duals))

    def _line(self, node: Node) -> Line:
        """Return the line of the solution through a position."""
        before = [self._board(each) for each in (node, *reversed(node.path()[:-1]))]
        before += [self._board(self._tree.root)] * (node.parent is not None)
        after = [self._board(each) for each in node.line()]
        return Line(before, after)

    # Tries ----------------------------------------------------------------------------------------

    def _refutation(
        self, node: Node, board: chess.Board, moves: Sequence[MoveValue]
    ) -> dict[Node, _Role]:
        """Judge the reply to a try."""
        refuting = [each for each in moves if not self._holds(board, each.value.wdl)]
        assert node.parent is not None
        assert node.ply is not None
        names = _named(board, refuting)
        before = self._board(node.parent)
        self._add(Kind.REFUTED, node, before, node.ply.notation, moves=names)
        return self._refuting(node, board, moves)

    def _refuting(
        self, node: Node, board: chess.Board, moves: Sequence[MoveValue]
    ) -> dict[Node, _Role]:
        """Note a move of the opponent in a refuted try that gives the result back."""
        first = node.next
        if first is None:
            return {}
        if board.turn is self._asked.solver:
            return {first: _Role.REFUTED}
        played = next(each for each in moves if each.move.uci() == _text(first))
        if not self._holds(board, played.value.wdl):
            return {first: _Role.REFUTED}
        refuting = [each for each in moves if not self._holds(board, each.value.wdl)]
        self._add(Kind.UNREFUTED, first, board, played, moves=_named(board, refuting))
        return {}

    # Helpers --------------------------------------------------------------------------------------

    def _check_distance(self) -> None:
        """Compare the dm of an EPD with the tables."""
        away, root = self._study.moves_away, self._tree.root
        if away is None:
            return
        board = self._board(root)
        moves = self._values.moves(board)
        plies = moves[0].value.plies if moves and moves[0].value.wdl > 0 else None
        if plies is not None and (plies + 1) // 2 != away:
            self._add(Kind.DISTANCE, root, board, "", moves=(str((plies + 1) // 2),))

    def _add(
        self,
        kind: Kind,
        node: Node,
        board: chess.Board,
        move: MoveValue | str,
        duals: tuple[Dual, ...] = (),
        moves: tuple[str, ...] = (),
    ) -> None:
        name = move if isinstance(move, str) else board.san(move.move)
        self._found.findings.append(
            Finding(kind, steps_to(node), board.fen(), name, duals, moves, node.in_main_line)
        )

    def _board(self, node: Node) -> chess.Board:
        if node not in self._boards:
            self._boards[node] = board_from_fen(node.fen)
        return self._boards[node]


def _by_tables(tree: GameTree, values: Values) -> Stipulation | None:
    """Return the stipulation that the first known position of the main line suggests."""
    start = board_from_fen(tree.root.fen).turn
    for node in (tree.root, *tree.root.line()):
        board = board_from_fen(node.fen)
        wdl = values.wdl(board)
        if wdl is not None:
            solver = start if not wdl else board.turn is (wdl > 0)
            return Stipulation(solver, abs(wdl), mark("by the tables"))
    return None


def _order(finding: Finding) -> tuple[bool, list[int]]:
    """Return a key that sorts the main line first, then variations in the order of PGN."""
    # A line continues after the variations of its move.
    *before, last = finding.steps or (0,)
    return not finding.main, [*(step or _LAST for step in before), last]


def _kind_of(duals: Sequence[Dual]) -> Kind:
    """Return the kind of a move of the solution by its duals, cooks first."""
    if not duals:
        return Kind.ONLY
    if not duals[0].minor:
        return Kind.COOK
    return Kind.END if duals[0].kind is DualKind.END else Kind.MINOR


def _named(board: chess.Board, moves: Sequence[MoveValue]) -> tuple[str, ...]:
    return tuple(board.san(each.move) for each in moves)


def _solution(node: Node) -> Node | None:
    """Return the move of the solution after a position; a variation can start with a try."""
    if node.next is None or node.next.in_main_line:
        return node.next
    return next((each for each in node.children if not _is_marked(each)), None)


def _is_marked(node: Node) -> bool:
    """Return whether the author marks a move as a try."""
    return bool(_BAD & set(node.notes.nags))


def _is_null(node: Node) -> bool:
    """Return whether a null move leads to a position: it shows a threat and solves nothing."""
    return _text(node) == NULL_MOVE


def _text(node: Node) -> str:
    return "" if node.ply is None else node.ply.text
