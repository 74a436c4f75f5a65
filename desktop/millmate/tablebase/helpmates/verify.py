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
from collections.abc import Callable, Iterator
from functools import partial

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.games.chess.material import Material
from millmate.kernels import chess_verify
from millmate.kernels.chess_helpmates import MARK
from millmate.tablebase.crew import crew_of, ignore
from millmate.tablebase.helpmates.files import SIDES
from millmate.tablebase.helpmates.solve import Dead, Found, read_codes
from millmate.tablebase.large_slice import Read
from millmate.tablebase.layout import Layout, Pawns
from millmate.tablebase.spaces import Values, bits_of
from millmate.tablebase.successors import Share, Successors, slice_of
from millmate.tablebase.verify import VerificationError
from millmate.tablebase.verify_passes import Pass

SAMPLES = 200


def verify(layout: Layout, victim: bool, dead: Dead, found: Found, threads: int = 1) -> int:
    """Check slices; return the number of legal positions.

    Args:
        layout: The table's.
        victim: The side that is mated.
        dead: Returns the dead positions of smaller tables and of the slices found before.
        found: The results to check.
        threads: The number of threads.

    Raises:
        VerificationError: A position is wrong.
    """
    positions = 0
    for at, number in enumerate(found.numbers):
        if not _en_passant(layout.placements[number]):
            codes, mated = found.codes[:, at], found.mated[at]
            positions += _verify_slice(layout, number, victim, dead, codes, mated, threads)
    return positions


def _verify_slice(
    layout: Layout,
    number: int,
    victim: bool,
    dead: Dead,
    codes: Values,
    mated: NDArray[np.uint64],
    threads: int,
) -> int:
    slice_, keys = slice_of(layout, [number]), np.empty((1, layout.words, 64), np.uint8)
    positions = 0
    with crew_of(threads, layout.words, ignore) as crew:
        for at, white in enumerate(SIDES):
            after = _Successors(layout, number, white, victim, dead, crew.share)
            moved = Pass().windows(0, codes[1 - at][None], moved=True)
            make = partial(chess_verify.make_keys, slice_, moved, keys, at == 0)
            crew.share(make, layout.words)
            told = _told(codes[at], None if white is victim else mated)
            check = partial(
                chess_verify.check,
                slice_,
                after.captures(),
                Pass().windows(0, told[None], moved=False),
                True,
                keys,
                after.pawn_moves(),
                not white,
                np.uint8(0),
            )
            for legal, wrong, place in crew.share(check, layout.words):
                positions += legal
                if wrong:
                    place += (at * layout.slices + number) * layout.slice_size
                    raise VerificationError(
                        f"whether {chess.COLOR_NAMES[victim]} can be mated is wrong in "
                        f"{wrong} positions of {layout.material}, first in "
                        f"{layout.board(place).fen()}"
                    )
    return positions


class _Successors(Successors):
    """Those that read whether one side can be mated in them."""

    def __init__(
        self, layout: Layout, number: int, white: bool, victim: bool, dead: Dead, share: Share
    ) -> None:
        self._victim = victim
        self._codes = read_codes(dead)
        super().__init__(layout, [number], white, self._read_nothing, share)

    def _rows(
        self, read: Read, material: Material, number: int, turn: bool, swapped: bool
    ) -> Values:
        return self._codes(material, number, turn, self._victim is not swapped)

    @staticmethod
    def _read_nothing(material: Material, number: int, turn: bool) -> Values:
        raise AssertionError(material)


def _told(codes: Values, mated: NDArray[np.uint64] | None) -> Values:
    """Return the codes of positions as the kernel should find them: uint8[words, 64]."""
    told = np.where(codes > MARK, codes - MARK, codes).astype(np.uint8)
    if mated is not None:
        told[bits_of(mated) == 1] = MARK
    return told


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
    for board in _samples(layout, SAMPLES):
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


def _samples(layout: Layout, number: int) -> Iterator[chess.Board]:
    """Yield legal positions of a table, the same ones everywhere."""
    rng = random.Random(layout.words)
    passing = [n for n, pawns in enumerate(layout.placements) if _en_passant(pawns)]
    for _ in range(100 * number):
        place = rng.randrange(layout.size)
        if passing and rng.random() < 0.8:
            turn, inside = rng.randrange(2), place % layout.slice_size
            place = (turn * layout.slices + rng.choice(passing)) * layout.slice_size + inside
        board = layout.board(place)
        if chess.popcount(board.occupied) == layout.material.men and board.is_valid():
            yield board
            number -= 1
            if not number:
                return
