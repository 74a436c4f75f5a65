"""A page of findings: its source, progress, result, list and exports."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Signal, SignalInstance, Slot
from PySide6.QtWidgets import QLayout, QStackedWidget, QVBoxLayout, QWidget

from millmate.gui.features.findings.tree import Columns, FindingsTree, Group
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label, WrappedLabel
from millmate.gui.kit.translator import add_items, bind_text, translator
from millmate.gui.kit.widgets import (
    ComboBox,
    ProgressBar,
    hbox,
    menu_button,
    push_button,
    source_button,
    vbox,
)
from millmate.gui.shell.builds.plans import MissingTables
from millmate.language import mark


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of findings, as its page shows it. Texts are marked.

    Attributes:
        introduction: The description of the page, shown while nothing is listed.
        title: The heading of a page beside the board, which has little room.
        source: The name of the button for the source, and its tool tip.
        start: The button that starts.
        again: The button that starts once more, after a build of missing tables.
        progress: The name of the progress bar.
        unread: The words of the button that lists the games that could not be read.
        unread_title: The title of that list.
        columns: The columns of the list.
        choice: The name of the choice of a grouping or filter.
        choices: The texts of that choice by their keys.
        export_title: The title of the dialog that saves.
        export_name: The file that it proposes, without suffix.
        exports: By their keys: the text in the menu, the filter of the dialog, the suffix.
    """

    introduction: str
    source: tuple[str, str]
    start: str
    again: str
    progress: str
    unread: Callable[[int], str]
    unread_title: str
    columns: Columns
    choice: str
    choices: Mapping[str, str]
    export_title: str
    export_name: str
    exports: Mapping[str, tuple[str, str, str]]
    title: str = ""


class FindingsPage(QWidget):
    """Shows what its feature found; a subclass adds its own controls and lays all out.

    `sourced` asks for other games by the key of a source, `export_wanted` carries a key of the
    exports, `listing_changed` asks for other groups or another part.
    """

    started = Signal()
    sourced = Signal(str)
    listing_changed = Signal()
    export_wanted = Signal(str)

    def __init__(self, kind: Kind) -> None:
        super().__init__()
        self.kind = kind
        name, tip = kind.source
        self.source = source_button(tip=tip, name=name)
        self.start = push_button(kind.start, self.started)
        theme.primary(self.start)
        self.first: QWidget = self.start  # where the keyboard goes if nothing was found
        self.tree = FindingsTree(kind.columns)
        self.model = self.tree.findings
        self.choice = bind_text(ComboBox(), name=kind.choice)
        add_items(self.choice, kind.choices)
        self.choice.currentIndexChanged.connect(self.listing_changed)
        self.remark = theme.mute(WrappedLabel())  # on the present row
        self.save = menu_button(
            {key: text for key, (text, _, _) in kind.exports.items()},
            self.export_wanted,
            text=mark("Save"),
            tip=mark("Save the list to a file"),
        )
        self.introduction = bind_text(theme.mute(WrappedLabel()), text=kind.introduction)

    def lay_out(self, top: QLayout, result: QLayout, *idle: QWidget) -> None:
        """Fill the page: a row at its top and the result; `idle` are disabled during a run."""
        self.status = Status(self.kind, self.started, self.start, self.source, *idle)
        self.stack = QStackedWidget()
        for layout in (vbox(self.introduction, None), result):
            part = QWidget()
            part.setLayout(layout)
            self.stack.addWidget(part)
        heading = []
        if self.kind.title:
            heading = [bind_text(Label(), text=self.kind.title)]
            theme.heading(heading[0])
            theme.heading(self.status.sentence)
        vbox(*heading, top, self.status, (self.stack, 1), within=self)

    def show_sources(self, shown: str, offered: Sequence[tuple[str, str]]) -> None:
        """Name the present source, and offer others: keys and words, "" for a separator."""
        self.source.setText(shown.replace("&", "&&"))
        menu = self.source.menu()
        menu.clear()
        for key, text in offered:
            if not key:
                menu.addSeparator()
                continue
            menu.addAction(text).triggered.connect(lambda _=False, key=key: self.sourced.emit(key))

    def show_groups(self, groups: Sequence[Group], *, alone: bool = False) -> None:
        """Replace the list."""
        self.tree.show_groups(groups, alone=alone)
        self.stack.setCurrentIndex(1 if groups else 0)
        self.introduction.setVisible(not groups and not self.status.sentence.text())

    @property
    def shown(self) -> list[Any]:
        """All findings that are listed, in their order."""
        return [item for group in self.model.groups for item in group.items]


class Status(QVBoxLayout):
    """Progress with a button that stops it, a sentence, unread games, and missing tables.

    Each line is hidden while it says nothing; `idle` is enabled only while nothing runs.
    """

    def __init__(self, kind: Kind, repeat: SignalInstance, *idle: QWidget) -> None:
        super().__init__()
        self.setSpacing(theme.GRID)
        self.bar, self.progress = ProgressBar(), theme.muted()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1000)
        bind_text(self.bar, name=kind.progress)
        self.progress.setWordWrap(False)
        self.stop = push_button(mark("Stop"), tip=mark("The results so far stay listed"))
        self._work, self._told = QWidget(), QWidget()
        hbox((self.bar, 1), self.progress, self.stop, within=self._work)
        self.sentence, self.unread = WrappedLabel(), push_button("")
        hbox((self.sentence, 1), self.unread, within=self._told)
        self.lack = MissingTables(kind.again, repeat, beneath=bool(kind.title))
        for line in (self._work, self._told, self.lack):
            self.addWidget(line)
        self._idle = (*idle, self.lack.again)
        self._unread, self._unread_words = 0, kind.unread
        translator.changed.connect(self._retranslate)
        self.show_running(False)
        self.clear()

    def clear(self) -> None:
        """Show only the progress."""
        self.tell("")
        self.show_unread(0)
        self.lack.clear()

    def show_running(self, running: bool) -> bool:
        """Show the progress or none; return whether the keyboard was where it cannot stay."""
        left = (self.stop,) if not running else self._idle
        watched = any(part.hasFocus() for part in left)
        self._work.setVisible(running)
        for part in self._idle:
            part.setEnabled(not running)
        if running:
            self.bar.setValue(0)
        return watched

    def show_progress(self, fraction: float, words: str) -> None:
        self.bar.setValue(round(1000 * fraction))
        self.progress.setText(words)

    def tell(self, words: str, fault: bool = False) -> None:
        """Show the result or a fault in a sentence; "" hides it."""
        self.sentence.setText(words)
        theme.mark_fault(self.sentence, fault)
        self._told.setVisible(bool(words))

    def show_unread(self, unread: int) -> None:
        """Offer a list of those that could not be read."""
        self._unread = unread
        self.unread.setVisible(unread > 0)
        self._retranslate()

    @Slot()
    def _retranslate(self) -> None:
        self.unread.setText(self._unread_words(self._unread))
