"""What the window remembers, also when it is killed."""

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from tests.gui.windows import visit

from millmate import settings
from millmate.gui.kit import widgets
from millmate.gui.shell.frame.navigation import Page, Panel


def test_a_maximised_window_is_remembered_before_it_is_closed(qtbot: QtBot) -> None:
    with visit(qtbot) as visitor:
        visitor.window.showMaximized()
        visitor.wait(lambda: bool(settings.load().window))
        next_one = QWidget()
        qtbot.addWidget(next_one)
        widgets.restore_window(next_one, settings.load().window)
        assert next_one.isMaximized()


def test_in_a_wide_window_the_moves_have_a_column_of_their_own(qtbot: QtBot) -> None:
    with visit(qtbot) as visitor:
        window = visitor.window
        window.navigation.show(Panel.MOVES)
        window.resize(1880, 760)
        visitor.wait(lambda: window.stage.roomy)
        assert not window.panels.isAncestorOf(window.moves)
        visitor.wait(window.moves.isVisible)
        assert window.panels.isVisible()
        window.navigation.show(Page.TRAIN)
        assert not window.moves.isVisible()
        window.navigation.show(Panel.MOVES)
        assert window.moves.isVisible()
        window.resize(1280, 760)
        visitor.wait(lambda: not window.stage.roomy)
        assert window.panels.isAncestorOf(window.moves)
        visitor.wait(window.moves.isVisible)


def test_the_tools_the_fen_and_en_passant_stay_in_sight_however_far_the_panel_is_scrolled(
    qtbot: QtBot,
) -> None:
    with visit(qtbot) as visitor:
        visitor.window.resize(1024, 700)
        visitor.window.workspace.set_up("4k3/8/8/3pPp2/8/8/8/4K3 w - - 0 1")
        visitor.wait(lambda: visitor.window.probe.last is not None)
        editor = visitor.window.views.current.editor
        tools = editor.undo_button, editor.swap_button
        for widget in (*tools, editor.fen_field.line, editor.ep_choice, editor.white_turn):
            assert widget.visibleRegion().boundingRect() == widget.rect()


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
