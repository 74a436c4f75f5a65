"""A whole game analysed in the window: started, stopped, undone, gone through, and trained."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests import engine_files
from tests.engine_files import nothing_left
from tests.gui import windows
from tests.gui.sharing import v, visit
from tests.gui.windows import Visitor
from tests.tiers import first

from millmate import paths
from millmate.gui.features.analyse import review_controller
from millmate.gui.features.analyse.review_panel import report
from millmate.gui.shell.frame.navigation import Panel
from millmate.play import evaluation
from millmate.play.move_review import GameReview, ReviewedMove, Sign
from millmate.play.trainer.exam import Grade, Mark, Option
from millmate.play.trainer.journal import TrainingJournal
from millmate.records.tree import Ply

__all__ = ["v"]  # a fixture

QUEEN = '[FEN "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"]\n[White "Human"]\n\n1. Qb8 Kd4 2. Qe5+ Kxe5 *'
FOOLISH = "1. e4 e5 2. Qh5 Nc6 3. Qxe5+ {why?} Nxe5 4. Nf3 Nxf3+ *"
OTHER = "1. d4 d5 *"


@pytest.fixture(autouse=True)
def no_process_left() -> Iterator[None]:
    with nothing_left():
        yield


@pytest.fixture
def thinks(monkeypatch: pytest.MonkeyPatch):
    """Let an engine stand in for our own that answers some searches, then thinks until stopped."""

    def answering(searches: int | None = None) -> None:
        command = engine_files.command("counts_men")
        words = [] if searches is None else [str(searches)]
        monkeypatch.setattr(evaluation, "own_command", lambda game: [*command, *words])

    monkeypatch.setattr(review_controller, "SECONDS", {"quick": 600.0, "thorough": 600.0})
    answering()
    return answering


class Reviewer(Visitor):
    """Someone who has games analysed."""

    def __init__(self, visitor: Visitor) -> None:
        super().__init__(visitor.qtbot, visitor.window)
        self.reviewing = self.window.reviewing
        self.panel = self.reviewing.panel

    def opens(self, pgn: str) -> None:
        tree = self.game.line.tree
        self.window.files.open_text(pgn)
        self.wait(lambda: self.game.line.tree is not tree and bool(self.game.line.plies))
        self.window.navigation.show(Panel.MOVES)

    def analyses(self, pgn: str = "") -> None:
        if pgn:
            self.opens(pgn)
        self.do("analyse_game")
        self.wait(lambda: not self.reviewing.running)

    def begins(self, pgn: str, positions: int) -> None:
        """Have a game analysed until so many positions are done, and no more will be."""
        self.opens(pgn)
        self.do("analyse_game")
        self.wait(lambda: self.panel.bar.value() == positions)

    @property
    def clipboard(self) -> str:
        return QApplication.clipboard().text()

    @property
    def button(self) -> str:
        return str(self.panel.button.text().replace("&", ""))

    @property
    def status(self) -> str:
        return str(self.window.status.currentMessage())

    @property
    def signs(self) -> list[tuple[int, ...]]:
        return [node.notes.nags for node in self.game.line.tree.root.line()]

    @property
    def evaluated(self) -> int:
        line = self.game.line.tree.root.line()
        return sum(node.notes.command("eval") is not None for node in line)

    @property
    def reported(self) -> list[list[str]]:
        """The rows of the report that are shown."""
        rows = self.panel.report.labels
        return [[each.text() for each in row] for row in rows if not row[0].isHidden()]

    @property
    def listed(self) -> list[str]:
        model = self.panel.model
        return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


@pytest.fixture
def reviewer(v: Visitor) -> Iterator[Reviewer]:
    reviewer = Reviewer(v)
    yield reviewer
    reviewer.panel.results.setChecked(False)


# --- what it finds --------------------------------------------------------------------------------


def test_a_thrown_win_is_signed_listed_marked_and_undone(qtbot, tables) -> None:
    with visit(qtbot, tables) as visitor:
        v = Reviewer(visitor)
        v.analyses(QUEEN)
        assert v.signs == [(), (), (4,), ()]
        assert v.reported == [
            ["", "White", "Black"],
            ["Accuracy", "54 %", "100 %"],
            ["", "very inaccurate", "without a fault"],
            ["Half points thrown away", "1", "0"],
            ["?!  dubious move", "0", "0"],
            ["?  mistake", "0", "0"],
            ["??  blunder", "1", "0"],
        ]
        assert v.status.startswith("The game is analysed. White 54 %")
        assert v.panel.results.text() == "White 54 %, Black 100 %, 1 mistake"
        v.panel.results.click()
        assert v.panel.view.isVisible()
        assert not v.window.moves.view.isVisible()
        assert v.listed == ["2. Qe5+??"]
        effect, best = (v.panel.model.index(0, column).data() for column in (1, 2))
        assert effect == "threw the win away: draw"
        assert best == v.reviewing.review.moves[2].grade.best.notation
        place = v.panel.view.visualRect(v.panel.model.index(0, 0)).center()
        QTest.mouseClick(v.panel.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert v.game.line.cursor == 3
        v.panel.results.click()
        assert v.window.moves.view.isVisible()
        graph = v.window.charting.graph
        v.wait(lambda: len(graph.points) == 5 and graph.points[3].mark is Mark.THROWN)
        assert "threw the win away: draw" in graph.points[3].words
        assert len(v.game.line.node.siblings) == 2
        v.do("take_back")
        assert v.signs == [(), (), (), ()]
        assert len(v.game.line.tree.find((0, 0, 0)).siblings) == 1


def test_without_a_table_an_engine_judges_and_its_mistakes_are_on_the_graph(
    reviewer, thinks
) -> None:
    v = reviewer
    v.analyses(FOOLISH)
    assert v.signs[4] == (4,)
    assert v.evaluated == 8
    assert v.game.line.tree.find((0, 0, 0, 0, 0)).notes.comment == "why?"
    graph = v.window.charting.graph
    point = graph.points[5]
    assert point.doubted
    assert "blunder" in point.words
    graph.setFocus()
    cursors = []
    for key in (
        Qt.Key.Key_Down,
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_End,
        Qt.Key.Key_Home,
    ):
        QTest.keyClick(graph, key)
        cursors.append(v.game.line.cursor)
    assert graph.points[cursors[0]].doubted
    assert cursors[1:] == [cursors[0] - 1, cursors[0], 8, 0]
    v.panel.results.click()
    assert v.panel.note.isVisible()
    assert "None of these can become a drill" in v.panel.note.text()
    assert not v.panel.train.isVisible()


def test_the_graph_is_dragged_through(reviewer, thinks) -> None:
    v = reviewer
    v.analyses(FOOLISH)
    graph = v.window.charting.graph
    v.wait(graph.isVisible)
    seen = []
    v.game.shown_changed.connect(lambda: seen.append(v.game.line.cursor))
    QTest.mousePress(graph, Qt.MouseButton.LeftButton, pos=graph.place_of(1).toPoint())
    for ply in (2, 3, 6, 4):
        QTest.mouseMove(graph, graph.place_of(ply).toPoint())
    QTest.mouseRelease(graph, Qt.MouseButton.LeftButton, pos=graph.place_of(4).toPoint())
    assert seen == [1, 2, 3, 6, 4]


@pytest.mark.thorough
def test_morris_is_analysed_by_its_tables(qtbot, morris_tables) -> None:
    with visit(qtbot, morris_tables) as visitor:
        v = Reviewer(visitor)
        fen = "W.W....W/......../B.B...B. w 0 0 0 20"
        v.window.workspace.set_up(fen)
        v.do("study")
        v.wait(lambda: v.game.studied)
        for _ in range(2):
            v.game.play(v.game.destinations()[0])
        v.window.navigation.show(Panel.MOVES)
        v.analyses()
        assert v.reported[1][0] == "Accuracy"
        assert v.reported[1][1].endswith(" %")


# --- stopped, changed, closed ---------------------------------------------------------------------


def test_what_is_found_before_it_is_stopped_stays_and_the_rest_follows(reviewer, thinks) -> None:
    thinks(4)
    v = reviewer
    v.begins(FOOLISH, 4)
    assert v.button == "Stop the analysis"
    assert v.panel.bar.isVisible()
    assert re.match(r"4 of 9", v.panel.progress.text())
    v.panel.button.click()
    v.wait(lambda: not v.reviewing.running)
    assert v.status == "The analysis was stopped. The findings so far are in the game."
    assert v.evaluated == 3
    assert v.button == "Continue the analysis"
    thinks(5)  # enough for the rest alone
    v.analyses()
    assert v.evaluated == 8
    assert v.button == "Analyse the game"
    assert v.signs[4] == (4,)


@pytest.mark.thorough
def test_a_game_that_is_changed_meanwhile_is_not_written_into(reviewer, thinks) -> None:
    thinks(4)
    v = reviewer
    v.begins(FOOLISH, 4)
    v.game.go(8)
    v.game.play("g2f3")
    assert not v.reviewing.running
    assert v.status == "The game was changed: its analysis has stopped."
    assert v.evaluated == 0
    thinks()
    v.analyses()
    assert v.evaluated == 9


def test_comments_and_variations_do_not_disturb_it(reviewer, thinks) -> None:
    thinks(4)
    v = reviewer
    v.begins(FOOLISH, 4)
    v.game.go(2)
    v.game.play("g1f3")
    assert v.reviewing.running
    v.do("analyse_game")
    v.wait(lambda: not v.reviewing.running)
    assert v.evaluated == 3


@pytest.mark.thorough
def test_another_game_ends_it(reviewer, thinks) -> None:
    thinks(4)
    v = reviewer
    v.begins(FOOLISH, 4)
    v.opens(OTHER)
    assert not v.reviewing.running
    assert v.evaluated == 0
    assert v.button == "Analyse the game"


@pytest.mark.thorough
def test_another_tab_has_another_analysis(reviewer, thinks) -> None:
    v = reviewer
    v.analyses(FOOLISH)
    found = v.panel.results.text()
    v.do("new_tab")
    v.analyses(OTHER)
    assert v.panel.results.text() != found
    v.do("previous_tab")
    assert v.panel.results.text() == found


@pytest.mark.parametrize("ends_aside", first(1, [True, False]))
def test_an_analysis_goes_on_while_another_tab_is_shown(reviewer, thinks, ends_aside) -> None:
    v = reviewer
    thinks(4)
    v.begins(FOOLISH, 4)
    v.do("new_tab")
    assert v.reviewing.running
    if ends_aside:
        v.do("analyse_game")
        v.wait(lambda: not v.reviewing.running)
        assert v.window.workspace.editing
    v.do("previous_tab")
    if not ends_aside:
        assert v.reviewing.running
        v.do("analyse_game")
    v.wait(lambda: v.evaluated == 3)
    assert v.button == "Continue the analysis"


def test_an_analysis_ends_with_its_tab(reviewer, thinks) -> None:
    v = reviewer
    thinks(4)
    v.begins(FOOLISH, 4)
    v.do("new_tab")
    v.window.services.tabs.close(v.window.services.tabs.tabs[0])
    assert not v.reviewing.running


@pytest.mark.thorough
def test_a_window_that_is_closed_meanwhile_keeps_what_was_found(qtbot, tmp_path, thinks) -> None:
    thinks(4)
    with windows.visit(qtbot, tmp_path) as visitor:
        v = Reviewer(visitor)
        v.begins(FOOLISH, 4)
        v.wait(lambda: any(paths.games_dir().glob("*.pgn")))
    saved = "".join(path.read_text(encoding="utf-8") for path in paths.games_dir().glob("*.pgn"))
    assert saved.count("%eval") == 4


@pytest.mark.thorough
def test_an_engine_that_cannot_be_started_is_told(reviewer, monkeypatch) -> None:
    monkeypatch.setattr(evaluation, "own_command", lambda game: ["/no/such/engine"])
    v = reviewer
    v.analyses(FOOLISH)
    assert v.status.startswith("The engine has stopped: ")
    assert v.evaluated == 0
    assert v.window.commands["analyse_game"].isEnabled()


def test_only_a_game_with_moves_under_review_is_analysed(reviewer) -> None:
    v = reviewer
    command = v.window.commands["analyse_game"]
    assert not command.isEnabled()
    v.do("study")
    v.wait(lambda: v.game.studied)
    assert not command.isEnabled()
    v.opens(OTHER)
    assert command.isEnabled()
    v.do("edit")
    assert not command.isEnabled()
    # the time for a move is a setting
    v.opens(OTHER)
    v.panel.button.budgets["thorough"].trigger()
    assert v.window.store.current.game_analysis == "thorough"
    v.window.store.set(game_analysis="quick")
    assert v.panel.button.budgets["quick"].isChecked()


# --- from a file ----------------------------------------------------------------------------------


def test_a_game_that_was_analysed_lists_its_mistakes_when_it_is_opened_again(
    qtbot, tables, monkeypatch
) -> None:
    with visit(qtbot, tables) as visitor:
        v = Reviewer(visitor)
        v.analyses(QUEEN)
        told = v.panel.results.text(), v.reported, v.listed
        v.do("copy_pgn")
        v.opens(OTHER)
        assert v.panel.results.isHidden()
        monkeypatch.delattr(review_controller, "analyse")
        v.opens(v.clipboard)
        assert (v.panel.results.text(), v.reported, v.listed) == told
        assert v.panel.lack.isHidden()
        v.panel.results.click()
        v.panel.train.click()
        journal = TrainingJournal(paths.training_dir())
        v.wait(lambda: bool(journal.read().results))


@pytest.mark.thorough
def test_where_a_file_holds_too_little_a_new_analysis_is_offered(reviewer, thinks) -> None:
    v = reviewer
    v.opens("1. e4 e5 2. Qh5 Nc6 3. Qxe5+?? {[%review 4]} Nxe5 *")
    assert v.panel.results.text() == "1 mistake"
    v.panel.results.click()
    assert v.listed == ["3. Qxe5+??"]
    assert v.panel.lack.text().startswith("The file has the annotation signs but no evaluations")
    v.panel.anew.click()
    v.wait(lambda: not v.reviewing.running)
    assert v.evaluated == 6
    assert v.panel.lack.isHidden()


# --- training -------------------------------------------------------------------------------------


def test_mistakes_become_drills_that_are_due_once(qtbot, tables) -> None:
    with visit(qtbot, tables) as visitor:
        v = Reviewer(visitor)
        v.analyses(QUEEN)
        assert v.panel.train.text() == "Train my mistake"
        v.panel.train.click()
        v.wait(lambda: v.offer == "1 position was added to your drills and is due now.")
        v.panel.train.click()
        v.wait(lambda: v.offer == "These positions are among your drills already.")
        (result,) = TrainingJournal(paths.training_dir()).read().results
        assert result.drill.table == "KQvK"
        v.window.status.accept.click()
        drilling = v.window.training.drilling
        v.wait(lambda: drilling.drill is not None and v.game.awaits_person)
        assert drilling.drill.repeated
        assert v.game.line.fen.startswith("1Q6/8/8/8/3k4/8/8/K7 w")


@pytest.mark.thorough
def test_mistakes_in_a_variant_of_morris_do_not_become_drills_of_the_standard_game(
    qtbot, variant_tables
) -> None:
    start = ".W....../B...WW.B/B....... w 0 0 0 1"
    tags = '[Variant "Twelve men\'s morris"]\n[White "Human"]'
    with windows.visit(qtbot, variant_tables) as visitor:
        v = Reviewer(visitor)
        v.analyses(f'{tags}\n[FEN "{start}"]\n\n1. d7-a7 b6-d7 *')
        assert v.game.rules.name == "morris:twelve"
        v.panel.train.click()
        assert v.status == "There are no drills of this variant."
        v.window.training.worker.close()
        assert not TrainingJournal(paths.training_dir()).read().results


# --- the report -----------------------------------------------------------------------------------


def test_the_report_counts_half_points_and_signs_of_both_sides() -> None:
    ply = Ply(True, "a1b2", "Kb2", "fen")
    best, draw, loss = Option("x", "x", 1, 3), Option("y", "y", 0, None), Option("z", "z", -1, 2)
    thrown = Grade(Mark.THROWN, 0, False, draw, best)
    twice = Grade(Mark.THROWN, 0, False, loss, best)
    moves = (
        ReviewedMove(0, ply, "fen", 1.0, 0.5, 50.0, Sign.BLUNDER, thrown),
        ReviewedMove(1, replace(ply, mover=False), "fen", 1.0, 0.0, 0.0, Sign.BLUNDER, twice),
        ReviewedMove(2, ply, "fen", 0.5, 0.5, 100.0),
    )
    review = GameReview((ply,) * 3, (), moves)
    rows = report(review, {(True, 4): 1, (False, 4): 1, (False, 3): 2, (True, 9): 5})
    assert {title: counts for title, *counts in rows[3:]} == {
        "Half points thrown away": ["1", "2"],
        "!!  brilliant move": ["0", "2"],
        "?!  dubious move": ["0", "0"],
        "?  mistake": ["0", "0"],
        "??  blunder": ["1", "1"],
    }
    assert rows[1] == ("Accuracy", "75 %", "0 %")
    assert report(GameReview((ply,)), {})[1] == ("Accuracy", "–", "–")


@pytest.mark.thorough
def test_the_report_has_the_room_of_comments_while_it_is_shown(qtbot, tables) -> None:
    with visit(qtbot, tables) as visitor:
        v = Reviewer(visitor)
        v.analyses(QUEEN)
        moves = v.window.moves
        assert moves.state.isVisible()
        assert moves.score.field.isVisible()
        v.panel.results.click()
        assert v.panel.report.isVisible()
        assert not moves.state.isVisible()
        assert not moves.score.field.isVisible()
        v.panel.results.click()
        assert moves.score.field.isVisible()
