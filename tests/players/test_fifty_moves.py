"""The table player under the fifty-move rule: what is won stays won, what is held stays held."""

import random
from pathlib import Path

import chess
import pytest

from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.games.chess.rules import CHESS
from millmate.games.outcome import WHITE
from millmate.play.match import Match
from millmate.players.player import Play, Player
from millmate.players.random import RandomPlayer
from millmate.players.table import TablePlayer
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.rule50 import Category

PUSH = "5R2/k7/8/8/5K2/4P3/8/8 w - - 90 100"  # 1.e4 wins
LONG = 600.0  # seconds


class Stubborn:
    """Plays by the distance to zeroing: puts off what it fears, hurries to what it wants."""

    is_human, name = False, "Stubborn"

    def __init__(self, tables: Path) -> None:
        self._tables = Tablebase(tables)

    def choose(self, board: chess.Board, stopped: object) -> Play:
        return Play(self._tables.rule50_moves(board, LONG)[0].move)

    def accepts_draw(self, board: chess.Board) -> bool:
        return True

    def close(self) -> None:
        self._tables.close()


def played(tables: Path, board: chess.Board, side: bool, opponent: Player) -> bool | None:
    """Return who wins when the table player has `side`."""
    perfect = TablePlayer("Perfect", tables, seed=1)
    try:
        record = Match(CHESS, board, {side: perfect, not side: opponent}).run()
    finally:
        perfect.close()
        opponent.close()
    return record.outcome.winner


def late(
    tables: Path, name: str, wanted: Category, verdict: int, turn: bool, number: int
) -> list[chess.Board]:
    """Return positions with the clock at 80 to 95 plies that the rule makes harder.

    They are `wanted` by the rule and worth `verdict` by the table, which is not in time.
    """
    rng, found = random.Random(f"{name} {wanted}"), []
    with Tablebase(tables) as base:
        while len(found) < number:
            board = random_position(Material.parse(name), rng, turn)
            board.halfmove_clock = rng.randint(80, 95)
            told = base.probe(board)
            if told.wdl != verdict or (told.plies or 0) + board.halfmove_clock <= 100:
                continue
            if base.rule50_moves(board, LONG)[0].category is wanted:
                found.append(board)
    return found


@pytest.mark.parametrize("clock", [90, 98, 99])
def test_it_pushes_the_pawn_before_the_clock_runs_out(rook_tables: Path, clock: int) -> None:
    board = chess.Board(PUSH)
    board.halfmove_clock = clock
    assert played(rook_tables, board, WHITE, Stubborn(rook_tables)) is WHITE


@pytest.mark.parametrize("stubborn", [True, False])
def test_what_is_won_under_the_rule_is_won(rook_tables: Path, stubborn: bool) -> None:
    for board in late(rook_tables, "KRPvK", Category.WIN, 1, WHITE, 8):
        opponent = Stubborn(rook_tables) if stubborn else RandomPlayer(seed=1)
        assert played(rook_tables, board, WHITE, opponent) is WHITE, board.fen()


@pytest.mark.parametrize("stubborn", [True, False])
def test_a_loss_that_the_rule_saves_is_held(rook_tables: Path, stubborn: bool) -> None:
    for board in late(rook_tables, "KRvKP", Category.DRAW, -1, chess.BLACK, 8):
        opponent = Stubborn(rook_tables) if stubborn else RandomPlayer(seed=1)
        assert played(rook_tables, board, chess.BLACK, opponent) is not WHITE, board.fen()


@pytest.mark.slow
def test_long_wins_of_two_bishops_against_a_knight_are_won(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    from millmate.tablebase.build import build

    tables = tmp_path_factory.mktemp("bishops")
    build([Material.parse("KBBvKN")], tables)
    won, rng = 0, random.Random(2)
    with Tablebase(tables) as base:
        while won < 6:
            board = random_position(Material.parse("KBBvKN"), rng, WHITE)
            told = base.probe(board)
            if told.wdl != 1 or (told.plies or 0) <= 100:
                continue
            if base.rule50_moves(board, LONG)[0].category is Category.WIN:
                assert played(tables, board, WHITE, Stubborn(tables)) is WHITE, board.fen()
                won += 1
