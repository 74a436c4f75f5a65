"""The verdict on a position, the same for both games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from millmate.games.outcome import Outcome
from millmate.gui.errors.sentences import capital
from millmate.language import count, tr

if TYPE_CHECKING:  # numpy comes with it; only the probe thread should pay for the import
    from millmate.tablebase.plan import Plan
    from millmate.tablebase.rule50 import Rule50Move


@dataclass(frozen=True, slots=True)
class MoveWorth:
    """A legal move, in engine and display notation, with its value for the side that plays it.

    `wdl` is None where no table covers the position; `hint` is a longer text; `others` holds the
    verdicts of other programs' tables, one text for each of `Answer.kinds`; `moves` is the distance
    to the end in moves of the winner, None in a draw, where it is unknown, and where the fifty-move
    rule matters.
    """

    text: str
    notation: str
    words: str = ""
    wdl: int | None = None
    hint: str = ""
    others: tuple[str, ...] = ()
    moves: int | None = None


@dataclass(frozen=True, slots=True)
class Metric:
    """The unit of a column of figures: its name and an explanation.

    `short` is a name for narrow columns, or "" if the name is short enough.
    """

    name: str
    meaning: str
    short: str = ""


def worth(move: Rule50Move, text: str, notation: str) -> MoveWorth:
    """Return a judged move; `text` is its engine notation, `notation` its displayed form.

    A move whose result depends on the fifty-move rule is grouped as if there were no such rule.
    """
    verdict, wdl = move.verdict, move.category.wdl
    hint = words = move.of_move()
    if move.in_time and verdict.plies is not None:
        plies = count(verdict.plies, "{n} ply", "{n} plies")
        hint = tr("{words}: {plies}, this move counted", words=words, plies=plies)
    elif not move.in_time and wdl != 0:
        timeless = verdict.of_move()
        hint = tr("{words}; {other} without the fifty-move rule", words=words, other=timeless)
    wdl = verdict.wdl if wdl is None else wdl
    moves = verdict.moves if move.in_time else None
    return MoveWorth(text, notation, words, wdl, hint, moves=moves)


@dataclass(frozen=True, slots=True)
class Answer:
    """The verdict on `fen`, as texts.

    `open` means that the fifty-move rule may turn the result into a draw, `unsettled` that this
    is so for one of the moves, and that a longer lookup may decide it;
    `covered` means that a table gave the verdict, `over` that the game has ended on the board;
    `plan` lists the tables to build where one is missing but can be built; `others` holds the
    verdicts of other programs' tables, one line for each kind; `metric` is the metric of our own
    tables, `kinds` names the other tables that have values for moves.
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


def unplayable(fen: str, fault: str) -> Answer:
    return Answer(fen, "", capital(fault), tr("This position cannot be played."))


def ended(fen: str, material: str, outcome: Outcome) -> Answer:
    headline = capital(outcome.words)
    return Answer(fen, material, headline, tr("The game has ended on the board."), over=True)
