"""How hard a draw is: the replies that hold it, counted by looking each of them up."""

import random
from pathlib import Path
from typing import Any

import chess
import pytest

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.positions import random_position
from millmate.tablebase.holding import Draws, Holding, Stopped
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.verdict import MissingTableError


def drawn_moves(tables: Any, board: Any) -> list[Any]:
    return [each.move for each in tables.moves(board) if each.value.wdl == 0]


def counted(tables: Any, board: Any, move: Any) -> tuple[int, int]:
    """Return the replies that hold and all replies, by a position after each of them."""
    after = board.copy()
    after.push(move)
    holding, replies = 0, list(after.legal_moves)
    for reply in replies:
        after.push(reply)
        holding += tables.probe(after).wdl == 0
        after.pop()
    return holding, len(replies)


def test_every_reply_in_morris_is_counted(morris_tables: Path) -> None:
    rng = random.Random(11)
    hard = 0
    with MorrisTablebase(morris_tables) as tables:
        for stones in [(4, 3), (5, 3), (4, 4)] * 5:
            board = random_position(*stones, rng)
            for move in drawn_moves(tables, board):
                found = Draws(tables).of(board, move)
                assert found[:2] == counted(tables, board, move)
                hard += found.holding < found.replies
    assert hard > 10


def test_every_reply_in_chess_is_counted(tables: Path) -> None:
    board = chess.Board("8/8/8/8/3k4/8/1r6/K1Q5 b - - 0 1")
    with Tablebase(tables) as opened, pytest.raises(MissingTableError):
        Draws(opened).of(board, chess.Move.from_uci("b2c2"))  # KQvKR is not there
    board = chess.Board("8/8/8/8/8/2k5/2R5/K7 b - - 0 1")
    with Tablebase(tables) as opened:
        (move,) = drawn_moves(opened, board)
        assert move == chess.Move.from_uci("c3c2")
        assert Draws(opened).of(board, move) == Holding(1, 1)  # king against king


def test_a_move_that_ends_the_game_leaves_no_reply(tables: Path) -> None:
    board = chess.Board("k7/8/8/1Q6/8/8/8/7K w - - 0 1")
    with Tablebase(tables) as opened:
        assert Draws(opened).of(board, chess.Move.from_uci("b5b6")) is None  # stalemate


def test_fewer_replies_are_harder_and_then_more_to_choose_from() -> None:
    easy, hard, harder = Holding(5, 9), Holding(1, 3), Holding(1, 12)
    assert sorted([easy, hard, harder], key=lambda each: each.rank) == [harder, hard, easy]
    assert harder.text == "1 of 12 replies hold"


def test_the_first_placements_have_as_many_replies_as_points(morris_tables: Path) -> None:
    with MorrisTablebase(morris_tables) as tables, pytest.raises(MissingTableError):
        Draws(tables).of(MorrisBoard(), MorrisBoard().legal_moves[0])


def chance_of_two(tables: Any, board: Any, move: Any) -> float:
    """Return `Holding.twice`, by a position after each of three moves."""
    after = board.copy()
    after.push(move)
    chance = 0.0
    for reply in list(after.legal_moves):
        after.push(reply)
        if tables.probe(after).wdl == 0:
            shares = [1.0]
            for answer in drawn_moves(tables, after):
                holding, replies = counted(tables, after, answer)
                shares.append(holding / replies if replies else 1.0)
            chance += min(shares)
        after.pop()
    return chance / len(list(after.legal_moves))


def test_two_replies_in_a_row_hold_by_chance(morris_tables: Path) -> None:
    rng = random.Random(3)
    with MorrisTablebase(morris_tables) as tables:
        draws = Draws(tables)
        for stones in [(4, 4)] * 2:
            board = random_position(*stones, rng)
            for move in drawn_moves(tables, board)[:2]:
                found = draws.twice(board, move)
                assert found.twice == pytest.approx(chance_of_two(tables, board, move))
                assert found[:2] == draws.of(board, move)[:2]
                assert found.twice <= found.holding / found.replies


def test_of_moves_with_as_many_replies_the_harder_next_move_counts() -> None:
    first, second = Holding(3, 9, 0.05), Holding(3, 9, 0.2)
    assert first.rank < second.rank < Holding(3, 9).rank
    assert first.text == (
        "3 of 9 replies hold; random replies hold twice in a row 5.0 % of the time"
    )


def test_nothing_more_is_looked_up_once_it_is_not_wanted(morris_tables: Path) -> None:
    board = random_position(4, 3, random.Random(5))
    with MorrisTablebase(morris_tables) as tables:
        move = tables.moves(board)[0].move
        with pytest.raises(Stopped):
            Draws(tables, stopped=lambda: True).of(board, move)
