"""What tables of other programs say of a position, in words; for the oracle's thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import chess

from millmate.errors import MillMateError

if TYPE_CHECKING:  # these take a tenth of a second to import, and few have such tables
    from millmate.tablebase.foreign import GaviotaTables, SyzygyTables


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Where the tables of other programs are; "" where there are none."""

    syzygy: str = ""
    gaviota: str = ""


class Others:
    """The tables in some directories, open; what is wrong with a directory is said as a line."""

    def __init__(self, elsewhere: Elsewhere) -> None:
        self.elsewhere = elsewhere
        self._open: dict[str, SyzygyTables | GaviotaTables | MillMateError | OSError] = {}

    def lines(self, board: chess.Board) -> tuple[str, ...]:
        """Return a line for each kind of tables: its name, its verdict with metric and unit."""
        said = []
        for name in ("Syzygy", "Gaviota"):
            directory = getattr(self.elsewhere, name.lower())
            if directory:
                said.append(f"{name}: {self._words(name, directory, board)}")
        return tuple(said)

    def close(self) -> None:
        """Close the files; they are looked for and opened again when they are needed."""
        for tables in self._open.values():
            if not isinstance(tables, Exception):
                tables.close()
        self._open.clear()

    def _words(self, name: str, directory: str, board: chess.Board) -> str:
        if name not in self._open:
            self._open[name] = opened(name, directory)
        tables = self._open[name]
        if isinstance(tables, Exception):
            return str(tables)
        try:
            verdict = tables.probe(board)
        except MillMateError as error:
            return str(error)
        words = verdict.of_position(board.turn)
        return f"{words} (DTM)" if name == "Gaviota" else words


def opened(name: str, directory: str) -> SyzygyTables | GaviotaTables | MillMateError | OSError:
    """Return the tables of the kind `name` in a directory, or why there are none."""
    from millmate.tablebase import foreign

    kinds: dict[str, Callable[[Path], SyzygyTables | GaviotaTables]] = {
        "Syzygy": foreign.SyzygyTables,
        "Gaviota": foreign.GaviotaTables,
    }
    try:
        return kinds[name](Path(directory))
    except (MillMateError, OSError) as error:
        return error
