"""How far a won game was from its end: the real line, the ideal one, and what lies between."""

import random
from itertools import pairwise
from pathlib import Path

import pytest

from millmate.games.board import Rules
from millmate.games.catalogue import parse
from millmate.play.distance import Distance, distances, in_moves, stretches, waste_words
from millmate.play.game_review import ReviewedPosition, Verdicts, review
from millmate.play.trainer.exam import Mark

QUEEN = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
ROOK = "8/8/8/3k4/8/8/8/KR6 w - - 0 1"
STONES = "W.W....W/......../B.B...B. w 0 0 0 20"


def wander(tables: Path, text: str, moves: int, seed: int) -> tuple[ReviewedPosition, ...]:
    """Return the review of a line of random moves."""
    position, chance = parse(text), random.Random(seed)
    rules: Rules = position.game
    board = position.board()
    fens = [board.fen()]
    for _ in range(moves):
        legal = sorted(map(rules.text, board.legal_moves))
        if not legal:
            break
        board.push(rules.parse_move(board, chance.choice(legal)))
        fens.append(board.fen())
    verdicts = Verdicts(rules.name, tables)
    try:
        return review(rules, fens, verdicts, lambda: False)
    finally:
        verdicts.close()


def check_laws(stations: tuple[ReviewedPosition, ...]) -> int:
    """Check the laws of distances on a line; return the plies wasted in it."""
    line = distances(stations)
    assert len(line) == len(stations)
    for station, each in zip(stations, line, strict=True):
        assert each.value == station.value
        assert (each.plies is None) == (not each.value)
        assert each.thrown == (station.mark is Mark.THROWN)
        if each.plies is not None:
            assert each.ideal == max(0, each.plies - each.wasted)
    for (before, was), (_, now) in pairwise(zip(stations, line, strict=True)):
        if not (was.value and was.value == now.value):
            assert now.wasted == 0
            continue
        winner_moved = before.turn == (was.value == 1)
        assert was.plies is not None
        assert now.plies is not None
        assert now.wasted == was.wasted + now.lost
        if winner_moved:
            assert now.plies == was.plies - 1 + now.lost
        else:
            assert now.lost == 0
            assert now.plies <= was.plies - 1
            assert now.plies - now.wasted <= was.plies - was.wasted - 1
    assert sum(map(len, stretches(line))) == len(line)
    return sum(each.lost for each in line)


@pytest.mark.parametrize("fen", [QUEEN, ROOK])
def test_the_real_line_is_the_ideal_one_and_what_was_wasted(tables: Path, fen: str) -> None:
    assert sum(check_laws(wander(tables, fen, 30, seed)) for seed in range(4)) > 0


def test_so_it_is_in_morris(morris_tables: Path) -> None:
    assert sum(check_laws(wander(morris_tables, STONES, 20, seed)) for seed in range(4)) > 0


def test_a_position_without_a_table_begins_a_new_stretch() -> None:
    won, other = Distance(1, 9), Distance(-1, 8)
    line = [won, won, Distance(), won, Distance(0), other, other]
    assert stretches(line) == [[0, 1], [3], [4], [5, 6]]
    assert distances([None]) == (Distance(),)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ([Distance(1, 9), Distance(1, 8)], "as fast as possible"),
        ([Distance(1, 9), Distance(1, 12, 4, 4)], "2 moves slower than perfect"),
        ([Distance(1, 9), Distance(1, 10, 2, 2)], "1 move slower than perfect"),
        ([Distance(1, 9), Distance(0, thrown=True)], "the win was thrown away"),
        ([Distance(0), Distance(-1, 7, thrown=True)], "as fast as possible"),
        ([Distance(0), Distance(0)], "a draw throughout"),
    ],
)
def test_what_was_wasted_is_said(line: list[Distance], words: str) -> None:
    assert waste_words(line) == words


def test_plies_in_moves_of_the_winner() -> None:
    assert [in_moves(plies) for plies in range(5)] == [0, 1, 1, 2, 2]
