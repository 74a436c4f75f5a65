"""Export positions of a table with their values under the fifty-move rule, as EPD, PGN or CSV.

A line of EPD has `dm` (moves to mate), `ce` (32767 minus the plies to mate, negative when the side
to move is mated, 0 in a draw), `bm` (all best moves), `c0` (the verdict in words) and `id`. A mate
that is, or may be, too late has no `dm` and `ce`. For morris, which has no EPD, a line is the
position with `c0` and `id`. A PGN game is the best line of both sides from the position. The
columns of CSV are `COLUMNS`. Tables of distances to zeroing have no `dm` and `ce`, and count plies
to mate or the next zeroing move.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, cast

import chess

from millmate.errors import InputError
from millmate.games.board import Board, Move
from millmate.games.catalogue import Position, rules_of
from millmate.games.morris.notations import Notation
from millmate.games.outcome import Outcome, Termination
from millmate.games.value import Value, words
from millmate.records.pgn import to_pgn
from millmate.records.record import GameRecord
from millmate.spreadsheets import csv_text
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.probe import Tablebase, ZeroingTables, in_words
from millmate.tablebase.rule50 import best_of

EPD, PGN, CSV = KINDS = ("epd", "pgn", "csv")
COLUMNS = (
    "position",  # a FEN, or the text of a morris position
    "table",
    "to_move",  # white, black
    "result",  # of the side to move: win, cursed win, draw, blessed loss, loss; see `Result.text`
    "plies",  # to mate, or to the end of the game; empty in a draw and if unknown
    "moves",  # the same in moves of the winning side
    "best",  # all best moves, separated by spaces
    "verdict",  # in words
)

Tables = Tablebase | MorrisTablebase | ZeroingTables

_MATE = 32767
_CURSED = {1: "cursed win", -1: "blessed loss"}


def export_positions(
    kind: str,
    boards: Iterable[Board],
    tables: Tables,
    name: str,
    notation: Notation = Notation.OURS,
) -> Iterator[str]:
    """Yield the texts of positions one by one, after a header in CSV.

    Args:
        kind: One of `KINDS`.
        boards: Positions of one table; they are not changed.
        tables: That table, and those its moves lead to.
        name: The name of the table.
        notation: How positions and turns of morris are written.

    Raises:
        InputError: There is no such kind.
        MillMateError: A table is missing or damaged.
    """
    if kind not in KINDS:
        raise InputError(f"unknown format {kind!r}: choose one of {', '.join(KINDS)}")
    texts = (
        _text(kind, board, tables, name, n, notation) for n, board in enumerate(boards, start=1)
    )
    yield from chain([csv_text([COLUMNS])] if kind == CSV else [], texts)


@dataclass(frozen=True, slots=True)
class _Judged:
    """A position, its value under the rule, its table's distance, and its best moves."""

    board: Board
    value: Value
    words: str
    plies: int | None
    in_time: bool  # whether `plies` lead to the end of the game in time
    best: tuple[Move, ...]


def _text(
    kind: str, board: Board, tables: Tables, name: str, number: int, notation: Notation
) -> str:
    judged = _judged(board, tables)
    if kind == CSV:
        return csv_text([_fields(judged, name, notation)])
    if kind == PGN:
        return _game(judged, tables, f"{name} {number}", notation)
    line = _LINES[rules_of(judged.board).kind]
    return line(judged, f"{name} {number}", notation)


def written_position(board: Board, notation: Notation) -> str:
    """Return a position of either game; in morris, in `notation`."""
    position = Position.of(board)
    sanmill = notation.on(position.game.places) is Notation.SANMILL
    return notation.position(board) if sanmill else str(position)


def result_name(wdl: int, cursed: bool) -> str:
    """Return the result for the side to move; if `cursed`, the fifty-move rule draws."""
    return _CURSED[wdl] if cursed else Value(wdl).final.text


def _judged(board: Board, tables: Tables) -> _Judged:
    value = tables.probe(board)  # type: ignore[arg-type]
    moves = _moves(board, tables)
    best = tuple(move.move for move in moves if move.rank == moves[0].rank)
    if isinstance(tables, ZeroingTables):
        return _Judged(board, value, in_words(value, board.turn), value.zeroing, False, best)
    found = best_of(board, value, moves)
    said = words(found, rules_of(board).terms, board.turn)
    return _Judged(board, found, said, found.plies, found.in_time, best)


def _moves(board: Board, tables: Tables) -> Sequence[Any]:
    """Return the legal moves, best first, as judged by the tables under the rule."""
    if isinstance(tables, ZeroingTables):
        return tables.moves(board)  # type: ignore[arg-type]
    return tables.rule50_moves(board)  # type: ignore[arg-type]


def _line(judged: _Judged, name: str, notation: Notation) -> str:
    return f'{written_position(judged.board, notation)}; c0 "{judged.words}"; id "{name}";\n'


def _epd(judged: _Judged, name: str, notation: Notation) -> str:
    board, value = judged.board, judged.value
    codes: dict[str, object] = {}
    if judged.best and value.wdl:
        codes["bm"] = judged.best
    if judged.in_time:
        codes["ce"] = value.wdl * (_MATE - (value.plies or 0))
        if value.wdl > 0:
            codes["dm"] = value.moves
    return cast(chess.Board, board).epd(**codes, c0=judged.words, id=name) + "\n"  # type: ignore[arg-type]


_LINES = {"chess": _epd, "morris": _line}


def _fields(judged: _Judged, name: str, notation: Notation) -> Iterable[object]:
    board, value = judged.board, judged.value
    rules = rules_of(board)
    written = notation.on(rules.places)
    best = [written.turn(rules.notation(board, move)) for move in judged.best]
    return (
        written_position(board, notation),
        name,
        "white" if board.turn else "black",
        value.final.text if not value.cursed else _CURSED[value.wdl],
        judged.plies,
        None if judged.plies is None else (judged.plies + 1) // 2,
        " ".join(best),
        judged.words,
    )


def _game(judged: _Judged, tables: Tables, name: str, notation: Notation) -> str:
    board = judged.board
    rules = rules_of(board)
    played = rules.board(board.fen())
    moves: list[str] = []
    ended = None
    most = judged.plies if isinstance(tables, ZeroingTables) else None
    while judged.plies is not None:
        ended = rules.outcome(played) or rules.claim(played)
        if ended or len(moves) == most:
            break
        best = _moves(played, tables)[0].move
        moves.append(rules.text(best))
        played.push(best)
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
                tags={"Event": f"{name}: {judged.words}"},
            ),
            notation,
        )
        + "\n"
    )
