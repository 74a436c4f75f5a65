"""Measure the strong searches of both games on this machine."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import chess

from millmate import limits
from millmate.errors import InputError
from millmate.games.morris.rules import MORRIS
from millmate.search.limits import SearchLimits
from millmate.search.strong import StrongSearch

_CHESS = (
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
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


def bench_search(game: str, suite: Path | None, seconds: float, as_json: bool) -> int:
    """Search some positions of `game` to a fixed depth; print the rates.

    Chess also solves a suite (EPD with `bm`) if one is given.

    Raises:
        InputError: A line of the suite is not EPD, or has no best move.
        OSError: The suite cannot be read.
    """
    if game == "morris":
        # imported here because chess needs no kernels of morris
        from millmate.search.strong_morris import StrongMorrisSearch

        morris_search = StrongMorrisSearch(hash_mb=16)
        name, figures = "morris_search", _searched(morris_search, map(MORRIS.board, _MORRIS), 10)
    else:
        search = StrongSearch(hash_mb=16)
        name, figures = "search", _searched(search, map(chess.Board, _CHESS), 12)
    if not as_json:
        _print(figures)
    if game != "morris" and suite is not None:
        figures["suite"] = _solve(search, suite, seconds, as_json)
    if as_json:
        print(json.dumps({name: figures}, indent=2))
    return 0


def _searched(search: Any, positions: Iterable[object], depth: int) -> dict[str, Any]:
    """Search every position separately to `depth` plies; return the figures for JSON.

    `search` is one of the strong searches, `positions` are boards of its game. A short search of
    the first comes before, so that everything is compiled and loaded. Times are in seconds; CPU
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


def _print(figures: dict[str, Any]) -> None:
    rate = f"{figures['nodes_per_cpu_second'] / 1e6:.2f} million nodes per CPU second"
    print(
        f"{figures['positions']} positions to depth {figures['depth']}: "
        f"{figures['nodes']:,} nodes, {rate}"
    )
    print(f"time to that depth: {figures['cpu_seconds_to_depth']:.2f} CPU seconds on average")


def _solve(search: StrongSearch, suite: Path, seconds: float, quiet: bool) -> dict[str, object]:
    """Return the number of solved positions of a suite, and the names of the others."""
    failed, number = [], 0
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
        number += 1
        search.forget()
        best = search.search(board, SearchLimits(seconds=seconds)).best
        if best not in list(facts["bm"] or ()):  # type: ignore[arg-type]
            failed.append(str(facts.get("id", number)))
    if not quiet:
        print(f"{suite.name}: {number - len(failed)} of {number} solved in {seconds:g} s each")
        print("not solved: " + (", ".join(failed) or "none"))
    return {"solved": number - len(failed), "of": number, "seconds": seconds, "failed": failed}
