"""Positions of any game: the error of invalid texts, and why some positions cannot be played."""

from collections.abc import Sequence
from dataclasses import dataclass

from millmate.errors import InputError
from millmate.language import tr


class PositionError(InputError):
    """A text is not a position, or its position cannot be played."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a position cannot be played: a sentence, and the squares or points to mark."""

    message: str
    places: tuple[int, ...] = ()


def refuse_unplayable(text: str, problems: Sequence[Problem]) -> None:
    """Raise `PositionError` with the first of the `problems` of the position in `text`, if any."""
    if problems:
        raise PositionError(
            tr("impossible position {text!r}: {why}", text=text.strip(), why=problems[0].message)
        )
