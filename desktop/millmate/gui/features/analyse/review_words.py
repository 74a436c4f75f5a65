"""Texts about the review of a game: accuracy, mistakes, and what can be trained."""

from __future__ import annotations

from millmate.formatting import duration, side_name
from millmate.games.chess.piece_letters import localize
from millmate.gui.features.analyse.score import layout
from millmate.language import count, mark, number, tr
from millmate.play.move_review import GameReview, ReviewedMove

EXPLANATION = mark(
    "The mean accuracy of a side's moves, by the formulas of lichess.org/page/accuracy: how much "
    "of the point that the side could expect a move gives away. Where a table covers the position "
    "it is exact: a move that keeps the result gives nothing away, however long it takes."
)
_FAULTLESS = 99.95
_GRADES = (
    (_FAULTLESS, mark("without a fault")),
    (97.0, mark("very accurate")),
    (90.0, mark("accurate")),
    (80.0, mark("inaccurate")),
    (0.0, mark("very inaccurate")),
)


def brief(review: GameReview) -> str:
    """Return the accuracy of both sides, and how many mistakes there are, in a few words."""
    sides = [
        f"{side_name(side)} {_percent(accuracy)} %"
        for side in (True, False)
        if (accuracy := review.accuracy(side)) is not None
    ]
    bad = len(review.bad_moves)
    mistakes = count(bad, "{n} mistake", "{n} mistakes") if bad else tr("no mistake")
    return ", ".join((*sides, mistakes))


def effect_words(move: ReviewedMove) -> str:
    """Return what a bad move did, or what its sign means if no more is known."""
    return move.words or layout.words((int(move.sign),))


def summary(review: GameReview) -> str:
    """Return how accurately both sides played, a line for each."""
    return "\n".join(filter(None, (_of_side(review, side) for side in (True, False))))


def _of_side(review: GameReview, side: bool) -> str:
    accuracy = review.accuracy(side)
    if accuracy is None:
        return ""
    words = tr(next(words for least, words in _GRADES if accuracy >= least))
    text = tr(
        "{side}: {percent} %, {words}",
        side=side_name(side),
        percent=_percent(accuracy),
        words=words,
    )
    thrown = review.half_points(side)
    if not thrown:
        return text
    points = count(thrown, "{n} half point thrown away", "{n} half points thrown away")
    return f"{text}; {points}"


def _percent(accuracy: float) -> str:
    """Return an accuracy; that of a side with a fault is never rounded to 100."""
    return number(accuracy if accuracy > _FAULTLESS else min(accuracy, 99.0))


def move_words(move: ReviewedMove, first_ply: int) -> str:
    """Return a move with its number and sign: `34. Ke5??`."""
    at = first_ply + move.number
    dots = "…" if at % 2 else "."
    return f"{at // 2 + 1}{dots} {localize(move.ply.notation)}{layout.symbols((int(move.sign),))}"


def progress_words(done: int, positions: int, seconds_left: float | None) -> str:
    """Return how far an analysis is, and how long it takes yet if that is known."""
    text = tr("{done} of {all}", done=number(done), all=number(positions))
    if seconds_left is None:
        return text
    return f"{text} · {tr('{time} left', time=duration(seconds_left))}"


def lack_words(review: GameReview) -> str:
    """Return what has not been analysed yet, "" if all has."""
    known, positions = len(review.evaluations), len(review.plies) + 1
    if not known and review.moves:
        return tr(
            "The file holds the signs, but not what the positions are worth: for the accuracy the "
            "game has to be analysed anew."
        )
    if review.complete:
        return ""
    return count(
        positions,
        "{done} of {n} position has been analysed.",
        "{done} of {n} positions have been analysed.",
        done=number(known),
    )


def training_words(mistakes: int, trainable: int) -> str:
    """Return which of the mistakes of the user can become drills, "" if all can."""
    if trainable == mistakes:
        return ""
    if not trainable:
        return tr("None of these can become a drill: that needs a table that knows the result.")
    return count(
        trainable,
        "{n} of them can become a drill: there a table knows the result.",
        "{n} of them can become drills: there a table knows the result.",
    )
