"""The verdict on a position, the same for both games, and how a result is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from millmate.formatting import plural, side_name
from millmate.games.morris.variants import NEVER
from millmate.games.outcome import Outcome
from millmate.games.value import FIFTY, Form, MoveValue, Result, Terms, Value, rule_name
from millmate.games.value import words as value_words
from millmate.gui.boards.geometry import square_around
from millmate.gui.boards.theme import draw_sign
from millmate.gui.kit import theme
from millmate.gui.kit.errors import capital
from millmate.language import count, mark_count, tr
from millmate.tablebase.table_titles import title_and_code

if TYPE_CHECKING:
    from millmate.tablebase.holding import Holding
    from millmate.tablebase.plan import Plan


# A win (1), a draw (0), a loss (-1), or bounds; None where nothing was asked.
Shown = int | Result | None


@dataclass(frozen=True, slots=True)
class MoveWorth:
    """A legal move, in engine and display notation, with its value for the side that plays it.

    `wdl` is None where no table covers the position; `hint` is a longer text; `others` holds the
    verdicts of other programs' tables, one text for each of `Answer.kinds`; `moves` is the distance
    to the end in moves of the winner, None in a draw, where it is unknown, and where the fifty-move
    rule matters; `drawn_by_rule` is whether that rule alone draws, or may draw; `at_most` means
    that fewer `moves` may do. `bound` is set where a table does not give the result; `replies` is
    how many of the opponent's hold a draw, `limit` how many moves the rule allows.
    """

    text: str
    notation: str
    words: str = ""
    wdl: int | None = None
    hint: str = ""
    others: tuple[str, ...] = ()
    moves: int | None = None
    drawn_by_rule: bool = False
    at_most: bool = False
    bound: Result | None = None
    replies: Holding | None = None
    limit: int = FIFTY

    @property
    def result(self) -> Shown:
        return self.wdl if self.bound is None else self.bound

    @property
    def figure(self) -> str:
        """The distance as shown in a list, `50` for the rule that draws, `2/14` for replies."""
        if self.drawn_by_rule:
            return f"{self.limit}" if self.wdl == 0 else f"{self.limit}?"
        if self.replies is not None:
            return f"{self.replies.holding}/{self.replies.replies}"
        if self.moves is None or self.wdl == 0:
            return ""
        return f"≤{self.moves}" if self.at_most else str(self.moves)


@dataclass(frozen=True, slots=True)
class Metric:
    """The unit of a column of figures: its name and an explanation.

    `short` is a name for narrow columns, or "" if the name is short enough.
    """

    name: str
    meaning: str
    short: str = ""


def worth(move: MoveValue, terms: Terms, text: str, notation: str) -> MoveWorth:
    """Return a judged move; `text` is its engine notation, `notation` its displayed form.

    A move whose result depends on the fifty-move rule is grouped as if there were no such rule.
    """
    value, wdl = move.value, move.value.final.wdl
    hint = words = value_words(value, terms, form=Form.MOVE)
    if value.in_time and value.exact and value.plies is not None:
        plies = count(value.plies, "{n} ply", "{n} plies")
        hint = tr("{words}: {plies}, this move counted", words=words, plies=plies)
    if value.timeless_plies is not None or (not value.in_time and wdl != 0):
        timeless = value_words(value.timeless, terms, form=Form.MOVE)
        rule = rule_name(value.limit)
        hint = tr("{words}; {other} without {rule}", words=hint, other=timeless, rule=rule)
    return MoveWorth(
        text,
        notation,
        words,
        value.assumed if value.decided else None,
        hint,
        moves=value.moves if value.in_time else None,
        drawn_by_rule=not value.in_time and wdl != value.wdl,
        at_most=not value.exact,
        bound=None if value.decided else value.final,
        limit=value.limit,
    )


def remark_on(table: str, best: Value, terms: Terms, turn: bool) -> str:
    """Return the details that a headline leaves out: table, plies, effect of the fifty-move rule.

    `turn` is the side to move.
    """
    rule, words = rule_name(best.limit), [tr("{table}, verified", table=table)]
    late = not best.in_time and best.final.wdl != best.wdl
    if best.in_time and best.plies and best.exact:
        words.append(plural(best.plies, "ply"))
    if late:
        said = value_words(best.timeless, terms, turn, Form.HEADLINE)
        words.append(tr("without {rule}: {verdict}", rule=rule, verdict=said))
    elif best.timeless_plies is not None:
        said = tr(terms.wins_in, n=best.timeless.moves)
        words.append(tr("without {rule}: {verdict}", rule=rule, verdict=said))
    elif not best.in_time:
        loser = side_name(turn == (best.wdl < 0))
        words.append(tr("{rule} does not save {loser}", rule=rule, loser=loser))
    elif best.plies and best.limit < NEVER // 2:
        words.append(tr("in time for {rule}", rule=rule))
    return " · ".join(words)


@dataclass(frozen=True, slots=True)
class Answer:
    """The verdict on `fen`, as texts.

    `open` means that the fifty-move rule may turn the result into a draw, `unsettled` that this
    is so for one of the moves, or that the distance is unknown: a longer lookup can find it;
    `covered` means that a table gave the verdict, `over` that the game has ended on the board;
    `plan` lists the tables to build where one is missing but can be built; `others` holds the
    verdicts of other programs' tables, one line for each kind; `metric` is the metric of our own
    tables, `kinds` names the other tables that have values for moves; `wdl` is the result for the
    side to move, None where it is unknown or open; `source` says where the table comes from.
    `hidden` means that this is a placeholder, and that the user may have the verdict shown;
    `solvable` that no whole table can cover the position, but tables of the positions reachable
    from it can. `solved` means that such tables gave the verdict: `bound` is set where they do not
    give the result, and `at_most` means that a win or loss may be faster than shown.
    """

    fen: str
    material: str
    headline: str
    remark: str = ""
    moves: tuple[MoveWorth, ...] = ()
    covered: bool = False
    over: bool = False
    plan: Plan[Any] | None = None
    others: tuple[str, ...] = ()
    metric: Metric | None = None
    kinds: tuple[Metric, ...] = ()
    open: bool = False
    unsettled: bool = False
    wdl: int | None = None
    source: str = ""
    hidden: bool = False
    solvable: bool = False
    solved: bool = False
    at_most: bool = False
    bound: Result | None = None

    @property
    def result(self) -> Shown:
        """The value of the position for the side to move, as far as it is known."""
        return self.wdl if self.bound is None else self.bound


def unplayable(fen: str, fault: str) -> Answer:
    return Answer(fen, "", tr("Not a legal position"), capital(fault))


def lacking(fen: str, table: str, moves: tuple[MoveWorth, ...], needed: Plan[Any]) -> Answer:
    """Return the answer for a position whose `table` can be built, with all that is `needed`."""
    return Answer(fen, table, tr("No table yet"), title_and_code(table), moves, plan=needed)


def ended(fen: str, material: str, outcome: Outcome) -> Answer:
    headline, turn = capital(outcome.words), fen.split()[1] == "w"
    wdl = 0 if outcome.winner is None else 1 if outcome.winner is turn else -1
    return Answer(
        fen, material, headline, tr("The game has ended on the board."), over=True, wdl=wdl
    )


# The results of moves, best first; None where no table has them.
ORDER: tuple[Shown, ...] = (
    1,
    Result.AT_LEAST_DRAW,
    0,
    Result.UNKNOWN,
    Result.AT_MOST_DRAW,
    -1,
    None,
)
_COUNTS: dict[Shown, tuple[str, str, str]] = {
    1: mark_count("{n} winning move", "{n} winning moves"),
    0: mark_count("{n} drawing move", "{n} drawing moves"),
    -1: mark_count("{n} losing move", "{n} losing moves"),
    None: mark_count("{n} legal move", "{n} legal moves"),
    Result.AT_LEAST_DRAW: mark_count("{n} move: at least a draw", "{n} moves: at least a draw"),
    Result.AT_MOST_DRAW: mark_count("{n} move: at most a draw", "{n} moves: at most a draw"),
    Result.UNKNOWN: mark_count("{n} move of unknown value", "{n} moves of unknown value"),
}
_SIGN = 0.56  # sides of a badge: the side of its sign


def count_words(result: Shown, number: int) -> str:
    """Return a number of moves with the same result: `12 winning moves`."""
    return count(number, *_COUNTS[result])


def shares(moves: Sequence[MoveWorth]) -> dict[Shown, int]:
    """Return how many moves have each result, best first, without results that none has."""
    found = Counter(move.result for move in moves)
    return {result: found[result] for result in ORDER if found[result]}


def shade(result: Shown) -> str:
    """Return the colour of a result for letters, lines and badges; bounds have that of draws."""
    scheme = theme.colours()
    if result == 1:
        return scheme.good
    return scheme.bad if result == -1 else scheme.muted


def sign_of(result: Shown) -> int | None:
    """Return the result whose sign stands for `result`, None for no sign.

    A bound has the sign of a draw, on an empty plate.
    """
    if isinstance(result, Result):
        return None if result is Result.UNKNOWN else 0
    return result


def draw_badge(painter: QPainter, rect: QRectF, result: Shown) -> None:
    """Draw a plate with the sign of a result, an empty one where it is not known for certain."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    corner = rect.width() * 0.28
    colour, sign = QColor(shade(result)), sign_of(result)
    sure = isinstance(result, int)
    if sure:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(rect, corner, corner)
    else:
        painter.setPen(QPen(colour, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), corner, corner)
    if sign is not None:
        place = square_around(rect.center(), rect.width() * _SIGN)
        draw_sign(painter, place, sign, theme.colours().base if sure else colour.name())
    painter.restore()
