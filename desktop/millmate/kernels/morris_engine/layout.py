"""Where things are in the engine's buffer, which holds int64.

A position is one integer, as the side to move sees it: its stones in bits 0-23, the other side's
in bits 24-47 (points as in `morris_geometry`), its stones in hand in bits 48-51, the other side's
in bits 52-55. Whoever moves is the same to the rules, so colours are not needed.

A move is an integer: target, origin << 5 (`NOWHERE` if placed), taken stone << 10 (`NOWHERE` if
none), and in the lists `QUIET` if it takes none.
"""

NOWHERE = 24  # in place of a point
STONES = (1 << 24) - 1
OTHER, HAND, OTHER_HAND = 24, 48, 52  # shifts
BOARD = (1 << HAND) - 1  # the bits of both sides' stones

PLIES = 128  # of a line, at most
MOVES = 640  # in a position, at most: 3 stones, 18 targets, each closing a mill, 9 stones to take
GAME = 256  # positions before the root that are remembered

NODES, NODE_LIMIT, STOP, AGE, SELECTIVE, BEFORE, BUCKETS = range(7)
# From which depth on the table of positions is asked and told, and symmetric ones share an entry.
LEAST_TABLE, LEAST_SYMMETRY = 7, 8
KEYS = 16  # positions of the game and the line, one after the other
KILLERS = KEYS + GAME + PLIES + 8  # by ply, two
HISTORY = KILLERS + 2 * PLIES + 8  # side, origin, target
HISTORY_SIDE = 25 * 24
WEIGHTS = HISTORY + 2 * HISTORY_SIDE  # of the evaluation, see weights.py
SCRATCH = WEIGHTS + 512  # of the evaluation
REDUCTION = SCRATCH + 64  # depth, number of the move, below 64
LINES = REDUCTION + 64 * 64  # principal variations by ply: length, then moves
LISTS = LINES + PLIES * PLIES  # of moves, one behind the other, each with its score behind it
ROOT_MOVES = LISTS + 2 * MOVES * 64
ROOT_SCORES = ROOT_MOVES + MOVES
ROOT_DEPTHS = ROOT_SCORES + MOVES
ROOT_SELECTIVE = ROOT_DEPTHS + MOVES
ROOT_LINES = ROOT_SELECTIVE + MOVES  # by place: length, then moves
ROOT_LINE = 64
TABLE = (ROOT_LINES + ROOT_LINE * MOVES + 7) // 8 * 8  # positions: the rest of the buffer
BUCKET = 8  # integers: four entries of two

MATE = 32_000  # less the plies to it
MATES = MATE - 512  # the least score of a won game
INFINITE = 32_001
