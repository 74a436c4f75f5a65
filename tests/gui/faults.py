"""What can be wrong with a screen that is shown.

That is: room, overlaps, the mouse, contrast, names, the Tab key, and markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import numpy as np
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QMenuBar,
    QPlainTextEdit,
    QRadioButton,
    QScrollArea,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QTableView,
    QToolTip,
    QWidget,
)

from millmate.gui.window.main_window import MainWindow

LEAST_CONTRAST = 4.5  # of letters against what is behind them: WCAG 2.2, 1.4.3
_SPARE = 2  # pixels that a line of text may lack: rounding
_HEAD_MARGINS = 16  # of a column's title
_WHOLE = (QAbstractSpinBox, QComboBox, QLineEdit, QTabBar, QHeaderView, QAbstractItemView)
_MARKUP = "<h1>Anna</h1>"
_RICH = {"_Title", "RichLabel"}  # of our own markup, in which what comes from elsewhere is escaped
_CONTROLS = (
    QAbstractButton, QComboBox, QLineEdit, QAbstractSpinBox, QAbstractItemView, QPlainTextEdit,
    QTabBar,
)  # fmt: skip


class Seen:
    """The widgets in a window, or in a part of it, that are to be seen."""

    def __init__(self, top: QWidget) -> None:
        window = top.window()
        self._widgets = [
            widget
            for widget in top.findChildren(QWidget)
            if widget.isVisible() and widget.window() is window and not _is_part(widget)
            and not widget.visibleRegion().isEmpty()
        ]  # fmt: skip

    def of(self, *kinds: type[QWidget]) -> list[Any]:
        """Return those of these kinds."""
        return [widget for widget in self._widgets if isinstance(widget, kinds)]


def _is_part(widget: QWidget) -> bool:
    """Tell whether a widget is but a part of a control, such as the line of a spin box."""
    parent = widget.parentWidget()
    return (
        isinstance(parent, _WHOLE)
        or parent is None
        or isinstance(parent.parentWidget(), QComboBox)
        or (isinstance(parent, QTableView) and not isinstance(widget, QHeaderView))
    )


def called(widget: QWidget) -> str:
    """Return what tells which widget is meant."""
    text = getattr(widget, "text", str)
    said = widget.accessibleName() or (text() if callable(text) else "") or widget.objectName()
    parents = []
    parent = widget.parentWidget()
    while parent is not None and len(parents) < 3:
        if type(parent) is not QWidget:
            parents.append(type(parent).__name__)
        parent = parent.parentWidget()
    return f"{type(widget).__name__} {str(said)[:40]!r} in {', '.join(parents)}"


# --- room ------------------------------------------------------------------------------------


def cut_off(top: QWidget) -> Iterator[str]:
    """Yield what has less room than its words need."""
    seen = Seen(top)
    for widget in seen.of(QAbstractButton, QComboBox, QLineEdit):
        least = widget.minimumSizeHint()
        if widget.width() < least.width() or widget.height() < least.height():
            yield f"{called(widget)} is {widget.size().toTuple()}, needs {least.toTuple()}"
    for label in seen.of(QLabel):
        yield from _cut_label(label)
    for box in seen.of(QComboBox):
        option = QStyleOptionComboBox()
        box.initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = box.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, part, box
        ).width()  # fmt: skip
        icon = box.iconSize().width() + 4 if _pictured(box) else 0
        lacks = box.fontMetrics().horizontalAdvance(option.currentText) + icon - room
        if lacks > _SPARE:
            yield f"{called(box)} cuts {lacks} pixels of {option.currentText!r}"
        if option.currentText.endswith("…") and not box.currentText().endswith("…"):
            yield f"{called(box)} cuts {box.currentText()!r} to {option.currentText!r}"
    for line in seen.of(QLineEdit):
        hint = line.placeholderText()
        icon = 24 if line.actions() else 0
        lacks = line.fontMetrics().horizontalAdvance(hint) + icon - line.width() + 8
        if not line.text() and lacks > _SPARE:
            yield f"{called(line)} cuts {lacks} pixels of {hint!r}"
    for bar in seen.of(QTabBar):
        for index in range(bar.count()):
            lacks = bar.tabSizeHint(index).width() - bar.tabRect(index).width()
            if lacks > _SPARE or not bar.rect().contains(bar.tabRect(index)):
                yield f"{called(bar)} cuts the tab {bar.tabText(index)!r}"
    for view in seen.of(QTableView):
        yield from _cut_heads(view)
    for area in seen.of(QScrollArea):
        if area.widget() is not None:
            lacks = area.widget().minimumSizeHint().width() - area.viewport().width()
            if lacks > 2 * _SPARE:  # there is a margin beside the bar
                yield f"{called(area)}: what scrolls lacks {lacks} pixels"


def _drawn(box: QComboBox) -> str:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    return str(option.currentText)


def _pictured(box: QComboBox) -> bool:
    return not box.itemIcon(box.currentIndex()).isNull()


def _cut_label(label: QLabel) -> Iterator[str]:
    if not label.text() or label.sizePolicy().horizontalPolicy().name == "Ignored":
        return
    if label.wordWrap():
        lacks = label.heightForWidth(label.width()) - label.height()
        if lacks > _SPARE:
            yield f"{called(label)} lacks {lacks} pixels of height"
    else:
        lacks = label.minimumSizeHint().width() - label.width()
        if lacks > _SPARE:
            yield f"{called(label)} lacks {lacks} pixels"


def _cut_heads(view: QTableView) -> Iterator[str]:
    head = view.horizontalHeader()
    for column in range(head.count()) if head.isVisible() else ():
        if head.isSectionHidden(column):
            continue
        said = str(view.model().headerData(column, Qt.Orientation.Horizontal) or "")
        sorted_by = head.isSortIndicatorShown() and head.sortIndicatorSection() == column
        needed = head.fontMetrics().horizontalAdvance(said) + _HEAD_MARGINS + 16 * sorted_by
        lacks = needed - head.sectionSize(column)
        if lacks > _SPARE:
            yield f"{called(view)}: the head {said!r} lacks {lacks} pixels"


def small_board(window: MainWindow) -> Iterator[str]:
    """Yield where the board is not the square of the stage, is small, or not all in `window`."""
    board = window.views.board
    if not board.isVisible():
        return
    square, stage = board.board_geometry.board, window.stage.places.board
    if (square.width(), square.height()) != (stage.width(), stage.height()):
        yield f"the board is {square.width():.0f} wide on a stage of {stage.width()}"
    if square.height() < 0.6 * window.height():
        yield f"the board is only {square.height():.0f} high"
    if not window.rect().contains(QRect(board.mapTo(window, QPoint(0, 0)), board.size())):
        yield "the board is not all in the window"


def overlapping(top: QWidget) -> Iterator[str]:
    """Yield neighbours in a layout that lie on one another."""
    for parent in (top, *top.findChildren(QWidget)):
        layout = parent.layout()
        if layout is None or not parent.isVisible():
            continue
        parts = [w for w in parent.children() if isinstance(w, QWidget) and w.isVisible()]
        parts = [w for w in parts if layout.indexOf(w) >= 0 and not w.visibleRegion().isEmpty()]
        for number, one in enumerate(parts):
            for other in parts[number + 1 :]:
                both = one.geometry().intersected(other.geometry())
                if both.width() > 1 and both.height() > 1:
                    yield f"{called(one)} lies on {called(other)}"


# --- the mouse -------------------------------------------------------------------------------


def covered(top: QWidget) -> Iterator[str]:
    """Yield the controls that do not receive a click at each of five points across them."""
    seen = Seen(top)
    side = QTabBar.ButtonPosition.RightSide
    closing = (bar.tabButton(bar.currentIndex(), side) for bar in seen.of(QTabBar))
    for widget in (*seen.of(*_CONTROLS, QAbstractSlider), *filter(None, closing)):
        if not widget.isEnabled():
            continue
        region = widget.visibleRegion().boundingRect()
        for share in (0.1, 0.3, 0.5, 0.7, 0.9):
            at = QPoint(region.left() + int(share * region.width()), region.center().y())
            hit = QApplication.widgetAt(widget.mapToGlobal(at))
            if hit is not widget and not widget.isAncestorOf(hit):
                yield f"{called(hit) if hit else 'nothing'} is clicked, not {called(widget)}"
                break


# --- the keyboard and those who listen -------------------------------------------------------


def unreachable(top: QWidget) -> Iterator[str]:
    """Yield what the Tab key does not come to, and what it comes to without a name."""
    top.activateWindow()
    QApplication.processEvents()
    passed = _passed(top)
    if len(passed) > 1 and top.focusWidget() is passed[-1]:
        yield f"Tab goes no further than {called(passed[-1])}"
    for widget in passed:
        interface = QAccessible.queryAccessibleInterface(widget)
        if interface is None or not interface.text(QAccessible.Text.Name).strip():
            yield f"{called(widget)} has no name"
    reached = set(map(id, passed))
    seen = Seen(top)
    for widget in seen.of(*_CONTROLS):
        proxy = widget.focusProxy() or widget
        if id(proxy) not in reached and widget.isEnabled() and not _elsewise(widget, passed):
            yield f"Tab does not come to {called(widget)}"


def unnamed(top: QWidget) -> Iterator[str]:
    """Yield the combo boxes for which a screen reader on Linux has but the item chosen."""
    for box in Seen(top).of(QComboBox):
        labels = QAccessible.queryAccessibleInterface(box).relations(QAccessible.RelationFlag.Label)
        if not any(label.text(QAccessible.Text.Name) for label, _ in labels):
            yield f"{called(box)} has no label"


def unheard(top: QWidget) -> Iterator[str]:
    """Yield the labels whose words a name hides, and what we draw but have given no role."""
    seen = Seen(top)
    for label in seen.of(QLabel):
        words = unescape(label.text()).replace("&", "")
        if label.accessibleName() and len(label.accessibleName().replace("&", "")) < len(words):
            yield f"nobody hears {words!r}, only {label.accessibleName()!r}"
    for widget in seen.of(QWidget):
        ours = type(widget).__module__.startswith("millmate.")
        named = widget.accessibleName() or widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        interface = QAccessible.queryAccessibleInterface(widget)
        if ours and named and interface.role() is QAccessible.Role.Client:
            yield f"{called(widget)} has no role"


def _passed(top: QWidget) -> list[QWidget]:
    """Return where the Tab key leads, once round."""
    found: list[QWidget] = []
    for _ in range(300):
        here = top.focusWidget()
        if here is None:
            top.focusNextChild()
        else:
            if any(here is widget for widget in found):
                break
            found.append(here)
            QTest.keyClick(here, Qt.Key.Key_Tab)
    return found


def _elsewise(widget: QWidget, passed: list[QWidget]) -> bool:
    """Tell whether a control is for keys though Tab passes it: one of several, an empty list."""
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    roving = (
        widget.focusPolicy() is Qt.FocusPolicy.ClickFocus
        or isinstance(widget, QRadioButton)
        or (group is not None and group.exclusive())
    )
    if roving and any(type(w) is type(widget) and w.parent() is widget.parent() for w in passed):
        return True  # arrow keys go on from the one that Tab comes to
    if isinstance(widget, QAbstractItemView):
        return widget.model() is None or widget.model().rowCount() == 0
    return isinstance(widget, QTabBar) and widget.count() < 2


# --- contrast --------------------------------------------------------------------------------


def faint(top: QWidget) -> Iterator[str]:
    """Yield the words that stand out too little from what is behind them, by their pixels."""
    image = top.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    ratio = image.devicePixelRatio()
    rows = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), -1)
    for words, rect, widget in _written(top):
        corner = widget.mapTo(top, rect.topLeft())
        left, top_ = round(corner.x() * ratio), round(corner.y() * ratio)
        right, low = round(rect.width() * ratio) + left, round(rect.height() * ratio) + top_
        part = rows[max(0, top_) : max(0, low), max(0, left) : max(0, right)]
        found = contrast(part) if part.size else LEAST_CONTRAST
        if found < LEAST_CONTRAST - 0.05:
            yield f"{words[:40]!r} has contrast {found:.2f}: {called(widget)}"


def contrast(pixels: np.ndarray) -> float:
    """Return the greatest contrast of a pixel with the commonest colour, after WCAG."""
    colours, counts = np.unique(pixels.ravel() & 0xFFFFFF, return_counts=True)
    light = _luminance(colours)
    behind = light[np.argmax(counts)]
    lighter, darker = np.maximum(light, behind), np.minimum(light, behind)
    return float(((lighter + 0.05) / (darker + 0.05)).max())


def _luminance(colours: np.ndarray) -> np.ndarray:
    parts = np.stack([(colours >> shift) & 0xFF for shift in (16, 8, 0)]) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return np.array([0.2126, 0.7152, 0.0722]) @ linear


def _written(top: QWidget) -> Iterator[tuple[str, QRect, QWidget]]:
    """Yield words that can be read, where they stand, and in which widget.

    A single sign may be too thin for a pixel of its own colour.
    """
    yield from (each for each in _all_written(top) if len(re.findall(r"\w", each[0])) > 1)


def _all_written(top: QWidget) -> Iterator[tuple[str, QRect, QWidget]]:
    seen = Seen(top)
    for widget in seen.of(QLabel, QAbstractButton):
        if widget.text() and widget.isEnabled():
            yield widget.text(), _inner(widget, 3 * isinstance(widget, QAbstractButton)), widget
    for widget in seen.of(QComboBox, QLineEdit):
        if widget.isEnabled():
            chosen = isinstance(widget, QComboBox)
            text = _drawn(widget) if chosen else widget.text() or widget.placeholderText()
            picture = widget.iconSize().width() if chosen and _pictured(widget) else 0
            if text:
                yield text, _inner(widget, 4).adjusted(picture, 0, -20, 0), widget
    for bar in seen.of(QTabBar):
        yield from ((bar.tabText(i), bar.tabRect(i), bar) for i in range(bar.count()))
    for bar in seen.of(QMenuBar):
        yield from ((a.text(), bar.actionGeometry(a), bar) for a in bar.actions())
    for view in seen.of(QTableView, QListView):
        yield from _cells(view)


def _inner(widget: QWidget, margin: int) -> QRect:
    """Return where the words of `widget` are, nowhere if they are seen in part only."""
    if widget.visibleRegion().boundingRect().height() < widget.height():
        return QRect()
    return widget.rect().adjusted(margin, margin, -margin, -margin)


def _cells(view: QAbstractItemView) -> Iterator[tuple[str, QRect, QWidget]]:
    """Yield the words of a list's heads and of its first rows."""
    port, model = view.viewport(), view.model()
    if model is None or not view.isEnabled():
        return
    columns = model.columnCount() if isinstance(view, QTableView) else 1
    for column in range(columns):
        for row in range(min(4, model.rowCount())):
            index = model.index(row, column)
            said = index.data()
            rect = view.visualRect(index)
            if isinstance(said, str) and said and port.rect().contains(rect):
                yield said, rect.adjusted(1, 1, -1, -1), port
    if isinstance(view, QTableView) and view.horizontalHeader().isVisible():
        head = view.horizontalHeader()
        for column in range(head.count()):
            said = model.headerData(column, Qt.Orientation.Horizontal)
            left, width = head.sectionViewportPosition(column), head.sectionSize(column)
            rect = QRect(left, 0, width, head.height() - 2)
            if isinstance(said, str) and said and head.viewport().rect().contains(rect):
                yield said, rect, head.viewport()


# --- markup ----------------------------------------------------------------------------------


def guessing(top: QWidget) -> Iterator[str]:
    """Yield the labels that would take their text for HTML, though none of our own markup."""
    for label in QApplication.allWidgets():
        if (
            isinstance(label, QLabel)
            and label.textFormat() != Qt.TextFormat.PlainText
            and type(label).__name__ not in _RICH
            and not label.inherits("QTipLabel")
            and label.objectName() != "qt_msgboxex_icon_label"  # Qt's own, a picture
        ):
            yield f"{called(label)} guesses how its text is meant"
    QToolTip.showText(QPoint(5, 5), _MARKUP, top.window())
    tip = next(w for w in QApplication.topLevelWidgets() if w.inherits("QTipLabel"))
    assert isinstance(tip, QLabel)
    if (tip.text(), tip.textFormat()) != (_MARKUP, Qt.TextFormat.PlainText):
        yield f"a tool tip takes {_MARKUP} for HTML"
    tip.close()
