import chess
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QLabel
from tests.gui.sharing import v, visit
from tests.gui.shell.files.conftest import GAME
from tests.gui.windows import QUEEN_MATE
from tests.saved_games import saved_games
from tests.tiers import first

from millmate.errors import InputError
from millmate.games.lenient_parser import parse_leniently
from millmate.gui.shell.files import files
from millmate.gui.shell.files.opening import read
from millmate.records import archive

__all__ = ["v"]  # a fixture


def test_a_saved_game_is_opened_again(qtbot):
    with visit(qtbot, game="chess", start="initial", black="human") as v:
        v.press_play()
        v.move("e4")
        v.move("e5")
        v.resign()
        v.wait(lambda: saved_games() != [])
        path = saved_games()[-1]
    with visit(qtbot) as v:
        v.window.files.open(path)
        v.wait(lambda: not v.window.workspace.editing)
        assert v.moves == ["e4", "e5"]
        assert v.window.moves.state.text() == "0-1 (Black wins: resignation)"
        assert v.window.workspace.fen == chess.STARTING_FEN
        v.do("next")
        assert v.window.moves.view.current_text == "e4"


def test_a_game_can_be_played_on_from_any_of_its_positions(qtbot):
    with visit(qtbot, black="human") as v:
        v.paste(GAME)
        v.wait(lambda: len(v.moves) == 7)
        v.do("last")
        v.do("previous")
        before_mate = v.window.workspace.fen
        v.do("play_here")
        v.wait(lambda: v.game.turn is not None)
        assert v.game.line.start_fen == before_mate
        v.move("Qxf7#")
        v.wait(lambda: v.game.outcome is not None)


def test_the_game_is_copied_as_pgn_and_the_position_as_fen(v, pasted):
    v.do("last")
    v.do("copy_fen")
    assert QApplication.clipboard().text() == v.game.line.last_fen
    v.do("copy_pgn")
    text = QApplication.clipboard().text()
    assert '[White "Anna"]' in text
    assert "Qxf7# 1-0" in text.replace("\n", " ")


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1. e4 -- 2. Nf3 (2. -- d5) 2... e5 *", ["e4", "--", "Nf3", "e5"]),
        (
            '[FEN "r3k3/8/8/8/8/8/8/1K4R1 w G - 0 1"]\n\n1. O-O (1. Rg5) Rd8 2. Rf5 *',
            ["O-O", "Rd8", "Rf5"],
        ),
    ],
    ids=["null moves", "Chess960"],
)
def test_null_moves_and_chess960_are_shown_saved_and_opened_again(v, text, moves, tmp_path):
    v.paste(text)
    v.wait(lambda: v.moves == moves)
    for move in moves:
        v.do("next")
        assert v.window.moves.view.current_text == move
    path = tmp_path / "game.pgn"
    v.window.files.save(path)
    v.wait(path.exists)
    v.paste("1. d4 *")
    v.wait(lambda: v.moves == ["d4"])
    v.window.files.open(path)
    v.wait(lambda: v.moves == moves)


def test_the_position_is_copied_as_a_link_that_is_read_again(v, pasted):
    v.do("last")
    v.do("copy_link")
    link = QApplication.clipboard().text()
    assert link.startswith("https://lichess.org/analysis/standard/r1bqkb1r/")
    assert parse_leniently(link).fen == v.game.line.last_fen


def test_a_link_to_rights_of_chess960_is_to_its_board_of_analysis(v):
    fen = "4k3/8/8/8/8/8/7P/3R1KRR w KQ - 0 1"
    v.window.workspace.set_up(fen)
    v.do("copy_link")
    link = QApplication.clipboard().text()
    assert link == f"https://lichess.org/analysis/chess960/{fen.replace(' ', '_')}"
    assert parse_leniently(link).fen == fen


@pytest.mark.parametrize(
    ("server", "begin"),
    [
        ("http://tables.example:8000/", "http://tables.example:8000/?fen=r1bqkb1r/"),
        ("", "http://127.0.0.1:9000/?fen=r1bqkb1r/"),
    ],
)
def test_a_link_to_our_own_server_is_read_again(v, pasted, server, begin):
    v.do("last")
    v.window.services.settings.set(server=server)
    v.do("copy_server_link")
    link = QApplication.clipboard().text()
    assert link.startswith(begin)
    assert parse_leniently(link).fen == v.game.line.last_fen


def test_save_as_writes_what_can_be_opened(v, pasted, tmp_path):
    v.window.files.save(tmp_path / "mate.pgn")
    v.wait(lambda: "Game saved" in v.window.status.currentMessage())
    (record,) = archive.load(tmp_path / "mate.pgn")
    assert (record.white, record.moves[-1]) == ("Anna", "h5f7")


def test_a_game_is_added_to_those_in_a_file(v, pasted, tmp_path):
    path = tmp_path / "games.pgn"
    for _ in range(2):
        v.window.files.append(path)
        v.wait(lambda: "Game saved" in v.window.status.currentMessage())
        v.window.status.clearMessage()
    assert [record.white for record in archive.load(path)] == ["Anna", "Anna"]


@pytest.mark.parametrize(("pressed", "games"), [("Add the game", 2), ("Replace the file", 1)])
def test_a_file_that_is_there_is_not_replaced_unasked(
    v, pasted, tmp_path, monkeypatch, pressed, games
):
    path = tmp_path / "games.pgn"
    path.write_text(GAME)
    monkeypatch.setattr(
        files.QFileDialog, "getSaveFileName", lambda *args, **options: (str(path), "")
    )

    def answer():
        box = QApplication.activeModalWidget()
        next(b for b in box.buttons() if b.text() == pressed).click()

    QTimer.singleShot(0, v.window, answer)
    v.do("save_as")
    v.wait(lambda: "Game saved" in v.window.status.currentMessage())
    assert len(archive.load(path)) == games


def test_a_place_that_cannot_be_written_is_named(v, pasted, tmp_path):
    v.window.files.save(tmp_path / "nowhere" / "mate.pgn")
    v.wait(lambda: "nowhere" in v.message)


REFUSED = [b"", b"no chess in here", b"\x00\x01\x02", b"1. Ke3 *"]


@pytest.mark.parametrize("content", first(1, REFUSED))
def test_a_file_that_is_no_game_is_one_line_and_nothing_changes(v, tmp_path, content):
    path = tmp_path / "bad.pgn"
    path.write_bytes(content)
    before = v.window.workspace.fen
    v.window.files.open(path)
    v.wait(lambda: v.message != "")
    assert "\n" not in v.message
    assert v.window.workspace.editing
    assert v.window.workspace.fen == before
    assert saved_games() == []


@pytest.mark.parametrize("given", first(1, [GAME, "8/8/8/3k4/8/8/8/K6Q b - - 0 1"]))
@pytest.mark.parametrize("doing", ["playing", "editing"])
def test_what_is_pasted_onto_unsaved_work_opens_a_tab(qtbot, doing, given):
    with visit(qtbot, game="chess", start="initial", black="human") as v:
        if doing == "playing":
            v.press_play()
            v.move("e4")
        else:
            v.window.workspace.model.arrange("clear")
        v.paste(given)
        v.wait(lambda: len(v.window.services.tabs.tabs) == 2)
        assert v.window.workspace.editing is (given != GAME)
        v.do("previous_tab")
        assert v.game.live is (doing == "playing")
        assert v.window.workspace.model.can_undo is (doing == "editing")


def test_of_many_games_the_first_is_shown_and_said_to_be(v):
    v.paste(f"{GAME}\n\n{GAME}")
    v.wait(lambda: "first of 2 games" in v.window.status.currentMessage())


def test_what_was_mended_is_said_beneath_the_board(v):
    v.paste("r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 3 9 by Anna")
    v.wait(lambda: v.message != "")
    assert "Castling rights without king and rook" in v.message
    assert "ignored: by Anna" in v.message
    assert v.window.workspace.fen == "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 3 9"


@pytest.mark.parametrize("stroke", first(1, [" / ", " /\n", "\n/ ", "\n", "\r\n\r\n"]))
def test_a_pasted_list_of_pieces_is_set_up(v, stroke):
    v.paste(f"Kc2 Nd3 Bf1{stroke}ka1 b")
    v.wait(lambda: v.window.workspace.fen == "8/8/8/8/8/3N4/2K5/k4B2 b - - 0 1")


def test_a_list_may_break_its_lines_anywhere(v):
    v.paste("Kc2 Nd3\nBf1 / ka1 b")
    v.wait(lambda: v.window.workspace.fen == "8/8/8/8/8/3N4/2K5/k4B2 b - - 0 1")


def test_several_lists_are_several_positions():
    found = read("Kc2 Nd3 / ka1\nKc2 Bf1 / ka1")
    assert len(found.found) == 2


def test_a_fault_in_a_pasted_list_is_one_sentence(v):
    before = v.window.workspace.fen
    v.paste("Kc2 Nd3 Bf1 / kd3")
    v.wait(lambda: "there are two pieces on d3" in v.message.lower())
    assert v.window.workspace.fen == before


def test_one_key_leads_from_a_copied_position_to_its_verdict(qtbot, tables):
    with visit(qtbot, tables) as v:
        QApplication.clipboard().setText("https://lichess.org/analysis/8/8/8/3k4/8/8/8/KQ6_w_-_-")
        qtbot.keyClick(v.window, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        v.wait(lambda: "White wins, mate in" in v.window.verdict.headline.text())


def test_of_several_positions_one_is_chosen_from_a_list(v, qtbot, tmp_path):
    path = tmp_path / "studies.epd"
    path.write_text(
        "# my studies\n"
        '8/8/8/3k4/8/8/8/KQ6 w - - bm Qd1; id "queen";\n'
        '8/8/8/3k4/8/8/8/KR6 w - - id "rook";\n'
        "8/8/8/3k4/8/8/8/KR5 w - -\n"
    )
    v.window.files.open(path)
    v.wait(lambda: v.window.files._choice is not None)
    choice = v.window.files._choice
    assert choice.windowTitle() == "studies.epd"
    assert v.window.workspace.fen == QUEEN_MATE
    assert "Best move given: Qd1." in v.window.status.currentMessage()
    qtbot.keyClick(choice.filter, Qt.Key.Key_Down)
    assert v.window.workspace.fen == "8/8/8/3k4/8/8/8/KR6 w - - 0 1"
    qtbot.keyClicks(choice.filter, "queen")
    assert choice.shown.rowCount() == 1
    assert v.window.workspace.fen == QUEEN_MATE
    faults = [label.text() for label in choice.findChildren(QLabel)]
    assert any("Line 4: " in text and "7 squares instead of 8" in text for text in faults)
    v.do("take_back")  # what the list has set up is undone like any other change
    assert "KR6" in v.window.workspace.fen
    choice.close()
    assert v.window.files._choice is None


def test_texts_are_told_apart():
    assert read(QUEEN_MATE).found[0].fen == QUEEN_MATE
    assert read("8/8/8/3k4/8/8/8/KQ6").found[0].fen == QUEEN_MATE
    assert len(read(f"{QUEEN_MATE}\n{QUEEN_MATE}").found) == 2
    assert read(f"Mate in nine:\n{QUEEN_MATE}\nBy Anna").found[0].fen == QUEEN_MATE
    assert isinstance(read(f'[FEN "{QUEEN_MATE}"]\n\n1. Qb5+ *'), list)
    games = read("1. e4 e5")
    assert isinstance(games, list)
    assert games[0].record.moves == ("e2e4", "e7e5")
    for text in ("", "   ", "hello", "[Event", "8/8/8 w", "https://example.org/8"):
        with pytest.raises(InputError):
            read(text)
