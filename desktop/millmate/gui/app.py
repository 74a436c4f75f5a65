"""Opens the window, or reports in one line why it cannot open."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from millmate import log
from millmate.doctor.display import has_display, missing_xcb

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from millmate.gui.kit.errors import ExceptHook

_WITHOUT = (
    "these work without: millmate demo, build, tables, explore, verify, probe, play, perft "
    "(see --help)"
)
_SWITCH_SECONDS = 0.0005


def open_window(files: Sequence[str] = (), page: str = "") -> int:
    """Open the window and the `files`: games (PGN) or positions (FEN, EPD); or show a `Page`.

    Returns the exit status after the window closes, or 1 if it cannot open.
    """
    obstacle = find_obstacle()
    if obstacle:
        print(f"millmate: {obstacle}; {_WITHOUT}", file=sys.stderr)  # noqa: T201
        return 1
    app = make_application()
    from PySide6.QtCore import qVersion

    from millmate.gui.kit.errors import ExceptHook

    log.start("window")
    log.LOG.info("Qt %s on %s", qVersion(), app.platformName())
    log.watch_crashes()
    hook = ExceptHook()
    hook.install()
    try:
        return _run(app, hook, files, page)
    except Exception as error:  # creating the window failed
        _report_failure(error)
        return 1
    finally:
        hook.remove()
        log.stop()


def _run(app: QApplication, hook: ExceptHook, files: Sequence[str], page: str) -> int:
    """Open the window and return the exit status after it closes."""
    from millmate.gui.kit import tasks
    from millmate.gui.kit.dialogs import close_unasked
    from millmate.gui.kit.signals import Signals
    from millmate.gui.shell.files.session_store import SessionStore
    from millmate.gui.shell.frame.navigation import Page
    from millmate.gui.shell.help.sheets import ErrorReporter
    from millmate.gui.shell.window.preloader import Preloader
    from millmate.gui.window.main_window import MainWindow

    window = MainWindow()
    signals = Signals(lambda: close_unasked(window), window)
    keeping = SessionStore(window.services, window.autosave, window.opening, window.interrupted)
    reporter = ErrorReporter(window.services, keeping.save_now, lambda: window.tournaments.running)
    hook.sink = reporter.report_new
    restored = keeping.start(bring_back=not files)
    if page:
        window.navigation.show(Page.named(page))
    elif not files:
        window.homing.start(restored)
    window.show()
    preparing = Preloader()
    preparing.start()
    if files:
        window.files.open_all([Path(name) for name in files])
    status: int = app.exec()
    preparing.stop()  # nothing may start after the window has waited for running work
    tasks.join_all()
    keeping.end()
    signals.release()
    log.LOG.info("closed")
    return status


def _report_failure(error: Exception) -> None:
    """Report, in a dialog and in the terminal, why the window could not open."""
    from millmate.gui.kit.dialogs import ErrorDialog
    from millmate.gui.shell.help.sheets import not_started

    log.report("opening", error)
    if sys.stderr is not None:
        line = log.summary(error)
        print(f"millmate: the window could not be opened: {line}", file=sys.stderr)  # noqa: T201
    dialog = ErrorDialog(lambda: not_started(error))
    dialog.show_log.hide()
    dialog.exec()


def find_obstacle() -> str:
    """Return why no window can open here, or "" if one can."""
    if sys.platform == "linux" and not has_display():
        return "no display to open a window on"
    try:
        import PySide6.QtSvg
        import PySide6.QtWidgets  # noqa: F401
    except ImportError as error:
        return f"the window needs PySide6 and its system libraries ({error})"
    missing = missing_xcb() if sys.platform == "linux" else []
    if missing:
        return f"system libraries are missing; on Debian: apt-get install {' '.join(missing)}"
    return ""


def make_application() -> QApplication:
    """Return the application with its name and style set."""
    from PySide6.QtWidgets import QApplication

    from millmate.gui.kit.tasks import GarbageCollector
    from millmate.gui.kit.theme import application_icon

    # A search thread releases the GIL only this often, and a repaint needs it dozens of times.
    # With the default of 5 ms, each move froze the window for 0.2 s.
    sys.setswitchinterval(_SWITCH_SECONDS)
    app = QApplication(sys.argv[:1])
    # Only now: of two factories of accessible interfaces Qt asks the one that was installed last.
    from millmate.gui.kit.accessible import FocusFollower

    GarbageCollector(app)
    FocusFollower(app)
    app.setApplicationName("millmate")
    app.setApplicationDisplayName("Mill & Mate")
    app.setOrganizationName("millmate")
    app.setDesktopFileName("io.github.millmate.millmate")
    app.setWindowIcon(application_icon())
    return app
