"""What each command of the menus does in the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from millmate.gui.errors.text_dialog import Texts
from millmate.gui.help import about
from millmate.gui.help.shortcuts import ShortcutSheet
from millmate.gui.window import best_move

if TYPE_CHECKING:
    from millmate.gui.window.main_window import MainWindow
    from millmate.records.notes import Shape


def deeds_of(window: MainWindow) -> dict[str, Callable[[], object]]:
    """Return what is done for each command, by its name in `actions.MENUS`."""
    return {
        "quit": window.close,
        "copy_diagram": lambda: window.picturing.copy(*_pictured(window)),
        "save_diagram": lambda: window.picturing.ask_save(*_pictured(window)),
        "full_screen": lambda: _fill_screen(window),
        "minimise": window.showMinimized,
        "show_setup": lambda: _show_panel(window, 0),
        "show_moves": lambda: _show_panel(window, 1),
        "show_table": lambda: _show_table(window),
        "best": lambda: best_move.play(window),
        "shortcuts": lambda: ShortcutSheet(window.keys, window).show(),
        **Texts(window).deeds(),
        "about": lambda: about.show_about(window),
    }


def _fill_screen(window: MainWindow) -> None:
    """Fill the screen, or no longer."""
    window.setWindowState(window.windowState() ^ Qt.WindowState.WindowFullScreen)


def _show_panel(window: MainWindow, number: int) -> None:
    """Show the panel at a place among the tabs."""
    window.pages.turn_to(window.splitter)
    window.tabs.setCurrentIndex(number)


def _show_table(window: MainWindow) -> None:
    """Go to what each move is worth."""
    window.pages.turn_to(window.splitter)
    window.table.view.setFocus()


def _pictured(window: MainWindow) -> tuple[str, tuple[Shape, ...]]:
    """Return what a picture of the board shows: the position, and what is drawn on it."""
    shapes = () if window.editing else window.game.line.node.notes.shapes
    return window.shown_fen, shapes
