"""Forms as data: an entry declares a field, its texts, its limits, and when it is shown.

Texts are marked for translation and follow the language. A condition is a function of the form's
values, or the name of another entry whose value must be true.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

from PySide6.QtCore import (
    QEvent,
    QRegularExpression,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
    SignalInstance,
)
from PySide6.QtGui import QIcon, QPixmap, QRegularExpressionValidator
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QFormLayout,
    QLineEdit,
    QListView,
    QSizePolicy,
    QToolTip,
    QWidget,
)

from millmate.gui.kit import theme
from millmate.gui.kit.dialogs import open_folder
from millmate.gui.kit.label import Label
from millmate.gui.kit.term_button import Explained, TermButton
from millmate.gui.kit.translator import bind_text, on_retranslate
from millmate.gui.kit.widgets import ComboBox, DoubleSpinBox, Part, SpinBox, hbox, push_button
from millmate.language import mark, tr

Condition = str | Callable[[Any], object]
Said = str | Callable[[Any], str]  # a marked text, or one of the form's values
Picture = Callable[[Any, QSize, float], QPixmap]
_PICTURE = QSize(36, 20)
_FIXED = QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed
_Result = TypeVar("_Result")


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A value of a form.

    Attributes:
        name: Of the value.
        label: Beside the field; may depend on the values. A field without one takes the whole row.
        spoken: The name that a screen reader reads, where it differs from the label.
        when: The switch without which the value is `nothing`.
        wide: Whether the label is above the field.
        note: An explanation for where there is room to show it.
    """

    name: str = field(kw_only=False)
    label: Said = field(default="", kw_only=False)
    default: Any = None
    tip: str = ""
    spoken: str = ""
    terms: tuple[Explained, ...] = ()
    shown: Condition | None = None
    enabled: Condition | None = None
    when: str = ""
    nothing: Any = None
    wide: bool = False
    note: str = ""

    def make(self) -> "Field":
        raise NotImplementedError


class Field:
    """The widget of an entry: `main` takes the focus, `widget` includes the widgets next to it."""

    def __init__(
        self,
        entry: Entry,
        main: QWidget,
        get: Callable[[], Any],
        put: Callable[[Any], object],
        changed: SignalInstance,
    ) -> None:
        self.entry, self.main, self.widget = entry, main, main
        self.get, self.put, self.changed = get, put, changed
        if entry.terms:
            self.widget, terms = QWidget(), TermButton(*entry.terms)
            is_switch = isinstance(main, QCheckBox)
            hbox((main, int(not is_switch)), terms, *((None,) * is_switch), within=self.widget)
        if entry.tip:
            bind_text(main, tip=entry.tip)
        name = entry.spoken or (entry.label if isinstance(entry.label, str) else "")
        if name and not getattr(entry, "text", ""):
            bind_text(self.focus, name=name)
        if entry.default is not None:
            put(entry.default)

    @property
    def focus(self) -> QWidget:
        """The widget that takes the focus, whose name a screen reader reads."""
        return self.main.focusProxy() or self.main

    def show_value(self, value: object) -> None:
        """Show `value` without emitting a change."""
        with QSignalBlocker(self.main):
            self.put(value)


@dataclass(frozen=True, kw_only=True)
class Switch(Entry):
    """A check box, with `text` beside it."""

    text: str = field(default="", kw_only=False)

    def make(self) -> Field:
        box = bind_text(QCheckBox(), text=self.text) if self.text else QCheckBox()
        return Field(self, box, box.isChecked, lambda on: box.setChecked(bool(on)), box.toggled)


@dataclass(frozen=True, kw_only=True)
class Choice(Entry):
    """One of several values with their texts.

    `letters` is the least width; without it, all texts fit. A text may depend on the values.
    Conditions say which values can be chosen, and which are not listed. A `picture` of a value has
    a size and a pixel ratio.
    """

    options: Mapping[Any, Said] = field(default_factory=dict, kw_only=False)
    letters: int = 0
    offered: Callable[[Any, Any], object] | None = None
    unlisted: Callable[[Any, Any], object] | None = None
    picture: Picture | None = None

    def make(self) -> Field:
        keys = list(self.options)
        box = ComboBox() if self.picture is None else _PictureBox(self.picture)
        box.setSizeAdjustPolicy(box.SizeAdjustPolicy.AdjustToContents)
        if self.letters:
            box.narrow(self.letters)
        for key in keys:
            box.addItem("", key)
        if isinstance(box, _PictureBox):
            box.draw()
        field = Field(
            self,
            box,
            lambda: keys[box.currentIndex()],
            lambda key: box.setCurrentIndex(keys.index(key)) if key in keys else None,
            box.currentIndexChanged,
        )
        on_retranslate(box, lambda: self._call(field))
        return field

    def _call(self, field: Field) -> None:
        for index, text in enumerate(self.options.values()):
            if isinstance(text, str):
                field.main.setItemText(index, tr(text))  # type: ignore[attr-defined]

    def offer(self, box: ComboBox, values: Any) -> None:
        """Apply the conditions on the options."""
        view = box.view()
        for index, (key, text) in enumerate(self.options.items()):
            hidden = self.unlisted is not None and bool(self.unlisted(values, key))
            offered = self.offered is None or bool(self.offered(values, key))
            item = box.model().item(index)  # type: ignore[attr-defined]
            item.setEnabled(offered and not hidden)
            if isinstance(view, QListView):
                view.setRowHidden(index, hidden)
            if not isinstance(text, str):
                box.setItemText(index, tr(text(values)))


class _PictureBox(ComboBox):
    """A list with a picture of each value, drawn again when the palette changes."""

    def __init__(self, picture: Picture) -> None:
        super().__init__()
        self._picture = picture
        self.setIconSize(_PICTURE)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.draw()

    def draw(self) -> None:
        for index in range(self.count()):
            picture = self._picture(self.itemData(index), _PICTURE, self.devicePixelRatioF())
            icon = QIcon(picture)
            icon.addPixmap(picture, QIcon.Mode.Selected)  # else Qt tints it
            self.setItemIcon(index, icon)


@dataclass(frozen=True, kw_only=True)
class Number(Entry):
    """A number, with a `unit` behind it; `special` is shown for the lowest."""

    low: float = field(default=0, kw_only=False)
    high: float = field(default=999, kw_only=False)
    step: float = 0
    decimals: int = 0
    before: str = ""
    unit: str = ""
    special: str = ""
    narrow: bool = False  # as wide as its digits, which are in groups
    tracking: bool = True  # whether it changes with each key

    def make(self) -> Field:
        box: Any = DoubleSpinBox() if self.decimals else SpinBox()
        if self.decimals:
            box.setDecimals(self.decimals)
        box.setRange(self.low, self.high)
        if self.step:
            box.setSingleStep(self.step)
        if self.narrow:
            box.setGroupSeparatorShown(True)
            box.setSizePolicy(*_FIXED)
        box.setKeyboardTracking(self.tracking)
        texts = {"prefix": self.before, "suffix": self.unit, "special": self.special}
        bind_text(box, **{name: text for name, text in texts.items() if text})
        return Field(self, box, lambda: self._exact(box.value()), box.setValue, box.valueChanged)

    def _exact(self, value: float) -> float:
        return round(value, self.decimals) if self.decimals else value


@dataclass(frozen=True, kw_only=True)
class Text(Entry):
    """A line of text, without spaces around it; with `leaving`, it changes when it is left."""

    hint: str = ""
    pattern: str = ""
    longest: int = 0
    narrow: bool = False
    leaving: bool = False

    def make(self) -> Field:
        line = QLineEdit()
        if self.hint:
            bind_text(line, hint=self.hint)
        if self.pattern:
            line.setValidator(QRegularExpressionValidator(QRegularExpression(self.pattern)))
        if self.longest:
            line.setMaxLength(self.longest)
        if self.narrow:
            line.setSizePolicy(*_FIXED)
        changed = line.editingFinished if self.leaving else line.textChanged
        return Field(
            self, line, lambda: line.text().strip(), lambda to: line.setText(str(to)), changed
        )


@dataclass(frozen=True, kw_only=True)
class Folder(Entry):
    """A directory; "" means the `usual` one, or none."""

    usual: Callable[[], Path] | None = None

    def make(self) -> Field:
        assert isinstance(self.label, str)
        box = FolderBox(self.label, self.usual)
        return Field(self, box, lambda: box.value, box.show_folder, box.changed)


class FolderBox(QWidget):
    """A directory with buttons to choose and to open it."""

    changed = Signal()

    def __init__(self, label: str, usual: Callable[[], Path] | None) -> None:
        super().__init__()
        self.value, self._label, self._usual = "", label, usual
        self.path = bind_text(QLineEdit(), hint=mark("none"))
        self.path.setReadOnly(True)
        self.setFocusProxy(self.path)
        self.choose = push_button(mark("Choose…"), self._ask)
        self.look = push_button(
            mark("Open"), self._open, tip=mark("Show the folder in the desktop's file manager")
        )
        for button in (self.choose, self.look):
            button.setAutoDefault(False)
        hbox(self.path, self.choose, self.look, within=self)
        on_retranslate(self, self._name)

    @property
    def folder(self) -> Path | None:
        """The directory in use, or None."""
        return Path(self.path.text()) if self.path.text() else None

    def show_folder(self, value: str) -> None:
        self.value = value
        self.path.setText(str(value or (self._usual() if self._usual else "")))
        self.path.setCursorPosition(0)
        self.look.setEnabled(self.folder is not None)

    def _name(self) -> None:
        title = tr(self._label)
        self.path.setAccessibleName(title)
        self.choose.setAccessibleName(tr("Choose the folder: {title}", title=title))
        self.look.setAccessibleName(tr("Open the folder: {title}", title=title))

    def _ask(self) -> None:
        folder = QFileDialog.getExistingDirectory(
            self, tr("Choose a folder"), self.path.text() or str(Path.home())
        )
        if folder:
            usual = self._usual() if self._usual else None
            self.show_folder("" if Path(folder) == usual else folder)
            self.changed.emit()

    def _open(self) -> None:
        """Open the directory, or its nearest existing parent."""
        place = self.folder
        while place is not None and not place.is_dir() and place != place.parent:
            place = place.parent
        if place is not None:
            open_folder(place, self._tell)

    def _tell(self, text: str) -> None:
        QToolTip.showText(self.look.mapToGlobal(self.look.rect().bottomLeft()), text, self.look)


@dataclass(frozen=True, kw_only=True)
class Own(Entry):
    """A value with its own widget, which emits `signal`."""

    widget: Callable[[], QWidget] = field(default=QWidget, kw_only=False)
    read: Callable[[Any], Any] = field(default=lambda widget: widget.value, kw_only=False)
    show: Callable[[Any, Any], object] = field(
        default=lambda widget, value: widget.show_value(value), kw_only=False
    )
    signal: str = "changed"

    def make(self) -> Field:
        main = self.widget()
        signal = getattr(main, self.signal)
        return Field(
            self, main, lambda: self.read(main), lambda value: self.show(main, value), signal
        )


class Row:
    """Entries, texts and gaps in one row; `spread` shares its width among the fields.

    A label "" leaves the column of labels empty; None gives the row its room.
    """

    def __init__(
        self,
        label: Said | None,
        *parts: Entry | QWidget | str | int,
        shown: Condition | None = None,
        enabled: Condition | None = None,
        spread: bool = False,
        spacing: int = theme.GRID,
    ) -> None:
        self.label, self.parts, self.spread, self.spacing = label, parts, spread, spacing
        self.shown, self.enabled = shown, enabled


class Form(QWidget):
    """Fields in rows; `changed` carries the name of an entry that the user changed."""

    changed = Signal(str)

    def __init__(
        self, *rows: Entry | Row, label_width: int = 0, facts: Mapping[str, object] | None = None
    ) -> None:
        """Make the fields; with a `label_width`, labels are aligned left and top.

        Conditions depend on `facts` as they do on values.
        """
        super().__init__()
        self.fields: dict[str, Field] = {}
        self._facts = dict(facts or {})
        self._showing = False
        self._label_width = label_width
        self._lines: list[tuple[Condition | None, QWidget]] = []
        self._enabled: list[tuple[QWidget, Condition]] = []
        self._labels: list[tuple[Label, Callable[[Any], str]]] = []
        self.form = QFormLayout(self)
        self.form.setContentsMargins(0, 0, 0, 0)
        self.form.setHorizontalSpacing(2 * theme.GRID)
        self.form.setVerticalSpacing(theme.GRID)
        if label_width:
            self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.add(*rows)
        on_retranslate(self, self.refresh)

    def add(self, *rows: Entry | Row) -> None:
        for each in rows:
            row = each if isinstance(each, Row) else Row(each.label or None, each, shown=each.shown)
            self._add(row, each)

    def __getitem__(self, name: str) -> Any:
        """Return the widget of an entry."""
        return self.fields[name].main

    def __iter__(self) -> Iterator[str]:
        """Return the names: PySide takes an object with items for a sequence."""
        return iter(self.fields)

    # --- values ------------------------------------------------------------------------------

    @property
    def values(self) -> dict[str, Any]:
        return {name: self.value(name) for name in self.fields}

    def value(self, name: str) -> Any:
        known = self.fields[name]
        when = known.entry.when
        return known.entry.nothing if when and not self.value(when) else known.get()

    def result(self, kind: Callable[..., _Result]) -> _Result:
        """Return a dataclass `kind` of the values by the names of its fields."""
        names = {each.name for each in fields(kind)} & self.fields.keys()  # type: ignore[arg-type]
        return kind(**{name: self.value(name) for name in names})

    def show_values(self, values: Mapping[str, Any]) -> None:
        """Show `values` without emitting a change; other names are ignored."""
        self._showing = True
        for name, value in values.items():
            if name not in self.fields:
                continue
            entry = self.fields[name].entry
            if entry.when:
                self.fields[entry.when].put(value != entry.nothing)
            if not entry.when or value != entry.nothing:
                self.fields[name].put(value)
        self._showing = False
        self.refresh()

    def show_result(self, result: Any) -> None:
        self.show_values({each.name: getattr(result, each.name) for each in fields(result)})

    def set_facts(self, **facts: object) -> None:
        self._facts |= facts
        self.refresh()

    def refresh(self) -> None:
        """Apply all conditions."""
        values = SimpleNamespace(**self._facts, **self.values)
        for widget, enabled in self._enabled:
            widget.setEnabled(_holds(enabled, values))
        for known in self.fields.values():
            entry = known.entry
            if isinstance(entry, Choice):
                entry.offer(self[entry.name], values)
        for condition, widget in self._lines:
            if condition is None:
                continue
            if self.form.indexOf(widget) >= 0:
                self.form.setRowVisible(widget, _holds(condition, values))
            else:
                widget.setVisible(_holds(condition, values))
        for label, text in self._labels:
            label.setText(tr(text(values)))

    # --- building ----------------------------------------------------------------------------

    def _make(self, entry: Entry) -> Field:
        made = self.fields[entry.name] = entry.make()
        if condition := entry.enabled or entry.when:
            self._enabled.append((made.widget, condition))
        made.changed.connect(lambda *_, name=entry.name: self._emit(name))
        return made

    def _emit(self, name: str) -> None:
        if not self._showing:
            self.refresh()
            self.changed.emit(name)

    def _add(self, line: Row, of: Entry | Row) -> None:
        widgets = list(self._widgets(line))
        held = next(each for each in widgets if isinstance(each, QWidget))
        if len(widgets) > 1:
            held = QWidget()
            parts: list[Part] = [
                (each, 1) if isinstance(each, QWidget) and _grows(each, line.spread) else each
                for each in widgets
            ]
            rest = () if any(isinstance(part, tuple) for part in parts) else (None,)
            hbox(*parts, *rest, within=held, spacing=line.spacing)
        self._lines.append((line.shown, held))
        if line.enabled:
            self._enabled.append((held, line.enabled))
        if line.label is None:
            self.form.addRow(held)
            return
        target = next(each for each in widgets if not isinstance(each, Label | int))
        label = self._label(line.label, target)
        if isinstance(of, Entry) and of.wide:
            self.form.addRow(label)
            self.form.addRow(held)
            self._lines.append((line.shown, label))
            return
        if self._label_width:
            label.setMinimumWidth(self._label_width)
            label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
            label.setContentsMargins(0, theme.GRID - 2, 0, 0)
        self.form.addRow(label, held)

    def _widgets(self, line: Row) -> Iterator[QWidget | int]:
        for part in line.parts:
            if isinstance(part, str):
                yield bind_text(Label(), text=part)
            elif isinstance(part, QWidget | int):
                yield part
            else:
                made = self._make(part)
                if len(line.parts) > 1:
                    if part.label:
                        label = self._label(part.label, made.main)
                        self._lines.append((part.shown, label))
                        yield label
                    self._lines.append((part.shown, made.widget))
                yield made.widget

    def _label(self, text: Said, buddy: QWidget) -> Label:
        label = Label()
        label.setBuddy(buddy)
        if isinstance(text, str):
            return bind_text(label, text=text)
        self._labels.append((label, text))
        return label


def _grows(widget: QWidget, spread: bool) -> bool:
    grows = Qt.Orientation.Horizontal in widget.sizePolicy().expandingDirections()
    return grows or (spread and not isinstance(widget, Label))


def _holds(condition: Condition, values: SimpleNamespace) -> bool:
    met = getattr(values, condition) if isinstance(condition, str) else condition(values)
    return bool(met)
