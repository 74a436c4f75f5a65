"""Training in the real window."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import chess
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.gui import windows
from tests.gui.apart import built_here
from tests.gui.sharing import v, visit
from tests.gui.windows import Visitor
from tests.saved_games import saved_games
from tests.tiers import first

from millmate import paths
from millmate.games.catalogue import parse
from millmate.gui.features.analyse.evaluation_graph import EvaluationGraph
from millmate.gui.features.train.drill_controller import DrillController
from millmate.gui.features.train.trainer_controller import TrainerController
from millmate.gui.shell.frame.navigation import Page
from millmate.play.clocks import TimeControl
from millmate.play.trainer import trainer as coaching
from millmate.play.trainer.drill import DrillSpec, End, Goal
from millmate.play.trainer.exam import Exam, Mark
from millmate.play.trainer.journal import TrainingJournal
from millmate.settings import about

__all__ = ["v"]  # a fixture

TABLES = "tables"

DRILL_OPPONENTS = tuple(about("drill_opponent")["options"])

ROOK = "8/8/8/8/3k4/8/8/KR6 w - - 0 1"


class Student:
    """Someone at the Train tab."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.window = visitor, visitor.window
        self.wait = visitor.wait

    @property
    def training(self) -> TrainerController:
        return self.window.training

    @property
    def drilling(self) -> DrillController:
        return self.training.drilling

    @property
    def choose(self):
        return self.training.panel.choose

    @property
    def page(self):
        return self.training.panel.drill

    def open(self) -> None:
        """Click on the page in the rail, and wait until there is something to start."""
        QTest.mouseClick(self.window.rail.pages[Page.TRAIN], Qt.MouseButton.LeftButton)
        self.wait(lambda: self.choose.topic is not None)

    def want(self, spec: DrillSpec) -> None:
        """Choose a drill in the fields."""
        choose = self.choose
        choose.fresh.setChecked(True)
        choose.prefer(spec.table)
        self.wait(lambda: choose.topic is not None and choose.topic.name == spec.table)
        choose.form.show_result(spec)

    def start(self, chance: Mark = Mark.KEPT) -> None:
        """Press Start and wait for the first move, until there is one that gets this mark."""
        while True:
            self.wait(self.choose.start.isEnabled)
            QTest.mouseClick(self.choose.start, Qt.MouseButton.LeftButton)
            if self.can_play(chance):
                return
            self.training.leave()

    def begin(self, spec: DrillSpec, chance: Mark = Mark.KEPT) -> None:
        """Choose a drill and start it."""
        self.want(spec)
        self.start(chance)

    def turn(self) -> Exam:
        """Wait until it is one's turn and the trainer knows the position."""
        self.wait(lambda: self.drilling.exam is not None)
        exam = self.drilling.exam
        assert exam is not None
        return exam

    def can_play(self, wanted: Mark) -> bool:
        """Tell whether some move gets this mark."""
        exam = self.turn()
        return any(exam.grade(option.text).mark is wanted for option in exam.options)

    def play(self, wanted: Mark) -> None:
        """Play some move that gets this mark, and wait for what comes of it."""
        exam = self.turn()
        text = next(o.text for o in exam.options if exam.grade(o.text).mark is wanted)
        before = len(self.drilling.drill.moves)
        self.window.views.board.move_chosen.emit(text)
        self.wait(lambda: len(self.drilling.drill.moves) > before)

    def play_until(self, wanted: Mark) -> None:
        """Play until some move gets this mark, in another drill if this one ends before."""
        self.play(Mark.KEPT)
        self.wait(lambda: bool(self.drilling.exam or self.drilling.result))
        while self.drilling.result is not None or not self.can_play(wanted):
            if self.drilling.result is not None:
                self.training.leave()
                self.start()
            self.play(Mark.KEPT)
            self.wait(lambda: bool(self.drilling.exam or self.drilling.result))

    def finish(self) -> None:
        """Play best moves until the drill has ended."""
        while self.drilling.result is None:
            self.play(Mark.KEPT)
            self.wait(lambda: bool(self.drilling.exam or self.drilling.result))

    @property
    def kept(self):
        """What is in the journal, once all of it has been written."""
        return TrainingJournal(paths.training_dir()).read().results


@contextmanager
def student(
    qtbot, tables: Path | None, visit=visit, opened: bool = True, **remembered: object
) -> Iterator[Student]:
    """Open the window, and usually its Train tab."""
    with visit(qtbot, tables, **remembered) as visitor:
        student = Student(visitor)
        if opened:
            student.open()
        yield student


@pytest.fixture
def s(v) -> Student:
    student = Student(v)
    student.open()
    return student


@pytest.mark.thorough
def test_from_a_started_program_to_the_first_move_in_two_clicks(s):
    QTest.mouseClick(s.choose.start, Qt.MouseButton.LeftButton)  # the first was on the tab
    s.wait(lambda: s.window.game.awaits_person)
    assert s.window.views.board.isVisible()
    assert s.window.game.destinations()
    s.turn()  # and it will be graded


def test_a_drill_of_a_table_starts_from_its_tile(s):
    s.window.services.links.train_table.emit("KBNvK")
    s.wait(lambda: s.drilling.drill is not None)
    assert s.drilling.drill.spec.table == "KBNvK"
    assert s.window.navigation.page is Page.TRAIN


def test_a_small_window_has_room_for_all_fields_and_the_moves_are_back_on_the_board(s):
    s.window.resize(1024, 700)
    s.open()
    choose, table = s.choose, s.window.table
    assert not choose.visibleRegion().isEmpty()
    assert choose.visibleRegion().boundingRect() == choose.rect()
    assert not choose.start.visibleRegion().isEmpty()
    assert not table.isVisible()
    s.visitor.do("show_table")
    assert s.window.navigation.page is Page.BOARD
    assert table.isVisible()


@pytest.mark.parametrize(
    ("chosen", "spec"),
    first(
        1,
        [
            ("problems", "table:style=problems"),
            ("perfect", "table"),
            ("theory", "table:style=theory"),
            ("1000", "strong:elo=1000"),
        ],
    ),
)
def test_the_opponent_is_who_was_chosen_in_the_settings(qtbot, tables, chosen, spec):
    with student(qtbot, tables, drill_opponent=chosen) as s:
        s.begin(DrillSpec("KQvK", Goal.WIN, 5, 9))
        drill = s.drilling.drill
        assert str(s.window.game.specs[not drill.side]) == spec
        s.play(Mark.KEPT)
        s.turn()  # it has answered
        assert len(s.window.game.line.played) == 2


@pytest.mark.qt_log_ignore("does not support raise")
def test_the_opponent_can_be_chosen_on_the_page_and_rush_is_a_click_away(s):
    box, store = s.choose.form["opponent"], s.window.store
    assert box.currentText() == "Perfect (table)"
    assert {box.itemData(at) for at in range(box.count())} == set(DRILL_OPPONENTS)
    store.set(drill_opponent="problems")
    assert box.currentText() == "Sets problems"
    box.setCurrentIndex(box.findText("Errs like a club player (1500)"))
    box.activated.emit(box.currentIndex())
    assert store.current.drill_opponent == "1500"
    QTest.mouseClick(s.choose.rush, Qt.MouseButton.LeftButton)
    assert s.window.navigation.page is Page.RUSH


def test_the_table_of_the_position_on_the_board_is_proposed(qtbot, tables):
    with student(qtbot, tables, windows.visit, start_fen=ROOK) as s:
        assert s.choose.chosen_table == "KRvK"
        assert (s.choose.form.value("low"), s.choose.form.value("high")) == s.choose.topic.range


def test_a_win_is_played_out_graded_and_kept_in_the_journal_but_not_among_the_games(s):
    s.begin(DrillSpec("KRvK", Goal.WIN, 3, 4))
    assert s.page.goal.text() == "White to move and win"
    s.play(Mark.KEPT)
    s.turn()
    assert s.page.told.text().startswith("✓")
    assert "Kept: mate in" in s.page.told.text()
    s.finish()
    assert s.drilling.result.end is End.WON
    assert s.page.told.text().startswith("You won in ")
    assert s.page.told.text().endswith(", as fast as possible")
    assert "accuracy 100" in s.page.more.text()
    s.wait(lambda: len(s.kept) == 1)
    assert s.kept[0].done
    assert saved_games() == []


def test_what_is_thrown_away_ends_the_drill_and_can_be_tried_again_from_there(s):
    s.begin(DrillSpec("KQvK", Goal.WIN, 3, 6), Mark.THROWN)
    s.play(Mark.THROWN)
    assert s.drilling.result.end is End.THROWN
    assert s.page.told.text().endswith("Thrown away: draw")
    assert "kept the win" in s.page.more.text()
    assert not s.window.game.live
    failed = s.drilling.result.failed
    s.page.retry.click()
    s.turn()
    assert s.window.workspace.fen == failed[0]
    s.finish()
    assert s.drilling.result.end is End.WON
    assert s.page.model.index(0, 1).data() == "✗ thrown away"
    s.wait(lambda: len(s.kept) == 2)
    thrown, practised = s.kept
    assert (thrown.end, practised.start) == (End.THROWN, failed[0])
    s.wait(lambda: "in 10 minutes" in s.page.more.text())  # practice changes nothing
    s.visitor.qtbot.wait(400)  # longer than changes are collected before they are saved
    assert saved_games() == []


def test_a_drill_waits_in_its_tab(s):
    s.begin(DrillSpec("KRvK", Goal.WIN, 3, 6))
    s.turn()
    s.visitor.do("new_tab")
    assert s.drilling.drill.end is None
    assert not s.drilling.veiling, "what is in another tab is no part of it"
    assert s.drilling.exam is None
    s.visitor.do("next_tab")
    assert s.drilling.veiling
    s.finish()
    assert s.drilling.result.end is End.WON


def test_a_drill_ends_with_its_tab(s):
    s.begin(DrillSpec("KRvK", Goal.WIN, 3, 6))
    s.play(Mark.KEPT)
    s.visitor.do("new_tab")
    s.visitor.do("previous_tab")
    s.visitor.do("close_tab")
    assert s.drilling.drill.end is End.LEFT
    s.wait(lambda: len(s.kept) == 1)


def test_a_move_that_stands_is_not_said_to_be_taken_back(s):
    s.begin(DrillSpec("KQvK", Goal.WIN, 4, 8), Mark.KEPT)
    s.play_until(Mark.THROWN)
    s.play(Mark.THROWN)
    assert s.drilling.result.end is End.THROWN
    s.page.retry.click()
    s.turn()
    moves = [s.page.model.index(row, 0).data() for row in range(s.page.model.rowCount())]
    assert [move.endswith("(taken back)") for move in moves] == [True] + [False] * (len(moves) - 1)


def test_grades_and_hints_are_announced_to_those_who_listen(s, monkeypatch):
    s.start()
    s.turn()
    heard: list[str] = []
    monkeypatch.setattr(s.window.views.board, "announce", heard.append)
    s.page.hint.click()
    s.play(Mark.KEPT)
    assert "You mate in" in heard[0]
    assert any("Kept: mate in" in words for words in heard[1:])


def test_a_slower_move_says_by_how_many_plies_and_stays_on_the_account_when_taken_back(s):
    s.begin(DrillSpec("KRvK", Goal.WIN, 8, 12), Mark.SLOWER)
    s.play(Mark.SLOWER)
    lost = s.drilling.drill.moves[0].grade.lost
    assert f"{lost} plies slower: mate in" in s.page.told.text()
    assert "was quicker" in s.page.more.text()
    s.turn()
    s.visitor.do("take_back")
    s.wait(lambda: len(s.drilling.drill.moves) == 0)
    assert len(s.drilling.drill.undone) == 1
    assert s.page.model.index(0, 0).data().endswith("(taken back)")


def test_a_draw_is_held_for_so_many_moves(s):
    s.begin(DrillSpec("KBNvK", Goal.HOLD, moves=5))
    assert s.window.views.board.flipped is not s.drilling.drill.side
    s.finish()
    assert s.drilling.result.end is End.HELD
    assert len(s.drilling.drill.moves) <= 5


def test_grades_may_wait_for_the_end(s):
    s.begin(DrillSpec("KRvK", Goal.WIN, 2, 2, at_end=True))
    s.play(Mark.KEPT)
    s.turn()
    assert s.page.told.text() == "Grades are shown at the end."
    assert s.page.model.index(0, 1).data() == "at the end"
    s.finish()
    assert s.page.model.index(0, 1).data().startswith("✓")


def test_hints_go_from_what_is_at_stake_over_the_piece_to_the_move(s):
    s.begin(DrillSpec("KRvK", Goal.WIN, 3, 8))
    exam = s.turn()
    said = []
    for _ in range(3):
        s.page.hint.click()
        said.append(s.page.hint_text.text().split("\n")[-1])
    assert said[0].startswith("You mate in ")
    assert said[1] == f"The {'king' if exam.options[0].notation[0] == 'K' else 'rook'} on " + (
        f"{exam.options[0].text[:2]} moves."
    )
    assert said[2].startswith(f"Best: {exam.options[0].notation}.")
    assert s.drilling.drill.hints[exam.position.text] == 3
    s.play(Mark.KEPT)
    assert s.page.hint_text.text() == ""


def test_during_a_drill_the_verdict_is_veiled_and_lifting_the_veil_counts_as_help(s):
    s.start()
    s.wait(lambda: s.window.probe.last is not None)
    assert s.window.verdict.headline.text() == "Hidden during the drill"
    assert s.window.table.model.moves == ()
    s.turn()
    s.visitor.do("best")  # the key for the best move gives a hint instead
    assert s.page.hint_text.text()
    assert s.window.game.line.played == []
    s.page.unveil.click()
    assert s.window.verdict.headline.text().startswith("White wins, mate in ")
    assert s.drilling.drill.unveiled
    assert not s.page.unveil.isEnabled()


def test_the_graph_of_a_drill_gives_nothing_away_before_its_end(s):
    s.begin(DrillSpec("KRvK", low=3, high=5))
    graph = s.page.findChild(EvaluationGraph)
    s.play(Mark.KEPT)
    s.turn()
    assert not graph.isVisible()
    s.finish()
    s.wait(lambda: graph.isVisible() and graph.far)
    assert not any(point.distance.wasted for point in graph.points)


def test_the_square_map_counts_as_help_and_ends_with_the_next_drill(s):
    s.start()
    assert not s.drilling.drill.unveiled
    s.visitor.do("square_map")
    assert s.drilling.drill.unveiled
    s.wait(lambda: s.visitor.board.state.square_map is not None)
    before = s.drilling.drill
    s.page.next.click()
    s.wait(lambda: s.drilling.drill is not before)
    assert not s.drilling.drill.unveiled
    assert not s.window.square_map.on
    assert s.visitor.board.state.square_map is None


def test_giving_up_shows_the_best_line_to_its_end(s):
    s.begin(DrillSpec("KQvK", Goal.WIN, 3, 4))
    plies = s.turn().plies
    s.page.show_me.click()
    assert s.drilling.result.end is End.GIVEN_UP
    s.wait(lambda: s.window.game.outcome is not None and not s.window.game.live)
    assert len(s.window.game.line.played) == plies
    s.wait(lambda: len(s.kept) == 1)
    assert s.kept[0].failed == (s.kept[0].start,)


def test_what_failed_is_proposed_first_when_it_is_due(qtbot, tables, monkeypatch):
    with student(qtbot, tables, windows.visit) as s:
        s.begin(DrillSpec("KQvK", Goal.WIN, 3, 6), Mark.THROWN)
        s.play(Mark.THROWN)
        failed = s.drilling.result.failed[0]
        s.wait(lambda: "It will be repeated in 10 minutes." in s.page.more.text())
    later = coaching.now() + timedelta(minutes=11)
    for module in ("trainer_controller", "drill_controller", "choose_page"):
        monkeypatch.setattr(f"millmate.gui.features.train.{module}.now", lambda: later)
    monkeypatch.setattr(coaching, "now", lambda: later)
    with student(qtbot, tables, windows.visit) as s:
        assert s.choose.again.isChecked()
        assert s.choose.again.text() == "&Repeat a position that failed"
        s.start()
        assert s.drilling.drill.repeated
        assert s.window.workspace.fen.split()[:2] == failed.split()[:2]
        assert s.page.about.text().startswith("Repetition · Queen against king")
        s.finish()
        s.wait(lambda: "It will be repeated in 1 day." in s.page.more.text())


@pytest.mark.thorough
def test_how_it_goes_is_shown_by_table_and_day(s):
    assert s.choose.progress.isHidden()
    s.begin(DrillSpec("KQvK", Goal.WIN, 2, 2))
    s.finish()
    s.page.leave.click()
    s.wait(lambda: not s.choose.progress.isHidden())
    model = s.choose.progress.model
    row = [model.index(0, column).data() for column in range(4)]
    assert row == ["Queen against king", "1", "100 %", "100 %"]
    assert s.choose.progress.readout.text().endswith("1 drill · 1 done · 2 moves · accuracy 100 %")


@pytest.mark.parametrize("goal", first(1, Goal))
def test_a_drill_whose_time_runs_out_has_failed_and_comes_again(s, goal):
    s.training._begin(DrillSpec("KRvK", goal, clock="0.3"), parse(ROOK))
    assert s.page.about.text().endswith("0 minutes + 0 s a move")
    s.wait(lambda: s.drilling.result is not None)
    assert s.drilling.result.end is End.OUT_OF_TIME
    assert s.page.told.text() == "Failed: your time ran out"
    assert s.drilling.result.failed == (ROOK,)
    s.wait(lambda: "in 10 minutes" in s.page.more.text())


def test_the_clock_of_a_drill_is_set_anew_when_trying_again_and_stands_for_the_best_line(s):
    s.training._begin(DrillSpec("KRvK", Goal.WIN, clock="180+2"), parse(ROOK))
    assert s.page.about.text().endswith("3 minutes + 2 s a move")
    s.wait(lambda: s.window.game.clocks.running is True)
    s.play(Mark.KEPT)
    s.turn()
    s.drilling._end(End.OUT_OF_TIME)
    s.page.retry.click()
    assert s.window.game.clocks.left(True) > 179
    s.page.show_me.click()
    assert s.window.game.clocks is None


@pytest.mark.thorough
def test_the_clock_that_is_chosen_is_kept_and_not_that_of_the_course(qtbot, tables):
    with student(qtbot, tables, windows.visit) as s:
        s.want(DrillSpec("KRvK"))
        s.choose.form["clock"].choose("60")
        s.start()
        assert s.window.game.control == TimeControl(60)
        s.training.leave()
        kept = s.window.store.current
        s.training.open_course()
        s.wait(lambda: s.training.panel.course.lesson is not None)
        lesson = s.training.panel.course.lesson
        s.training._begin(lesson.drill, lesson.position)
        assert s.window.game.control is None
    with student(qtbot, tables, windows.visit, drill=kept.drill) as s:
        assert s.choose.form["clock"]["kind"].currentText() == "1 minute"


def test_another_game_leaves_the_drill(s):
    s.begin(DrillSpec("KRvK", Goal.WIN, 8, 12))
    s.play(Mark.KEPT)
    s.window.workspace.set_up(ROOK)
    assert s.drilling.drill.end is End.LEFT
    s.wait(lambda: len(s.kept) == 1)
    assert s.kept[0].end is End.LEFT
    s.wait(lambda: s.window.verdict.headline.text().startswith("White wins, mate in "))


def test_a_drill_that_cannot_be_had_says_so(s):
    for only, words in ((False, "No such position"), (True, "No only-move position")):
        s.training.worker.draw(DrillSpec("KQvK", Goal.WIN, 30, 40, only_move=only))
        s.wait(lambda words=words: s.choose.note.text().startswith(words))
    assert s.choose.start.isEnabled()


def test_without_tables_a_small_one_is_built_in_one_click_and_drilled(qtbot, tmp_path, monkeypatch):
    built_here(monkeypatch)
    with student(qtbot, tmp_path, opened=False) as s:
        s.window.commands["show_training"].trigger()
        panel = s.training.panel
        s.wait(lambda: panel.currentWidget() is panel._empty)
        QTest.mouseClick(panel.builds["KQvK"], Qt.MouseButton.LeftButton)
        s.wait(lambda: s.choose.topic is not None)
        assert s.choose.chosen_table == "KQvK"
        s.start()
        assert s.window.game.awaits_person


@pytest.mark.parametrize("goal", first(1, [Goal.WIN, Goal.HOLD]))
def test_morris_is_drilled_the_same_way(qtbot, morris_tables, goal):
    with student(qtbot, morris_tables) as s:
        s.begin(DrillSpec("morris:4-3", goal, 5, 6, moves=5))
        assert s.window.views.current.kind == "morris"
        s.page.hint.click()
        stake = goal.aim.stakes.get("morris", goal.aim.stake)
        assert s.page.hint_text.text().startswith(stake.partition("{")[0])
        s.finish()
        assert s.drilling.result.end.good
        assert s.drilling.result.count(Mark.KEPT) == len(s.drilling.result.moves)


@pytest.mark.thorough
def test_the_keyboard_alone_goes_from_the_tab_to_a_graded_move(qtbot, tables):
    with student(qtbot, tables, opened=False) as s:
        window = s.window
        window.activateWindow()
        s.wait(window.isActiveWindow)
        QTest.keyClick(window, Qt.Key.Key_F5)
        s.wait(lambda: s.choose.topic is not None)
        for _ in range(30):
            if s.choose.start.hasFocus():
                break
            QTest.keyClick(window.focusWidget() or window, Qt.Key.Key_Tab)
        assert s.choose.start.hasFocus()
        QTest.keyClick(s.choose.start, Qt.Key.Key_Space)
        exam = s.turn()
        assert window.views.board.hasFocus()
        best = chess.Move.from_uci(exam.options[0].text)
        _press(window.views.board, best.from_square)
        _press(window.views.board, best.to_square)
        s.wait(lambda: len(s.drilling.drill.moves) == 1)
        assert s.drilling.drill.moves[0].grade.mark is Mark.KEPT


def _press(board, square: int) -> None:
    """Go to a square with the arrow keys, and press it."""
    if board.state.cursor is None:
        QTest.keyClick(board, Qt.Key.Key_Return)
    here, sign = board.state.cursor, -1 if board.flipped else 1
    across = chess.square_file(square) - chess.square_file(here)
    along = chess.square_rank(square) - chess.square_rank(here)
    keys = Qt.Key
    for steps, back, forth in (
        (sign * across, keys.Key_Left, keys.Key_Right), (sign * along, keys.Key_Down, keys.Key_Up),
    ):  # fmt: skip
        for _ in range(abs(steps)):
            QTest.keyClick(board, forth if steps > 0 else back)
    QTest.keyClick(board, Qt.Key.Key_Return)


@pytest.mark.thorough
def test_what_is_chosen_is_remembered(qtbot, tables):
    with student(qtbot, tables, windows.visit) as s:
        s.want(DrillSpec("KRvK", Goal.HOLD, moves=7, at_end=True))
        kept = s.window.store.current
    with student(qtbot, tables, windows.visit, drill=kept.drill) as s:
        assert s.choose.spec.table == "KRvK"
        assert s.choose.spec.goal is Goal.HOLD
        assert (s.choose.spec.moves, s.choose.spec.at_end) == (7, True)


@pytest.mark.parametrize(
    "drill",
    first(
        1,
        [
            "no JSON",
            "[]",
            '{"table": "KQvK"}',
            '{"table": "KQvK", "goal": "win", "clock": "soon"}',
            '{"table": 3}',
        ],
    ),
)
def test_a_choice_that_cannot_be_read_is_forgotten(qtbot, tables, drill):
    with student(qtbot, tables, windows.visit, drill=drill) as s:
        assert s.choose.start.isEnabled()


@pytest.mark.thorough
def test_a_solved_position_is_trained_from(qtbot, exact_positions) -> None:
    fen = "8/8/4k3/p7/P7/4K3/8/8 w - - 0 1"
    with visit(qtbot, exact_positions, start_fen=fen) as v:
        v.wait(lambda: v.window.probe.last is not None and v.window.probe.last.covered)
        v.do("train_here")
        drill = v.window.training.drilling.drill
        assert (drill.start.text, drill.spec.goal, drill.spec.table) == (fen, Goal.HOLD, "KPvKP")
        assert v.window.navigation.page is Page.TRAIN
        v.move("Kd4")
        v.wait(lambda: bool(drill.moves))
        assert drill.moves[0].grade.mark is not Mark.THROWN


@pytest.mark.thorough
def test_what_is_lost_or_unknown_is_not_trained(qtbot, exact_positions) -> None:
    with visit(qtbot, exact_positions, start_fen="8/2k5/p1p5/P1P5/1P6/8/1K6/8 w - - 0 1") as v:
        told = []
        v.window.notifications.status_shown.connect(told.append)
        v.wait(lambda: v.window.probe.last is not None)
        v.do("train_here")
        assert told == ["Training needs a verdict: build the table, or solve this position."]
        assert v.window.training.drilling.drill is None
