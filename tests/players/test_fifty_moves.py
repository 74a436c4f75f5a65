"""The table player under the fifty-move rule: what is won stays won, what is held stays held."""

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import chess
import pytest

from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.games.chess.rules import CHESS
from millmate.games.outcome import WHITE
from millmate.games.value import Result
from millmate.play.match import Match
from millmate.players.player import Play, Player, RandomPlayer
from millmate.players.table import TablePlayer
from millmate.tablebase.probe import Tablebase

PUSH = "5R2/k7/8/8/5K2/4P3/8/8 w - - 90 100"  # 1.e4 wins
LONG = 600.0  # seconds


class Stubborn(Player):
    """Plays by the distance to zeroing: puts off what it fears, hurries to what it wants."""

    name = "Stubborn"

    def __init__(self, tables: Path) -> None:
        self.tables = Tablebase(tables)

    def choose(self, board: chess.Board, stopped: object) -> Play:
        return Play(self.tables.rule50_moves(board, LONG)[0].move)

    def accepts_draw(self, board: chess.Board) -> bool:
        return True

    def close(self) -> None:
        self.tables.close()


@pytest.fixture(scope="module")
def perfect(rook_tables: Path) -> Iterator[TablePlayer]:
    """The table player; it keeps the distances to zeroing, which take a second, for all games."""
    with closing(TablePlayer("Perfect", rook_tables, seed=1)) as player:
        yield player


@pytest.fixture(scope="module")
def stubborn(rook_tables: Path) -> Iterator[Stubborn]:
    with closing(Stubborn(rook_tables)) as player:
        yield player


def winner(perfect: TablePlayer, board: chess.Board, side: bool, opponent: Player) -> bool | None:
    """Return who wins when the table player has `side`."""
    return Match(CHESS, board, {side: perfect, not side: opponent}).run().outcome.winner


def late(
    base: Tablebase, name: str, wanted: Result, verdict: int, turn: bool, number: int
) -> list[chess.Board]:
    """Return positions with the clock at 80 to 95 plies that the rule makes harder.

    They are `wanted` by the rule and worth `verdict` by the table, which is not in time.
    """
    rng, found = random.Random(f"{name} {wanted}"), []
    while len(found) < number:
        board = random_position(Material.parse(name), rng, turn)
        board.halfmove_clock = rng.randint(80, 95)
        told = base.probe(board)
        if told.wdl != verdict or (told.plies or 0) + board.halfmove_clock <= 100:
            continue
        if base.rule50_moves(board, LONG)[0].value.final is wanted:
            found.append(board)
    return found


@pytest.mark.parametrize("clock", [90, 98, 99])
def test_it_pushes_the_pawn_before_the_clock_runs_out(
    perfect: TablePlayer, stubborn: Stubborn, clock: int
) -> None:
    board = chess.Board(PUSH)
    board.halfmove_clock = clock
    assert winner(perfect, board, WHITE, stubborn) is WHITE


def test_what_is_won_under_the_rule_is_won(perfect: TablePlayer, stubborn: Stubborn) -> None:
    for board in late(stubborn.tables, "KRPvK", Result.WIN, 1, WHITE, 5):
        for opponent in (stubborn, RandomPlayer(seed=1)):
            assert winner(perfect, board, WHITE, opponent) is WHITE, board.fen()


def test_a_loss_that_the_rule_saves_is_held(perfect: TablePlayer, stubborn: Stubborn) -> None:
    for board in late(stubborn.tables, "KRvKP", Result.DRAW, -1, chess.BLACK, 2):
        for opponent in (stubborn, RandomPlayer(seed=1)):
            assert winner(perfect, board, chess.BLACK, opponent) is not WHITE, board.fen()


@pytest.mark.slow
def test_long_wins_of_two_bishops_against_a_knight_are_won(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    from millmate.tablebase.build import build

    tables = tmp_path_factory.mktemp("bishops")
    build([Material.parse("KBBvKN")], tables)
    won, rng = 0, random.Random(2)
    with closing(Stubborn(tables)) as stubborn, closing(TablePlayer("Perfect", tables)) as perfect:
        while won < 6:
            board = random_position(Material.parse("KBBvKN"), rng, WHITE)
            told = stubborn.tables.probe(board)
            if told.wdl != 1 or (told.plies or 0) <= 100:
                continue
            if stubborn.tables.rule50_moves(board, LONG)[0].value.final is Result.WIN:
                assert winner(perfect, board, WHITE, stubborn) is WHITE, board.fen()
                won += 1
