"""The board widgets: they show pieces and emit moves and edits, without any rules.

Squares are numbered from a1 = 0 along the ranks to h8 = 63, as in python-chess; pieces are FEN
letters; moves are UCI texts. The allowed moves are passed in.
"""
