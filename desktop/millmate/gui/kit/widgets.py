"""Layouts and widgets: buttons, choices, numbers, progress, and the strip with a message."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, QTimer, Signal, SignalInstance, Slot
from PySide6.QtGui import (
    QAccessible,
    QAction,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QShortcut,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QComboBox,
    QDoubleSpinBox,
    QFrame,
    QHBoxLayout,
    QLayout,
    QLineEdit,
    QMenu,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QSplitter,
    QStyledItemDelegate,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from millmate.gui.kit import theme
from millmate.gui.kit.accessible import as_choice
from millmate.gui.kit.label import Label, WrappedLabel
from millmate.gui.kit.theme import icon
from millmate.gui.kit.translator import bind_text
from millmate.language import mark

# A widget or layout, perhaps with its stretch, or a widget with its alignment; room in pixels;
# None for room that stretches.
Part = QWidget | QLayout | tuple[QWidget | QLayout, int | Qt.AlignmentFlag] | int | None
Margins = int | tuple[int, int, int, int]
Spacing = int | None  # None: the style's
_Box = TypeVar("_Box", bound=QBoxLayout)


def hbox(
    *parts: Part, within: QWidget | None = None, spacing: Spacing = theme.GRID, margins: Margins = 0
) -> QHBoxLayout:
    """Return a layout of `parts` side by side; it fills the widget `within`, if given."""
    return _filled(QHBoxLayout(), parts, within, spacing, margins)


def vbox(
    *parts: Part, within: QWidget | None = None, spacing: Spacing = theme.GRID, margins: Margins = 0
) -> QVBoxLayout:
    """Return a layout of `parts` one below the other; it fills the widget `within`, if given."""
    return _filled(QVBoxLayout(), parts, within, spacing, margins)


def _filled(
    box: _Box, parts: Sequence[Part], within: QWidget | None, spacing: Spacing, margins: Margins
) -> _Box:
    box.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    if spacing is not None:
        box.setSpacing(spacing)
    for part in parts:
        item, rest = part if isinstance(part, tuple) else (part, 0)
        stretch = 0 if isinstance(rest, Qt.AlignmentFlag) else rest
        if isinstance(item, QWidget):
            box.addWidget(item, stretch)
            if isinstance(rest, Qt.AlignmentFlag):
                box.setAlignment(item, rest)
        elif isinstance(item, QLayout):
            box.addLayout(item, stretch)
        elif item is None:
            box.addStretch(1)
        else:
            box.addSpacing(item)
    if within is not None:
        within.setLayout(box)
    return box


class FoldingRow(QWidget):
    """Widgets side by side, or one below the other where there is no room."""

    def __init__(self, *parts: QWidget) -> None:
        super().__init__()
        self._parts = parts
        self._box = hbox(*parts, None, within=self, spacing=theme.GRID // 2)

    def minimumSizeHint(self) -> QSize:
        widest = max(part.minimumSizeHint().width() for part in self._parts)
        return QSize(widest, super().minimumSizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Fold or unfold the row when its width or its parts change."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            shown = [part.sizeHint().width() for part in self._parts if not part.isHidden()]
            fits = sum(shown) + len(shown) * self._box.spacing() <= self.width()
            ways = self._box.Direction
            self._box.setDirection(ways.LeftToRight if fits else ways.TopToBottom)
        return super().event(event)


def scrolling(inner: QWidget) -> QScrollArea:
    """Return `inner` in an area in which it scrolls up and down where it is too high.

    Its words wrap; only what cannot, where letters are large, makes it scroll sideways as well.
    """
    area = QScrollArea()
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its fields take the keyboard, and scroll
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(inner)
    return area


def splitter(
    orientation: Qt.Orientation,
    *widgets: QWidget,
    shares: Sequence[int] = (),
    sizes: Sequence[int] = (),
) -> QSplitter:
    """Return `widgets` side by side, or one below the other, with borders that can be moved.

    Args:
        orientation: How they lie.
        widgets: The widgets that share the room; none of them can be folded away.
        shares: Of what the whole grows by, in their order; by their own wishes where left out.
        sizes: The initial sizes in pixels; by their own wishes where left out.
    """
    result = QSplitter(orientation)
    result.setChildrenCollapsible(False)
    result.setHandleWidth(2 * theme.GRID)
    for widget in widgets:
        result.addWidget(widget)
    for place, share in enumerate(shares):
        result.setStretchFactor(place, share)
    if sizes:
        result.setSizes(list(sizes))
    return result


def window_text(window: QWidget) -> str:
    return _text(window.saveGeometry())


def restore_window(window: QWidget, text: str) -> None:
    """Put a window where it was; any other text changes nothing."""
    window.restoreGeometry(_state(text))


def parts_text(*splitters: QSplitter) -> str:
    """Return how the room is shared."""
    return " ".join(_text(splitter.saveState()) for splitter in splitters)


def restore_parts(text: str, *splitters: QSplitter) -> None:
    """Share the room as it was; any other text changes nothing."""
    for splitter, state in zip(splitters, text.split(), strict=False):
        splitter.restoreState(_state(state))


def _text(state: QByteArray) -> str:
    return bytes(state.toBase64().data()).decode()


def _state(text: str) -> QByteArray:
    return QByteArray.fromBase64(text.encode())


Clicked = Callable[..., object] | SignalInstance


def keep_place(widget: QWidget) -> None:
    """Keep the place of `widget` while it is hidden."""
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    widget.setSizePolicy(policy)


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


def source_button(icon_name: str = "open", **texts: str) -> QToolButton:
    """Return a button named after the open entry, with an empty menu for the others."""
    button = bind_text(QToolButton(), **texts)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setIcon(icon(icon_name))
    button.setMenu(QMenu(button))
    button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
    return button


def make_primary(button: QPushButton, primary: bool) -> None:
    """Show a button as the primary one of its panel, or as one of the others."""
    if bool(button.property("primary")) is not primary:
        button.setProperty("primary", primary)
        button.style().unpolish(button)
        button.style().polish(button)


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


class ComboBox(QComboBox):
    """A combo box that is called by its accessible name also where Qt asks for a label.

    On Linux, Qt gives screen readers the chosen item instead of a combo box's name, and leaves the
    name to a label next to it. Where none is to be seen, one that is not shown carries it. The
    wheel scrolls the page below it and never changes the choice. The open list is as wide as its
    longest text, even where the box is not.
    """

    _unseen: Label | None = None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setItemDelegate(QStyledItemDelegate(self))  # which has rows as window.qss says

    def narrow(self, letters: int) -> None:
        """Let the box be narrower than its texts, but with room for a number of `letters`."""
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(letters)

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        self._call()

    def showEvent(self, event: QShowEvent) -> None:
        """Be called by the name where it is shown now."""
        super().showEvent(event)
        self._call()

    def showPopup(self) -> None:
        view = self.view()
        room = self.screen().availableGeometry()
        beside = view.verticalScrollBar().sizeHint().width() + 2 * view.frameWidth()
        view.setMinimumWidth(min(view.sizeHintForColumn(0) + beside, room.width()))
        super().showPopup()
        popup = view.window()
        if (beyond := popup.geometry().right() - room.right()) > 0:
            popup.move(popup.x() - beyond, popup.y())

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def _call(self) -> None:
        name, parent = self.accessibleName(), self.parentWidget()
        if parent is None or not name or (self._unseen is None and _labelled(self, parent)):
            return
        if self._unseen is None:
            self._unseen = Label()
            self._unseen.setBuddy(self)
        self._unseen.setParent(parent)
        self._unseen.hide()  # else it is shown with its parent, and takes the clicks
        self._unseen.setText(name)


def _labelled(combo: QComboBox, parent: QWidget) -> bool:
    return any(child.buddy() is combo for child in parent.children() if isinstance(child, Label))


_INDENT = 6  # pixels


class SpinBox(QSpinBox):
    """A field for a whole number."""

    def __init__(self) -> None:
        super().__init__()
        _set_up(self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class DoubleSpinBox(QDoubleSpinBox):
    """A field for a number with decimals."""

    def __init__(self) -> None:
        super().__init__()
        _set_up(self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


def _set_up(box: QSpinBox | QDoubleSpinBox) -> None:
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    box.lineEdit().setTextMargins(_INDENT, 0, 0, 0)


class ProgressBar(QProgressBar):
    """Shows how far something is, when the window is next painted.

    Qt's own paints itself, and all else that waits to be painted, within `setValue`: with a list
    or two that change at the same time, that is most of what the window does.
    """

    def setValue(self, value: int) -> None:
        self.setUpdatesEnabled(False)
        super().setValue(value)
        self.setUpdatesEnabled(True)


_TYPED_MS = 120  # after the last letter before the search starts


class SearchField(QLineEdit):
    """A field above the list of a page, to which Enter and Down go; Ctrl+F returns to it.

    `searched` follows the last letter, `left` asks to move the keyboard to the list.
    """

    searched = Signal()
    left = Signal()

    def __init__(self, page: QWidget, **texts: str) -> None:
        """Make the field of `page`, with texts as of `bind_text`."""
        super().__init__()
        bind_text(self, **texts)
        self.setClearButtonEnabled(True)
        self._wait = QTimer(self, singleShot=True, interval=_TYPED_MS)
        self._wait.timeout.connect(self.searched)
        self.textChanged.connect(lambda: self._wait.start())
        self.returnPressed.connect(self.left)
        QShortcut(QKeySequence("Ctrl+F"), page, self.take_keyboard)

    @property
    def waiting(self) -> bool:
        """Whether the search for the present text is still to come."""
        return self._wait.isActive()

    def search_now(self) -> None:
        """Search without waiting for more letters."""
        self._wait.stop()
        self.searched.emit()

    @Slot()
    def take_keyboard(self) -> None:
        self.setFocus()
        self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class Note(WrappedLabel):
    """Words; hidden while empty."""

    def __init__(self) -> None:
        super().__init__()
        self.hide()

    def tell(self, words: str, fault: bool = False) -> None:
        """Show `words`, as a fault or not; "" hides the note."""
        self.setText(words)
        self.setVisible(bool(words))
        theme.mark_fault(self, fault)


class MessageStrip(QFrame):
    """Shows a sentence and an action until it is dismissed.

    `closed` is emitted whenever it is hidden.
    """

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self._mark = Label()
        self.text = Label()
        self.text.setWordWrap(True)
        self.action = QPushButton()
        self.action.clicked.connect(self._act)
        self.dismiss = tool_button(
            "close", self.hide, tip=mark("Dismiss (Esc)"), name=mark("Dismiss the message")
        )
        half = theme.GRID // 2
        parts = self._mark, (self.text, 1), self.action, self.dismiss
        hbox(*parts, within=self, margins=(theme.GRID, half, half, half))
        self._then: Callable[[], None] | None = None
        self.hide()

    def show_message(
        self,
        text: str,
        label: str = "",
        then: Callable[[], None] | None = None,
        picture: str = "warning",
    ) -> None:
        """Show `text`; `then` is done by the button `label`."""
        ratio = self.devicePixelRatioF()
        self._mark.setPixmap(icon(picture).pixmap(QSize(20, 20), ratio))
        self.text.setText(text)
        self._then = then
        self.action.setText(label)
        self.action.setVisible(then is not None)
        self.show()

    def hideEvent(self, event: QHideEvent) -> None:
        """Emit `closed` if the strip itself is hidden, not its page."""
        super().hideEvent(event)
        if self.isHidden():
            self.closed.emit()

    @Slot()
    def _act(self) -> None:
        then = self._then
        self.hide()
        if then is not None:
            then()


_EDGE = 3  # pixels around the segments
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}


class Segments(QFrame):
    """Offers the marked texts of `choices` by their keys; `chosen` carries the key clicked.

    The Tab key comes to the choice that is on; arrow keys choose another one, or without
    `by_arrows` only go to it.
    """

    chosen = Signal(object)

    def __init__(self, choices: Mapping[Any, str], name: str, *, by_arrows: bool = True) -> None:
        """Choose the first one; screen readers call the switch `name` (marked)."""
        super().__init__()
        self.setProperty("segments", True)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)
        bind_text(self, name=name)
        kind = _Segment if by_arrows else _Passed
        self.buttons = {key: bind_text(kind(), text=text) for key, text in choices.items()}
        group = QButtonGroup(self)
        for key, button in self.buttons.items():
            button.setProperty("segment", True)
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.toggled.connect(button.take_tab)
            group.addButton(button)
            button.clicked.connect(lambda _=False, key=key: self.chosen.emit(key))
        hbox(*self.buttons.values(), within=self, spacing=0, margins=_EDGE)
        self.choose(next(iter(choices)))

    @property
    def value(self) -> Any:
        """The key of the choice."""
        return next(key for key, button in self.buttons.items() if button.isChecked())

    def choose(self, key: Any) -> None:
        """Turn on a choice without emitting `chosen`."""
        self.buttons[key].setChecked(True)


class _Segment(QPushButton):
    accessible = as_choice(QAccessible.Role.RadioButton)

    def take_tab(self, on: bool) -> None:
        """Let the Tab key come here, or pass: Qt does so only while the switch has the focus."""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if on else Qt.FocusPolicy.NoFocus)


class _Passed(_Segment):
    """A segment from which arrow keys move only the focus."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        others = self.group().buttons()
        others[(others.index(self) + step) % len(others)].setFocus()
