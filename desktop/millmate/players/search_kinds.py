"""The kinds of players that search, as used in specs: their names and options.

This module does not import any search, so that specs can be read without one.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from millmate.errors import InputError
from millmate.games.catalogue import kind_of
from millmate.language import mark, tr

# Options that limit a search; a player without any has the default limit of its kind.
LIMITS = ("depth", "seconds", "nodes")
DEEPEST = 100

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
    """A whole number from `low` to `high`; it replaces the `{}` in `wording`."""

    low: int
    high: int
    wording: str
    default: str = ""

    def read(self, text: str) -> str | None:
        sound = text.isascii() and text.isdigit() and len(text) < 12
        return str(int(text)) if sound and self.low <= int(text) <= self.high else None

    @property
    def wanted(self) -> str:
        return tr("a whole number from {low} to {high}", low=self.low, high=self.high)

    def text(self, value: str, translate: Translate = str) -> str:
        return translate(self.wording).format(value)


@dataclass(frozen=True, slots=True)
class Seconds:
    """Seconds, rounded to hundredths."""

    low: float
    high: float
    default: str = ""

    def read(self, text: str) -> str | None:
        whole, _, part = text.partition(".")
        digits = whole + part
        if not (digits.isascii() and digits.isdigit()) or len(digits) > 12:
            return None
        value = round(float(text), 2)
        return f"{value:.2f}".rstrip("0").rstrip(".") if self.low <= value <= self.high else None

    @property
    def wanted(self) -> str:
        low, high = f"{self.low:g}", f"{self.high:g}"
        return tr("seconds from {low} to {high}", low=low, high=high)

    def text(self, value: str, translate: Translate = str) -> str:
        return f"{value} s"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few values, each with its description; "" shows nothing."""

    wording: tuple[tuple[str, str], ...]
    default: str

    def read(self, text: str) -> str | None:
        return text.lower() if text.lower() in dict(self.wording) else None

    @property
    def wanted(self) -> str:
        return tr(" or ").join(dict(self.wording))

    def text(self, value: str, translate: Translate = str) -> str:
        said = dict(self.wording)[value]
        return translate(said) if said else ""


@dataclass(frozen=True, slots=True)
class Weights:
    """Numbers separated by slashes, `3/3/2/1`; `most` maps their count to the largest allowed."""

    most: Mapping[int, int]
    what: str
    default: str = ""

    def read(self, text: str) -> str | None:
        numbers = [number.strip() for number in text.split("/")]
        most = self.most.get(len(numbers), -1)
        sound = all(n.isascii() and n.isdigit() and len(n) < 9 and int(n) <= most for n in numbers)
        return "/".join(str(int(n)) for n in numbers) if sound else None

    @property
    def wanted(self) -> str:
        return tr(self.what)

    def text(self, value: str, translate: Translate = str) -> str:
        return translate(mark("weights {}")).format(value)


@dataclass(frozen=True, slots=True)
class PlayerKind:
    """A kind of player: its name and its options, and its maximum search depth in plies.

    `limit` is the option, with its value, that is set if none of `LIMITS` is.
    """

    name: str
    options: Mapping[str, Option] = field(default_factory=dict)
    limit: tuple[str, str] | None = None
    deepest: int = 0


MOVE_SECONDS = Seconds(0.01, 3600)
_MEMO = OneOf((("yes", mark("with memo")), ("no", mark("without memo"))), "yes")
_CHOICE = OneOf((("random", ""), ("first", mark("the first of equals"))), "random")
_WEIGHTS = Weights(
    # By their count: four for morris, five for chess. No sum is near the score of a mate.
    {4: 99, 5: 9999},
    mark(
        "four numbers up to 99 for morris (a stone, one in hand, a mill, a chance) or five "
        "up to 9999 for chess (pawn, knight, bishop, rook, queen) with strokes between"
    ),
)


def _generation(name: str, deepest: int, limit: tuple[str, str], **others: Option) -> PlayerKind:
    options: dict[str, Option] = {
        "depth": WholeNumber(1, deepest, mark("depth {}")),
        "seconds": MOVE_SECONDS,
        "nodes": WholeNumber(1, 10**9, mark("{} nodes")),
        **others,
        "choice": _CHOICE,
        "weights": _WEIGHTS,
    }
    return PlayerKind(name, options, limit, deepest)


SEARCH_KINDS = {
    "minimax": _generation(mark("Minimax"), 6, ("depth", "3")),
    "incremental": _generation(mark("Incremental minimax"), 6, ("depth", "3")),
    "memo": _generation(mark("Minimax with memo"), 8, ("depth", "3")),
    "alphabeta": _generation(mark("Alpha-beta"), 12, ("depth", "4"), memo=_MEMO),
    "iterative": _generation(mark("Iterative deepening"), DEEPEST, ("seconds", "1")),
}


class WeightsError(InputError):
    """Weights of one game were given to a player of the other."""


_WEIGHTS_OF = {
    "morris": (
        4,
        mark(
            "weights {weights} are not valid for morris: give four, for a stone, a stone in "
            "hand, a mill and a chance of one, such as weights=3/3/2/1"
        ),
    ),
    "chess": (
        5,
        mark(
            "weights {weights} are not valid for chess: give five, for pawn, knight, bishop, "
            "rook and queen, such as weights=100/320/330/500/900"
        ),
    ),
}


def check_weights(weights: str, game: str) -> None:
    """Raise `WeightsError` unless `weights` has the right count for `game`; "" is the default."""
    count, message = _WEIGHTS_OF[kind_of(game)]
    if weights and len(weights.split("/")) != count:
        raise WeightsError(tr(message, weights=weights))
