"""A small question mark beside terms, which opens their explanations."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QFrame, QPushButton, QToolButton, QWidget

from millmate import manual
from millmate.formatting import titled
from millmate.gui.kit import theme
from millmate.gui.kit.errors import error_sentence
from millmate.gui.kit.label import WrappedLabel, wrapped
from millmate.gui.kit.screen_fit import nearest
from millmate.gui.kit.tasks import Task
from millmate.gui.kit.translator import on_retranslate
from millmate.gui.kit.widgets import Part, hbox, vbox
from millmate.language import tr


class ManualPages(QObject):
    """Opens pages of the manual; what a checkout has to build first is built in a thread.

    Emits `started` with a line to show meanwhile, then `opened`, or `failed` with a sentence.
    """

    started = Signal(str)
    opened = Signal()
    failed = Signal(str)

    def open(self, name: str, anchor: str = "") -> None:
        """Open the page `name`, in the window's language if it is there, at `anchor`."""
        self.started.emit(tr("The manual is being opened…"))
        work = Task(lambda progress, stopped: (manual.page(name), anchor))
        work.launch(done=self._show, failed=self._fail)

    @Slot(object)
    def _show(self, found: tuple[Path, str]) -> None:
        path, anchor = found
        url = QUrl.fromLocalFile(str(path))
        if anchor:  # else a mere # would follow
            url.setFragment(anchor)
        if QDesktopServices.openUrl(url):
            self.opened.emit()
        else:
            self.failed.emit(tr("No web browser was found; the manual is {path}.", path=path))

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self.failed.emit(error_sentence(error))


_WIDTH = 340  # pixels of an explanation at normal text size


class Explained(Protocol):
    """The subject of a button: a `glossary.Term`, say."""

    @property
    def title(self) -> str: ...

    @property
    def text(self) -> str: ...

    @property
    def page(self) -> str:
        """The name of a page in the manual."""

    @property
    def anchor(self) -> str:
        """Where that page has it, in every language."""


class TermButton(QToolButton):
    """Explains terms in its tool tip, and, on a click or a key, in a popover."""

    def __init__(self, *terms: Explained) -> None:
        super().__init__()
        self.terms = terms
        self.popover: Popover | None = None
        self.setProperty("term", True)
        self.setText("?")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(self.explain)
        on_retranslate(self, self._name)

    def show_terms(self, *terms: Explained) -> None:
        """Explain these terms from now on; without any, hide the button."""
        self.terms = terms
        self.setVisible(bool(terms))
        self._name()

    def pictures(self, term: Explained) -> Sequence[QWidget]:
        """Return the widget above the text of a term."""
        return ()

    @Slot()
    def explain(self) -> None:
        """Open the popover, or close it."""
        if self.popover is not None:
            self.popover.dismiss()
            return
        self.popover = Popover(self)
        self.popover.destroyed.connect(self._closed)

    @Slot()
    def _closed(self) -> None:
        self.popover = None

    def _name(self) -> None:
        titles = ", ".join(term.title for term in self.terms)
        self.setAccessibleName(tr("Explain: {terms}", terms=titles))
        said = [titled(term.title, term.text) for term in self.terms]
        self.setAccessibleDescription(" ".join(said))
        self.setToolTip(wrapped("\n".join(said)))


class Popover(QFrame):
    """The explanations of a button's terms; a key, or a click elsewhere, closes it.

    Tab leads to `more`, which opens the manual at the first of them.
    """

    def __init__(self, button: TermButton) -> None:
        super().__init__(button.window())
        self._button = button
        self.setProperty("card", True)
        self.setAutoFillBackground(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(" ".join(titled(term.title, term.text) for term in button.terms))
        parts: list[Part] = []
        for term in button.terms:
            title = WrappedLabel(term.title)
            theme.heading(title)
            parts += [title, *button.pictures(term), WrappedLabel(term.text), theme.GRID]
        self.more = QPushButton(tr("In the manual"))
        self.more.setAutoDefault(True)  # Return presses it, as Space does
        self.more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.more.clicked.connect(self._open_manual)
        self._told = WrappedLabel()
        self._told.hide()
        parts += [self._told, hbox(None, self.more)]
        vbox(*parts, within=self, spacing=theme.GRID // 2, margins=2 * theme.GRID)
        self.show()
        self._place()
        self.raise_()
        self.setFocus(Qt.FocusReason.PopupFocusReason)
        app = QApplication.instance()
        assert app is not None
        app.installEventFilter(self)

    @Slot()
    def dismiss(self) -> None:
        """Close, and give the keyboard back."""
        self.hide()
        self.deleteLater()

    @Slot()
    def _open_manual(self) -> None:
        pages = ManualPages(self)
        pages.started.connect(self._tell)
        pages.failed.connect(self._tell)
        pages.opened.connect(self.dismiss)
        first = self._button.terms[0]
        pages.open(first.page, first.anchor)

    @Slot(str)
    def _tell(self, text: str) -> None:
        """Show a line below the explanations."""
        self._told.setText(text)
        self._told.show()
        self._place()

    def _place(self) -> None:
        """Lie below the button, or as near as the window allows."""
        window, layout, gap = self.window(), self.layout(), theme.GRID
        assert layout is not None
        room = window.rect().adjusted(gap, gap, -gap, -gap)
        width = min(round(_WIDTH * theme.text_scale()), room.width())
        self.setFixedSize(width, min(layout.totalHeightForWidth(width), room.height()))
        below = self._button.mapTo(window, QPoint(0, self._button.height() + gap // 2))
        self.move(nearest(QRect(below, self.size()), room).topLeft())

    def event(self, event: QEvent) -> bool:
        """Take keys before the window's shortcuts do."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with any key but Tab and those that only modify others."""
        if event.text() or event.key() == Qt.Key.Key_Escape:
            self._button.setFocus()
            self.dismiss()

    def focusNextPrevChild(self, on: bool) -> bool:
        """Go with Tab from the words to the button, and back."""
        to = self if self.more.hasFocus() else self.more
        to.setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._lose_focus(event)

    def _lose_focus(self, event: QFocusEvent) -> None:
        """Close when the keyboard goes to another part of the window."""
        inside = QApplication.focusWidget() in (self, self.more)
        if not inside and event.reason() is not Qt.FocusReason.ActiveWindowFocusReason:
            self.dismiss()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close at a press anywhere else; the button's own press closes it by itself."""
        if watched is self.more and isinstance(event, QFocusEvent) and event.lostFocus():
            self._lose_focus(event)
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonPress:
            point = event.globalPosition().toPoint()
            mine = (self, self._button)
            if not any(each.rect().contains(each.mapFromGlobal(point)) for each in mine):
                self.dismiss()
        return False
