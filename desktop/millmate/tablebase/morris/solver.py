"""Solve and verify one subspace of either phase, with the tables it leads to in memory."""

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from pathlib import Path

from millmate.tablebase.morris import store
from millmate.tablebase.morris.layout import Codes, Layout
from millmate.tablebase.morris.names import Pair, Placing, Subspace
from millmate.tablebase.morris.placing import solve_placing
from millmate.tablebase.morris.solve import solve_pair
from millmate.tablebase.morris.verify import verify_pair, verify_placing
from millmate.tablebase.progress import Stopped

Report = Callable[[int, int], None]


class Children:
    """Whole tables of a directory, read when needed; those used last stay in memory.

    Not thread-safe.
    """

    def __init__(self, directory: Path, threads: int) -> None:
        """Read tables of `directory` with so many threads."""
        self._directory, self._threads = directory, threads
        self._limit = 0
        self._kept: OrderedDict[Subspace, Codes] = OrderedDict()

    def keep(self, limit: int) -> None:
        """Keep at most so many bytes from now on, except for the table asked for last."""
        self._limit = limit
        self._make_room(0)

    def read(self, primary: int, other: int) -> Codes:
        """Return the codes of a pair; see `table`."""
        return self.table(Pair(primary, other))

    def read_after(self, table: Placing, white: int, black: int) -> Codes:
        """Return the codes with one stone more than in `table`; of a pair both sides to move."""
        after = table.followed_by(white, black)
        codes = self.table(after)
        return codes if isinstance(after, Pair) else codes[0]

    def table(self, table: Subspace) -> Codes:
        """Return `codes[side to move, row, column]` of a table.

        Raises:
            MissingTableError: It does not exist.
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


def solve(
    table: Subspace, children: Children, stopped: Stopped, threads: int, report: Report
) -> Codes:
    """Return `codes[side to move, row, column]` of a table, from those that it leads to.

    Raises:
        BuildStopped: `stopped` returned True; it is polled several times a second.
    """
    if isinstance(table, Pair):
        return solve_pair(*table, children.read, report, stopped, threads)
    return solve_placing(table, partial(children.read_after, table), stopped, threads)[None]


def verify(
    table: Subspace, values: Codes, children: Children, stopped: Stopped, threads: int
) -> None:
    """Check that every value is that of the best successor, one ply on.

    Raises:
        VerificationError: One is not.
        BuildStopped: `stopped` returned True.
    """
    if isinstance(table, Pair):
        verify_pair(*table, values, children.read, stopped, threads)
    else:
        verify_placing(table, values[0], partial(children.read_after, table), stopped, threads)
