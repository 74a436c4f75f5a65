"""The real window, opened and closed, and what a person does in it."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

import chess
from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot
from tests.consent import allow
from tests.gui.mouse import Mouse

from millmate.errors import InputError
from millmate.gui.kit.translator import translator
from millmate.gui.shell.files.session_store import SessionStore
from millmate.gui.window.main_window import MainWindow
from millmate.settings import Settings

# Tables are built only where a test is about that.
_REMEMBERED: dict[str, object] = {
    "animated": False,
    "language": "en",
    "small_builds": False,
    "verdicts_in_play": True,
    "tables_list": True,
}
QUEEN_MATE = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"


class Lent(Protocol):
    """A window that several tests share, and that closes before another one opens."""

    def close(self) -> None: ...


lent: Lent | None = None  # closing any window waits for the threads of all


class Visitor:
    """Someone at the window: waits for what the window shows, acts on its widgets."""

    def __init__(self, qtbot: QtBot, window: MainWindow) -> None:
        self.qtbot, self.window = qtbot, window
        self.game = window.game

    @property
    def board(self):
        """The board of the game that is shown."""
        return self.window.views.board

    def wait(self, condition) -> None:
        self.qtbot.waitUntil(condition)

    def do(self, action: str) -> None:
        """Choose a menu entry, which must be enabled."""
        assert self.window.commands[action].isEnabled(), action
        self.window.commands[action].trigger()
        if translator.changing:
            self.wait(lambda: not translator.changing)

    def resign(self) -> None:
        """Resign once the turn has begun: between two turns nobody can."""
        self.wait(lambda: self.game.turn is not None)
        self.do("resign")

    def paste(self, text: str) -> None:
        from PySide6.QtWidgets import QApplication

        QApplication.clipboard().setText(text)
        self.do("paste")

    def choose_rules(self, name: str) -> None:
        """Choose a variant of morris as a person does."""
        box = self.window.setup.variant
        box.setCurrentIndex(box.findData(name))
        box.activated.emit(box.currentIndex())

    def press_play(self) -> None:
        """Press Play and wait until somebody is to move."""
        self.window.setup.play.click()
        self.wait(lambda: self.game.turn is not None or self.game.outcome is not None)

    def move(self, san: str) -> None:
        """Make a move on the board with the mouse, by two clicks."""
        self.wait(lambda: self.game.awaits_person)
        self.play(chess.Board(self.game.line.fen).parse_san(san).uci())

    def best_move(self) -> None:
        """Make the move that the table panel names first."""
        self.wait(lambda: self.game.awaits_person)
        self.wait(lambda: self.window.probe.last is not None)
        self.play(self.window.table.model.moves[0].text)

    def play(self, move: str) -> None:
        """Make a move, in engine notation, with the mouse, and wait until it has been played."""
        self.wait(lambda: self.game.awaits_person and bool(self.board.state.destinations))
        plies = len(self.game.line.plies)
        Mouse(self.board).play(move)
        self.wait(lambda: len(self.game.line.plies) > plies)

    def answer_comes(self) -> None:
        """Wait until the other side has moved, or the game is over."""
        self.wait(lambda: self.game.awaits_person or self.game.outcome is not None)

    @property
    def moves(self) -> list[str]:
        return [ply.notation for ply in self.game.line.plies]

    @property
    def message(self) -> str:
        """The line beneath the board, "" if there is none."""
        strip = self.window.stage.message
        return "" if strip.isHidden() else strip.text.text()

    @property
    def offer(self) -> str:
        """The line in the status bar that has a button, "" if there is none."""
        status = self.window.status
        return status.offered.accessibleName() if status.offered.isVisible() else ""


def session_of(window: MainWindow) -> SessionStore:
    """Return what keeps the session of `window`, as `app` makes it."""
    return SessionStore(window.services, window.autosave, window.opening, window.interrupted)


def remembering(tables: Path | None = None, allowed: bool = True, **remembered: object) -> Settings:
    """Return the settings of a window that remembers these.

    The engines in them are `allowed`, as if the settings had been made on this machine.
    """
    places = {} if tables is None else {"tables": str(tables)}
    settings = Settings().changed(**_REMEMBERED | places | remembered)
    if allowed:
        for text in (*settings.engines, settings.white, settings.black):
            with suppress(InputError):  # settings may hold anything
                allow(text)
    return settings


@contextmanager
def visit(
    qtbot: QtBot, tables: Path | None = None, *, allowed: bool = True, **remembered: object
) -> Iterator[Visitor]:
    """Open the window as `opened` does, and visit it."""
    with opened(tables, allowed=allowed, **remembered) as window:
        yield Visitor(qtbot, window)


@contextmanager
def opened(
    tables: Path | None = None, *, allowed: bool = True, **remembered: object
) -> Iterator[MainWindow]:
    """Open the window with settings as `remembered`; machines move at once."""
    settings = remembering(tables, allowed, **remembered)
    if lent is not None:
        lent.close()
    leave_mouse_and_keys()
    window = MainWindow(settings, pace=0.0)
    window.show()
    leave_mouse_and_keys(window)
    try:
        yield window
    finally:
        window.close()
        for dialog in window.findChildren(QDialog):  # else it may lie over the next test's window
            dialog.hide()
        window.deleteLater()


def leave_mouse_and_keys(window: MainWindow | None = None) -> None:
    """Point at no move or square, and hold no key, whatever an earlier test has left."""
    QCursor.setPos(QGuiApplication.primaryScreen().geometry().bottomRight())
    if window is not None:
        QTest.keyRelease(window, Qt.Key.Key_Control)
