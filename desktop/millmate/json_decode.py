"""JSON decoded into dataclasses, with every value checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

_T = TypeVar("_T")
_Read = Callable[[Any], Any]
_MOST = 2**63 - 1  # the largest magnitude of a number


def from_json(kind: type[_T], value: object) -> _T:
    """Return the result of `json.loads` as a `kind`: a dataclass, or a type that its fields have.

    These are numbers, strings, lists (also for tuples), dictionaries with string keys, dataclasses,
    enums by their values, and unions of them. Fields with a default may be missing.

    Raises:
        TypeError, ValueError: A value is missing, unknown, of the wrong type or out of range; the
            message names the field.
    """
    sought: Any = kind  # types are hashable, which mypy does not see
    found: _T = _reader(sought)(value)
    return found


@cache
def _reader(kind: Any) -> _Read:
    if is_dataclass(kind):
        return _of_dataclass(kind)
    if kind in (int, float):
        return _number(kind)
    if kind in (bool, str, NoneType):
        return lambda value: _exactly(kind, value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return lambda value: kind(_exactly(str, value))
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _of_union(tuple(_reader(one) for one in arguments))
    if origin is tuple:
        return _of_tuple(arguments)
    if origin in (list, dict):
        return _of_collection(origin, arguments)
    raise AssertionError(f"{kind} is not read from files")


def _exactly(kind: Any, value: Any) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{str(value)[:40]!r} is no {kind.__name__}")
    if kind is str:
        value.encode()  # a lone surrogate raises UnicodeEncodeError
    return value


def _number(kind: type) -> _Read:
    def read(value: Any) -> Any:
        if kind is float and type(value) is int:
            _exactly(int, value)
        else:
            _exactly(kind, value)
        if not isfinite(value) or not -_MOST <= value <= _MOST:
            raise ValueError("a number is too large")
        return kind(value)

    return read


def _of_dataclass(kind: Any) -> _Read:
    hints = get_type_hints(kind)
    readers = {each.name: _reader(hints[each.name]) for each in fields(kind)}
    needed = {
        each.name
        for each in fields(kind)
        if each.default is MISSING and each.default_factory is MISSING
    }

    def read(value: Any) -> Any:
        _exactly(dict, value)
        if not needed <= value.keys() <= readers.keys():
            names = ", ".join(sorted(needed ^ value.keys()))
            raise TypeError(f"missing or unknown: {names[:200]}")
        found = {}
        for name, each in value.items():
            try:
                found[name] = readers[name](each)
            except (TypeError, ValueError) as error:
                wrong = TypeError if isinstance(error, TypeError) else ValueError
                raise wrong(f"{name}: {error}") from error
        return kind(**found)

    return read


def _of_union(readers: tuple[_Read, ...]) -> _Read:
    def read(value: Any) -> Any:
        fault: Exception = TypeError()
        for one in readers:
            try:
                return one(value)
            except (TypeError, ValueError) as error:
                fault = error
        raise fault

    return read


def _of_tuple(arguments: tuple[Any, ...]) -> _Read:
    if len(arguments) == 2 and arguments[1] is ...:
        one = _reader(arguments[0])
        return lambda value: tuple(one(each) for each in _exactly(list, value))
    readers = [_reader(each) for each in arguments]

    def read(value: Any) -> Any:
        parts = zip(readers, _exactly(list, value), strict=True)
        return tuple(one(each) for one, each in parts)

    return read


def _of_collection(origin: type, arguments: tuple[Any, ...]) -> _Read:
    one = _reader(arguments[-1])
    if origin is list:
        return lambda value: [one(each) for each in _exactly(list, value)]
    name = _reader(arguments[0])
    return lambda value: {name(n): one(each) for n, each in _exactly(dict, value).items()}
