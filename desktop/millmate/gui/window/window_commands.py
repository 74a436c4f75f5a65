"""The commands of the window itself, and those shared by several controllers."""

from __future__ import annotations

from PySide6.QtCore import Qt

from millmate.gui.errors.text_dialog import Texts
from millmate.gui.help import about
from millmate.gui.help.shortcuts import ShortcutSheet
from millmate.gui.navigation import Page, Panel
from millmate.gui.window.controlled_window import ControlledWindow
from millmate.language import tr
from millmate.records.notes import Shape


def bind_window_commands(window: ControlledWindow) -> None:
    commands, navigation = window.commands, window.navigation
    texts = Texts(window)
    commands.bind("quit", window.close)
    commands.bind("minimise", window.showMinimized)
    commands.bind("full_screen", lambda: _toggle_full_screen(window))
    commands.bind("show_setup", lambda: navigation.show(Panel.SET_UP))
    commands.bind("show_moves", lambda: navigation.show(Panel.MOVES))
    commands.bind("show_table", lambda: _show_table(window))
    commands.bind("best", lambda: play_best(window))
    commands.bind("copy_diagram", lambda: window.pictures.copy(*_diagram(window)))
    commands.bind("save_diagram", lambda: window.pictures.ask_save(*_diagram(window)))
    commands.bind("shortcuts", lambda: ShortcutSheet(window.keys, window).show())
    commands.bind("log", texts.show_log)
    commands.bind("report", texts.show_report)
    commands.bind("about", lambda: about.show_about(window))


def play_best(window: ControlledWindow) -> None:
    """Play the best move by the tables or else by the analysis; in a drill, give a hint."""
    drilling, workspace = window.training.drilling, window.workspace
    if drilling.veiling:
        drilling.hint()
        return
    move = window.probing.best_move or window.analysis.best
    answer = window.probe.last
    if move:
        workspace.play_move(move)
    elif answer is not None and answer.fen == workspace.fen and answer.over:
        window.notifications.status(answer.remark)
    else:
        window.notifications.status(
            tr("No best move is known here: build the table (Ctrl+B) or let an engine analyse (A).")
        )


def _toggle_full_screen(window: ControlledWindow) -> None:
    window.setWindowState(window.windowState() ^ Qt.WindowState.WindowFullScreen)


def _show_table(window: ControlledWindow) -> None:
    window.navigation.show(Page.BOARD)
    window.table.view.setFocus()


def _diagram(window: ControlledWindow) -> tuple[str, tuple[Shape, ...]]:
    """Return the position and the shapes shown on the board, for a diagram."""
    workspace = window.workspace
    shapes = () if workspace.editing else workspace.game.line.node.notes.shapes
    return workspace.fen, shapes
