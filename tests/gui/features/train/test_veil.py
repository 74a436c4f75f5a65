"""While a person plays, what the tables know is hidden until that person wants it."""

import pytest
from tests.gui.sharing import v, visit
from tests.gui.windows import QUEEN_MATE

__all__ = ["v"]  # a fixture

TABLES, REMEMBERED = "tables", {"start_fen": QUEEN_MATE, "verdicts_in_play": False}


@pytest.fixture
def queen(v):
    """A game of a person with a queen against the perfect player, as a new user has it."""
    v.wait(lambda: _headline(v).startswith("White wins"))  # while setting up
    v.press_play()
    v.wait(lambda: _headline(v) == "Hidden while you play")
    return v


def _headline(v):
    return v.window.verdict.headline.text()


def _values(v):
    return v.board.state.values


def test_a_game_hides_who_wins_and_which_moves(queen):
    assert queen.window.verdict.sign.result is None
    assert not queen.window.table.model.moves
    assert not _values(queen)
    assert not queen.window.commands["verdicts"].isChecked()


def test_one_click_shows_verdicts_in_this_game(queen):
    queen.window.verdict.reveal.click()
    queen.wait(lambda: _headline(queen).startswith("White wins"))
    assert queen.window.table.model.moves
    assert _values(queen)
    assert queen.window.commands["verdicts"].isChecked()
    assert queen.window.verdict.reveal.isHidden()
    assert not queen.window.store.current.verdicts_in_play
    queen.best_move()
    queen.answer_comes()
    queen.wait(lambda: _headline(queen).startswith("White wins"))
    queen.do("verdicts")
    queen.wait(lambda: _headline(queen) == "Hidden while you play")


def test_the_next_game_hides_them_again_unless_they_are_wanted_in_every_game(queen):
    queen.do("verdicts")
    queen.wait(lambda: queen.offer == "Verdicts are shown in this game.")
    queen.press_play()
    queen.wait(lambda: _headline(queen) == "Hidden while you play")
    queen.do("verdicts")
    queen.wait(lambda: queen.window.status.accept.isVisible())
    queen.window.status.accept.click()
    assert queen.window.store.current.verdicts_in_play
    queen.press_play()
    queen.wait(lambda: _headline(queen).startswith("White wins"))


def test_they_are_back_at_the_end_of_the_game(queen):
    queen.resign()
    queen.wait(lambda: _headline(queen).startswith("White wins"))
    assert queen.window.table.model.moves


def test_setting_up_a_position_shows_them(queen):
    queen.do("edit")
    queen.wait(lambda: _headline(queen).startswith("White wins"))


def test_the_square_map_is_asked_for_and_so_shows_them(queen):
    queen.do("square_map")
    assert queen.window.square_map.on
    queen.wait(lambda: _headline(queen).startswith("White wins"))


def test_the_square_map_goes_when_a_game_begins(v, tables):
    v.do("square_map")
    v.wait(lambda: v.window.square_map.settled)
    v.press_play()
    v.wait(lambda: not v.window.square_map.on)


def test_what_no_table_knows_is_said_as_ever(qtbot):
    with visit(qtbot, game="chess", start="initial", black="human", verdicts_in_play=False) as v:
        before = _headline(v)
        v.press_play()
        v.wait(lambda: v.window.probe.last is not None)
        assert _headline(v) != "Hidden while you play"
        assert _headline(v) == before or before == "Looking up the position"


@pytest.mark.thorough
def test_two_machines_hide_nothing(qtbot, tables):
    with visit(qtbot, tables, start_fen=QUEEN_MATE, white="table", verdicts_in_play=False) as v:
        v.press_play()
        v.wait(lambda: v.game.outcome is not None)
        assert v.window.verdict.reveal.isHidden()
