"""Slow searches run in a thread, so that the caller need not wait."""

import threading
from collections.abc import Callable, Hashable

_MOST_AWAITED = 8  # further requests are dropped: a caller that still needs the result asks again


class Later:
    """Finds one thing after another in its own thread; safe from several threads.

    The thread is not joined: it ends when nothing is left to be found, or with the program.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._awaited: dict[Hashable, Callable[[], object]] = {}
        self._failures: dict[Hashable, Exception] = {}
        self._current: Hashable = None  # the key being worked on
        self._thread: threading.Thread | None = None

    def ask(self, key: Hashable, find: Callable[[], object]) -> None:
        """Schedule `find`, unless it is already scheduled or too many others are.

        Raises:
            Exception: The last call for `key` raised it.
        """
        with self._lock:
            if key in self._failures:
                raise self._failures[key]
            if key == self._current or len(self._awaited) == _MOST_AWAITED:
                return
            self._awaited.setdefault(key, find)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="later", daemon=True)
                self._thread.start()

    def forget(self) -> None:
        """Drop the scheduled calls and the recorded failures."""
        with self._lock:
            self._awaited.clear()
            self._failures = {}

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._awaited:
                    self._thread = self._current = None
                    return
                self._current = next(iter(self._awaited))
                find, failures = self._awaited.pop(self._current), self._failures
            try:
                find()
            except Exception as error:
                failures[self._current] = error
