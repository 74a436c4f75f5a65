"""The moves of an opening as a list model: what each is worth, and how hard its draw is to hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from millmate.gui.kit.table_model import Column, TableModel
from millmate.language import mark, tr

if TYPE_CHECKING:
    from millmate.tablebase.holding import Holding
    from millmate.tablebase.morris.openings import OpeningMove


def _alike(row: OpeningMove) -> str:
    return str(row.alike) if row.alike > 1 else ""


def _of_draws(text: Callable[[Holding], str]) -> Callable[[OpeningMove], str]:
    """Return the text of a move's draw, "" where it is none or not known yet."""
    return lambda row: "" if row.holding is None else text(row.holding)


def _twice(held: Holding) -> str:
    return "" if held.twice is None else f"{held.percent} %"


def _replies(held: Holding) -> str:
    return tr("{n} of {all}", n=held.holding, all=held.replies)


def _columns() -> tuple[Column[OpeningMove], ...]:
    words = _of_draws(lambda held: held.text)
    return (
        Column(mark("Move"), lambda row: row.text),
        Column(mark("Point"), lambda row: row.point),
        Column(
            mark("Alike"), _alike, numeric=True,
            tip=mark("How many moves are the same by the symmetry of the board"),
        ),
        Column(mark("Result"), lambda row: row.verdict.of_move()),
        Column(
            mark("Hold"), _of_draws(_replies), numeric=True, hint=words,
            tip=mark("Of the opponent's replies, how many hold the draw"),
        ),
        Column(
            mark("Twice"), _of_draws(_twice), numeric=True, hint=words,
            tip=mark("How often two replies in a row hold the draw if they are chosen at random"),
        ),
    )  # fmt: skip


class OpeningsModel(TableModel["OpeningMove"]):
    """The moves of the position shown, those alike by symmetry as one."""

    def __init__(self) -> None:
        super().__init__(_columns())

    def row_of(self, text: str) -> int:
        """Return the row of the move `text`, -1 if it is none of them."""
        return next((n for n, row in enumerate(self.rows) if row.text == text), -1)
