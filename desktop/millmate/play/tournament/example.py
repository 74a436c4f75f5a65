"""A plan to begin with, every key explained."""

EXAMPLE = """\
# A tournament of Mill & Mate: millmate tournament FILE.toml --out DIR
# Run the same command again to go on after a stop, a crash or a power cut.
# What is left out has the value shown here; keys after a # are examples of what else there is.

name = "Four ways to look ahead"
game = "chess"           # chess, morris, or a variant such as morris:twelve
format = "round-robin"   # round-robin: each meets each as White and as Black
                         # pairs: each meets each, colours exchanged from game to game
                         # gauntlet: the first player against all others
                         # knockout: who loses a match is out; the list is the seeding
games = 2                # a pairing: an ordered pair in a round robin, else a pair of players
seed = 1                 # the same seed, nodes and depths play the same games again

# Where games begin: one of file, positions, tables and chance; the game's start without any.
[openings]
chance = 6               # plies played by chance, to a position that is about even
# file = "openings.epd"  # FEN or EPD, one a line, or a .pgn whose first plies are played
# plies = 8              # of each game of a .pgn
# order = "given"        # or random
# positions = ["8/8/8/8/3k4/8/8/KBN5 w - - 0 1"]
# tables = ["KRPvKR"]    # drawn from tables that are there; of morris "morris:5-4"
# verdict = "any"        # draw, decided, white wins or black wins
# distance = [10, 40]    # plies to the end of those that are decided
# count = 10             # how many openings; as many as there is use for without it

# How long everybody who searches thinks about a move; without it each as its own line says.
[limits]
nodes = 1000
# depth = 3
# seconds = 0.5
# clock = "60+0.6"       # in place of seconds: 60 for the game and 0.6 more for each move;
                         # "40/60+0.6" gives 60 anew for each 40 moves. Everybody has a clock, and
                         # loses when it is overrun by more than 0.1; depth and nodes, also those
                         # of a player's own line, end a search besides

# When games end early; all is off unless it is asked for.
[adjudication]
max_moves = 200          # of each side: then it is a draw
# tables = true          # as soon as tables know the result, the fifty-move rule counted
# resign_score = 600     # both see one side so much behind, in hundredths of a pawn,
# resign_moves = 3       # for so many moves of each
# draw_score = 10        # both see no more than this
# draw_moves = 8         # for so many moves of each,
# draw_after = 40        # from this move on

# Morris only; a win counts before a draw, and 0 leaves the usual rule.
# [morris]
# max_turns = 250              # of both sides together, placements too
# max_state_replayed = 5       # how often a position comes up, with the same side to move
# max_moves_without_mill = 30  # a side's own turns, placements too, since it last closed a mill

# Two players in pairs: stop as soon as it is clear whether the first is elo1 ahead, or only elo0.
# [sprt]
# elo0 = 0
# elo1 = 10
# alpha = 0.05
# beta = 0.05

# Who plays: as in `millmate play`; names are theirs to choose, or made from what they are.
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
