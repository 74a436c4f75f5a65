"""The options of players: parsing, and descriptions for people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from millmate.language import mark, tr

Translate = Callable[[str], str]


class Option(Protocol):
    """An option, whose values are strings."""

    @property
    def default(self) -> str:
        """The default value, "" for none."""

    def read(self, text: str) -> str | None:
        """Return the canonical spelling of the value in `text`, None if it is invalid."""

    @property
    def wanted(self) -> str:
        """The allowed values, such as `a whole number from 1 to 6`."""

    def text(self, value: str, translate: Translate = str) -> str:
        """Return the text for the value in a player's name, such as `depth 3`.

        `translate` applies to names shown to people; names stored as data stay in English.
        """


@dataclass(frozen=True, slots=True)
class WholeNumber:
    """A whole number from `low` to `high`; it replaces the `{}` in `said`."""

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

    def text(self, value: str, translate: Translate = str) -> str:
        """See `Option.text`."""
        return translate(self.said).format(value)


@dataclass(frozen=True, slots=True)
class Seconds:
    """Seconds, rounded to hundredths."""

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

    def text(self, value: str, translate: Translate = str) -> str:
        """See `Option.text`."""
        return f"{value} s"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few values, each with its description; "" shows nothing."""

    said: tuple[tuple[str, str], ...]
    default: str

    def read(self, text: str) -> str | None:
        """See `Option.read`."""
        return text.lower() if text.lower() in dict(self.said) else None

    @property
    def wanted(self) -> str:
        """See `Option.wanted`."""
        return tr(" or ").join(dict(self.said))

    def text(self, value: str, translate: Translate = str) -> str:
        """See `Option.text`."""
        said = dict(self.said)[value]
        return translate(said) if said else ""


@dataclass(frozen=True, slots=True)
class Weights:
    """Numbers separated by slashes, `3/3/2/1`; `most` maps their count to the largest allowed."""

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

    def text(self, value: str, translate: Translate = str) -> str:
        """See `Option.text`."""
        return translate(mark("weights {}")).format(value)
