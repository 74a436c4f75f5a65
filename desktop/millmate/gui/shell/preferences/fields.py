"""Input fields of the settings: one for each kind of item."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Signal
from PySide6.QtGui import QIcon, QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QKeySequenceEdit,
    QLineEdit,
    QToolTip,
    QWidget,
)

from millmate.gui.kit.questions import open_folder
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import ComboBox, SpinBox, hbox, push_button
from millmate.gui.shell.players.player_choice import PlayerChoice
from millmate.gui.shell.preferences import items, samples
from millmate.language import mark, tr
from millmate.players.engine_recipe import EngineRecipe
from millmate.settings import limits

PICTURE = QSize(36, 20)


class Field(QWidget):
    """Shows a value and emits `changed` when the user changes it."""

    changed = Signal(object)

    def __init__(self, main: QWidget) -> None:
        """Hold `main`, the widget that takes the keyboard focus."""
        super().__init__()
        self.main = main
        self.row = hbox(main, within=self)
        self.setFocusProxy(main)

    def show_value(self, value: object) -> None:
        """Show `value` without emitting a change."""
        with QSignalBlocker(self.main):
            self.set_value(value)

    def set_value(self, value: object) -> None:
        raise NotImplementedError

    def name(self, title: str) -> None:
        """Set the accessible name to `title`."""
        self.main.setAccessibleName(title)


class SwitchField(Field):
    """A check box."""

    def __init__(self, item: items.Item) -> None:
        self.box = QCheckBox()
        super().__init__(self.box)
        self.row.addStretch(1)
        self.box.toggled.connect(self.changed.emit)

    def set_value(self, value: object) -> None:
        self.box.setChecked(bool(value))


class ChoiceField(Field):
    """A list of values, with pictures where they help."""

    def __init__(self, item: items.Choice) -> None:
        self.combo = ComboBox()
        super().__init__(self.combo)
        self.row.addStretch(1)
        self._item = item
        # Another language may need more room than the one it was first shown in.
        self.combo.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToContents)
        self.combo.setIconSize(PICTURE)
        for value, _ in item.options:
            self.combo.addItem("", value)
        self._draw()
        self.combo.currentIndexChanged.connect(
            lambda index: self.changed.emit(self.combo.itemData(index))
        )

    def changeEvent(self, event: QEvent) -> None:
        """Redraw the pictures when the palette changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        for index, (value, _) in enumerate(self._item.options if self._item.pictured else ()):
            picture = samples.picture(self._item.name, value, PICTURE, self.devicePixelRatioF())
            icon = QIcon(picture)
            icon.addPixmap(picture, QIcon.Mode.Selected)  # else Qt tints it
            self.combo.setItemIcon(index, icon)

    def name(self, title: str) -> None:
        """Set the accessible name and the texts of the values."""
        super().name(title)
        for index, (_, words) in enumerate(self._item.options):
            self.combo.setItemText(index, tr(words))

    def set_value(self, value: object) -> None:
        self.combo.setCurrentIndex(self.combo.findData(value))


class NumberField(Field):
    """A number with its unit."""

    def __init__(self, item: items.Number) -> None:
        self.box = SpinBox()
        super().__init__(self.box)
        self.row.addStretch(1)
        self.box.setRange(*limits(item.name)["between"])
        self.box.setSingleStep(item.step)
        self.box.setKeyboardTracking(False)
        if item.unit:
            bind_text(self.box, suffix=item.unit)
        if item.zero:
            bind_text(self.box, special=item.zero)
        self.box.valueChanged.connect(self.changed.emit)

    def set_value(self, value: object) -> None:
        self.box.setValue(int(str(value)))


class FolderField(Field):
    """A directory with buttons to choose and to open it."""

    def __init__(self, item: items.Folder) -> None:
        self.path = QLineEdit()
        super().__init__(self.path)
        self._usual = item.usual
        self.path.setReadOnly(True)
        bind_text(self.path, hint=mark("none"))
        self.choose = push_button(mark("Choose…"), self._ask)
        self.look = push_button(
            mark("Open"), self._open, tip=mark("Show the folder in the desktop's file manager")
        )
        for button in (self.choose, self.look):
            button.setAutoDefault(False)
            self.row.addWidget(button)

    @property
    def folder(self) -> Path | None:
        """The directory in use, or None."""
        return Path(self.path.text()) if self.path.text() else None

    def set_value(self, value: object) -> None:
        self.path.setText(str(value or (self._usual() if self._usual else "")))
        self.path.setCursorPosition(0)
        self.look.setEnabled(self.folder is not None)

    def name(self, title: str) -> None:
        """Set the accessible names, those of the buttons too."""
        super().name(title)
        self.choose.setAccessibleName(tr("Choose the folder: {title}", title=title))
        self.look.setAccessibleName(tr("Open the folder: {title}", title=title))

    def _ask(self) -> None:
        folder = QFileDialog.getExistingDirectory(
            self, tr("Choose a folder"), self.path.text() or str(Path.home())
        )
        if folder:
            usual = self._usual() if self._usual else None
            self.changed.emit("" if Path(folder) == usual else folder)

    def _open(self) -> None:
        """Open the directory, or its nearest existing parent."""
        place = self.folder
        while place is not None and not place.is_dir() and place != place.parent:
            place = place.parent
        if place is not None:
            open_folder(place, self._tell)

    def _tell(self, text: str) -> None:
        QToolTip.showText(self.look.mapToGlobal(self.look.rect().bottomLeft()), text, self.look)


class TextField(Field):
    """A line of text; it is changed when the field is left."""

    def __init__(self, item: items.Text) -> None:
        self.line = QLineEdit()
        super().__init__(self.line)
        self.line.editingFinished.connect(lambda: self.changed.emit(self.line.text().strip()))

    def set_value(self, value: object) -> None:
        self.line.setText(str(value))


class PlayerField(Field):
    """The player of a side."""

    def __init__(self, item: items.Player, engines: Iterable[EngineRecipe]) -> None:
        self.choice = PlayerChoice(item.white)
        super().__init__(self.choice)
        self.choice.setFocusProxy(self.choice.kind)
        self.choice.set_engines(engines)
        self.choice.changed.connect(lambda: self.changed.emit(str(self.choice.spec)))

    def set_value(self, value: object) -> None:
        if str(self.choice.spec) != value:
            self.choice.choose(str(value))


class KeyField(Field):
    """The key of a command."""

    def __init__(self, item: items.Item) -> None:
        self.edit = QKeySequenceEdit()
        super().__init__(self.edit)
        self.row.addStretch(1)
        self.edit.setMaximumSequenceLength(1)
        self.edit.setClearButtonEnabled(True)
        self.edit.setFixedWidth(self.edit.fontMetrics().averageCharWidth() * 32)
        self.edit.editingFinished.connect(self._emit)
        self.edit.keySequenceChanged.connect(self._cleared)
        self._shown = ""

    def set_value(self, value: object) -> None:
        self._shown = str(value)
        self.edit.setKeySequence(QKeySequence(self._shown))

    def _cleared(self, keys: QKeySequence) -> None:
        if keys.isEmpty():
            self._emit()

    def _emit(self) -> None:
        keys = self.edit.keySequence().toString()
        if keys != self._shown:
            self._shown = keys
            self.changed.emit(keys)


# The field of each kind of item.
FIELDS: dict[type[items.Item], Callable[[Any], Field]] = {
    items.Switch: SwitchField,
    items.Choice: ChoiceField,
    items.Number: NumberField,
    items.Folder: FolderField,
    items.Text: TextField,
    items.Key: KeyField,
}
