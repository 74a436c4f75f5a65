"""The folder of tables: whether it is gone, because its disk is unplugged or not mounted."""

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from millmate import paths
from millmate.gui.kit.dialogs import choose
from millmate.gui.kit.errors import sentence
from millmate.gui.shell.frame.settings_store import SettingsStore
from millmate.language import tr

_LOOK_MS = 5_000


class TablesFolder(QObject):
    """Watches the folder; `changed` is emitted when it is gone, or back again.

    The settings remember a folder that was in use. If it is missing or empty later, it is gone: it
    may be on a disk that is unplugged, and tables built into an empty mount point are hidden when
    the disk is back.
    """

    changed = Signal()

    def __init__(self, settings: SettingsStore, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self.path = Path(settings.current.tables or paths.tables_dir())
        self._was_gone = self.gone
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()
        self.look()

    @property
    def gone(self) -> bool:
        return self._settings.kept.tables_seen == str(self.path) and not _in_use(self.path)

    def trouble(self) -> str:
        """Return that the folder is gone, and what to do, or "": nothing may be built then."""
        return _words(self.path) if self.gone else ""

    @Slot()
    def look(self) -> None:
        """Look whether the folder is there, and remember one that is in use."""
        gone = self.gone
        if not gone and self._settings.kept.tables_seen != str(self.path) and _in_use(self.path):
            self._settings.set(tables_seen=str(self.path))
        if gone != self._was_gone:
            self._was_gone = gone
            self.changed.emit()

    @Slot()
    def forget(self) -> None:
        """Take note that the tables were deleted here: an empty folder is as it should be."""
        if self.path.is_dir() and self.gone:
            self._settings.set(tables_seen="")

    def ask(self, window: QWidget) -> None:
        """Ask what to do about a folder that is gone, until it is back or another is chosen."""
        choices = {"again": tr("Try again"), "other": tr("Choose another…")}
        while self.gone:
            answer = choose(
                window, sentence(self.trouble()), choices, tr("Continue without tables")
            )
            if not answer:
                break
            if answer == "other":
                found = QFileDialog.getExistingDirectory(window, tr("Choose a folder"))
                if found:
                    self.path = Path(found)
                    self._settings.set(tables=found)
        self._was_gone = self.gone


def _in_use(path: Path) -> bool:
    try:
        return next(path.iterdir(), None) is not None
    except OSError:
        return False


def _words(path: Path) -> str:
    return tr(
        "the tables folder is missing ({path}): connect its disk and try again, or choose "
        "another folder in the settings",
        path=path,
    )
