"""The Tables page: tables found, chosen, explored, built, verified and deleted."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.gui.apart import built_here, done_here
from tests.gui.service_sets import serving
from tests.gui.windows import Visitor, visit
from tests.made_tables import spoil

from millmate.games.chess.material import Material
from millmate.gui.features.tables import tables_controller
from millmate.gui.features.tables.page import TablesPage
from millmate.gui.features.tables.tables_controller import TablesController
from millmate.gui.features.tables.tables_model import (
    CHESS,
    CODE,
    DISK,
    MEN,
    MORRIS,
    NAME,
    STATE,
    missing_material,
    path_of,
)
from millmate.gui.kit import dialogs
from millmate.gui.kit.widgets import vbox
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services

QUEEN_MATE = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"


@pytest.fixture
def own(tables: Path, tmp_path: Path) -> Path:
    """Return a directory of its own with the tables KQvK and KRvK."""
    directory = tmp_path / "own"
    directory.mkdir()
    for name in ("KQvK", "KRvK"):
        shutil.copy(tables / f"{name}.table", directory)
    return directory


@contextmanager
def shown(
    qtbot: QtBot, directory: Path, **settings: object
) -> Iterator[tuple[Visitor, TablesPage]]:
    with visit(qtbot, directory, **{"start_fen": QUEEN_MATE} | settings) as v:
        with qtbot.waitSignal(v.window.services.links.tables_listed):
            v.do("show_tables")
        yield v, v.window.tables.page


@contextmanager
def alone(qtbot: QtBot, directory: Path) -> Iterator[tuple[Services, TablesPage]]:
    """Show the page without the window around it."""
    with serving(qtbot, directory, tables_list=True) as s:
        s.workspace.set_up(QUEEN_MATE)
        tables = TablesController(s, busy=lambda: False)
        vbox(tables.place, within=s.window)
        s.window.resize(1280, 800)
        s.window.show()
        with qtbot.waitSignal(s.links.tables_listed):
            s.navigation.show(Page.TABLES)
        yield s, tables.page
        tables.close()


def texts(page: TablesPage, name: str) -> tuple[str, ...]:
    """Return what the row of an ending says."""
    index = page.model.index_of_name(name)
    assert index.isValid(), name
    columns = (NAME, CODE, STATE, DISK)
    return tuple(index.siblingAtColumn(column).data() for column in columns)


def state(page: TablesPage, name: str) -> str:
    return texts(page, name)[STATE]


def listed(page: TablesPage) -> list[str]:
    return [each.name for each in page.model.root.endings()]


def choose(page: TablesPage, *names: str) -> None:
    """Choose endings as with the Ctrl key."""
    selection = page.tree.selectionModel()
    selection.clearSelection()
    flags = QItemSelectionModel.SelectionFlag
    for name in names:
        selection.select(page.model.index_of_name(name), flags.Select | flags.Rows)


def can(page: TablesPage) -> set[str]:
    """Return what can be done with the tables that are chosen."""
    return {name for name, action in page.actions_.items() if action.isEnabled()}


def answering(monkeypatch: pytest.MonkeyPatch, answer: str) -> list[str]:
    """Answer questions with the choice `answer`; return what is asked."""
    asked: list[str] = []

    def choice(parent: object, text: str, choices: object, stay: str) -> str:
        asked.append(text)
        return answer

    monkeypatch.setattr(tables_controller, "choose", choice)
    return asked


# --- the list ------------------------------------------------------------------------------------


def test_all_tables_stand_in_a_tree_by_men_and_family(qtbot, own):
    with alone(qtbot, own) as (s, page):
        assert s.navigation.page is Page.TABLES
        assert len(listed(page)) == 462
        tops = [page.model.index(row, 0).data() for row in range(page.model.rowCount())]
        assert tops == ["Chess endings", "Nine men's morris"]
        name, code, told, disk = texts(page, "KQvK")
        assert (name, code, told) == ("Queen against king", "KQvK", "verified")
        assert disk.endswith("kB")
        assert state(page, "KRPvKR") == "not built"
        assert texts(page, "KRPvKR")[DISK].startswith("about ")
        three = page.model.index_of_name("KQvK").parent()
        assert three.data() == "Three pieces"
        assert three.siblingAtColumn(STATE).data() == "2 of 5 built"
        # the ending on the board is chosen first
        assert [each.name for each in page.endings] == ["KQvK"]
        assert page.foot.title.text() == "Queen against king"
        assert page.foot.figures.text().startswith("KQvK · White wins ")
        # disk use is drawn, and told in words
        qtbot.waitUntil(lambda: len(page.disk.lines) == 2)
        (men, words), (free, _) = page.disk.lines
        assert (men, free) == ("Three pieces", "Free")
        assert words.endswith(" kB built")
        assert "Three pieces: " in page.disk.accessibleDescription()


def test_tables_are_found_by_code_or_name_as_one_types(qtbot, own):
    with alone(qtbot, own) as (_, page):
        QTest.keyClicks(page.search, "krpkr")
        qtbot.waitUntil(lambda: listed(page) == ["KRPvKR"])
        assert [each.name for each in page.endings] == ["KRPvKR"]
        page.search.clear()
        QTest.keyClicks(page.search, "queen against rook and pawn")
        qtbot.waitUntil(lambda: "KQvKRP" in listed(page) or "KRPvKQ" in listed(page))
        page.search.clear()
        QTest.keyClicks(page.search, "facing pawns")
        qtbot.waitUntil(lambda: len(listed(page)) == 20)
        assert all("p" in name for name in listed(page))
        page.search.clear()
        QTest.keyClicks(page.search, "morris 5-4")
        qtbot.waitUntil(lambda: listed(page) == ["morris:5-4"])
        page.search.clear()
        qtbot.waitUntil(lambda: len(listed(page)) == 462)
        # what names no table is told beneath the field
        for text, words in NO_TABLES:
            QTest.keyClicks(page.search, text)
            qtbot.waitUntil(lambda: not page.fault.isHidden())
            assert words in page.fault.text()
            assert listed(page) == []
            page.search.clear()
            qtbot.waitUntil(page.fault.isHidden)
        # six men are listed once they are asked for
        page.show_found("KQRvKQR")
        assert listed(page) == ["KQRvKQR"]
        qtbot.waitUntil(lambda: "tables to build" in page.foot.plan.words.text())


NO_TABLES = [
    ("KXvK", "Unknown material 'KXvK'"),
    ("castle", "No table has this code or name. Write for instance KRPvKR"),
    ("ab " * 100, "No table has this code or name. Write for instance KRPvKR"),
    ("morris 99-99", "each side has 3 to 9"),
    ("KQRBvKRNP", "has 8 pieces; tables of up to 6 pieces can be built"),
    ("KvK", "Two bare kings need no table"),
]


def test_a_directory_that_cannot_be_read_is_named_in_place_of_the_list(qtbot, tmp_path):
    (tmp_path / "file").write_text("in the way")
    with visit(qtbot, tmp_path / "file") as v:
        v.do("show_tables")
        page = v.window.tables.page
        v.wait(lambda: "cannot be listed" in page.trouble.text())
        (tmp_path / "file").unlink()
        page.again.click()
        v.wait(lambda: page.stack.currentIndex() == 0)


@pytest.mark.thorough
def test_tables_made_elsewhere_are_there_when_the_page_is_shown_again(qtbot, own, tables):
    with shown(qtbot, own) as (v, page):
        shutil.copy(tables / "KBNvK.table", own)
        v.do("show_board")
        v.do("show_tables")
        v.wait(lambda: state(page, "KBNvK") == "verified")


# --- what is told of a choice --------------------------------------------------------------------


def test_the_details_say_what_a_table_takes_needs_and_is_needed_for(qtbot, own):
    with alone(qtbot, own) as (s, page):
        details = page.details
        words = details.sections[0].words.text()
        assert words.startswith("Built, ")
        assert "(results: " in words
        assert "distances of losses: " in words
        assert "Verified when it was built, on " in words
        assert [each.text() for each in details.sections[0].longest] == ["White: 10 moves"]
        assert details.needs.text() == "Needs no other table."
        assert details.dependents.text().startswith("Needed to build or verify ")
        choose(page, "KQvKR")
        assert details.needs.text() == "Needs 2 tables, all of them built."
        qtbot.waitUntil(lambda: page.foot.plan.words.text().startswith("1 table to build: "))
        assert can(page) == {"build"}
        # a group is chosen as a whole
        page.tree.setCurrentIndex(page.model.index_of_name("KQvK").parent())
        assert page.foot.title.text() == "5 tables"
        assert page.foot.figures.text().startswith("2 built, 3 not built; ")
        qtbot.waitUntil(lambda: page.foot.plan.words.text().startswith("3 tables to build: "))
        assert can(page) == {"build", "verify", "delete"}
        # the plan of every ending is told before anything is built
        page.up_to[4].trigger()
        assert page.foot.title.text() == "35 tables"
        qtbot.waitUntil(lambda: page.foot.plan.words.text().startswith("33 tables to build: "))
        page.up_to[5].trigger()
        assert page.foot.title.text() == "145 tables"
        qtbot.waitUntil(lambda: page.foot.plan.words.text().startswith("143 tables to build: "))
        page.zeroing.trigger()
        qtbot.waitUntil(lambda: page.foot.plan.words.text().startswith("288 tables to build: "))
        page.up_to[4].trigger()
        qtbot.waitUntil(lambda: QApplication.focusWidget() is page.buttons["build"])
        assert not s.build.running


def test_other_parts_of_the_window_are_reached_from_here(qtbot, own):
    with shown(qtbot, own) as (v, page):
        page.others.trigger()
        assert v.window.others.dialog.isVisible()
        v.window.others.dialog.close()
        # a longest win is shown in the explorer and on the board
        choose(page, "KRvK")
        page.details.sections[0].longest[0].click()
        assert v.window.navigation.page is Page.EXPLORE
        explorer = v.window.exploring.explorer
        v.wait(lambda: explorer.positions.table == "KRvK")
        v.wait(lambda: explorer.positions.model.rowCount() > 0)
        assert explorer.tables.code == "KRvK"
        v.wait(lambda: "mate in 16" in v.window.verdict.headline.text())


# --- what is done --------------------------------------------------------------------------------


@pytest.mark.thorough
def test_chosen_tables_are_built_and_the_build_can_be_paused_and_stopped(qtbot, tmp_path):
    with alone(qtbot, tmp_path / "tables") as (s, page):
        run = s.build
        choose(page, "KQvKR")
        qtbot.waitUntil(lambda: "build" in can(page))
        page.buttons["build"].click()
        assert page.building.isVisible()
        assert "build" not in can(page)
        with qtbot.waitSignal(run.advanced):
            pass
        page.pause.click()
        assert run.paused
        assert page.pause.text() == "Resume"
        assert page.building.words.text().startswith("Paused")
        page.pause.click()
        assert not run.paused
        page.stop_build.click()
        qtbot.waitUntil(lambda: not run.running)
        assert page.note.text().startswith("Build stopped. ")
        assert page.building.isHidden()


def test_no_row_moves_and_the_keyboard_stays_on_the_page_while_tables_are_built(
    qtbot, tmp_path, monkeypatch
):
    built_here(monkeypatch)
    with alone(qtbot, tmp_path / "tables") as (s, page):
        places = []

        def note_place() -> None:
            row = page.tree.visualRect(page.model.index_of_name("KQvK"))
            places.append(page.tree.viewport().mapTo(s.window, row.topLeft()))

        choose(page, "KQvK")
        qtbot.waitUntil(lambda: "build" in can(page))
        note_place()
        page.buttons["build"].setFocus()
        page.buttons["build"].click()
        assert page.building.isVisible()
        QApplication.processEvents()
        note_place()
        assert page.isAncestorOf(QApplication.focusWidget())
        qtbot.waitUntil(lambda: s.build.succeeded and page.note.isVisible())
        QApplication.processEvents()
        note_place()
        assert len(set(map(str, places))) == 1, places


@pytest.mark.thorough
def test_the_names_of_endings_are_whole_in_the_smallest_window(qtbot, own, monkeypatch):
    with shown(qtbot, own) as (v, page):
        v.window.resize(1024, 700)
        page.tree.expandAll()
        QApplication.processEvents()
        index = page.model.index_of_name("KQvKR")
        letters = page.tree.fontMetrics().horizontalAdvance(index.data())
        room = page.tree.visualRect(index).width() - 24  # without the mark before the name
        assert letters <= room
        # the free bytes are the same in the status bar
        for module in ("gui.shell.window.status", "machine"):
            monkeypatch.setattr(f"millmate.{module}.free_disk", lambda directory: 5_000_000_000)
        v.window.tables.read()
        v.wait(lambda: page.disk.lines[-1] == ("Free", "5.0 GB of this disk"))
        v.wait(lambda: v.window.status.tables.text().endswith("5.0 GB free"))


def test_a_built_table_appears_in_the_tree(qtbot, own, monkeypatch):
    built_here(monkeypatch)
    with alone(qtbot, own) as (s, page):
        choose(page, "KPvK", "KBvK")
        qtbot.waitUntil(lambda: "build" in can(page))
        page.buttons["build"].click()
        qtbot.waitUntil(lambda: s.build.succeeded)
        qtbot.waitUntil(lambda: state(page, "KPvK") == "verified")
        assert state(page, "KNvK") == "verified"  # which the pawn promotes to
        assert "built and verified" in page.note.text()


@pytest.mark.thorough
def test_tables_are_verified_with_progress_in_a_process(qtbot, own):
    with alone(qtbot, own) as (s, page):
        told: list[str] = []
        s.links.tables_work.connect(told.append)
        choose(page, "KQvK", "KRvK")
        page.actions_["verify"].trigger()
        assert page.verifying.isVisible()
        qtbot.waitUntil(lambda: page.note.text() == "2 tables are correct.")
        assert any(words.startswith("Verifying KRvK, ") for words in told)
        assert told[-1] == ""
        choose(page, "KQvK")
        qtbot.waitUntil(lambda: "Verified again on " in page.details.sections[0].words.text())


def test_a_verification_can_be_stopped(qtbot, own):
    with alone(qtbot, own) as (_, page):
        choose(page, "KQvK", "KRvK")
        page.actions_["verify"].trigger()
        assert "delete" not in can(page)
        page.stop_check.click()
        qtbot.waitUntil(lambda: page.note.text().startswith("Verification stopped."))
        assert page.verifying.isHidden()


def test_a_damaged_table_is_shown_as_damaged_with_how_to_mend_it(qtbot, own, monkeypatch):
    spoil(own / "KQvK.table")
    answering(monkeypatch, "all")
    done_here(monkeypatch, "tablebase.verify_process")
    with alone(qtbot, own) as (_, page):
        assert state(page, "KQvK") == "damaged"
        choose(page, "KQvK")
        words = page.details.sections[0].words.text()
        assert words.startswith("Damaged: ")
        assert words.endswith("Delete it, then build it again.")
        page.actions_["verify"].trigger()
        qtbot.waitUntil(lambda: "is damaged" in page.note.text())
        qtbot.waitUntil(lambda: "delete" in can(page))
        page.actions_["delete"].trigger()
        qtbot.waitUntil(lambda: state(page, "KQvK") == "not built")
        qtbot.waitUntil(lambda: "build" in can(page))


def test_before_tables_are_deleted_one_is_told_what_would_be_lost(qtbot, own, monkeypatch):
    asked = answering(monkeypatch, "")
    (own / "dtm50").mkdir()
    (own / "dtm50" / "KQvK.clocks").write_bytes(bytes(30_000_000))
    with alone(qtbot, own) as (_, page):
        choose(page, "KQvK")
        page.actions_["delete"].trigger()
        qtbot.waitUntil(lambda: asked != [])
        assert asked[0].startswith("Delete KQvK? This frees 30 MB.")
        assert "Rebuilding everything takes " in asked[0]
        assert "other endings can then be built or verified only once" in asked[0]
        qtbot.waitUntil(lambda: "delete" in can(page))
        assert (own / "KQvK.table").is_file()


def test_deleted_tables_are_gone_everywhere(qtbot, own, monkeypatch):
    answering(monkeypatch, "all")
    with shown(qtbot, own) as (v, page):
        choose(page, "KQvK", "KRvK")
        page.actions_["delete"].trigger()
        v.wait(lambda: page.note.text().startswith("2 tables deleted, "))
        v.wait(lambda: state(page, "KQvK") == "not built")
        assert not list(own.glob("*.table"))
        assert v.window.status.tables.text().startswith("No tables yet")
        v.wait(lambda: "No table" in v.window.verdict.headline.text())


@pytest.mark.thorough
def test_a_deleted_table_is_not_built_again_until_that_is_asked_for(qtbot, own, monkeypatch):
    built_here(monkeypatch)
    answering(monkeypatch, "all")
    with shown(qtbot, own, small_builds=True) as (v, page):
        choose(page, "KQvK")
        page.actions_["delete"].trigger()
        v.wait(lambda: not (own / "KQvK.table").exists())
        v.do("show_board")
        v.wait(lambda: v.window.verdict.now.isVisible())
        assert not v.window.small_builds.takes(v.window.probe.last)
        v.window.verdict.now.click()
        v.wait(lambda: v.window.probe.last is not None and v.window.probe.last.covered)


def test_only_distances_to_zeroing_can_be_deleted(qtbot, rule50_tables, tmp_path, monkeypatch):
    own = tmp_path / "own"
    shutil.copytree(rule50_tables, own, symlinks=True)
    answering(monkeypatch, "zeroing")
    with alone(qtbot, own) as (_, page):
        assert state(page, "KRPvK") == "verified + DTZ50"
        choose(page, "KRPvK")
        page.actions_["delete"].trigger()
        qtbot.waitUntil(lambda: state(page, "KRPvK") == "verified")
        assert not (own / "dtz" / "KRPvK.table").exists()
        assert (own / "KRPvK.table").is_file()


@pytest.mark.thorough
def test_what_the_build_under_way_reads_is_not_deleted(qtbot, own, monkeypatch):
    asked = answering(monkeypatch, "all")
    with alone(qtbot, own) as (s, page):
        run = s.build
        choose(page, "KQvKR")
        qtbot.waitUntil(lambda: "build" in can(page))
        page.buttons["build"].click()
        run.pause()
        choose(page, "KQvK")
        page.actions_["delete"].trigger()
        assert page.note.text() == "KQvK is needed for the build under way: stop that first."
        run.cancel()
        qtbot.waitUntil(lambda: not run.running)
        assert asked == []


def test_enter_and_escape_keep_the_tables(qtbot, own, monkeypatch):
    def press_enter(box: dialogs.QMessageBox) -> None:
        box.show()
        box.defaultButton().click()

    monkeypatch.setattr(dialogs.QMessageBox, "exec", press_enter)
    with alone(qtbot, own) as (_, page):
        choose(page, "KQvK")
        page.actions_["delete"].trigger()
        qtbot.waitUntil(lambda: "delete" not in can(page))
        qtbot.waitUntil(lambda: "delete" in can(page))
        assert (own / "KQvK.table").is_file()


def test_the_page_is_used_without_a_mouse(qtbot, own, monkeypatch):
    answering(monkeypatch, "all")
    with alone(qtbot, own) as (_, page):
        QTest.keyClick(page.tree, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        assert QApplication.focusWidget() is page.search
        QTest.keyClicks(page.search, "rook king")
        QTest.keyClick(page.search, Qt.Key.Key_Down)
        assert QApplication.focusWidget() is page.tree
        page.show_found("KRvK")
        spoken = page.tree.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
        assert spoken.startswith("Rook against king, KRvK, verified, ")
        QTest.keyClick(page.tree, Qt.Key.Key_Delete)
        qtbot.waitUntil(lambda: state(page, "KRvK") == "not built")


def test_the_tables_of_morris_are_grouped_by_phase(qtbot, morris_tables):
    with alone(qtbot, morris_tables) as (_, page):
        choose(page, "morris:4-3")
        section = page.details.sections[0]
        assert page.foot.title.text() == "Morris, 4 against 3 stones"
        assert [each.text() for each in section.longest] == [
            "4 against 3: 1 ply",
            "3 against 4: 33 plies",
        ]
        morris = page.model.index_of((MORRIS,))
        phases = [page.model.index(row, 0, morris).data() for row in range(2)]
        assert phases == ["All stones placed", "Stones being placed"]


@pytest.mark.thorough
def test_the_number_of_tables_in_the_status_bar_leads_here(qtbot, own):
    with visit(qtbot, own) as v:
        with qtbot.waitSignal(v.window.services.links.tables_listed):
            v.window.status.tables.click()
        assert v.window.navigation.page is Page.TABLES


def test_facing_pawns_are_asked_for_by_name_and_have_their_group() -> None:
    material = missing_material("KRpvKRp")
    assert material == Material("KRP", "KRP", facing=True)
    chess, men, group = path_of(material)
    assert (chess, men, group.title) == (CHESS, MEN[6], "Facing pawns")
    assert missing_material("KRBpvKRp") is None
