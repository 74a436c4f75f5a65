"""Setting up positions on the board."""

from millmate.gui.editor.chess_editor import ChessEditor
from millmate.gui.editor.chess_model import ChessModel
from millmate.gui.editor.palette import PiecePalette

__all__ = ["ChessEditor", "ChessModel", "PiecePalette"]
