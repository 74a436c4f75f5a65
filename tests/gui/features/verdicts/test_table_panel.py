"""What moves are worth, beside the board: in groups, pointed at, played; missing tables built."""

import chess
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from tests.gui.sharing import v, visit
from tests.gui.windows import QUEEN_MATE, Visitor
from tests.tiers import first

from millmate.games.chess.material import Material
from millmate.gui.boards.state import Arrow
from millmate.gui.features.verdicts.worth_list import WorthModel
from millmate.gui.shell.probe.answer import Answer, Metric, MoveWorth
from millmate.gui.shell.probe.answers import balance_words

__all__ = ["v"]  # a fixture

TABLES, REMEMBERED = "tables", {"start_fen": QUEEN_MATE}
MORRIS = "WWW....B/.B....B./........ w 0 0 0 20"


def listed(v: Visitor) -> None:
    v.wait(lambda: v.window.table.model.moves != ())


def place(v: Visitor, text: str) -> QPoint:
    """Return where the row of a move is in the list."""
    table = v.window.table
    number = [move.text for move in table.model.moves].index(text)
    index = table.model.index_of(number)
    table.view.scrollTo(index)
    return table.view.visualRect(index).center()


def rows(model: WorthModel) -> list[str]:
    return [model.data(model.index(row, 0)) for row in range(model.rowCount())]


def test_wins_come_before_draws_before_losses_and_headings_cannot_be_chosen():
    moves = tuple(
        MoveWorth(str(n), str(n), words, wdl)
        for n, (words, wdl) in enumerate(
            [("mate in 3", 1), ("mate in 9", 1), ("draw", 0), ("loses in 2", -1)]
        )
    )
    model = WorthModel()
    model.show_answer(Answer("", "", "", moves=moves, metric=Metric("M", "plies")))
    headings = "2 winning moves", "1 drawing move", "1 losing move"
    assert rows(model) == [headings[0], "0", "1", headings[1], "2", headings[2], "3"]
    assert model.lines(columns=2) == [[1, 2], [4], [6]]
    assert model.lines(columns=1) == [[1], [2], [4], [6]]
    for row in model.headings:
        assert not model.flags(model.index(row, 0)) & Qt.ItemFlag.ItemIsSelectable
        assert model.move_at(model.index(row, 0)) is None


def test_a_move_under_the_mouse_is_pointed_at_on_the_board(v, tables):
    listed(v)
    model, view = v.window.table.model, v.window.table.view
    assert model.rows[0].unit.name == "Depth to mate (DTM)"
    assert "a ply" in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    best = model.moves[0].text
    QTest.mouseMove(view.viewport(), place(v, best))
    move = chess.Move.from_uci(best)
    v.wait(lambda: list(v.board.state.arrows) == [Arrow(move.from_square, move.to_square)])
    view._hover(model.index(0, 0))  # a heading
    assert not v.board.state.arrows


def test_the_position_after_the_move_is_shown_but_never_over_the_list(v, tables):
    listed(v)
    table = v.window.table
    best = table.model.moves[0].text
    table.view._hover(table.model.index_of(0))
    hovering = v.window.services.hovering
    v.wait(lambda: hovering.shown != "")
    after = chess.Board(QUEEN_MATE)
    after.push_uci(best)
    assert hovering.shown == after.fen()
    listed_at = table.rect().translated(table.mapTo(v.window, QPoint()))
    assert not hovering.board.geometry().intersects(listed_at)
    QTest.keyClick(v.window, Qt.Key.Key_Escape)
    assert not hovering.shown


def test_a_move_of_morris_is_pointed_at_too(qtbot, morris_tables):
    with visit(qtbot, morris_tables) as v:
        v.window.workspace.set_up(MORRIS)
        listed(v)
        best = v.window.table.model.moves[0].text
        v.window.table.view._hover(v.window.table.model.index_of(0))
        assert v.board.state.arrows
        assert best


def test_a_click_makes_the_move_in_the_position_and_undo_takes_it_back(v, tables):
    listed(v)
    before, best = v.window.workspace.fen, v.window.table.model.moves[0].text
    view = v.window.table.view
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place(v, best))
    after = chess.Board(before)
    after.push_uci(best)
    assert v.window.workspace.fen == after.fen()
    v.do("take_back")
    assert v.window.workspace.fen == before


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_a_key_plays_the_chosen_move_in_a_game(qtbot, tables, key):
    with visit(qtbot, tables, start_fen=QUEEN_MATE, black="human") as v:
        v.press_play()
        listed(v)
        v.do("show_table")
        view = v.window.table.view
        first = v.window.table.model.moves[0].notation
        QTest.keyClick(view, key)
        v.wait(lambda: v.moves == [first])


def test_what_is_missing_is_built_with_one_click(qtbot, tmp_path):
    with visit(qtbot, tmp_path / "tables", start_fen=QUEEN_MATE) as v:
        verdict = v.window.verdict
        v.wait(lambda: verdict.now.isVisible())
        assert verdict.headline.text() == "No table yet"
        assert verdict.missing.text() == "Queen against king (KQvK)"
        assert "1 table: " in verdict.remark.text()
        assert "Queen against king (KQvK): " in verdict.now.toolTip()
        place = v.window.panels.mapTo(v.window, QPoint())
        verdict.now.click()
        assert not verdict.now.isVisible()
        v.wait(lambda: verdict.headline.text().startswith("White wins, mate in "))
        assert v.window.table.model.moves
        assert v.window.panels.mapTo(v.window, QPoint()) == place
        assert v.window.building.tables is None  # nothing was asked


@pytest.mark.thorough
def test_what_takes_long_is_looked_at_before_it_is_begun(qtbot, tmp_path):
    with visit(qtbot, tmp_path / "tables", start_fen="8/8/8/3k4/4r3/8/2QB4/KN6 w - - 0 1") as v:
        v.wait(lambda: v.window.verdict.build.isVisible())
        assert not v.window.verdict.now.isVisible()


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        ("4k3/ppp5/8/8/8/8/PPP5/4K3 w - - 0 1", "8 pieces, material is even"),
        ("rbn1k2p/8/8/8/8/8/8/4KQ1P w - - 0 1", "8 pieces, Black is 2 points ahead"),
        ("r3k1pp/8/8/8/8/8/PPP5/4KR2 b - - 0 1", "9 pieces, White is 1 point ahead"),
    ],
)
def test_the_balance_is_told_in_points(fen: str, words: str) -> None:
    assert balance_words(Material.of(chess.Board(fen))) == words


@pytest.mark.parametrize(
    ("fen", "headline"),
    first(
        1,
        [
            ("4k3/ppppppp1/8/8/8/8/PPPPPPPP/R3K3 b - - 0 1", "18 pieces, White is 6 points ahead"),
            ("4k3/ppppppp1/8/8/8/8/PPPPPPPP/R3K3 w - - 0 1", "18 pieces, White is 6 points ahead"),
            (chess.STARTING_FEN, "32 pieces, material is even"),
        ],
    ),
)
def test_a_middlegame_has_no_table_s_name_on_it(v, tables, fen, headline) -> None:
    v.window.workspace.set_up(fen)
    v.wait(lambda: v.window.probe.last is not None and v.window.probe.last.fen == fen)
    assert v.window.verdict.headline.text() == headline
    assert v.window.verdict.remark.text() == "There are tables of up to 6 pieces."
    assert v.window.views.current.editor.material.text() == headline.partition(",")[0]
    v.window.setup.players[False].choose("table")
    need = v.window.setup.need
    assert need.text() == "Perfect play needs a table. There are tables of up to 6 pieces."
    assert need.sizeHint().width() <= v.window.setup.width()


def test_a_name_that_has_room_stays(v, tables) -> None:
    v.window.workspace.set_up("4k3/ppp5/8/8/8/8/PPP5/4K3 w - - 0 1")
    assert v.window.views.current.editor.material.text() == (
        "Three pawns against three pawns (KPPPvKPPP)"
    )
