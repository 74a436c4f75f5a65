"""Opens the window, or reports in one line why it cannot open.

Modules of other screens are imported before they are needed, while the first one is shown.
"""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Slot

from millmate import language, log, pictures
from millmate.doctor.display import has_display, missing_xcb
from millmate.gui.kit import translator
from millmate.gui.kit.tasks import IdleTask, Task

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from millmate.gui.kit.errors import ExceptHook

_AFTER_MS = 400  # the first screen is painted by then

# Modules without Qt that those below need; importing them takes the longest.
_WITHOUT_QT = ("millmate.play.tournament.tournament", "millmate.tablebase.explore")

# Modules not needed at the start, imported when their screen opens; each took the window's
# thread up to 0.3 s.
LATER = (
    "millmate.gui.features.tournaments.view",
    "millmate.gui.features.tournaments.plan_form",
    "millmate.gui.features.tournaments.page",
    "millmate.gui.features.explore.page",
    "millmate.gui.features.home.page",
    "millmate.gui.shell.preferences.dialog",
    "millmate.gui.features.games.games_page",
    "millmate.gui.features.tables.page",
)


class Preloader(QTimer):
    """Imports `LATER` a moment after `start`, one module between two passes of the event loop.

    Only the main thread may create a class derived from Qt's: another thread crashes if Qt needs
    the same lists at that moment. Modules without Qt are imported in a thread, first.
    """

    def __init__(self) -> None:
        super().__init__(singleShot=True, interval=_AFTER_MS)
        self._importing = IdleTask(self)
        self.timeout.connect(self._begin)

    @Slot()
    def stop(self) -> None:
        """Import nothing more."""
        super().stop()
        self._importing.stop()

    @Slot()
    def _begin(self) -> None:
        Task(_fetch).launch(done=self._fetched)

    @Slot(object)
    def _fetched(self, _: object) -> None:
        self._importing.start(_import_later())


def _fetch(progress: Callable[[object], None], stopped: Callable[[], bool]) -> None:
    for name in _WITHOUT_QT:
        if stopped():
            return
        importlib.import_module(name)
    pictures.prepare()
    for code in translator.LANGUAGES:
        language.texts_of(translator.read(code))


def _import_later() -> Iterator[None]:
    for name in LATER:
        importlib.import_module(name)
        yield
    gc.freeze()  # modules are there for good: the collector need not look through them


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
