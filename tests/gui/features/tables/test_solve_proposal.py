"""A position that no table can cover is solved in the window, and its verdict shown."""

from pathlib import Path

import chess
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.gui.apart import done_here
from tests.gui.service_sets import serving
from tests.gui.windows import Visitor, visit

from millmate.gui.features.tables.build_controller import BuildController, BuildPanel
from millmate.gui.features.tables.solve_proposal import SolveProposal
from millmate.gui.shell.builds.solve_options import (
    Option,
    Room,
    fault_of,
    option_words,
    pieces_words,
    proposed,
)
from millmate.gui.shell.frame.navigation import Page
from millmate.tablebase.solve_request import SolveCost

SEVEN = "8/2k5/p1p5/P1P5/1P6/8/1K6/8 w - - 0 1"
MANY = "r3k3/pppp4/8/8/8/8/PPPP4/4K2R w - - 0 1"
FULL = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"
BLOCKED = "8/8/4k3/p7/P7/4K3/8/8 w - - 0 1"


@pytest.fixture
def planned_here(monkeypatch: pytest.MonkeyPatch) -> None:
    done_here(monkeypatch, "tablebase.solve_request")


def planned(v: Visitor) -> BuildPanel:
    """Open the panel for the position on the board, and wait for its plan."""
    v.do("solve")
    panel = v.window.building.solver
    v.wait(lambda: not panel.planning)
    return panel


@pytest.mark.thorough
def test_the_card_offers_what_can_be_solved_soon(qtbot: QtBot, tmp_path: Path) -> None:
    with visit(qtbot, tmp_path, start_fen=SEVEN) as v:
        card = v.window.verdict
        v.wait(card.solve.isVisible)
        assert card.remark.text().startswith(
            "No table covers 7 pieces, but this position can be solved: "
        )
        card.solve.click()
        assert v.window.building.solver.isVisible()
        v.window.workspace.set_up(MANY)
        v.wait(card.ask.isVisible)
        assert card.remark.text() == "No table covers 12 pieces."
        v.window.workspace.set_up(FULL)
        v.wait(lambda: "tables of up to 6 pieces" in card.remark.text())
        assert not card.ask.isVisible()


def test_a_position_is_planned_solved_and_shown(qtbot: QtBot, tmp_path: Path) -> None:
    with visit(qtbot, tmp_path, start_fen=BLOCKED) as v:
        panel, run = planned(v), v.window.building.run
        assert [row.cost.most_pieces for row in panel.proposal.options.rows] == [0, 1]
        assert panel.proposal.option.cost.most_pieces == 1  # the proposal
        panel.proposal.view.selectRow(0)
        assert panel.proposal.request.most_pieces == 0
        assert panel.proposal.request.sides == (True, False)
        panel.build.click()
        assert run.running
        assert not panel.proposal.bounds["sides"].isEnabled()
        v.window.building.dismiss()
        assert v.window.navigation.page is Page.BOARD
        v.wait(v.window.status.build.isVisible)
        v.window.status.build.click()
        assert panel.isVisible()
        v.wait(lambda: not run.running)
        assert panel.stage.text() == "Solved and verified: draw with best play."
        v.wait(lambda: not panel.planning)
        assert panel.proposal.option.solved
        assert not panel.build.isEnabled()
        v.wait(lambda: v.window.verdict.headline.text() == "Draw")
        assert v.window.table.model.moves


def test_what_is_asked_for_is_planned_again(
    qtbot: QtBot, tmp_path: Path, planned_here: None
) -> None:
    with serving(qtbot, tmp_path) as s:
        panel = BuildPanel(s.build, SolveProposal(s.build, tmp_path))
        panel.propose(BLOCKED)
        qtbot.waitUntil(lambda: not panel.planning)
        both = panel.proposal.options.rows[0].cost.tables
        for choice, row in (
            (panel.proposal.bounds["sides"], 2),
            (panel.proposal.bounds["promotions"], 2),
            (panel.proposal.bounds["captures"], 4),
        ):
            choice.setCurrentIndex(row)
            qtbot.waitUntil(lambda: not panel.planning)
        asked = panel.proposal.request
        assert (asked.sides, asked.promotions, asked.captures) == ((False,), (5,), 1)
        assert panel.proposal.options.rows[0].cost.tables < both


def test_pawns_that_stay_and_promotions_to_queens_make_tables_smaller(
    qtbot: QtBot, tmp_path: Path, planned_here: None
) -> None:
    with serving(qtbot, tmp_path) as s:
        panel = BuildPanel(s.build, SolveProposal(s.build, tmp_path))
        panel.propose(BLOCKED)
        qtbot.waitUntil(lambda: not panel.planning)
        every = [row.cost.placements for row in panel.proposal.options.rows]
        panel.proposal.bounds["own"].setCurrentIndex(1)
        qtbot.waitUntil(lambda: not panel.planning)
        queens = [row.cost.placements for row in panel.proposal.options.rows]
        qtbot.keyClicks(panel.proposal.bounds["stays"], "A4, a5")
        qtbot.keyClick(panel.proposal.bounds["stays"], Qt.Key.Key_Tab)
        panel.proposal.bounds["stays"].editingFinished.emit()
        qtbot.waitUntil(lambda: not panel.planning)
        assert (panel.proposal.request.own, panel.proposal.request.stays) == (
            (chess.QUEEN,),
            (chess.A4, chess.A5),
        )
        assert panel.proposal.options.rows[1].cost.placements == 1 < queens[1] < every[1]


def test_what_cannot_stay_is_named(qtbot: QtBot, tmp_path: Path, planned_here: None) -> None:
    with serving(qtbot, tmp_path) as s:
        panel = BuildPanel(s.build, SolveProposal(s.build, tmp_path))
        panel.propose(BLOCKED)
        for text, fault in (
            ("d9", "'d9' does not name squares, such as d4 or d4,e5."),
            ("b2", "There is no pawn on b2 to stay there."),
        ):
            panel.proposal.bounds["stays"].setText(text)
            panel.proposal.bounds["stays"].editingFinished.emit()
            qtbot.waitUntil(lambda: not panel.planning)
            assert panel.proposal.plan.words.text() == fault
            assert not panel.build.isEnabled()
        panel.proposal.bounds["stays"].clear()
        panel.proposal.bounds["stays"].editingFinished.emit()
        qtbot.waitUntil(lambda: not panel.planning)
        assert panel.build.isEnabled()


def test_counting_is_stopped(qtbot: QtBot, tmp_path: Path) -> None:
    with serving(qtbot, tmp_path) as s:
        panel = BuildPanel(s.build, SolveProposal(s.build, tmp_path))
        panel.show()
        panel.propose(MANY)
        assert panel.proposal.beside.isVisible()
        panel.proposal.beside.click()
        assert panel.proposal.plan.words.text() == "Counting was stopped."
        assert not panel.build.isEnabled()


def test_only_chess_is_solved(qtbot: QtBot, tmp_path: Path) -> None:
    with serving(qtbot, tmp_path) as s:
        building = BuildController(s)
        s.workspace.show_set_up("morris")
        with qtbot.waitSignal(s.notifications.status_shown) as told:
            building.open_solver()
        assert told.args == ["Only positions of chess can be solved."]
        assert building.solver is None
        assert s.navigation.page is Page.BOARD


def cost(pieces: int, seconds: float, disk: int = 0, **given: object) -> Option:
    return Option(_Cost(pieces, disk, **given), seconds)


class _Cost(SolveCost):
    """A cost of so many bytes that are missing."""

    def __init__(self, pieces: int, disk: int, **given: object) -> None:
        super().__init__(pieces, **given)
        object.__setattr__(self, "_disk", disk)

    __slots__ = ("_disk",)
    missing = True
    memory = 0
    tables = 1

    @property
    def disk(self) -> int:
        return self._disk


def test_the_proposal_is_one_more_piece_if_that_takes_no_more_than_an_hour() -> None:
    room = Room(1000, 1000)
    options = [cost(0, 1), cost(1, 10), cost(2, 100)]
    assert proposed(options, room) == 1
    assert proposed([cost(0, 1), cost(1, 4000)], room) == 0
    assert proposed([cost(0, 1), cost(1, 10, disk=2000)], room) == 0


def test_options_in_words() -> None:
    room = Room(1000, 1000)
    assert [pieces_words(n) for n in (0, 1, 2)] == ["none", "1 piece", "up to 2 pieces"]
    assert fault_of(cost(0, 1, disk=2000), room) == (
        "This takes about 2.0 kB of disk, 1.0 kB are free: choose fewer pieces."
    )
    assert fault_of(Option(SolveCost(0, fault="it is too large"), 0.0), room) == "It is too large."
    bounds = option_words(cost(1, 5, disk=500, exits=1200), room, both=True)
    assert bounds == (
        "1 table: 500 B on disk (1.0 kB free), 0 B of memory, about 5 seconds. Half of this if "
        "the tables of the first side decide the position. 1,200 placements are not covered "
        "and count as lost: verdicts are lower bounds."
    )
    exact = option_words(cost(1, 5, disk=500), room, both=False)
    assert exact.endswith("Everything is covered: verdicts are exact.")


@pytest.mark.parametrize("fen", [FULL, "8/8/8/8/8/8/8/KQk5 w - - 0 1"])
def test_why_a_position_cannot_be_solved(
    qtbot: QtBot, tmp_path: Path, planned_here: None, fen: str
) -> None:
    with serving(qtbot, tmp_path) as s:
        panel = BuildPanel(s.build, SolveProposal(s.build, tmp_path))
        panel.propose(fen)
        qtbot.waitUntil(lambda: not panel.planning)
        assert panel.proposal.plan.words.text().endswith(".")
        assert not panel.build.isEnabled()
