"""Nine men's morris in the window: board, editor and descriptions.

The places of the board are the 24 points of `games.morris.points`, followed by the two trays with
the stones in hand. Stones are W and B.
"""
