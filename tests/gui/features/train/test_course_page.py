"""The course as a person uses it: positions chosen, played, failed, due, and a level through."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import chess
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QWidget
from tests.gui import sharing
from tests.gui.windows import Visitor, visit
from tests.tiers import thorough

from millmate import paths
from millmate.gui.features.train.certificate_dialog import CertificateDialog
from millmate.gui.features.train.course import CoursePage
from millmate.gui.kit.translator import translator
from millmate.play.trainer import course
from millmate.play.trainer.course import Lesson, Standing
from millmate.play.trainer.drill import DrillResult, End
from millmate.play.trainer.exam import Mark
from millmate.play.trainer.journal import TrainingJournal

MATE = "Rook: the kings face each other"  # Rh8#
STALEMATE = "Queen: beware of stalemate"  # Qb7#, and not Qb6
LEVEL = "chess-1"


def lesson_of(name: str) -> Lesson:
    return next(each for each in course.lessons() if each.texts["en"].name == name)


def of_level(level: str) -> list[Lesson]:
    return [
        lesson
        for chapter in course.chapters()
        for lesson in chapter.lessons
        if chapter.level == level
    ]


def write(*drilled: tuple[Lesson, End, timedelta]) -> None:
    """Write results to the journal: a position, how its drill ended, and how long ago."""
    now = datetime.now(UTC)
    results = []
    for lesson, end, ago in sorted(drilled, key=lambda each: -each[2]):
        good = end.good
        moves = (("a1a2", Mark.KEPT if good else Mark.THROWN, 0),)
        failed = () if good else (lesson.fen,)
        results.append(DrillResult(lesson.drill, lesson.fen, now - ago, end, moves, failed=failed))
    TrainingJournal(paths.training_dir()).append(*results)


class Learner:
    """Someone who learns with the course."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.window, self.wait = visitor, visitor.window, visitor.wait

    @property
    def page(self) -> CoursePage:
        return self.window.training.panel.course

    @property
    def drilling(self):
        return self.window.training.drilling

    def open(self) -> Learner:
        self.visitor.do("show_course")
        self.wait(lambda: self.page.lesson is not None)
        return self

    def choose(self, name: str) -> Lesson:
        """Choose a position."""
        wanted = lesson_of(name)
        self.page.choose(wanted)
        assert self.page.lesson is wanted
        return wanted

    def move(self, text: str) -> None:
        """Make a move on the board once it is one's turn."""
        self.wait(lambda: self.drilling.exam is not None)
        self.window.views.board.move_chosen.emit(text)

    def end(self) -> End:
        """Wait for the end of the drill, go back to the course, and return how it ended."""
        self.wait(lambda: self.drilling.result is not None)
        found = self.drilling.result.end
        self.window.training.leave()
        self.wait(self.page.isVisible)
        return found

    def standing(self, name: str) -> Standing:
        return self.page._standing(lesson_of(name))

    def row(self, name: str) -> str:
        """Return what a screen reader says of a position's tile."""
        rows = self.page.tiles.lessons
        index = rows.index(rows.rows.index(lesson_of(name)), 0)
        return index.data(Qt.ItemDataRole.AccessibleTextRole)

    @property
    def listed(self) -> list[Lesson]:
        return [row for row in self.page.tiles.lessons.rows if isinstance(row, Lesson)]


def reach(board: QWidget, square: chess.Square) -> None:
    """Bring the board's cursor to a square, White's side at the bottom."""
    steps = (
        (chess.square_file, Qt.Key.Key_Left, Qt.Key.Key_Right),
        (chess.square_rank, Qt.Key.Key_Down, Qt.Key.Key_Up),
    )
    for along, back, forth in steps:
        while along(board.state.cursor) != along(square):
            less = along(square) < along(board.state.cursor)
            QTest.keyClick(board, back if less else forth)


@pytest.fixture
def learner(qtbot, tables: Path) -> Iterator[Learner]:
    with sharing.visit(qtbot, tables, verdicts_in_play=False) as visitor:
        yield Learner(visitor).open()


# --- choosing ---------------------------------------------------------------------------------


def test_positions_are_chosen_shown_and_explained(learner: Learner) -> None:
    first = of_level(LEVEL)[0]
    page = learner.page
    assert page.lesson is first
    assert page.name.text() == first.name
    assert page.why.text() == first.text.why
    assert page.plan.text().count("\n") == len(first.text.plan) - 1
    assert learner.window.workspace.fen == first.fen

    # the board does not tell the answer before it is asked
    learner.choose(MATE)
    course_of = learner.window.training.course
    assert course_of.covered
    table = learner.window.table
    assert not table.isVisible()
    course_of.uncover()
    assert not course_of.covered
    learner.wait(table.isVisible)

    # Black plays from his own side
    learner.choose("Opposition")
    assert learner.window.views.board.flipped
    learner.choose(MATE)
    assert not learner.window.views.board.flipped

    # another level and position are chosen
    page.level.setCurrentIndex(page.level.findData("morris"))
    lessons = learner.listed
    assert lessons == of_level("morris")
    row = page.tiles.lessons.rows.index(lessons[9])
    page.tiles.setCurrentIndex(page.tiles.lessons.index(row, 0))
    assert learner.window.workspace.fen == lessons[9].fen
    assert page.name.text() == lessons[9].name

    # the lesson follows the language
    page.level.setCurrentIndex(page.level.findData(LEVEL))
    lesson = learner.choose(MATE)
    translator.set_language("de")
    learner.wait(lambda: not translator.changing)
    assert learner.page.name.text() == lesson.texts["de"].name
    assert "Stufe" in learner.page.level.currentText()


# --- playing ----------------------------------------------------------------------------------


def test_the_solution_is_played_and_the_position_known(learner: Learner) -> None:
    learner.choose(MATE)
    assert learner.standing(MATE) is Standing.NEW
    learner.page.play.click()
    learner.move("h1h8")
    assert learner.end() is End.WON
    learner.wait(lambda: learner.standing(MATE) is Standing.KNOWN)
    assert learner.row(MATE) == f"{MATE}, known"
    assert learner.page.progress.text().startswith(f"1 of {len(of_level(LEVEL))} known")


def test_a_wrong_move_ends_the_drill_and_the_position_comes_again(learner: Learner) -> None:
    learner.choose(STALEMATE)
    learner.page.play.click()
    learner.move("b1b6")
    assert learner.end() is End.THROWN
    learner.wait(lambda: learner.standing(STALEMATE) is Standing.AGAIN)
    assert learner.row(STALEMATE) == f"{STALEMATE}, failed, will be repeated"
    assert learner.page.progress.text().startswith("0 of ")
    assert learner.page.next is lesson_of(STALEMATE)


def test_it_is_all_done_with_the_keyboard(learner: Learner) -> None:
    """Arrows choose a position, Enter begins its drill, and arrows and Enter move a piece."""
    tiles, board = learner.page.tiles, learner.window.views.board
    assert tiles.hasFocus()
    while learner.page.lesson is not lesson_of(MATE):
        before = learner.page.lesson
        QTest.keyClick(tiles, Qt.Key.Key_Right)
        assert learner.page.lesson is not before
    QTest.keyClick(tiles, Qt.Key.Key_Return)
    learner.wait(lambda: learner.drilling.exam is not None)
    learner.wait(board.hasFocus)
    if board.state.cursor is None:
        QTest.keyClick(board, Qt.Key.Key_Return)
    for square in (chess.H1, chess.H8):
        reach(board, square)
        QTest.keyClick(board, Qt.Key.Key_Return)
    assert learner.end() is End.WON


def test_a_drill_of_its_kind_begins_near_it_with_the_same_task(learner: Learner) -> None:
    lesson = learner.choose(MATE)
    learner.page.kind.click()
    learner.wait(lambda: learner.drilling.exam is not None)
    exam, drill = learner.drilling.exam, learner.drilling.drill
    assert drill.start != lesson.position
    assert drill.spec.table == lesson.drill.table
    assert 1 <= exam.plies <= 2 * lesson.kind.high
    assert drill.start.game.outcome(drill.start.board()) is None


@pytest.fixture
def others(morris_tables: Path, tmp_path: Path) -> Path:
    """Tables of morris, one of the placing phase among them, without the very one of a lesson."""
    own = tmp_path / "own"
    less = shutil.ignore_patterns("morris-ply17-4-3.table", "morris-ply16-*")
    shutil.copytree(morris_tables, own, ignore=less, copy_function=os.link)
    assert (own / "morris-ply17-3-3.table").exists()
    return own


PLACING = "A mill that cannot open"


def test_the_very_table_of_the_placing_phase_is_built(qtbot, others: Path) -> None:
    with visit(qtbot, others) as visitor:
        learner, began = Learner(visitor).open(), []
        visitor.window.services.build.start = began.append
        learner.choose(PLACING)
        learner.page.play.click()
        assert "is being built" in learner.page.note.text()
        assert [[str(each) for each in targets] for targets in began] == [["morris:ply17-4-3"]]


@thorough
def test_a_drill_begins_once_the_very_table_of_the_placing_phase_is_built(
    qtbot, others: Path
) -> None:
    with visit(qtbot, others) as visitor:
        learner = Learner(visitor).open()
        learner.choose(PLACING)
        learner.page.play.click()
        learner.wait(lambda: learner.drilling.exam is not None)
        assert (others / "morris-ply17-4-3.table").exists()


@pytest.mark.thorough
def test_what_is_known_is_there_at_the_next_start(qtbot, tables: Path) -> None:
    for _ in range(2):
        with visit(qtbot, tables) as visitor:
            learner = Learner(visitor).open()
            if learner.page.lesson is of_level(LEVEL)[0]:
                write((learner.page.lesson, End.WON, timedelta(hours=1)))
    assert learner.page.lesson is of_level(LEVEL)[1]
    assert learner.standing(of_level(LEVEL)[0].texts["en"].name) is Standing.KNOWN


def test_what_is_due_is_said_and_comes_first(qtbot, tables: Path) -> None:
    write(
        (lesson_of(STALEMATE), End.WON, timedelta(days=90)),
        (lesson_of(MATE), End.WON, timedelta(hours=1)),
    )
    with visit(qtbot, tables) as visitor:
        learner = Learner(visitor).open()
        assert learner.page.lesson is lesson_of(STALEMATE)
        assert learner.row(STALEMATE) == f"{STALEMATE}, due"
        whole = len(of_level(LEVEL))
        assert learner.page.progress.text() == (
            f"2 of {whole} known · 1 due · {whole - 2} more for the certificate"
        )


# --- the certificate --------------------------------------------------------------------------


def through(*missing: str) -> None:
    """Reach the goal in all positions of the first level but some."""
    write(
        *(
            (lesson, End.WON if lesson.result else End.HELD, timedelta(minutes=number))
            for number, lesson in enumerate(of_level(LEVEL), 1)
            if lesson.texts["en"].name not in missing
        )
    )


def certificate_of(learner: Learner) -> CertificateDialog:
    learner.page.certificate.click()
    return next(each for each in learner.window.findChildren(CertificateDialog) if each.isVisible())


def test_there_is_no_certificate_before_the_level_is_through(qtbot, tables: Path) -> None:
    through(MATE)
    with visit(qtbot, tables) as visitor:
        learner = Learner(visitor).open()
        assert not learner.page.certificate.isVisible()
        assert learner.page.progress.text().endswith(" · 1 more for the certificate")
        learner.choose(MATE)
        learner.page.play.click()
        learner.move("h1h8")
        learner.end()
        learner.wait(learner.page.certificate.isVisible)
        assert "certificate" not in learner.page.progress.text()
        page = learner.page
        page.level.setCurrentIndex(page.level.findData("chess-2"))
        assert not page.certificate.isVisible()


@pytest.mark.thorough
def test_a_position_that_failed_again_takes_it_back(qtbot, tables: Path) -> None:
    through()
    write((lesson_of(MATE), End.THROWN, timedelta(seconds=1)))
    with visit(qtbot, tables) as visitor:
        learner = Learner(visitor).open()
        assert not learner.page.certificate.isVisible()


@pytest.mark.thorough
def test_it_is_saved_with_its_words(
    qtbot, tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    through()
    with visit(qtbot, tables) as visitor:
        learner = Learner(visitor).open()
        for name, begins in (("a.png", b"\x89PNG"), ("a.svg", b"<svg"), ("a.pdf", b"%PDF")):
            path = tmp_path / name
            monkeypatch.setattr(
                QFileDialog, "getSaveFileName", lambda *_, path=path: (str(path), "PNG (*.png)")
            )
            dialog = certificate_of(learner)
            dialog.person.clear()
            QTest.keyClicks(dialog.person, "Ada Lovelace")
            shown = dialog.svg
            for text in ("Ada Lovelace", "Chess, level 1", str(datetime.now().year)):
                assert text in shown
            assert f"all {len(of_level(LEVEL))} positions" in shown
            dialog.save.click()
            learner.wait(lambda path=path: learner.visitor.offer == f"Saved: {path}")
            assert path.read_bytes().startswith(begins)
            if name == "a.svg":
                assert path.read_text(encoding="utf-8") == shown
            again = certificate_of(learner)
            assert again.person.text() == "Ada Lovelace"
            again.close()


@pytest.mark.thorough
def test_a_name_without_ending_gets_that_of_the_kind(
    qtbot, tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    through()
    path = str(tmp_path / "mine")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (path, "PDF (*.pdf)"))
    with visit(qtbot, tables) as visitor:
        learner = Learner(visitor).open()
        certificate_of(learner).save.click()
        learner.wait((tmp_path / "mine.pdf").exists)


@pytest.mark.thorough
def test_why_it_cannot_be_saved_is_said(
    qtbot, tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    through()
    path = str(tmp_path / "nowhere" / "a.png")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (path, "PNG (*.png)"))
    with visit(qtbot, tables) as visitor:
        dialog = certificate_of(Learner(visitor).open())
        dialog.save.click()
        qtbot.waitUntil(dialog.note.isVisible)
        assert dialog.note.text().startswith("The certificate could not be saved")
        assert dialog.save.isEnabled()
