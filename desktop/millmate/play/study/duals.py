"""Distinguish minor duals from cooks: can the opponent force the solution's line to recur?"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

import chess

from millmate.games.value import MoveValue
from millmate.language import mark, tr
from millmate.play.study.values import Values, key_of

_DEEPEST = 5  # moves of the solver after the dual
_MOST = 400  # positions with the solver to move to examine for the duals of a move
_MOST_ALONE = 30  # if no line follows: then little but the position itself can recur


class DualKind(Enum):
    """The kinds of duals; the values are words for people."""

    TIME = mark("waste of time")
    ORDER = mark("order of moves")
    PROMOTION = mark("another promotion")
    END = mark("at the end")
    COOK = mark("cook")


@dataclass(frozen=True, slots=True)
class Dual:
    """Another move that keeps the result, for programs and for people.

    `wins` says that it wins if a draw is asked for. `certain` is whether the search that decided
    its kind was complete. `told` says that the author gives the move, too.
    """

    move: str
    notation: str
    kind: DualKind
    wins: bool = False
    certain: bool = True
    told: bool = False

    @property
    def minor(self) -> bool:
        return self.kind is not DualKind.COOK

    def words(self, named: Callable[[str], str]) -> str:
        """Return `Kc3 (waste of time)` or `Rh1 (cook)`; `named` writes a move."""
        return f"{named(self.notation)} ({tr(self.kind.value)})"


@dataclass(frozen=True, slots=True)
class Line:
    """The positions of a line of the solution.

    Those up to a move of the solver are `before`, its own position first, the others `after`.
    """

    before: Sequence[chess.Board]
    after: Sequence[chess.Board]


def duals_of(
    values: Values,
    board: chess.Board,
    played: MoveValue,
    others: Iterable[MoveValue],
    line: Line,
    asked: int,
) -> list[Dual]:
    """Return the duals among the other moves, cooks first.

    Args:
        values: The values by tables.
        board: The position, which is the first one of `line.before`.
        played: The solution's move.
        others: Moves that keep at least its result.
        line: The solution's line through the position.
        asked: The result asked for, 1 or 0 for the solver.
    """
    search = _Return(values, played.value.wdl, line)

    def dual(other: MoveValue) -> Dual:
        named = other.move.uci(), board.san(other.move)
        if other.value.wdl > max(asked, played.value.wdl):
            return Dual(*named, DualKind.COOK, wins=True)
        if _promotes_less(played.move, other.move):
            return Dual(*named, DualKind.PROMOTION)
        if _ends_quietly(board, played.move, line):
            return Dual(*named, DualKind.END)
        after = board.copy(stack=False)
        after.push(other.move)
        found = search.forced(after, _one_less(other.value.plies))
        if found is None:
            return Dual(*named, DualKind.COOK, certain=search.complete)
        return Dual(*named, DualKind.TIME if found else DualKind.ORDER)

    return sorted(map(dual, others), key=lambda each: each.minor)


def _ends_quietly(board: chess.Board, played: chess.Move, line: Line) -> bool:
    """Return whether a move is a quiet one of a piece or king at the end of a longer line."""
    quiet = not board.is_zeroing(played) and not board.gives_check(played)
    return quiet and len(line.before) > 2 and len(line.after) <= 2


def _promotes_less(played: chess.Move, other: chess.Move) -> bool:
    """Return whether a move promotes to another piece where the solution's takes a queen."""
    same = (played.from_square, played.to_square) == (other.from_square, other.to_square)
    return same and played.promotion == chess.QUEEN


class _Return:
    """The search for whether the opponent can force positions of the solution to recur."""

    def __init__(self, values: Values, wdl: int, line: Line) -> None:
        self._values, self._wdl = values, wdl
        # Later positions go first: a position before the move can recur after it.
        self._known = {key_of(each): True for each in line.before}
        self._known |= {key_of(each): False for each in line.after}
        self._goals = [(each, self._plies(each)) for each in (*line.before, *line.after)]
        self._left = _MOST if len(line.after) > 1 else _MOST_ALONE
        self._memo: dict[tuple[Hashable, int], bool | None] = {}
        self.complete = True

    def forced(self, after: chess.Board, plies: int | None) -> bool | None:
        """Return whether the line recurs before or at the position of the dual.

        `after` is the position after the dual, `plies` from the mate if it wins. The answer is
        False if the line recurs at a later position, None if the solver can avoid it, as far as
        the search goes.
        """
        for depth in range(1, _DEEPEST + 1):
            self.complete = True
            found = self._replies(after, plies, depth)
            if found is not None or self.complete or self._left <= 0:
                return found
        return None

    def _replies(self, board: chess.Board, plies: int | None, depth: int) -> bool | None:
        """Return the result that the opponent, to move, can force within `depth` moves of both."""
        if not self._can_reach(board, plies):
            return None
        key = key_of(board), depth
        if key not in self._memo:
            self._memo[key] = self._tried(board, depth)
        return self._memo[key]

    def _tried(self, board: chess.Board, depth: int) -> bool | None:
        for reply in list(board.legal_moves):
            after = board.copy(stack=False)
            after.push(reply)
            known = self._known.get(key_of(after))
            found = self._answers(after, depth) if known is None else known
            if found is not None:
                return found
        return None

    def _answers(self, board: chess.Board, depth: int) -> bool | None:
        """Return whether the line recurs after every good move of the solver, who is to move."""
        if self._left <= 0:
            self.complete = False
            return None
        self._left -= 1
        moves = self._values.moves(board)
        if not moves or moves[0].value.wdl > self._wdl:
            return None  # over, unknown, or the reply has lost the game
        earlier = False
        for each in moves:
            if each.value.wdl < self._wdl or (each.value.plies or 0) > (moves[0].value.plies or 0):
                break  # a win takes the quickest way
            after = board.copy(stack=False)
            after.push(each.move)
            plies = _one_less(each.value.plies)
            found = self._known.get(key_of(after))
            if found is None and depth > 1:
                found = self._replies(after, plies, depth - 1)
            elif found is None and self._can_reach(after, plies):
                self.complete = False
            if found is None:
                return None
            earlier |= found
        return earlier

    def _can_reach(self, board: chess.Board, plies: int | None) -> bool:
        """Return whether a position of the line can follow `board`, by men and distance.

        The quickest way to mate leads through shorter distances only.
        """
        return any(
            (plies is None or goal_plies is None or goal_plies < plies) and _may_follow(board, goal)
            for goal, goal_plies in self._goals
        )

    def _plies(self, board: chess.Board) -> int | None:
        moves = self._values.moves(board)
        return moves[0].value.plies if moves else None


def _one_less(plies: int | None) -> int | None:
    return None if plies is None else plies - 1


def _may_follow(board: chess.Board, goal: chess.Board) -> bool:
    """Return whether men and pawns allow `goal` to be reached from `board`."""
    for colour in chess.COLORS:
        own, wanted = board.occupied_co[colour], goal.occupied_co[colour]
        if chess.popcount(own) < chess.popcount(wanted):
            return False
        if chess.popcount(board.pawns & own) < chess.popcount(goal.pawns & wanted):
            return False
    if chess.popcount(board.occupied) == chess.popcount(goal.occupied):
        return _pawns_may_follow(board, goal)
    return True


def _pawns_may_follow(board: chess.Board, goal: chess.Board) -> bool:
    """Return the same for positions with equally many men: pawns never leave their files."""
    for colour in chess.COLORS:
        own = board.pawns & board.occupied_co[colour]
        wanted = goal.pawns & goal.occupied_co[colour]
        promoted = chess.popcount(own) - chess.popcount(wanted)
        for file in chess.BB_FILES:
            if chess.popcount(own & file) < chess.popcount(wanted & file):
                return False
        if not promoted and own != wanted and not _ahead(own, wanted, colour):
            return False
    return True


def _ahead(own: chess.Bitboard, wanted: chess.Bitboard, colour: chess.Color) -> bool:
    """Return whether no pawn of `wanted` is behind its pawn of `own`, file by file."""
    for file in chess.BB_FILES:
        pairs = zip(chess.SquareSet(own & file), chess.SquareSet(wanted & file), strict=True)
        if any((b < a) if colour else (b > a) for a, b in pairs):
            return False
    return True
