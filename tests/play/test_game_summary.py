"""How a person's game went, in a sentence: won, drawn, lost, in chess and in morris."""

from pathlib import Path

import pytest

from millmate.games.catalogue import parse
from millmate.play.game_review import Verdicts, review
from millmate.play.game_summary import GameSummary, JudgedMove, of_drill, of_game
from millmate.play.trainer.drill import GradedMove
from millmate.play.trainer.exam import Grade, Mark, Option
from millmate.records.tree import Ply, play


def kept(value: int, lost: int = 0) -> JudgedMove:
    return JudgedMove(0, "1. Ka2", value, value, lost)


def thrown(before: int, after: int) -> JudgedMove:
    return JudgedMove(12, "7. Kb6", before, after)


@pytest.mark.parametrize(
    ("moves", "result", "words"),
    [
        ([kept(1)], 1, "You won in 1 move, as fast as possible"),
        ([kept(1), kept(1, 4), kept(1, 2)], 1, "You won in 3 moves, 3 more than perfect"),
        ([kept(1), thrown(1, 0), kept(1)], 1, "You won in 3 moves; 7. Kb6 threw the win away"),
        ([kept(0), kept(1)], 1, "You won in 2 moves, as fast as possible"),
        ([kept(0), kept(0)], 1, "You won in 2 moves"),
        ([kept(1), thrown(1, 0), kept(0)], 0, "You drew a won position: 7. Kb6 threw the win away"),
        ([kept(1), kept(1)], 0, "You drew a won position"),
        ([kept(0), kept(0)], 0, "You held the draw for 2 moves"),
        ([kept(-1), kept(0)], 0, "You saved a lost position"),
        ([kept(1), thrown(1, -1)], -1, "You lost a won position: 7. Kb6 threw the win away"),
        ([kept(0), thrown(0, -1)], -1, "You lost a drawn position: 7. Kb6 threw the draw away"),
        ([kept(-1), kept(-1, 4)], -1, "You lost in 2 moves, 2 sooner than necessary"),
        ([kept(-1)], -1, "You lost in 1 move, as late as possible"),
    ],
)
def test_how_it_went_is_said(moves: list[JudgedMove], result: int, words: str) -> None:
    assert GameSummary(tuple(moves), result).words == words


def test_the_slip_is_the_move_that_cost_most() -> None:
    slow, slower = kept(1, 2), kept(1, 6)
    assert GameSummary((kept(1), kept(0)), 1).slip is None
    assert GameSummary((slow, slower, slow), 1).slip is slower
    assert GameSummary((slower, thrown(1, 0)), 0).slip == thrown(1, 0)
    twice = GameSummary((thrown(1, 0), thrown(0, -1)), -1)
    assert twice.slip == thrown(1, 0)
    worst = GameSummary((thrown(1, 0), thrown(1, -1)), -1)
    assert worst.slip == thrown(1, -1)


def summary_of(tables: Path, text: str, result: int, *moves: str) -> GameSummary | None:
    """Return the summary of a game of the side to move, with these moves."""
    position = parse(text)
    rules, board, plies = position.game, position.board(), list[Ply]()
    side, first = board.turn, board.ply()
    for move in moves:
        plies.append(play(rules, board, move))
    verdicts = Verdicts(rules.name, tables)
    fens = [position.board().fen(), *(ply.fen for ply in plies)]
    try:
        return of_game(plies, review(rules, fens, verdicts, lambda: False), side, result, first)
    finally:
        verdicts.close()


def test_a_game_of_chess(tables: Path) -> None:
    queen = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
    drawn = summary_of(tables, queen, 0, "Qb8", "Kd4", "Qe5+", "Kxe5")
    assert drawn is not None
    assert drawn.words == "You drew a won position: 2. Qe5+ threw the win away"
    assert drawn.slip is not None
    assert drawn.slip.ply == 2
    mated = summary_of(tables, "k7/8/1K6/8/8/8/8/7R w - - 0 1", 1, "Rh8#")
    assert mated is not None
    assert mated.words == "You won in 1 move, as fast as possible"
    assert (
        summary_of(
            tables, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0, "e4", "e5"
        )
        is None
    )


def test_a_game_of_morris(morris_tables: Path) -> None:
    won = summary_of(morris_tables, "W.W....W/......../B.B...B. w 0 0 0 20", 1, "g7-a1xc5")
    assert won is not None
    assert won.words == "You won in 1 move, as fast as possible"
    assert won.slip is None


def test_a_drill_is_summed_up_in_the_same_words() -> None:
    best, slow = Option("a", "Kb2", 1, 5), Option("b", "Ka2", 1, 9)
    grade = Grade(Mark.SLOWER, 4, False, slow, best)
    summary = of_drill([GradedMove(4, "fen", grade)], 1)
    assert summary.words == "You won in 1 move, 2 more than perfect"
    assert summary.slip is not None
    assert (summary.slip.ply, summary.slip.name) == (4, "3. Ka2")
