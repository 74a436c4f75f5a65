"""What the window makes of morris tables: verdicts, what moves are worth, the explorer."""

import os
import random
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.gui.sharing import visit
from tests.gui.windows import Visitor

from millmate.games import catalogue
from millmate.games.catalogue import Position
from millmate.games.morris.positions import board_from_text
from millmate.games.morris.rules import MorrisRules
from millmate.games.morris.variants import THREE
from millmate.games.outcome import Termination
from millmate.games.value import MORRIS_TERMS, Form, words
from millmate.gui.features.explore.page import ExplorerPage
from millmate.gui.shell.probe.answer import Answer
from millmate.gui.shell.probe.probe_service import ProbeService
from millmate.tablebase.morris.build import build
from millmate.tablebase.morris.names import MorrisTarget
from millmate.tablebase.morris.probe import MorrisTablebase

LONGEST = "WBWWBB../......../........ w 0 0 0 1"  # three against three, 25 plies
FIVE_FOUR = "WWWWW.../BBBB..../........ w 0 0 0 1"


def asked(qtbot: QtBot, tables: Path, fen: str, game: str = "morris") -> Answer:
    oracle = ProbeService(tables)
    try:
        with qtbot.waitSignal(oracle.answered) as answered:
            oracle.ask(Position(catalogue.game(game), fen))
        return answered.args[0]
    finally:
        oracle.close()
        qtbot.waitUntil(lambda: oracle._task.isFinished())


def test_a_position_of_a_variant_is_looked_up_in_its_own_tables(qtbot, tmp_path):
    build([MorrisTarget.parse("morris:three:all")], tmp_path)
    start = MorrisRules(THREE).start_fen
    answer = asked(qtbot, tmp_path, start, "morris:three")
    assert answer.covered
    assert (answer.headline, answer.moves[0].text) == ("White wins", "b2")
    assert answer.source == "Three men's morris: 0 placed, 0 against 0 stones, built and verified"


def test_a_variant_without_its_tables_says_what_to_build_and_tables_of_none_are_told(
    qtbot, morris_tables
):
    lacking = asked(qtbot, morris_tables, LONGEST, "morris:no-flying")
    assert lacking.headline == "No table yet"
    assert lacking.plan is not None
    assert str(lacking.plan.missing[-1].material) == lacking.material == "morris:no-flying:3-3"
    none = asked(qtbot, morris_tables, LONGEST, "morris:each-mill")
    assert none.headline == "No tables of this variant"
    assert none.plan is None
    assert len(none.moves) == len(board_from_text(LONGEST).legal_moves)


def test_the_same_position_is_asked_about_anew_by_other_rules(qtbot, morris_tables):
    oracle = ProbeService(morris_tables)
    try:
        for game in ("morris", "morris:no-flying", "morris:quiet=1"):
            position = Position(catalogue.game(game), LONGEST)
            assert not oracle.knows(position)
            with qtbot.waitSignal(oracle.answered):
                oracle.ask(position)
            assert oracle.knows(position)
        assert oracle.last is not None
        assert "1-move rule" in oracle.last.remark
    finally:
        oracle.close()
        qtbot.waitUntil(lambda: oracle._task.isFinished())


def morris(qtbot: QtBot, tables: Path, **remembered: object):
    people = {"white": "human", "black": "human", "start": "board", "game": "morris"}
    return visit(qtbot, tables, **{**people, **remembered})


def test_a_covered_position_has_its_verdict_and_every_move_its_worth(qtbot, morris_tables):
    answer = asked(qtbot, morris_tables, LONGEST)
    assert answer.covered
    assert answer.headline == "White wins in 13 moves"
    assert " · 25 plies · " in answer.remark
    assert answer.material == "morris:3-3"
    assert answer.source == "Morris, 3 against 3 stones, built and verified"
    board = board_from_text(LONGEST)
    assert {move.text for move in answer.moves} == {str(move) for move in board.legal_moves}
    assert (answer.moves[0].wdl, answer.moves[0].words) == (1, "wins in 13")
    with MorrisTablebase(morris_tables) as tables:
        worth = [
            (str(m.move), m.value.wdl, words(m.value, MORRIS_TERMS, form=Form.MOVE))
            for m in tables.moves(board)
        ]
    assert [(move.text, move.wdl, move.words) for move in answer.moves] == worth


@pytest.mark.parametrize(
    ("fen", "name"),
    [
        (FIVE_FOUR, "morris:5-4"),
        ("WWW...../BBBB..../........ w 1 1 0 9", "morris:ply16-3-4"),
        ("......../......../........ w 9 9 0 1", "morris:ply0-0-0"),
    ],
)
def test_what_a_missing_table_needs_is_planned(qtbot, morris_tables, fen, name):
    answer = asked(qtbot, morris_tables, fen)
    assert not answer.covered
    assert answer.headline == "No table yet"
    assert answer.plan is not None
    assert str(answer.plan.missing[-1].material) == name
    assert "morris:3-3" not in {str(table.material) for table in answer.plan.missing}
    assert len(answer.moves) == len(board_from_text(fen).legal_moves)


def test_while_stones_are_placed_it_says_who_wins(qtbot, morris_tables):
    answer = asked(qtbot, morris_tables, "WWWBBB../......../........ b 0 1 0 9")
    assert answer.headline == "Black wins in 1 move"
    assert answer.moves[0].wdl == 1
    assert answer.moves[0].words == "wins at once"


def test_an_ended_game_and_an_impossible_position_say_so(qtbot, morris_tables):
    over = asked(qtbot, morris_tables, "WWW...../BB....../........ b 0 0 0 30")
    assert over.over
    assert over.headline == "White wins: fewer than three stones left"
    wrong = asked(qtbot, morris_tables, "WWW...../......../........ b 0 0 0 30")
    assert wrong.headline == "Not a legal position"
    assert "Black needs 3 stones" in wrong.remark
    early = asked(qtbot, morris_tables, "WW....../BB....../........ w 6 6 0 4")
    assert (early.headline, early.plan) == ("No table for this position", None)


def test_the_window_shows_the_verdict_and_a_double_click_plays_a_move(qtbot, morris_tables):
    with morris(qtbot, morris_tables, morris_start=LONGEST) as v:
        v.wait(lambda: v.window.verdict.headline.text() == "White wins in 13 moves")
        v.press_play()
        v.wait(lambda: v.game.awaits_person)
        v.wait(lambda: v.window.table.model.rowCount() > 0)
        best = v.window.table.model.moves[0]
        v.window.table.view.chosen.emit(v.window.table.model.moves[0].text)
        v.wait(lambda: v.moves == [best.notation])
        v.wait(lambda: v.window.verdict.headline.text() == "White wins in 12 moves")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_person_plays_a_whole_game_against_the_perfect_player(qtbot, seed):
    directory = os.environ.get("MILLMATE_MORRIS")
    if not directory:
        pytest.skip("MILLMATE_MORRIS names no directory made by: millmate build morris:all")
    rng = random.Random(seed)
    with morris(qtbot, Path(directory), start="initial", black="table") as v:
        v.press_play()
        while v.game.outcome is None:
            v.wait(lambda: v.game.awaits_person or v.game.outcome is not None)
            if v.game.outcome is None:
                v.play(rng.choice(v.game.destinations()))
        assert v.game.outcome.winner is False  # who plays at random has lost soon
        assert v.game.outcome.termination in {Termination.FEW_STONES, Termination.NO_MOVES}
        assert len(v.moves) > 18


def explore(v: Visitor) -> ExplorerPage:
    v.do("explore")
    explorer = v.window.exploring.explorer
    assert explorer is not None
    v.wait(lambda: explorer.positions.model.rowCount() > 0)
    return explorer


def test_the_explorer_opens_the_table_of_the_board(qtbot, morris_tables):
    with morris(qtbot, morris_tables, morris_start=LONGEST) as v:
        explorer = explore(v)
        assert explorer.tables.code == "morris:3-3"
        assert explorer.summary.text().startswith("White 3 stones, Black 3 · White wins in at most")
        assert explorer.positions.title.text() == "White to move wins in 13 moves (25 plies)"
        assert explorer.positions.amount.text() == "27 positions, mirror images left out"
        assert explorer.longest[True].text() == "Longest win of White: 13"
        assert explorer.longest[False].isHidden()
        assert "wins in 13" in explorer.sets_model.data(explorer.sets_model.index(25, 1))
        model = explorer.positions.model
        assert model.data(model.index(0, 0)) == "a7 g7 g4"
        explorer.plot.grab()


def test_a_position_of_the_explorer_is_set_up_on_the_morris_board(qtbot, morris_tables):
    with morris(qtbot, morris_tables) as v:
        explorer = explore(v)
        explorer.tables.choose("morris:4-3")
        v.wait(lambda: explorer.positions.title.text().startswith("White to move wins in 1 move"))
        explorer.choose(33, False)
        v.wait(lambda: len(explorer.positions.model.rows) > 100)
        view, index = explorer.positions.view, explorer.positions.model.index(3, 0)
        place = view.visualRect(index).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert v.window.workspace.editing
        assert v.window.workspace.fen == explorer.positions.model.rows[3]
        v.wait(lambda: v.window.verdict.headline.text() == "Black wins in 17 moves")


def test_tables_of_the_placing_phase_show_what_is_won_and_lost(qtbot, morris_tables):
    with morris(qtbot, morris_tables) as v:
        explorer = explore(v)
        explorer.tables.choose("morris:ply17-3-3")
        v.wait(lambda: explorer.positions.title.text() == "Black to move loses")
        assert explorer.sets_model.rowCount() == 2
        assert explorer.plot.count((1, False)) == 66_472
        explorer.plot.grab()
        model = explorer.positions.model
        v.wait(lambda: model.rowCount() > 0)
        assert model.data(model.index(0, 1)).endswith("1 in hand")


def test_what_nobody_foresaw_is_an_answer_too(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def broken(*_: object) -> Answer:
        raise ZeroDivisionError("a fault of the program's own")

    monkeypatch.setattr("millmate.gui.shell.probe.answers.Answers.answer", broken)
    answer = asked(qtbot, tmp_path, LONGEST)
    assert "a fault of the program's own" in answer.remark
    assert not answer.covered
