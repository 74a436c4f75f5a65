"""Make positions to train a network on: games of our own engine, and endings from exact tables.

Usage: python resources/networks/make_data.py games FILE SECONDS SEED [NETWORK]
       python resources/networks/make_data.py tables FILE FOLDER POSITIONS SEED

The engine judges positions by a network, if one is named, else by the terms chosen by hand.
Games begin with random moves or a random ending, and both sides search `NODES` nodes a move or a
little more. Every quiet position is kept: the side to move is not in check, and its best move
neither takes nor promotes. So are positions a few random moves away from those of the game, as a
search meets them, scored by `BRANCH_NODES` nodes and without a result. Positions of tables are
random, with three to five men, and quiet too.
A file is an array of `RECORD`, nothing before or between; run several seeds side by side.
"""

import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess
import numpy as np
from numba import njit
from numpy.typing import NDArray

from millmate.kernels.engine import layout
from millmate.kernels.engine.entries import new_words, set_network
from millmate.kernels.engine.layout import (
    AGE,
    CHECKERS,
    CLOCK,
    KEY,
    KEYS,
    KEYS_BEFORE_ROOT,
    KILLERS,
    KING_FROM,
    NO_SQUARE,
    NODE_LIMIT,
    PLIES,
    ROOT_MOVES,
    ROOT_SCORES,
    ROW,
    ROWS,
    SIDES,
    STATE,
    STOP,
)
from millmate.kernels.engine.layout import (
    NODES as COUNTED,
)
from millmate.kernels.engine.moves import list_moves
from millmate.kernels.engine.position import complete_row, make_move
from millmate.kernels.engine.root import iterate, prepare
from millmate.kernels.integers import first_bit
from millmate.kernels.making.group import use_numba
from millmate.search.chess_encoding import write_row
from millmate.search.network import BY_HAND, read_network
from millmate.tablebase.layout import verdict
from millmate.tablebase.store import Table, materials, table_path

# Men are listed from a1 to h8, two to a byte, the first in the low half: kind, plus 8 for Black.
# `score` is in hundredths of a pawn and `result` 1, 0 or -1, both for White.
RECORD = np.dtype(
    [
        ("occupied", "<u8"),
        ("men", "u1", 16),
        ("score", "<i2"),
        ("result", "i1"),
        ("state", "u1"),  # 1 if Black is to move, castling rights << 1
        ("clock", "u1"),
        ("ply", "u1"),
        ("source", "u1"),  # 0 a game, 1 a game from a random ending, 2 a table, 3 aside of a game
        ("spare", "u1"),
    ]
)
NODES = 500  # no iteration begins after so many
_HARD = 8 * NODES  # nor is one finished
BRANCHES, BRANCH_NODES = 8, 50  # positions aside of each of a game, and the nodes that score them
_BUCKETS = 1 << 14  # of the transposition table
_LONGEST = 300  # plies of a game
_MOST_SCORE = 2000
_BALANCED = 300  # the least score that refuses a beginning
_RESIGNED, _RESIGNED_PLIES = 1000, 4
_RESIGN = 0.75  # of all games; the others go on until a mate is seen
_DRAWN, _DRAWN_PLIES, _DRAWN_AFTER = 4, 16, 80
_ENDINGS = 0.2  # of all games
_OF_CHUNK = 100  # positions tried
_START = [
    0x00FF00000000FF00,
    0x4200000000000042,
    0x2400000000000024,
    0x8100000000000081,
    0x0800000000000008,
    0x1000000000000010,
    0x000000000000FFFF,
    0xFFFF000000000000,
]
_START_ROW = np.array(_START, np.uint64)

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]
use_numba(["engine"], sys.modules[__name__])
compiled: Any = njit(nogil=True, error_model="numpy")


@compiled
def set_seed(seed: int) -> None:
    """Begin the random numbers of a thread anew."""
    np.random.seed(seed)


@compiled
def _think(words: Words, ints: Ints, moves: int, nodes: int) -> tuple[int, int]:
    """Search the position of row 0, whose moves stand at `ints[0]`; return move and score."""
    ints[ROOT_MOVES : ROOT_MOVES + moves] = ints[:moves]
    ints[ROOT_SCORES : ROOT_SCORES + moves] = 0
    ints[KILLERS : KILLERS + 2 * PLIES] = 0
    words[COUNTED] = words[STOP] = np.uint64(0)
    words[NODE_LIMIT] = np.uint64(8 * nodes)
    words[AGE] = (words[AGE] + np.uint64(1)) & np.uint64(63)
    move, score = np.int64(ints[ROOT_MOVES]), np.int64(0)
    for depth in range(1, 64):
        if iterate(words, ints, depth, 1, moves) < 1:
            break
        move, score = np.int64(ints[ROOT_MOVES]), np.int64(ints[ROOT_SCORES])
        if words[COUNTED] >= np.uint64(nodes):
            break
    return move, score


@compiled
def _advance(words: Words, move: int) -> None:
    """Make a move of row 0 there, and remember the position before it."""
    before = np.int64(words[KEYS_BEFORE_ROOT])
    words[KEYS + before] = words[ROWS + KEY]
    make_move(words, ROWS, move)
    words[ROWS : ROWS + ROW] = words[ROWS + ROW : ROWS + 2 * ROW]
    words[KEYS_BEFORE_ROOT] = np.uint64(0 if words[ROWS + CLOCK] == np.uint64(0) else before + 1)


@compiled
def _is_drawn(words: Words) -> bool:
    """Tell whether the position of row 0 is drawn by rule: the third of its kind, or others."""
    if words[ROWS + CLOCK] >= np.uint64(100):
        return True
    men = words[ROWS + SIDES] | words[ROWS + SIDES + 1]
    heavy = words[ROWS] | words[ROWS + layout.ROOK] | words[ROWS + layout.QUEEN]
    if heavy == np.uint64(0) and _number(men) < 4:
        return True
    before, seen = np.int64(words[KEYS_BEFORE_ROOT]), 0
    for at in range(before - 4, -1, -2):
        seen += words[KEYS + at] == words[ROWS + KEY]
    return seen >= 2


@compiled
def _number(men: np.uint64) -> int:
    number = 0
    while men != np.uint64(0):
        men &= men - np.uint64(1)
        number += 1
    return number


@compiled
def _begin_game(words: Words, ints: Ints) -> None:
    """Write the first position and 8 to 10 random moves from it; it may be over."""
    words[ROWS : ROWS + 8] = _START_ROW
    words[ROWS + STATE], words[ROWS + CLOCK] = np.uint64(15 | NO_SQUARE << 4), np.uint64(0)
    complete_row(words, ROWS)
    for _ in range(np.random.randint(8, 11)):
        moves = list_moves(words, ints, ROWS)
        if moves == 0:
            return
        _advance(words, np.int64(ints[np.random.randint(moves)]))


@compiled
def _place(words: Words, side: int, kind: int) -> None:
    """Put a man on an empty square, a pawn on none of the outer ranks."""
    while True:
        square = np.random.randint(64)
        if kind == 0 and (square < 8 or square > 55):
            continue
        bit = np.uint64(1) << np.uint64(square)
        if (words[ROWS + SIDES] | words[ROWS + SIDES + 1]) & bit == np.uint64(0):
            words[ROWS + kind] |= bit
            words[ROWS + SIDES + side] |= bit
            return


@compiled
def _begin_ending(words: Words) -> bool:
    """Write a random ending of 6 to 12 men; return whether it is legal."""
    words[ROWS : ROWS + ROW] = np.uint64(0)
    men = np.random.randint(6, 13) - 2
    for side in range(2):
        _place(words, side, layout.KING)
    one = words[ROWS + layout.KING] & words[ROWS + SIDES]
    other = words[ROWS + layout.KING] & words[ROWS + SIDES + 1]
    if words[KING_FROM + first_bit(one)] & other != np.uint64(0):
        return False
    pawns = np.random.randint(0, men + 1)
    for number in range(men):
        side = number & 1
        if number < pawns:
            kind = 0
        else:
            draw = np.random.randint(10)
            kind = 1 if draw < 3 else 2 if draw < 6 else 3 if draw < 9 else 4
        _place(words, side, kind)
    side = np.random.randint(2)
    words[ROWS + STATE] = np.uint64(NO_SQUARE << 4 | (1 - side) << 11)
    complete_row(words, ROWS)
    if words[ROWS + CHECKERS] != np.uint64(0):
        return False
    words[ROWS + STATE] = np.uint64(NO_SQUARE << 4 | side << 11)
    complete_row(words, ROWS)
    return True


@compiled
def _note(words: Words, record: NDArray[np.uint8], score: int, ply: int, source: int) -> None:
    """Write the record of row 0, without the result."""
    occupied = words[ROWS + SIDES] | words[ROWS + SIDES + 1]
    record[:] = 0
    for byte in range(8):
        record[byte] = (occupied >> np.uint64(8 * byte)) & np.uint64(255)
    number = 0
    for square in range(64):
        bit = np.uint64(1) << np.uint64(square)
        if occupied & bit != np.uint64(0):
            man = 0 if words[ROWS + SIDES] & bit != np.uint64(0) else 8
            for kind in range(6):
                if words[ROWS + kind] & bit != np.uint64(0):
                    man += kind
            record[8 + number // 2] |= man << (4 * (number & 1))
            number += 1
    score = max(-_MOST_SCORE, min(_MOST_SCORE, score))
    record[24], record[25] = score & 255, (score >> 8) & 255
    state = np.int64(words[ROWS + STATE])
    record[27] = (state >> 11) & 1 | (state & 15) << 1
    record[28], record[29], record[30] = np.int64(words[ROWS + CLOCK]), min(ply, 255), source


@compiled
def _branch(words: Words, ints: Ints, records: NDArray[np.uint8], ply: int) -> int:
    """Write records of positions some random moves away from row 0; return how many."""
    kept, before, number = words[ROWS : ROWS + ROW].copy(), words[KEYS_BEFORE_ROOT], 0
    keys = words[KEYS : KEYS + layout.GAME].copy()
    for _ in range(BRANCHES):
        moves = 1
        for _ in range(np.random.randint(1, 4)):
            moves = list_moves(words, ints, ROWS)
            if moves == 0:
                break
            make_move(words, ROWS, np.int64(ints[np.random.randint(moves)]))
            words[ROWS : ROWS + ROW] = words[ROWS + ROW : ROWS + 2 * ROW]
        words[KEYS_BEFORE_ROOT] = np.uint64(0)
        moves = list_moves(words, ints, ROWS)
        if moves and words[ROWS + CHECKERS] == np.uint64(0) and not _is_drawn(words):
            move, score = _think(words, ints, moves, BRANCH_NODES)
            if (move >> 15) & 63 == layout.NONE and abs(score) < _MOST_SCORE:
                score = -score if np.int64(words[ROWS + STATE]) >> 11 else score
                _note(words, records[number], score, ply, 3)
                number += 1
        words[ROWS : ROWS + ROW] = kept
    words[KEYS_BEFORE_ROOT] = before
    words[KEYS : KEYS + layout.GAME] = keys
    return number


@compiled
def play(words: Words, ints: Ints, records: NDArray[np.uint8]) -> int:
    """Play a game; return how many records of 32 bytes were written, -1 if it had no beginning."""
    words[KEYS_BEFORE_ROOT] = np.uint64(0)
    source = 1 if np.random.random() < _ENDINGS else 0
    if source == 0:
        _begin_game(words, ints)
    elif not _begin_ending(words):
        return -1
    resigns = np.random.random() < _RESIGN
    number, result, high, low = 0, 0, 0, 0
    for ply in range(_LONGEST):
        moves = list_moves(words, ints, ROWS)
        black = np.int64(words[ROWS + STATE]) >> 11
        in_check = words[ROWS + CHECKERS] != np.uint64(0)
        if moves == 0:
            result = (1 if black else -1) if in_check else 0
            break
        if _is_drawn(words):
            break
        move, score = _think(words, ints, moves, NODES)
        score = -score if black else score
        if ply == 0 and abs(score) >= _BALANCED:
            return -1
        quiet = (move >> 15) & 63 == layout.NONE
        if quiet and not in_check and abs(score) < layout.MATE_IN_MAX_PLY:
            _note(words, records[number], score, ply, source)
            number += 1
        if not in_check:
            number += _branch(words, ints, records[number:], ply)
        bar = _RESIGNED if resigns else layout.MATE_IN_MAX_PLY
        high = high + (1 if score > 0 else -1) if abs(score) >= bar and high * score >= 0 else 0
        if abs(high) >= _RESIGNED_PLIES:
            result = 1 if high > 0 else -1
            break
        low = low + 1 if abs(score) <= _DRAWN else 0
        if low >= _DRAWN_PLIES and ply >= _DRAWN_AFTER:
            break
        _advance(words, move)
    for at in range(number):
        if records[at, 30] != 3:
            records[at, 26] = result & 255
    return number


def buffers(network: str = BY_HAND) -> tuple[Words, Ints]:
    """Return the engine's buffers; it judges by a network, if one is named."""
    words, ints = new_words(_BUCKETS * layout.BUCKET), np.zeros(layout.INTS, np.int32)
    words[layout.BUCKETS] = _BUCKETS - 1
    if network != BY_HAND:
        set_network(words, read_network(network))
    prepare(ints)
    return words, ints


def forget(words: Words, ints: Ints) -> None:
    """Forget what was learnt."""
    words[layout.TABLE :] = 0
    ints[:] = 0
    prepare(ints)


def make_games(path: Path, seconds: float, seed: int, network: str = BY_HAND) -> None:
    """Play games until the time is over."""
    words, ints = buffers(network)
    records = np.zeros((_LONGEST * (1 + BRANCHES), RECORD.itemsize), np.uint8)
    set_seed(seed)
    began, games, positions, told = time.monotonic(), 0, 0, 0.0
    with path.open("wb") as file:
        while (spent := time.monotonic() - began) < seconds:
            number = play(words, ints, records)
            if number < 0:
                continue
            forget(words, ints)
            file.write(records[:number].tobytes())
            games, positions = games + 1, positions + number
            if spent > told + 30:
                told = spent
                file.flush()
                print(f"{spent:.0f} s: {games:,} games, {positions:,} positions", flush=True)
    print(f"{games:,} games, {positions:,} positions")


def _random_boards(table: Table, rng: random.Random) -> Iterator[tuple[chess.Board, int]]:
    """Yield random positions of a table, each with its byte; impossible ones, too."""
    size, chunks = table.layout.chunk_size, table.layout.side_chunks
    while True:
        side, number = rng.randrange(2), rng.randrange(chunks)
        values = table.chunk(side * chunks + number)
        half = table.layout.size // 2
        first = side * half + number * size
        for _ in range(_OF_CHUNK):
            offset = rng.randrange(min(size, half - number * size))
            board = table.layout.board(first + offset)
            if not board.pawns:  # tables hold one of eight images of these
                for flip in (chess.flip_vertical, chess.flip_horizontal, chess.flip_diagonal):
                    if rng.random() < 0.5:
                        board = board.transform(flip)
            yield board, values[offset]


def _is_quiet(words: Words, ints: Ints, board: chess.Board) -> bool:
    """Tell whether a position is legal and not over, and its best move a quiet one; write it."""
    if chess.popcount(board.kings) != 2 or not board.is_valid() or board.is_check():
        return False
    write_row(words, board)
    words[KEYS_BEFORE_ROOT] = 0
    moves = list_moves(words, ints, ROWS)
    if moves == 0 or _is_drawn(words):
        return False
    move, _ = _think(words, ints, moves, NODES // 2)
    return (move >> 15) & 63 == layout.NONE


def make_endings(path: Path, folder: Path, number: int, seed: int) -> None:
    """Write so many random positions of the tables in a folder, all materials alike.

    Those against a bare king are left out. A win is worth 6 to 12 pawns, the more the nearer.
    """
    rng, (words, ints) = random.Random(seed), buffers()
    records = np.zeros((number, RECORD.itemsize), np.uint8)
    chosen = [each for each in materials(folder) if min(len(each.white), len(each.black)) > 1]
    at = 0
    for place, material in enumerate(chosen):
        boards = _random_boards(Table(table_path(folder, material)), rng)
        men = len(material.white) + len(material.black)
        end = number * (place + 1) // len(chosen)
        while at < end:
            board, code = next(boards)
            if chess.popcount(board.occupied) < men or not _is_quiet(words, ints, board):
                continue
            found = verdict(code)
            wdl = found.wdl if board.turn else -found.wdl
            score = wdl * max(600, 1200 - 8 * (found.plies or 0))
            _note(words, records[at], score, 0, 2)
            records[at, 26] = wdl & 255
            at += 1
        print(f"{material}: {at:,} positions", flush=True)
        forget(words, ints)
    records.tofile(path)


def main() -> None:
    """Make what the command line asks for."""
    what, path, *rest = sys.argv[1:]
    if what == "games":
        make_games(Path(path), float(rest[0]), int(rest[1]), *rest[2:])
    else:
        make_endings(Path(path), Path(rest[0]), int(rest[1]), int(rest[2]))


if __name__ == "__main__":
    main()
