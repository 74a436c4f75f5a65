"""Games from random positions under the fifty-move rule: what the rule lets be won is won.

    python -m tests.longrun.fifty_moves TABLES [GAMES]

TABLES holds tables of both metrics for the materials below (`millmate build --metric both`). The
positions have a clock of 0 to 60 plies. Where a side wins in time by the tables of distances to
zeroing, the perfect player has to win for it, against itself and against a player by chance. Where
only the rule saves a side, the perfect player has to draw.
"""

import random
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import chess

from millmate.games.chess.material import Material
from millmate.players.player import Play, Player, RandomPlayer
from millmate.players.table import TablePlayer
from millmate.tablebase.layout import layout_of
from millmate.tablebase.probe import ZeroingTables
from millmate.tablebase.rule50 import LONGEST

MATERIALS = "KBBvKN", "KNNvKP", "KQPvKQ", "KRPvKR", "KRBvKR"
CLOCKS = range(61)  # plies without a zeroing move, at the start


def decided(name: str, zeroing: ZeroingTables, rng: random.Random, clocks: range) -> chess.Board:
    """Return a random position that a side wins, in time or not, with a clock."""
    layout = layout_of(Material.parse(name))
    while True:
        board = layout.board(rng.randrange(layout.size))
        board.halfmove_clock = rng.choice(clocks)
        full = chess.popcount(board.occupied) == layout.material.men
        if full and board.is_valid() and any(board.legal_moves) and zeroing.probe(board).wdl:
            return board


def expected(board: chess.Board, zeroing: ZeroingTables) -> bool | None:
    """Return the side that wins under the rule, None if neither does."""
    verdict = zeroing.probe(board)
    if (verdict.zeroing or 0) > LONGEST - board.halfmove_clock:
        return None
    return board.turn if verdict.wdl > 0 else not board.turn


def played(board: chess.Board, players: dict[bool, Player]) -> bool | None:
    """Return the winner of a game from `board`, None after a draw."""
    while any(board.legal_moves):
        if board.halfmove_clock >= LONGEST or board.is_insufficient_material():
            return None
        action = players[board.turn].choose(board, lambda: False)
        assert isinstance(action, Play)
        board.push(action.move)
    return not board.turn if board.is_check() else None


def main(
    tables: Path, games: int, materials: Sequence[str] = MATERIALS, clocks: range = CLOCKS
) -> int:
    """Play; print the results of each material and every game with a wrong one; return 1 then."""
    wrong = 0
    with ZeroingTables.beside(tables) as zeroing:
        perfect = TablePlayer("perfect", tables, seed=1)
        chance = RandomPlayer("chance", seed=2)
        for name in materials:
            rng, seen = random.Random(name), Counter[str]()
            for number in range(games):
                board = decided(name, zeroing, rng, clocks)
                right, start = expected(board, zeroing), board.fen()
                ahead = board.turn == (zeroing.probe(board).wdl > 0)
                weak = chance if number % 2 and right is not None else perfect
                players = {ahead: perfect, not ahead: weak}
                found = played(board, players)
                seen[f"{'won' if right is not None else 'blessed'}, {weak.name}"] += 1
                if found != right:
                    wrong += 1
                    print(f"{start}: {found} instead of {right}, after {board.ply()} plies")
            print(name, dict(sorted(seen.items())), flush=True)
        perfect.close()
    print("all as the rule says" if not wrong else f"{wrong} games went wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 200))
