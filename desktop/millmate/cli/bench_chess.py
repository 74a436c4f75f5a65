"""Measure how fast chess positions are counted on this machine."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time

import chess
import psutil

from millmate.errors import MillMateError
from millmate.games.board import perft
from millmate.search.chess_perft import count_leaves

# The six positions of the Chess Programming Wiki, each with a depth that takes about a second.
_PERFT = (
    ("start", chess.STARTING_FEN, 6),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
    ("4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5),
    ("5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5),
    ("6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
)
_SLOWER = 3  # plies less for python-chess
_GAMES = "/usr/games"  # where Debian installs engines


def bench_perft(as_json: bool) -> int:
    """Count leaves with the kernel, python-chess and Stockfish; compare the CPU time of one thread.

    Raises:
        MillMateError: Stockfish is installed and counts a different number of leaves.
    """
    stockfish = shutil.which(
        "stockfish", path=os.pathsep.join([os.environ.get("PATH", ""), _GAMES])
    )
    count_leaves(chess.Board(), 3)  # compile and load the kernel
    figures = []
    if not as_json:
        print(f"{'position':10}{'depth':>6}{'leaves':>14}{'million/s':>11}  compared with")
    for name, fen, depth in _PERFT:
        board = chess.Board(fen)
        began = time.process_time()
        leaves = count_leaves(board, depth)
        rate = leaves / (time.process_time() - began)
        began = time.process_time()
        slow = perft(board, depth - _SLOWER) / (time.process_time() - began)
        row = {"position": name, "depth": depth, "leaves": leaves, "per_second": round(rate)}
        row["python_chess"] = round(rate / slow)
        if stockfish:
            others, their_rate = _stockfish_perft(stockfish, fen, depth)
            if others != leaves:
                raise MillMateError(f"{stockfish} counts {others} leaves, not {leaves}: {fen}")
            row["stockfish"] = round(rate / their_rate, 2)
        figures.append(row)
        if not as_json:
            ratios = f"python-chess × {rate / slow:.0f}"
            ratios += f", Stockfish × {row['stockfish']:.2f}" if stockfish else ""
            print(f"{name:10}{depth:6}{leaves:14,}{rate / 1e6:11.0f}  {ratios}", flush=True)
    if as_json:
        print(json.dumps({"perft": figures}, indent=2))
    return 0


def _stockfish_perft(path: str, fen: str, depth: int) -> tuple[int, float]:
    """Return Stockfish's number of leaves, and how many it counts per CPU second."""
    with subprocess.Popen(
        [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        lines = iter(engine.stdout.readline, "")
        engine.stdin.write(f"isready\nposition fen {fen}\n")
        engine.stdin.flush()
        next(line for line in lines if line.startswith("readyok"))
        clock = psutil.Process(engine.pid)
        began = clock.cpu_times().user
        engine.stdin.write(f"go perft {depth}\n")
        engine.stdin.flush()
        found = next(line for line in lines if line.startswith("Nodes searched"))
        used = clock.cpu_times().user - began
        engine.stdin.write("quit\n")
        engine.stdin.flush()
        return int(found.split(":")[1]), int(found.split(":")[1]) / max(used, 0.01)
