"""What can be set about a player: how an option's text is read, and said to people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


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

    def words(self, value: str) -> str:
        """Return the value as it stands in a player's name: `depth 3`."""


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
        return f"a whole number from {self.low} to {self.high}"

    def words(self, value: str) -> str:
        """See `Option.words`."""
        return self.said.format(value)


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
        return f"seconds from {self.low:g} to {self.high:g}"

    def words(self, value: str) -> str:
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
        return " or ".join(dict(self.said))

    def words(self, value: str) -> str:
        """See `Option.words`."""
        return dict(self.said)[value]


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
        return self.what

    def words(self, value: str) -> str:
        """See `Option.words`."""
        return f"weights {value}"
