"""The settings as entries of the dialog, the keys of all commands, and pictures of styles."""

import dataclasses
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QKeySequence, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QKeySequenceEdit, QSizePolicy, QWidget

from millmate.gui.boards.theme import BoardStyle, Stone, board_theme, render_with_qt
from millmate.gui.kit import theme
from millmate.gui.kit.accessible import as_role
from millmate.gui.kit.form import Choice, Entry, Field, Folder, Number, Own, Switch, Text
from millmate.gui.kit.theme import ACCENTS, ROUND
from millmate.gui.kit.translator import LANGUAGES
from millmate.gui.shell.frame.commands import all_commands
from millmate.gui.shell.play.player_choice import PlayerChoice
from millmate.language import mark
from millmate.settings import PAGES, Settings

BOARDS = {"board", "pieces", "stones"}  # the settings that a sample of the boards shows
_SIDE = 36  # pixels of a square in the sample
_ROWS = ("rnkq", "ppbp", "....", "PBPP", "QKNR")


def picture(name: str, value: str, size: QSize, ratio: float) -> QPixmap:
    """Return a picture of `value` for the settings field `name`."""
    pixmap = QPixmap(size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    half = QRectF(0, 0, size.width() / 2, size.height())
    for number, rect in enumerate((half, half.translated(half.width(), 0))):
        if name == "board":
            colours = board_theme(value)
            painter.fillRect(rect, QColor(colours.dark if number else colours.light))
        elif name == "accent":
            accent = ACCENTS[value].dark if theme.colours().dark else ACCENTS[value].light
            painter.fillRect(rect, QColor(accent))
        elif name == "pieces":
            _draw_piece(painter, "nN"[number], _square_in(rect), value, ratio)
        else:
            Stone("BW"[number], _square_in(rect), style=value, shadow=False).draw(painter)
    if name in ("board", "accent"):  # stands out where its own colour is behind it
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QColor(theme.colours().line))
        painter.drawRect(QRectF(0, 0, size.width() - 1, size.height() - 1))
    painter.end()
    return pixmap


def _square_in(rect: QRectF) -> QRectF:
    side = min(rect.width(), rect.height()) - 1
    square = QRectF(0, 0, side, side)
    square.moveCenter(rect.center())
    return square


def _draw_piece(painter: QPainter, symbol: str, rect: QRectF, pieces: str, ratio: float) -> None:
    image = render_with_qt(symbol, max(round(rect.width() * ratio), 1), pieces)
    image.setDevicePixelRatio(ratio)
    painter.drawImage(rect.topLeft(), image)


class Sample(QWidget):
    """A corner of each game's board in the chosen style."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = BoardStyle()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_settings(self, settings: Settings) -> None:
        """Draw the boards with these `settings`."""
        self._look = BoardStyle(settings.board, settings.pieces, settings.stones)
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for both boards."""
        height = len(_ROWS) * _SIDE
        return QSize(4 * _SIDE + 2 * theme.GRID + height, height)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw both boards."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._draw_chess(painter)
            side = len(_ROWS) * _SIDE
            self._draw_morris(painter, QRectF(4 * _SIDE + 2 * theme.GRID, 0, side, side))

    def _draw_chess(self, painter: QPainter) -> None:
        colours, ratio = board_theme(self._look.board), self.devicePixelRatioF()
        for row, letters in enumerate(_ROWS):
            for column, letter in enumerate(letters):
                rect = QRectF(column * _SIDE, row * _SIDE, _SIDE, _SIDE)
                ground = colours.dark if (row + column) % 2 else colours.light
                painter.fillRect(rect, QColor(ground))
                if letter != ".":
                    _draw_piece(painter, letter, rect, self._look.pieces, ratio)

    def _draw_morris(self, painter: QPainter, room: QRectF) -> None:
        colours = board_theme(self._look.board)
        painter.setPen(QPen(QColor(colours.rim), 1.5))
        painter.setBrush(QColor(colours.board))
        painter.drawRoundedRect(room.adjusted(1, 1, -1, -1), ROUND, ROUND)
        painter.setPen(QPen(QColor(colours.line), 2))
        painter.setBrush(QColor(colours.between))
        outer, inner = (room.adjusted(gap, gap, -gap, -gap) for gap in (28, 66))
        painter.drawRect(outer)
        painter.drawRect(inner)
        for point, symbol in zip(
            (outer.topLeft(), outer.topRight(), inner.bottomRight(), outer.bottomLeft()),
            "WBWB",
            strict=True,
        ):
            stone = QRectF(0, 0, 32, 32)
            stone.moveCenter(point)
            Stone(symbol, stone, style=self._look.stones).draw(painter)


@dataclass(frozen=True, slots=True)
class Category:
    """Entries under one heading."""

    title: str
    entries: tuple[Entry, ...]


class Key(Entry):
    """The key of the command `name`, kept in the settings field `keys`."""

    def make(self) -> Field:
        edit = KeyEdit()
        return Field(self, edit, lambda: edit.value, edit.show_key, edit.changed)


class KeyEdit(QKeySequenceEdit):
    """One key, which can be cleared."""

    accessible = as_role(QAccessible.Role.HotkeyField)

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.value = ""
        self.setMaximumSequenceLength(1)
        self.setClearButtonEnabled(True)
        self.setFixedWidth(self.fontMetrics().averageCharWidth() * 32)
        self.editingFinished.connect(self._emit)
        self.keySequenceChanged.connect(self._cleared)

    def show_key(self, key: str) -> None:
        self.value = key
        self.setKeySequence(QKeySequence(key))

    def _cleared(self, keys: QKeySequence) -> None:
        if keys.isEmpty():
            self._emit()

    def _emit(self) -> None:
        key = self.keySequence().toString()
        if key != self.value:
            self.value = key
            self.changed.emit()


def _entry(item: dataclasses.Field[Any]) -> Entry:
    """Return the entry of a field of the settings."""
    about = item.metadata
    texts = {"label": about["title"], "note": about["tip"]}
    if item.name in ("white", "black"):
        return Own(item.name, widget=partial(PlayerChoice, item.name == "white"), read=_spec,
                   show=_choose, **texts)  # fmt: skip
    if item.name == "language":
        return Choice(item.name, options={"": mark("Follow the desktop"), **LANGUAGES}, **texts)
    if "options" in about:
        pictures = partial(picture, item.name) if "pictured" in about else None
        return Choice(item.name, options=about["options"], picture=pictures, **texts)
    if "between" in about:
        low, high = about["between"]
        more = {name: about[name] for name in ("unit", "special", "step") if name in about}
        return Number(item.name, low=low, high=high, tracking=False, **texts, **more)
    if "usual" in about:
        return Folder(item.name, usual=about["usual"], **texts)
    if isinstance(item.default, bool):
        return Switch(item.name, **texts)
    return Text(item.name, leaving=True, **texts)


def _spec(choice: PlayerChoice) -> str:
    return str(choice.spec)


def _choose(choice: PlayerChoice, spec: str) -> None:
    if str(choice.spec) != spec:
        choice.choose(spec)


ENTRIES = {
    item.name: _entry(item) for item in dataclasses.fields(Settings) if "page" in item.metadata
}
CATEGORIES = (
    *(
        Category(
            page,
            tuple(
                ENTRIES[item.name]
                for item in dataclasses.fields(Settings)
                if item.metadata.get("page") == page
            ),
        )
        for page in PAGES
    ),
    Category(mark("Keys"), tuple(Key(each.id, each.text) for each in all_commands())),
)
