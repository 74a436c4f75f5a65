"""What can be set about a player: how an option's text is read, and said to people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from millmate.language import mark, tr

Say = Callable[[str], str]


class Option(Protocol):
    """One thing that can be set; values are kept as text."""

    @property
    def default(self) -> str:
        """The value of a player for whom none is given; "" for none at all."""

    def read(self, text: str) -> str | None:
        """Return the value that `text` writes, in its one spelling; None if it is none."""

    @property
    def wanted(self) -> str:
        """What has to be given: `a whole number from 1 to 6`."""

    def words(self, value: str, say: Say = str) -> str:
        """Return the value as it stands in a player's name: `depth 3`.

        `say` translates what is read by people; names that are data stay as they are.
        """


@dataclass(frozen=True, slots=True)
class WholeNumber:
    """A whole number from `low` to `high`; `{}` in `said` stands for it."""

    low: int
    high: int
    said: str
    default: str = ""

    def read(self, text: str) -> str | None:
        """See `Option.read`."""
        sound = text.isascii() and text.isdigit() and len(text) < 12
        return str(int(text)) if sound and self.low <= int(text) <= self.high else None

    @property
    def wanted(self) -> str:
        """See `Option.wanted`."""
        return tr("a whole number from {low} to {high}", low=self.low, high=self.high)

    def words(self, value: str, say: Say = str) -> str:
        """See `Option.words`."""
        return say(self.said).format(value)


@dataclass(frozen=True, slots=True)
class Seconds:
    """A time, to the hundredth."""

    low: float
    high: float
    default: str = ""

    def read(self, text: str) -> str | None:
        """See `Option.read`."""
        whole, _, part = text.partition(".")
        digits = whole + part
        if not (digits.isascii() and digits.isdigit()) or len(digits) > 12:
            return None
        value = round(float(text), 2)
        return f"{value:.2f}".rstrip("0").rstrip(".") if self.low <= value <= self.high else None

    @property
    def wanted(self) -> str:
        """See `Option.wanted`."""
        low, high = f"{self.low:g}", f"{self.high:g}"
        return tr("seconds from {low} to {high}", low=low, high=high)

    def words(self, value: str, say: Say = str) -> str:
        """See `Option.words`."""
        return f"{value} s"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words, each with how it is said; "" says nothing."""

    said: tuple[tuple[str, str], ...]
    default: str

    def read(self, text: str) -> str | None:
        """See `Option.read`."""
        return text.lower() if text.lower() in dict(self.said) else None

    @property
    def wanted(self) -> str:
        """See `Option.wanted`."""
        return tr(" or ").join(dict(self.said))

    def words(self, value: str, say: Say = str) -> str:
        """See `Option.words`."""
        said = dict(self.said)[value]
        return say(said) if said else ""


@dataclass(frozen=True, slots=True)
class Weights:
    """Numbers with strokes between, `3/3/2/1`; `most` is the largest by how many there are."""

    most: Mapping[int, int]
    what: str
    default: str = ""

    def read(self, text: str) -> str | None:
        """See `Option.read`."""
        numbers = [number.strip() for number in text.split("/")]
        most = self.most.get(len(numbers), -1)
        sound = all(n.isascii() and n.isdigit() and len(n) < 9 and int(n) <= most for n in numbers)
        return "/".join(str(int(n)) for n in numbers) if sound else None

    @property
    def wanted(self) -> str:
        """See `Option.wanted`."""
        return tr(self.what)

    def words(self, value: str, say: Say = str) -> str:
        """See `Option.words`."""
        return say(mark("weights {}")).format(value)
