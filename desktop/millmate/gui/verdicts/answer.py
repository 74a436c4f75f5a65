"""What is known of a position, the same for both games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from millmate.games.outcome import Outcome
from millmate.gui.errors.sentences import capital
from millmate.language import count, tr

if TYPE_CHECKING:  # this imports numpy, time that belongs into the oracle's thread
    from millmate.tablebase.plan import Plan
    from millmate.tablebase.rule50 import Rule50Move


@dataclass(frozen=True, slots=True)
class MoveWorth:
    """A legal move, for programs and people, and what it is worth to the side that plays it.

    `wdl` is None where no table covers the position; `hint` says the words at length; `others` is
    what the tables of other programs say, one text for each of `Answer.kinds`.
    """

    text: str
    notation: str
    words: str = ""
    wdl: int | None = None
    hint: str = ""
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Metric:
    """What a column of figures counts: its name, and what that means, with the unit.

    `short` is a name for a narrow column, "" where the name is short.
    """

    name: str
    meaning: str
    short: str = ""


def worth(move: Rule50Move, text: str, notation: str) -> MoveWorth:
    """Return a judged move; `text` and `notation` are for programs and people.

    One that the fifty-move rule leaves open is among those that it would be without the rule.
    """
    verdict, wdl = move.verdict, move.category.wdl
    hint = words = move.of_move()
    if move.in_time and verdict.plies is not None:
        plies = count(verdict.plies, "{n} ply", "{n} plies")
        hint = tr("{words}: {plies}, this move counted", words=words, plies=plies)
    elif not move.in_time:
        timeless = verdict.of_move()
        hint = tr("{words}; {other} without the fifty-move rule", words=words, other=timeless)
    wdl = verdict.wdl if wdl is None else wdl
    return MoveWorth(text, notation, words, wdl, hint)


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of `fen`, in words.

    `open` says that the fifty-move rule may make a draw of it, `unsettled` that this is so of a
    move, and more may be found out;
    `covered` says that a table gave the verdict, `over` that the game has ended on the board;
    `plan` is what must be built where a table is missing but can be had; `others` is what the
    tables of other programs say, a line for each kind; `metric` is ours, `kinds` are those of the
    others that know what moves are worth.
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
    """Return what is to be said of a position with this fault."""
    return Answer(fen, "", capital(fault), tr("This position cannot be played."))


def ended(fen: str, material: str, outcome: Outcome) -> Answer:
    """Return what is to be said of a position in which the game has ended."""
    headline = capital(outcome.words)
    return Answer(fen, material, headline, tr("The game has ended on the board."), over=True)
