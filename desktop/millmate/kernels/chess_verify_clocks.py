"""Values under the fifty-move rule in a slice, from one clock to the next (see `tablebase.clocks`).

Values at a clock follow from those one ply later on the clock, by the moves of `chess_verify`. A
row is computed again only if a quiet move leads from it into a row that has changed there.
"""

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_verify import find_best, find_legal, room
from millmate.kernels.chess_verify_board import (
    FIRST_WAY,
    KING_JUMPS,
    LAST_WAY,
    RAYS,
    SYMMETRY,
    WAY_STEP,
    Flags,
    Ints,
    Word,
    has,
)
from millmate.kernels.chess_verify_moves import Captures, Moves, Slice, Tile, decode
from millmate.kernels.chess_verify_rows import (
    Bytes,
    both,
    difference,
    expected,
    fill,
    has_any,
    load,
    same,
    spread,
    store,
)
from millmate.kernels.declare import allocating, exported, kernel

_LINE = 64
_BIT, _NONE = np.uint64(1), np.uint8(0)
_CLOCKS = 100  # plies after which the rule draws
_LOST = 128
_FROM = np.argsort(SYMMETRY, axis=1)  # the symmetries the other way round
# By a code, the key for the side that has moved (see `chess_verify_rows`).
_KEYS = np.array([128, *range(1, 128), *(255 - n for n in range(127)), 129], np.uint8)

Places = NDArray[np.uint32]


@kernel
def _start(moves: Moves, tile: Tile, marked: Flags, first: int) -> bool:
    """Prepare the marked lines of a tile with their pawn moves; return whether there are any."""
    start, size, found = moves.start, tile.best.shape[0], False
    line = min(size, _LINE)
    for to in range(0, size, line):
        busy = False
        for row in range(first + to, first + to + line):
            busy |= marked[row]
        tile.busy[to // line] = busy
        found |= busy
        if busy:
            find_legal(moves.slice_, tile, first + to, to)
            for at in range(to, to + line):
                store(tile.best, at, load(start, first + at if start.shape[0] > 1 else 0))
    return found


@exported
@allocating
def improve(
    slice_: Slice,
    captures: Captures,
    start: Bytes,
    keys: Bytes,
    codes: Bytes,
    marked: Flags,
    black_to_move: bool,
    mates_only: bool,
    first: int,
    stop: int,
    rows: Ints,
    new: Bytes,
) -> int:
    """Compute marked rows, those of whole tiles or of the whole slice.

    Args:
        slice_: The slice of the positions.
        captures: The positions after captures by kings and pieces.
        start: The keys of the best pawn move, [rows, 64]; or one row of zeros without pawns.
        keys: The keys of the slice with the other side to move, one ply later on the clock.
        codes: Those of the slice with this side to move, one ply later on the clock.
        marked: Which rows to compute.
        black_to_move: Whether Black is to move.
        mates_only: Whether all but mates are draws: the clock has run out.
        first: The first row.
        stop: One past the last.
        rows: Where to list the rows that change.
        new: Their codes.

    Returns:
        The number of these rows.
    """
    tile, found = room(slice_, 4096), 0
    moves = Moves(slice_, captures, keys, start, black_to_move)
    for base in range(first, stop, tile.best.shape[0]):
        if not _start(moves, tile, marked, base):
            continue
        find_best(moves, tile, base)
        for at in range(tile.best.shape[0]):
            if not marked[base + at]:
                continue
            white, black = tile.white_moves[at], tile.black_moves[at]
            legal = black if black_to_move else white
            check = legal & ~(white if black_to_move else black)
            best = load(tile.best, at)
            code = both(expected(best, spread(check)), spread(legal))
            if mates_only:
                code = both(code, same(best, fill(_NONE)))
            if has_any(difference(code, load(codes, base + at))):
                rows[found] = base + at
                store(new, found, code)
                found += 1
    return found


@kernel
def _plies(code: np.uint8) -> int:
    """Return the plies to mate of a code that is not a draw's."""
    moves = int(np.int64(code))
    return 2 * (moves - _LOST) if moves >= _LOST else 2 * moves - 1


@exported
@kernel
def apply(
    rows: Ints,
    new: Bytes,
    clock: int,
    births: bool,
    codes: Bytes,
    keys: Bytes,
    places: Places,
    old: NDArray[np.uint8],
) -> tuple[int, int, int]:
    """Put the new codes of rows in their place, and list those that they replace.

    Draws are listed only with `births`, and only if the mate that replaces them comes after the
    clock has run out, by moves that set it back.

    Args:
        rows: The rows that change.
        new: Their codes.
        clock: The clock of these codes.
        births: Whether draws are listed.
        codes: The codes of the slice, one ply later on the clock.
        keys: The keys of these.
        places: Where to list places.
        old: Where to list the codes that they had.

    Returns:
        The number of places listed, the longest distance in the new codes, and how many of these
        are worse than the old ones: none.
    """
    listed, longest, faults = 0, 0, 0
    for number in range(rows.size):
        row = rows[number]
        for lane in range(64):
            before, code = codes[row, lane], new[number, lane]
            if before == code:
                continue
            codes[row, lane], keys[row, lane] = code, _KEYS[code]
            longest = max(longest, int(np.int64(code & 127)))
            if before != 0:
                faults += code == 0 or (before < _LOST) != (code < _LOST) or code >= before
            elif not births or clock + _plies(code) <= _CLOCKS:
                continue
            places[listed], old[listed] = row * 64 + lane, before
            listed += 1
    return listed, longest, faults


@kernel
def _mark_before(
    code: int, square: int, occupied: Word, row: int, after: int, marked: Flags
) -> None:
    """Mark the rows with a piece where it could have come from; `after` pieces follow it."""
    for way in range(FIRST_WAY[code], LAST_WAY[code], WAY_STEP[code]):
        for start in RAYS[way, square]:
            if start < 0 or has(occupied, start):
                break
            marked[row + ((start - square) << 6 * after)] = True


@kernel
def _mark_kings(slice_: Slice, index: int, squares: Ints, marked: Flags) -> None:
    """Mark the rows from which White's king could have come to its square."""
    pieces = slice_.like.size
    for there in range(64):  # the squares that are brought to its own
        if slice_.indices[there] != index:
            continue
        others = 0
        for piece in range(pieces):
            others = others << 6 | _FROM[slice_.symmetries[there], squares[piece]]
        for start in KING_JUMPS[there]:
            if start >= 0 and slice_.symmetries[start] == 0:
                marked[slice_.indices[start] << 6 * pieces | others] = True


@exported
@kernel
def mark(slice_: Slice, rows: Ints, black_to_move: bool, squares: Ints, marked: Flags) -> None:
    """Mark the rows from which a quiet move of one side leads into some of the other side's.

    `squares` is room for a number for each piece.
    """
    pieces = slice_.like.size
    for row in rows:
        index = decode(row, squares, pieces)
        occupied: Word = _BIT << np.uint64(slice_.kings[index])
        for piece in range(pieces):
            occupied |= _BIT << np.uint64(squares[piece])
        for piece in range(pieces):
            if slice_.white[piece] != black_to_move:
                _mark_before(
                    slice_.codes[piece], squares[piece], occupied, row, pieces - 1 - piece, marked
                )
        if black_to_move:
            marked[row] = True
        else:
            _mark_kings(slice_, index, squares, marked)
