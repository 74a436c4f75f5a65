"""What takes long to find is found in a thread, one after another."""

from collections.abc import Callable, Iterator
from threading import Event

import pytest

from millmate.errors import MillMateError
from millmate.tablebase.chess_tables import Later


class Finding:
    """Things to find, of which the first waits for leave."""

    def __init__(self) -> None:
        self.later, self.found = Later(), list[int]()
        self.begun, self.leave, self.done = Event(), Event(), Event()
        self.later.ask("first", self._wait)
        assert self.begun.wait(60)

    def _wait(self) -> None:
        self.begun.set()
        assert self.leave.wait(60)

    def ask(self, *keys: int) -> None:
        for key in keys:
            self.later.ask(key, self._finder(key))

    def _finder(self, key: int) -> Callable[[], None]:
        return lambda: self.found.append(key)

    def all_found(self) -> list[int]:
        """Return what is found once there is leave."""
        self.leave.set()
        while not self.done.wait(0.001):
            self.later.ask("last", self.done.set)
        return self.found


@pytest.fixture
def finding() -> Iterator[Finding]:
    finding = Finding()
    yield finding
    finding.leave.set()


def test_what_is_asked_for_first_is_found_first_and_once(finding: Finding) -> None:
    finding.ask(3, 1, 2, 1, 3)
    assert finding.all_found() == [3, 1, 2]


def test_of_many_only_the_first_are_found(finding: Finding) -> None:
    finding.ask(*range(100))
    assert finding.all_found() == [*range(8)]


def test_what_is_forgotten_is_not_found(finding: Finding) -> None:
    finding.ask(1, 2)
    finding.later.forget()
    finding.ask(4)
    assert finding.all_found() == [4]


def test_what_fails_is_told_to_who_asks_again_and_forgotten(finding: Finding) -> None:
    def fail() -> None:
        raise MillMateError("nowhere")

    finding.later.ask("lost", fail)
    finding.all_found()
    with pytest.raises(MillMateError, match="nowhere"):
        finding.later.ask("lost", fail)
    finding.later.forget()
    finding.later.ask("lost", fail)
