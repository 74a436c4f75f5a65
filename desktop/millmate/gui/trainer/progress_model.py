"""How training goes, a row for every table."""

from __future__ import annotations

from millmate.gui.style.table_model import Column
from millmate.gui.trainer import formatting
from millmate.language import mark, number, tr
from millmate.play.trainer.statistics import Progress


def _tip(row: Progress) -> str:
    whole = row.whole
    return tr(
        "{moves} moves: {kept} kept, {slower} slower ({lost} plies), {thrown} thrown away",
        moves=number(whole.moves),
        kept=number(whole.kept),
        slower=number(whole.slower),
        lost=number(whole.lost),
        thrown=number(whole.thrown),
    )


COLUMNS: tuple[Column[Progress], ...] = (
    Column(
        mark("Table"),
        lambda row: formatting.topic_name(row.table),
        tip=mark("The table of the drills, the most recent first"),
        hint=_tip,
    ),
    Column(
        mark("Drills"),
        lambda row: number(row.whole.drills),
        numeric=True,
        tip=mark("Drills with at least one graded move"),
        hint=_tip,
    ),
    Column(
        mark("Done"),
        lambda row: formatting.percent(row.whole.done / row.whole.drills),
        numeric=True,
        tip=mark("Share of the drills that reached their goal without ever throwing it away"),
        hint=_tip,
    ),
    Column(
        mark("Accuracy"),
        lambda row: formatting.percent(row.whole.accuracy),
        numeric=True,
        tip=mark("Share of your moves that kept the result and lost no time"),
        hint=_tip,
    ),
)
