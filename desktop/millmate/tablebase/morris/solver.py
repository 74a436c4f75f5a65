"""Solving and checking one subspace, whichever phase of the game it belongs to."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from millmate.tablebase.morris.children import Children
from millmate.tablebase.morris.layout import Codes
from millmate.tablebase.morris.names import Pair, Placing, Subspace
from millmate.tablebase.morris.placing import solve_placing
from millmate.tablebase.morris.solve import Halted, solve_pair
from millmate.tablebase.morris.verify import verify_pair, verify_placing
from millmate.tablebase.progress import BuildStopped

Stopped = Callable[[], bool]
Report = Callable[[int, int], None]


class Solver:
    """Solves and checks a subspace from the solved ones that it leads to."""

    def __init__(self, table: Subspace, children: Children, stopped: Stopped, threads: int) -> None:
        """Work with so many threads until `stopped` says so, asked several times a second."""
        self._table = table
        self._children = children
        self._stopped, self._threads = stopped, threads

    def solve(self, report: Report) -> Codes:
        """Return the codes, `codes[side to move, row, column]`.

        Raises:
            BuildStopped: `stopped` said so.
        """
        with _stopping():
            if isinstance(self._table, Pair):
                read = self._children.read
                return solve_pair(*self._table, read, report, self._stopped, self._threads)
            return solve_placing(*self._table, self._next, self._stopped, self._threads)[None]

    def verify(self, values: Codes) -> None:
        """See that every value is that of the best successor, one ply on.

        Raises:
            VerificationError: One is not.
            BuildStopped: `stopped` said so.
        """
        with _stopping():
            if isinstance(self._table, Pair):
                read = self._children.read
                verify_pair(*self._table, values, read, self._stopped, self._threads)
            else:
                verify_placing(*self._table, values[0], self._next, self._stopped, self._threads)

    def _next(self, white: int, black: int) -> Codes:
        """Return the codes with one stone more placed: of a pair both sides to move."""
        assert isinstance(self._table, Placing)
        after = self._table.followed_by(white, black)
        codes = self._children.table(after)
        return codes if isinstance(after, Pair) else codes[0]


@contextmanager
def _stopping() -> Iterator[None]:
    """Call a solver's halt what it is to a build."""
    try:
        yield
    except Halted:
        raise BuildStopped from None
