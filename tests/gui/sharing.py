"""One window for the tests of a module: each finds it as if it had just opened."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import fields, replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot
from tests.gui import windows
from tests.gui.windows import Visitor, leave_mouse_and_keys, remembering

from millmate import paths
from millmate.games.catalogue import Position
from millmate.games.chess.rules import CHESS
from millmate.games.morris.rules import morris_rules
from millmate.games.morris.variants import variant
from millmate.gui.kit.translator import translator
from millmate.gui.shell.frame.navigation import Panel
from millmate.pictures.diagrams import Orientation
from millmate.records.line import Line
from millmate.settings import Settings


@pytest.fixture
def v(qtbot: QtBot, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    """Lend the window with the settings `REMEMBERED` of the module, and its fixture `TABLES`."""
    name = getattr(request.module, "TABLES", "")
    tables = request.getfixturevalue(name) if name else None
    with visit(qtbot, tables, **getattr(request.module, "REMEMBERED", {})) as visitor:
        yield visitor


@contextmanager
def visit(qtbot: QtBot, tables: Path | None = None, **remembered: object) -> Iterator[Visitor]:
    """Visit the window that the last test has left, as if it had opened with these settings.

    Another one opens if it has other tables.
    """
    settings, lent = remembering(tables, **remembered), windows.lent
    if not isinstance(lent, SharedWindow) or lent.tables != settings.tables:
        lent = SharedWindow(tables, **remembered)
    with lent.lend(qtbot, settings) as visitor:
        yield visitor


class SharedWindow:
    """A window that the tests of a module use one after the other."""

    def __init__(self, tables: Path | None, **remembered: object) -> None:
        self._open = ExitStack()
        self._window = window = self._open.enter_context(windows.opened(tables, **remembered))
        self._settings = remembering(tables, **remembered)
        self.tables = self._settings.tables
        self._stand = window.workspace.fresh(window.workspace.fen)
        self._page, self._size = window.navigation.page, window.size()
        windows.lent = self

    @contextmanager
    def lend(self, qtbot: QtBot, settings: Settings) -> Iterator[Visitor]:
        """Lend the window to a test with `settings`; afterwards it is as it was, or closed."""
        if settings != self._settings:
            self._settings = settings
            self._remember(qtbot)
        leave_mouse_and_keys(self._window)
        try:
            yield Visitor(qtbot, self._window)
            if windows.lent is self:
                self._put_back(qtbot)
        except BaseException:  # a failed test may have left anything
            self.close()
            raise

    def close(self) -> None:
        windows.lent = None
        self._open.close()

    def _put_back(self, qtbot: QtBot) -> None:
        window, tabs = self._window, self._window.services.tabs
        for dialog in window.findChildren(QDialog):
            dialog.hide()
        with qtbot.waitSignal(window.training.worker.surveyed):  # once all results are written
            window.training.leave()
        if paths.training_dir().exists():
            shutil.rmtree(paths.training_dir())
            with qtbot.waitSignal(window.training.worker.surveyed):
                window.training.leave()
        for name in ("analyse", "square_map"):
            if window.commands[name].isChecked():
                window.commands[name].trigger()
        window.square_map._man = None
        while window.commands["reopen_tab"].isEnabled():
            window.commands["reopen_tab"].trigger()
        if len(tabs.tabs) > 1:
            tabs.new()
            tabs.put_back([], 0)
        else:  # three times faster than another tab
            window.workspace.put_aside()
            tabs.shown.given = ""
            for view in window.views:
                tabs._turn(view.kind, Orientation())
        window.resize(self._size)
        self._remember(qtbot)
        window.navigation.choose(Panel.SET_UP)
        window.navigation.show(self._page)
        window.views.board.setFocus()
        window.notifications.dismiss()
        window.status.clearMessage()
        assert not window.autosave.close(), "all games are written"
        QApplication.processEvents()

    def _remember(self, qtbot: QtBot) -> None:
        """Show what the settings say, as when the window opens."""
        window, settings, stand = self._window, self._settings, self._stand
        window.store.set(**{each.name: getattr(settings, each.name) for each in fields(Settings)})
        qtbot.waitUntil(lambda: not translator.changing)
        rules = morris_rules(variant(settings.morris_rules))
        starts = {
            "chess": Position(CHESS, settings.start_fen),
            "morris": Position(rules, settings.morris_start),
        }
        setups = {}
        for view in window.views:
            view.board.set_flipped(settings.flipped)
            view.restore_state(settings)
            setups[view.kind] = (view.editor.model.read(starts[view.kind])[0], (), ())
        kind = "morris" if settings.game == "morris" else "chess"
        line = Line(starts[kind].game.start_fen, starts[kind].game)
        window.workspace.take_up(
            replace(stand, kind=kind, setups=setups, game=replace(stand.game, line=line))
        )
        window.setup.restore_state(settings)
