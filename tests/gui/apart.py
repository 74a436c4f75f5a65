"""Work that the program gives to a child process, done in the thread that waits for it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from millmate import language
from millmate.tablebase.progress import BuildStopped


def done_here(monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    """Start no process in the tests that follow; all is reported at the end of the work.

    `modules` of the package give work away by `reports`, and do it by `send_all`.
    """
    for module in modules:
        monkeypatch.setattr(f"millmate.{module}.reports", _reports)
        monkeypatch.setattr(f"millmate.{module}.send_all", lambda send, spoken, work: work(send))


def _reports(
    name: str,
    target: Callable[..., None],
    *arguments: object,
    stopped: Callable[[], bool],
    died: str,
    parent: bool = False,
) -> Iterator[Any]:
    sent: list[object] = []

    def send(report: object) -> None:
        if stopped():
            raise BuildStopped
        sent.append(report)

    target(send, language.current(), *arguments)
    yield from sent
