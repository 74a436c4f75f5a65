"""Values of positions and moves in tables, with the signs and units of python-chess."""

from dataclasses import dataclass, field, fields
from typing import Literal, NamedTuple

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.games.chess.material import Material
from millmate.games.morris.board import MorrisMove
from millmate.games.value import Value
from millmate.tablebase.metric import WITH_CURSED_WINS
from millmate.tablebase.rule50 import LONGEST

_FULLY_KNOWN = 5  # men up to which `WITH_CURSED_WINS` is complete


@dataclass(frozen=True, slots=True, repr=False)
class Probe:
    """The value of a position for the side to move, with best play by both and clock at zero.

    Attributes:
        wdl: 2 for a win, 0 for a draw, -2 for a loss; 1 for a cursed win and -1 for a blessed loss,
            which the fifty-move rule draws. These two need a table of distances to zeroing.
        dtm: Plies to mate, in morris to the end of the game: positive in a win, negative in a loss,
            0 in a draw and where the side to move has lost already (`wdl` tells them apart). None
            if no table counts them, such as those of morris while stones are placed. The
            fifty-move rule is ignored.
        dtz: Exact plies to mate or to the next capture or pawn move that keeps the result, with
            the sign of `wdl`; above 100 the fifty-move rule draws. 0 in a draw, and -1 where the
            side to move is mated, as in Syzygy tables. None without a table of distances to
            zeroing, and always in morris.
        rule50: Whether `wdl` is sure to hold under the fifty-move rule. It is False only for long
            wins and losses without a table of distances to zeroing.
        tables: Which kind of tables answered: "material", those of all positions of a material, or
            "position", those of a position that was solved (see `Tables.bounds`).
        at_most: Whether `dtm` is an upper bound only. It may be where solved positions answered;
            there 253 and more plies stand for any number.
    """

    wdl: int
    dtm: int | None
    dtz: int | None
    rule50: bool
    tables: Literal["material", "position"] = field(default="material", kw_only=True)
    at_most: bool = field(default=False, kw_only=True)

    def __repr__(self) -> str:
        """Return the call that creates it, without default values."""
        values = [(each.name, getattr(self, each.name), each.default) for each in fields(self)]
        told = [f"{name}={value!r}" for name, value, usual in values if value != usual]
        return f"{type(self).__name__}({', '.join(told)})"


@dataclass(frozen=True, slots=True, repr=False)
class MoveProbe(Probe):
    """A legal move and its value, as in `Probe`, for the side that plays it.

    Distances include the move: one that mates has `dtm` 1.
    """

    move: chess.Move | MorrisMove


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds of a position by solved positions, for the side to move: `Tables.bounds`.

    Attributes:
        least: The result that is certain, as `Probe.wdl`: 2 a win, 0 at least a draw, -2 nothing.
        most: The best possible result: 2 a win, where nothing is known; -2, it loses.
        dtm: Where it wins or loses, the plies to mate as in `Probe`, see `at_most`; otherwise None.
        at_most: Whether `dtm` is an upper bound only, as in `Probe`.
        text: The same in a sentence, such as "White at least draws".
    """

    least: int
    most: int
    dtm: int | None
    at_most: bool
    text: str


@dataclass(frozen=True, slots=True)
class MoveBounds(Bounds):
    """A legal move and its bounds, for the side that plays it, including the move."""

    move: chess.Move


class Probe50(NamedTuple):
    """The value of a position, or of a move, under the fifty-move rule at the position's clock.

    `wdl` is 2, 0 or -2 for the side to move, None where the rule may still draw. `dtm50` is the
    plies to mate with best play, negative in a loss and 0 in a draw; None where they are unknown.
    `move` is the move, whose plies include it; None for a position.
    """

    wdl: int | None
    dtm50: int | None
    move: chess.Move | MorrisMove | None = None

    @classmethod
    def of(cls, value: Value, move: chess.Move | MorrisMove | None = None) -> "Probe50":
        """Return the result of a value under the rule."""
        wdl, plies = value.final.wdl, value.plies_in_time
        mate = None if plies is None else value.wdl * plies
        return cls(None if wdl is None else 2 * wdl, 0 if wdl == 0 else mate, move)


class Values(NamedTuple):
    """The values of many positions of chess: `Tables.probe_array`.

    `wdl` (int8) is as in `Probe`, and `plies` (int16) is the `dtm` or the `dtz` there, as asked
    for. Illegal positions have zeros, like draws: they are not told apart.
    """

    wdl: NDArray[np.int8]
    plies: NDArray[np.int16]


def wdl_of(verdict: Value) -> int:
    """Return the five-valued result of a verdict, three-valued without distances to zeroing."""
    return verdict.wdl + verdict.assumed


def dtm_of(verdict: Value) -> int | None:
    if verdict.plies is None:
        return None if verdict.wdl else 0
    return verdict.wdl * verdict.plies


def dtz_of(verdict: Value) -> int:
    return verdict.wdl * max(verdict.zeroing or 0, 1)


def holds(verdict: Value, zeroing: Value | None, sure: bool) -> bool:
    """Return whether a result is sure under the fifty-move rule; `sure` is about its table."""
    if zeroing is not None or verdict.wdl == 0:
        return True
    if verdict.plies is not None and verdict.plies <= LONGEST:
        return True
    return sure


def sure_under_rule50(material: Material) -> bool:
    """Return whether no win of a material is known to be cursed, or may be."""
    return material.men <= _FULLY_KNOWN and str(material.canonical()) not in WITH_CURSED_WINS
