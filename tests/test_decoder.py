"""Values from files have the expected types, or are not used."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any

import pytest

from millmate.decoder import (
    Among,
    Between,
    Care,
    DecodeError,
    Reads,
    decode,
    decode_text,
    encode,
)


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
    day: datetime = datetime(2026, 3, 4, tzinfo=UTC)
    size: Annotated[int, Between(1, 9)] | None = None
    letter: Annotated[str, Among(("a", "b"))] = "a"
    ratio: Annotated[Fraction, Reads(str, Fraction)] = Fraction(1)
    digits: frozenset[int] = field(default=frozenset(), metadata={"tests": (bool,)})


SOUND: dict[str, Any] = {
    "number": 3,
    "flag": None,
    "parts": [{"name": "a"}, {"name": "b", "share": 1}],
    "pair": [1, "x"],
    "colour": "red",
    "words": ["a"],
    "shares": {"a": 2},
    "part": {"name": "c"},
    "day": "2026-03-04T05:06:07+00:00",
    "size": 9,
    "letter": "b",
    "ratio": "2/3",
    "digits": [1, 2],
}


def test_what_fits_is_taken() -> None:
    parts = (Part("a"), Part("b", 1.0))
    whole = decode(Whole, SOUND)
    assert whole == Whole(
        3, None, parts, (1, "x"), Colour.RED, ["a"], {"a": 2.0}, Part("c"),
        datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC), 9, "b", Fraction(2, 3), frozenset({1, 2}),
    )  # fmt: skip
    assert type(whole.parts[1].share) is float


def test_what_is_encoded_is_decoded() -> None:
    whole = decode(Whole, {name: SOUND[name] for name in SOUND if name not in ("ratio", "digits")})
    kept = {n: v for n, v in encode(whole).items() if n not in ("ratio", "digits")}
    assert decode_text(Whole, json.dumps(kept)) == whole


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("number", "3"), ("number", True), ("number", 2**63), ("number", 3.0), ("number", None),
        ("flag", 1), ("flag", "true"), ("parts", {}), ("parts", [1]), ("parts", [{"share": 1}]),
        ("parts", [{"name": "a", "other": 1}]), ("parts", [{"name": "a", "share": float("nan")}]),
        ("pair", [1]), ("pair", [1, "x", 2]), ("pair", ["x", 1]), ("colour", "blue"), ("colour",
        []),
        ("words", "a"), ("words", [1]), ("words", ["\ud800"]), ("shares", {"a": "b"}), ("part", []),
        ("shares", [1]), ("other", 1), ("number", [3]), ("flag", 0), ("pair", "1x"),
        ("day", "2026-03-04"), ("day", "2026-03-04T05:06:07+01:00"), ("day", 3), ("day", "soon"),
        ("size", 0), ("size", 10), ("size", True), ("size", "3"), ("letter", "c"), ("letter", 1),
        ("ratio", "x"), ("ratio", 1), ("digits", []), ("digits", ["1"]), ("digits", {}),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(name, value):
    with pytest.raises(DecodeError):
        decode(Whole, SOUND | {name: value})


def test_what_is_missing_is_refused() -> None:
    with pytest.raises(DecodeError, match="number"):
        decode(Whole, {name: value for name, value in SOUND.items() if name != "number"})
    with pytest.raises(DecodeError):
        decode(Whole, [SOUND])


@pytest.mark.parametrize("text", ["", "[", "[" * 100_000, b"\xff", '"\\ud800"', "NaN", "7"])
def test_what_is_no_json_is_refused(text: str | bytes) -> None:
    with pytest.raises(DecodeError):
        decode_text(str, text)


@pytest.mark.parametrize(
    ("changed", "path", "why", "allowed"),
    [
        ({"parts": [{"name": "a"}, {"name": 7}]}, ("parts", 1, "name"), "wrong", str),
        ({"parts": [{"name": "a", "x": 7}]}, ("parts", 0), "unknown", ("name", "share")),
        ({"parts": [{}]}, ("parts", 0), "missing", ("name", "share")),
        ({"shares": {"a": "b"}}, ("shares", "a"), "wrong", float),
        ({"size": 10}, ("size",), "wrong", Between(1, 9)),
        ({"letter": "c"}, ("letter",), "wrong", Among(("a", "b"))),
        ({"colour": "blue"}, ("colour",), "wrong", Among(("red",))),
        ({"ratio": "x"}, ("ratio",), "wrong", Fraction),
    ],
)
def test_an_error_says_where_and_what_is_allowed(
    changed: dict[str, Any], path: tuple[str | int, ...], why: str, allowed: object
) -> None:
    with pytest.raises(DecodeError) as caught:
        decode(Whole, SOUND | changed)
    assert (caught.value.path, caught.value.why) == (path, why)
    assert caught.value.allowed == allowed


def test_unknown_names_can_be_ignored_at_any_depth() -> None:
    later = SOUND | {"other": 1, "part": {"name": "c", "other": 1}}
    assert decode(Whole, later, Care.KNOWN) == decode(Whole, SOUND)
    with pytest.raises(DecodeError):
        decode(Whole, later | {"number": "3"}, Care.KNOWN)


def test_values_that_do_not_fit_can_be_left_out() -> None:
    mixed = {
        "other": 1, "size": 10, "letter": 3, "words": ["a", 1, "b"], "shares": {"a": 1, "b": "c"},
        "pair": [1, "x"], "part": [], "digits": [],
    }  # fmt: skip
    expected = replace(
        decode(Whole, {name: SOUND[name] for name in ("number", "flag", "parts", "pair")}),
        words=["a", "b"],
        shares={"a": 1.0},
    )
    assert decode(Whole, SOUND | mixed | {"day": "", "ratio": ""}, Care.GENTLE) == expected
    with pytest.raises(DecodeError):
        decode(Whole, SOUND | {"pair": [1, 2]}, Care.GENTLE)
