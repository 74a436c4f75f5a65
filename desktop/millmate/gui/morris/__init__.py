"""Nine men's morris in the window: its board, its editor, its words.

Places on the board are the 24 points of `games.morris.points` and, behind them, the two trays with
the stones in hand; stones are W and B.
"""
