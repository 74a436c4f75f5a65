"""One window for the tests of a module: each finds it as it was when it opened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import fields
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot
from tests.conftest import home
from tests.gui import windows
from tests.gui.windows import Visitor, leave_mouse_and_keys

from millmate.gui.kit.translator import translator
from millmate.gui.shell.frame.navigation import Panel
from millmate.settings import Settings


@pytest.fixture(scope="module")
def own_directories(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep all that the window stores in one place while it is open."""
    with home(tmp_path_factory) as place:
        yield place


@pytest.fixture(scope="module")
def window(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[SharedWindow]:
    """Share a window with the settings `REMEMBERED` of the module, and its fixture `TABLES`."""
    name = getattr(request.module, "TABLES", "")
    tables = request.getfixturevalue(name) if name else None
    with closing(SharedWindow(tables, **getattr(request.module, "REMEMBERED", {}))) as shared:
        yield shared


@pytest.fixture
def v(qtbot: QtBot, window: SharedWindow) -> Iterator[Visitor]:
    with window.visit(qtbot) as visitor:
        yield visitor


class SharedWindow:
    """A window of the tests of a module, which have one home; it opens when it is asked for."""

    def __init__(self, tables: Path | None = None, **remembered: object) -> None:
        self._opening = partial(windows.opened, tables, **remembered)
        self._open = ExitStack()

    @contextmanager
    def visit(self, qtbot: QtBot) -> Iterator[Visitor]:
        """Lend the window to a test; afterwards it is as it was."""
        if windows.lent is not self:
            self._window = self._open.enter_context(self._opening())
            self._settings = self._window.store.current
            self._stand = self._window.workspace.fresh(self._window.workspace.fen)
            self._page, self._size = self._window.navigation.page, self._window.size()
            windows.lent = self
        leave_mouse_and_keys(self._window)
        yield Visitor(qtbot, self._window)
        if windows.lent is self:
            self._put_back(qtbot)

    def close(self) -> None:
        windows.lent = None
        self._open.close()

    def _put_back(self, qtbot: QtBot) -> None:
        window, tabs = self._window, self._window.services.tabs
        for dialog in window.findChildren(QDialog):
            dialog.hide()
        with qtbot.waitSignal(window.training.worker.surveyed):  # once all results are written
            window.training.leave()
        if window.square_map.on:
            window.commands["square_map"].trigger()
        while window.commands["reopen_tab"].isEnabled():
            window.commands["reopen_tab"].trigger()
        tabs.new()
        tabs.put_back([], 0)
        window.store.set(
            **{each.name: getattr(self._settings, each.name) for each in fields(Settings)}
        )
        qtbot.waitUntil(lambda: not translator.changing)
        window.resize(self._size)
        window.workspace.take_up(self._stand)
        window.setup.restore_state(self._settings)
        window.navigation.choose(Panel.SET_UP)
        window.navigation.show(self._page)
        window.views.board.setFocus()
        window.notifications.dismiss()
        window.status.clearMessage()
        assert not window.autosave.close(), "all games are written"
        QApplication.processEvents()
