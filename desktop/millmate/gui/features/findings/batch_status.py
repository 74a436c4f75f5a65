"""The lines of a page that works through many games: how far it is, then what there is to say."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import SignalInstance, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from millmate.gui.kit import theme
from millmate.gui.kit.label import WrappedLabel
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import ProgressBar, hbox, push_button
from millmate.gui.shell.builds.plans import MissingTables
from millmate.language import mark


class BatchStatus(QVBoxLayout):
    """Progress with a button that stops it, a sentence, what is unread, and tables missing.

    Each line is hidden while it says nothing.

    Args:
        progress: What the progress is called (marked).
        unread: Says that so many could not be read; the button `unread` lists them.
        again: What the button is called that runs all once more (marked); `repeat` runs it.
        idle: What is enabled only while nothing runs.
        beneath: The buttons of the missing tables are beneath their words.
    """

    def __init__(
        self,
        progress: str,
        unread: Callable[[int], str],
        again: str,
        repeat: SignalInstance,
        *idle: QWidget,
        beneath: bool = False,
    ) -> None:
        super().__init__()
        self.setSpacing(theme.GRID)
        self.bar, self.progress = ProgressBar(), theme.muted()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1000)
        bind_text(self.bar, name=progress)
        self.progress.setWordWrap(False)
        self.stop = push_button(mark("Stop"), tip=mark("What has been found stays listed"))
        self._work, self._told = QWidget(), QWidget()
        hbox((self.bar, 1), self.progress, self.stop, within=self._work)
        self.sentence, self.unread = WrappedLabel(), push_button("")
        hbox((self.sentence, 1), self.unread, within=self._told)
        self.lack = MissingTables(again, repeat, beneath=beneath)
        for line in (self._work, self._told, self.lack):
            self.addWidget(line)
        self._idle = (*idle, self.lack.again)
        self._unread, self._unread_words = 0, unread
        translator.changed.connect(self._retranslate)
        self.show_running(False)
        self.clear()

    def clear(self) -> None:
        """Say nothing but how far the work is."""
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
        """Say in a sentence what was found, or what is wrong; "" for nothing."""
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
