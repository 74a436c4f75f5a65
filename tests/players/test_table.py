"""The perfect player: every claim about it checked against the tables themselves."""

import random
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.games.chess.rules import CHESS
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.play.events import Event, MatchEnded
from millmate.play.match import Match
from millmate.players.player import Play, PlayerError, Stopped
from millmate.players.random import RandomPlayer
from millmate.players.table import TablePlayer
from millmate.tablebase.probe import Tablebase


def never() -> bool:
    return False


@pytest.fixture
def perfect(tables: Path) -> Iterator[TablePlayer]:
    player = TablePlayer("Perfect (table)", tables, seed=1)
    yield player
    player.close()


@pytest.fixture
def tablebase(tables: Path) -> Iterator[Tablebase]:
    base = Tablebase(tables)
    yield base
    base.close()


def played(player: TablePlayer, board: chess.Board) -> chess.Move:
    action = player.choose(board.copy(), never)
    assert isinstance(action, Play)
    assert isinstance(action.move, chess.Move)
    return action.move


@pytest.mark.parametrize("name", ["KQvK", "KRvK", "KBNvK"])
@pytest.mark.parametrize("turn", [WHITE, BLACK])
def test_it_wins_fastest_and_defends_longest(
    name: str, turn: bool, perfect: TablePlayer, tablebase: Tablebase
) -> None:
    rng = random.Random(f"{name} {turn}")
    for _ in range(50):
        board = random_position(Material.parse(name), rng, turn)
        before = tablebase.probe(board)
        board.push(played(perfect, board))
        assert tablebase.probe(board).before() == before, board.fen()


def test_two_perfect_players_mate_in_exactly_the_plies_the_table_says(
    tables: Path, tablebase: Tablebase
) -> None:
    rng = random.Random(11)
    for name in ("KQvK", "KRvK", "KBNvK"):
        board = random_position(Material.parse(name), rng)
        while tablebase.probe(board).wdl != 1:
            board = random_position(Material.parse(name), rng)
        players = {side: TablePlayer("Perfect", tables, side) for side in (WHITE, BLACK)}
        record = Match(CHESS, board, players).run()
        assert record.outcome == Outcome(Termination.CHECKMATE, WHITE)
        assert len(record.moves) == tablebase.probe(board).plies


def test_chance_is_mated_no_later_than_the_table_says(tables: Path, tablebase: Tablebase) -> None:
    board = chess.Board("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")
    players = {WHITE: TablePlayer("Perfect", tables, 1), BLACK: RandomPlayer(seed=1)}
    record = Match(CHESS, board, players).run()
    assert record.outcome == Outcome(Termination.CHECKMATE, WHITE)
    assert len(record.moves) <= (tablebase.probe(board).plies or 0)


def test_it_takes_the_piece_that_hangs(perfect: TablePlayer) -> None:
    board = chess.Board("8/8/8/8/3k4/3Q4/8/7K b - - 0 1")
    assert played(perfect, board) == chess.Move.from_uci("d4d3")


def test_in_a_draw_it_leaves_the_fewest_drawing_replies(
    perfect: TablePlayer, tablebase: Tablebase
) -> None:
    rng = random.Random(5)
    drawn = 0
    while drawn < 25:
        board = random_position(Material.parse("KBNvK"), rng, rng.choice([WHITE, BLACK]))
        if tablebase.probe(board).wdl == 0:
            drawn += 1
            tasks = {move: drawing_replies(tablebase, board, move) for move in board.legal_moves}
            holding = {move: count for move, count in tasks.items() if count is not None}
            move = played(perfect, board)
            assert tasks[move] == min(holding.values()), board.fen()


def drawing_replies(tablebase: Tablebase, board: chess.Board, move: chess.Move) -> float | None:
    """Return how many replies to `move` draw; None if it loses, the worst if it ends the game."""
    after = board.copy()
    after.push(move)
    if tablebase.probe(after).wdl != 0:
        return None
    if after.is_game_over():
        return float("inf")
    return sum(choice.verdict.wdl == 0 for choice in tablebase.moves(after))


def test_equal_moves_are_drawn_by_seed(tables: Path) -> None:
    board = chess.Board("8/8/8/8/3k4/8/8/KBN5 w - - 0 1")
    by_seed = {seed: played(TablePlayer("", tables, seed), board) for seed in range(10)}
    assert by_seed == {seed: played(TablePlayer("", tables, seed), board) for seed in range(10)}


@pytest.mark.parametrize(
    ("fen", "accepts"),
    [
        ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", False),  # won
        ("8/8/8/3k4/8/8/8/KQ6 b - - 0 1", True),  # lost
        ("8/8/8/8/8/8/1kQ5/7K b - - 0 1", True),  # drawn: the queen is lost
    ],
)
def test_it_takes_a_draw_unless_it_wins(perfect: TablePlayer, fen: str, accepts: bool) -> None:
    assert perfect.accepts_draw(chess.Board(fen)) == accepts


@pytest.mark.parametrize(
    ("fen", "complaint"),
    [
        ("8/8/8/3k4/8/8/8/KRB4q w - - 0 1", "no table for KRBvKQ"),
        ("8/8/8/3k3r/8/8/8/KR6 w - - 0 1", "no table for KRvKR: build it first"),
        ("8/8/8/3k4/8/8/P7/K7 w - - 0 1", "no table for KPvK"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "castling"),
    ],
)
def test_a_missing_table_is_named(perfect: TablePlayer, fen: str, complaint: str) -> None:
    for ask in (
        lambda: played(perfect, chess.Board(fen)),
        lambda: perfect.accepts_draw(chess.Board(fen)),
    ):
        with pytest.raises(PlayerError) as error:
            ask()
        assert complaint in str(error.value)


def test_what_cannot_be_built_yet_is_not_advised(perfect: TablePlayer) -> None:
    with pytest.raises(PlayerError) as error:
        played(perfect, chess.Board("8/8/8/3k4/8/8/8/KQRBNN2 w - - 0 1"))
    assert "build it first" not in str(error.value)


def test_a_table_built_while_it_lives_is_found(tables: Path, tmp_path: Path) -> None:
    directory = tmp_path / "tables"
    player = TablePlayer("Perfect", directory)
    board = chess.Board("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")
    with pytest.raises(PlayerError):
        played(player, board)
    directory.symlink_to(tables, target_is_directory=True)
    assert played(player, board) in board.legal_moves


def test_without_its_table_the_game_is_abandoned_and_says_what_to_build(tmp_path: Path) -> None:
    events: list[Event] = []
    players = {WHITE: TablePlayer("Perfect (table)", tmp_path), BLACK: RandomPlayer(seed=1)}
    board = chess.Board("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")
    record = Match(CHESS, board, players, events.append).run()
    assert record.outcome == Outcome(Termination.ABANDONED)
    trouble = "Perfect (table): no table for KQvK: build it first"
    assert events[-1] == MatchEnded(record.outcome, record, trouble)


def test_it_stops_when_told(perfect: TablePlayer) -> None:
    with pytest.raises(Stopped):
        perfect.choose(chess.Board("8/8/8/8/8/8/1kQ5/7K b - - 0 1"), lambda: True)


def test_a_mated_player_has_nothing_to_choose(perfect: TablePlayer) -> None:
    with pytest.raises(PlayerError, match="no legal move"):
        played(perfect, chess.Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"))
