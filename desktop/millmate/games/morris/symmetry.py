"""The symmetries of boards, and exchanging the players.

Three rings have 16 symmetries, and 48 while both sides fly, two rings have 16, and nine points 8.
A symmetry is a permutation of points: `symmetry[p]` is where it takes the point `p`.
"""

from functools import cache
from itertools import permutations

from millmate.games.morris.board import MorrisBoard, MorrisMove, Phase
from millmate.games.morris.points import BOARDS, PLAIN, Lines

Symmetry = tuple[int, ...]


def _permutation(rings: tuple[int, ...], turned: int, mirrored: bool, points: int = 24) -> Symmetry:
    """Return the symmetry that permutes rings, mirrors at the left diagonal, then turns.

    A point in the middle, the last of `points`, stays where it is.
    """
    moved = (
        8 * rings[ring] + ((-position if mirrored else position) + turned) % 8
        for ring in range(len(rings))
        for position in range(8)
    )
    return (*moved, *range(8 * len(rings), points))


def _all(rings: list[tuple[int, ...]], points: int = 24) -> tuple[Symmetry, ...]:
    return tuple(
        _permutation(order, turned, mirrored, points)
        for order in rings
        for mirrored in (False, True)
        for turned in (0, 2, 4, 6)
    )


def _of_board(lines: Lines) -> tuple[Symmetry, ...]:
    """Return the symmetries: of two or three rings, the outer and inner one change places."""
    order = tuple(range(lines.rings))
    return _all([order, order[::-1]] if lines.rings > 1 else [order], lines.points)


_OF_BOARDS = {lines: _of_board(lines) for lines in BOARDS.values()}
# Of three rings: four turns, mirrored or not, the outer and inner ring exchanged or not; the
# identity is the first.
SYMMETRIES = _OF_BOARDS[PLAIN]
# When every stone can move anywhere, the rings may be permuted freely: mills stay mills.
RING_SYMMETRIES: tuple[Symmetry, ...] = _all(list(permutations(range(3))))


def symmetries(board: MorrisBoard) -> tuple[Symmetry, ...]:
    """Return the symmetries that preserve the play on `board`, more if both sides fly."""
    lines = board.lines
    flying = all(board.phase(side) is Phase.FLYING for side in (True, False))
    return RING_SYMMETRIES if flying and lines.rings == 3 else symmetries_of(lines)


def symmetries_of(lines: Lines) -> tuple[Symmetry, ...]:
    """Return the symmetries of a board's lines; the identity is the first."""
    return _OF_BOARDS[lines]


def mask_image(symmetry: Symmetry, mask: int) -> int:
    """Return where `symmetry` takes the points of `mask`."""
    outer, middle, inner = _tables(symmetry)
    return outer[mask & 255] | middle[mask >> 8 & 255] | inner[mask >> 16]


def move_image(symmetry: Symmetry, move: MorrisMove) -> MorrisMove:
    """Return where `symmetry` takes `move`."""
    return MorrisMove(
        None if move.origin is None else symmetry[move.origin],
        symmetry[move.target],
        tuple(sorted(symmetry[taken] for taken in move.removed)),
    )


def board_image(symmetry: Symmetry, board: MorrisBoard) -> MorrisBoard:
    """Return where `symmetry` takes the position on `board`, without its history."""
    image = _without_history(board)
    image.stones[:] = (mask_image(symmetry, stones) for stones in board.stones)
    return image


def inverse(symmetry: Symmetry) -> Symmetry:
    return tuple(symmetry.index(point) for point in range(len(symmetry)))


def swapped(board: MorrisBoard) -> MorrisBoard:
    """Return the position with colours and side to move exchanged, without history.

    Its value for the side to move is the same. While placing, no game reaches it: White starts.
    """
    image = _without_history(board)
    image.stones.reverse()
    image.hand.reverse()
    image.turn = not board.turn
    return image


def canonical(board: MorrisBoard) -> MorrisBoard:
    """Return the image of `board` with the least pair of masks (White's, Black's)."""
    black, white = board.stones
    least = min(symmetries(board), key=lambda s: (mask_image(s, white), mask_image(s, black)))
    return board_image(least, board)


def _without_history(board: MorrisBoard) -> MorrisBoard:
    image = MorrisBoard(board.variant)
    image.turn, image.quiet, image.number = board.turn, board.quiet, board.number
    image.stones, image.hand = board.stones.copy(), board.hand.copy()
    return image


@cache
def _tables(symmetry: Symmetry) -> tuple[tuple[int, ...], ...]:
    """Return the image of the stones on each ring, indexed by ring and byte."""
    return tuple(
        tuple(
            sum(1 << image for place, image in enumerate(on_ring) if byte >> place & 1)
            for byte in range(256)
        )
        for on_ring in (symmetry[:8], symmetry[8:16], symmetry[16:])
    )
