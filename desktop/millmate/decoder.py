"""Convert JSON and TOML values to dataclasses and back, with every value checked.

`Annotated` adds conditions to a type: tests such as `Between` and `Among`, or `Reads`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from datetime import datetime, timedelta
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

_T = TypeVar("_T")
_Test = Callable[[Any], bool]
_MOST = 2**63 - 1  # the largest magnitude of a number


class Care(Enum):
    """How invalid values are treated."""

    STRICT = "they are errors"
    KNOWN = "they are errors, but unknown names are ignored"
    GENTLE = "they are left out of dataclasses, lists and dictionaries"


_Read = Callable[[Any, Care], Any]


class DecodeError(ValueError):
    """A value is invalid.

    Attributes:
        path: The names and indexes that lead to it.
        why: "missing", "unknown" or "wrong".
        found: The value, or the name of an unknown one.
        allowed: The expected type or test; for an unknown name, all valid names.
    """

    def __init__(self, why: str, found: object = None, allowed: object = None) -> None:
        super().__init__(why, found, allowed)
        self.path: tuple[str | int, ...] = ()
        self.why, self.found, self.allowed = why, found, allowed

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.path))}: {self.why}: {str(self.found)[:40]!r}"


@dataclass(frozen=True, slots=True)
class Between:
    """Tests whether a number is between `low` and `high`, inclusive."""

    low: float
    high: float = _MOST

    def __call__(self, value: Any) -> bool:
        return bool(self.low <= value <= self.high)


@dataclass(frozen=True, slots=True)
class Among:
    """Tests whether a value is one of several."""

    choices: tuple[Any, ...]

    def __call__(self, value: Any) -> bool:
        return value in self.choices


@dataclass(frozen=True, slots=True)
class Reads:
    """A value stored as another `kind`; `make` converts it, or raises an error."""

    kind: Any
    make: Callable[[Any], Any]


def decode_text(kind: type[_T], text: str | bytes, care: Care = Care.STRICT) -> _T:
    """Return JSON text as a `kind`; see `decode`."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DecodeError("wrong", text[:40], kind) from error
    return decode(kind, value, care)


def decode(kind: type[_T], value: object, care: Care = Care.STRICT) -> _T:
    """Return the result of `json.loads` or `tomllib.loads` as a `kind`, such as a dataclass.

    Fields with a default may be missing.

    Raises:
        DecodeError: A value is invalid.
    """
    sought: Any = kind  # types are hashable, but mypy does not recognize this
    found: _T = _reader(sought)(value, care)
    return found


def encode(value: object) -> Any:
    """Return a value in the form accepted by `json.dumps` and read by `decode`."""
    if is_dataclass(value):
        return {each.name: encode(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, Mapping):
        return {name: encode(each) for name, each in value.items()}
    return [encode(each) for each in value] if isinstance(value, list | tuple) else value


@cache
def _reader(kind: Any) -> _Read:
    if is_dataclass(kind):
        return _of_dataclass(kind)
    if kind in (int, float):
        return _number(kind)
    if kind is datetime:
        return _made(Reads(str, _utc))
    if kind in (bool, str, list, dict, NoneType):
        return lambda value, care: _exactly(kind, value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _of_enum(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        plain, *rules = arguments
        made = isinstance(rules[0], Reads)
        return _made(rules[0]) if made else _tested(_reader(plain), rules)
    if origin in (Union, UnionType):
        return _of_union(tuple(_reader(one) for one in arguments))
    if origin is tuple and arguments[1:] != (...,):
        return _of_tuple(tuple(_reader(one) for one in arguments))
    if origin in (list, tuple, frozenset):
        return _of_list(origin, _reader(arguments[0]))
    if origin in (dict, Mapping):
        return _of_dict(*map(_reader, arguments))
    raise AssertionError(f"{kind} is not read from files")


def _exactly(kind: Any, value: Any) -> Any:
    if type(value) is not kind:
        raise DecodeError("wrong", value, kind)
    if kind is str:
        try:
            value.encode()
        except UnicodeEncodeError:  # a lone surrogate
            raise DecodeError("wrong", ascii(value), kind) from None
    return value


def _number(kind: type) -> _Read:
    def read(value: Any, care: Care) -> Any:
        if type(value) is not int or kind is int:
            _exactly(kind, value)
        if not -_MOST <= value <= _MOST:  # or not a number
            raise DecodeError("wrong", value, Between(-_MOST, _MOST))
        return kind(value)

    return read


def _utc(text: str) -> datetime:
    found = datetime.fromisoformat(text)
    if found.utcoffset() != timedelta():
        raise ValueError(f"{text!r} is not in UTC")
    return found


def _made(reads: Reads) -> _Read:
    plain = _reader(reads.kind)

    def read(value: Any, care: Care) -> Any:
        found = plain(value, care)
        try:
            return reads.make(found)
        except (TypeError, ValueError) as error:
            raise DecodeError("wrong", value, reads.make) from error

    return read


def _tested(plain: _Read, tests: Sequence[_Test]) -> _Read:
    def read(value: Any, care: Care) -> Any:
        found = plain(value, care)
        for test in tests:
            if not test(found):
                raise DecodeError("wrong", found, test)
        return found

    return read if tests else plain


def _of_enum(kind: type[Enum]) -> _Read:
    members = {each.value: each for each in kind}
    choices = Among(tuple(members))

    def read(value: Any, care: Care) -> Any:
        if _exactly(str, value) not in members:
            raise DecodeError("wrong", value, choices)
        return members[value]

    return read


def _leave_out(name: str | int, error: DecodeError, care: Care) -> None:
    """Return if an invalid part may be left out; otherwise raise its error."""
    if care is not Care.GENTLE:
        error.path = (name, *error.path)
        raise error


def _of_dataclass(kind: Any) -> _Read:
    hints = get_type_hints(kind, include_extras=True)
    listed = [each for each in fields(kind) if each.init]
    readers = {
        each.name: _tested(_reader(hints[each.name]), each.metadata.get("tests", ()))
        for each in listed
    }
    needed = [each.name for each in listed if each.default is each.default_factory is MISSING]

    def read(value: Any, care: Care) -> Any:
        found = {}
        for name, each in _exactly(dict, value).items():
            if name in readers:
                try:
                    found[name] = readers[name](each, care)
                except DecodeError as error:
                    _leave_out(name, error, care)
            elif care is Care.STRICT:
                raise DecodeError("unknown", name, tuple(readers))
        for name in needed:
            if name not in found:
                raise DecodeError("missing", name, tuple(readers))
        return kind(**found)

    return read


def _of_union(readers: tuple[_Read, ...]) -> _Read:
    def read(value: Any, care: Care) -> Any:
        faults = []
        for one in readers:
            try:
                return one(value, care)
            except DecodeError as error:
                faults.append(error)
        raise faults[0]

    return read


def _of_tuple(readers: tuple[_Read, ...]) -> _Read:
    def read(value: Any, care: Care) -> Any:
        if type(value) is not list or len(value) != len(readers):
            raise DecodeError("wrong", value, tuple)
        found = []
        for at, (one, each) in enumerate(zip(readers, value, strict=True)):
            try:
                found.append(one(each, care))
            except DecodeError as error:
                _leave_out(at, error, Care.STRICT)
        return tuple(found)

    return read


def _of_list(kind: Any, one: _Read) -> _Read:
    def read(value: Any, care: Care) -> Any:
        found = []
        for at, each in enumerate(_exactly(list, value)):
            try:
                found.append(one(each, care))
            except DecodeError as error:
                _leave_out(at, error, care)
        return kind(found)

    return read


def _of_dict(key: _Read, one: _Read) -> _Read:
    def read(value: Any, care: Care) -> Any:
        found = {}
        for name, each in _exactly(dict, value).items():
            try:
                found[key(name, care)] = one(each, care)
            except DecodeError as error:
                _leave_out(name, error, care)
        return found

    return read
