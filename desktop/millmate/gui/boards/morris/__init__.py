"""Nine men's morris in the window: board, editor and descriptions.

The places of the board are its points, numbered as in `games.morris.points`, and the two trays with
the stones in hand. Stones are W and B.
"""
