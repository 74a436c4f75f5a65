"""Morris tables that tests solve in memory on demand."""

from functools import partial

from millmate.tablebase.morris.layout import Codes
from millmate.tablebase.morris.names import Placing, Subspace
from millmate.tablebase.morris.solve_placing import ReadNext
from millmate.tablebase.morris.solver import Children, solve
from millmate.tablebase.progress import never


class Solved(Children):
    """Codes of subspaces, `[side to move, row, column]`, each solved once."""

    def __init__(self) -> None:
        self._solved: dict[Subspace, Codes] = {}
        self._outcomes = True  # nothing here is compact

    def table(self, table: Subspace) -> Codes:
        if table not in self._solved:
            self._solved[table] = solve(table, self, never, 1, lambda plies, positions: None)
        return self._solved[table]

    def after(self, table: Placing) -> ReadNext:
        """Return a function that gives the solver the codes after one more placement."""
        return partial(self.read_after, table)
