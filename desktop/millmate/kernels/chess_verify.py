"""One-ply verification of a slice of a table, in rows of 64 positions.

It shares nothing with the kernels that build. If every value is what the best of its successors
makes it, the table is right: by induction on the distance there is only one such table.

A row is one placement of the pivot king (White's) and the pieces, its number their squares as
digits: `row = index of the king * 64**m + piece_1 * 64**(m - 1) + ... + piece_m`; its lanes are the
squares of the lane king (Black's). *Coordinate* 0 of a row is the pivot king, i + 1 piece i. Moves
within the slice are read from the keys of the rows with the other side to move; captures by kings
and pieces from rows gathered beforehand, and all pawn moves from `start`. Rows are checked a tile
at a time (see `chess_verify_moves.Tile`): a square that a slider reaches from one square is also
reached by one on the next square, so each way is walked once for a whole line.
"""

import numpy as np

from millmate.kernels.chess_verify_board import (
    Flags,
    Ints,
    count,
    lanes_along,
    legal_lanes,
)
from millmate.kernels.chess_verify_moves import (
    PART,
    Captures,
    Moves,
    Slice,
    Tile,
    decode,
    move_across,
    move_along,
    move_lane_king,
    move_last,
    move_pivot_king,
)
from millmate.kernels.chess_verify_rows import (
    DRAW,
    LONGEST,
    Bytes,
    ReadOnlyBytes,
    ReadOnlyBytes3D,
    above,
    both,
    choose,
    count_lanes,
    counted,
    difference,
    distance,
    either,
    expected,
    fill,
    has_any,
    key_of,
    later,
    load,
    same,
    spread,
    store,
)
from millmate.kernels.declare import Bytes3D, allocating, exported, kernel

_U0, _255 = np.uint64(0), np.uint8(255)
_NONE, _WON, _DRAW, _LONGEST = np.uint8(0), np.uint8(1), np.uint8(DRAW), np.uint8(LONGEST)


@allocating
def room(slice_: Slice, most: int) -> Tile:
    """Return room for a tile of up to `most` rows, the pawns on the squares of the first slice."""
    pieces, men = slice_.like.size, slice_.codes.size
    size = min(most, 64 ** min(pieces, 2))
    squares = np.zeros(men, np.int64)
    squares[pieces:] = slice_.pawns[0]
    words, bases = np.zeros((2, size), np.uint64), np.zeros(max(9, men), np.int64)
    return Tile(
        squares,
        np.empty((size, 64), np.uint8),
        words[0],
        words[1],
        np.zeros(size, np.bool_),
        np.zeros(max(1, size // 64), np.bool_),
        np.zeros((PART, 64), np.uint8),
        np.zeros(men, np.uint64),
        bases,
    )


@kernel
def find_legal(slice_: Slice, tile: Tile, first: int, to: int) -> None:
    """Find the legal positions of a line."""
    pieces, squares, codes, white = slice_.like.size, tile.squares, slice_.codes, slice_.white
    king = slice_.kings[decode(first, squares, pieces)]
    if pieces == 0:
        tile.white_moves[to] = legal_lanes(king, squares, codes, white, False)
        tile.black_moves[to] = legal_lanes(king, squares, codes, white, True)
        return
    with_white, with_black = tile.white_moves[to : to + 64], tile.black_moves[to : to + 64]
    lanes_along(king, squares, codes, white, pieces - 1, tile.seen, with_white, with_black)


@exported
@allocating
def make_keys(
    slice_: Slice,
    codes: ReadOnlyBytes3D,
    origin: int,
    added: int,
    keys: Bytes3D,
    black_to_move: bool,
    start: int,
    stop: int,
) -> bool:
    """Write the keys of the rows from `start` to `stop`, counted through all slices.

    Args:
        slice_: The slices.
        codes: Their codes, [slices, rows, 64], of consecutive rows.
        origin: The first of these rows.
        added: The moves that are added to won distances.
        keys: Filled, [slices, rows, 64].
        black_to_move: Whether Black is to move.
        start: The first row.
        stop: One past the last.

    Returns:
        Whether a distance is 127 or more.
    """
    tile, words, longest = room(slice_, 64), keys.shape[1], fill(_NONE)
    size = tile.best.shape[0]
    for at in range(start // words, (stop + words - 1) // words):
        begin, end = max(0, start - at * words), min(words, stop - at * words)
        tile.squares[slice_.like.size :] = slice_.pawns[at]
        for first in range(begin - begin % size, end, size):
            find_legal(slice_, tile, first, 0)
            for row in range(max(first, begin), min(first + size, end)):
                white, black = tile.white_moves[row - first], tile.black_moves[row - first]
                legal = spread(black if black_to_move else white)
                code = load(codes[at], row - origin)
                if added:
                    code = later(code, added)
                code = both(code, legal)
                store(keys[at], row, both(key_of(code), legal))
                longest = either(longest, same(distance(code), fill(_LONGEST)))
    return has_any(longest)


@kernel
def sorted_row(like: Flags, squares: Ints, index: int) -> int:
    """Return the row that has like pieces on the same squares in ascending order."""
    for piece in range(1, like.size):
        at = piece
        while at > 0 and like[at] and squares[at] < squares[at - 1]:
            squares[at], squares[at - 1] = squares[at - 1], squares[at]
            at -= 1
    row = index
    for piece in range(like.size):
        row = row << 6 | squares[piece]
    return row


@kernel
def prepare(
    moves: Moves,
    tile: Tile,
    codes: ReadOnlyBytes,
    origin: int,
    least: np.uint8,
    first: int,
    begin: int,
    stop: int,
) -> int:
    """Find the legal positions in the rows of a tile, and start with its pawn moves.

    `codes` are those of rows from `origin` on.

    Returns:
        The number of legal positions in the rows from `begin` to `stop`.
    """
    slice_, _, _, start, black_to_move = moves
    pieces, size, positions, alike = slice_.like.size, tile.best.shape[0], 0, False
    for piece in range(pieces):
        alike |= slice_.like[piece]
    line = min(size, 64)
    for to in range(0, size, line):
        find_legal(slice_, tile, first + to, to)
        tile.busy[to // line] = False
        for at in range(to, to + line):
            row = first + at
            legal = tile.black_moves[at] if black_to_move else tile.white_moves[at]
            wanted = begin <= row < stop and legal != _U0
            if wanted:
                positions += count(legal)
            if wanted and alike:
                index = decode(row, tile.squares, pieces)
                wanted = sorted_row(slice_.like, tile.squares, index) == row
            if wanted and least > 0:
                wanted = has_any(counted(load(codes, row - origin), least))
            tile.wanted[at] = wanted
            tile.busy[to // line] |= wanted
            store(tile.best, at, load(start, row if start.shape[0] > 1 else 0))
    return positions


@kernel
def compare(
    moves: Moves,
    tile: Tile,
    codes: ReadOnlyBytes,
    origin: int,
    twins: bool,
    least: np.uint8,
    first: int,
    begin: int,
    stop: int,
) -> tuple[int, int]:
    """Return how many values of a tile are wrong, and the first wrong place or -1.

    Only the rows from `begin` to `stop` count; `codes` are those of rows from `origin` on.
    """
    slice_, _, _, _, black_to_move = moves
    pieces, faults, fault = slice_.like.size, 0, -1
    for row in range(max(first, begin), min(first + tile.best.shape[0], stop)):
        at = row - first
        white, black = tile.white_moves[at], tile.black_moves[at]
        lanes = black if black_to_move else white
        if lanes == _U0:
            continue
        wrong = fill(_NONE)
        if tile.wanted[at]:
            # In check: it would be illegal if it were the other side's turn.
            check = lanes & ~(white if black_to_move else black)
            code = load(codes, row - origin)
            right = expected(load(tile.best, at), spread(check))
            wrong = both(difference(code, right), counted(code, least))
        elif twins:
            index = decode(row, tile.squares, pieces)
            twin = sorted_row(slice_.like, tile.squares, index)
            wrong = difference(load(codes, row - origin), load(codes, twin - origin))
        wrong = both(wrong, spread(lanes))
        if has_any(wrong):
            store(tile.reached, 0, wrong)
            number, lane = count_lanes(tile.reached)
            faults += number
            fault = row * 64 + lane if fault < 0 else fault
    return faults, fault


@kernel
def find_best(moves: Moves, tile: Tile, first: int) -> None:
    """Find the keys of the best moves of a tile, see `check`."""
    slice_, black_to_move = moves.slice_, moves.black_to_move
    last, size = slice_.like.size - 1, tile.best.shape[0]
    if last > 0 and slice_.white[last - 1] != black_to_move:
        move_along(moves, tile, first)
    for line in range(tile.busy.size):
        row, to = first + 64 * line, 64 * line
        if not tile.busy[line]:
            continue
        for piece in range(last - 1):
            if slice_.white[piece] != black_to_move:
                move_across(moves, tile, row, to, piece)
        if size > 1 and slice_.white[last] != black_to_move:
            move_last(moves, tile, row, to)
        if black_to_move:
            move_lane_king(moves, tile, row, to)
        else:
            move_pivot_king(moves, tile, row, to)


@exported
@allocating
def check(
    slice_: Slice,
    captures: Captures,
    codes: ReadOnlyBytes3D,
    origin: int,
    twins: bool,
    keys: Bytes3D,
    start: Bytes3D,
    black_to_move: bool,
    least: np.uint8,
    begin: int,
    stop: int,
) -> tuple[int, int, int]:
    """Check the rows from `begin` to `stop`, counted through all slices, with one side to move.

    Args:
        slice_: The slices of the positions.
        captures: The positions after captures by kings and pieces, each slice's share of the rows
            after another's.
        codes: Their codes, [slices, rows, 64], of consecutive rows.
        origin: The first of these rows.
        twins: Whether they have like pieces in every order, which is checked.
        keys: The keys of the slices with the other side to move, [slices, rows, 64].
        start: The keys of the best pawn move, [slices, rows, 64]; or [1, 1, 64] of zeros without
            pawns.
        black_to_move: Whether Black is to move.
        least: The least distance that is checked.
        begin: The first row to check.
        stop: One past the last.

    Returns:
        The numbers of legal positions and of wrong values, and the first wrong place or -1.
    """
    words, each, tile = keys.shape[1], captures.rows.shape[0] // keys.shape[0], room(slice_, 4096)
    positions, faults, fault, size = 0, 0, -1, tile.best.shape[0]
    for at in range(begin // words, (stop + words - 1) // words):
        rows = captures.rows[at * each : (at + 1) * each]
        taken = Captures(rows, captures.offsets, captures.strides)
        pushed = start[at if start.shape[1] > 1 else 0]
        moves, own = Moves(slice_, taken, keys[at], pushed, black_to_move), codes[at]
        tile.squares[slice_.like.size :] = slice_.pawns[at]
        low, high = max(0, begin - at * words), min(words, stop - at * words)
        for first in range(low - low % size, high, size):
            positions += prepare(moves, tile, own, origin, least, first, low, high)
            if tile.busy.any():
                find_best(moves, tile, first)
            wrong, place = compare(moves, tile, own, origin, twins, least, first, low, high)
            faults += wrong
            fault = place + at * words * 64 if fault < 0 <= place else fault
    return positions, faults, fault


@exported
@allocating
def fill_wins(
    slice_: Slice,
    captures: Captures,
    values: Bytes,
    keys: Bytes,
    start: Bytes,
    black_to_move: bool,
    begin: int,
    stop: int,
) -> int:
    """Write the codes of won positions of one slice, 1 so far, from their best moves; see `check`.

    Rows whose like pieces are in another order than the stored one are skipped.

    Returns:
        The number of positions marked as won that have no winning move.
    """
    tile, faults = room(slice_, 4096), 0
    moves, size = Moves(slice_, captures, keys, start, black_to_move), tile.best.shape[0]
    for first in range(begin - begin % size, stop, size):
        prepare(moves, tile, values, 0, _NONE, first, begin, stop)
        find_best(moves, tile, first)
        for row in range(max(first, begin), min(first + size, stop)):
            if tile.wanted[row - first]:
                value, best = load(values, row), load(tile.best, row - first)
                won = same(value, fill(_WON))
                store(values, row, choose(won, expected(best, fill(_NONE)), value))
                unwon = both(won, difference(above(best, fill(_DRAW)), fill(_255)))
                if has_any(unwon):
                    store(tile.reached, 0, unwon)
                    faults += count_lanes(tile.reached)[0]
    return faults
