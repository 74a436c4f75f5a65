"""Morris tables that tests solve in memory on demand."""

from collections.abc import Callable

from millmate.tablebase.morris.layout import Codes
from millmate.tablebase.morris.names import Pair, Placing, Subspace
from millmate.tablebase.morris.placing import solve_placing
from millmate.tablebase.morris.solve import solve_pair


class Solved:
    """Codes of subspaces, `[side to move, row, column]`, each solved once."""

    def __init__(self) -> None:
        self._codes: dict[Subspace, Codes] = {}

    def __call__(self, table: Subspace) -> Codes:
        if table not in self._codes:
            self._codes[table] = self._solve(table)
        return self._codes[table]

    def pair(self, primary: int, other: int) -> Codes:
        return self(Pair(primary, other))

    def after(self, table: Placing) -> Callable[[int, int], Codes]:
        """Return a function that gives the solver the codes after one more placement."""

        def read(white: int, black: int) -> Codes:
            follower = table.followed_by(white, black)
            return self(follower) if isinstance(follower, Pair) else self(follower)[0]

        return read

    def _solve(self, table: Subspace) -> Codes:
        if isinstance(table, Pair):
            return solve_pair(*table, self.pair)
        return solve_placing(*table, self.after(table))[None]
