"""What the graph shows of a game: a point for every position, with its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from millmate.gui.score.layout import numbered
from millmate.language import count, tr
from millmate.play.game_review import ReviewedPosition
from millmate.play.trainer.exam import Mark
from millmate.records.notes import Notes
from millmate.records.tree import Node

_NEAR = 20.0  # plies from the end at which half of a win's room is used
_PAWN = 400.0  # hundredths of a pawn that make ten to one of the odds


@dataclass(frozen=True, slots=True)
class Point:
    """A position: the part of a point that White may hope for, 0 to 1, and all of it in words.

    `share` is None where nothing is known; it is `exact` where a table says so. Of a win more than
    three quarters are sure, the nearer the mate the more: what is lost on the way is seen.
    """

    share: float | None
    exact: bool
    mark: Mark | None
    words: str


def points(
    way: Sequence[Node],
    root: Node,
    first_ply: int,
    stations: Mapping[str, ReviewedPosition],
    scores: Mapping[str, float],
) -> tuple[Point, ...]:
    """Return the points of a line of moves from `root`.

    `stations` tell by position what tables say, `scores` what an engine has found: White's part.
    """
    found = [_point(root, tr("Start position"), stations, scores)]
    for at, node in enumerate(way):
        found.append(_point(node, numbered(node, first_ply + at), stations, scores))
    return tuple(found)


def _point(
    node: Node, name: str, stations: Mapping[str, ReviewedPosition], scores: Mapping[str, float]
) -> Point:
    station = stations.get(node.fen)
    if station is not None and station.ruled is not None:
        said = station.ruled.of_position(station.turn)
        effect = effect_words(station)
        words = f"{name}: {effect}\n{said}" if effect else f"{name}\n{said}"
        return Point(share_of(station), True, station.mark, words)
    score = scores.get(node.fen, _noted(node.notes))
    if score is None:
        return Point(None, False, None, tr("{move}\nNo table covers this position", move=name))
    percent = round(100 * score)
    said = tr("By an engine: White can expect {percent} % of the point", percent=percent)
    return Point(score, False, None, f"{name}\n{said}")


def share_of(station: ReviewedPosition) -> float:
    """Return the part of a point that White has by the tables, a near win more than a far one."""
    found, value = station.ruled, station.value
    assert found is not None
    if value is None:  # a win, or a draw by the fifty-move rule
        return 0.5 + 0.25 * found.verdict.wdl * (1 if station.turn else -1)
    plies = found.verdict.plies if found.in_time else None
    sure = 1.0 if plies is None else 0.5 + 0.5 * _NEAR / (_NEAR + plies)
    return 0.5 + 0.5 * value * sure


def effect_words(station: ReviewedPosition) -> str:
    """Return what the move did, "" if it kept the result and lost no time."""
    if station.mark is Mark.THROWN:
        return _thrown(station)
    if station.mark is not Mark.SLOWER:
        return ""
    if station.before > 0:
        return count(station.lost, "{n} ply slower than best", "{n} plies slower than best")
    return count(
        station.lost,
        "loses {n} ply sooner than necessary",
        "loses {n} plies sooner than necessary",
    )


def _thrown(station: ReviewedPosition) -> str:
    if station.before == 0:
        return tr("threw the draw away: loss")
    if station.after == 0:
        return tr("threw the win away: draw")
    return tr("threw the win away: loss")


def _noted(notes: Notes) -> float | None:
    """Return White's part by the evaluation that stands in a PGN comment, in pawns or as `#3`."""
    text = (notes.command("eval") or "").partition(",")[0].strip()
    if text.startswith("#"):
        return 0.0 if text.startswith("#-") else 1.0
    try:
        pawns = float(text)
    except ValueError:
        return None
    return float(1 / (1 + 10 ** (-max(-50.0, min(pawns, 50.0)) * 100 / _PAWN)))
