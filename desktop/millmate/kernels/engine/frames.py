"""What the search knows of a node, in a frame of the buffer of ints.

The search calls itself from one small function, so that it compiles fast; what its parts tell each
other stands here. A frame is not that of a ply: a search without the table's move has its own.
"""

PLY, DEPTH, LOW, ALPHA, BETA, CUT, WIDE = range(7)  # what was asked; ALPHA rises
SIDE, IN_CHECK, WORTH, GUESS, IMPROVING = range(7, 12)  # of the position; GUESS by the table, too
TABLE_MOVE, TABLE_SCORE, TABLE_DEPTH, TABLE_BOUND = range(12, 16)
EXCLUDED = 16  # a move in 16 bits that is left out
BEST, CHOSEN, NUMBER = range(17, 20)  # best score, its move, how many moves were looked at
BEGIN, THIS, END, QUIETS, SKIP = range(20, 25)  # the list of moves
MOVE, ORDER, QUIET, PAST, LESS = range(25, 30)  # the move being tried; LESS plies, in 1024ths
NEXT, RESULT = 30, 31  # depth of the move's search; the answer of a node that needs no moves
