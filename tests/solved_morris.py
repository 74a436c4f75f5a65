"""What positions of morris are worth: solved in memory on demand, and by the rules' board."""

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.rules import MorrisRules
from millmate.games.value import Value
from millmate.tablebase.morris.layout import Codes
from millmate.tablebase.morris.names import Subspace
from millmate.tablebase.morris.probe import MorrisTablebase
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


def by_the_rules(tables: MorrisTablebase, board: MorrisBoard) -> Value:
    """Return what one ply of play makes of the tables' values; all of it by the rules' board."""
    rules, values = MorrisRules(board.variant), []
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        end = rules.outcome(after)
        if end is not None:
            values.append(Value(0 if end.winner is None else 1, 1))
        else:
            values.append(tables.probe(after).before())
    won = [value for value in values if value.wdl > 0]
    if won:
        return Value(1, min((v.plies for v in won if v.plies is not None), default=None))
    if any(value.wdl == 0 for value in values):
        return Value(0)
    known = [value.plies for value in values]
    return Value(-1, None if None in known else max((p or 0 for p in known), default=0))
