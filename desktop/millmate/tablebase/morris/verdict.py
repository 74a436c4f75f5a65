"""The verdict of a morris table on a position, in the game's words."""

from dataclasses import dataclass

from millmate.formatting import dative, plural, side_name
from millmate.language import tr
from millmate.tablebase.verdict import Verdict


@dataclass(frozen=True, slots=True)
class MorrisVerdict(Verdict):
    """The value of a position of morris for the side to move, with best play by both.

    `plies` counts to the end of the game: until a side has two stones left or cannot move. It is
    0 when the side to move has lost already, None in a draw, and None in a win or a loss of unknown
    length: tables of the placing phase only know who wins. Draws by repetition and after fifty
    quiet moves are ignored.
    """

    def of_move(self) -> str:
        """Describe a move with this verdict: `wins in 12`, `loses in 20`, `draw`.

        The verdict is the mover's; numbers are moves of the winning side.
        """
        if self.wdl == 0:
            return tr("draw")
        if self.plies == 1:
            return tr("wins at once")
        if self.moves is None:
            return tr("wins") if self.wdl > 0 else tr("loses")
        return tr("wins in {n}", n=self.moves) if self.wdl > 0 else tr("loses in {n}", n=self.moves)

    def of_position(self, turn: bool) -> str:
        """Describe the position: `White wins in 12 moves (23 plies)`."""
        if self.wdl == 0:
            return tr("draw with best play")
        winner = side_name(turn == (self.wdl > 0))
        if self.plies is None:
            return tr("{winner} wins with best play", winner=winner)
        if not self.plies:
            return tr("{winner} has won", winner=winner)
        moves, plies = dative(self.moves or 0, "move"), plural(self.plies, "ply")
        return tr("{winner} wins in {moves} ({plies})", winner=winner, moves=moves, plies=plies)


def decoded(code: int) -> MorrisVerdict:
    """Return the verdict that the byte `code` of the moving phase stands for."""
    return _DECODED[code]


# 0 is a draw, n + 1 stands for n plies: odd codes are lost, even ones won for the side to move.
_DECODED = [MorrisVerdict(0)] + [
    MorrisVerdict(-1 if code % 2 else 1, code - 1) for code in range(1, 256)
]
# The codes while stones are placed: draw, loss, win.
OUTCOMES = (MorrisVerdict(0), MorrisVerdict(-1), MorrisVerdict(1))
