"""What takes long to find, found in a thread while somebody has better things to do than wait."""

import threading
from collections.abc import Callable, Hashable

_MOST_AWAITED = 8  # after that nothing is taken: who still wants it asks again


class Later:
    """Finds one thing after another in a thread of its own; safe from several threads.

    Nobody waits for the thread: it ends when nothing is left to be found, or with the program.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._awaited: dict[Hashable, Callable[[], object]] = {}
        self._failures: dict[Hashable, Exception] = {}
        self._current: Hashable = None  # what is being found
        self._thread: threading.Thread | None = None

    def ask(self, key: Hashable, find: Callable[[], object]) -> None:
        """Have `find` called soon, unless it is awaited already or too much else is.

        Raises:
            Exception: What the last call for `key` has raised.
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
        """Find no more of what was asked for, and forget what failed."""
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
