"""The board as a widget: it shows pieces and gathers moves and edits, and knows no rules.

Squares are numbers from a1 = 0 along the ranks to h8 = 63, as in python-chess; pieces are the
letters of a FEN; moves are UCI texts. What may be moved where is handed in.
"""

from millmate.gui.board.edits import ERASER, Edit, Erase, Move, Place
from millmate.gui.board.theme import BoardTheme
from millmate.gui.board.view import BoardView

__all__ = ["ERASER", "BoardTheme", "BoardView", "Edit", "Erase", "Move", "Place"]
