"""Positions that the tests of the generations search, and the generations by name."""

from collections.abc import Iterator

from millmate.games.board import Board, Rules
from millmate.games.morris.rules import MorrisRules
from millmate.games.morris.variants import VARIANTS
from millmate.search.alphabeta import AlphaBeta, AlphaBetaMemo
from millmate.search.chess_game import ChessSearchGame
from millmate.search.game import SearchGame
from millmate.search.generation import Generation
from millmate.search.iterative import IterativeDeepening
from millmate.search.minimax import IncrementalMinimax, MemoMinimax, Minimax
from millmate.search.morris_game import MorrisSearchGame

CHESS_GAME = ChessSearchGame()
GAMES: dict[str, SearchGame] = {"chess": CHESS_GAME} | {
    f"morris:{name}": MorrisSearchGame(MorrisRules(variant)) for name, variant in VARIANTS.items()
}
MORRIS_GAME = GAMES["morris:standard"]


# In the order in which they came.
GENERATIONS: tuple[type[Generation], ...]
GENERATIONS = (Minimax, IncrementalMinimax, MemoMinimax)
GENERATIONS += (AlphaBeta, AlphaBetaMemo, IterativeDeepening)

MIDDLE_GAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9"
ROOK_ENDING = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
PLACING = "WB.W..B./.W.B..../B...W... w 5 5 0 5"
MOVING = "WB.W..B./.WWB.B../B.BWW... w 0 0 0 15"
FLYING = "WW.....W/......../BB.B.... b 0 0 0 30"


def of(board: Board) -> SearchGame:
    """Return the game of `board`."""
    variant = getattr(board, "variant", None)
    return CHESS_GAME if variant is None else GAMES[f"morris:{variant.name}"]


def generations(board: Board, depth: int) -> Iterator[Generation]:
    """Yield every generation for the game of `board`, plain minimax first."""
    for kind in GENERATIONS:
        yield kind(of(board), depth)


def replayed(rules: Rules, fen: str | None, moves: str) -> Board:
    """Return the position after `moves`, with its history."""
    board = rules.board(fen)
    for text in moves.split():
        board.push(rules.parse_move(board, text))
    return board
