"""The fifty-move rule, wherever positions and moves are judged: exact with tables of both metrics.

Nothing here waits for a process that finds distances to zeroing: `seconds` are 0, as in a worker.
"""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import chess
import pytest

from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.games.chess.rules import CHESS
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.play.game_review import Verdicts, review
from millmate.play.match import Match
from millmate.play.tournament.game_runner import Referee
from millmate.play.tournament.plan import Adjudication
from millmate.play.trainer.exam import Mark, examine
from millmate.players.build import build_player
from millmate.players.player import Play, RandomPlayer
from millmate.players.spec import PlayerSpec
from millmate.players.table import TablePlayer
from millmate.search.limits import SearchLimits
from millmate.search.root_tables import known_at_root
from millmate.search.strong import StrongSearch
from millmate.tablebase.probe import Tablebase, ZeroingTables
from millmate.tablebase.rule50 import plies_left

PUSH = "5R2/k7/8/8/5K2/4P3/8/8 w - - 90 100"  # mate in 9 without a clock; 1.e4 wins

# The mate comes too late, and the search by itself prefers a move that comes no nearer to it.
SLOW = ("8/8/3R4/p7/8/k7/6K1/8 w - - 84 1", "8/8/4R3/8/1k6/8/3p4/5K2 w - - 85 1")


@pytest.fixture(scope="module")
def zeroing(rule50_tables: Path) -> Iterator[ZeroingTables]:
    with ZeroingTables.beside(rule50_tables) as tables:
        yield tables


@pytest.fixture
def tablebase(rule50_tables: Path) -> Iterator[Tablebase]:
    with Tablebase(rule50_tables) as tables:
        yield tables


@pytest.fixture
def verdicts(rule50_tables: Path) -> Iterator[Verdicts]:
    with closing(Verdicts("chess", rule50_tables)) as found:
        yield found


@pytest.fixture(scope="module")
def perfect(rule50_tables: Path) -> Iterator[TablePlayer]:
    with closing(TablePlayer("Perfect", rule50_tables, seed=1)) as player:
        yield player


def value(board: chess.Board, zeroing: ZeroingTables) -> int:
    """Return what a position is worth to its side to move under the rule: 1, 0 or -1."""
    verdict = zeroing.probe(board)
    return verdict.wdl if (verdict.zeroing or 0) <= plies_left(board) else 0


def after(board: chess.Board, move: chess.Move) -> chess.Board:
    following = board.copy()
    following.push(move)
    return following


def decided(zeroing: ZeroingTables, number: int) -> list[chess.Board]:
    """Return positions with a clock that tables have as won or lost, half of them drawn by it."""
    rng, found = random.Random(18), Counter[bool]()
    boards: list[chess.Board] = []
    while len(boards) < number:
        board = random_position(
            Material.parse(rng.choice(["KRPvK", "KRvKP"])), rng, rng.choice(chess.COLORS)
        )
        board.halfmove_clock = rng.randint(40, 99)
        if not zeroing.probe(board).wdl or not any(board.legal_moves):
            continue
        drawn = value(board, zeroing) == 0
        if found[drawn] < number / 2:
            found[drawn] += 1
            boards.append(board)
    return boards


def test_the_perfect_player_gives_nothing_away(
    perfect: TablePlayer, zeroing: ZeroingTables
) -> None:
    for board in decided(zeroing, 60):
        action = perfect.choose(board, lambda: False)
        assert isinstance(action, Play)
        assert -value(after(board, action.move), zeroing) == value(board, zeroing), board.fen()


def test_what_the_perfect_player_plays_out_ends_as_the_rule_says(
    perfect: TablePlayer, zeroing: ZeroingTables
) -> None:
    for number, board in enumerate(decided(zeroing, 20)):
        worth, verdict = value(board, zeroing), zeroing.probe(board)
        winner = board.turn if verdict.wdl > 0 else not board.turn
        # A win is played for against chance too; a draw is held against the best play.
        other = RandomPlayer(seed=number) if worth and number % 2 else perfect
        found = Match(CHESS, board, {winner: perfect, not winner: other}).run().outcome.winner
        assert found == (winner if worth else None), board.fen()


def test_without_the_rule_the_quickest_mate_counts(
    rule50_tables: Path, tablebase: Tablebase
) -> None:
    board = chess.Board(PUSH)
    best = tablebase.moves(board)[0]
    players = {
        rule50: build_player(PlayerSpec.parse(f"table:rule50={rule50}"), tables=rule50_tables)
        for rule50 in ("on", "off")
    }
    chosen = {rule50: player.choose(board, lambda: False) for rule50, player in players.items()}
    for player in players.values():
        player.close()
    assert chosen["on"] == Play(board.parse_san("e4"))
    assert isinstance(chosen["off"], Play)
    moves = {move.move: move.value for move in tablebase.moves(board)}
    assert moves[chosen["off"].move] == best.value != moves[board.parse_san("e4")]


def test_a_move_is_graded_by_what_the_rule_makes_of_it(
    tablebase: Tablebase, zeroing: ZeroingTables
) -> None:
    for board in decided(zeroing, 20):
        exam = examine(CHESS, tablebase, board)
        assert exam is not None
        assert not exam.open
        worth = value(board, zeroing)
        for move in board.legal_moves:
            kept = -value(after(board, move), zeroing) == worth
            assert (exam.grade(move.uci()).mark is not Mark.THROWN) == kept, (board.fen(), move)


def test_a_game_is_reviewed_by_the_rule(verdicts: Verdicts, zeroing: ZeroingTables) -> None:
    rng = random.Random(1)
    for board in decided(zeroing, 20):
        line = [board.copy()]
        while len(line) < 8 and not CHESS.outcome(line[-1]) and plies_left(line[-1]) > 0:
            line.append(after(line[-1], rng.choice(list(line[-1].legal_moves))))
        line = [each for each in line if verdicts.ruled(each) is not None]
        found = review(CHESS, [each.fen() for each in line], verdicts, lambda: False)
        worths = [value(each, zeroing) for each in line]
        for each, reviewed, worth in zip(line, found, worths, strict=True):
            assert reviewed.value == (worth if each.turn else -worth), each.fen()
        for reviewed, old, new in zip(found[1:], worths, worths[1:], strict=False):
            assert (reviewed.mark is Mark.THROWN) == (-new < old), reviewed.fen


def test_tournaments_adjudicate_by_the_rule(verdicts: Verdicts, zeroing: ZeroingTables) -> None:
    referee = Referee(CHESS, Adjudication(tables=True), None, verdicts)
    for board in decided(zeroing, 60):
        worth = value(board, zeroing) * (1 if board.turn else -1)
        assert verdicts.value(board) == worth, board.fen()
        winner = {1: WHITE, -1: BLACK}.get(worth)
        assert referee.outcome(board) == Outcome(Termination.TABLES, winner), board.fen()


def test_the_root_of_a_search_knows_what_the_rule_makes_of_it(
    tablebase: Tablebase, zeroing: ZeroingTables
) -> None:
    for board in decided(zeroing, 30):
        worth = value(board, zeroing)
        for lines in (1, 3):
            known = known_at_root(tablebase, board, SearchLimits(lines=lines), lambda: False)
            assert known.value == worth, board.fen()
            assert all(-value(after(board, m), zeroing) == worth for m in known.moves), board.fen()


def test_the_strong_search_gives_nothing_away(tablebase: Tablebase, zeroing: ZeroingTables) -> None:
    search = StrongSearch(hash_mb=1, tables=tablebase)
    for number, board in enumerate(decided(zeroing, 20)):
        move = search.search(board, SearchLimits(nodes=300, lines=1 + number % 3)).best
        assert isinstance(move, chess.Move)
        assert -value(after(board, move), zeroing) == value(board, zeroing), board.fen()


@pytest.mark.parametrize("fen", SLOW)
def test_of_several_lines_the_one_that_is_played_comes_nearer_to_the_end(
    tablebase: Tablebase, fen: str
) -> None:
    search, board = StrongSearch(hash_mb=1, tables=tablebase), chess.Board(fen)
    assert tablebase.probe_rule50(board).final.wdl == 1
    outcome = search.search(board, SearchLimits(nodes=1000, lines=5))
    nearest = tablebase.rule50_moves(board)[0]
    assert not nearest.value.in_time
    assert outcome.best == nearest.move
    assert len(outcome.lines) > 3
