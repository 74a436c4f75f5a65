"""Analysis in the window: switched on and off, followed, paused, pointed at, played from."""

import sys
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.engine_files import nothing_left, program
from tests.gui.windows import QUEEN_MATE, Visitor, visit

from millmate import settings
from millmate.gui.analysis import source
from millmate.gui.analysis.panel import AnalysisPanel
from millmate.players import engine_finder
from millmate.uci import client

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs begin with #! here")

LONG = 20_000
ROOKS = "4k3/8/8/8/8/8/R7/4K3 w - - 0 1"


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Be on a machine where no engine is found, and wait for none for long."""
    monkeypatch.setattr(engine_finder, "KNOWN", {})
    monkeypatch.setattr(client, "QUIT_SECONDS", 0.3)
    with nothing_left():
        yield


@pytest.fixture
def analyst(tmp_path: Path) -> dict[str, object]:
    """Return what is remembered by a window that analyses with the scripted engine."""
    spec = f"{program('analyst', tmp_path)},arguments={tmp_path / 'log'}"
    return {"engines": [f"uci:{spec}"], "analysis_engine": spec, "start_fen": ROOKS}


def failing(name: str, folder: Path, options: str = "") -> dict[str, object]:
    spec = f"{program(name, folder)}{options}"
    return {"engines": [f"uci:{spec}"], "analysis_engine": spec, "start_fen": ROOKS}


def told(folder: Path) -> list[str]:
    """Return what the engine has been told so far, line by line."""
    return (folder / "log").read_text(encoding="utf-8").splitlines()


def panel(visitor: Visitor) -> AnalysisPanel:
    return visitor.window.analysis.panel


def lines(visitor: Visitor) -> list[str]:
    return [row.move for row in panel(visitor).shown.rows]


def best(fen: str, count: int = 3) -> list[str]:
    """Return the lines that the scripted engine finds."""
    return sorted(move.uci() for move in chess.Board(fen).legal_moves)[:count]


def arrows(visitor: Visitor) -> list[str]:
    names = chess.SQUARE_NAMES
    return [names[a.origin] + names[a.target] for a in visitor.board.state.arrows]


def sees(visitor: Visitor, fen: str, count: int = 3) -> None:
    """Wait for the lines of the position `fen`, searched to the end."""
    expected = best(fen, count)
    visitor.wait(
        lambda: (
            lines(visitor) == expected
            and all("depth 3" in row.words for row in panel(visitor).shown.rows)
        ),
        LONG,
    )


def point_at(visitor: Visitor, row: int) -> None:
    """Bring the mouse to a row."""
    nowhere = QPointF(5, 5)
    widget = panel(visitor).rows[row]
    QApplication.sendEvent(widget, QEnterEvent(nowhere, nowhere, nowhere))
    widget.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, True)
    widget.pointed.emit(True)


def leave(visitor: Visitor, row: int) -> None:
    widget = panel(visitor).rows[row]
    widget.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
    QApplication.sendEvent(widget, QEvent(QEvent.Type.Leave))


def test_it_is_off_at_first_and_switched_on_and_off_by_one_key(
    qtbot: QtBot, tmp_path: Path, analyst: dict[str, object]
) -> None:
    with visit(qtbot, tmp_path, **analyst) as v:
        assert not panel(v).isVisible()
        assert not v.window.analysis.bar.isVisible()
        v.window.activateWindow()
        v.wait(v.window.isActiveWindow)
        qtbot.keyClick(v.window, Qt.Key.Key_A)
        assert panel(v).isVisible()
        assert v.window.commands["analyse"].isChecked()
        sees(v, ROOKS)
        assert arrows(v) == best(ROOKS)
        assert v.window.analysis.bar.isVisible()
        assert [row.figure for row in panel(v).shown.rows] == ["+0.50", "+0.40", "+0.30"]
        effort = panel(v).effort.toolTip()  # the text itself is cut where the panel is narrow
        assert effort.startswith("Depth 3 · 3,000 nodes · ")
        assert effort.endswith("7 table hits")
        qtbot.keyClick(v.window, Qt.Key.Key_A)
        assert not panel(v).isVisible()
        assert not v.window.analysis.bar.isVisible()
        assert arrows(v) == []
        assert not v.window.analysis.analyst.running


def test_it_searches_in_full_strength_whatever_the_engine_is_set_to(
    qtbot: QtBot, tmp_path: Path, analyst: dict[str, object]
) -> None:
    weak = f"{analyst['analysis_engine']},option.Skill Level=3,option.UCI_LimitStrength=true"
    with visit(
        qtbot, tmp_path, **{**analyst, "engines": [f"uci:{weak}"], "analysis_engine": weak}
    ) as v:
        v.do("analyse")
        sees(v, ROOKS)
    options = [line for line in told(tmp_path) if line.startswith("setoption")]
    assert options == [
        "setoption name UCI_AnalyseMode value true",
        "setoption name MultiPV value 3",
    ]
    assert "go infinite" in told(tmp_path)


def test_it_follows_the_position_that_is_set_up_and_says_what_cannot_be_played(
    qtbot: QtBot, tmp_path: Path, analyst: dict[str, object]
) -> None:
    with visit(qtbot, tmp_path, **analyst) as v:
        v.do("analyse")
        sees(v, ROOKS)
        other = "4k3/8/8/8/8/8/P7/4K3 b - - 0 1"
        v.paste(other)
        sees(v, other)
        assert all(row.figure.startswith("-") for row in panel(v).shown.rows)  # Black is better
        v.window.views.current.editor.model.set_fen("8/8/8/8/8/8/P7/4K3 b - - 0 1")
        v.wait(lambda: "cannot be played" in panel(v).shown.notice)
        assert arrows(v) == []
        v.do("take_back")
        sees(v, other)


def test_it_follows_a_game_that_is_over_with_the_moves_that_led_there(
    qtbot: QtBot, tmp_path: Path, analyst: dict[str, object]
) -> None:
    with visit(qtbot, tmp_path, **analyst) as v:
        v.paste("1. f3 e5 2. g4 Qh4# 0-1")
        v.wait(lambda: v.game.begun)
        v.do("analyse")
        sees(v, chess.STARTING_FEN)
        v.do("next")
        sees(v, v.game.line.fen)
        assert told(tmp_path)[-2:] == ["position startpos moves f2f3", "go infinite"]
        v.do("last")
        v.wait(lambda: "has ended" in panel(v).shown.notice)
        assert v.window.analysis.bar.share == 0.0
        assert lines(v) == []
        v.do("previous")
        sees(v, v.game.line.fen)


def test_it_is_paused_while_a_person_plays_unless_that_person_asks(
    qtbot: QtBot, tmp_path: Path, analyst: dict[str, object]
) -> None:
    with visit(qtbot, tmp_path, white="human", black="human", **analyst) as v:
        v.do("analyse")
        sees(v, ROOKS)
        v.press_play()
        assert panel(v).notice.text() == "Paused while you play."
        assert lines(v) == arrows(v) == []
        assert not v.window.analysis.bar.isVisible()
        v.move("Kd2")
        assert lines(v) == arrows(v) == []
        assert panel(v).remedy.text() == "Analyse anyway"
        panel(v).remedy.click()
        sees(v, v.game.line.fen)
        v.do("take_back")  # it is the same game
        sees(v, ROOKS)
        v.do("resign")
        v.wait(lambda: not v.game.live)
        sees(v, ROOKS)
        v.press_play()
        assert panel(v).notice.text() == "Paused while you play."


def test_it_goes_on_once_the_game_is_over(
    qtbot: QtBot, tmp_path: Path, analyst: dict[str, object]
) -> None:
    with visit(qtbot, tmp_path, white="human", black="human", **analyst) as v:
        v.press_play()
        v.do("analyse")
        assert not v.window.analysis.analyst.running  # nothing to be done for it yet
        v.do("resign")
        sees(v, ROOKS)


def test_machines_may_be_watched(qtbot: QtBot, tmp_path: Path, analyst: dict[str, object]) -> None:
    slow = "iterative:seconds=600"
    with visit(qtbot, tmp_path, white=slow, black=slow, **analyst) as v:
        v.press_play()
        v.do("analyse")
        sees(v, ROOKS)


def test_the_best_moves_are_pointed_at_or_the_one_of_a_line(
    qtbot: QtBot, tmp_path: Path, analyst: dict[str, object]
) -> None:
    with visit(qtbot, tmp_path, **analyst) as v:
        v.do("analyse")
        sees(v, ROOKS)
        strengths = [arrow.strength for arrow in v.board.state.arrows]
        assert strengths == sorted(strengths, reverse=True)
        point_at(v, 1)
        assert arrows(v) == best(ROOKS)[1:2]
        leave(v, 1)
        assert arrows(v) == best(ROOKS)
        v.do("arrows")
        assert arrows(v) == []
        panel(v).rows[2].setFocus()
        assert arrows(v) == best(ROOKS)[2:3]
    assert settings.load().arrows is False


def test_promotions_on_one_square_are_one_arrow(
    qtbot: QtBot, tmp_path: Path, analyst: dict[str, object]
) -> None:
    fen = "8/P6k/8/8/8/8/8/7K w - - 0 1"
    with visit(qtbot, tmp_path, **{**analyst, "start_fen": fen}) as v:
        v.do("analyse")
        sees(v, fen)
        assert arrows(v) == ["a7a8"]


def test_a_line_is_played_in_the_game(
    qtbot: QtBot, tmp_path: Path, analyst: dict[str, object]
) -> None:
    with visit(qtbot, tmp_path, white="human", black="human", **analyst) as v:
        v.press_play()
        v.do("analyse")
        panel(v).remedy.click()
        sees(v, ROOKS)
        panel(v).rows[1].click()
        v.wait(lambda: len(v.moves) == 1)
        assert v.game.line.plies[0].text == best(ROOKS)[1]
        sees(v, v.game.line.fen)
        v.do("resign")
        v.wait(lambda: not v.game.live)
        panel(v).rows[0].click()  # nobody plays any more: the move is only tried
        assert len(v.moves) == 2


def test_a_line_is_stepped_along_while_setting_up_and_that_is_undone(
    qtbot: QtBot, tmp_path: Path, analyst: dict[str, object]
) -> None:
    board = chess.Board(ROOKS)
    board.push_uci(best(ROOKS)[0])
    with visit(qtbot, tmp_path, **analyst) as v:
        v.do("analyse")
        sees(v, ROOKS)
        panel(v).rows[0].setFocus()
        qtbot.keyClick(panel(v).rows[0], Qt.Key.Key_Space)
        assert v.window.workspace.fen == board.fen()
        sees(v, board.fen())
        v.do("take_back")
        sees(v, ROOKS)


def test_the_number_of_lines_is_chosen_and_remembered(
    qtbot: QtBot, tmp_path: Path, analyst: dict[str, object]
) -> None:
    with visit(qtbot, tmp_path, **analyst) as v:
        v.do("analyse")
        sees(v, ROOKS)
        panel(v).lines.setValue(1)
        sees(v, ROOKS, 1)
        assert sum(row.isVisible() for row in panel(v).rows) == 1
        panel(v).lines.setValue(5)
        v.wait(lambda: "shows at most 4" in panel(v).notice.text(), LONG)
        sees(v, ROOKS, 4)
    remembered = settings.load()
    assert remembered.analysis_lines == 5
    assert remembered.analysis_engine == analyst["analysis_engine"]
    with visit(qtbot, tmp_path, **analyst) as v:
        assert panel(v).engine.currentText() == "analyst"


def test_it_is_copied_as_text(qtbot: QtBot, tmp_path: Path, analyst: dict[str, object]) -> None:
    with visit(qtbot, tmp_path, **analyst) as v:
        v.do("analyse")
        sees(v, ROOKS)
        panel(v).copy.click()
    first, second, *rest = QApplication.clipboard().text().splitlines()
    assert first == ROOKS
    assert second.startswith("Analyst 1.0: Depth 3")
    assert rest[0] == "1. +0.50, White is better by 0.5 pawns · depth 3: 1. Ra1 Kd7"
    assert len(rest) == 3


def test_the_table_that_covers_the_position_has_the_first_word(
    qtbot: QtBot, tables: Path, analyst: dict[str, object]
) -> None:
    with visit(qtbot, tables, **{**analyst, "start_fen": QUEEN_MATE}) as v:
        v.do("analyse")
        sees(v, QUEEN_MATE)
        v.wait(lambda: panel(v).exact.isVisible())
        assert panel(v).exact.text().startswith("Exact: White mates in ")
        bar = v.window.analysis.bar
        assert bar.share == 1.0
        assert bar.accessibleName().endswith("plies), exact")
        v.paste(ROOKS)
        sees(v, ROOKS)
        assert panel(v).exact.isVisible()


def test_the_bar_stands_beside_the_board_and_turns_with_it(
    qtbot: QtBot, tmp_path: Path, analyst: dict[str, object]
) -> None:
    with visit(qtbot, tmp_path, **analyst) as v:
        v.window.resize(1024, 700)
        side = v.board.board_geometry.piece_side
        v.do("analyse")
        bar = v.window.analysis.bar
        assert v.board.board_geometry.piece_side == side  # it takes nothing from the board
        beside = bar.mapTo(v.window, bar.rect().topLeft())
        frame = v.board.board_geometry.frame.toRect()
        corner = v.board.mapTo(v.window, frame.topRight())
        assert 0 < beside.x() - corner.x() < 20
        assert (beside.y(), bar.height()) == (corner.y(), frame.height())
        v.window.resize(1400, 900)
        assert bar.height() == v.board.board_geometry.frame.toRect().height()
        v.do("flip")
        assert bar._flipped


def test_the_board_loses_nothing_in_a_game_either(
    qtbot: QtBot, tmp_path: Path, analyst: dict[str, object]
) -> None:
    with visit(qtbot, tmp_path, white="human", black="human", **analyst) as v:
        v.window.resize(1024, 700)
        v.press_play()
        side = v.board.board_geometry.piece_side
        v.do("analyse")
        panel(v).remedy.click()
        sees(v, ROOKS)
        assert v.board.board_geometry.piece_side == side


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("crashes_at_go", "thinking is hard"),
        ("no_engine", "ended by itself"),
    ],
)
def test_an_engine_that_fails_is_told_and_can_be_tried_again(
    qtbot: QtBot, tmp_path: Path, name: str, words: str
) -> None:
    with visit(qtbot, tmp_path, **failing(name, tmp_path)) as v:
        v.do("analyse")
        v.wait(lambda: words in panel(v).notice.text(), LONG)
        assert panel(v).notice.text().startswith(f"{name} has stopped: ")
        v.paste("4k3/8/8/8/8/8/P7/4K3 b - - 0 1")  # it is not tried again for every position
        v.wait(lambda: v.window.workspace.fen.startswith("4k3/8/8/8/8/8/P7"))
        assert words in panel(v).notice.text()
        panel(v).remedy.click()
        assert words not in panel(v).notice.text()
        v.wait(lambda: words in panel(v).notice.text(), LONG)


def test_what_an_engine_does_before_it_is_ready_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    done = tmp_path / "done"
    with visit(qtbot, tmp_path, **failing("compiles", tmp_path, f",arguments={done}")) as v:
        v.do("analyse")
        assert panel(v).notice.text() == "Starting the engine."
        v.wait(lambda: "compiling; this takes" in panel(v).notice.text(), LONG)
        done.touch()
        v.wait(lambda: panel(v).notice.text() == "compiles shows at most 1.", LONG)


def test_a_program_that_is_gone_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    gone = str(tmp_path / "gone")
    remembered = {"engines": [f"uci:{gone}"], "analysis_engine": gone}
    with visit(qtbot, tmp_path, **remembered) as v:
        v.do("analyse")
        v.wait(lambda: "gone has stopped" in panel(v).notice.text())


@pytest.mark.parametrize("name", ["hangs_at_start", "deaf_to_stop", "floods"])
def test_one_that_hangs_holds_up_neither_the_window_nor_its_end(
    qtbot: QtBot, tmp_path: Path, name: str
) -> None:
    with visit(qtbot, tmp_path, **failing(name, tmp_path)) as v:
        v.do("analyse")
        qtbot.wait(300)
        v.paste("4k3/8/8/8/8/8/P7/4K3 b - - 0 1")
        qtbot.wait(100)
        v.do("analyse")
        assert not panel(v).isVisible()
        v.do("analyse")


def test_an_engine_taken_off_the_list_is_sent_away(
    qtbot: QtBot, tmp_path: Path, analyst: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = program("decent", tmp_path)
    monkeypatch.setattr(source, "own_command", lambda: [str(other)])
    monkeypatch.setattr(
        source, "own", lambda tables, game, memory: source.Source("own", source.own_command)
    )
    with visit(qtbot, tmp_path, **analyst) as v:
        v.do("analyse")
        sees(v, ROOKS)
        v.window.engines.changed.emit([])
        assert panel(v).engine.currentText() == source.OWN
        v.wait(lambda: "Decent 1.0 shows at most 1." in panel(v).notice.text(), LONG)


def test_morris_without_a_search_has_its_tables(
    qtbot: QtBot, morris_tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "SEARCHED", ("chess",))
    fen = "WWW...../BBB...../........ w 0 0 0 1"
    with visit(qtbot, morris_tables, game="morris", morris_start=fen) as v:
        v.do("analyse")
        v.wait(lambda: len(lines(v)) == 3)
        answer = v.window.probe.last
        assert lines(v) == [move.text for move in answer.moves[:3]]
        assert panel(v).exact.text() == f"Exact: {answer.headline}"
        assert v.board.state.arrows
        assert not v.window.analysis.analyst.running
        v.window.workspace.set_up("......../......../........ w 9 9 0 1")
        v.wait(lambda: "analyses this variant" in panel(v).notice.text())
        assert v.board.state.arrows == ()
        v.window.workspace.set_up(ROOKS)
        assert v.window.views["morris"].board.state.arrows == ()


@pytest.mark.parametrize("dark", [False, True])
def test_the_lines_are_drawn_in_both_palettes_and_say_what_they_show(
    qtbot: QtBot, tmp_path: Path, analyst: dict[str, object], dark: bool
) -> None:
    appearance = "dark" if dark else "light"
    with visit(qtbot, tmp_path, appearance=appearance, **analyst) as v:
        v.do("analyse")
        sees(v, ROOKS)
        row = panel(v).rows[0]
        assert row.accessibleName() == panel(v).shown.rows[0].text
        place = QRect(row.mapTo(v.window, QPoint()), row.size())
        image = v.window.grab(place).toImage()  # with the ground that it stands on
        shades = [image.pixelColor(x, y).lightness() for x in range(60) for y in range(4, 14)]
        ground = shades[0]
        text = min(shades) if ground > 128 else max(shades)
        assert (ground < 128) == dark
        assert abs(text - ground) > 100


def test_our_own_engine_analyses(qtbot: QtBot, tables: Path) -> None:
    with visit(qtbot, tables, start_fen=QUEEN_MATE) as v:
        v.do("analyse")
        v.wait(lambda: len(lines(v)) == 3, 180_000)  # its kernels are compiled or loaded first
        plies = v.window.probe.last.headline.partition("(")[2]
        v.wait(lambda: plies in panel(v).shown.rows[0].words, LONG)
        assert lines(v)[0] in {move.text for move in v.window.probe.last.moves if move.wdl == 1}
