"""Texts of the trainer: goals, grades, hints and results, and what the page of a drill shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from millmate.games.catalogue import game, game_of
from millmate.games.chess.piece_letters import localize
from millmate.gui.features.train.hint_words import best_move, which_man
from millmate.gui.shell.play.clock_choice import clock_words
from millmate.language import count, mark, number, tr
from millmate.play.trainer.drill import (
    PLACING,
    Drill,
    DrillResult,
    DrillSpec,
    End,
    Goal,
    GradedMove,
)
from millmate.play.trainer.exam import Exam, Grade, Mark, Option
from millmate.tablebase.table_titles import table_title

if TYPE_CHECKING:
    from collections.abc import Iterable

    from millmate.play.trainer.repetition import Repetition

_GOALS = {
    (True, Goal.WIN): mark("White to move and win"),
    (False, Goal.WIN): mark("Black to move and win"),
    (True, Goal.HOLD): mark("White to move and draw"),
    (False, Goal.HOLD): mark("Black to move and draw"),
}
_ENDS = {
    End.WON: mark("Won"),
    End.CONVERTED: mark("Done: you kept the win in a simpler ending"),
    End.HELD: mark("Held"),
    End.THROWN: mark("Thrown away"),
    End.DRAWN: mark("Only a draw"),
    End.LOST: mark("Lost"),
    End.OUT_OF_TIME: mark("Failed: your time ran out"),
    End.GIVEN_UP: mark("Given up"),
    End.LEFT: mark("Not finished"),
}
_MOODS = {Mark.KEPT: 1, Mark.SLOWER: 0, Mark.THROWN: -1}
SIGNS = {Mark.KEPT: "✓", Mark.SLOWER: "~", Mark.THROWN: "✗"}


def _goal(drill: Drill) -> str:
    """Return the goal: `White to move and win`."""
    return tr(_GOALS[drill.side, drill.spec.goal])


def _until(spec: DrillSpec) -> str:
    """Return when a drill ends."""
    if spec.game == "morris" and spec.table.startswith(("morris:ply", PLACING)):
        return tr("until all stones are placed")
    if spec.goal is Goal.HOLD:
        return count(spec.moves, "for {n} move", "for {n} moves")
    if spec.game == "morris":
        return tr("until the game is won")
    return tr("until mate") if spec.whole else tr("until mate, or a simpler ending that is won")


def _about(drill: Drill) -> str:
    """Return the table of the position and when the drill ends."""
    parts = [table_title(drill.spec.table), _until(drill.spec)]
    if drill.repeated:
        parts.insert(0, tr("Repetition"))
    if control := drill.spec.control:
        parts.append(clock_words(control))
    return " · ".join(parts)


# --- grades ---------------------------------------------------------------------------------------


def grade(graded: Grade, kind: str, holding: bool) -> str:
    """Describe the effect of a move: `Kept: mate in 11`, `Thrown away: now a draw`.

    `kind` is the game; `holding` is true if a draw is to be held.
    """
    if graded.mark is Mark.THROWN:
        return tr("Thrown away: {now}", now=_now(graded.played, kind))
    if holding:
        return tr("Kept: still a draw") if graded.played.wdl == 0 else _now(graded.played, kind)
    if graded.mark is Mark.SLOWER:
        slower = count(graded.lost, "{n} ply slower", "{n} plies slower")
        return tr("{slower}: {now}", slower=slower, now=_now(graded.played, kind))
    if graded.played.wdl < 0:
        return tr("Nothing left to keep")
    return tr("Kept: {now}", now=_now(graded.played, kind))


def better(graded: Grade, kind: str) -> str:
    """Return the better move, or that it was the only one, or ""."""
    if graded.mark is Mark.KEPT:
        return tr("It was the only move.") if graded.only else ""
    best = graded.best
    if graded.mark is Mark.SLOWER:
        return tr("{move} was quicker: {now}.", move=localize(best.notation), now=_now(best, kind))
    if best.wdl == 0:
        return tr("{move} held the draw.", move=localize(best.notation))
    return tr("{move} kept the win.", move=localize(best.notation))


def short_grade(graded: Grade) -> str:
    """Return a grade in a word or two, for a list."""
    if graded.mark is Mark.THROWN:
        return tr("thrown away")
    if graded.mark is Mark.SLOWER:
        return count(graded.lost, "{n} ply slower", "{n} plies slower")
    return tr("only move") if graded.only else tr("kept")


def _now(option: Option, kind: str) -> str:
    """Return the state after a move, from the view of the player who made it."""
    if option.wdl == 0:
        return tr("now a draw")
    if option.wdl < 0:
        left = None if option.plies is None else option.plies // 2
        return tr("now lost") if left is None else _lost_in(left, kind)
    if option.plies is None:
        return tr("still won")
    left = option.plies // 2
    if kind == "morris":
        return tr("won") if left == 0 else tr("win in {n}", n=left)
    return tr("checkmate") if left == 0 else tr("mate in {n}", n=left)


def _lost_in(moves: int, kind: str) -> str:
    if kind == "morris":
        return tr("now lost in {n}", n=moves)
    return tr("now lost, mated in {n}", n=moves)


# --- hints ----------------------------------------------------------------------------------------

HINTS = 3


def _hint(exam: Exam, step: int) -> str:
    """Return the hint of a step: what is at stake, which piece, which move."""
    if step == 1:
        return _stake(exam)
    best = exam.options[0]
    if step == 2:
        return which_man(game(game_of(exam.fen)), exam.fen, best.text)
    others = len(exam.best) - 1
    said = best_move(best.notation)
    if others:
        said += " " + count(others, "{n} other is as good.", "{n} others are as good.")
    return said


def _stake(exam: Exam) -> str:
    keeping, every = len(exam.keeping), len(exam.options)
    share = tr("{n} of {every} moves keep it.", n=keeping, every=every)
    if keeping == 1:
        share = tr("Only one of {every} moves keeps it.", every=every)
    return f"{_stake_alone(exam)} {share}"


def _stake_alone(exam: Exam) -> str:
    if exam.wdl == 0:
        return tr("The draw is at stake.")
    if exam.plies is None:
        return tr("The win is at stake.")
    moves = (exam.plies + 1) // 2
    plies = count(exam.plies, "{n} ply", "{n} plies")
    if game_of(exam.fen) == "morris":
        return tr("You win in {n} ({plies}).", n=moves, plies=plies)
    return tr("You mate in {n} ({plies}).", n=moves, plies=plies)


# --- the end --------------------------------------------------------------------------------------


def _end(result: DrillResult) -> str:
    """Return a headline for the end of a drill: `Won in 14 moves`."""
    moves = len(result.moves)
    if result.end is End.WON:
        return count(moves, "Won in {n} move", "Won in {n} moves")
    if result.end is End.HELD:
        return count(moves, "Held for {n} move", "Held for {n} moves")
    return tr(_ENDS[result.end])


def _summary(result: DrillResult) -> str:
    """Return the numbers of kept, slower and thrown-away moves, and the accuracy."""
    if not result.moves:
        return tr("No move was graded.")
    kept, slower = result.count(Mark.KEPT), result.count(Mark.SLOWER)
    parts = [tr("{n} kept", n=kept)]
    if slower:
        lost = count(result.lost, "{n} ply lost", "{n} plies lost")
        parts.append(tr("{n} slower ({lost})", n=slower, lost=lost))
    if thrown := result.count(Mark.THROWN):
        parts.append(tr("{n} thrown away", n=thrown))
    if result.hints:
        parts.append(count(result.hints, "{n} hint", "{n} hints"))
    if result.unveiled:
        parts.append(tr("verdict revealed"))
    parts.append(tr("accuracy {share}", share=percent(result.accuracy)))
    return " · ".join(parts)


def percent(share: float | None) -> str:
    """Return a share from 0 to 1 in percent, or a dash for None."""
    return "–" if share is None else tr("{n} %", n=number(100 * share))


def _when(repetition: Repetition, now: datetime) -> str:
    """Return when a position is repeated: `in 10 minutes`, `tomorrow`, `in 4 days`."""
    left = repetition.due - now
    if left.total_seconds() <= 60:
        return tr("now")
    if left.days < 1 and left.total_seconds() < 12 * 3600:
        minutes = max(1, round(left.total_seconds() / 60))
        if minutes < 90:
            return count(minutes, "in {n} minute", "in {n} minutes")
        return count(round(minutes / 60), "in {n} hour", "in {n} hours")
    days = max(1, round(left.total_seconds() / 86400))
    return count(days, "in {n} day", "in {n} days")


# --- the page ------------------------------------------------------------------------------------


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
        _goal(drill),
        _about(drill),
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
    more = better(last.grade, drill.spec.game)
    return replace(shown, told=_graded(drill, last), more=more, mood=_MOODS[last.grade.mark])


def ended(drill: Drill, result: DrillResult, again: str, on_board: bool, showing: bool) -> Shown:
    """Return the contents after the end of the drill.

    `again` says when it is repeated, `on_board` whether its game is still on the board, `showing`
    whether the best line is being played.
    """
    more = [_summary(result)]
    headline = _end(result)
    last = drill.moves[-1] if drill.moves else None
    if last is not None and last.grade.mark is Mark.THROWN and result.end is not End.OUT_OF_TIME:
        more.insert(0, better(last.grade, drill.spec.game))
        headline = _graded(drill, last)
    if again:
        more.append(again)
    return Shown(
        _goal(drill),
        _about(drill),
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
    return "" if coming is None else tr("It will be repeated {when}.", when=_when(coming, now))


def added(fresh: int, known: int) -> str:
    """Return how many positions of games became drills, and how many were drills already."""
    if not fresh:
        return tr("These positions are among your drills already.")
    text = count(
        fresh,
        "{n} position was added to your drills and is due now.",
        "{n} positions were added to your drills and are due now.",
    )
    more = count(known, "{n} more was there already.", "{n} more were there already.")
    return f"{text} {more}" if known else text


def _graded(drill: Drill, move: GradedMove) -> str:
    effect = grade(move.grade, drill.spec.game, drill.spec.goal is Goal.HOLD)
    return f"{SIGNS[move.grade.mark]} {localize(move.grade.played.notation)}  {effect}"


def _hints(drill: Drill, exam: Exam | None) -> str:
    if exam is None:
        return ""
    steps = drill.hints.get(exam.fen, 0)
    return "\n".join(_hint(exam, step) for step in range(1, steps + 1))
