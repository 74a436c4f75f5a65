"""Ctrl-C during long work: the first one asks the work to stop, the second one ends the program."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def interrupts(on_first: Callable[[], None] = lambda: None) -> Iterator[Callable[[], bool]]:
    """Provide a function that returns whether Ctrl-C or SIGTERM has come; call `on_first` then.

    A second one ends the program at once. Outside the main thread signals are not handled.
    """
    asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield asked.is_set
        return

    def ask(number: int, frame: object) -> None:
        asked.set()
        signal.signal(number, before[signal.Signals(number)])
        on_first()

    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in before:
        signal.signal(number, ask)
    try:
        yield asked.is_set
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
