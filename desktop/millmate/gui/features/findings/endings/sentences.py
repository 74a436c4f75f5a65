"""What the page says of a review, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from millmate.errors import InputError
from millmate.gui.kit.errors import error_sentence
from millmate.language import count, tr

if TYPE_CHECKING:
    from millmate.play.endgame_review.review import Review


def summary_of(found: Review, player: str, stopped: bool) -> tuple[str, bool]:
    """Return what was found in a sentence or two, and whether it is a fault of what was asked."""
    from millmate.play.endgame_review import report

    if not found.games and not found.half_points:
        return (tr("Stopped before any game was read.") if stopped else _no_games(found)), True
    if found.games == len(found.unread) == 1 and not found.endings:
        return _reason(found), True
    if player and not found.wanted and not stopped:
        nobody = report.nobody(found, player)
        look = tr("See how the name is written on the page of the games.")
        return nobody if found.similar else f"{nobody} {look}", True
    said = [report.summary(found)]
    if stopped:
        said.insert(0, tr("Stopped: the games after these were not read."))
    return " ".join(said), False


def _no_games(found: Review) -> str:
    return _reason(found) if found.unread else tr("There are no games in these files.")


def _reason(found: Review) -> str:
    return error_sentence(InputError(found.unread[0].reason))


def lack(found: Review) -> str:
    """Return how many positions have no table."""
    endings = count(len(found.missing), "{n} ending", "{n} endings", "genitive")
    return count(
        sum(found.missing.values()),
        "{n} position of {endings} has no table.",
        "{n} positions of {endings} have no table.",
        endings=endings,
    )
