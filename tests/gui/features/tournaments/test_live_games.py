"""Watching a game: the board follows it, goes on to the next, and shows how it ended."""

import pytest
from tests.gui.features.tournaments.played import (
    BLUNDER,
    MATE,
    ROOK_ENDING,
    blundered,
    fen_after,
    over,
    plan,
    specs,
    store,
    told,
)

from millmate.games.catalogue import parse
from millmate.gui.boards.chess_board import CHESS
from millmate.gui.boards.state import Turn
from millmate.gui.features.tournaments.view import GameWatch
from millmate.play.tournament.events import GameBegan, GameFinished, GameRepeated

MORRIS_MOVES = ("a1", "d6", "a4", "f4", "a7xd6")  # White closes a mill


@pytest.fixture
def watch(qtbot):
    watch = GameWatch()
    watch.small.boards["chess"].set_animated(False)
    watch.small.boards["morris"].set_animated(False)
    qtbot.addWidget(watch)
    watch.resize(320, 460)
    watch.show()
    return watch


@pytest.fixture
def follow(watch):
    """What has a tournament watched, and then each change of it."""

    def follow(asked, finished=None):
        results = store(asked, finished)
        watch.start(results)
        results.changed.connect(watch.update_game)
        return results

    return follow


def sees(watch: GameWatch, fen: str) -> bool:
    return dict(watch.small.boards["chess"].state.pieces) == dict(CHESS.read(parse(fen)).pieces)


@pytest.fixture
def spec():
    return specs(plan())[0]


def test_it_says_how_it_fills_and_nobody_can_move_on_it(watch):
    assert watch.note.isVisible()
    assert not watch.small.isVisible()
    assert not watch.small.boards["chess"].state.interactive
    assert not watch.small.boards["morris"].state.interactive


def test_the_board_follows_a_game_of_chess_and_names_the_players(qtbot, watch, follow, spec):
    results = follow(plan())
    results.note(GameBegan(spec))
    qtbot.waitUntil(lambda: sees(watch, fen_after(())))
    for event in told(spec, MATE[:3]):
        results.note(event)
    qtbot.waitUntil(lambda: sees(watch, fen_after(MATE[:3])))
    assert watch.small.boards["chess"].state.last == Turn(14, 30)
    assert watch.below.name.accessibleName() == f"White: {spec.white.name}"
    assert watch.above.name.accessibleName() == f"Black: {spec.black.name}"
    assert watch.above.doing.text() == "to move"
    assert watch.state.text() == "Game 1: 2. g4"
    results.note(GameRepeated(spec.number, "its worker process died"))
    qtbot.waitUntil(lambda: sees(watch, fen_after(())))


def test_the_end_is_shown_with_its_reason(qtbot, watch, follow, spec):
    results = follow(plan())
    results.note(GameBegan(spec))
    results.note(GameFinished(over(spec, 0.0, MATE)))
    qtbot.waitUntil(lambda: sees(watch, fen_after(MATE)))
    assert watch.small.boards["chess"].state.check == 4
    assert watch.state.text() == "Game 1: 0-1, resignation, 2 moves (4 plies)"
    assert (watch.below.doing.text(), watch.above.doing.text()) == ("lost", "won")


def test_a_game_of_morris_is_followed_with_its_mills(qtbot, watch, follow):
    spec, results = specs(plan(kind="morris"))[0], follow(plan(kind="morris"))
    results.note(GameBegan(spec))
    for event in told(spec, MORRIS_MOVES):
        results.note(event)
    board = watch.small.boards["morris"]
    qtbot.waitUntil(lambda: board.state.last is not None)
    assert watch.small.board is board
    assert len(board.state.last.removed) == 1
    stones = [symbol for place, symbol in board.state.pieces.items() if place < 24]
    assert sorted(stones) == ["B", "W", "W", "W"]


def test_the_next_game_is_followed_when_one_is_over(qtbot, watch, follow):
    results = follow(plan())
    first, second, third = specs(plan())[:3]
    results.note(GameBegan(first))
    results.note(GameBegan(second))
    assert watch.shown == 1
    results.note(GameFinished(over(first)))
    results.note(GameBegan(third))
    assert watch.shown == 1  # its end can be seen for a moment
    qtbot.waitUntil(lambda: watch.shown == 3)


def test_a_game_that_was_chosen_stays(qtbot, watch, follow):
    results = follow(plan())
    first, second = specs(plan())[:2]
    for spec in (first, second):
        results.note(GameBegan(spec))
    watch.choose(2)
    assert not watch.follow.isChecked()
    results.note(GameFinished(over(second)))
    qtbot.wait(100)
    assert watch.shown == 2
    watch.follow.click()
    assert watch.shown == 1


def test_moves_that_threw_the_result_away_are_one_click_from_the_game(qtbot, watch, follow):
    lost = blundered(specs(plan(), ROOK_ENDING)[0])
    follow(plan(), {1: lost})
    qtbot.waitUntil(lambda: "Thrown away by" in watch.state.text())
    assert '<a href="3">17.\xa0Rh4+</a>' in watch.state.text()
    with qtbot.waitSignal(watch.opened) as opened:
        watch.state.linkActivated.emit("3")
    assert opened.args == [lost, 3]
    assert len(BLUNDER) == 4


def test_a_game_that_cannot_be_played_to_its_end_is_shown_as_far_as_it_can(
    qtbot, watch, follow, spec
):
    follow(plan(), {1: over(spec, 1.0, (*MATE[:2], "e1e8"))})
    qtbot.waitUntil(lambda: sees(watch, fen_after(MATE[:2])))
