"""The search's variables of a node, in a frame of the buffer of ints.

The search calls itself from one small function, so that it compiles fast; its parts pass their
values to each other here. A ply may have two frames: the search that verifies a singular move has a
separate one.
"""

# The node's arguments; ALPHA rises, OLD_ALPHA stays. CUT_NODE: a cutoff is expected.
PLY, DEPTH, OLD_ALPHA, ALPHA, BETA, CUT_NODE, PV_NODE = range(7)
# The position. STATIC_EVAL is stored in the transposition table, without the correction by
# history; EVAL has the correction, and the table's score where that is the better estimate.
SIDE, IN_CHECK, STATIC_EVAL, EVAL, IMPROVING = range(7, 12)
TT_MOVE, TT_SCORE, TT_DEPTH, TT_BOUND = range(12, 16)
EXCLUDED = 16  # a move in 16 bits that a singular search leaves out, or 0
BEST_SCORE, BEST_MOVE, MOVE_COUNT = range(17, 20)
LIST_BEGIN, LIST_NEXT, LIST_END, QUIETS_LISTED, SKIP_QUIETS = range(20, 25)
# The move being searched. REDUCTION is in 1024ths of a ply, NEW_DEPTH what it is searched to.
MOVE, MOVE_SCORE, IS_QUIET, MOVE_HISTORY, REDUCTION = range(25, 30)
NEW_DEPTH = 30
RESULT = 31  # the score of a node that needs no moves
KNOWN = 31  # of another: its bounds from tables, see tablebase.py
