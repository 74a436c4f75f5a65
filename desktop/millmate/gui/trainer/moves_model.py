"""The person's moves of a drill with their grades, as rows."""

from __future__ import annotations

from dataclasses import dataclass

from millmate.games.chess.piece_letters import localize
from millmate.gui.style import theme
from millmate.gui.style.table_model import Column
from millmate.gui.trainer import formatting
from millmate.language import mark, tr
from millmate.play.trainer.drill import GradedMove
from millmate.play.trainer.exam import Mark


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A move; it may be `taken_back`, and its grade is withheld unless it is `graded`."""

    move: GradedMove
    kind: str
    holding: bool
    taken_back: bool
    graded: bool


def _move(row: MoveRow) -> str:
    text = f"{row.move.ply // 2 + 1}. {localize(row.move.grade.played.notation)}"
    return tr("{move} (taken back)", move=text) if row.taken_back else text


def _grade(row: MoveRow) -> str:
    if not row.graded:
        return tr("at the end")
    return f"{formatting.SIGNS[row.move.grade.mark]} {formatting.short_grade(row.move.grade)}"


def _hint(row: MoveRow) -> str:
    if not row.graded:
        return ""
    grade = formatting.grade(row.move.grade, row.kind, row.holding)
    return "\n".join(filter(None, (grade, formatting.better(row.move.grade, row.kind))))


def _grade_colour(row: MoveRow) -> str:
    scheme = theme.colours()
    if not row.graded:
        return scheme.muted
    shades = {Mark.KEPT: scheme.good, Mark.SLOWER: scheme.text, Mark.THROWN: scheme.bad}
    return shades[row.move.grade.mark]


COLUMNS: tuple[Column[MoveRow], ...] = (
    Column(
        mark("Move"),
        _move,
        hint=_hint,
        colour=lambda row: theme.colours().muted if row.taken_back else None,
    ),
    Column(mark("Grade"), _grade, hint=_hint, colour=_grade_colour),
)
