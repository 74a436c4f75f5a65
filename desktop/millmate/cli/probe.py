"""`millmate probe`: print the verdicts of positions, one JSON object per line."""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from millmate import paths
from millmate.cli.arguments import add_tables
from millmate.cli.probe_fields import Tables, fields
from millmate.cli.standard_input import read_line
from millmate.errors import MillMateError
from millmate.games.catalogue import game_of
from millmate.games.chess.positions import playable_board
from millmate.tablebase.verdict import Verdict

if TYPE_CHECKING:  # slow to import, and rarely used
    import chess

    from millmate.tablebase.external_tables import GaviotaTables, SyzygyTables

    _Others = Mapping[str, SyzygyTables | GaviotaTables]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "fen",
        nargs="+",
        metavar="FEN",
        help="a position of either game, or - to read one per line from standard input",
    )
    add_tables(parser)
    parser.add_argument(
        "--syzygy",
        type=Path,
        metavar="DIR",
        help="add the verdicts of the Syzygy tables in this folder",
    )
    parser.add_argument(
        "--gaviota",
        type=Path,
        metavar="DIR",
        help="add the verdicts of the Gaviota tables in this folder",
    )


def run(args: argparse.Namespace) -> int:
    """Print a JSON object for each position; return 1 if any could not be probed."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # bytes that are not text are no FEN either
    texts = iter(read_line, "") if args.fen == ["-"] else [" ".join(args.fen)]
    status = 0
    with ExitStack() as stack:
        tables = stack.enter_context(Tables(args.tables or paths.tables_dir()))
        others: dict[str, SyzygyTables | GaviotaTables] = {}
        for name, opened in _others(args.syzygy, args.gaviota):
            stack.enter_context(opened)
            others[name] = opened
        for text in texts:
            fen = text.strip()
            if not fen and args.fen == ["-"]:
                continue
            answer = _answer(fen, tables, others)
            if any("error" in each for each in (answer, *_answers(answer, others))):
                status = 1
            print(json.dumps(answer), flush=True)
    return status


def _others(
    syzygy: Path | None, gaviota: Path | None
) -> Iterator[tuple[str, SyzygyTables | GaviotaTables]]:
    """Yield the requested tables of other programs, open, by the name of their kind."""
    if syzygy is not None or gaviota is not None:
        from millmate.tablebase import external_tables

        if syzygy is not None:
            yield "syzygy", external_tables.SyzygyTables(syzygy)
        if gaviota is not None:
            yield "gaviota", external_tables.GaviotaTables(gaviota)


def _answer(fen: str, tables: Tables, others: _Others) -> dict[str, Any]:
    """Return the answers of our tables and of `others`; a table without one has its own error."""
    try:
        answer = tables.probed(fen)
    except MillMateError as error:
        answer = _error(error, fen=fen)
    if not others or game_of(fen) != "chess":
        return answer
    try:
        board = playable_board(fen)
    except MillMateError:
        return answer
    return answer | {name: _foreign(board, table) for name, table in others.items()}


def _answers(answer: dict[str, Any], others: _Others) -> list[dict[str, Any]]:
    return [answer[name] for name in others if name in answer]


def _foreign(board: chess.Board, tables: SyzygyTables | GaviotaTables) -> dict[str, Any]:
    """Return WDL and DTZ as Syzygy counts them, or WDL and DTM as our tables count them."""
    try:
        verdict = tables.probe(board)
    except MillMateError as error:
        return _error(error)
    if isinstance(verdict, Verdict):
        return dict(fields(verdict))
    return {"wdl": verdict.wdl, "dtz": verdict.dtz}


def _error(error: MillMateError, **known: str) -> dict[str, Any]:
    return {**known, "error": " ".join(str(error).split())}
