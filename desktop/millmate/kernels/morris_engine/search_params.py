"""The numbers of the morris search: scores as in `evaluate`, depths in plies. All set by hand.

No tuning run and no match is on record for any of them. A change shows in the signature of
`tests/search/test_strong_morris.py`, and needs a match (`tests/benchmarks/match_morris.py`).
"""

# Aspiration windows around the last iteration's score, doubled on every failure.
ASPIRATION_MIN_DEPTH = 5
ASPIRATION_WINDOW = 20
ASPIRATION_MAX_WINDOW = 600

# Late move reductions of quiet turns: base + log(depth) * log(number) / divisor plies.
LMR_MIN_DEPTH = 3
LMR_MOVES = 4  # the first turn that is reduced
LMR_BASE = 0.4
LMR_DIVISOR = 2.6

# Histories: the bonus of a cutoff, and the limit they approach.
HISTORY_BONUS = 32  # by the square of the depth
HISTORY_MAX_BONUS = 2048
HISTORY_MAX = 16_384

# Move ordering, added to a turn's history.
BLOCKS_MILL = 12_000  # a turn onto a point where the other side would close a mill
UNBLOCKS_MILL = -8_000  # one away from such a point
TAKES_THREAT = 4096  # a stone of two in an open line is taken
BLOCKS_TOO = 2048  # a turn that closes a mill blocks one as well
