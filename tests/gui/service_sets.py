"""The services of a window without the window, for tests of controllers."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from millmate.gui.shell.frame.settings_store import SettingsStore
from millmate.gui.shell.services import Services, make_services
from millmate.settings import Settings


@contextmanager
def serving(qtbot: QtBot, tables: Path, **remembered: object) -> Iterator[Services]:
    """Make services with settings as `remembered`; a position is being set up."""
    window = QWidget()
    qtbot.addWidget(window)
    settings = Settings().changed(
        **{"language": "en", "tables": str(tables), "small_builds": False} | remembered
    )
    before = set(QApplication.topLevelWidgets())
    services = make_services(window, SettingsStore(settings), 0.0)
    apart = set(QApplication.topLevelWidgets()) - before
    services.workspace.show_set_up("chess")
    try:
        yield services
    finally:
        services.game.leave()
        services.probe.close()
        for widget in apart:  # that no test has put into a window
            if isValid(widget) and widget.parent() is None:
                widget.deleteLater()
