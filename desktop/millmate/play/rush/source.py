"""Draw random positions to decide upon from the tables in a directory."""

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

from millmate.games.board import Board
from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.games.morris.positions import random_position as random_morris_position
from millmate.play.rush.puzzles import Mode, NoPuzzlesError, Puzzle, puzzle_of
from millmate.play.rush.run import Difficulty
from millmate.players.table import tables_of
from millmate.tablebase import store
from millmate.tablebase.morris import store as morris_store
from millmate.tablebase.morris.names import Pair
from millmate.tablebase.rule50 import LONGEST
from millmate.tablebase.sharded import TableError
from millmate.tablebase.verdict import MissingTableError, UnprobeableError

Stopped = Callable[[], bool]
Deal = Callable[[random.Random], Board]  # returns a random position of an ending

_DRAWN = ("KBvK", "KNvK")  # always
_DRAWS = 6  # positions from which the one that is nearest to the wanted difficulty is taken
_TRIES = 400  # random positions that are looked at for one of these, and for all once there is one
_FEWEST = 4  # legal moves to choose from


class PuzzleSource:
    """Draws puzzles of a game from the tables in a directory; for one thread.

    In morris these are positions with all stones placed: in the placing phase, tables have no
    distances, and so the effect of the fifty-move rule is unknown.
    """

    def __init__(self, directory: Path, game: str = "chess", seed: int | None = None) -> None:
        self._tables = tables_of(game, directory)
        self._rng = random.Random(seed)
        self.deals = _DEALS[game](directory)

    def close(self) -> None:
        self._tables.close()

    def draw(
        self,
        mode: Mode,
        rating: float,
        difficulty: Difficulty | None = None,
        stopped: Stopped = lambda: False,
    ) -> Puzzle:
        """Return a puzzle that is about as hard as `rating`, by `difficulty`.

        Raises:
            NoPuzzlesError: There is no table, or none with such positions, or `stopped` was true.
        """
        known, drawn = difficulty or Difficulty(), list[Puzzle]()
        for tried in range(_DRAWS * _TRIES):
            enough = len(drawn) == _DRAWS or (drawn and tried > _TRIES)
            if stopped() or enough or not self.deals:
                break
            puzzle = self._try(mode)
            if puzzle is not None:
                drawn.append(puzzle)
        if not drawn:
            raise NoPuzzlesError
        return min(drawn, key=lambda puzzle: abs(known.of(puzzle).value - rating))

    def _try(self, mode: Mode) -> Puzzle | None:
        """Return the puzzle of a random position, None if it does not make one."""
        board = self.deals[self._rng.choice([*self.deals])](self._rng)
        try:
            moves = self._tables.moves(board)
        except (MissingTableError, UnprobeableError, TableError):
            return None
        if len(moves) < _FEWEST or any((each.value.plies or 0) > LONGEST for each in moves):
            return None  # the fifty-move rule may change the result
        return puzzle_of(mode, board, moves)


def _chess(directory: Path) -> dict[str, Deal]:
    """Return functions that deal positions of chess, by table."""

    def deal(material: Material, rng: random.Random) -> Board:
        dealt = material if rng.random() < 0.5 else material.swapped
        return random_position(dealt, rng, rng.random() < 0.5)

    found = (each for each in store.materials(directory) if not _plain(each))
    return {str(each): partial(deal, each) for each in found}


def _morris(directory: Path) -> dict[str, Deal]:
    """Return functions that deal positions of morris, by table."""

    def deal(pair: Pair, rng: random.Random) -> Board:
        white, black = rng.sample(pair.stones, 2)
        return random_morris_position(white, black, rng, rng.random() < 0.5)

    found = (each for each in morris_store.usual_tables(directory) if isinstance(each, Pair))
    return {str(each): partial(deal, each) for each in found}


def _plain(material: Material) -> bool:
    """Return whether there is nothing to decide: a draw, or far too much against a bare king."""
    if material.men == 2 or str(material) in _DRAWN:
        return True
    heavy = any(piece in material.white for piece in "QR")
    return material.black == "K" and material.men > 3 and heavy


_DEALS = {"chess": _chess, "morris": _morris}
