"""The explorer: how many positions of a table are decided in n plies, and which ones."""

from millmate.gui.features.explore.page import ExplorerPage

__all__ = ["ExplorerPage"]
