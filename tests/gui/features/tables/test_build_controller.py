import shutil
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests import languages
from tests.gui.apart import built_here
from tests.gui.service_sets import serving
from tests.gui.windows import QUEEN_MATE, visit
from tests.made_tables import spoil

from millmate import language
from millmate.gui.features.tables.build_controller import BuildController, BuildPanel, meaning
from millmate.gui.shell.builds.build_run import all_built_words, kept_words, stage_words
from millmate.gui.shell.builds.plans import about
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.window.status import Status
from millmate.tablebase import targets
from millmate.tablebase.metric import Metric
from millmate.tablebase.names import parse
from millmate.tablebase.progress import BuildProgress


@contextmanager
def builder(qtbot, tables):
    """Make the builder of a window without the window, and open its panel."""
    with serving(qtbot, tables) as s:
        building = BuildController(s)
        building.place.show()
        building.show()
        qtbot.waitUntil(lambda: not building.tables.planning)
        yield building


def propose(qtbot: QtBot, panel: BuildPanel, name: str) -> None:
    panel.propose(name)
    qtbot.waitUntil(lambda: not panel.planning)


# The next build goes on from the codes of all positions, too.
WHOLE = {f"{name}.{kind}" for name in ("KQvK", "KRvK") for kind in ("table", "plane")}


def names_in(directory: Path) -> set[str]:
    """Return what lies in `directory`, but for the locks of builds and what they go on with."""
    return {path.name for path in directory.glob("[!.]*")}


def test_a_table_is_built_in_the_dialog_and_handed_to_the_board(qtbot, tmp_path):
    with visit(qtbot, tmp_path / "tables", start_fen=QUEEN_MATE) as v:
        v.wait(lambda: v.window.verdict.now.isVisible())
        v.do("build")
        panel = v.window.building.tables
        v.wait(lambda: not panel.planning)
        assert panel.proposal.model.index(0, 0).data() == "Queen against king"
        assert panel.proposal.model.index(0, 2).data() == "not built"
        assert panel.proposal.plan.words.text().startswith("1 table to build: ")
        panel.build.click()
        panel.close_button.click()  # progress then lives in the status bar
        v.wait(lambda: v.window.status.build.isVisible())
        v.window.status.build.click()
        assert panel.isVisible()
        v.wait(lambda: not (v.window.building.run.running or panel.planning))
        assert panel.stage.text() == ("KQvK built and verified: White mates in at most 10 moves.")
        assert panel.proposal.model.index(0, 2).data() == "built"
        sets = set(v.window.building.run.layers["KQvK"])
        assert sets == {(True, ply) for ply in range(20 + 1)} - {(True, 20 + 1)}
        v.wait(lambda: "mate in" in v.window.verdict.headline.text())
        assert not v.window.verdict.now.isVisible()
        assert v.window.status.tables.text().startswith("1 table ")
        v.press_play()
        assert v.game.live


def test_a_build_is_paused_resumed_and_stopped_and_leaves_nothing_half_made(qtbot, tmp_path):
    with visit(qtbot, tmp_path) as v:
        v.do("build")
        panel, run = v.window.building.tables, v.window.building.run
        propose(qtbot, panel, "KQvKR")
        panel.build.click()
        assert panel.pause.isVisible()
        for resumed in (True, False):
            with qtbot.waitSignal(run.advanced):
                pass
            assert panel.pause.text() == "Pause"
            panel.pause.click()
            assert (run.paused, panel.pause.text()) == (True, "Resume")
            assert panel.stage.text().startswith("Paused")
            assert v.window.status.build.text() == "Build paused"
            if resumed:
                panel.pause.click()
                assert not run.paused
        panel.cancel.click()
        assert not panel.cancel.isEnabled()
        v.wait(lambda: not run.running)
        assert panel.stage.text().startswith("Build stopped. ")
        v.wait(panel.build.isEnabled)
        assert not panel.pause.isVisible()
        assert not run.paused
    assert names_in(tmp_path) <= WHOLE


def test_positions_are_listed_by_plies_to_zeroing_while_that_table_is_built(
    qtbot, tmp_path, monkeypatch
):
    built_here(monkeypatch)
    with builder(qtbot, tmp_path) as building:
        panel, run = building.tables, building.run
        run.start([parse("KRvK")], tuple(Metric))
        qtbot.waitUntil(lambda: not run.running)
        assert panel.stage.text() == (
            "KRvK built and verified: White mates in at most 16 moves. KRvK (DTZ50) built and "
            "verified: White wins: mate, capture or pawn move in at most 31 plies."
        )
        assert set(run.layers) == {"KRvK", "KRvK (DTZ50)"}
        assert panel.layers.title.text().startswith("KRvK (DTZ50): positions by plies to mate, c")
    qtbot.addWidget(status := Status(tmp_path))
    assert status.tables.text().startswith("2 tables ")


def test_the_dialog_plans_what_the_fifty_move_rule_needs_and_says_why(qtbot, tmp_path):
    with builder(qtbot, tmp_path) as building:
        panel = building.tables
        for name, both, why in (
            ("KBBvKN", True, "Under the fifty-move rule, some wins of KBBvKN are draws;"),
            ("KRPvKR", True, "KRPvKR leads to KRBvKR; under the fifty-move rule, some"),
            ("KQvKR", False, "turns no win of KQvKR, or of the tables it leads to, into a draw."),
            ("KQQRNvK", False, "no win in the endings of up to five pieces that KQQRNvK leads to"),
            ("morris:3-3", False, ""),
        ):
            propose(qtbot, panel, name)
            rows = range(panel.proposal.model.rowCount())
            planned = [panel.proposal.model.index(row, 1).data() for row in rows]
            assert any(title.endswith("(DTZ50)") for title in planned) == both
            assert why in panel.proposal.plan.words.text()


def test_what_a_stopped_build_has_left_in_words():
    assert kept_words([], []) == "No unfinished files are left."
    assert kept_words(["KQvK"], []) == "KQvK stays. No unfinished files are left."
    assert kept_words(["KQvK", "KRvK"], ["KRPvK"]) == (
        "KQvK and KRvK stay. The progress of KRPvK is kept: Build continues from there."
    )
    assert kept_words(list("abcd"), []).startswith("4 tables stay. ")


def test_closing_the_window_cancels_a_build_once_that_is_confirmed(qtbot, tmp_path, monkeypatch):
    directory = tmp_path / "tables"
    answers = iter([False, True])
    monkeypatch.setattr(BuildController, "may_cancel", lambda self: next(answers))
    with visit(qtbot, directory) as v:
        v.window.building.open_for("KQvKR")
        v.wait(v.window.building.tables.build.isEnabled)
        v.window.building.tables.build.click()
        with qtbot.waitSignal(v.window.building.run.advanced):
            pass
        assert not v.window.close()
        assert v.window.building.run.running
        assert v.window.close()
    assert names_in(directory) <= WHOLE


def test_a_failed_build_is_told_in_words(qtbot, tmp_path, monkeypatch):
    built_here(monkeypatch)
    (tmp_path / "file").write_text("in the way")
    with builder(qtbot, tmp_path / "file") as building:
        panel = building.tables
        propose(qtbot, panel, "KQvK")
        panel.build.click()
        qtbot.waitUntil(lambda: not building.run.running)
        assert panel.stage.text().startswith("The build failed: ")
        assert panel.stage.text().endswith(". No unfinished files are left.")
        assert "Traceback" not in panel.stage.text()


def test_the_dialog_names_the_ending_and_says_what_its_table_takes(qtbot, tmp_path):
    with builder(qtbot, tmp_path) as building:
        panel = building.tables
        for code, title, words in (
            ("KBNvK", "Bishop and knight against king (KBNvK)", "3 tables to build"),
            ("morris:5-4", "Morris, 5 against 4 stones", "5 tables to build"),
            ("KQRBNvKRR", "Queen, rook, bishop and knight against two rooks", "8 pieces"),
            ("KvK", "King against king (KvK)", "draw"),
        ):
            propose(qtbot, panel, code)
            assert panel.heading.text().startswith(title)
            assert words in panel.proposal.plan.words.text()
            assert panel.build.isEnabled() == words.endswith("to build")


def test_other_tables_are_chosen_on_the_page_of_tables(qtbot, tmp_path):
    with visit(qtbot, tmp_path) as v:
        v.do("build")
        v.window.building.tables.proposal.beside.click()
        assert not v.window.building.tables.isVisible()
        assert v.window.navigation.page is Page.TABLES
        v.wait(lambda: v.window.focusWidget() is v.window.tables.page.search)


@pytest.mark.thorough
def test_tables_of_morris_are_built_in_the_dialog(qtbot, tmp_path):
    with builder(qtbot, tmp_path / "tables") as building:
        panel, run = building.tables, building.run
        propose(qtbot, panel, "morris:three:ply5-3-2")
        stages = []
        run.advanced.connect(lambda progress: stages.append(panel.stage.text()))
        panel.build.click()
        qtbot.waitUntil(lambda: not (run.running or panel.planning))
        assert run.succeeded, panel.stage.text()
        assert panel.stage.text() == (
            "morris:three:ply5-3-2 built and verified: who wins, not in how many plies."
        )
        model = panel.proposal.model
        states = {model.index(row, 2).data() for row in range(model.rowCount())}
        assert states == {"built"}
        assert any(stage.startswith("morris:") for stage in stages)
    assert len(names_in(tmp_path / "tables")) == model.rowCount()


def test_progress_of_morris_in_words():
    def words(stage, ply=0, positions=0):
        return stage_words(BuildProgress("morris:5-5", 1, 1, stage, ply=ply, positions=positions))

    assert words("solving", 56, 12_345) == "morris:5-5: 12,345 positions lost in 56 plies"
    assert words("solving", 1, 1) == "morris:5-5: 1 position won in 1 ply"
    assert words("solving") == "morris:5-5: solving"
    assert words("verifying") == "morris:5-5: verifying"


def test_many_finished_tables_are_told_as_a_number(morris_tables):
    infos, _ = targets.survey(morris_tables)
    assert all_built_words(infos[:1]).startswith("morris:3-3 built and verified: 3 against 3 wins")
    assert (
        "morris:4-3 built and verified: 4 against 3 wins in at most 1 ply, "
        "3 against 4 wins in at most 33 plies."
    ) in [all_built_words([info]) for info in infos]
    assert all_built_words(infos) == f"{len(infos)} tables built and verified."


def test_a_finished_table_is_described_in_the_language_in_use(tables, morris_tables):
    infos = targets.survey(tables)[0] + targets.survey(morris_tables)[0]
    languages.use("de", {"White": "Weiß", "{n} against {other}": "{n} gegen {other}"})
    try:
        told = " ".join(all_built_words([info]) for info in infos)
    finally:
        language.use(language.ENGLISH)
    assert "Weiß mates" in told
    assert "3 gegen 3 wins" in told
    assert "White" not in told


def test_a_mate_that_the_fifty_move_rule_may_forbid_is_told_with_that_condition(tables):
    (info,) = (info for info in targets.survey(tables)[0] if info.material == "KBNvK")
    info = replace(info, material="KBBvKN", longest={"white": 78, "black": 1})
    assert all_built_words([info]) == (
        "KBBvKN built and verified: White mates in at most 78 moves without the fifty-move rule, "
        "Black mates in at most 1 move."
    )


def test_plies_in_words():
    assert meaning(0) == "checkmate"
    assert meaning(1) == "to move and mate in 1"
    assert meaning(2) == "to be mated in 1"
    assert meaning(65) == "to move and mate in 33"
    assert meaning(65, zeroing=True) == "mate, capture or pawn move in 65 plies"
    assert meaning(101, zeroing=True) == "draw by the fifty-move rule"


def test_a_damaged_table_is_named_and_never_used(qtbot, tables, tmp_path):
    directory = tmp_path / "tables"
    shutil.copytree(tables, directory)
    spoil(directory / "KQvK.table")
    with visit(qtbot, directory, start_fen=QUEEN_MATE) as v:
        v.wait(lambda: "cannot be read" in v.window.verdict.headline.text())
        assert "KQvK.table" in v.window.verdict.remark.text()
        assert v.window.table.model.rowCount() == 0
        v.window.setup.play.click()
        assert not v.game.live
        assert "Perfect play needs a table" in v.message


def test_a_closed_dialog_draws_nothing_of_a_build_and_an_open_one_only_what_is_new(qtbot, tmp_path):
    """Each report once had every column measured for each table built: 10 ms and more a report."""
    with builder(qtbot, tmp_path) as building:
        panel, run = building.tables, building.run
        propose(qtbot, panel, "KBNvK")
        changes = []
        panel.proposal.model.dataChanged.connect(
            lambda first, last: changes.append((first.row(), last.row()))
        )
        report = BuildProgress("KBvK", 2, 3, "solving", fraction=0.5)
        run.built = ["KNvK"]
        panel.close()
        run.advanced.emit(report)
        assert changes == []
        panel.show()
        for _ in range(3):
            run.advanced.emit(report)
        rows = sorted(map(panel.proposal.model.row_of, ("KNvK", "KBvK")))
        assert changes == [tuple(rows)]
        run.built = []


def test_beside_the_board_a_build_is_told_by_the_name_of_its_table(qtbot, tmp_path) -> None:
    with builder(qtbot, tmp_path) as building:
        told = []
        building.services.links.building.connect(told.append)
        for code in ("KQvK", "morris:no-flying:4-4"):
            building.run.advanced.emit(BuildProgress(code, 1, 1, "solving", fraction=0.5))
        assert told == [
            "Building Queen against king, 50 %",
            "Building Nine men's morris without flying: 4 against 4 stones, 50 %",
        ]


def test_the_card_and_the_dialog_tell_the_same_time(qtbot) -> None:
    with visit(qtbot) as v:
        v.window.workspace.set_up("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")
        v.wait(lambda: v.window.probe.last is not None and v.window.probe.last.plan is not None)
        v.wait(lambda: v.window.verdict.now.isVisible())
        plan = v.window.probe.last.plan
        time = about(plan.elapsed())
        assert time == "under a second"
        assert v.window.verdict.remark.text().endswith(f", {time}")
        v.do("build")
        panel = v.window.building.tables
        v.wait(lambda: not panel.planning)
        assert f", {time}. Distances to mate" in panel.proposal.plan.words.text()
        assert panel.proposal.model.index(0, 5).data() == about(plan.missing[0].elapsed())
