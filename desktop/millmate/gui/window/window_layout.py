"""The layout of the window: the board at the left, the panels beside it."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QPushButton,
    QScrollArea,
    QSplitter,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from millmate.gui.languages.translator import bind_tabs
from millmate.gui.style import theme
from millmate.gui.style.areas import scrolling, splitter

_SIDE_WIDTH = 340


def tabs(pages: dict[str, QWidget], beside: QAction) -> QTabWidget:
    """Return the panels as tabs with their marked titles, and a button for `beside`."""
    result = QTabWidget()
    result.setDocumentMode(True)
    result.tabBar().setDrawBase(False)
    for page in pages.values():
        result.addTab(page, "")
    bind_tabs(result, *pages)
    button = QToolButton()
    button.setDefaultAction(beside)
    button.setAutoRaise(True)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    result.setCornerWidget(button)
    return result


def scrolled(widgets: list[QWidget]) -> QScrollArea:
    inner = QWidget()
    layout = QVBoxLayout(inner)
    layout.setContentsMargins(0, 0, theme.GRID, 0)
    layout.setSpacing(2 * theme.GRID)
    for widget in widgets:
        layout.addWidget(widget)
    layout.addStretch(1)
    return scrolling(inner)


class _Side(QWidget):
    """The panels beside the board, never narrower than their text needs."""

    def __init__(self) -> None:
        super().__init__()
        self._widen()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._widen()

    def _widen(self) -> None:
        # Half the growth of the text, so that the board stays larger in a small window.
        self.setMinimumWidth(round(_SIDE_WIDTH * (1 + theme.text_scale()) / 2))


def stacked(*above: QWidget, below: QWidget) -> QWidget:
    """Return the widgets in a column; `below` takes the spare room."""
    side = _Side()
    column = QVBoxLayout(side)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(theme.GRID)
    for widget in above:
        column.addWidget(widget)
    column.addWidget(below, 1)
    return side


def shared(above: QWidget, below: QWidget) -> QSplitter:
    """Return a splitter of two parts; the lower one gets more room."""
    return splitter(Qt.Orientation.Vertical, above, below, shares=(1, 1), sizes=(240, 360))


def split(board: QWidget, side: QWidget) -> QSplitter:
    """Return a splitter of `board`, which takes the spare room, and `side`."""
    return splitter(Qt.Orientation.Horizontal, board, side, shares=(1, 0), sizes=(736, 344))


def leave_keyboard(page: QWidget) -> None:
    """Prevent the buttons of `page` from taking the focus when clicked.

    The Tab key still reaches them.
    """
    for kind in (QPushButton, QToolButton):
        for button in page.findChildren(kind):
            if button.focusPolicy() == Qt.FocusPolicy.StrongFocus:
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)


def framed(widget: QWidget) -> QWidget:
    """Return `widget` with the window's margins around it."""
    frame = QWidget()
    margins = QVBoxLayout(frame)
    margins.setContentsMargins(*(2 * theme.GRID, theme.GRID) * 2)
    margins.addWidget(widget)
    return frame
