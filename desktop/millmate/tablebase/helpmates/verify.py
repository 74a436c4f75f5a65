"""Check the positions that were found dead, or not, for one side: each by all its moves.

The kernel of the verifier of distances to mate (`tablebase.verify`) does it, which shares no code
with the search. It compares each code with those that moves lead to; here ranks take the place of
distances, and the side to move helps:

- The positions that moves of either side lead to read as lost in their rank, dead ones as drawn.
  So the best move is that into the least rank, and makes a win in one more.
- A position read as it is reads as won in its rank; mates of either side read as lost in 0.

A rank is one more than the least that moves lead to, and a mate's is 0: so every position with a
rank is one from which mate can be reached, by induction; and one without a rank has only moves into
such, none of which is mate, so it is dead.

Double pushes that can be taken en passant are left to samples (`verify_samples`).
"""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice

import chess
import numpy as np

from millmate.games.chess.material import Material
from millmate.kernels.chess_helpmates import MARK
from millmate.tablebase.crew import Crew, ignore
from millmate.tablebase.helpmates.files import SIDES
from millmate.tablebase.helpmates.solve import Dead, Found, read_codes
from millmate.tablebase.large_slice import Read
from millmate.tablebase.layout import Layout, Pawns
from millmate.tablebase.spaces import Values, bits_of
from millmate.tablebase.successors import Successors
from millmate.tablebase.verify import ArrayRows, Block, Checker, VerificationError
from millmate.tablebase.verify_passes import Pass

SAMPLES = 200


def verify(layout: Layout, victim: bool, dead: Dead, found: Found) -> int:
    """Check slices; return the number of legal positions.

    Args:
        layout: The table's.
        victim: The side that is mated.
        dead: Returns the dead positions of smaller tables and of the slices found before.
        found: The results to check.

    Raises:
        VerificationError: A position is wrong.
    """
    at = [n for n, number in enumerate(found.numbers) if not _en_passant(layout.placements[number])]
    numbers, positions = [found.numbers[n] for n in at], 0
    if not at:
        return 0
    codes = found.codes.take(at, axis=1)
    told = codes.copy()
    told[told > MARK] -= MARK
    mated = 1 if victim else 0  # the side to move of the mates that this is not about
    told[mated][bits_of(found.mated[at]).view(np.bool_).reshape(told.shape[1:])] = MARK
    crew = Crew(1, len(numbers) * layout.words, ignore)
    checker = Checker(crew, layout, numbers, _Rows(codes, told))
    for side, white in enumerate(SIDES):
        after = partial(_Successors, layout, white=white, victim=victim, dead=dead, crew=crew)
        legal, wrong, place, _ = checker.check(side, Pass(), after, 0.0)
        positions += legal
        if wrong:
            number, inside = divmod(place, layout.slice_size)
            place = (side * layout.slices + numbers[number]) * layout.slice_size + inside
            raise VerificationError(
                f"whether {chess.COLOR_NAMES[victim]} can be mated is wrong in "
                f"{wrong} positions of {layout.material}, first in {layout.board(place).fen()}"
            )
    return positions


class _Rows(ArrayRows):
    """Codes, and those that they should be the best of, both `[2, slices, words, 64]`."""

    def __init__(self, codes: Values, told: Values) -> None:
        super().__init__(codes, None)
        self._told = told

    def blocks(self, side: int, part: slice, moved: bool) -> Iterator[Block]:
        if moved:
            yield from super().blocks(side, part, moved)
        else:
            yield Block(0, self._told[side, part])


class _Successors(Successors):
    """Those that read whether one side can be mated in them."""

    def __init__(
        self,
        layout: Layout,
        numbers: Sequence[int],
        white: bool,
        victim: bool,
        dead: Dead,
        crew: Crew,
    ) -> None:
        self._victim = victim
        self._codes = read_codes(dead)
        super().__init__(layout, numbers, white, self._read_nothing, crew.share)

    def _rows(
        self, read: Read, material: Material, number: int, turn: bool, swapped: bool
    ) -> Values:
        return self._codes(material, number, turn, self._victim is not swapped)

    @staticmethod
    def _read_nothing(material: Material, number: int, turn: bool) -> Values:
        raise AssertionError(material)


def _en_passant(pawns: Pawns) -> bool:
    """Return whether a double push of a slice can be captured en passant."""
    return any(
        square >> 3 == home and any(s >> 3 == target >> 3 and abs(s - target) == 1 for s in others)
        for home, step, own, others in ((1, 16, *pawns), (6, -16, *pawns[::-1]))
        for square in own
        for target in (square + step,)
    )


# Samples ------------------------------------------------------------------------------------------


def verify_samples(layout: Layout, is_dead: Callable[[chess.Board, bool], bool]) -> None:
    """Check `SAMPLES` positions of a table by the rules of python-chess, for both sides.

    Where double pushes can be captured en passant, most of the samples have one.

    Raises:
        VerificationError: `is_dead` contradicts its results for a position's successors.
    """
    for board in islice(_samples(layout), SAMPLES):
        for side in SIDES:
            if is_dead(board, side) != _is_dead(board, side, is_dead):
                raise VerificationError(
                    f"whether {chess.COLOR_NAMES[side]} can be mated is wrong in {board.fen()}"
                )


def _is_dead(board: chess.Board, side: bool, is_dead: Callable[[chess.Board, bool], bool]) -> bool:
    """Return whether no move leads to a position in which `side` can be mated."""
    if board.is_checkmate():
        return board.turn is not side
    for move in list(board.legal_moves):
        board.push(move)
        dead = is_dead(board, side)
        board.pop()
        if not dead:
            return False
    return True


def _samples(layout: Layout) -> Iterator[chess.Board]:
    """Yield legal positions of a table, the same ones everywhere."""
    rng = random.Random(layout.words)
    passing = [n for n, pawns in enumerate(layout.placements) if _en_passant(pawns)]
    for _ in range(100 * SAMPLES):
        place = rng.randrange(layout.size)
        if passing and rng.random() < 0.8:
            turn, inside = rng.randrange(2), place % layout.slice_size
            place = (turn * layout.slices + rng.choice(passing)) * layout.slice_size + inside
        board = layout.board(place)
        if chess.popcount(board.occupied) == layout.material.men and board.is_valid():
            yield board
