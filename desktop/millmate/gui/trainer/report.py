"""The contents of a drill's page: grades and hints, and a summary at the end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from millmate.games.chess.piece_letters import localize
from millmate.gui.trainer import formatting
from millmate.language import tr
from millmate.play.trainer.drill import Drill, DrillResult, Goal, GradedMove
from millmate.play.trainer.exam import Exam, Mark

if TYPE_CHECKING:
    from collections.abc import Iterable

    from millmate.play.trainer.repetition import Repetition

_MOODS = {Mark.KEPT: 1, Mark.SLOWER: 0, Mark.THROWN: -1}


@dataclass(frozen=True, slots=True)
class Shown:
    """Texts and buttons of the page."""

    goal: str = ""
    about: str = ""
    told: str = ""
    more: str = ""
    mood: int = 0
    hint: str = ""
    hints: bool = False
    veiled: bool = False
    over: bool = False
    retry: bool = False
    showable: bool = False
    showing: bool = False


def under_way(drill: Drill, last: GradedMove | None, exam: Exam | None, veiled: bool) -> Shown:
    """Return the contents while the drill is running.

    `last` is the latest graded move, `exam` that of the position in which the person is to move.
    """
    shown = Shown(
        formatting.goal(drill),
        formatting.about(drill),
        tr("Your move: play it on the board."),
        hint=_hints(drill, exam),
        hints=exam is not None,
        veiled=veiled,
        showable=True,
    )
    if last is None:
        return shown
    if drill.spec.at_end:
        return replace(shown, told=tr("Grades are shown at the end."))
    more = formatting.better(last.grade, drill.spec.game)
    return replace(shown, told=_graded(drill, last), more=more, mood=_MOODS[last.grade.mark])


def ended(drill: Drill, result: DrillResult, again: str, on_board: bool, showing: bool) -> Shown:
    """Return the contents after the end of the drill.

    `again` says when it is repeated, `on_board` whether its game is still on the board, `showing`
    whether the best line is being played.
    """
    more = [formatting.summary(result)]
    headline = formatting.end(result)
    last = drill.moves[-1] if drill.moves else None
    if last is not None and last.grade.mark is Mark.THROWN:
        more.insert(0, formatting.better(last.grade, drill.spec.game))
        headline = _graded(drill, last)
    if again:
        more.append(again)
    return Shown(
        formatting.goal(drill),
        formatting.about(drill),
        tr("The best line is being played on the board.") if showing else headline,
        "\n".join(more),
        1 if result.done else -1 if result.failed else 0,
        over=True,
        retry=on_board and not (result.done and not result.lost),
        showable=on_board,
        showing=showing,
    )


def again(result: DrillResult, failed: Iterable[Repetition], now: datetime) -> str:
    """Return when the positions of a drill are repeated, or "".

    `failed` are all failed positions, the next one due first; `now` is the time in UTC.
    """
    from millmate.play.trainer.repetition import position_of

    known = {position_of(fen) for fen in (result.start, *result.failed)}
    coming = next((each for each in failed if each.fen in known), None)
    return (
        ""
        if coming is None
        else tr("It will be repeated {when}.", when=formatting.again(coming, now))
    )


def _graded(drill: Drill, move: GradedMove) -> str:
    grade = formatting.grade(move.grade, drill.spec.game, drill.spec.goal is Goal.HOLD)
    return f"{formatting.SIGNS[move.grade.mark]} {localize(move.grade.played.notation)}  {grade}"


def _hints(drill: Drill, exam: Exam | None) -> str:
    if exam is None:
        return ""
    steps = drill.hints.get(exam.fen, 0)
    return "\n".join(formatting.hint(exam, step) for step in range(1, steps + 1))
