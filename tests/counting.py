"""Count work instead of timing it, so that results do not depend on the machine's load."""

import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType
from typing import Any
from unittest import mock

# While coverage is measured, its own work does not count: a probe at each line, and its removal.
_MEASURED = "slipcover.probe" in sys.modules


class Work:
    """The work done so far by the counting thread.

    `calls` are those of functions, of libraries too. `characters` are those that regular
    expressions of the program have gone through, as far as what they return tells it.
    """

    def __init__(self) -> None:
        self.calls = self.characters = 0
        self._thread = threading.get_ident()

    def read(self, characters: int) -> None:
        """Count characters that this thread has scanned."""
        if threading.get_ident() == self._thread:
            self.characters += characters

    def _count(self, frame: FrameType, event: str, function: Any) -> None:
        if _MEASURED and (
            "slipcover" in frame.f_code.co_filename
            or getattr(function, "__module__", None) == "slipcover.probe"
        ):
            return
        self.calls += event in ("call", "c_call")


@contextmanager
def counted() -> Iterator[Work]:
    """Count the calls that this thread makes within the block."""
    work, before = Work(), sys.getprofile()
    sys.setprofile(work._count)
    try:
        yield work
    finally:
        sys.setprofile(before)


def calls(work: Callable[[], object]) -> int:
    """Return the number of function calls of `work` in this thread, including libraries."""
    with counted() as done:
        work()
    return done.calls


@contextmanager
def all_counted() -> Iterator[Work]:
    """Give calls and characters alike; the program's patterns are watched meanwhile."""
    with ExitStack() as stack:
        watched: list[tuple[Any, str, _Pattern]] = []
        for name, module in list(sys.modules.items()):
            if name.startswith("millmate"):
                for key, value in list(vars(module).items()):
                    if isinstance(value, re.Pattern):
                        watched.append((module, key, _Pattern(value)))
        for module, key, pattern in watched:
            stack.enter_context(mock.patch.object(module, key, pattern))
        with counted() as work:
            for _, _, pattern in watched:
                pattern.work = work
            yield work


class _Pattern:
    """A regular expression that counts the characters it scans."""

    def __init__(self, pattern: "re.Pattern[Any]") -> None:
        self._pattern, self.work = pattern, Work()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pattern, name)

    def match(self, text: Any, begin: int = 0, *end: int) -> Any:
        return self._told(self._pattern.match(text, begin, *end), begin, begin + 1)

    def fullmatch(self, text: Any, begin: int = 0, *end: int) -> Any:
        return self._told(self._pattern.fullmatch(text, begin, *end), begin, begin + 1)

    def search(self, text: Any, begin: int = 0, *end: int) -> Any:
        """Search as the pattern does; without a match it has scanned up to the end."""
        found = self._pattern.search(text, begin, *end)
        return self._told(found, begin, min(len(text), *end or (len(text),)))

    def finditer(self, text: Any, begin: int = 0, *end: int) -> Any:
        self.work.read(min(len(text), *end or (len(text),)) - begin)
        return self._pattern.finditer(text, begin, *end)

    def findall(self, text: Any, begin: int = 0, *end: int) -> Any:
        self.work.read(min(len(text), *end or (len(text),)) - begin)
        return self._pattern.findall(text, begin, *end)

    def sub(self, how: Any, text: Any, *count: int) -> Any:
        self.work.read(len(text))
        return self._pattern.sub(how, text, *count)

    def split(self, text: Any, *count: int) -> Any:
        self.work.read(len(text))
        return self._pattern.split(text, *count)

    def _told(self, found: Any, begin: int, end: int) -> Any:
        self.work.read(max(0, (found.end() if found is not None else end) - begin))
        return found
