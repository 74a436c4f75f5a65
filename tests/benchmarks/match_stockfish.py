"""Play the strong chess search against Stockfish at one of its skill levels, at fixed nodes.

Usage: python tests/benchmarks/match_stockfish.py BOOK LEVEL NODES GAMES

BOOK is a text file of openings, a FEN or EPD a line; each is played with both colours. The same
numbers of nodes make the match independent of the machine's load. Prints the result so far after
every game, with the Elo difference and its 95 % error.
"""

import math
import random
import sys
from pathlib import Path

import chess
import chess.engine

from millmate.search.limits import SearchLimits
from millmate.search.strong import StrongSearch

STOCKFISH = "/usr/games/stockfish"


def play(
    engine: chess.engine.SimpleEngine, own: StrongSearch, fen: str, white: bool, nodes: int
) -> float:
    """Return what a game brought the own side: 1, a half or 0."""
    board, game = chess.Board(fen), object()
    own.forget()
    while not board.is_game_over(claim_draw=True):
        if board.turn == white:
            move = own.search(board, SearchLimits(nodes=nodes)).best
        else:
            move = engine.play(board, chess.engine.Limit(nodes=nodes), game=game).move
        assert move is not None
        board.push(move)
    outcome = board.outcome(claim_draw=True)
    assert outcome is not None
    return 0.5 if outcome.winner is None else float(outcome.winner == white)


def elo(share: float) -> float:
    """Return the difference in Elo that goes with a share of the points."""
    share = min(max(share, 0.001), 0.999)
    return -400 * math.log10(1 / share - 1)


def main() -> None:
    """Play the match."""
    book, level, nodes, games = sys.argv[1:5]
    openings = [line.split(";")[0].split() for line in Path(book).read_text().splitlines()]
    random.Random(1).shuffle(openings)
    own, points = StrongSearch(hash_mb=16), []
    with chess.engine.SimpleEngine.popen_uci(STOCKFISH) as engine:
        engine.configure({"Threads": 1, "Hash": 16, "Skill Level": int(level)})
        for number in range(int(games)):
            fen = " ".join(openings[number // 2][:4]) + " 0 1"
            points.append(play(engine, own, fen, number % 2 == 0, int(nodes)))
            share = sum(points) / len(points)
            spread = math.sqrt(sum((p - share) ** 2 for p in points)) / len(points)
            error = (elo(share + 1.96 * spread) - elo(share - 1.96 * spread)) / 2
            print(f"{number + 1}: {share:.1%}, {elo(share):+.0f} ± {error:.0f} Elo", flush=True)


if __name__ == "__main__":
    main()
