"""What the review of endings does in threads of its own."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from millmate.errors import InputError
from millmate.gui.boards.preview import Replayed, replay
from millmate.gui.features.findings.endings.sources import chosen_in
from millmate.language import tr

if TYPE_CHECKING:
    from millmate.play.endgame_review.half_points import HalfPoint
    from millmate.play.endgame_review.review import Review
    from millmate.play.endgame_review.review_process import Order


def reviewed(
    order: Order,
    numbers: array[int] | None,
    progress: Callable[[object], None],
    stopped: Callable[[], bool],
) -> Review:
    from millmate.play.endgame_review.review_process import review_apart

    if numbers is not None:
        chosen = chosen_in(order.places[0], numbers)
        order = replace(order, places=tuple(sorted(chosen)), chosen=chosen)
    return review_apart(order, progress, stopped)


def game_of(point: HalfPoint) -> Replayed:
    """Return the game of a half point, played through.

    Raises:
        InputError: It is not what it was when it was reviewed, or cannot be played to its end.
    """
    from millmate.play.endgame_review.endings import content_of

    game = replay(content_of(point.game))
    at = min(point.ply, len(game.positions) - 1)
    if game.positions[at].fen.split()[:2] != point.fen.split()[:2]:
        raise InputError(tr("{file} has changed since: review it again", file=point.game.path.name))
    return game


def write(kind: str, path: Path, shown: Review) -> None:
    from millmate.play.endgame_review import report

    report.write(kind, path, shown)
