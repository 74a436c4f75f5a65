"""Values from files have the expected types, or are not used."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from enum import Enum
from typing import Any

import pytest

from millmate.json_decode import from_json


class Colour(Enum):
    RED = "red"


@dataclass(frozen=True)
class Part:
    name: str
    share: float = 0.5


@dataclass(frozen=True)
class Whole:
    number: int
    flag: bool | None
    parts: tuple[Part, ...]
    pair: tuple[int, str]
    colour: Colour = Colour.RED
    words: list[str] = field(default_factory=list)
    shares: dict[str, float] = field(default_factory=dict)
    part: Part | None = None


SOUND: dict[str, Any] = {
    "number": 3,
    "flag": None,
    "parts": [{"name": "a"}, {"name": "b", "share": 1}],
    "pair": [1, "x"],
    "colour": "red",
    "words": ["a"],
    "shares": {"a": 2},
    "part": {"name": "c"},
}


def test_what_fits_is_taken():
    parts = (Part("a"), Part("b", 1.0))
    whole = from_json(Whole, SOUND)
    assert whole == Whole(3, None, parts, (1, "x"), Colour.RED, ["a"], {"a": 2.0}, Part("c"))
    assert type(whole.parts[1].share) is float
    assert asdict(from_json(Part, asdict(Part("a")))) == asdict(Part("a"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("number", "3"), ("number", True), ("number", 2**63), ("number", 3.0), ("number", None),
        ("flag", 1), ("flag", "true"), ("parts", {}), ("parts", [1]), ("parts", [{"share": 1}]),
        ("parts", [{"name": "a", "other": 1}]), ("parts", [{"name": "a", "share": float("nan")}]),
        ("pair", [1]), ("pair", [1, "x", 2]), ("pair", ["x", 1]), ("colour", "blue"), ("colour",
        []),
        ("words", "a"), ("words", [1]), ("words", ["\ud800"]), ("shares", {"a": "b"}), ("part", []),
        ("shares", [1]), ("other", 1),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(name, value):
    with pytest.raises((TypeError, ValueError)):
        from_json(Whole, SOUND | {name: value})


def test_what_is_missing_is_refused():
    with pytest.raises(TypeError, match="number"):
        from_json(Whole, {name: value for name, value in SOUND.items() if name != "number"})
    with pytest.raises(TypeError):
        from_json(Whole, [SOUND])


def test_the_message_names_the_field() -> None:
    with pytest.raises(TypeError, match=r"^parts: name: '7' is no str"):
        from_json(Whole, SOUND | {"parts": [{"name": 7}]})
    with pytest.raises(ValueError, match=r"^number: a number is too large"):
        from_json(Whole, SOUND | {"number": 2**63})
