"""A cache of limited size that drops the least recently used values."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, ParamSpec, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
P = ParamSpec("P")


class LruCache(Generic[Key, Value]):
    """Values by key, the least recently used dropped first; safe from several threads."""

    def __init__(
        self, most_bytes: int, size: Callable[[Value], int], keep_last: bool = False
    ) -> None:
        """Keep up to `most_bytes`, `size` returning the bytes of a value.

        With `keep_last` the latest value is kept even if it is larger.
        """
        self._most, self._size, self._keep_last = most_bytes, size, keep_last
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, key: Key, load: Callable[[], Value]) -> Value:
        """Return the value of `key`, from `load` if it is not kept.

        Several threads may load at once, in rare cases the same value twice. A value larger than
        the limit is returned and, without `keep_last`, not kept.
        """
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = load()
        with self._lock:
            fits = self._keep_last or self._size(value) <= self._most
            if key not in self._values and fits:
                self._values[key] = value
                self._bytes += self._size(value)
                while self._bytes > self._most and len(self._values) > self._keep_last:
                    self._bytes -= self._size(self._values.popitem(last=False)[1])
        return value

    def __contains__(self, key: Key) -> bool:
        """Return whether the value of `key` is kept."""
        with self._lock:
            return key in self._values

    def clear(self) -> None:
        """Forget every value."""
        with self._lock:
            self._values.clear()
            self._bytes = 0


def latest(read: Callable[P, Value]) -> Callable[P, Value]:
    """Return a function that does the same as `read` and keeps the last result."""
    last: dict[tuple[Any, ...], Value] = {}

    def read_once(*about: P.args, **named: P.kwargs) -> Value:
        if about not in last:
            last.clear()
            last[about] = read(*about, **named)
        return last[about]

    return read_once
