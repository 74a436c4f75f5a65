"""Inputs that are almost valid: sound ones with changes that an attacker might make."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

LARGEST = 100_000  # bytes of a mutated input: what is merely long is tested by itself
_BITS = [1 << bit for bit in range(8)]
_ODD_BYTES = (
    b"\0", b"\xff", b"\x80", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xf0\x9f\x92\xa9", b"\x1a", b"\r",
    b"\r\n", b"\n", b"\t", b"\x7f", b"\xc2\x85", b"\xe2\x80\xa8", b"\xd9\xa3", b"\xc2\xb2", b"\xbd",
    b'"', b"'", b"\\", b"\\u0000", b"\\ud800", b"{", b"}", b"[", b"]", b"(", b")", b"%", b";", b"#",
    b":", b",", b".", b"/", b"-", b"--5", b"+", b"=", b" ", b"  ", b"%s", b"{0}", b"{n}", b"$1",
    b"../", b"~", b"nan", b"inf", b"-inf", b"1e999", b"null", b"true", b"None",
)  # fmt: skip
_ODD_NUMBERS = (
    b"0", b"-0", b"-1", b"1", b"2", b"7", b"8", b"9", b"10", b"64", b"99", b"127", b"128", b"255",
    b"256", b"999", b"32767", b"65535", b"65536", b"2147483647", b"2147483648", b"4294967295",
    b"4294967296", b"9223372036854775807", b"9223372036854775808", b"18446744073709551615",
    b"1" + b"0" * 30, b"9" * 400, b"9" * 5000, b"0" * 30 + b"1", b"1.5", b"-1e-9", b"0x10", b"1_0",
)  # fmt: skip
_ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, -(2**63) - 1, 10**30, 1.5, -0.0, 1e308, float("inf"),
    float("nan"), "", "x", "0", "\0", "\ud800", "a" * 300, "../../x", "/dev/zero", "\n", "é", [],
    {},
    [[]], {"": None}, [0] * 50, [None], {"a": {"b": {}}}, [1, "a"],
)  # fmt: skip


def mutated(seeds: Sequence[bytes], words: Sequence[bytes], chance: random.Random) -> bytes:
    """Return one of `seeds` with one to a dozen changes; `words` are what the format knows."""
    data = bytearray(chance.choice(seeds))
    for _ in range(min(12, int(chance.expovariate(0.5)) + 1)):
        chance.choice(_CHANGES)(data, seeds, words, chance)
    return bytes(data[:LARGEST])


def mutated_json(value: Any, chance: random.Random) -> Any:
    """Return a JSON value with a few of its parts changed, gone, doubled, or of another kind."""
    for _ in range(min(6, int(chance.expovariate(0.7)) + 1)):
        value = _changed(value, chance)
    return value


def mutated_text(value: Any, chance: random.Random) -> bytes:
    """Return `mutated_json` as bytes, sometimes as no JSON can be."""
    text = json.dumps(mutated_json(value, chance), ensure_ascii=chance.random() < 0.5)
    content = text.encode("utf-8", errors="surrogatepass")
    if chance.random() < 0.2:
        return mutated([content], [], chance)
    return content


# Bytes --------------------------------------------------------------------------------------------

_Change = Callable[[bytearray, Sequence[bytes], Sequence[bytes], random.Random], None]


def _span(data: bytearray, chance: random.Random) -> slice:
    start = chance.randrange(len(data) + 1)
    return slice(start, start + min(len(data), int(chance.expovariate(0.05))))


def _flip(data: bytearray, seeds: Sequence[bytes], words: Sequence[bytes], chance: random.Random):
    if data:
        data[chance.randrange(len(data))] ^= chance.choice(_BITS)


def _set(data: bytearray, seeds: Sequence[bytes], words: Sequence[bytes], chance: random.Random):
    if data:
        data[chance.randrange(len(data))] = chance.randrange(256)


def _near_the_start(
    data: bytearray, seeds: Sequence[bytes], words: Sequence[bytes], chance: random.Random
):
    """Change a byte of the head, where binary files say what they are."""
    if data:
        at = min(len(data) - 1, int(chance.expovariate(0.03)))
        data[at] = chance.choice((0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)))


def _take(data: bytearray, seeds: Sequence[bytes], words: Sequence[bytes], chance: random.Random):
    del data[_span(data, chance)]


def _cut(data: bytearray, seeds: Sequence[bytes], words: Sequence[bytes], chance: random.Random):
    if chance.random() < 0.3:
        del data[chance.randrange(len(data) + 1) :]


def _odd(data: bytearray, seeds: Sequence[bytes], words: Sequence[bytes], chance: random.Random):
    at = chance.randrange(len(data) + 1)
    data[at:at] = chance.choice(_ODD_BYTES)


def _word(data: bytearray, seeds: Sequence[bytes], words: Sequence[bytes], chance: random.Random):
    at = _span(data, chance)
    put = chance.choice(words or _ODD_BYTES)
    data[at if chance.random() < 0.3 else slice(at.start, at.start)] = put


def _number(data: bytearray, seeds: Sequence[bytes], words: Sequence[bytes], chance: random.Random):
    """Put another number in place of one."""
    digits = [at for at, byte in enumerate(data) if 48 <= byte <= 57]
    if digits:
        start = end = chance.choice(digits)
        while end < len(data) and 48 <= data[end] <= 57:
            end += 1
        data[start:end] = chance.choice(_ODD_NUMBERS)


def _repeat(data: bytearray, seeds: Sequence[bytes], words: Sequence[bytes], chance: random.Random):
    part = data[_span(data, chance)]
    at = chance.randrange(len(data) + 1)
    data[at:at] = part * min(chance.choice((1, 2, 2, 3, 10, 100)), 1 + 20_000 // (len(part) + 1))


def _splice(data: bytearray, seeds: Sequence[bytes], words: Sequence[bytes], chance: random.Random):
    other = bytearray(chance.choice(seeds))
    at = chance.randrange(len(data) + 1)
    data[at : at + chance.choice((0, 10, 100))] = other[_span(other, chance)]


def _swap(data: bytearray, seeds: Sequence[bytes], words: Sequence[bytes], chance: random.Random):
    lines = data.split(b"\n")
    if len(lines) > 1:
        a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
        lines[a], lines[b] = lines[b], lines[a]
        data[:] = b"\n".join(lines)


def _drop(data: bytearray, seeds: Sequence[bytes], words: Sequence[bytes], chance: random.Random):
    lines = data.split(b"\n")
    del lines[chance.randrange(len(lines))]
    data[:] = b"\n".join(lines)


_CHANGES: tuple[_Change, ...] = (
    _flip, _set, _near_the_start, _take, _cut, _odd, _odd, _word, _word, _number, _repeat, _splice,
    _swap, _drop,
)  # fmt: skip


# JSON ---------------------------------------------------------------------------------------------


def _changed(value: Any, chance: random.Random) -> Any:
    """Return `value` with one change, somewhere within."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        return _in_object(dict(value), chance)
    if isinstance(value, list) and value and chance.random() < 0.9:
        return _in_list(list(value), chance)
    if type(value) is int and chance.random() < 0.5:
        return value + chance.choice((-1, 1, 2, -value, 2**32, 10**18))
    if isinstance(value, str) and chance.random() < 0.5:
        data = mutated([value.encode("utf-8", errors="surrogatepass")], [], chance)
        return data.decode("utf-8", errors="replace")
    return chance.choice(_ODD_VALUES)


def _in_object(value: dict[str, Any], chance: random.Random) -> Any:
    key = chance.choice(list(value))
    what = chance.random()
    if what < 0.1:
        del value[key]
    elif what < 0.15:
        value[chance.choice(("", "x", key.upper(), key + "\0"))] = value.pop(key)
    elif what < 0.2:
        value[key] = value[chance.choice(list(value))]
    else:
        value[key] = _changed(value[key], chance)
    return value


def _in_list(value: list[Any], chance: random.Random) -> Any:
    at = chance.randrange(len(value))
    what = chance.random()
    if what < 0.1:
        del value[at]
    elif what < 0.2:
        value.insert(at, value[chance.randrange(len(value))])
    else:
        value[at] = _changed(value[at], chance)
    return value
