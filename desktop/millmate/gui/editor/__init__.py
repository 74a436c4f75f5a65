"""Setting up a position on the board."""

from millmate.gui.editor.model import EditorModel
from millmate.gui.editor.palette import PiecePalette
from millmate.gui.editor.panel import PositionEditor

__all__ = ["EditorModel", "PiecePalette", "PositionEditor"]
