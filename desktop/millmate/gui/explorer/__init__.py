"""The explorer: how many positions of a table are decided in n plies, and which ones."""

from millmate.gui.explorer.window import ExplorerWindow

__all__ = ["ExplorerWindow"]
