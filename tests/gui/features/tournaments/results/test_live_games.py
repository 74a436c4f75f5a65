"""Watching a game: the board follows it, goes on to the next, and shows how it ended."""

import pytest
from tests.gui.features.tournaments.results.played import (
    BLUNDER,
    MATE,
    ROOK_ENDING,
    blundered,
    fen_after,
    over,
    plan,
    specs,
    told,
)

from millmate.gui.boards.chess_scene import pieces_of
from millmate.gui.features.tournaments.results.games_model import GameRow
from millmate.gui.features.tournaments.results.live_games import GameWatch

MORRIS_MOVES = ("a1", "d6", "a4", "f4", "a7xd6")  # White closes a mill


@pytest.fixture
def watch(qtbot):
    finished = {}
    watch = GameWatch(finished.get)
    watch.finished = finished
    watch.small.chess.set_animated(False)
    watch.small.morris.set_animated(False)
    qtbot.addWidget(watch)
    watch.resize(320, 460)
    watch.show()
    return watch


def sees(watch: GameWatch, fen: str) -> bool:
    return dict(watch.small.chess.state.pieces) == dict(pieces_of(fen))


@pytest.fixture
def spec():
    return specs(plan())[0]


def test_it_says_how_it_fills_and_nobody_can_move_on_it(watch):
    assert watch.note.isVisible()
    assert not watch.small.isVisible()
    assert not watch.small.chess.state.interactive
    assert not watch.small.morris.state.interactive


def test_the_board_follows_a_game_of_chess_and_names_the_players(qtbot, watch, spec):
    watch.show_live(GameRow(spec))
    qtbot.waitUntil(lambda: sees(watch, fen_after(())))
    for event in told(spec, MATE[:3]):
        watch.show_live(GameRow(spec, event))
    qtbot.waitUntil(lambda: sees(watch, fen_after(MATE[:3])))
    assert watch.small.chess.state.last_move == (14, 30)
    assert watch.below.name.accessibleName() == f"White: {spec.white.name}"
    assert watch.above.name.accessibleName() == f"Black: {spec.black.name}"
    assert watch.above.doing.text() == "to move"
    assert watch.state.text() == "Game 1: 2. g4"
    watch.show_live(GameRow(spec))  # it is played again
    qtbot.waitUntil(lambda: sees(watch, fen_after(())))


def test_the_end_is_shown_with_its_reason(qtbot, watch, spec):
    watch.show_live(GameRow(spec))
    watch.finished[1] = over(spec, 0.0, MATE)
    watch.take_over(1)
    qtbot.waitUntil(lambda: sees(watch, fen_after(MATE)))
    assert watch.small.chess.state.check == 4
    assert watch.state.text() == "Game 1: 0-1, resignation, 2 moves (4 plies)"
    assert (watch.below.doing.text(), watch.above.doing.text()) == ("lost", "won")


def test_a_game_of_morris_is_followed_with_its_mills(qtbot, watch):
    spec = specs(plan(kind="morris"))[0]
    watch.show_live(GameRow(spec))
    for event in told(spec, MORRIS_MOVES):
        watch.show_live(GameRow(spec, event))
    board = watch.small.morris
    qtbot.waitUntil(lambda: board.state.last is not None)
    assert watch.small.board is board
    assert len(board.state.last.removed) == 1
    stones = [symbol for place, symbol in board.state.pieces.items() if place < 24]
    assert sorted(stones) == ["B", "W", "W", "W"]


def test_the_next_game_is_followed_when_one_is_over(qtbot, watch):
    first, second, third = specs(plan())[:3]
    watch.show_live(GameRow(first))
    watch.show_live(GameRow(second))
    assert watch.shown == 1
    watch.finished[1] = over(first)
    watch.take_over(1)
    watch.show_live(GameRow(third))
    assert watch.shown == 1  # its end can be seen for a moment
    qtbot.waitUntil(lambda: watch.shown == 3)


def test_a_game_that_was_chosen_stays(qtbot, watch):
    first, second = specs(plan())[:2]
    for spec in (first, second):
        watch.show_live(GameRow(spec))
    watch.choose(2)
    assert not watch.follow.isChecked()
    watch.finished[2] = over(second)
    watch.take_over(2)
    qtbot.wait(100)
    assert watch.shown == 2
    watch.follow.click()
    assert watch.shown == 1


def test_moves_that_threw_the_result_away_are_one_click_from_the_game(qtbot, watch):
    watch.finished[1] = blundered(specs(plan(), ROOK_ENDING)[0])
    watch.look_at(1)
    qtbot.waitUntil(lambda: "Thrown away by" in watch.state.text())
    assert '<a href="3">17.\xa0Rh4+</a>' in watch.state.text()
    with qtbot.waitSignal(watch.opened) as opened:
        watch.state.linkActivated.emit("3")
    assert opened.args == [watch.finished[1], 3]
    assert len(BLUNDER) == 4


def test_a_game_that_cannot_be_played_to_its_end_is_shown_as_far_as_it_can(qtbot, watch, spec):
    watch.finished[1] = over(spec, 1.0, (*MATE[:2], "e1e8"))
    watch.look_at(1)
    qtbot.waitUntil(lambda: sees(watch, fen_after(MATE[:2])))
