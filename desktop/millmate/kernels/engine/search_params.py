"""The margins and other numbers of the chess search.

Scores are in hundredths of a pawn, depths in plies. All were set by hand with the first version of
the search, for the classical evaluation; no tuning run and no match is on record for any of them.
When the network was added, its output was scaled to fit them: a factor of 1.3 gave +22 +- 26 Elo
in 500 games at 10,000 nodes a move (`network.SCALE`). A change shows in the signature of
`tests/search/test_strong.py`, and needs a match (`tests/benchmarks`).
"""

# Aspiration windows around the last iteration's score, doubled on every failure.
ASPIRATION_MIN_DEPTH = 5
ASPIRATION_WINDOW = 14
ASPIRATION_MAX_WINDOW = 600

# Reverse futility pruning: the evaluation less a margin is at least beta.
RFP_MAX_DEPTH = 8
RFP_MARGIN = 78  # by depth, one ply less if improving

# Razoring: the evaluation plus a margin is below alpha.
RAZOR_MAX_DEPTH = 3
RAZOR_BASE = 150
RAZOR_MARGIN = 200  # by depth

# Null-move pruning. The static evaluation may fall short of beta, the more the deeper.
NULL_MIN_DEPTH = 2
NULL_STATIC_BASE = 120
NULL_STATIC_MARGIN = 20  # by depth
NULL_REDUCTION = 3  # and
NULL_DEPTH_DIVISOR = 3  # a third of the depth, and
NULL_EVAL_DIVISOR = 180  # a ply for each such margin above beta,
NULL_MAX_EVAL_REDUCTION = 3  # at most this many plies

IIR_MIN_DEPTH = 4  # internal iterative reduction

# Singular extension.
SINGULAR_MIN_DEPTH = 7
SINGULAR_MAX_PLY = 90
SINGULAR_TT_DEPTH = 3  # plies that the table's entry may be shallower
SINGULAR_MARGIN = 2  # by depth, below the table's score
DOUBLE_EXTENSION_MARGIN = 25
CHECK_EXTENSION_MAX_PLY = 60  # checks are extended in PV nodes

# Late move pruning: (base + depth^2) quiet moves are searched, half of them if not improving.
LMP_BASE = 4
# Futility pruning of quiet moves, by the depth that is left after reduction.
FUTILITY_MAX_DEPTH = 7
FUTILITY_BASE = 100
FUTILITY_MARGIN = 95  # by depth
FUTILITY_HISTORY_DIVISOR = 128
# History pruning of quiet moves.
HISTORY_PRUNING_MAX_DEPTH = 4
HISTORY_PRUNING_MARGIN = 4000  # by depth
# SEE pruning: captures that lose more than a margin by depth, quiet moves by its square.
SEE_CAPTURE_MAX_DEPTH = 7
SEE_CAPTURE_MARGIN = 95
SEE_QUIET_MAX_DEPTH = 7
SEE_QUIET_MARGIN = 25

# Late move reductions: base + log(depth) * log(move number) / divisor plies; then, in 1024ths:
LMR_BASE = 0.6
LMR_DIVISOR = 2.1
LMR_MIN_DEPTH = 2
LMR_CAPTURES = 3  # the first that are not reduced
LMR_PV_NODE = -1000
LMR_NOT_IMPROVING = 800
LMR_CUT_NODE = 1400
LMR_KILLER = -1000  # and countermoves
LMR_BAD_CAPTURE = 700
LMR_CHECK = -900  # the move gives one, or answers one
LMR_HISTORY_DIVISOR = 10
# At the root: a ply from the third of the late moves on, two from the tenth.
ROOT_LMR_MIN_DEPTH, ROOT_LMR_MOVES = 3, 3
ROOT_LMR_TWO_MIN_DEPTH, ROOT_LMR_TWO_MOVES = 6, 10

DELTA_MARGIN = 180  # delta pruning in quiescence: what a capture may win besides the man taken

# Histories: the bonus of a cutoff, and the limit they approach.
HISTORY_BONUS = 150  # by depth
HISTORY_MAX_BONUS = 1800
HISTORY_MAX = 16_384
# Correction history: a moving average of the evaluation's error, of which a deep search moves more.
CORRECTION_GRAIN = 256
CORRECTION_MAX_WEIGHT = 16  # of 256
CORRECTION_MAX = 64
