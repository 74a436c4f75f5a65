"""Analysis in the window: switched on and off, followed, paused, pointed at, played from."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import chess
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.consent import allow
from tests.engine_files import nothing_left, program
from tests.gui.service_sets import serving
from tests.gui.windows import QUEEN_MATE, visit
from tests.tiers import first

from millmate.games.catalogue import parse
from millmate.gui.boards.truth_bar import TruthBar
from millmate.gui.features.analyse import engine_worker
from millmate.gui.features.analyse.analysis_controller import AnalysisController
from millmate.gui.kit import tasks, theme
from millmate.gui.shell.services import Services
from millmate.players import engine_finder
from millmate.players.spec import PlayerSpec
from millmate.records.pgn import from_pgn
from millmate.uci import client

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs begin with #! here")

ROOKS = "4k3/8/8/8/8/8/R7/4K3 w - - 0 1"
PAWN = "4k3/8/8/8/8/8/P7/4K3 b - - 0 1"


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Be on a machine where no engine is found, and wait for none for long."""
    monkeypatch.setattr(engine_finder, "KNOWN", {})
    monkeypatch.setattr(client, "QUIT_SECONDS", 0.3)
    with nothing_left():
        yield


class Analyst:
    """Someone who analyses, with the services of a window alone."""

    def __init__(self, qtbot: QtBot, services: Services) -> None:
        self.qtbot, self.s, self.game = qtbot, services, services.game
        self.analysis = AnalysisController(services, TruthBar(), lambda moves: False)
        self.panel, self.bar = self.analysis.panel, self.analysis.bar
        self.inner = self.analysis.analyst
        services.workspace.position_changed.connect(services.probe.ask)
        for widget in (self.panel, self.bar):
            qtbot.addWidget(widget)

    def wait(self, condition: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(condition()))

    def toggle(self) -> None:
        self.s.commands["analyse"].trigger()

    def play(self, white: str = "human", black: str = "human") -> None:
        """Start a game from the position shown."""
        specs = {True: PlayerSpec.parse(white), False: PlayerSpec.parse(black)}
        self.game.start(self.s.workspace.fen, specs)
        self.s.workspace.leave_set_up()
        self.wait(lambda: self.game.turn is not None)

    def resign(self) -> None:
        self.game.resign()
        self.wait(lambda: not self.game.live)

    @property
    def notice(self) -> str:
        return self.panel.notice.text()

    @property
    def moves(self) -> list[str]:
        return [row.move for row in self.panel.shown.rows]

    @property
    def arrows(self) -> list[str]:
        names, shown = chess.SQUARE_NAMES, self.s.views.board.state.arrows
        return [names[arrow.origin] + names[arrow.target] for arrow in shown]

    def sees(self, fen: str = ROOKS, count: int = 3) -> None:
        """Wait for the lines of the position `fen`, searched to the end."""
        self.wait(lambda: self.moves == best(fen, count))
        self.wait(lambda: all("depth 3" in row.words for row in self.panel.shown.rows))


def best(fen: str, count: int = 3) -> list[str]:
    """Return the lines that the scripted engine finds."""
    return sorted(move.uci() for move in chess.Board(fen).legal_moves)[:count]


def using(engine: str) -> dict[str, object]:
    """Return settings with this engine."""
    allow(f"uci:{engine}")
    return {"engines": [f"uci:{engine}"], "analysis_engine": engine}


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Return where the scripted engine writes what it is told."""
    return tmp_path / "log"


@pytest.fixture
def scripted(tmp_path: Path, log: Path) -> dict[str, object]:
    return using(f"{program('analyst', tmp_path)},arguments={log}")


@pytest.fixture
def analysing(qtbot: QtBot, tmp_path: Path, scripted):
    """Return what sets up a position to be analysed, by default with the scripted engine."""

    @contextmanager
    def start(
        fen: str = ROOKS, tables: Path = tmp_path, on: bool = True, **settings: object
    ) -> Iterator[Analyst]:
        with serving(qtbot, tables, **scripted | settings) as services:
            services.workspace.set_up(fen)
            analyst = Analyst(qtbot, services)
            if on:
                analyst.toggle()
            yield analyst
            analyst.analysis.close()
        tasks.join_all()

    return start


def test_it_is_off_at_first_and_switched_on_and_off(analysing):
    with analysing(on=False) as a:
        assert not a.panel.isVisible()
        assert a.bar.worth is None
        a.toggle()
        assert a.panel.isVisible()
        assert a.s.commands["analyse"].isChecked()
        a.sees()
        a.wait(lambda: a.arrows == best(ROOKS))
        assert a.bar.worth is not None
        assert [row.figure for row in a.panel.shown.rows] == ["+0.50", "+0.40", "+0.30"]
        effort = a.panel.effort.toolTip()  # the text itself is cut where the panel is narrow
        assert effort.startswith("Depth 3 · 3,000 nodes · ")
        assert effort.endswith("7 table hits")
        a.panel.copy.click()
        first, second, *rest = QApplication.clipboard().text().splitlines()
        assert first == ROOKS
        assert second.startswith("Analyst 1.0: Depth 3")
        assert rest[0] == "1. +0.50, White is better by 0.5 pawns · depth 3: 1. Ra1 Kd7"
        assert len(rest) == 3
        a.toggle()
        assert not a.panel.isVisible()
        assert a.bar.worth is None
        assert a.arrows == []
        assert not a.inner.running


def test_it_searches_in_full_strength_whatever_the_engine_is_set_to(analysing, scripted, log):
    weak = f"{scripted['analysis_engine']},option.Skill Level=3,option.UCI_LimitStrength=true"
    with analysing(**using(weak)) as a:
        a.sees()
    told = log.read_text(encoding="utf-8").splitlines()
    assert [line for line in told if line.startswith("setoption")] == [
        "setoption name UCI_AnalyseMode value true",
        "setoption name MultiPV value 3",
    ]
    assert "go infinite" in told


def test_it_follows_the_position_that_is_set_up_and_says_what_cannot_be_played(analysing):
    with analysing() as a:
        a.sees()
        a.s.workspace.set_up(PAWN)
        a.sees(PAWN)
        assert all(row.figure.startswith("-") for row in a.panel.shown.rows)  # Black is better
        a.s.workspace.model.set_fen("8/8/8/8/8/8/P7/4K3 b - - 0 1")
        a.wait(lambda: "cannot be played" in a.notice)
        assert a.arrows == []
        a.s.workspace.take_back()
        a.sees(PAWN)


def test_it_follows_a_game_that_is_over_with_the_moves_that_led_there(analysing, log):
    with analysing() as a:
        a.game.open(from_pgn("1. f3 e5 2. g4 Qh4# 0-1")[0])
        a.s.workspace.leave_set_up()
        a.sees(chess.STARTING_FEN)
        a.game.go(1)
        a.sees(a.game.line.fen)
        told = log.read_text(encoding="utf-8").splitlines()
        assert told[-2:] == ["position startpos moves f2f3", "go infinite"]
        a.game.go(4)
        a.wait(lambda: "has ended" in a.notice)
        assert a.bar.share == 0.0
        assert a.moves == []
        a.game.go(3)
        a.sees(a.game.line.fen)


def test_it_is_paused_while_a_person_plays_unless_that_person_asks(analysing):
    with analysing() as a:
        a.sees()
        a.play()
        assert a.notice == "Paused while you play."
        assert a.moves == a.arrows == []
        assert a.bar.worth is None
        a.game.play("e1d2")
        a.wait(lambda: len(a.game.line.plies) == 1)
        assert a.moves == a.arrows == []
        assert a.panel.remedy.text() == "Analyse anyway"
        a.panel.remedy.click()
        a.sees(a.game.line.fen)
        a.game.take_back()  # it is the same game
        a.sees()
        a.panel.rows[1].click()  # a line is played
        a.wait(lambda: len(a.game.line.plies) == 1)
        assert a.game.line.plies[0].text == best(ROOKS)[1]
        a.sees(a.game.line.fen)
        a.resign()
        a.panel.rows[0].click()  # nobody plays any more: the move is only tried
        assert len(a.game.line.plies) == 2
        a.s.workspace.set_up(ROOKS)
        a.play()
        assert a.notice == "Paused while you play."


def test_it_goes_on_once_the_game_is_over_and_machines_may_be_watched(analysing):
    with analysing(on=False) as a:
        a.play()
        a.toggle()
        assert not a.inner.running  # nothing to be done for it yet
        a.resign()
        a.sees()
        a.s.workspace.set_up(PAWN)
        a.play(*["iterative:seconds=600"] * 2)
        a.sees(PAWN)


def test_the_best_moves_are_pointed_at_or_the_one_of_a_line(analysing):
    with analysing() as a:
        a.s.hovering.allow(False)  # its board needs the panel inside the window
        a.wait(lambda: a.arrows == best(ROOKS))
        strengths = [arrow.strength for arrow in a.s.views.board.state.arrows]
        assert strengths == sorted(strengths, reverse=True)
        nowhere, row = QPointF(5, 5), a.panel.rows[1]
        row.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, True)
        QApplication.sendEvent(row, QEnterEvent(nowhere, nowhere, nowhere))
        a.wait(lambda: a.arrows == best(ROOKS)[1:2])
        row.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
        QApplication.sendEvent(row, QEvent(QEvent.Type.Leave))
        a.wait(lambda: a.arrows == best(ROOKS))
        a.s.commands["arrows"].trigger()
        assert a.arrows == []
        a.panel.activateWindow()
        a.panel.rows[2].setFocus()
        a.wait(lambda: a.arrows == best(ROOKS)[2:3])
        assert not a.s.settings.current.arrows


def test_promotions_on_one_square_are_one_arrow(analysing):
    fen = "8/P6k/8/8/8/8/8/7K w - - 0 1"
    with analysing(fen) as a:
        a.sees(fen)
        assert a.arrows == ["a7a8"]


def test_a_line_is_stepped_along_while_setting_up_and_that_is_undone(analysing):
    board = chess.Board(ROOKS)
    board.push_uci(best(ROOKS)[0])
    with analysing() as a:
        a.sees()
        a.qtbot.keyClick(a.panel.rows[0], Qt.Key.Key_Space)
        assert a.s.workspace.fen == board.fen()
        a.sees(board.fen())
        a.s.workspace.take_back()
        a.sees()


def test_the_number_of_lines_is_chosen_and_remembered(analysing, scripted):
    with analysing() as a:
        a.sees()
        a.panel.lines.setValue(1)
        a.sees(count=1)
        assert sum(row.isVisible() for row in a.panel.rows) == 1
        a.panel.lines.setValue(5)
        a.wait(lambda: "shows at most 4" in a.notice)
        a.sees(count=4)
        assert a.panel.engine.currentText() == "analyst"
        assert a.s.settings.current.analysis_lines == 5
        assert a.s.settings.current.analysis_engine == scripted["analysis_engine"]


def test_the_table_that_covers_the_position_has_the_first_word(analysing, tables):
    with analysing(QUEEN_MATE, tables) as a:
        a.s.probe.ask(parse(QUEEN_MATE))
        a.sees(QUEEN_MATE)
        a.wait(a.panel.exact.isVisible)
        assert a.panel.exact.text().startswith("Exact: White wins, mate in ")


@pytest.mark.thorough
def test_the_bar_stands_beside_the_board_and_turns_with_it(qtbot, tmp_path, scripted):
    with visit(qtbot, tmp_path, white="human", black="human", start_fen=ROOKS, **scripted) as v:
        bar = v.window.analysis.bar
        assert bar.share is None
        v.do("analyse")
        v.wait(lambda: bar.share is not None)
        for size in ((1024, 700), (1400, 900)):
            v.window.resize(*size)
            beside = bar.mapTo(v.window, bar.rect().topRight())
            frame = v.board.board_geometry.frame.toRect()
            corner = v.board.mapTo(v.window, frame.topLeft())
            assert 0 < corner.x() - beside.x() < 20
            assert (beside.y(), bar.height()) == (corner.y(), frame.height())
        v.do("flip")
        assert bar.flipped
        v.do("analyse")
        assert bar.share is None


@pytest.mark.parametrize(
    ("name", "words"),
    first(
        1,
        [
            ("crashes_at_go", "thinking is hard"),
            ("no_engine", "ended by itself"),
            ("gone", "there is no file"),
        ],
    ),
)
def test_an_engine_that_fails_is_told_and_can_be_tried_again(analysing, tmp_path, name, words):
    path = tmp_path / name if name == "gone" else program(name, tmp_path)
    with analysing(**using(str(path))) as a:
        a.wait(lambda: words in a.notice)
        assert a.notice.startswith(f"{name} has stopped: ")
        a.s.workspace.set_up(PAWN)  # it is not tried again for every position
        assert words in a.notice
        a.panel.remedy.click()
        assert words not in a.notice
        a.wait(lambda: words in a.notice)


def test_what_an_engine_does_before_it_is_ready_is_told(analysing, tmp_path):
    done = tmp_path / "done"
    with analysing(**using(f"{program('compiles', tmp_path)},arguments={done}")) as a:
        assert a.notice == "Starting the engine."
        a.wait(lambda: "compiling; this takes" in a.notice)
        done.touch()
        a.wait(lambda: a.notice == "compiles shows at most 1.")


@pytest.mark.parametrize("name", first(1, ["hangs_at_start", "deaf_to_stop", "floods"]))
def test_one_that_hangs_holds_up_neither_the_window_nor_its_end(analysing, tmp_path, name):
    with analysing(**using(str(program(name, tmp_path)))) as a:
        a.qtbot.wait(300)
        a.s.workspace.set_up(PAWN)
        a.qtbot.wait(100)
        a.toggle()
        assert not a.panel.isVisible()
        a.toggle()


@pytest.mark.thorough
def test_an_engine_taken_off_the_list_is_sent_away(analysing, tmp_path, monkeypatch):
    other = program("decent", tmp_path)
    own = engine_worker.Source("own", lambda: [str(other)])
    monkeypatch.setattr(engine_worker, "own", lambda tables, game, memory: own)
    with analysing() as a:
        a.sees()
        a.s.engines.changed.emit([])
        assert a.panel.engine.currentText() == engine_worker.OWN
        a.wait(lambda: "Decent 1.0 shows at most 1." in a.notice)


def test_morris_without_a_search_has_its_tables(analysing, morris_tables, monkeypatch):
    monkeypatch.setattr(engine_worker, "SEARCHED", ("chess",))
    fen = "WWW...../BBB...../........ w 0 0 0 1"
    with analysing(fen, morris_tables) as a:
        a.s.probe.ask(parse(fen))
        a.wait(lambda: len(a.moves) == 3)
        answer = a.s.probe.last
        assert a.moves == [move.text for move in answer.moves[:3]]
        assert a.panel.exact.text() == f"Exact: {answer.headline}"
        assert a.s.views.board.state.arrows
        assert not a.inner.running
        a.s.workspace.set_up("......../......../........ w 9 9 0 1")
        a.wait(lambda: "analyses this variant" in a.notice)
        assert a.s.views.board.state.arrows == ()
        a.s.workspace.set_up(ROOKS)
        assert a.s.views["morris"].board.state.arrows == ()


@pytest.mark.parametrize("dark", first(1, [True, False]))
def test_the_lines_are_drawn_in_both_palettes_and_say_what_they_show(analysing, dark):
    try:
        with analysing() as a:
            theme.apply(QApplication.instance(), dark)
            a.sees()
            row = a.panel.rows[0]
            assert row.accessibleName() == a.panel.shown.rows[0].text
            image = a.panel.grab(row.geometry().translated(row.mapTo(a.panel, row.pos()))).toImage()
            shades = [image.pixelColor(x, y).lightness() for x in range(60) for y in range(4, 14)]
            ground = shades[0]
            text = min(shades) if ground > 128 else max(shades)
            assert (ground < 128) == dark
            assert abs(text - ground) > 100
    finally:
        theme.apply(QApplication.instance(), False)


def test_our_own_engine_analyses(analysing, tables):
    with analysing(QUEEN_MATE, tables, engines=[], analysis_engine="") as a:
        a.s.probe.ask(parse(QUEEN_MATE))
        a.wait(lambda: len(a.moves) == 3)  # its kernels are compiled or loaded first
        plies = a.s.probe.last.headline.partition("(")[2]
        a.wait(lambda: plies in a.panel.shown.rows[0].words)
        assert a.moves[0] in {move.text for move in a.s.probe.last.moves if move.wdl == 1}
