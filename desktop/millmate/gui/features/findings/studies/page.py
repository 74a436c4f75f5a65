"""The page of studies beside the board: which are checked, what was found, what to do with it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QStackedWidget, QWidget

from millmate.games.chess.piece_letters import localize
from millmate.gui.features.findings.batch_status import BatchStatus
from millmate.gui.features.findings.studies.studies_model import StudiesModel, StudiesTree, words
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label, WrappedLabel
from millmate.gui.kit.translator import add_items, bind_text, translator
from millmate.gui.kit.widgets import ComboBox, hbox, menu_button, push_button, source_button, vbox
from millmate.language import count, mark
from millmate.play.study import report
from millmate.play.study.check import Checked, Finding, Verdict

_BEFORE = mark(
    "Every position of the solution that tables know is looked up: does the result hold, is the "
    "move the only one, which others would do, are the tries refuted? The result asked for is that "
    "of the game; without one, the tables say what it is."
)
_SOURCES = {
    "board": mark("On the &board"),
    "files": mark("&Choose files…"),
}
# Which studies of several are listed: by a key, what to call them, and their verdicts.
_LISTED = {
    "all": (mark("All studies"), tuple(Verdict)),
    "bad": (mark("Cooked or unsound"), (Verdict.COOKED, Verdict.UNSOUND, Verdict.VARIATIONS)),
    "minor": (mark("With minor duals only"), (Verdict.MINOR,)),
    "sound": (mark("Sound"), (Verdict.SOUND,)),
    "unknown": (mark("Not in the tables"), (Verdict.UNKNOWN,)),
}
EXPORTS = {
    "pgn": mark("The &studies with comments (PGN)…"),
    "txt": mark("A te&xt…"),
    "csv": mark("A &table (CSV)…"),
}


class StudyPage(QWidget):
    """Shows what the controller tells; what is asked for leaves it by signals and buttons.

    `sourced` asks for other studies by "board" or "files", `export_wanted` carries one of
    `EXPORTS`, `position_wanted` a finding, or None for the start of the study.
    """

    sourced = Signal(str)
    started = Signal()
    export_wanted = Signal(str)
    position_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.model = StudiesModel()
        self.tree = StudiesTree(self.model)
        self._make_choice()
        self._make_result()
        self._lay_out()
        self.tree.selectionModel().currentChanged.connect(self._point)
        self.tree.clicked.connect(self._point)  # again on the same row
        translator.changed.connect(self._retranslate)
        self.show_studies(())

    # --- making it ---------------------------------------------------------------------------

    def _make_choice(self) -> None:
        self.title = bind_text(Label(), text=mark("Check a study"))
        theme.heading(self.title)
        self.source = source_button(
            tip=mark("Which studies are checked"), name=mark("Studies to check")
        )
        for key, text in _SOURCES.items():
            action = bind_text(QAction(self), text=text)
            action.triggered.connect(lambda _=False, key=key: self.sourced.emit(key))
            self.source.menu().addAction(action)
        self.start = push_button(mark("Check now"), self.started)
        theme.primary(self.start)

        self.status = BatchStatus(
            mark("Progress of the check"),
            _unread,
            mark("Check again"),
            self.started,
            self.start,
            self.source,
            beneath=True,
        )
        theme.heading(self.status.sentence)

    def _make_result(self) -> None:
        self.detail = theme.mute(WrappedLabel())
        self.comment = push_button(
            mark("Write into the game"),
            tip=mark("Add what was found to the game as comments; Take back removes them"),
        )
        self.save = menu_button(
            EXPORTS,
            self.export_wanted,
            text=mark("Save"),
            tip=mark("Save what is listed to a file"),
        )
        self.listed = bind_text(ComboBox(), name=mark("Studies listed"))
        add_items(self.listed, {key: text for key, (text, _) in _LISTED.items()})
        self.listed.currentIndexChanged.connect(self._list)

    def _lay_out(self) -> None:
        result, before = QWidget(), QWidget()
        buttons = hbox(self.comment, None, self.save)
        vbox(self.listed, (self.tree, 1), self.detail, buttons, within=result)
        self.before = bind_text(theme.mute(WrappedLabel()), text=_BEFORE)
        vbox(self.before, None, within=before)
        self.stack = QStackedWidget()
        self.stack.addWidget(before)
        self.stack.addWidget(result)
        top = hbox(self.source, None, self.start)
        vbox(self.title, top, self.status, (self.stack, 1), within=self)

    # --- what is shown -----------------------------------------------------------------------

    def show_source(self, words: str) -> None:
        """Call what is to be checked `words`."""
        self.source.setText(words.replace("&", "&&"))

    def show_studies(self, studies: Sequence[Checked]) -> None:
        """List what was found in studies."""
        self._studies = studies
        with QSignalBlocker(self.listed):
            self.listed.setCurrentIndex(0)
        self.listed.setVisible(len(studies) > 1)
        self.stack.setCurrentIndex(1 if studies else 0)
        self._list()

    # --- within ------------------------------------------------------------------------------

    @Slot()
    def _list(self) -> None:
        """List the studies with the verdicts chosen; a single one is listed anyway."""
        studies = self._studies
        if len(studies) > 1:
            _, verdicts = _LISTED[str(self.listed.currentData())]
            studies = [each for each in studies if each.verdict in verdicts]
        self.model.show(studies)
        self.tree.show_alone(len(self._studies) == 1)
        self.save.setEnabled(bool(studies))
        self._show_detail(None)

    @Slot()
    def _point(self) -> None:
        index = self.tree.currentIndex()
        if index.isValid():
            found = self.model.item(index)
            self._show_detail(found)
            self.position_wanted.emit(found)

    def _show_detail(self, found: Finding | None) -> None:
        """Say all of the present row, which may be too long for it."""
        study = self.tree.study
        self.comment.setEnabled(study is not None)
        text = ""
        if found is not None:
            text = f"{localize(found.place)}: {words(found)}"
        elif study is not None:
            text = report.summary(study)
        self.detail.setText(text)

    @Slot()
    def _retranslate(self) -> None:
        self._show_detail(self.model.item(self.tree.currentIndex()))


def _unread(studies: int) -> str:
    return count(studies, "{n} could not be read…", "{n} could not be read…")
