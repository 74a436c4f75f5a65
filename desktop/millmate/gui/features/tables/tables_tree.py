"""The view of the tree of tables."""

from millmate.gui.features.tables import formatting
from millmate.gui.features.tables.tables_model import CODE, DISK, NAME, STATE, TablesModel
from millmate.gui.kit.lists import FittedTree
from millmate.language import mark

_LEAST_LETTERS = 24  # of the names


class TablesTree(FittedTree):
    """Shows names first: codes, then bytes, then states give way, which the details tell too."""

    def __init__(self, model: TablesModel) -> None:
        super().__init__(
            model,
            mark("Tables"),
            formatting.samples,
            stretched=NAME,
            letters=_LEAST_LETTERS,
            giving_way=(CODE, DISK, STATE),
            levels=4,
        )
