"""Buttons with bound texts, connected to what they do."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QToolButton

from millmate.gui.kit.icons import icon
from millmate.gui.kit.translator import bind_text

Clicked = Callable[..., object] | SignalInstance


def push_button(text: str, clicked: Clicked | None = None, **texts: str) -> QPushButton:
    """Return a button with the marked `text`, and other texts as of `bind_text`."""
    button = bind_text(QPushButton(), text=text, **texts)
    if clicked is not None:
        button.clicked.connect(clicked)
    return button


def tool_button(picture: str, clicked: Clicked | None = None, **texts: str) -> QToolButton:
    """Return a flat button with the icon `picture`, and texts as of `bind_text`."""
    button = bind_text(QToolButton(), **texts)
    button.setAutoRaise(True)
    button.setIcon(icon(picture))
    if clicked is not None:
        button.clicked.connect(clicked)
    return button


def menu_button(items: Mapping[str, str], chosen: SignalInstance, **texts: str) -> QToolButton:
    """Return a button whose menu offers `items`, marked texts by keys; `chosen` carries a key."""
    button = bind_text(QToolButton(), **texts)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    for key, text in items.items():
        action = bind_text(QAction(button), text=text)
        action.triggered.connect(lambda _=False, key=key: chosen.emit(key))
        button.addAction(action)
    return button


def source_button(**texts: str) -> QToolButton:
    """Return a button that is called what is open, with an empty menu for what could be."""
    button = bind_text(QToolButton(), **texts)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setIcon(icon("open"))
    button.setMenu(QMenu(button))
    button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
    return button


def action_button(action: QAction) -> QPushButton:
    """Return a push button bound to `action`."""
    bound = QPushButton()
    bound.clicked.connect(action.trigger)

    def update() -> None:
        bound.setEnabled(action.isEnabled())
        bound.setIcon(action.icon())
        bound.setText(action.text().replace("&", "").rstrip("…"))
        bound.setToolTip(action.toolTip())

    action.changed.connect(update)
    update()
    return bound
