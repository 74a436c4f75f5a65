"""What the window remembers, also when it is killed."""

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from tests.gui.windows import visit

from millmate import settings
from millmate.gui.style import areas


def test_a_maximised_window_is_remembered_before_it_is_closed(qtbot: QtBot) -> None:
    with visit(qtbot) as visitor:
        visitor.window.showMaximized()
        visitor.wait(lambda: bool(settings.load().window))
        next_one = QWidget()
        qtbot.addWidget(next_one)
        areas.restore_window(next_one, settings.load().window)
        assert next_one.isMaximized()


def test_where_the_borders_of_panels_lie_is_remembered_before_the_window_is_closed(
    qtbot: QtBot,
) -> None:
    with visit(qtbot) as visitor:
        before, splitter = settings.load().layout, visitor.window.splitter
        splitter.moveSplitter(splitter.sizes()[0] - 40, 1)
        visitor.wait(lambda: settings.load().layout != before)
        moved = f"{splitter.layout_text()} {visitor.window.parts.layout_text()}"
        assert settings.load().layout == moved


def test_a_window_that_stays_as_it_was_writes_nothing(qtbot: QtBot) -> None:
    with visit(qtbot) as visitor:
        size = visitor.window.size()
        visitor.window.resize(size.width() - 40, size.height())
        visitor.wait(lambda: bool(settings.load().window))
        kept = settings.settings_file().stat().st_mtime_ns
        visitor.window.resize(size.width() - 41, size.height())
        visitor.window.resize(size.width() - 40, size.height())
        visitor.qtbot.wait(900)
        assert settings.settings_file().stat().st_mtime_ns == kept
