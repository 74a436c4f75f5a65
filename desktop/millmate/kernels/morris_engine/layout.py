"""Where things are in the engine's buffer, which holds int64.

A position is one integer, as the side to move sees it: its stones in bits 0-23, the other side's
in bits 24-47 (points as in `morris_geometry`), its stones in hand in bits 48-51, the other side's
in bits 52-55. Whoever moves is the same to the rules, so colours are not needed.

A move is an integer: target, origin << 5 (`NOWHERE` if placed), taken stone << 10 and a second one,
on a higher point, << 15 (`NOWHERE` if none).
"""

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.int64]

NOWHERE = 24  # in place of a point
STONES = (1 << 24) - 1
OTHER, HAND, OTHER_HAND = 24, 48, 52  # shifts
BOARD = (1 << HAND) - 1  # the bits of both sides' stones
MOVE = (1 << 20) - 1  # the bits of a move
QUIET = NOWHERE << 10 | NOWHERE << 15  # no stone is taken

PLIES = 128  # of a line, at most
# Moves in a position, at most: 3 stones, 18 targets, each closing a mill, 9 stones to take. On a
# board with diagonals six points may be free, each for two stones that close two mills there, and
# then there are 55 pairs of stones to take; few of these can come together.
MOVES = 660
GAME = 256  # positions before the root that are remembered

NODES, NODE_LIMIT, STOP, AGE, SELDEPTH, KEYS_BEFORE_ROOT, BUCKETS = range(7)
# The depths from which on the transposition table is used, and symmetric positions share an entry.
LEAST_TABLE, LEAST_SYMMETRY = 7, 8
# How often solved positions were met, and which are looked up: see tablebase.py.
TB_HITS, LOOKED_UP = 9, 10
# The number of plies without a mill or placement after which a game is drawn.
CLAIMED_AFTER = 11
NOTHING, MOVING, EVERYTHING = range(3)
KEYS = 16  # positions of the game and the line, one after the other
KILLERS = KEYS + GAME + PLIES + 8  # by ply, two
BUTTERFLY = KILLERS + 2 * PLIES + 8  # side, origin, target
BUTTERFLY_SIDE = 25 * 24
WEIGHTS = BUTTERFLY + 2 * BUTTERFLY_SIDE  # of the evaluation, see weights.py
SCRATCH = WEIGHTS + 640  # of the evaluation
# The rules: see rules.py.
FLAGS = SCRATCH + 64
POINTS, SPOKES, SYMMETRIC, EARLY, MIDDLE, MILLS_NUMBER = range(FLAGS + 1, FLAGS + 7)
NEIGHBOURS = FLAGS + 8  # by point
MILLS = NEIGHBOURS + 24
MILLS_MOST = 24
RULES_END = MILLS + MILLS_MOST
FLYING, EACH_MILL, MOVES_WHILE_PLACING, MILL_WINS = 1, 2, 4, 8  # bits of the flags
REDUCTIONS = RULES_END + 8  # depth, number of the move, below 64
VARIATIONS = REDUCTIONS + 64 * 64  # principal variations by ply: length, then moves
LISTS = VARIATIONS + PLIES * PLIES  # of moves, one behind the other, each with its score behind it
ROOT_MOVES = LISTS + 2 * MOVES * 64
ROOT_SCORES = ROOT_MOVES + MOVES
ROOT_DEPTHS = ROOT_SCORES + MOVES
ROOT_SELDEPTHS = ROOT_DEPTHS + MOVES
ROOT_LINES = ROOT_SELDEPTHS + MOVES  # by place: length, then moves
ROOT_LINE = 64
# Tables of solved positions, and where their chunks are in memory: see tablebase.py.
LISTED = ROOT_LINES + ROOT_LINE * MOVES  # by 100 x stones placed + 10 x primary + other side's
LISTED_WORDS, LISTED_MOST = 4, 1900
CHUNKS_AT, SIDE_CHUNKS, CHUNK_ROWS, ROW_BYTES = range(4)
CLASSES = LISTED + LISTED_WORDS * LISTED_MOST  # by stones: the address of `index.classes`, its size
CHUNKS = CLASSES + 2 * 10
CHUNKS_MOST = 1 << 17
# Instead of where a table's chunks start: no such table, not listed yet, to be listed.
NONE, UNLISTED, WANTED = range(3)
# Instead of a chunk's address: not to be had. Below 0: how often it was looked for.
BARRED = 1
TABLE = (CHUNKS + CHUNKS_MOST + 7) // 8 * 8  # positions: the rest of the buffer
BUCKET = 8  # integers: four entries of two

MATE = 32_000  # less the plies to it
MATE_IN_MAX_PLY = MATE - 512  # the least score of a won game
KNOWN = 10_000  # the least score of a win proved by tables, but with an unknown number of plies
INFINITE = 32_001
UNKNOWN = 32_002
