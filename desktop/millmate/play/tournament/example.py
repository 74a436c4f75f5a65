"""An example plan that explains every key."""

EXAMPLE = """\
# A tournament of Mill & Mate: millmate tournament FILE.toml --out DIR
# Run the same command again to continue after a stop, a crash or a power cut.
# A key that is left out has the value shown here; keys after a # are further examples.

name = "Four ways to look ahead"
game = "chess"           # chess, morris, or a variant such as morris:six
                         # or morris:quiet=none, never drawn after quiet moves; see [morris]
format = "round-robin"   # round-robin: every player meets every other as White and as Black
                         # pairs: every player meets every other, with alternating colours
                         # gauntlet: the first player meets all others
                         # knockout: the loser of a match is out; the list is the seeding
games = 2                # per pairing: in a round robin one with fixed colours, else two players
seed = 1                 # the same seed, nodes and depths reproduce the same games

# Starting positions: one of file, positions, tables and chance; by default the game's own.
[openings]
chance = 6               # number of random plies, which lead to a roughly equal position
# file = "openings.epd"  # FEN or EPD, one per line, or a .pgn, whose first plies are played
# plies = 8              # number of plies from each game of a .pgn
# order = "given"        # or random
# positions = ["8/8/8/8/3k4/8/8/KBN5 w - - 0 1"]
# tables = ["KRPvKR"]    # random positions from existing tables; for morris "morris:5-4", for a
                         # variant one of its own, such as "morris:six:4-3"
# verdict = "any"        # draw, decided, white wins or black wins
# distance = [10, 40]    # plies to the end, for decided positions
# count = 10             # number of openings; by default as many as the tournament can use

# Search limits per move for all players that search; a player's own limits apply otherwise.
[limits]
nodes = 1000
# depth = 3
# seconds = 0.5
# clock = "60+0.6"       # instead of seconds: 60 s for the game plus 0.6 s per move;
                         # "40/60+0.6" adds 60 s for every 40 moves. Every player has a clock
                         # and loses on time after exceeding it by more than 0.1 s. Depth and
                         # nodes, also in a player's own options, still limit the search

# Conditions that end games early; all are off by default, except as set here.
[adjudication]
max_moves = 200          # draw after this number of moves by each side
# tables = true          # end a game when tables know the result under the fifty-move rule
# resign_score = 600     # both players see one side this far behind, in hundredths of a pawn,
# resign_moves = 3       # for this number of moves each: that side loses
# draw_score = 10        # both players see at most this score
# draw_moves = 8         # for this number of moves each,
# draw_after = 40        # from this move on: a draw

# Limits for morris only; a win takes precedence over a draw, and 0 keeps the game's own rule.
# [morris]
# max_turns = 250              # turns of both sides together, including placements
# max_state_replayed = 5       # occurrences of a position with the same side to move
# max_moves_without_mill = 30  # turns of one side since its last mill, including placements

# Two players in pairs: stop once it is clear whether the first is ahead by elo1 or only by elo0.
# [sprt]
# elo0 = 0
# elo1 = 10
# alpha = 0.05
# beta = 0.05

# The players, written as for `millmate play`; names are optional.
[[players]]
player = "minimax"

[[players]]
name = "Alpha-beta"
player = "alphabeta:memo=no"

[[players]]
name = "Alpha-beta with memo"
player = "alphabeta"

[[players]]
name = "Iterative deepening"
player = "iterative"
"""
