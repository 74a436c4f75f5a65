"""Tabs above the board: opened, closed, brought back, switched, ordered; a game waits in one."""

from collections.abc import Iterator
from contextlib import contextmanager

import chess
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.gui import faults, windows
from tests.gui.mouse import Mouse
from tests.gui.sharing import visit
from tests.gui.windows import QUEEN_MATE, Visitor, session_of
from tests.saved_games import saved_game, saved_games
from tests.tiers import first

from millmate.games.catalogue import parse
from millmate.gui.shell.frame.navigation import Panel
from millmate.gui.shell.window.rail import BoardTabBar
from millmate.play.trainer.drill import DrillSpec
from millmate.records import archive
from millmate.settings import Settings

REMEMBERED = {"start_fen": QUEEN_MATE, "white": "human", "black": "random"}
GAME = '[White "Anna"]\n[Black "Ben"]\n[Result "*"]\n\n1. e4 e5 (1... c5 {sharp} 2. Nf3) 2. Nf3 *'
ROOKS = "8/8/8/8/3k4/8/8/KR5r w - - 0 1"
PAWN = "8/8/8/8/3k4/8/P7/K7 w - - 0 1"
MORRIS = "......../......../WWW.BBB. b 0 0 3 20"


@pytest.fixture
def v(qtbot: QtBot) -> Iterator[Visitor]:
    with visit(qtbot, **REMEMBERED) as visitor:
        visitor.window.activateWindow()
        yield visitor


def bar(v: Visitor) -> BoardTabBar:
    return v.window.tab_row.bar


def titles(v: Visitor) -> list[str]:
    return [bar(v).tabText(at) for at in range(bar(v).count())]


def press(v: Visitor, key: Qt.Key, *modifiers: Qt.KeyboardModifier) -> None:
    held = Qt.KeyboardModifier.ControlModifier
    for each in modifiers:
        held |= each
    QTest.keyClick(v.board, key, held)


def middle(v: Visitor, at: int) -> None:
    place = bar(v).tabRect(at).center()
    QTest.mouseClick(bar(v), Qt.MouseButton.MiddleButton, pos=place)


def begin(v: Visitor) -> None:
    """Play a move of a game, and wait for the answer."""
    v.press_play()
    v.move("Qb5+")
    v.wait(lambda: len(v.moves) == 2 and v.game.awaits_person)


def two_positions(v: Visitor) -> None:
    v.do("new_tab")
    v.window.workspace.set_up(ROOKS)


# --- the bar -------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_a_single_tab_takes_no_room(v):
    assert not v.window.tab_row.isVisible()
    assert not v.window.commands["close_tab"].isEnabled()
    two_positions(v)
    assert v.window.tab_row.isVisible()
    v.do("close_tab")
    assert not v.window.tab_row.isVisible()


@pytest.mark.thorough
def test_nothing_covers_the_button_that_closes_the_last_of_many_tabs(v):
    two_positions(v)
    for _ in range(12):
        v.do("new_tab")
        v.qtbot.wait(1)
        assert list(faults.covered(v.window)) == []


def test_keys_open_close_bring_back_and_switch(v):
    shift = Qt.KeyboardModifier.ShiftModifier
    press(v, Qt.Key.Key_T)
    assert titles(v) == ["KQvK", "New tab"]
    v.window.workspace.set_up(ROOKS)
    assert titles(v) == ["KQvK", "KRvKR"]
    press(v, Qt.Key.Key_PageUp)
    assert v.window.workspace.fen == QUEEN_MATE
    press(v, Qt.Key.Key_Tab)
    assert v.window.workspace.fen == ROOKS
    press(v, Qt.Key.Key_PageDown)
    assert v.window.workspace.fen == QUEEN_MATE, "the first follows the last"
    press(v, Qt.Key.Key_W)
    assert (titles(v), v.window.workspace.fen) == (["KRvKR"], ROOKS)
    press(v, Qt.Key.Key_T, shift)
    assert (titles(v), v.window.workspace.fen) == (["KQvK", "KRvKR"], QUEEN_MATE)
    press(v, Qt.Key.Key_Backtab, shift)
    assert v.window.workspace.fen == ROOKS


def test_the_mouse_switches_closes_and_orders(v):
    two_positions(v)
    v.do("new_tab")
    v.window.workspace.set_up(PAWN)
    QTest.mouseClick(bar(v), Qt.MouseButton.LeftButton, pos=bar(v).tabRect(0).center())
    assert v.window.workspace.fen == QUEEN_MATE
    middle(v, 1)
    assert titles(v) == ["KQvK", "KPvK"]
    bar(v).moveTab(0, 1)
    assert [tab.title for tab in v.window.services.tabs.tabs] == titles(v) == ["KPvK", "KQvK"]
    assert v.window.workspace.fen == QUEEN_MATE
    button = bar(v).tabButton(0, BoardTabBar.ButtonPosition.RightSide)
    assert button.accessibleName() == "Close KPvK"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert titles(v) == ["KQvK"]
    v.do("reopen_tab")
    v.do("reopen_tab")
    assert titles(v) == ["KPvK", "KRvKR", "KQvK"]
    assert not v.window.commands["reopen_tab"].isEnabled()


def test_a_drag_along_the_bar_moves_a_tab(v):
    two_positions(v)
    start, end = (bar(v).tabRect(at).center() for at in (1, 0))
    QTest.mousePress(bar(v), Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 11):
        QTest.mouseMove(bar(v), start + (end - start) * step / 10 - QPoint(step, 0))
    QTest.mouseRelease(bar(v), Qt.MouseButton.LeftButton, pos=end - QPoint(10, 0))
    QCursor.setPos(0, 0)  # it is over no other test's widget
    assert titles(v) == ["KRvKR", "KQvK"]
    assert v.window.workspace.fen == ROOKS


def test_a_tab_says_in_full_what_is_in_it(v):
    v.paste(GAME)
    v.wait(lambda: len(v.moves) == 3)
    v.do("new_tab")
    assert titles(v) == ["Anna – Ben", "New tab"]
    two_positions(v)
    assert bar(v).tabToolTip(2) == bar(v).accessibleTabName(2) == "Rook against rook"


def test_a_game_against_the_program_is_called_by_the_ending_it_began_with(v):
    begin(v)
    v.do("new_tab")
    assert titles(v)[0] == "KQvK"
    assert bar(v).tabToolTip(0).startswith("Human – Random · Queen against king")


@pytest.mark.thorough
def test_a_drill_is_called_by_its_ending(qtbot, tables):
    with visit(qtbot, tables) as v:
        drilling = v.window.training.drilling
        assert drilling.start(DrillSpec("KQvK"), parse(QUEEN_MATE))
        v.do("new_tab")
        assert titles(v)[0] == "Drill: KQvK"
        assert bar(v).tabToolTip(0).startswith("Drill: Queen against king")
        v.do("speak_de")
        assert titles(v)[0] == "Übung: KQvK"


@pytest.mark.thorough
def test_there_are_no_more_tabs_than_a_session_keeps(v, monkeypatch):
    monkeypatch.setattr("millmate.gui.shell.board_tabs.MOST_TABS", 1)
    v.do("new_tab")
    v.do("new_tab")
    assert v.window.status.currentMessage() == "2 tabs are open: close one first."
    v.do("close_tab")
    v.do("new_tab")
    assert len(titles(v)) == 2
    assert not v.window.commands["reopen_tab"].isEnabled()


def test_tabs_follow_the_language(v):
    v.do("new_tab")
    v.do("speak_de")
    assert titles(v) == ["KQvK", "Neuer Tab"]
    assert bar(v).tabToolTip(0) == "Dame gegen König"
    button = bar(v).tabButton(0, BoardTabBar.ButtonPosition.RightSide)
    assert button.accessibleName() == "KQvK schließen"


def test_a_new_tab_has_an_ending_beside_an_ending(v):
    v.do("new_tab")
    assert v.window.workspace.fen == Settings().start_fen
    v.window.workspace.set_up(chess.STARTING_FEN)
    v.do("new_tab")
    assert v.window.workspace.fen == chess.STARTING_FEN
    assert titles(v) == ["KQvK", "A position", "New tab"]


# --- what a tab keeps ----------------------------------------------------------------------------


def test_a_position_keeps_its_history_board_and_panel(v):
    v.window.views.current.editor.model.set_turn(False)
    v.board.set_flipped(True)
    two_positions(v)
    assert not v.board.flipped
    v.do("show_moves")
    v.do("next_tab")
    assert v.window.workspace.fen == QUEEN_MATE.replace(" w ", " b ")
    assert v.board.flipped
    assert v.window.navigation.panel is Panel.SET_UP
    v.do("take_back")
    assert v.window.workspace.fen == QUEEN_MATE
    v.do("next_tab")
    assert v.window.navigation.panel is Panel.MOVES


def test_a_game_keeps_its_place_and_what_can_be_undone(v):
    v.paste(GAME)
    v.wait(lambda: len(v.moves) == 3)
    v.window.game.show(v.window.game.line.tree.find((0, 1)))
    v.window.score.sign(1)
    v.do("new_tab")
    assert v.window.workspace.editing
    assert not v.window.game.started
    v.do("next_tab")
    assert not v.window.workspace.editing
    assert v.game.line.node.ply.notation == "c5"
    assert v.game.line.node.notes.nags == (1,)
    v.do("take_back")
    assert v.game.line.node.notes.nags == ()
    v.wait(lambda: not v.window.autosave.unsaved)
    assert len(saved_games()) == 1


def test_play_begins_where_the_board_of_the_tab_stands(v):
    v.do("new_tab")
    v.paste(MORRIS)
    v.wait(lambda: v.window.workspace.fen == MORRIS)
    v.do("next_tab")
    v.press_play()
    assert v.game.line.start_fen == QUEEN_MATE


@pytest.mark.thorough
def test_tabs_hold_both_games(v):
    v.do("new_tab")
    v.paste(MORRIS)
    v.wait(lambda: v.window.workspace.fen == MORRIS)
    v.board.turn()
    seen = v.board.orientation
    v.do("next_tab")
    assert v.window.views.current.kind == "chess"
    assert v.window.workspace.fen == QUEEN_MATE
    v.do("next_tab")
    assert v.window.views.current.kind == "morris"
    assert v.board.orientation == seen
    assert bar(v).tabText(1).startswith("Morris")


# --- games in progress ---------------------------------------------------------------------------


def test_a_game_stands_still_in_its_tab_and_goes_on(v):
    begin(v)
    v.do("new_tab")
    assert not bar(v).tabIcon(0).isNull()
    assert "paused while this tab is hidden" in bar(v).tabToolTip(0)
    assert not v.game.live
    v.do("next_tab")
    assert bar(v).tabIcon(0).isNull()
    v.wait(lambda: v.game.awaits_person)
    assert len(v.moves) == 2
    Mouse(v.board).play(next(iter(v.board.offered)))
    v.wait(lambda: len(v.moves) > 2)
    assert saved_games() == [], "it is still in progress"


@pytest.mark.parametrize("shown", first(1, [True, False]))
def test_a_game_whose_tab_is_closed_is_saved_and_can_be_gone_on_with(v, shown):
    begin(v)
    v.do("new_tab")
    if shown:
        v.do("next_tab")
    middle(v, 0)
    v.wait(lambda: len(saved_games()) == 1 and not v.window.autosave.unsaved)
    assert len(saved_game().moves) == 2
    v.do("reopen_tab")
    assert len(v.moves) == 2
    v.game.resume()
    v.wait(lambda: v.game.awaits_person)
    v.resign()
    v.wait(lambda: v.game.outcome is not None)
    v.wait(lambda: saved_game().outcome.result == "0-1")


# --- sessions ------------------------------------------------------------------------------------


@contextmanager
def sitting(qtbot: QtBot, **remembered: object) -> Iterator[tuple[Visitor, object]]:
    with windows.visit(qtbot, **remembered) as v:
        keeping = session_of(v.window)
        keeping.start()
        yield v, keeping
        keeping.end()


def test_all_tabs_are_back_after_a_quit(qtbot):
    with sitting(qtbot, start_fen=QUEEN_MATE, white="human", black="random") as (v, _):
        begin(v)
        v.do("new_tab")
        v.paste(GAME)
        v.wait(lambda: len(v.moves) == 3)
        v.do("new_tab")
        v.window.workspace.set_up(ROOKS)
        v.do("previous_tab")
        v.game.show(v.game.line.tree.find((0, 1)))
        named = titles(v)
    with sitting(qtbot) as (v, _):
        assert titles(v) == named
        assert bar(v).currentIndex() == 1
        assert v.game.line.node.ply.notation == "c5"
        v.do("next_tab")
        assert v.window.workspace.editing
        assert v.window.workspace.fen == ROOKS
        v.do("next_tab")
        assert len(v.moves) == 2
        assert str(v.game.specs[False]) == "random"
        v.game.resume()
        v.wait(lambda: v.game.awaits_person)
        assert len(saved_games()) == 2
    with sitting(qtbot) as (v, _):
        assert titles(v) == named
        assert len(v.moves) == 2


@pytest.mark.thorough
def test_games_in_tabs_not_shown_survive_a_crash(qtbot):
    with sitting(qtbot, start_fen=QUEEN_MATE, white="human", black="random") as (v, keeping):
        begin(v)
        played = v.moves
        v.do("new_tab")
        v.wait(lambda: keeping._writing is None)
        keeping._write()
        keeping._writing.wait()
        keeping._place.release()
        keeping._place = None
        v.window.services.tabs.tabs[0].stand.game.live = False  # nobody is there to save it
    for path in saved_games():
        path.unlink()
    with sitting(qtbot) as (v, _):
        assert [len(archive.load(path)[0].moves) for path in saved_games()] == [2]
        v.do("next_tab")
        assert v.moves == played
        v.game.resume()
        v.wait(lambda: v.game.awaits_person)
    assert len(saved_games()) == 1, "the same record is updated"


@pytest.mark.thorough
def test_a_position_of_another_page_replaces_nothing_that_would_be_lost(qtbot):
    with visit(qtbot, black="human", game="chess", start="initial") as v:
        tabs, first = v.window.services.tabs, v.window.services.tabs.shown
        tabs.set_up(QUEEN_MATE)
        assert tabs.tabs == [first], "an untouched start is no loss"
        tabs.set_up(QUEEN_MATE.replace("Q", "R"))
        assert tabs.tabs == [first], "nor is a position that came in the same way"
        v.window.workspace.model.set_fen("8/8/8/3k4/8/8/8/KN6 w - - 0 1")
        tabs.set_up(QUEEN_MATE)
        assert len(tabs.tabs) == 2
        assert v.window.workspace.fen == QUEEN_MATE
        v.press_play()
        line = v.game.line
        tabs.set_up(QUEEN_MATE)
        assert len(tabs.tabs) == 3
        assert tabs.holds(line), "the game waits in its tab"
