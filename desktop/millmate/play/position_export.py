"""Exports positions of a table with their verdicts, as EPD, PGN or CSV.

A line of EPD has `dm` (moves to mate), `ce` (32767 minus the plies to mate, negative when the side
to move is mated, 0 in a draw), `bm` (all best moves), `c0` (the verdict in words) and `id`. For
morris, which has no EPD, a line is the position with `c0` and `id`. A PGN game is the best line of
both sides from the position. The columns of CSV are `COLUMNS`. Tables of distances to zeroing give
no `dm` and `ce`, and count plies to mate or the next zeroing move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

import chess

from millmate.errors import InputError
from millmate.games.board import Board
from millmate.games.catalogue import GAMES, game_of
from millmate.games.outcome import Outcome, Termination
from millmate.records.pgn import to_pgn
from millmate.records.record import GameRecord
from millmate.spreadsheets import csv_text
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.verdict import MoveVerdict, Verdict
from millmate.tablebase.zeroing import ZeroingTables, ZeroingVerdict

EPD, PGN, CSV = KINDS = ("epd", "pgn", "csv")
COLUMNS = (
    "position",  # a FEN, or the text of a morris position
    "table",
    "to_move",  # white, black
    "result",  # of the side to move: win, cursed win, draw, blessed loss, loss
    "plies",  # to mate, or to the end of the game; empty in a draw and where unknown
    "moves",  # the same in moves of the winning side
    "best",  # all best moves, with spaces between
    "verdict",  # in words
)

Tables = Tablebase | MorrisTablebase | ZeroingTables

_MATE = 32767
_RESULTS = {1: "win", 0: "draw", -1: "loss"}
_CURSED = {1: "cursed win", -1: "blessed loss"}


def export_positions(
    kind: str, boards: Iterable[Board], tables: Tables, name: str
) -> Iterator[str]:
    """Yield the texts of positions one by one, after a header in CSV.

    Args:
        kind: One of `KINDS`.
        boards: Positions of one table; they are not changed.
        tables: That table, and those its moves lead to.
        name: The name of the table.

    Raises:
        InputError: There is no such kind.
        MillMateError: A table is missing or damaged.
    """
    if kind not in KINDS:
        raise InputError(f"{kind!r} is no kind of text: name one of {', '.join(KINDS)}")
    texts = (_text(kind, board, tables, name, n) for n, board in enumerate(boards, start=1))
    yield from chain([csv_text([COLUMNS])] if kind == CSV else [], texts)


def _text(kind: str, board: Board, tables: Tables, name: str, number: int) -> str:
    if kind == PGN:
        return _game(board, tables, name, number)
    verdict, moves = tables.probe(board), tables.moves(board)  # type: ignore[arg-type]
    if kind == CSV:
        return csv_text([_fields(board, verdict, moves, name)])
    return _line(board, verdict, moves, f"{name} {number}")


def result_name(wdl: int, cursed: bool) -> str:
    """Return the result for the side to move; the fifty-move rule draws what is `cursed`."""
    return (_CURSED if cursed else _RESULTS)[wdl]


def _best(moves: list[MoveVerdict]) -> list[MoveVerdict]:
    return [move for move in moves if move.rank == moves[0].rank]


# Lines --------------------------------------------------------------------------------------------


def _line(board: Board, verdict: Verdict, moves: list[MoveVerdict], name: str) -> str:
    words = verdict.of_position(board.turn)
    if not isinstance(board, chess.Board):
        return f'{board.fen()}; c0 "{words}"; id "{name}";\n'
    codes: dict[str, object] = {}
    best = [move.move for move in _best(moves)]
    if best and verdict.wdl:
        codes["bm"] = best
    if not isinstance(verdict, ZeroingVerdict):
        codes["ce"] = verdict.wdl * (_MATE - (verdict.plies or 0))
        if verdict.wdl > 0:
            codes["dm"] = verdict.moves
    return board.epd(**codes, c0=words, id=name) + "\n"  # type: ignore[arg-type]


def _fields(
    board: Board, verdict: Verdict, moves: list[MoveVerdict], name: str
) -> Iterable[object]:
    rules = GAMES[game_of(board.fen())]
    return (
        board.fen(),
        name,
        "white" if board.turn else "black",
        result_name(verdict.wdl, isinstance(verdict, ZeroingVerdict) and verdict.cursed),
        verdict.plies,
        verdict.moves,
        " ".join(rules.notation(board, move.move) for move in _best(moves)),
        verdict.of_position(board.turn),
    )


# Games --------------------------------------------------------------------------------------------


def _game(board: Board, tables: Tables, name: str, number: int) -> str:
    rules = GAMES[game_of(board.fen())]
    played = rules.board(board.fen())
    verdict = tables.probe(played)  # type: ignore[arg-type]
    words = verdict.of_position(board.turn)
    moves: list[str] = []
    for _ in range(verdict.plies or 0):
        best = tables.moves(played)[0].move  # type: ignore[arg-type]
        moves.append(rules.text(best))
        played.push(best)
    ended = rules.outcome(played) if verdict.plies is not None else None
    return (
        to_pgn(
            GameRecord(
                game=rules.name,
                start_fen=board.fen(),
                white="Perfect (table)",
                black="Perfect (table)",
                moves=tuple(moves),
                outcome=ended or Outcome(Termination.ABANDONED),
                started="",
                tags={"Event": f"{name} {number}: {words}"},
            )
        )
        + "\n"
    )
