"""The half points of a review in groups: by kind of mistake, ending, player or clock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from millmate.games.chess.piece_letters import localize
from millmate.gui.boards.player_strip import figures
from millmate.language import count, mark, tr
from millmate.play.endgame_review.half_points import HalfPoint, is_of
from millmate.play.endgame_review.report import by_kind, by_material, by_player
from millmate.tablebase.table_titles import title_and_code

GROUPINGS = {
    "kind": mark("kind of mistake"),
    "ending": mark("ending"),
    "player": mark("player"),
    "clock": mark("time left on the clock"),
}
# The least seconds of each group by the clock, and what it is called.
_CLOCKS = (
    (300.0, mark("5 minutes and more")),
    (60.0, mark("1 to 5 minutes")),
    (30.0, mark("30 seconds to 1 minute")),
    (10.0, mark("10 to 30 seconds")),
    (float("-inf"), mark("Less than 10 seconds")),
)
_MOST_KEEPING = 3  # moves that are named
_VALUES = {1: mark("win", "value"), 0: mark("draw", "value"), -1: mark("loss", "value")}


@dataclass(frozen=True, slots=True)
class Group:
    """Half points that have something in common."""

    title: str
    points: tuple[HalfPoint, ...]


def arranged(points: Iterable[HalfPoint], grouping: str, owner: str = "") -> list[Group]:
    """Return half points in groups, the largest first; by the clock, the least time first.

    Only those of the player `owner` count, unless that is "".
    """
    if owner:
        points = [point for point in points if is_of(point, owner)]
    if grouping == "clock":
        return _by_clock(points)
    found = {"kind": by_kind, "ending": by_material, "player": by_player}[grouping](points)
    return [Group(title, tuple(group)) for title, group in found]


def _by_clock(points: Iterable[HalfPoint]) -> list[Group]:
    groups: dict[str, list[HalfPoint]] = {text: [] for _, text in reversed(_CLOCKS)}
    unknown = mark("No clock in the game")
    groups[unknown] = []
    for point in points:
        seconds = point.seconds
        known = unknown
        if seconds is not None:
            known = next(text for least, text in _CLOCKS if seconds >= least)
        groups[known].append(point)
    return [Group(tr(text), tuple(group)) for text, group in groups.items() if group]


# A half point in words ----------------------------------------------------------------------------


def played(point: HalfPoint) -> str:
    """Return the move, or that the game was given up."""
    return localize(point.played).replace("...", "…") if point.move else tr("at the end")


def lost(point: HalfPoint) -> str:
    """Return what was thrown away, briefly: `win → draw`."""
    return f"{_value(point.before)} → {_value(point.after)}"


def _value(value: int) -> str:
    return tr(_VALUES[value], "value")


def kept(point: HalfPoint) -> str:
    """Return the moves that kept the result, the best first."""
    shown = ", ".join(map(localize, point.kept[:_MOST_KEEPING]))
    more = len(point.kept) - _MOST_KEEPING
    return f"{shown} +{more}" if more > 0 else shown


def difficulty(point: HalfPoint) -> str:
    """Return how hard it was, briefly: `1 of 12 · mate in 22`."""
    if not point.keeping:
        return ""
    among = tr("{n} of {all}", n=len(point.keeping), all=point.legal)
    return among if point.moves is None else f"{among} · {tr('mate in {n}', n=point.moves)}"


def players(point: HalfPoint) -> str:
    return f"{point.game.white or '?'} – {point.game.black or '?'}"


def clock(point: HalfPoint) -> str:
    """Return what the clock showed."""
    return "" if point.seconds is None else figures(point.seconds)


def source(point: HalfPoint) -> str:
    """Return where the game is: its event, date and file."""
    game = point.game
    place = tr("game {n} of {file}", n=game.number, file=game.path.name)
    return ", ".join(filter(None, (game.event, game.date, place)))


def whole(point: HalfPoint) -> str:
    """Return all that is known of a half point, in lines."""
    said = [f"{point.mistake} · {_title(str(point.material))}", f"{point.player}: {point.effect}"]
    if point.keeping:
        said.append(tr("Better: {moves}", moves=kept(point)))
        said.append(point.difficulty)
    if point.seconds is not None:
        said.append(tr("{time} on the clock", time=clock(point)))
    return "\n".join((*said, source(point)))


_title = lru_cache(maxsize=512)(title_and_code)


def samples(column: int) -> tuple[str, ...]:
    """Return the longest usual texts of a column but the last."""
    lost_ones = (f"{_value(a)} → {_value(b)}" for a, b in ((1, 0), (0, -1), (1, -1)))
    hard = f"{tr('{n} of {all}', n=10, all=28)} · {tr('mate in {n}', n=28)}"
    moves = tr("at the end"), "128… Kxe8+"
    return (moves, tuple(lost_ones), ("Kb6, Ka5, Rb5+ +10",), (hard,), ("0:00:00",))[column]


def amount(points: int) -> str:
    return count(points, "{n} half point", "{n} half points")
