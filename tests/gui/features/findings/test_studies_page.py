"""Studies checked in the window: chosen, run, listed, put on the board, commented, saved."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.gui.apart import done_here
from tests.gui.sharing import visit
from tests.gui.windows import Visitor
from tests.play.study.conftest import study_tables

from millmate.errors import MillMateError
from millmate.games.chess import piece_letters
from millmate.gui.kit.dialogs import TextDialog
from millmate.gui.shell.frame.navigation import Page
from millmate.records.pgn import from_pgn

__all__ = ["study_tables"]  # a fixture

STUDIES = Path(__file__).parents[3] / "data" / "studies.pgn"


class Composer(Visitor):
    """Someone who has studies checked."""

    @property
    def studies(self):
        return self.window.studies

    @property
    def page(self):
        return self.studies.page

    def set_up(self, position: str) -> None:
        self.paste(position)
        self.wait(lambda: self.window.workspace.fen == position)

    def check_board(self) -> None:
        self.do("check_study")
        self.page.start.click()
        self.settle()

    def check(self, *files: Path) -> None:
        self.studies.check_files(files)
        self.settle()

    def settle(self) -> None:
        self.wait(lambda: not self.studies.running)

    @property
    def verdict(self) -> str:
        return self.page.status.sentence.text()

    @property
    def rows(self) -> list[tuple[str, str]]:
        """What is listed, by rows of the list as it is seen."""
        model, tree = self.page.model, self.page.tree
        root = tree.rootIndex()
        return [
            (model.index(row, 0, root).data(), model.index(row, 1, root).data())
            for row in range(model.rowCount(root))
        ]

    def choose(self, row: int, study: int | None = None) -> None:
        """Click a row, of a study if there are several."""
        tree, model = self.page.tree, self.page.model
        root = tree.rootIndex() if study is None else model.index(study, 0)
        if study is not None:
            tree.expand(root)
        index = model.index(row, 0, root)
        tree.scrollTo(index)
        at = tree.visualRect(index).center()
        QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=at)


@pytest.fixture
def apart(qtbot, study_tables: Path) -> Iterator[Composer]:
    """Whose studies a child process checks, as the program does it."""
    with visit(qtbot, study_tables) as found:
        yield Composer(qtbot, found.window)


@pytest.fixture
def v(apart: Composer, monkeypatch: pytest.MonkeyPatch) -> Composer:
    done_here(monkeypatch, "play.study.study_process")
    return apart


def studies() -> list[str]:
    return STUDIES.read_text().split("\n\n[Event")


def nth(number: int) -> str:
    """Return a study of the file as PGN."""
    text = studies()[number]
    return text if text.startswith("[Event") else f"[Event{text}"


def test_the_game_on_the_board_is_checked(v: Composer) -> None:
    v.paste(nth(1))
    v.wait(lambda: v.game.line.start_fen.startswith("8/8/1KP5"))
    v.check_board()
    assert v.verdict.startswith("Minor duals only: 3. Kb4, 4. Kb3")
    assert ("4. Kb3", "minor dual: Kc3 (order of moves), Kb5 (waste of time)") in v.rows
    assert ("(6. c8=Q)", "try, refuted by Rc4+ only") in v.rows
    assert v.window.navigation.page is Page.STUDY

    # a click puts the position before the move on the board
    tree = v.game.line.tree
    places = [place for place, _ in v.rows]
    v.choose(places.index("4. Kb3"))
    assert v.game.line.tree is tree
    assert v.game.line.fen.startswith("8/2P5/8/8/1K1r4/8/8/k7 w")
    assert v.page.remark.text().startswith("4. Kb3: minor dual")
    v.choose(places.index("(6. c8=Q)"))  # a try: the other side is to refute it
    assert v.game.line.fen.startswith("2Q5/8/8/8/3r4/8/2K5/k7 b")
    assert v.window.navigation.page is Page.STUDY

    # and what was found is written into the game, and taken back
    v.page.comment.click()
    node = v.game.line.tree.find((0, 0, 0))
    assert node.notes.comment == "only move"
    v.page.comment.click()  # nothing is added
    v.do("take_back")
    assert not node.notes.comment


def test_a_position_that_is_set_up_is_checked(v: Composer) -> None:
    v.set_up("W.W...B./B......./........ w 6 6 0 4")
    v.check_board()
    assert "studies must be chess positions" in v.verdict
    v.set_up("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1")
    v.check_board()
    assert v.rows == [("1. c7", "only move")]


@pytest.mark.thorough
def test_a_file_of_several_studies_has_a_row_for_each(v: Composer) -> None:
    v.check(STUDIES)
    assert [title.partition(",")[0] for title, _ in v.rows] == [
        "Réti", "Saavedra", "Barbier", "Philidor",
    ]  # fmt: skip
    assert v.verdict.startswith("4 studies: 1 sound · 1 sound, with minor duals · 1 cooked")
    v.choose(0, study=3)
    assert v.game.line.fen.startswith("1k6/1r6/2K5/Q7")
    assert v.window.navigation.page is Page.STUDY
    piece_letters.use(piece_letters.FIGURINES)
    try:
        assert "♔c3 (order of moves)" in v.page.model.index(3, 1, v.page.model.index(1, 0)).data()
    finally:
        piece_letters.use(piece_letters.LANGUAGE)


@pytest.mark.thorough
def test_studies_are_saved_and_listed_by_their_verdicts(v: Composer, tmp_path: Path) -> None:
    v.check(STUDIES)
    for form, part in (("pgn", "{only move}"), ("txt", "4. Kb3: minor dual"), ("csv", "Kc3 Kb5")):
        v.studies.export(form, tmp_path / form)
        v.wait(lambda form=form: v.offer.endswith(form))
        assert part in (tmp_path / form).read_text(encoding="utf-8").replace("\n", " ")
    assert len(from_pgn((tmp_path / "pgn").read_text(encoding="utf-8"))) == 4
    for key, names in (("bad", ["Barbier", "Philidor"]), ("sound", ["Réti"]), ("unknown", [])):
        v.page.choice.setCurrentIndex(v.page.choice.findData(key))
        assert [title.partition(",")[0] for title, _ in v.rows] == names
    assert not v.page.save.isEnabled()
    v.check(STUDIES)
    assert len(v.rows) == 4


@pytest.mark.thorough
def test_a_file_dropped_on_the_page_is_checked(v: Composer) -> None:
    v.do("check_study")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(STUDIES))])
    copy, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    plain, at = Qt.KeyboardModifier.NoModifier, QPoint(300, 300)
    QApplication.sendEvent(v.window, QDragEnterEvent(at, copy, data, button, plain))
    QApplication.sendEvent(v.window, QDropEvent(QPointF(at), copy, data, button, plain))
    v.wait(lambda: v.verdict.startswith("4 studies"))


@pytest.mark.thorough
def test_missing_tables_are_told_and_can_be_built(v: Composer) -> None:
    v.set_up("8/8/8/8/8/k7/8/KBN5 w - - 0 1")
    v.check_board()
    assert v.verdict == "No position of the solution is in the tables: no table for KBNvK."
    v.wait(v.page.status.lack.build.isVisible)
    assert "to build" in v.page.status.lack.plan.words.text()
    v.page.status.lack.build.click()
    v.wait(lambda: v.window.navigation.page is Page.TABLES)


@pytest.mark.thorough
def test_escape_stops_a_check_and_then_leaves_the_page(apart: Composer, tmp_path: Path) -> None:
    many = tmp_path / "many.epd"
    many.write_text("8/8/1KP5/3r4/8/8/8/k7 w - - bm c7;\n" * 20_000)
    apart.studies.check_files((many,))
    apart.wait(lambda: apart.page.status.progress.text() not in ("", "Starting"))
    QTest.keyClick(apart.window, Qt.Key.Key_Escape)
    apart.settle()
    assert apart.verdict.startswith("Stopped: the studies after these were not checked.")
    assert 0 < len(apart.rows) < 20_000
    QTest.keyClick(apart.window, Qt.Key.Key_Escape)
    assert apart.window.navigation.page is Page.BOARD


def test_what_cannot_be_read_is_one_sentence(v: Composer, tmp_path: Path) -> None:
    empty, binary, broken = (tmp_path / name for name in ("a.pgn", "b.bin", "c.pgn"))
    empty.touch()
    binary.write_bytes(bytes(range(256)) * 20)
    broken.write_text('[White "x"]\n\n1. e4 e5 2. Ke3 1-0\n')
    for file, words in (
        (empty, "it holds neither games nor positions."),
        (binary, "this is not text, so neither PGN nor EPD."),
        (broken, "illegal move"),
        (tmp_path / "none", "No such file"),
    ):
        v.check(file)
        assert words in v.verdict
        assert not v.rows
    v.check(broken, STUDIES)
    assert len(v.rows) == 4
    v.page.status.unread.click()
    (dialog,) = [w for w in QApplication.topLevelWidgets() if isinstance(w, TextDialog)]
    assert "c.pgn: game 1: illegal move" in dialog.field.toPlainText()
    dialog.close()


def test_a_check_that_fails_says_why(v: Composer, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MillMateError("the table KPvK is damaged")

    monkeypatch.setattr("millmate.play.study.study_process.check_apart", fail)
    v.check(STUDIES)
    assert v.verdict == "The table KPvK is damaged."


def test_a_check_that_fails_as_it_is_stopped_ends(
    v: Composer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(order: object, progress: object, stopped: Callable[[], bool]) -> None:
        while not stopped():
            time.sleep(0.01)
        raise MillMateError("the process that checks studies has died")

    monkeypatch.setattr("millmate.play.study.study_process.check_apart", fail)
    v.studies.check_files((STUDIES,))
    v.page.status.stop.click()
    v.settle()
    assert v.verdict == "Stopped before any study was checked."
    assert v.page.start.isEnabled()
