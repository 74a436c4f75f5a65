"""What tables say of games: conversion, holding, plies lost, and moves that threw results away."""

import random
import re
from pathlib import Path

import pytest
from tests.tournaments import plan_of, played

from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.games.chess.rules import CHESS
from millmate.games.outcome import BLACK, WHITE
from millmate.play.game_review import Verdicts
from millmate.play.tournament.game import Slip
from millmate.play.tournament.game_runner import judge
from millmate.play.tournament.plan import TournamentPlan
from millmate.play.tournament.report import report
from millmate.play.tournament.standings import standings
from millmate.tablebase.probe import Tablebase

QUEEN = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"


@pytest.fixture
def verdicts(tables: Path) -> Verdicts:
    return Verdicts("chess", tables)


def test_a_move_that_throws_the_win_away_is_kept(verdicts: Verdicts) -> None:
    judged = judge(CHESS, "8/8/8/8/8/2k5/8/K6Q w - - 0 1", ("h1c1", "c3b3", "c1b1"), verdicts)
    assert judged is not None
    assert (judged.entry, judged.value) == (0, 1)
    judged = judge(CHESS, "8/8/8/8/8/3k4/8/K1Q5 w - - 0 1", ("c1c3", "d3c3"), verdicts)
    assert judged is not None
    assert judged.white.slips == (Slip(0, "c1c3", 1, 0),)
    assert judged.black.slips == ()
    assert judged.white.moves == judged.black.moves == 1
    assert judged.white.timed == 0


def test_plies_lost_are_those_against_the_best_move(verdicts: Verdicts, tables: Path) -> None:
    board = CHESS.board(QUEEN)
    moves = Tablebase(tables).moves(board)
    best, slow = moves[0], [each for each in moves if each.value.wdl == 1][-1]
    assert best.value.plies is not None
    assert slow.value.plies is not None
    for move, lost in ((best, 0), (slow, slow.value.plies - best.value.plies)):
        judged = judge(CHESS, QUEEN, (move.move.uci(),), verdicts)
        assert judged is not None
        assert (judged.white.timed, judged.white.lost_plies) == (1, lost)


def test_games_are_judged_from_where_tables_know_them(verdicts: Verdicts) -> None:
    fen = "8/8/8/3k4/8/8/1r6/KQ6 w - - 0 1"
    judged = judge(CHESS, fen, ("b1b2", "d5e4"), verdicts)
    assert judged is not None
    assert (judged.entry, judged.value) == (1, 1)
    assert (judged.white.moves, judged.black.moves) == (0, 1)
    assert judge(CHESS, CHESS.start_fen, ("e2e4",), verdicts) is None


PLAN = """
format = "pairs"
games = 12
[openings]
tables = ["KRvK"]
verdict = "decided"
distance = [15, 25]
[adjudication]
max_moves = 30
[[players]]
name = "Perfect"
player = "table"
[[players]]
name = "Chance"
player = "random"
"""


@pytest.fixture(scope="module")
def plan() -> TournamentPlan:
    return plan_of(PLAN)


@pytest.mark.usefixtures("games_here")
def test_the_perfect_player_converts_every_win_without_losing_a_ply(
    plan: TournamentPlan, tables: Path, tmp_path: Path
) -> None:
    _, tournament = played(plan, tmp_path, tables=tables)
    lines = standings(plan, tournament.results).lines
    perfect, chance = sorted(lines, key=lambda line: line.participant)
    assert perfect.endings is not None
    assert chance.endings is not None
    assert perfect.endings.won == perfect.endings.converted == 6
    assert perfect.endings.conversion == 1
    assert (perfect.endings.lost_plies, perfect.endings.slips) == (0, 0)
    assert chance.endings.won == 6 > chance.endings.converted
    assert chance.endings.slips >= 1
    assert (chance.endings.plies_a_move or 0) > 0.5
    text = report(plan, tournament.results)
    assert "Perfect       100%  (6/6)" in text
    assert re.search(r"game \d+: Chance was winning and played \d+[.…] [KQR]\w*[+#]?, which", text)


@pytest.mark.usefixtures("games_here")
def test_what_tables_say_is_kept_in_the_journal(
    plan: TournamentPlan, tables: Path, tmp_path: Path
) -> None:
    _, tournament = played(plan, tmp_path, tables=tables)
    before = standings(plan, tournament.results)
    _, again = played(plan, tmp_path, tables=tmp_path / "none")
    assert standings(plan, again.results) == before


@pytest.mark.parametrize("seed", range(6))
def test_moves_are_judged_as_against_every_other_move(
    seed: int, verdicts: Verdicts, tables: Path
) -> None:
    """The law: what the best move is worth the position is worth, so that one look tells both."""
    rng = random.Random(seed)
    board = random_position(Material.parse(rng.choice(["KQvK", "KRvK", "KBNvK"])), rng, WHITE)
    start, moves, expected = board.fen(), [], {WHITE: [0, 0, 0], BLACK: [0, 0, 0]}
    while len(moves) < 40 and CHESS.outcome(board) is None:
        judged = Tablebase(tables).moves(board)
        played, best = rng.choice(judged), judged[0].value
        counts = expected[board.turn]
        counts[0] += played.value.wdl < best.wdl
        if played.value.wdl == best.wdl and best.wdl:
            counts[1] += 1
            counts[2] += abs((played.value.plies or 0) - (best.plies or 0))
        moves.append(CHESS.text(played.move))
        board.push(played.move)
    found = judge(CHESS, start, tuple(moves), verdicts)
    assert found is not None
    for side, told in ((WHITE, found.white), (BLACK, found.black)):
        assert [len(told.slips), told.timed, told.lost_plies] == expected[side]
