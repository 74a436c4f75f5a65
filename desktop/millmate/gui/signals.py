"""Ctrl-C in the terminal and a polite kill close the window as its button does."""

import signal
import socket
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier, Slot

_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")  # the last one is unknown on Windows


class Signals(QObject):
    """Calls `close` from Qt's loop when the process is asked to end.

    Python runs signal handlers only between its own instructions, and Qt's loop is none: a byte
    through a socket wakes it.
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
        """Let go of the sockets."""
        signal.set_wakeup_fd(-1)
        self._notifier.setEnabled(False)
        self._here.close()
        self._there.close()

    @Slot()
    def _woken(self) -> None:
        self._here.recv(64)
        self._close()
