"""What names a position shows it on a small board: moves, lines, points of a graph, rows."""

from collections.abc import Iterator

import chess
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from tests.gui.sharing import visit
from tests.gui.windows import QUEEN_MATE, Visitor

from millmate.gui.boards.small_boards import HoverBoard, Hovering
from millmate.gui.features.analyse.panel import LineRow, Row

REMEMBERED = {"start_fen": QUEEN_MATE}
GAME = '[White "Anna"]\n[Black "Ben"]\n[Result "*"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *'
MORRIS = '[Game "Nine men\'s morris"]\n[White "A"]\n[Black "B"]\n\n1. d6 f4 2. d2 *'


@pytest.fixture
def v(qtbot: QtBot) -> Iterator[Visitor]:
    with visit(qtbot, **REMEMBERED) as visitor:
        visitor.window.resize(1280, 800)
        yield visitor


def hovering(v: Visitor) -> Hovering:
    return v.window.services.hovering


def rest_on(v: Visitor, widget: QWidget, point: QPoint) -> None:
    """Let the mouse rest on a place of a widget until a position is shown."""
    move(widget, point)
    v.wait(lambda: hovering(v).shown != "")


def move(widget: QWidget, point: QPoint) -> None:
    """Move the mouse to a place of a widget, wherever the system's cursor is."""
    place = QPointF(point)
    moved = QMouseEvent(
        QEvent.Type.MouseMove, place, widget.mapToGlobal(place), Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(widget, moved)


def open_game(v: Visitor, text: str) -> None:
    v.paste(text)
    v.wait(lambda: len(v.moves) == 3)
    v.do("show_moves")


def after(*moves: str) -> str:
    board = chess.Board()
    for move in moves:
        board.push_san(move)
    return board.fen()


def rest_on_move(v: Visitor, place: tuple[int, ...]) -> None:
    node = v.game.line.tree.find(place)
    rest_on(v, v.window.score.view.viewport(), v.window.score.view.place_of(node))


# --- the score -----------------------------------------------------------------------------------


def test_a_move_of_the_score_shows_its_position_beside_the_list(v):
    open_game(v, GAME)
    v.board.set_flipped(True)
    focus = QApplication.focusWidget()
    rest_on_move(v, (0, 1))
    assert hovering(v).shown == after("e4", "c5")
    board = hovering(v).board
    picture = board.grab().toImage()
    assert board.picture._orientation.flipped, "as the large board"
    view = v.window.score.view
    listed = view.rect().translated(view.mapTo(v.window, QPoint()))
    assert not board.geometry().intersects(listed)
    assert v.window.rect().contains(board.geometry())
    assert QApplication.focusWidget() is focus
    view = v.window.score.view
    node = v.game.line.tree.find((0, 0))
    move(view.viewport(), view.place_of(node))
    assert hovering(v).shown == after("e4", "e5"), "at once, as it is shown already"
    assert board.grab().toImage() != picture


def wheel(v: Visitor, widget: QWidget) -> None:
    at = QPointF(5, 5)
    turned = QWheelEvent(
        at, widget.mapToGlobal(at), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, turned)


def test_the_board_goes_at_once(v):
    open_game(v, GAME)
    score = v.window.score.view.viewport()
    for act in (
        lambda: QApplication.sendEvent(score, QEvent(QEvent.Type.Leave)),
        lambda: QTest.keyClick(v.board, Qt.Key.Key_Shift),
        lambda: wheel(v, score),
        lambda: v.game.go(1),
    ):
        rest_on_move(v, (0, 1))
        act()
        assert not hovering(v).shown


def test_the_board_can_be_switched_off(v):
    open_game(v, GAME)
    rest_on_move(v, (0, 1))
    v.window.store.set(hover_boards=False)
    assert not hovering(v).shown
    view = v.window.score.view
    move(view.viewport(), view.place_of(v.game.line.tree.find((0, 0))))
    assert not hovering(v)._wait.isActive()
    v.window.store.set(hover_boards=True)
    rest_on_move(v, (0, 1))
    assert hovering(v).shown


def test_a_move_of_morris_is_shown_as_the_board_is_turned(v):
    open_game(v, MORRIS)
    v.board.turn()
    rest_on_move(v, (0, 0))
    assert hovering(v).shown == v.game.line.tree.find((0, 0)).fen
    picture = hovering(v).board.picture
    assert picture._orientation == v.board.orientation
    assert picture.grab().toImage().width() > 0


# --- the analysis --------------------------------------------------------------------------------


LINE = Row("+0.3", "good", "1. e4 c5 2. Nf3", "e2e4", ("e2e4", "c7c5", "g1f3"))


def test_a_line_knows_which_move_is_where(qtbot):
    row = LineRow()
    qtbot.addWidget(row)
    row.resize(400, row.sizeHint().height())
    row.show_row(LINE)
    low, width = row.height() * 3 // 4, row.fontMetrics().horizontalAdvance
    places = [width("1. e"), width("1. e4 c"), width("1. e4 c5 2"), width("1. e4 c5 2. N"), 390]
    assert [row.move_at(QPoint(x + 4, low)) for x in places] == [0, 1, 1, 2, 0]
    assert row.move_at(QPoint(places[3], 3)) == 0, "above stands what the line is worth"


def test_a_line_shows_the_position_after_the_move_under_the_mouse(v):
    v.window.workspace.set_up(chess.STARTING_FEN)
    panel = v.window.analysis.panel
    panel.show()
    panel.rows[0].show_row(LINE)
    row = panel.rows[0]
    for letters, moves in (("1. e4 c", ("e4", "c5")), ("", ("e4",))):
        x = row.fontMetrics().horizontalAdvance(letters) + 6
        rest_on(v, row, QPoint(x, row.height() * 3 // 4))
        assert hovering(v).shown == after(*moves)


def test_a_line_with_the_keyboard_shows_its_first_move(v):
    v.window.workspace.set_up(chess.STARTING_FEN)
    panel = v.window.analysis.panel
    panel.show()
    panel.rows[0].show_row(LINE)
    v.window.activateWindow()
    for row in panel.rows:  # an earlier test may have left the cursor here
        row.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
    panel.rows[0].setFocus(Qt.FocusReason.TabFocusReason)
    v.wait(lambda: hovering(v).shown == after("e4"))
    v.board.setFocus()
    assert not hovering(v).shown


# --- the graph, the explorer ---------------------------------------------------------------------


def test_a_point_of_the_graph_shows_its_position(v):
    open_game(v, '[Result "*"]\n\n1. e4 {[%eval 0.2]} e5 {[%eval 0.3]} 2. Nf3 {[%eval 0.3]} *')
    graph = v.window.charting.graph
    v.wait(lambda: graph.isVisible() and len(graph.points) == 4)
    rest_on(v, graph, graph.place_of(2).toPoint())
    assert hovering(v).shown == after("e4", "e5")
    QTest.mouseClick(graph, Qt.MouseButton.LeftButton, pos=graph.place_of(1).toPoint())
    assert not hovering(v).shown


@pytest.mark.thorough
def test_rows_of_the_explorer_show_their_positions(qtbot, tables):
    with visit(qtbot, tables) as v:
        v.window.resize(1280, 800)
        v.window.activateWindow()
        v.do("explore")
        explorer = v.window.exploring.explorer
        v.wait(lambda: explorer.positions.model.rowCount() > 3)
        view, rows = explorer.positions.view, explorer.positions.model.rows
        rest_on(v, view.viewport(), view.visualRect(view.model().index(2, 0)).center())
        assert hovering(v).shown == rows[2]
        view.setFocus()
        QTest.keyClick(view, Qt.Key.Key_Down)
        QTest.keyClick(view, Qt.Key.Key_Down)
        v.wait(lambda: hovering(v).shown == rows[view.currentIndex().row()])
        QTest.keyClick(view, Qt.Key.Key_Down)
        assert hovering(v).shown == rows[view.currentIndex().row()], "without a flicker"
        QTest.keyClick(view, Qt.Key.Key_Return)
        assert v.window.workspace.fen == rows[view.currentIndex().row()]
        assert not hovering(v).shown


@pytest.mark.thorough
def test_a_game_of_the_list_shows_where_it_ended(v, tmp_path):
    games = ('[White "Anna"]\n\n1. e4 e5 *\n\n', '[White "Ben"]\n\n1. d4 d5 *\n')
    (tmp_path / "games.pgn").write_text("".join(games))
    v.do("show_games")
    v.window.games.choose(tmp_path)
    page = v.window.games.page
    v.wait(lambda: page.model.rowCount() == 2)
    ends = {"Anna": after("e4", "e5"), "Ben": after("d4", "d5")}
    page.table.point_at(0)
    for row in (1, 0):
        other = page.model.found(1 - row)
        page.table.point_at(1 - row)
        index = page.model.index(row, 0)
        rest_on(v, page.table.viewport(), page.table.visualRect(index).center())
        assert hovering(v).shown == ends[page.model.found(row).head.white]
        chosen = page.table.visualRect(page.model.index(1 - row, 0)).center()
        move(page.table.viewport(), chosen)
        assert not hovering(v).shown, f"{other.head.white} is on the board beside the list"


def test_the_board_comes_below_a_list_or_beside_it(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 700)
    window.show()
    widget, board = QWidget(window), HoverBoard(window)
    for place, beside in (
        ((600, 10, 290, 200), "below"),
        ((600, 10, 290, 600), "left"),
        ((10, 10, 290, 680), "right"),
    ):
        widget.setGeometry(*place)
        board.show_beside(widget, widget.rect())
        listed, shown = widget.geometry(), board.geometry()
        assert not listed.intersects(shown)
        assert window.rect().contains(shown)
        sides = {
            "below": shown.top() > listed.bottom(),
            "left": shown.right() < listed.left(),
            "right": shown.left() > listed.right(),
        }
        assert sides[beside], beside
