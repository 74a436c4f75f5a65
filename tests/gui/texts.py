"""All that can be read in the windows that are open, and a language that shows what is missed."""

import re
from collections.abc import Callable, Iterator
from functools import cache

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QTabBar,
    QTabWidget,
    QWidget,
)
from tests import languages

_PROPERTIES = (
    "text", "title", "toolTip", "accessibleName", "accessibleDescription", "placeholderText",
    "windowTitle", "prefix", "suffix", "specialValueText",
)  # fmt: skip
_ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
)
_MOST_ROWS = 8

_OPEN, _SHUT = "⟦", "⟧"


def brackets() -> dict[str | languages.Key, str | list[str]]:
    """Return a language that puts its texts, but not the values in them, into brackets.

    It knows the texts of the language files: a text shown without brackets is none of theirs.
    """
    return {
        (each.msgid, each.msgctxt or ""): [_bracketed(each.msgid), _bracketed(each.msgid_plural)]
        if each.msgid_plural
        else _bracketed(each.msgid)
        for each in languages.entries("de")
        if each.msgctxt != "letters of chess pieces"
    }


def _bracketed(text: str) -> str:
    parts = re.split(r"(\{[^{}]*\})", text)
    return "".join(
        part if part.startswith("{") or not re.search(r"\w", part) else f"{_OPEN}{part}{_SHUT}"
        for part in parts
    )


def outside(text: str) -> str:
    """Return what of `text` stands outside of brackets, markup left out."""
    found, depth = "", 0
    for letter in text:
        depth += (letter == _OPEN) - (letter == _SHUT)
        found += letter if depth == 0 and letter != _SHUT else " "
    return re.sub(r"<[^>]*>|&\w+;", " ", found)


def texts(among: Callable[[QWidget], bool] = lambda widget: True) -> Iterator[tuple[str, str]]:
    """Yield where something can be read, and what, of the widgets `among` all there are."""
    for widget in QApplication.allWidgets():
        if among(widget):
            name = type(widget).__name__
            yield from ((f"{name} {where}", said) for where, said in _of_widget(widget) if said)


def _of_widget(widget: QWidget) -> Iterator[tuple[str, str]]:
    for name in _properties_of(type(widget)):
        said = getattr(widget, name)
        if callable(said):
            yield name, str(said())
    if isinstance(widget, QComboBox):
        yield "tip", widget.toolTip()
        yield "name", widget.accessibleName()
        yield from (("item", widget.itemText(index)) for index in range(widget.count()))
    if isinstance(widget, QTabWidget | QTabBar):
        yield from (("tab", widget.tabText(index)) for index in range(widget.count()))
    for action in widget.actions():
        yield "action", action.text()
        yield "action's tip", action.toolTip()
    listed = isinstance(widget, QAbstractItemView) and not isinstance(widget, QHeaderView)
    if listed and widget.model() is not None:
        yield from _of_model(widget.model())


@cache  # asking every widget for every one of them took long
def _properties_of(kind: type[QWidget]) -> tuple[str, ...]:
    """Return which of `_PROPERTIES` a kind of widget has, but for what is written into it."""
    if issubclass(kind, QTabBar | QComboBox):
        return ()
    written = {"text"} if issubclass(kind, QLineEdit | QAbstractSpinBox) else set()
    return tuple(name for name in _PROPERTIES if hasattr(kind, name) and name not in written)


def _of_model(model: QAbstractItemModel) -> Iterator[tuple[str, str]]:
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount()
    name = type(model).__name__
    for column in range(columns):
        for role in _ROLES:
            said = model.headerData(column, Qt.Orientation.Horizontal, role)
            if isinstance(said, str) and columns > 1:
                yield f"{name}'s header", said
            for row in range(min(model.rowCount(), _MOST_ROWS)):
                said = model.index(row, column).data(role)
                if isinstance(said, str):
                    yield f"{name} {column}", said
