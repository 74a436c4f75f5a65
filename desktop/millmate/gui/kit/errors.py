"""Errors: unhandled ones are reported, others become sentences."""

import re
import sys
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    QTimer,
    QtMsgType,
    Signal,
    Slot,
    qInstallMessageHandler,
)

from millmate import log
from millmate.files import describe_error
from millmate.log import LOG

_LONGEST = 300  # characters of a line
_GATHER_MS = 150  # errors come in bunches: painting repeats them
_OFTEN = {1, 2, 3, 10, 100, 1000, 10_000, 100_000}  # the counts at which a repeated error is logged


@dataclass(frozen=True, slots=True)
class Trouble:
    """An error for reports: a line for the user, and details for developers."""

    line: str
    details: str
    memory: bool = False  # out of memory

    @classmethod
    def of(cls, error: BaseException) -> "Trouble":
        """Return the report of `error`, without the path of the home folder."""
        return cls(
            log.without_home(log.summary(error))[:_LONGEST],
            log.details(error),
            isinstance(error, MemoryError),
        )


class ExceptHook(QObject):
    """Receives every error of this process while it is installed.

    It calls `sink` with new errors, and with how often each error has occurred.
    """

    _came = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sink: Callable[[list[Trouble], Counter[str]], None] | None = None
        self.counts: Counter[str] = Counter()  # by line
        self._waiting: list[Trouble] = []
        self._before: tuple[Any, ...] | None = None
        self._gather = QTimer(self, singleShot=True, interval=_GATHER_MS)
        self._gather.timeout.connect(self._show)
        self._came.connect(self._take)

    def install(self) -> None:
        """Receive all errors until `remove`."""
        self._before = (sys.excepthook, threading.excepthook, sys.unraisablehook)
        sys.excepthook = self._raised
        threading.excepthook = self._raised_in_thread
        sys.unraisablehook = self._dropped
        qInstallMessageHandler(_qt_said)
        _installed.append(self)

    def remove(self) -> None:
        if self._before is not None:
            sys.excepthook, threading.excepthook, sys.unraisablehook = self._before
            qInstallMessageHandler(None)
            _installed.remove(self)
            self._before = None

    def report(self, error: BaseException, where: str = "") -> None:
        """Log and report an error; callable from any thread."""
        trouble = Trouble.of(error)
        self.counts[trouble.line] += 1
        if self.counts[trouble.line] in _OFTEN:
            LOG.error("%s (%d)", where or "unexpected", self.counts[trouble.line], exc_info=error)
        self._came.emit(trouble)

    @Slot(object)
    def _take(self, trouble: Trouble) -> None:
        self._waiting.append(trouble)
        del self._waiting[:-100]
        if not self._gather.isActive():
            self._gather.start()

    @Slot()
    def _show(self) -> None:
        waiting, self._waiting = self._waiting, []
        if self.sink is not None and waiting:
            self.sink(waiting, self.counts)

    # the hooks, which must not raise

    def _raised(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if not issubclass(kind, Exception):
            sys.__excepthook__(kind, error, trace)
            return
        if sys.stderr is not None:  # None on Windows without a terminal
            sys.__excepthook__(kind, error, trace)
        self.report(error)

    def _raised_in_thread(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and isinstance(args.exc_value, Exception):
            name = args.thread.name if args.thread is not None else "a thread"
            self.report(args.exc_value, f"thread {name}")

    def _dropped(self, args: "sys.UnraisableHookArgs") -> None:
        """Log an error that cannot be caught, such as one in a destructor."""
        said = args.err_msg or "ignored"
        LOG.error("%s: %s", said, type(args.object).__name__, exc_info=args.exc_value)


_installed: list[ExceptHook] = []


def report(error: BaseException, where: str = "") -> None:
    """Report an error through the installed hook, or only log it."""
    if _installed:
        _installed[-1].report(error, where)
    else:
        log.report(where, error)


_LEVELS = {
    QtMsgType.QtDebugMsg: 10,
    QtMsgType.QtInfoMsg: 20,
    QtMsgType.QtWarningMsg: 30,
    QtMsgType.QtCriticalMsg: 40,
    QtMsgType.QtFatalMsg: 50,
}


def _qt_said(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    """Log a message of Qt, and print it as Qt would."""
    LOG.log(_LEVELS.get(kind, 30), "Qt: %s", text)
    if sys.stderr is not None and kind is not QtMsgType.QtDebugMsg:
        print(text, file=sys.stderr)  # noqa: T201


_PLACE = re.compile(r"[a-h][1-8]\b")


def capital(text: str) -> str:
    """Return `text` with a capital first letter, unless it starts with a square or point."""
    return text if _PLACE.match(text) else text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return `text` with a capital first letter and a full stop; "" stays empty."""
    return f"{capital(text).rstrip('.')}." if text else ""


def reason(error: Exception) -> str:
    """Return the message of an error in one line, to be used within a sentence."""
    if isinstance(error, OSError):
        return describe_error(error)
    return " ".join(str(error).split()) or type(error).__name__


def error_sentence(error: Exception) -> str:
    """Return the message of an error as a sentence; a leading file name is unchanged."""
    why = reason(error)
    return f"{why.rstrip('.')}." if isinstance(error, OSError) else sentence(why)
