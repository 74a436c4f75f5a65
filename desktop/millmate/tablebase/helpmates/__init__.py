"""Positions that are dead for a side: no series of legal moves mates it.

The opposite is a helpmate, both sides helping (FIDE's laws of chess, 5.2.2 and 6.9). `solve` finds
the sets of a table, one for each side, `verify` checks them, `files` keeps them, `probe` answers.
"""
