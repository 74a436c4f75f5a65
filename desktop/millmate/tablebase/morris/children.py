"""Solved tables held in memory while others are solved from them."""

from collections import OrderedDict
from pathlib import Path

from millmate.tablebase.morris import store
from millmate.tablebase.morris.layout import Codes, Layout
from millmate.tablebase.morris.names import Pair, Subspace


class Children:
    """Whole tables of a directory, read when they are asked for; those used last are kept.

    Not for several threads.
    """

    def __init__(self, directory: Path, threads: int) -> None:
        """Read tables of `directory` with so many threads."""
        self._directory, self._threads = directory, threads
        self._limit = 0
        self._kept: OrderedDict[Subspace, Codes] = OrderedDict()

    def keep(self, limit: int) -> None:
        """Keep no more bytes than this from now on, but for the table that was asked for last."""
        self._limit = limit
        self._make_room(0)

    def read(self, primary: int, other: int) -> Codes:
        """Return the codes of a pair; see `table`."""
        return self.table(Pair(primary, other))

    def table(self, table: Subspace) -> Codes:
        """Return `codes[side to move, row, column]` of a table.

        Raises:
            MissingTableError: It is not there.
            TableError: It is damaged.
        """
        found = self._kept.pop(table, None)
        if found is None:
            self._make_room(Layout(table).size)
            found = store.opened(self._directory, table).values(threads=self._threads)
        self._kept[table] = found
        return found

    def _make_room(self, size: int) -> None:
        while (
            self._kept and size + sum(codes.nbytes for codes in self._kept.values()) > self._limit
        ):
            self._kept.popitem(last=False)
