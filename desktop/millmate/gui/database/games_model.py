"""The games that were found, as rows; only those in sight are ever in memory."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from millmate.gui.style import theme
from millmate.gui.style.table_model import ROOT, Column, Index, TableModel
from millmate.language import count, mark, tr
from millmate.records.database.index import Found, GameIndex

_PAGE = 128  # rows read at once
_MOST_PAGES = 24  # that are kept
_KINDS = {"chess": mark("Chess"), "morris": mark("Morris")}


def _damaged(found: Found) -> str:
    return tr("Damaged: {fault}", fault=tr(found.head.fault)) if found.head.fault else ""


def _column(
    title: str,
    text: Callable[[Found], str],
    tip: str = "",
    hint: Callable[[Found], str] | None = None,
    numeric: bool = False,
) -> Column[Any]:
    def full(found: Found) -> str:
        return _damaged(found) or (hint or text)(found)

    return Column(
        title, text, numeric=numeric, tip=tip, hint=full,
        colour=lambda found: theme.colours().bad if found.head.fault else None,
    )  # fmt: skip


def _white(found: Found) -> str:
    nobody = not (found.head.white or found.head.black)
    return (_damaged(found) if nobody else "") or found.head.white


# Each by the column of the index that sorts it.
COLUMNS = {
    "white": _column(mark("White"), _white),
    "black": _column(mark("Black"), lambda found: found.head.black),
    "result": _column(mark("Result"), lambda found: found.head.result.replace("1/2-1/2", "½-½")),
    "date": _column(mark("Date"), lambda found: found.head.date),
    "event": _column(mark("Event"), lambda found: found.head.event),
    "kind": _column(mark("Game"), lambda found: tr(_KINDS[found.head.kind])),
    "material": _column(
        mark("Material"),
        lambda found: found.head.material,
        tip=mark("The material at the start, if the position was set up"),
    ),
    "plies": _column(
        mark("Moves"),
        lambda found: str((found.head.plies + 1) // 2) if found.head.plies else "",
        tip=mark("A move of White and one of Black count as one"),
        hint=lambda found: count(found.head.plies, "{n} ply", "{n} plies"),
        numeric=True,
    ),
    "path": _column(
        mark("File"),
        lambda found: found.path.name,
        tip=mark("The file with the game"),
        hint=lambda found: str(found.path),
    ),
}


class GamesModel(TableModel[Found | None]):
    """Rows of games by their numbers in an index; a row is None if its game has gone from it."""

    def __init__(self) -> None:
        super().__init__(list(COLUMNS.values()))
        self._index: GameIndex | None = None
        self._numbers: array[int] = array("q")
        self._pages: dict[int, dict[int, Found]] = {}

    def show_games(self, index: GameIndex | None, numbers: array[int]) -> None:
        """Replace all rows by the games `numbers` of `index`."""
        self.beginResetModel()
        self._index, self._numbers = index, numbers
        self._pages.clear()
        if index is not None:
            folder = index.folder
            files = replace(
                COLUMNS["path"], text=lambda found: found.path.relative_to(folder).as_posix()
            )
            self.columns = tuple({**COLUMNS, "path": files}.values())
        self.endResetModel()

    def found(self, row: int) -> Found | None:
        """Return the game in a row, None if it has gone from the index."""
        page = row // _PAGE
        if page not in self._pages:
            self._read(page)
        return self._pages[page].get(self._numbers[row])

    def row_of(self, number: int) -> int:
        """Return the row of a game, -1 if it is not shown."""
        return self._numbers.index(number) if number in self._numbers else -1

    def _read(self, page: int) -> None:
        if len(self._pages) >= _MOST_PAGES:
            del self._pages[next(iter(self._pages))]
        numbers = self._numbers[page * _PAGE : (page + 1) * _PAGE]
        self._pages[page] = self._index.games(numbers) if self._index is not None else {}

    def row_at(self, index: Index) -> Found | None:
        return self.found(index.row())

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._numbers)

    def data(self, index: Index, role: int = 0) -> Any:
        """Return what a game has in a column; a damaged one is coloured and names its fault."""
        return None if self.row_at(index) is None else super().data(index, role)
