"""Signals of Qt, heeded only while they matter, and those of the system that end the program."""

import signal
import socket
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier, SignalInstance, Slot

_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")  # SIGHUP does not exist on Windows


class Following:
    """Calls `slot` after some signals while it is turned on; at first it is off."""

    def __init__(self, slot: Callable[[], object], *signals: SignalInstance) -> None:
        self._slot, self._signals, self._on = slot, signals, False

    def turn(self, on: bool) -> None:
        if on is not self._on:
            self._on = on
            for each in self._signals:
                (each.connect if on else each.disconnect)(self._slot)


class Signals(QObject):
    """Calls `close` from Qt's event loop when the process receives a termination signal.

    Python runs signal handlers only between its own instructions, never inside Qt's event loop: a
    byte sent through a socket wakes the loop.
    """

    def __init__(self, close: Callable[[], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._close = close
        self._here, there = socket.socketpair()
        self._there = there
        for end in (self._here, there):
            end.setblocking(False)
        signal.set_wakeup_fd(there.fileno())
        for name in _SIGNALS:
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), lambda number, frame: None)
        self._notifier = QSocketNotifier(self._here.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)

    def release(self) -> None:
        signal.set_wakeup_fd(-1)
        self._notifier.setEnabled(False)
        self._here.close()
        self._there.close()

    @Slot()
    def _woken(self) -> None:
        self._here.recv(64)
        self._close()
