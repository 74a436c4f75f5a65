"""Solved positions are listed on the Tables page, shown on the board, and removed."""

import dataclasses
import shutil
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests.gui.service_sets import serving
from tests.gui.windows import visit

from millmate.gui.features.tables import solved_panel, work
from millmate.gui.features.tables.solved_panel import SolvedPanel
from millmate.gui.kit import dialogs
from millmate.gui.shell.frame.navigation import Page
from millmate.tablebase.inventory import inventory
from millmate.tablebase.position_inventory import SolvedPosition, solved_positions
from millmate.tablebase.reach import Bounds
from millmate.tablebase.solve_request import SolveRequest, solve

BLOCKED = "8/8/4k3/p7/P7/4K3/8/8 w - - 0 1"
SOLVED = SolvedPosition(
    Path("KPvKP_a4_a5_1_white"), 12_000_000, BLOCKED, True, Bounds(1), False, 9, 9
)


def texts(panel: SolvedPanel, row: int) -> list[str]:
    return [panel.model.index(row, column).data() for column in range(panel.model.columnCount())]


def test_a_position_is_listed_shown_and_removed(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve(SolveRequest(BLOCKED, (True, False), 0), tmp_path, threads=1)
    with visit(qtbot, tmp_path) as v:
        v.do("show_tables")
        panel = v.window.tables.page.solved
        v.wait(panel.isVisible)
        assert texts(panel, 0)[:3] == ["KPvKP", "Black", "bounds"]
        assert panel.words.text() == "Pawn against pawn · no pieces"
        assert texts(panel, 1)[1] == "White"
        assert panel.picture.fen == BLOCKED
        v.window.workspace.model.set_fen("8/8/8/8/3k4/8/8/KQ6 w - - 0 1")
        panel.show_button.click()
        assert len(v.window.services.tabs.tabs) == 2, "it replaces no position being set up"
        assert v.window.navigation.page is Page.BOARD
        assert v.window.workspace.fen == BLOCKED
        v.wait(lambda: v.window.verdict.headline.text() == "Draw")
        v.do("show_tables")
        panel.view.selectAll()
        assert not panel.show_button.isEnabled()
        asked: list[str] = []
        answers = iter((False, True))

        def may_leave(parent: object, text: str, *choices: str) -> bool:
            asked.append(text)
            return next(answers)

        monkeypatch.setattr(solved_panel, "may_leave", may_leave)
        panel.remove.click()
        assert asked[0].startswith("Remove the tables of 2 positions? This frees ")
        assert len(list(solved_positions(tmp_path))) == 2
        panel.remove.click()
        v.wait(panel.isHidden)
        assert list(solved_positions(tmp_path)) == []
    assert dialogs.may_leave is not may_leave


def test_what_is_said_of_positions(qtbot: QtBot, tmp_path: Path) -> None:
    with serving(qtbot, tmp_path) as services:
        panel = SolvedPanel(services)
        qtbot.addWidget(panel)
        said_of_positions(panel)


def said_of_positions(panel: SolvedPanel) -> None:
    change = dataclasses.replace
    panel.show_positions(
        [
            SOLVED,
            change(SOLVED, exact=True, bounds=Bounds(2, 1, promotions=(5,))),
            change(SOLVED, built=4),
            SolvedPosition(Path("KPvKP_x"), 10, fault="position.json is damaged"),
        ]
    )
    assert texts(panel, 0)[1:] == ["White", "bounds", "12 MB"]
    assert texts(panel, 1)[1:3] == ["both", "exact"]
    assert texts(panel, 2)[2] == "started"
    panel.view.selectRow(2)
    assert panel.words.text() == "Pawn against pawn · 1 piece · 4 of 9 tables built"
    assert texts(panel, 3)[1:3] == ["", "damaged"]
    panel.view.selectRow(1)
    assert panel.words.text() == (
        "Pawn against pawn · up to 2 pieces · fewer captures · pawns become Q only"
    )
    panel.view.selectRow(3)
    assert not panel.show_button.isEnabled()
    assert panel.remove.isEnabled()
    assert panel.words.text() == "Position.json is damaged."
    panel.show_positions([])
    assert panel.isHidden()


def test_who_deletes_a_table_is_told_that_a_solved_position_reads_it(
    tables: Path, tmp_path: Path
) -> None:
    for name in ("KQvK", "KRvK", "KBvK", "KNvK"):
        shutil.copy(tables / f"{name}.table", tmp_path)
    solve(SolveRequest("8/8/4k3/8/8/4K3/P7/8 w - - 0 1", (True,), 1), tmp_path, threads=1)
    found = inventory(tmp_path)
    (queen,) = (each for each in found.endings if each.name == "KQvK")
    lost = work.loss(tmp_path, queen.files[:1], found.endings, print, lambda: False)
    assert lost.words.endswith("1 solved position needs it and cannot be used without it.")
