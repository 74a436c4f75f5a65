"""The board is one square, whatever page is shown and whatever is said about it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from tests.gui.sharing import visit
from tests.gui.windows import Visitor
from tests.tiers import first

from millmate.gui.shell.frame.navigation import Page, Panel
from millmate.gui.shell.window.stage import places

MORRIS = ".B.W..../W..B.W../.B...... w 0 0 0 1"
KBNK = "8/8/8/8/3k4/8/8/KBN5 w - - 0 1"
AT_BOARD = [page for page in Page if page.entry.at_board]
sizes = st.builds(QSize, st.integers(824, 2600), st.integers(560, 1600))


@given(sizes, st.sampled_from([1.0, 1.5]))
def test_nothing_on_the_stage_lies_on_anything_else(size: QSize, scale: float) -> None:
    found = places(size, scale)
    parts = [getattr(found, name) for name in found.__slots__]
    parts = [part for part in parts if not part.isEmpty()]
    for index, part in enumerate(parts):
        assert QRect(QPoint(), size).contains(part)
        assert not any(part.intersects(other) for other in parts[index + 1 :])
    assert found.board.width() == found.board.height()
    assert found.board.width() % 8 == 0


@given(sizes, st.sampled_from([1.0, 1.5]))
def test_a_second_column_takes_nothing_from_the_board(size: QSize, scale: float) -> None:
    with_it, without = places(size, scale), places(size, scale, second=False)
    assert with_it.board == without.board
    assert without.dock == with_it.dock.united(with_it.moves)


def test_the_design_s_window_has_the_board_of_the_design() -> None:
    found = places(QSize(1280 - 72, 800 - 44))
    assert found.board == QRect(52, 44, 624, 624)
    assert found.dock.width() == 472


def board_in(v: Visitor) -> QRect:
    board = v.board
    frame = board.board_geometry.board.toRect()
    return frame.translated(board.mapTo(v.window, QPoint()))


@pytest.mark.parametrize("size", first(1, [[1024, 700], [1280, 800], [1920, 1080], [1366, 768]]))
def test_the_board_is_the_same_square_on_every_page(qtbot: QtBot, tables, size) -> None:
    with visit(qtbot, tables) as v:
        v.window.setMinimumSize(*size)
        for fen in (KBNK, MORRIS):
            v.window.workspace.set_up(fen)
            found = {}
            for place in (*AT_BOARD, *Panel):
                v.window.navigation.show(place)
                v.qtbot.wait(10)
                found[place] = board_in(v)
            assert len({rect.getRect() for rect in found.values()}) == 1, found


def test_a_message_moves_nothing(qtbot: QtBot) -> None:
    with visit(qtbot, start_fen=KBNK) as v:
        v.wait(v.window.table.isVisible)
        v.qtbot.wait(50)  # until everything has its place
        before = board_in(v), v.window.panels.geometry()
        v.window.notifications.warn("Something\nthat takes\nthree lines", "Do it", lambda: None)
        v.qtbot.wait(10)
        assert (board_in(v), v.window.panels.geometry()) == before
        message = v.window.stage.message
        assert message.height() >= message.heightForWidth(message.width())


def test_a_status_line_lets_clicks_through(qtbot: QtBot) -> None:
    with visit(qtbot, start_fen=KBNK) as v:
        v.window.notifications.status("Position pasted.")
        status = v.window.status
        assert status.isVisible()
        inside = status.mapTo(v.window, status.rect().center())
        assert v.window.childAt(inside) is not status
        v.window.notifications.status("")
        assert not status.isVisible()


def test_while_editing_pieces_are_next_to_their_side_and_tools_below_the_board(
    qtbot: QtBot, tables
) -> None:
    with visit(qtbot, tables, start_fen=KBNK) as v:
        stage, editor = v.window.stage, v.window.views.current.editor

        def beside(plate: QWidget, side: bool) -> bool:
            pieces = editor.palettes[side].geometry()
            inside = stage.places.board.right() >= pieces.right() > plate.geometry().right()
            return inside and pieces.top() == plate.y() and pieces.left() > plate.geometry().right()

        assert beside(stage.above, False)
        assert beside(stage.below, True)
        v.do("flip")
        assert beside(stage.above, True)
        assert beside(stage.below, False)
        strip = stage.places.strip
        assert strip.contains(QRect(editor.tools.mapTo(stage, QPoint()), editor.tools.size()))
        v.wait(lambda: v.window.probe.last is not None)
        v.do("square_map")
        v.wait(lambda: editor.foot.isAncestorOf(editor.tools))
        v.do("square_map")
        v.wait(lambda: not editor.foot.isAncestorOf(editor.tools))
        v.wait(editor.tools.isVisible)
