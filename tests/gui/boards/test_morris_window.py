import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.gui import windows
from tests.gui.mouse import Mouse
from tests.gui.sharing import visit
from tests.gui.windows import QUEEN_MATE, Visitor
from tests.saved_games import saved_games
from tests.tiers import first

from millmate.games.morris.board import Phase
from millmate.games.morris.points import point
from millmate.games.morris.positions import board_from_text
from millmate.games.morris.rules import MORRIS
from millmate.games.outcome import Termination
from millmate.gui.boards.geometry import WHITE_TRAY
from millmate.gui.boards.morris_words import refused
from millmate.players.spec import PlayerSpec
from millmate.records import archive
from millmate.records.pgn import from_pgn, to_pgn
from millmate.settings import Settings

MILL_NEAR = "BW..B.BB/.W....../..W..... w 0 0 0 1"
WITHOUT_NUMBA = """
import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PySide6.QtTest import QTest
from millmate.gui.app import make_application
from millmate.gui.window.main_window import MainWindow
from millmate.settings import Settings
app = make_application()
window = MainWindow(Settings(game="morris"))
while window.probe.last is None:
    QTest.qWait(50)
window.close()
assert "numba" not in sys.modules
"""
LONG_WIN = "WBWWBB../......../........ w 0 0 0 1"  # 25 plies
FOUR = "W.W...W./B.B...../..B...B. w 0 0 0 1"
FIVE = "W.W..B../.W....B./..WB.B.B w 0 0 0 1"


def morris(qtbot: QtBot, visit=visit, **remembered: object):
    """Open the window on a game of morris between two people."""
    people = {"white": "human", "black": "human", "start": "initial"}
    return visit(qtbot, game="morris", **{**people, **remembered})


@contextmanager
def playing(qtbot: QtBot, start: str = "", **remembered: object) -> Iterator[Visitor]:
    """Start a game of morris between two people, from the position `start` if given."""
    from_board = {"morris_start": start, "start": "board"} if start else {}
    with morris(qtbot, **from_board, **remembered) as v:
        v.press_play()
        yield v


def line(v: Visitor) -> str:
    """The line beneath the board."""
    return v.window.views.current.line.text()


# --- a whole game ---------------------------------------------------------------------------------


def test_a_person_plays_a_whole_game_against_a_machine_through_all_phases(qtbot, monkeypatch):
    # Always the same game: chance may win, too.
    monkeypatch.setattr(
        "millmate.players.player.random", SimpleNamespace(Random=lambda seed: random.Random(1))
    )
    with playing(qtbot, black="random") as v:
        rng, phases = random.Random(3), set()
        while v.game.outcome is None:
            v.wait(lambda: v.game.awaits_person or v.game.outcome is not None)
            if v.game.outcome is not None:
                break
            board = v.game.shown_board()
            phases.add(board.phase(True))
            v.play(sensible(v.game.destinations(), rng))
        assert phases >= {Phase.PLACING, Phase.MOVING}
        assert v.game.outcome.winner is True
        v.wait(lambda: saved_games() != [])
    (record,) = archive.load(saved_games()[-1])
    assert record.game == "morris"
    assert any("x" in move for move in record.moves)
    assert record.outcome.termination in {Termination.FEW_STONES, Termination.NO_MOVES}


def sensible(moves: list[str], rng: random.Random) -> str:
    """Return a move that takes a stone, if there is one."""
    return rng.choice([move for move in moves if "x" in move] or moves)


def test_the_window_says_what_each_player_can_do(qtbot):
    with playing(qtbot, "W.W..B../.W....B./...B.B.B w 0 0 0 1") as v:
        assert v.window.stage.below.doing.text() == "flying · to move"
        assert v.window.stage.above.doing.text() == "moving"
        assert "fly" in line(v)
        Mouse(v.board).click("d1")
        assert line(v) == "That is Black's stone, and White is to move."
        v.play("a7-c5")
        assert v.moves == ["a7-c5"]
    with playing(qtbot) as v:
        v.play("d6")
        v.wait(lambda: v.game.awaits_person)
        assert v.window.stage.below.doing.text() == "placing, 8 in hand"
        assert v.window.stage.above.doing.text() == "placing, 9 in hand · to move"


# --- mills and refusals ---------------------------------------------------------------------------


def test_a_mill_asks_for_a_stone_and_the_turn_is_taken_back_half_or_whole(qtbot):
    with playing(qtbot, MILL_NEAR) as v:
        mouse = Mouse(v.board)
        mouse.play("e5-d5")
        assert line(v) == "Mill! Take one of Black's stones. Esc takes the move back."
        mouse.click("a4")
        assert line(v).startswith("That stone is in a mill")
        mouse.click("d6")
        assert line(v).startswith("That is White's own stone")
        mouse.click("g4")
        assert line(v).startswith("There is no stone on g4")
        assert v.moves == []
        v.do("take_back")  # half a turn before any whole one
        assert not v.board.choosing
        assert line(v).startswith("White has three stones left")
        v.play("e5-d5xg1")
        after = v.window.workspace.fen
        v.do("take_back")
        assert v.window.workspace.fen == MILL_NEAR
        assert list(v.board.state.pieces.values()).count("B") == 4
        v.do("redo")
        assert v.window.workspace.fen == after


@pytest.mark.parametrize(
    ("start", "origin", "place", "words"),
    [
        ("......../.W....../.....B.. w 8 8 0 1", None, "d6", "Stones move when all are placed"),
        ("......../.W....../.....B.. w 8 8 0 1", None, "d3", "d3 is occupied"),
        (FIVE, None, "d1", "That is Black's stone, and White is to move"),
        (FIVE, "d6", "d1", "d1 is occupied"),
        (FIVE, "d6", "a1", "d6 and a1 are not joined"),
        (FIVE, None, "g4", "There is no stone on g4"),
        (FIVE, None, "white", "White has no stones in hand"),
        ("WB.....B/......../.W.W.W.B w 0 0 0 1", None, "a7", "That stone cannot move"),
    ],
)
def test_every_refusal_says_why(start, origin, place, words):
    board = MORRIS.board(start)
    target = WHITE_TRAY if place == "white" else point(place)
    assert words in refused(board, point(origin) if origin else None, target)


def test_it_is_said_where_no_move_can_be_made_and_one_can_be_tried_once_the_game_is_over(qtbot):
    with playing(qtbot) as v:
        v.play("d6")
        v.wait(lambda: v.window.commands["first"].isEnabled())
        v.do("first")
        Mouse(v.board).click("d6")
        assert "earlier position" in line(v)
        v.do("last")
        v.wait(lambda: v.window.commands["resign"].isEnabled())
        v.resign()
        v.wait(lambda: v.game.outcome is not None)
        assert "places a stone" in line(v)
        Mouse(v.board).click("a1")  # nobody plays any more: this only tries a move
        assert v.moves == ["d6", "a1"]


# --- setting up, and both games in one window -----------------------------------------------------


def test_choosing_the_other_game_brings_its_board_and_back(qtbot):
    with visit(qtbot, white="human", black="human") as v:
        first = v.window.workspace.fen
        choose_game(v, "morris")
        assert v.window.workspace.fen == MORRIS.start_fen
        assert v.window.views.current.board.isVisible()
        assert v.window.views.current.editor.tools.isVisible()
        assert not v.window.views["chess"].editor.isVisible()
        choose_game(v, "ending")
        assert v.window.workspace.fen == first
        assert not v.window.views["morris"].editor.tools.isVisible()


def choose_game(v: Visitor, name: str) -> None:
    """Choose in the panel's list as a person does."""
    combo = v.window.setup.game
    index = combo.findData(name)
    combo.setCurrentIndex(index)
    combo.activated.emit(index)


def test_a_random_start_has_as_many_stones_as_were_wished_whatever_the_board_shows(qtbot):
    with morris(qtbot, morris_start="WW....../......../........ b 0 0 0 1") as v:
        panel = v.window.setup
        v.do("show_setup")
        panel.start.setCurrentIndex(panel.start.findData("random"))
        assert panel.counts[True].isVisible()
        panel.counts[True].setValue(4)
        panel.counts[False].setValue(6)
        v.press_play()
        stones = v.game.line.start_fen.split()[0]
        assert (stones.count("W"), stones.count("B")) == (4, 6)
        assert v.game.line.start_fen.split()[1] == "b"


def test_a_pasted_position_tells_its_game(qtbot):
    with visit(qtbot) as v:
        v.paste(FIVE)
        v.wait(lambda: v.window.workspace.fen == FIVE)
        assert v.window.setup.kind == "morris"
        assert v.window.commands["turn"].isEnabled()
        v.do("copy_fen")
        assert QApplication.clipboard().text() == FIVE
        v.do("copy_sanmill")
        copied = QApplication.clipboard().text()
        assert copied.endswith(" ids:nodes")
        assert board_from_text(copied).fen() == FIVE
        v.paste(QUEEN_MATE)
        v.wait(lambda: v.window.workspace.fen == QUEEN_MATE)
        assert v.window.setup.kind == "chess"
        assert not v.window.commands["turn"].isEnabled()


@pytest.mark.thorough
def test_the_moves_are_copied_as_sanmill_lists_them(qtbot):
    with playing(qtbot) as v:
        assert not v.window.commands["copy_sanmill_moves"].isEnabled()
        for turn in ("d6", "a1", "d5", "a4", "d7xa1"):
            v.play(turn)
        v.do("copy_sanmill_moves")
        copied = QApplication.clipboard().text()
        assert copied == "1. d6 a1 2. d5 a4 3. d7 xa1\n"
        (record,) = from_pgn(copied)
        assert (record.game, record.moves) == ("morris", v.game.to_record().moves)


# --- variants -------------------------------------------------------------------------------------


def choose_variant(v: Visitor, name: str) -> None:
    combo = v.window.setup.variant
    combo.setCurrentIndex(combo.findData(name))
    combo.activated.emit(combo.currentIndex())


def test_a_variant_is_chosen_where_the_game_is_chosen(qtbot):
    with morris(qtbot) as v:
        assert not v.window.setup.variant.isHidden()
        choose_variant(v, "twelve")
        assert v.window.workspace.fen == "......../......../........ w 12 12 0 1"
        assert v.window.workspace.model.problems == []
        v.press_play()
        assert v.game.rules.name == "morris:twelve"
        for move in ("a7", "d7", "b6", "d6", "c5xd7"):  # a mill on a diagonal
            v.play(move)
        assert v.moves[-1] == "c5xd7"
        remembered: Settings = v.window.store.current
    assert remembered.morris_rules == "twelve"
    with morris(qtbot, morris_start=remembered.morris_start, morris_rules="twelve") as v:
        assert v.window.setup.rules_name == "morris:twelve"
        choose_variant(v, "standard")
        assert v.window.workspace.fen == MORRIS.start_fen
        v.do("take_back")
        assert v.window.workspace.rules.name == "morris:twelve"
        assert v.window.setup.rules_name == "morris:twelve"


@pytest.mark.thorough
def test_tables_of_the_usual_rules_tell_nothing_of_a_variant(qtbot, morris_tables):
    with visit(qtbot, morris_tables, game="morris", morris_start=FOUR, start="board") as v:
        v.wait(lambda: v.window.probe.last is not None and v.window.probe.last.covered)
        choose_variant(v, "no-flying")
        v.wait(lambda: v.window.verdict.headline.text() == "No table yet")
        for player in v.window.setup.players.values():
            assert player.offers(PlayerSpec.parse("table"))
            assert player.offers(PlayerSpec.parse("strong"))
            assert player.offers(PlayerSpec.parse("alphabeta"))
        choose_variant(v, "each-mill")
        for player in v.window.setup.players.values():
            assert not player.offers(PlayerSpec.parse("table"))
        choose_variant(v, "standard")
        v.wait(lambda: v.window.probe.last is not None and v.window.probe.last.covered)


@pytest.mark.thorough
def test_what_a_variant_lacks_is_built_by_its_rules(qtbot, morris_tables, monkeypatch):
    with visit(qtbot, morris_tables, game="morris", morris_start=FOUR, start="board") as v:
        began = []
        monkeypatch.setattr(v.window.building.run, "start", began.append)
        choose_variant(v, "no-flying")
        v.wait(lambda: v.window.verdict.now.isVisible())
        v.window.verdict.now.click()
        assert [[str(each) for each in targets] for targets in began] == [["morris:no-flying:4-3"]]
        v.do("build")
        assert v.window.building.tables.heading.text().startswith(
            "Nine men's morris without flying"
        )
        choose_variant(v, "each-mill")
        v.wait(lambda: v.window.verdict.headline.text() == "No tables of this variant")
        v.window.building.leave()
        v.do("build")
        assert not v.window.building.tables.isVisible()


def choose_limit(v: Visitor, limit: str) -> None:
    combo = v.window.setup.quiet
    combo.setCurrentIndex(combo.findData(limit))
    combo.activated.emit(combo.currentIndex())


@pytest.mark.thorough
def test_the_limit_of_quiet_moves_is_chosen_beneath_the_rules(qtbot):
    name = "morris:quiet=none"
    with morris(qtbot) as v:
        assert v.window.setup.quiet.currentText() == "50, then a draw"
        choose_limit(v, "none")
        assert v.window.setup.quiet.currentText() == "No limit"
        assert v.window.workspace.rules.name == name
        assert v.window.setup.players[True].offers(PlayerSpec.parse("strong"))
        v.do("take_back")
        assert v.window.workspace.rules.name == v.window.setup.rules_name == "morris"
        v.do("redo")
        choose_variant(v, "no-flying")
        assert v.window.workspace.rules.name == "morris:no-flying,quiet=none"
        choose_variant(v, "standard")
        v.press_play()
        assert v.game.rules.name == name
        v.play("d6")
        record = v.game.to_record()
        assert from_pgn(to_pgn(record)) == [record]
        remembered: Settings = v.window.store.current
    assert remembered.morris_rules == "standard,quiet=none"
    with morris(qtbot, morris_rules=remembered.morris_rules) as v:
        assert v.window.setup.rules_name == name


def test_a_game_that_is_opened_brings_its_limit(qtbot):
    with morris(qtbot) as v:
        v.paste('[Game "Nine men\'s morris"]\n[QuietMoves "7"]\n\n1. d6 f4 *')
        v.wait(lambda: v.moves == ["d6", "f4"])
        assert v.game.rules.name == "morris:quiet=7"
        assert v.window.setup.quiet.currentText() == "7, then a draw"


@pytest.mark.thorough
def test_without_a_limit_a_long_win_is_a_win(qtbot, morris_tables):
    late = LONG_WIN.replace(" 0 1", " 90 60")  # the usual rule draws before it is won
    with visit(qtbot, morris_tables, game="morris", morris_start=late, start="board") as v:
        headline = v.window.verdict.headline
        v.wait(lambda: v.window.probe.last is not None and v.window.probe.last.covered)
        assert "draw" in headline.text()
        choose_limit(v, "none")
        v.wait(lambda: headline.text().startswith("White wins in 13 moves"))
        assert "rule" not in v.window.verdict.remark.text()
        choose_limit(v, "50")
        v.wait(lambda: "draw" in headline.text())


def test_chess_has_no_variants_to_choose(qtbot):
    with visit(qtbot) as v:
        setup = v.window.setup
        assert setup.game.isVisibleTo(setup)
        assert not setup.variant.isVisibleTo(setup)
        assert not setup.quiet.isVisibleTo(setup)


# --- remembered, turned, told ---------------------------------------------------------------------


def test_the_game_its_position_and_the_view_are_remembered(qtbot):
    with morris(qtbot, morris_start=FIVE, start="board") as v:
        v.do("turn")
        v.do("mirror")
        seen = v.board.orientation
        remembered: Settings = v.window.store.current
    assert (remembered.game, remembered.morris_start) == ("morris", FIVE)
    assert remembered.start_fen == Settings().start_fen
    with morris(
        qtbot,
        morris_turns=remembered.morris_turns,
        morris_mirrored=remembered.morris_mirrored,
    ) as v:
        assert v.board.orientation == seen


def test_a_remembered_position_that_is_none_is_the_start(qtbot):
    with morris(qtbot, windows.visit, morris_start="nonsense") as v:
        assert v.window.workspace.fen == MORRIS.start_fen


@pytest.mark.thorough
def test_numba_stays_out_of_the_window():
    subprocess.run([sys.executable, "-c", WITHOUT_NUMBA], check=True, timeout=60)


# --- against the perfect player -------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.parametrize(
    "start",
    first(
        1,
        [
            "...W.W.B/......W./....B..B w 0 0 0 1",  # three against three, both fly
            "...W.B../B.....WB/B..W.... w 0 0 0 1",  # three against four
        ],
    ),
)
def test_the_best_moves_win_against_the_perfect_player_when_the_table_says(
    qtbot, morris_tables, start
):
    with visit(
        qtbot, morris_tables, game="morris", morris_start=start, white="human", black="table"
    ) as v:
        v.wait(lambda: v.window.probe.last is not None)
        said = v.window.verdict.remark.text()
        v.press_play()
        while v.game.outcome is None:
            v.answer_comes()
            if v.game.outcome is None:
                v.best_move()
        assert v.game.outcome.winner is True
        assert f" · {len(v.moves)} plies · " in said


def test_what_moves_are_worth_stands_on_the_board_also_while_placing(qtbot, morris_tables):
    placing = "B...B.../W..B..W./...W.... w 1 1 0 9"
    with playing(qtbot, placing, tables=str(morris_tables)) as v:
        v.wait(lambda: v.board.state.values != {})
        words = {value.words for value in v.board.state.values.values()}
        assert words <= {"draw", "wins", "loses", "wins at once"}
        v.window.commands["worth"].trigger()
        assert v.board.state.values == {}


@pytest.mark.thorough
def test_a_game_of_twelve_mens_morris_is_shown_with_its_lines_and_played_on(qtbot):
    twelve = '[Game "Nine men\'s morris"]\n[Variant "Twelve men\'s morris"]\n\n1. a7 b6 2. d6 c5 *'
    with visit(qtbot, white="human", black="human") as v:
        v.paste(twelve)
        v.wait(lambda: v.moves == ["a7", "b6", "d6", "c5"])
        v.do("last")
        assert v.board.state.wells == 12
        assert v.board.state.hands == {24: 10, 25: 10}
        v.do("play_here")
        v.play("e5")
        assert v.game.rules.name == "morris:twelve"


def test_perfect_play_without_its_table_is_not_chosen_before_a_person_chooses_it(qtbot):
    with visit(qtbot, game="morris", start="initial", white="human", black="table") as v:
        black = v.window.setup.players[False]
        v.wait(lambda: v.window.probe.last is not None)
        assert black.spec.kind == "strong"
        assert v.window.setup.need.isHidden()
        assert v.window.setup.save_state(v.window.store.current).black == "table"
        black.kind.setCurrentIndex(black.kind.findData("table"))
        black.kind.activated.emit(black.kind.currentIndex())
        v.window.setup.play.click()
        assert not v.game.live
        assert v.window.stage.message.action.text() == "Build…"
        v.choose_rules("six")
        probe = v.window.probe
        v.wait(lambda: probe.last is not None and probe.last.fen == v.window.workspace.fen)
        assert black.spec.kind == "table", "as the person chose"
