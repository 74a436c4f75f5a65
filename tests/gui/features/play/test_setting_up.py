import chess
import pytest
from PySide6.QtWidgets import QScrollArea
from tests.gui import windows
from tests.gui.mouse import Mouse
from tests.gui.sharing import visit
from tests.gui.windows import QUEEN_MATE

from millmate import settings
from millmate.gui.window.main_window import MainWindow

FIRST = settings.Settings().start_fen


def test_the_first_start_shows_an_ending_and_what_it_needs(qtbot):
    with visit(qtbot) as v:
        assert v.window.workspace.editing
        assert v.window.workspace.fen == FIRST
        v.wait(lambda: v.window.probe.last is not None)
        assert v.window.verdict.headline.text() == "No table yet"
        assert v.window.verdict.remark.text().startswith("3 tables: ")
        assert v.window.verdict.now.isVisible()
        assert v.window.setup.need.isHidden(), "the verdict offers the table"
        # a perfect player without a table sends one to the builder
        v.window.setup.play.click()
        assert not v.game.live
        assert "Bishop and knight against king (KBNvK)" in v.message
        v.window.stage.message.action.click()
        assert v.window.building.tables.heading.text().endswith("(KBNvK)")


def test_play_begins_from_exactly_what_the_mouse_has_set_up(qtbot):
    with visit(qtbot, black="human") as v:
        Mouse(v.board).carry(v.window.views.current.editor.palettes[True].buttons["Q"], "h7")
        Mouse(v.board).drag("b1", "off")
        v.press_play()
        assert v.game.line.start_fen == "8/7Q/8/8/3k4/8/8/K1N5 w - - 0 1"
        assert not v.window.workspace.editing
        assert v.window.views.current.editor.tools.isHidden()


def test_a_pasted_text_that_is_nothing_keeps_the_game_and_says_so_in_a_line(qtbot):
    with visit(qtbot, game="chess", start="initial", black="human") as v:
        v.press_play()
        v.move("e4")
        v.wait(lambda: v.game.awaits_person)  # the turn's change clears the line
        for text, words in (
            ("how are you?", "neither a position"),
            ("8/8/8/9/8/8/8/8 w - - 0 1", "FEN"),
            ("1. Ke3 *", "Ke3"),
            ("", "no text"),
        ):
            v.paste(text)
            v.wait(lambda words=words: words.lower() in v.message.lower())
            assert v.game.live
            assert v.moves == ["e4"]
        v.move("e5")


def test_a_pasted_game_that_breaks_off_shows_its_moves_and_why(qtbot):
    with visit(qtbot) as v:
        v.paste("1. e4 e5 2. Ke3 *")
        v.wait(lambda: v.moves == ["e4", "e5"])
        v.wait(lambda: "early: illegal move 2. Ke3 " in v.window.status.currentMessage())


def test_an_impossible_position_cannot_be_played_and_the_squares_say_why(qtbot):
    with visit(qtbot, black="human") as v:
        v.paste("8/8/8/3k4/3K4/8/8/8 w - - 0 1")
        v.wait(lambda: v.board.state.faults == {chess.D4, chess.D5})
        v.window.setup.play.click()
        assert not v.game.live
        assert v.message == "The kings stand side by side."


def test_positions_that_no_table_will_hold_say_so(qtbot):
    with visit(qtbot) as v:
        for fen, words in (
            ("8/8/8/3k4/8/8/8/KQRBNN2 w - - 0 1", "covers 7 pieces"),
            ("8/8/8/3k4/8/8/8/4K2R w K - 0 1", "castling"),
        ):
            v.paste(fen)
            v.wait(lambda words=words: words in v.window.verdict.remark.text())
            assert not v.window.verdict.build.isVisible()
            assert not v.window.verdict.now.isVisible()
            assert "Perfect play needs a table" in v.window.setup.need.text()
        # two bare kings are a draw
        v.paste("8/8/8/3k4/8/8/8/K7 w - - 0 1")
        v.wait(lambda: "nsufficient material" in v.window.verdict.headline.text())


def test_a_new_game_is_refused_where_the_last_began_with_more_men_than_tables_cover(qtbot):
    with visit(qtbot, white="human", black="table") as v:
        v.paste("1. e4 e5 2. Nf3 *")
        v.wait(lambda: v.moves == ["e4", "e5", "Nf3"])
        v.do("new_game")
        assert v.message == "Perfect play needs a table. There are tables of up to 6 pieces."
        assert not v.game.live
        assert v.moves == ["e4", "e5", "Nf3"]


def test_a_random_start_has_the_pieces_of_the_board(qtbot):
    with visit(qtbot, start="random", black="human") as v:
        v.wait(lambda: v.window.probe.last is not None)  # it counts the pieces
        v.press_play()
        pieces = sorted(chess.Board(v.game.line.start_fen).piece_map().values(), key=str)
        assert pieces == sorted(chess.Board(FIRST).piece_map().values(), key=str)


@pytest.mark.thorough
def test_what_was_chosen_is_remembered_by_the_next_window(qtbot):
    with windows.visit(qtbot) as v:
        v.window.setup.players[True].choose("minimax:depth=2")
        v.window.setup.players[False].choose("random")
        v.paste(QUEEN_MATE)
        v.wait(lambda: v.window.workspace.fen == QUEEN_MATE)
        v.do("flip")
        v.do("worth")
        v.do("dark")
        v.window.resize(900, 640)
    window = MainWindow()
    qtbot.addWidget(window, before_close_func=lambda w: None)
    assert {side: str(spec) for side, spec in window.setup.specs.items()} == {
        True: "minimax:depth=2",
        False: "random",
    }
    assert window.workspace.fen == QUEEN_MATE
    assert window.views.board.flipped
    assert not window.commands["worth"].isChecked()
    assert window.commands["dark"].isChecked()
    assert window.height() == 640
    window.close()


def test_settings_that_make_no_sense_are_left_aside(qtbot):
    with windows.visit(qtbot, white="magnus", black="minimax:depth=99", start_fen="rubbish") as v:
        assert v.window.workspace.fen == FIRST
        assert str(v.window.setup.specs[True]) == "human"


@pytest.mark.thorough
def test_worth_is_hidden_and_shown_at_will(qtbot, tables):
    with visit(qtbot, tables, start_fen=QUEEN_MATE, black="human") as v:
        v.press_play()
        v.wait(lambda: v.board.state.values != {})
        assert "mate in" in v.board.state.values[v.game.destinations()[0]].words
        v.do("worth")
        assert v.board.state.values == {}
        assert v.window.table.model.rowCount() == 0
        v.window.table.reveal.click()
        assert len(v.window.table.model.moves) == len(v.game.destinations())


@pytest.mark.thorough
def test_nothing_scrolls_sideways_where_letters_are_large(qtbot):
    with visit(qtbot, text_size=150, language="de") as v:
        v.window.resize(1180, 760)
        v.do("show_setup")
        areas = v.window.setup.findChildren(QScrollArea)
        v.qtbot.wait(200)
        assert [area.horizontalScrollBar().maximum() for area in areas] == [0]
