"""Where things are in the two buffers: `words` (uint64) and `ints` (int32).

A position is a *row* of `ROW` words; the row of ply n of a line follows that of ply n - 1, so that
a move is made by copying a row and taken back by forgetting it. Squares are numbered from a1 = 0,
kinds of piece from pawn = 0 to king = 5, White is side 0 and Black 1.

A move is an integer: from, to << 6, kind << 12, taken kind << 15 (`NONE` if none), promoted kind
<< 18 (0 if none), special << 21. Castling goes to the king's new square, in Chess960 to the rook's.
"""

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Ints = NDArray[np.int32]

# A row: six words of kinds and two of sides, a bit for each square, then
ROW = 16
SIDES = 6
KEY = 8  # Zobrist
STATE = 9  # castling rights in bits 0-3 (K, Q, k, q), en passant square << 4, side to move << 11
CLOCK = 10  # plies since a capture or pawn move
SCORE = 11  # material and squares for White: two signed halves, the upper for endings
PAWN_KEY = 12  # Zobrist of the pawns
PHASE = 13  # 24 with all pieces, 0 with none
CHECKERS = 14  # men that give check to the side to move
PINNED = 15  # its men that may only move along a line with their king

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, NONE = range(7)
NO_SQUARE = 64
DOUBLE, EN_PASSANT, CASTLING = 1, 2, 3  # special moves

PLIES = 128  # of a line, at most
MOVES = 256  # in a position, at most 218
GAME = 256  # positions before the root that are remembered

# Constant words.
KNIGHT_FROM = 0
KING_FROM = 64
PAWN_FROM = 128  # White's, then Black's
BETWEEN = 256  # squares strictly between two
LINE = BETWEEN + 4096  # the whole line through two, both included
BISHOP_MAGIC = LINE + 4096  # mask, factor, shift, where its attacks start
ROOK_MAGIC = BISHOP_MAGIC + 256
ZOBRIST = ROOK_MAGIC + 256  # side, kind, square
ZOBRIST_STATE = ZOBRIST + 768  # 16 of castling rights, 65 of en passant, 1 of Black to move
KEPT_RIGHTS = ZOBRIST_STATE + 82  # rights left after a move from or to a square
# By castling right: where its move ends, the rook, squares that are empty, those not attacked.
CASTLES = KEPT_RIGHTS + 64
SQUARE_SCORE = CASTLES + 16  # side, kind, square: as in SCORE, for White
FILES_NEAR = SQUARE_SCORE + 768  # a file and those beside it, without the file itself
AHEAD = FILES_NEAR + 8  # side, square: all ranks before it
WEIGHTS = AHEAD + 128  # of the evaluation, see eval_params.py
SLIDER_ATTACKS = WEIGHTS + 768  # attacks by magic index
SLIDER_ATTACKS_END = SLIDER_ATTACKS + 107_648

# Changing words.
COUNTERS = SLIDER_ATTACKS_END
NODES, NODE_LIMIT, STOP, AGE, SELDEPTH, KEYS_BEFORE_ROOT, BUCKETS = range(COUNTERS, COUNTERS + 7)
USES_NETWORK = COUNTERS + 7  # 1 to judge by the network, 0 by the terms of classical.py
MOST_MEN, TB_HITS = COUNTERS + 8, COUNTERS + 9  # of tables of endings, and how often they answered
SCRATCH = COUNTERS + 16  # of the evaluation, see classical.py
ROWS = SCRATCH + 32
KEYS = ROWS + ROW * (PLIES + 8)  # of the game's positions and the line's, one after the other
PAWN_TABLE = KEYS + GAME + PLIES + 8  # structure by pawns: key, score, two words of passed pawns
PAWN_ENTRIES = 8192
# The network, see network.py: numbers of 16 bits, four to a word, in rows of `WIDTH`.
WIDTH = 256
ROW_WORDS = WIDTH // 4
INPUTS = 768  # side, kind, square, as among the Zobrist numbers
MEN_GROUPS = 8
NETWORK = (PAWN_TABLE + 4 * PAWN_ENTRIES + 7) // 8 * 8  # by input
BIASES = NETWORK + INPUTS * ROW_WORDS
ZEROS = BIASES + ROW_WORDS
OUTPUT = ZEROS + ROW_WORDS  # by group, two rows each
OUTPUT_BIASES = OUTPUT + 2 * MEN_GROUPS * ROW_WORDS  # a word each
NETWORK_WORDS = OUTPUT_BIASES + MEN_GROUPS - NETWORK
SLOTS = NETWORK + NETWORK_WORDS  # by ply, what the network saw of a position last:
MIRRORED = 8  # behind eight words of men, by side, whether left and right are exchanged
SUMS = 16  # by side, a row
SLOT = SUMS + 2 * ROW_WORDS
# Materials there are tables of, and by chunk where it is in memory: see tablebase.py.
LISTED = SLOTS + SLOT * (PLIES + 8)
LISTED_WORDS, LISTED_MOST = 8, 1024
MATERIAL, SWAPPED, SLICES_AT, KEY_SHIFT, CHUNK_SHIFT, CHUNKS_AT, SIDE_CHUNKS, PROMISED = range(8)
BOTH = 2  # the side that values are promised to: 0 White, 1 Black, or both
CHUNKS = LISTED + LISTED_WORDS * LISTED_MOST
CHUNKS_MOST = 1 << 18
ASKED, BARRED = 1, 2  # instead of an address: wanted, not to be had
TABLE = (CHUNKS + CHUNKS_MOST + 7) // 8 * 8  # positions: the rest of the buffer
BUCKET = 8  # words: four entries of key and data

# The buffer of ints. Lists of moves follow one another; the score of a move is `LISTS` behind it.
LISTS = MOVES * PLIES
KILLERS = 2 * LISTS  # by ply, two
BUTTERFLY = KILLERS + 2 * PLIES  # side, from, to
CONTINUATION = BUTTERFLY + 8192  # by the move before (side, kind, to; then none): kind, to
CONTINUATION_ROW = 384
NO_PREVIOUS_MOVE = 768
CAPTURE_HISTORY = CONTINUATION + CONTINUATION_ROW * (NO_PREVIOUS_MOVE + 1)  # kind, to, kind taken
COUNTER_MOVES = CAPTURE_HISTORY + 2304  # by the move before: the answer that refuted it
CORRECTION_HISTORY = COUNTER_MOVES + 769  # of the evaluation: side, pawns
REDUCTIONS = CORRECTION_HISTORY + 2 * 4096  # depth, number of the move, below 64
CORRECTED_EVALS = REDUCTIONS + 4096 + 4  # evaluations of the line, by ply, from two before
LINE_MOVES = CORRECTED_EVALS + PLIES + 8  # moves of the line, as rows of `CONTINUATION`
FRAMES = LINE_MOVES + PLIES + 8  # of the search, see frames.py
FRAME = 32
VARIATIONS = FRAMES + FRAME * 2 * PLIES  # principal variations by ply: length, then moves
ROOT_MOVES = VARIATIONS + PLIES * PLIES
ROOT_SCORES = ROOT_MOVES + MOVES
ROOT_DEPTHS = ROOT_SCORES + MOVES  # of the iteration that gave the score
ROOT_SELDEPTHS = ROOT_DEPTHS + MOVES
ROOT_LINES = ROOT_SELDEPTHS + MOVES  # by place: length, then moves
ROOT_LINE = 64
INTS = ROOT_LINES + ROOT_LINE * MOVES

MATE = 32_000  # less the plies to it
MATE_IN_MAX_PLY = MATE - 512  # the least of a mate: in 255 plies by a table, at a line's end
INFINITE = 32_001
UNKNOWN = 32_002  # no evaluation: in check
