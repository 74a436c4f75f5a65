"""The dialog that selects the directories of other programs' tables."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QFileDialog, QGridLayout, QLineEdit, QPushButton, QWidget

from millmate.glossary import Term
from millmate.gui.kit import theme
from millmate.gui.kit.errors import capital, reason
from millmate.gui.kit.label import Label, WrappedLabel
from millmate.gui.kit.screen_fit import keep_on_screen
from millmate.gui.kit.tasks import Task
from millmate.gui.kit.term_button import TermButton
from millmate.gui.kit.translator import bind_text, on_retranslate
from millmate.gui.kit.widgets import hbox, push_button, vbox
from millmate.gui.shell.probe.external_tables import ExternalDirectories, opened
from millmate.gui.shell.services import Services
from millmate.language import mark, tr
from millmate.settings import Settings

KINDS = {"syzygy": "Syzygy", "gaviota": "Gaviota"}
_METRICS = {
    "syzygy": mark("Win, draw, loss with the fifty-move rule (WDL); plies to a zeroing move (DTZ)"),
    "gaviota": mark("Plies to mate (DTM), up to five pieces"),
}


class ExternalTablesDialog(QDialog):
    """One line for each kind of tables; `chosen` carries the directories after each change."""

    chosen = Signal(object)

    def __init__(self, elsewhere: ExternalDirectories, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        bind_text(self, title=mark("Tables of other programs"))
        self.elsewhere = elsewhere
        self.paths: dict[str, QLineEdit] = {}
        self.notes: dict[str, Label] = {}
        self.choose: dict[str, QPushButton] = {}
        self.clear: dict[str, QPushButton] = {}
        intro = bind_text(
            Label(),
            text=mark("Their values for the position and its moves are shown next to ours."),
        )
        intro.setWordWrap(True)
        self.close_button = push_button(mark("Close"), self.close)
        right = (self.close_button, Qt.AlignmentFlag.AlignRight)
        gap = 2 * theme.GRID
        terms = TermButton(Term.WDL, Term.DTZ, Term.DTM), Qt.AlignmentFlag.AlignTop
        vbox(
            hbox((intro, 1), terms),
            self._rows(),
            None,
            right,
            within=self,
            spacing=gap,
            margins=gap,
        )
        on_retranslate(self, self._show)
        keep_on_screen(self, QSize(round(570 * theme.text_scale()), self.sizeHint().height()))
        next(iter(self.choose.values())).setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Be as high as the words need in the present language."""
        super().showEvent(event)
        layout = self.layout()
        assert layout is not None
        needed = layout.totalHeightForWidth(self.width())
        self.resize(self.width(), max(needed, self.height()))

    def _rows(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setColumnStretch(1, 1)
        for row, (kind, name) in enumerate(KINDS.items()):
            label, path = Label(f"{name}:"), QLineEdit()
            path.setReadOnly(True)
            bind_text(path, hint=mark("no directory chosen"))
            label.setBuddy(path)
            choose = push_button(mark("Choose…"), partial(self._ask, kind))
            clear = push_button(mark("Clear"), partial(self.put, kind, ""))
            choose.setAutoDefault(False)
            clear.setAutoDefault(False)
            note = theme.mute(WrappedLabel())
            for place, widget in enumerate((label, path, choose, clear)):
                grid.addWidget(widget, 2 * row, place)
            grid.addWidget(note, 2 * row + 1, 1, 1, 3)
            self.paths[kind], self.notes[kind] = path, note
            self.choose[kind], self.clear[kind] = choose, clear
        return grid

    def put(self, kind: str, directory: str, *_: object) -> None:
        """Use the tables of one kind in `directory`, or none for ""."""
        values = {name: getattr(self.elsewhere, name) for name in KINDS}
        self.elsewhere = ExternalDirectories(**{**values, kind: directory})
        self._show()
        self.chosen.emit(self.elsewhere)

    def _ask(self, kind: str, *_: object) -> None:
        start = getattr(self.elsewhere, kind) or str(Path.home())
        title = tr("Where are the {kind} tables?", kind=KINDS[kind])
        directory = QFileDialog.getExistingDirectory(self, title, start)
        if directory:
            self.put(kind, directory)

    def _show(self) -> None:
        for kind, name in KINDS.items():
            directory = getattr(self.elsewhere, kind)
            self.paths[kind].setText(directory)
            self.paths[kind].setAccessibleName(tr("Directory of {kind} tables", kind=name))
            self.choose[kind].setAccessibleName(
                tr("Choose the directory of {kind} tables", kind=name)
            )
            self.clear[kind].setAccessibleName(tr("Use no {kind} tables", kind=name))
            self.clear[kind].setEnabled(bool(directory))
            self._show_status(kind, tr(_METRICS[kind]))
            if directory:  # a remote directory may respond slowly
                Task(partial(_look, kind, name, directory)).launch(done=self._looked)

    @Slot(object)
    def _looked(self, found: tuple[str, str, str]) -> None:
        kind, directory, fault = found
        if fault and getattr(self.elsewhere, kind) == directory:
            self._show_status(kind, fault, fault=True)

    def _show_status(self, kind: str, text: str, *, fault: bool = False) -> None:
        self.notes[kind].setText(capital(text))
        theme.mark_fault(self.notes[kind], fault)


def _look(kind: str, name: str, directory: str, *_: object) -> tuple[str, str, str]:
    """Return `kind`, `directory`, and the fault of the directory or ""."""
    tables = opened(name, directory)
    return kind, directory, reason(tables) if isinstance(tables, Exception) else ""


class ExternalTablesController(QObject):
    """Opens the dialog; the settings hold the directories."""

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._probe, self._settings = services.probe, services.settings
        self._window = services.window
        self.dialog: ExternalTablesDialog | None = None
        self._settings.bind(self._apply, "syzygy", "gaviota")
        services.commands.bind("others", self.open)

    @Slot()
    def open(self) -> None:
        if self.dialog is None:
            self.dialog = ExternalTablesDialog(directories(self._settings.current), self._window)
            self.dialog.chosen.connect(self._choose)
        self.dialog.show()
        self.dialog.activateWindow()

    @Slot(object)
    def _choose(self, chosen: ExternalDirectories) -> None:
        self._settings.set(syzygy=chosen.syzygy, gaviota=chosen.gaviota)

    def _apply(self, settings: Settings) -> None:
        chosen = directories(settings)
        self._probe.look_elsewhere(chosen)
        if self.dialog is not None and self.dialog.elsewhere != chosen:  # it was changed elsewhere
            self.dialog.close()
            self.dialog.deleteLater()
            self.dialog = None


def directories(settings: Settings) -> ExternalDirectories:
    return ExternalDirectories(settings.syzygy, settings.gaviota)
