"""The perfect player of morris, checked against the tables themselves."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.positions import board_from_text, random_position
from millmate.games.morris.rules import MORRIS
from millmate.games.outcome import BLACK, WHITE, Termination
from millmate.play.match import Match
from millmate.players.build import build_player
from millmate.players.player import Play, PlayerError
from millmate.players.random import RandomPlayer
from millmate.players.spec import PlayerSpec
from millmate.players.table import TablePlayer, _strongest
from millmate.tablebase.morris.probe import MorrisTablebase

WINS = {Termination.FEW_STONES, Termination.NO_MOVES}


@pytest.fixture
def tablebase(morris_tables: Path) -> Iterator[MorrisTablebase]:
    with MorrisTablebase(morris_tables) as base:
        yield base


def perfect(tables: Path, seed: int = 1) -> TablePlayer:
    return TablePlayer("Perfect (table)", tables, seed, "morris")


def played(player: TablePlayer, board: MorrisBoard) -> MorrisBoard:
    action = player.choose(board.copy(), lambda: False)
    assert isinstance(action, Play)
    after = board.copy()
    after.push(action.move)
    return after


def with_value(tablebase: MorrisTablebase, wdl: int, rng: random.Random) -> MorrisBoard:
    """Return a position of this value for the side to move."""
    while True:
        stones = rng.choice([(3, 3), (4, 3), (3, 4), (4, 4), (5, 3)])
        board = random_position(*stones, rng, rng.random() < 0.5)
        if tablebase.probe(board).wdl == wdl:
            return board


@pytest.mark.parametrize("wdl", [1, -1])
def test_it_wins_fastest_and_defends_longest(
    wdl: int, morris_tables: Path, tablebase: MorrisTablebase
) -> None:
    rng, player = random.Random(wdl), perfect(morris_tables)
    for _ in range(50):
        board = with_value(tablebase, wdl, rng)
        assert tablebase.probe(played(player, board)).before() == tablebase.probe(board)


def test_two_perfect_players_end_in_exactly_the_plies_the_table_says(
    morris_tables: Path, tablebase: MorrisTablebase
) -> None:
    rng = random.Random(4)
    for _ in range(10):
        board = with_value(tablebase, 1, rng)
        players = {side: perfect(morris_tables, side) for side in (WHITE, BLACK)}
        record = Match(MORRIS, board, players).run()
        assert record.outcome.winner is board.turn
        assert record.outcome.termination in WINS
        assert len(record.moves) == tablebase.probe(board).plies


def test_chance_loses_no_later_than_the_table_says(
    morris_tables: Path, tablebase: MorrisTablebase
) -> None:
    rng = random.Random(5)
    for seed in range(10):
        board = with_value(tablebase, 1, rng)
        players = {board.turn: perfect(morris_tables), not board.turn: RandomPlayer(seed=seed)}
        record = Match(MORRIS, board, players).run()
        assert record.outcome.winner is board.turn
        assert len(record.moves) <= (tablebase.probe(board).plies or 0)


def test_it_never_loses_a_drawn_position(morris_tables: Path, tablebase: MorrisTablebase) -> None:
    rng = random.Random(6)
    for seed in range(5):
        board = with_value(tablebase, 0, rng)
        player, chance = perfect(morris_tables), RandomPlayer(seed=seed)
        me = board.turn
        for _ in range(60):
            if MORRIS.outcome(board):
                break
            if board.turn is me:
                board = played(player, board)
                assert tablebase.probe(board).wdl <= 0
            else:
                action = chance.choose(board, lambda: False)
                assert isinstance(action, Play)
                board.push(action.move)
        end = MORRIS.outcome(board)
        assert end is None or end.winner in (None, me)


def test_in_a_draw_it_leaves_the_fewest_drawing_replies(
    morris_tables: Path, tablebase: MorrisTablebase
) -> None:
    rng, player = random.Random(7), perfect(morris_tables)
    for _ in range(15):
        board = with_value(tablebase, 0, rng)
        left = {}
        for move in board.legal_moves:
            after = board.copy()
            after.push(move)
            if MORRIS.outcome(after) is None and tablebase.probe(after).wdl == 0:
                left[after.fen()] = sum(r.verdict.wdl == 0 for r in tablebase.moves(after))
        assert left[played(player, board).fen()] == min(left.values())


@pytest.mark.parametrize(
    ("fen", "complaint"),
    [
        ("WWWWW.../BBBB..../........ w", "no table for morris:5-4: build morris:5-4 first"),
        ("......../......../........ w 9 9", "no table for morris:ply0-0-0: build morris:all"),
    ],
)
def test_a_missing_table_is_named(fen: str, complaint: str, morris_tables: Path) -> None:
    with pytest.raises(PlayerError) as error:
        played(perfect(morris_tables), board_from_text(fen))
    assert complaint in str(error.value)


def test_the_word_table_builds_it(morris_tables: Path) -> None:
    player = build_player(PlayerSpec.parse("table"), game="morris", tables=morris_tables, seed=1)
    board = random_position(3, 3, random.Random(1))
    assert isinstance(player.choose(board, lambda: False), Play)
    player.close()


def test_winning_while_placing_it_takes_a_stone_then_prepares_mills() -> None:
    board = board_from_text("WW....../BB....../B....... w 7 6")
    takes = [str(move) for move in _strongest(board, board.legal_moves)]
    assert all(move.startswith("g7x") for move in takes)
    board = board_from_text("W......./BB....../........ w 8 7")
    prepared = {str(move) for move in _strongest(board, board.legal_moves)}
    assert prepared == {"d7", "g7", "a4", "a1"}
