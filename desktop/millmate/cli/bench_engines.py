"""Measure the compiled engines on this machine: perft of chess, and the searches of both games."""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import chess
import psutil

from millmate import limits
from millmate.errors import InputError, MillMateError
from millmate.games.board import perft
from millmate.games.morris.rules import MORRIS
from millmate.search.by_game import strong_search
from millmate.search.chess_encoding import count_leaves
from millmate.search.limits import SearchLimits

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
_TICK = 0.01  # seconds
_Task = tuple[chess.Board, Mapping[str, Any]]  # with what its line of the suite adds
_GAMES = "/usr/games"  # where Debian installs engines
_CHESS = (
    chess.STARTING_FEN,
    _PERFT[1][1],
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1BN2/PP3PPP/R2QKB1R w KQ - 0 9",
    "2rq1rk1/pb2bppp/1pn1pn2/8/2BP4/P1N2N2/1P2QPPP/R1B2RK1 w - - 0 13",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/5pk1/4p1p1/3pP2p/1r1P3P/5PP1/R4K2/8 w - - 0 40",
)
# Placing, the end of placing, moving, flying against more stones, both sides flying.
_MORRIS = (
    MORRIS.start_fen,
    ".W.B..../.W.B..../.B.W.... w 6 6 0 4",
    ".W.BB.../BW.B.W.W/.B.W...W w 2 2 0 8",
    ".W..BB.B/.WB..W.B/..WWB.W. w 0 0 0 15",
    "WW.B..W./.B.WB..W/B..WB..W w 0 0 0 30",
    "W..W..../.B..BB../..W.B.B. w 0 0 0 40",
    "W..W..../.B....../..W.B.B. w 0 0 0 50",
)
# By game: the name of the figures, the board, its positions and their depth.
_SEARCHED: dict[str, tuple[str, Callable[[str], object], tuple[str, ...], int]] = {
    "chess": ("search", chess.Board, _CHESS, 12),
    "morris": ("morris_search", MORRIS.board, _MORRIS, 10),
}


def bench_perft(as_json: bool) -> int:
    """Count leaves with the kernel, python-chess and Stockfish; compare the CPU time of one thread.

    Raises:
        MillMateError: Stockfish is installed and counts a different number of leaves.
    """
    stockfish = shutil.which(
        "stockfish", path=os.pathsep.join([os.environ.get("PATH", ""), _GAMES])
    )
    count_leaves(chess.Board(), 3)  # load the kernel
    figures = []
    if not as_json:
        print(f"{'position':10}{'depth':>6}{'leaves':>14}{'million/s':>11}  compared with")
    for name, fen, depth in _PERFT:
        board = chess.Board(fen)
        leaves, rate = _timed(partial(count_leaves, board, depth))
        _, slow = _timed(partial(perft, board, depth - _SLOWER))
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


def _timed(count: Callable[[], int]) -> tuple[int, float]:
    """Return a number of leaves, and how many are counted per CPU second.

    It is counted again until a coarse clock has moved.
    """
    counted, began = 0, time.process_time()
    while (used := time.process_time() - began) < _TICK:
        counted += (leaves := count())
    return leaves, counted / used


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
        return int(found.split(":")[1]), int(found.split(":")[1]) / max(used, _TICK)


def bench_search(game: str, suite: Path | None, seconds: float, as_json: bool) -> int:
    """Search some positions of `game` to a fixed depth; print the rates.

    Chess also solves a suite (EPD with `bm`) if one is given.

    Raises:
        InputError: A line of the suite is not EPD, or has no best move.
        OSError: The suite cannot be read.
    """
    name, board, positions, depth = _SEARCHED[game]
    tasks = None if suite is None or board is not chess.Board else _tasks(suite)
    search: Any = strong_search(game)
    figures = _searched(search, map(board, positions), depth)
    if not as_json:
        _print_searched(figures)
    if suite is not None and tasks is not None:
        solved = figures["suite"] = _solve(search, tasks, seconds)
        if not as_json:
            print(
                f"{suite.name}: {solved['solved']} of {solved['of']} solved in {seconds:g} s each"
            )
            print("not solved: " + (", ".join(solved["failed"]) or "none"))
    if as_json:
        print(json.dumps({name: figures}, indent=2))
    return 0


def _searched(search: Any, positions: Iterable[object], depth: int) -> dict[str, Any]:
    """Search every position separately to `depth` plies; return the figures for JSON.

    `search` is one of the strong searches, `positions` are boards of its game. A short search of
    the first comes before, so that everything is loaded. Times are in seconds; CPU
    time is that of this process.
    """
    boards = list(positions)
    search.search(boards[0], SearchLimits(depth=4))
    nodes, used, elapsed = 0, 0.0, 0.0
    for board in boards:
        search.forget()
        began, wall = time.process_time(), time.perf_counter()
        nodes += search.search(board, SearchLimits(depth=depth)).lines[0].nodes
        used += time.process_time() - began
        elapsed += time.perf_counter() - wall
    return {
        "positions": len(boards),
        "depth": depth,
        "nodes": nodes,
        "nodes_per_cpu_second": round(nodes / used),
        "seconds_to_depth": round(elapsed / len(boards), 3),
        "cpu_seconds_to_depth": round(used / len(boards), 3),
    }


def _print_searched(figures: dict[str, Any]) -> None:
    rate = f"{figures['nodes_per_cpu_second'] / 1e6:.2f} million nodes per CPU second"
    print(
        f"{figures['positions']} positions to depth {figures['depth']}: "
        f"{figures['nodes']:,} nodes, {rate}"
    )
    print(f"time to that depth: {figures['cpu_seconds_to_depth']:.2f} CPU seconds on average")


def _tasks(suite: Path) -> list[_Task]:
    """Return the positions of a suite with what their lines add."""
    found: list[_Task] = []
    for line in limits.read(suite, limits.LARGEST_OPENINGS).decode().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        board = chess.Board()
        try:
            facts = board.set_epd(line)
        except ValueError as error:
            raise InputError(f"{suite}: {error}") from None
        if "bm" not in facts:
            raise InputError(f"{suite}: no best move (bm) in {line!r}")
        found.append((board, facts))
    return found


def _solve(search: Any, tasks: list[_Task], seconds: float) -> dict[str, Any]:
    """Return the number of solved positions, and the names of the others."""
    failed = []
    for number, (board, facts) in enumerate(tasks, start=1):
        search.forget()
        best = search.search(board, SearchLimits(seconds=seconds)).best
        if best not in list(facts["bm"] or ()):
            failed.append(str(facts.get("id", number)))
    count = len(tasks)
    return {"solved": count - len(failed), "of": count, "seconds": seconds, "failed": failed}
