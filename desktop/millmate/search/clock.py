"""How much of the time on a chess clock to spend on a move."""

from dataclasses import dataclass

from millmate.search.limits import SearchLimits

_MOVES_LEFT = 26  # assumed for the rest of the game without a time control
_MOST = 0.7  # of the time left, on one move
_STRETCH = 3.0  # by what factor finishing an iteration may exceed the wanted time


@dataclass(frozen=True, slots=True)
class Clocks:
    """The times on both clocks of a game when a move is due, in seconds.

    `increment` is added after each move; `moves_to_go` is the number of moves the side to move has
    left until time is added, None if the time is for the rest of the game.
    """

    white: float
    black: float
    increment: float = 0.0
    moves_to_go: int | None = None

    def left(self, turn: bool) -> float:
        """Return the time left for the side `turn` (True: White)."""
        return self.white if turn else self.black

    def limits(self, turn: bool) -> SearchLimits:
        """Return the time limits for a move of the side `turn`."""
        return limits_by_clock(self.left(turn), self.increment, self.moves_to_go)


def limits_by_clock(
    left: float, increment: float = 0.0, moves_to_go: int | None = None, overhead: float = 0.03
) -> SearchLimits:
    """Return limits for a move with `left` seconds on the clock.

    `increment` seconds are added after each move; `moves_to_go` is the number of moves left until
    time is added, None for the rest of the game. `overhead` seconds are lost on each move.
    """
    moves = min(moves_to_go or _MOVES_LEFT, _MOVES_LEFT)
    usable = max(left - overhead * min(moves, 4), 0.001)
    wanted = usable / moves + 0.75 * increment
    most = usable if moves == 1 else usable * _MOST
    return SearchLimits(seconds=min(wanted * _STRETCH, most), seconds_wanted=min(wanted, most))
