"""Formats the verdicts of other programs' tables; used in the probe thread."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import chess

from millmate.errors import MillMateError
from millmate.formatting import titled
from millmate.games.chess.rules import CHESS
from millmate.games.value import Form, Value, words
from millmate.gui.kit.errors import reason
from millmate.gui.shell.probe.answer import Answer, Metric
from millmate.language import mark, tr

if TYPE_CHECKING:  # these take 0.1 s to import, and few users have such tables
    from millmate.tablebase.external_tables import GaviotaTables, SyzygyTables


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
                texts.append(titled(name, self._words(name, directory, board)))
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
        if name == "Gaviota":
            return f"{words(found, CHESS.terms, board.turn)} (DTM)"
        from millmate.tablebase.external_tables import in_words

        return in_words(found, board.turn)


def _with_moves(
    answer: Answer, board: chess.Board, tables: "SyzygyTables | GaviotaTables"
) -> Answer:
    """Return `answer` with one more kind of values if these tables cover every move."""
    moves = []
    for move in answer.moves:
        after = board.copy(stack=False)
        after.push(chess.Move.from_uci(move.text))
        try:
            value = tables.probe(after)
        except MillMateError:
            return answer
        known = replace(move, others=(*move.others, _of_move(value, after, tables.kind)))
        moves.append(known if answer.covered else replace(known, wdl=-value.wdl))
    if not answer.covered:
        moves.sort(key=lambda move: -(move.wdl or 0))
    return replace(answer, moves=tuple(moves), kinds=(*answer.kinds, _metric(tables.kind)))


def _of_move(value: Value, after: chess.Board, kind: str) -> str:
    """Describe a move, for the side that plays it, by the value of the position after it."""
    if kind == "Gaviota":
        return words(value.before(), CHESS.terms, form=Form.MOVE)
    if after.is_checkmate():
        return tr("checkmate")
    result = tr(*_SYZYGY[-value.wdl, value.cursed])
    if value.zeroing and value.wdl:
        return tr("{result}, {n}", result=result, n=value.zeroing)
    return result


_SYZYGY = {
    (1, False): (mark("win", "what a move does"), "what a move does"),
    (1, True): (mark("win, but 50 moves"), ""),
    (0, False): (mark("draw", "what a move does"), "what a move does"),
    (-1, True): (mark("loss, but 50 moves"), ""),
    (-1, False): (mark("loss", "what a move does"), "what a move does"),
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


def opened(name: str, directory: str) -> "SyzygyTables | GaviotaTables | MillMateError | OSError":
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
