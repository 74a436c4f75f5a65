"""The verdict of a table on a position, and why there may be none."""

from dataclasses import dataclass
from math import inf
from typing import Self

from millmate.errors import InputError, MillMateError
from millmate.formatting import dative, plural, side_name
from millmate.games.board import Move
from millmate.language import tr


@dataclass(frozen=True, slots=True)
class Verdict:
    """The value of a position for the side to move, with best play by both.

    `wdl` is 1 (win), 0 (draw) or -1 (loss); `plies` counts to the mate on the board, is 0 when
    the side to move is mated already, and None in a draw. Draws by the fifty-move
    rule are ignored: the distance is to mate alone. This is the verdict of chess; other games have
    their own, with their own words.
    """

    wdl: int
    plies: int | None = None

    @property
    def moves(self) -> int | None:
        """The distance in moves of the winning side, None in a draw."""
        return None if self.plies is None else (self.plies + 1) // 2

    @property
    def exact(self) -> bool:
        """Whether `plies` are those of best play by both, not only a bound."""
        return True

    def before(self) -> Self:
        """Return this verdict for the side whose move led to it, that move included."""
        return type(self)(-self.wdl, None if self.plies is None else self.plies + 1)

    def of_move(self) -> str:
        """Describe a move with this verdict: `mate in 12`, `draw`, `loses in 20`.

        The verdict is the mover's (see `before`).
        """
        if self.wdl == 0:
            return tr("draw")
        if self.wdl > 0:
            return tr("checkmate") if self.plies == 1 else tr("mate in {n}", n=self.moves)
        return tr("loses in {n}", n=self.moves)

    def of_position(self, turn: bool) -> str:
        """Describe the position: `White mates in 12 moves (23 plies)`."""
        if self.wdl == 0:
            return tr("draw with best play")
        winner = side_name(turn == (self.wdl > 0))
        if not self.plies:
            return tr("checkmate, {winner} has won", winner=winner)
        moves, plies = dative(self.moves or 0, "move"), plural(self.plies, "ply")
        return tr("{winner} mates in {moves} ({plies})", winner=winner, moves=moves, plies=plies)

    def in_short(self, turn: bool) -> str:
        """Describe the position as a headline: `White wins, mate in 12`."""
        if self.wdl == 0:
            return tr("draw")
        winner = side_name(turn == (self.wdl > 0))
        if not self.plies:
            return tr("{winner} has won", winner=winner)
        return tr("{winner} wins, mate in {n}", winner=winner, n=self.moves)

    def of_drawn(self, turn: bool) -> str:
        """Describe a won position that the fifty-move rule draws."""
        winner = side_name(turn == (self.wdl > 0))
        return tr(
            "{winner} wins, mate in {n}, but not under the fifty-move rule",
            winner=winner,
            n=self.moves,
        )


@dataclass(frozen=True, slots=True)
class MoveVerdict:
    """A legal move and its verdict for the side that plays it, the move included."""

    move: Move
    verdict: Verdict

    @property
    def rank(self) -> tuple[int, float]:
        """Sort key, best move first: quick wins, wins of unknown length, draws, slow losses."""
        plies = self.verdict.plies
        if self.verdict.wdl > 0:
            return -1, inf if plies is None else plies
        return -self.verdict.wdl, -(plies or 0)


class MissingTableError(MillMateError):
    """No table covers the material of a position; `table` names one to build, "" if unknown."""

    def __init__(self, message: str, table: str = "") -> None:
        super().__init__(message)
        self.table = table


class UnprobeableError(InputError):
    """Tables hold no such position: castling rights, an unknown variant, or an impossible one."""
