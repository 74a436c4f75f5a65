"""Formats the verdicts of other programs' tables; used in the probe thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import chess

from millmate.errors import MillMateError
from millmate.games.chess.rules import CHESS
from millmate.games.value import Form, Value, words
from millmate.gui.kit.errors import reason
from millmate.gui.shell.probe.answer import Answer, Metric
from millmate.language import mark, tr

if TYPE_CHECKING:  # these take 0.1 s to import, and few users have such tables
    from millmate.tablebase.external_tables import GaviotaTables, SyzygyTables, SyzygyVerdict


@dataclass(frozen=True, slots=True)
class ExternalDirectories:
    """The directories of other programs' tables, or ""."""

    syzygy: str = ""
    gaviota: str = ""


class ExternalTables:
    """The open tables in some directories; a faulty directory yields a line with the error."""

    def __init__(self, elsewhere: ExternalDirectories) -> None:
        self.elsewhere = elsewhere
        self._open: dict[str, SyzygyTables | GaviotaTables | MillMateError | OSError] = {}

    def judged(self, board: chess.Board, answer: Answer) -> Answer:
        """Return `answer` with the verdicts of all kinds of tables on the position and its moves.

        A kind that lacks a value for any move is left out of the moves.
        """
        answer = replace(answer, others=self.lines(board))
        for name in ("Syzygy", "Gaviota"):
            tables = self._open.get(name)
            if tables is not None and not isinstance(tables, Exception):
                answer = _with_moves(answer, board, tables)
        return answer

    def lines(self, board: chess.Board) -> tuple[str, ...]:
        """Return one line for each kind of tables: its name, verdict, metric and unit."""
        texts = []
        for name in ("Syzygy", "Gaviota"):
            directory = getattr(self.elsewhere, name.lower())
            if directory:
                texts.append(f"{name}: {self._words(name, directory, board)}")
        return tuple(texts)

    def close(self) -> None:
        """Close the files; the next lookup opens them again."""
        for tables in self._open.values():
            if not isinstance(tables, Exception):
                tables.close()
        self._open.clear()

    def _words(self, name: str, directory: str, board: chess.Board) -> str:
        if name not in self._open:
            self._open[name] = opened(name, directory)
        tables = self._open[name]
        if isinstance(tables, Exception):
            return reason(tables)
        try:
            found = tables.probe(board)
        except MillMateError as error:
            return str(error)
        if isinstance(found, Value):
            return f"{words(found, CHESS.terms, board.turn)} (DTM)"
        return found.of_position(board.turn)


def _with_moves(answer: Answer, board: chess.Board, tables: SyzygyTables | GaviotaTables) -> Answer:
    """Return `answer` with one more kind of values if these tables cover every move."""
    moves = []
    for move in answer.moves:
        after = board.copy(stack=False)
        after.push(chess.Move.from_uci(move.text))
        try:
            verdict = tables.probe(after)
        except MillMateError:
            return answer
        wdl, said = _of_move(verdict, after)
        known = replace(move, others=(*move.others, said))
        moves.append(known if answer.covered else replace(known, wdl=wdl))
    if not answer.covered:
        moves.sort(key=lambda move: -(move.wdl or 0))
    return replace(answer, moves=tuple(moves), kinds=(*answer.kinds, _metric(tables.kind)))


def _of_move(verdict: SyzygyVerdict | Value, after: chess.Board) -> tuple[int, str]:
    """Return the result of a move for the side that plays it, and its description."""
    if isinstance(verdict, Value):
        return -verdict.wdl, words(verdict.before(), CHESS.terms, form=Form.MOVE)
    wdl = (verdict.wdl < 0) - (verdict.wdl > 0)
    if after.is_checkmate():
        return wdl, tr("checkmate")
    result = tr(*_SYZYGY[-verdict.wdl])
    if verdict.dtz and wdl:
        return wdl, tr("{result}, {n}", result=result, n=abs(verdict.dtz))
    return wdl, result


_SYZYGY = {
    2: (mark("win", "what a move does"), "what a move does"),
    1: (mark("win, but 50 moves"), ""),
    0: (mark("draw", "what a move does"), "what a move does"),
    -1: (mark("loss, but 50 moves"), ""),
    -2: (mark("loss", "what a move does"), "what a move does"),
}


def _metric(kind: str) -> Metric:
    if kind == "Gaviota":
        return Metric(
            tr("Gaviota DTM"),
            tr("Values of Gaviota tables: moves to mate (DTM), counted as in our own tables."),
        )
    return Metric(
        tr("Syzygy DTZ"),
        tr(
            "Values of Syzygy tables: win, draw or loss (WDL), and plies after the move to the "
            "next capture, pawn move or mate (DTZ). “But 50 moves” means a draw by the "
            "fifty-move rule."
        ),
    )


def opened(name: str, directory: str) -> SyzygyTables | GaviotaTables | MillMateError | OSError:
    """Return the tables of the kind `name` in a directory, or the error that prevents it."""
    from millmate.tablebase import external_tables

    kinds: dict[str, Callable[[Path], SyzygyTables | GaviotaTables]] = {
        "Syzygy": external_tables.SyzygyTables,
        "Gaviota": external_tables.GaviotaTables,
    }
    try:
        return kinds[name](Path(directory))
    except (MillMateError, OSError) as error:
        return error
