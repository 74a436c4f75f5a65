"""The choice of tables to build: by name, piece by piece, or by parts of morris."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QPushButton, QToolButton, QWidget

from millmate.errors import InputError
from millmate.games.chess.material import Material
from millmate.gui.board.pieces import piece_image
from millmate.gui.board.theme import board_theme
from millmate.gui.errors.sentences import capital
from millmate.gui.idle_queue import IdleTask
from millmate.gui.languages.translator import add_items, bind_text, on_retranslate
from millmate.gui.style import theme
from millmate.gui.style.areas import hbox
from millmate.gui.style.buttons import push_button
from millmate.gui.style.combo_box import ComboBox
from millmate.gui.style.label import Label
from millmate.language import mark, tr
from millmate.tablebase.names import Target, parse

if TYPE_CHECKING:
    from millmate.tablebase.metric import Metric

# The choices of what the distances of chess tables count, by whether they count to zeroing too.
_DISTANCES = {
    False: mark("To mate (DTM)"),
    True: mark("Both: also true under the fifty-move rule (DTM and DTZ50)"),
}
# The choices of the morris buttons.
_PARTS = {
    "morris:6-6": mark("Up to 6-6"),
    "morris:moving": mark("Moving phase"),
    "morris:all": mark("Everything"),
}
_ADD = {
    "Q": mark("Add a white queen"),
    "R": mark("Add a white rook"),
    "B": mark("Add a white bishop"),
    "N": mark("Add a white knight"),
    "P": mark("Add a white pawn"),
    "q": mark("Add a black queen"),
    "r": mark("Add a black rook"),
    "b": mark("Add a black bishop"),
    "n": mark("Add a black knight"),
    "p": mark("Add a black pawn"),
}
_ICON = 28

_LARGE = 1.3  # text scale from which a button needs two lines


class MaterialField(QWidget):
    """A field for a name such as KBNvK or morris:5-4, with buttons.

    The chess buttons add pieces to either side. `changed` is emitted after every change; `target`
    is None while the text names no table, and `fault` says why. A new target proposes the metrics
    that true answers about it need.
    """

    changed = Signal()

    def __init__(self, cost: Callable[[Target], str], parent: QWidget | None = None) -> None:
        """Create the field; `cost` describes what a target costs."""
        super().__init__(parent)
        self._cost = cost
        self.parts: dict[str, QPushButton] = {}
        self.name = bind_text(
            QLineEdit(), hint=mark("such as KBNvK or morris:5-4"), name=mark("Table")
        )
        self.name.setMaxLength(32)
        self.name.textChanged.connect(self._renamed)
        self.distances = bind_text(ComboBox(), name=mark("Distances"))
        add_items(self.distances, _DISTANCES)
        self.distances.currentIndexChanged.connect(self.changed)
        tip = mark("Remove all pieces except the kings")
        self.clear = push_button(mark("Kings only"), lambda: self.name.setText("KvK"), tip=tip)
        tip = mark("Use the table of the position on the board")
        self.from_board = push_button(mark("From the board"), tip=tip)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.GRID)
        grid.addWidget(bind_text(Label(), text=mark("Table")), 0, 0)
        grid.addWidget(self.name, 0, 1)
        grid.addWidget(self.clear, 0, 2)
        grid.addWidget(self.from_board, 0, 3)
        grid.addWidget(bind_text(Label(), text=mark("Chess")), 1, 0)
        grid.addLayout(self._palette(), 1, 1, 1, 3)
        grid.addWidget(bind_text(Label(), text=mark("Morris")), 2, 0)
        grid.addLayout(self._morris(), 2, 1, 1, 3)
        grid.addWidget(bind_text(Label(), text=mark("Distances")), 3, 0)
        grid.addWidget(self.distances, 3, 1, 1, 3)
        grid.setColumnStretch(1, 1)
        on_retranslate(self, self.name_parts)

    @property
    def target(self) -> Target | None:
        """The target that the text names, or None."""
        try:
            return parse(self.name.text())
        except InputError:
            return None

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """What the distances of the tables are to count."""
        from millmate.tablebase.metric import Metric

        return tuple(Metric) if self.distances.currentData() else (Metric.DTM,)

    @Slot()
    def _renamed(self) -> None:
        """Propose the metrics that the target needs."""
        from millmate.tablebase.plan import cursed

        target = self.target
        with QSignalBlocker(self.distances):
            both = target is not None and cursed(target) is not None
            self.distances.setCurrentIndex(self.distances.findData(both))
        self.distances.setEnabled(isinstance(target, Material))
        self.changed.emit()

    @property
    def fault(self) -> str:
        """What is wrong with the text, or ""."""
        if not self.name.text().strip():
            return tr(
                "Enter the name of a table, add pieces to the kings, or choose a part of morris."
            )
        try:
            parse(self.name.text())
        except InputError as error:
            return capital(str(error))
        return ""

    def _morris(self) -> QHBoxLayout:
        for name in _PARTS:
            self.parts[name] = part = QPushButton()
            part.setAutoDefault(False)
            part.clicked.connect(lambda _, name=name: self.name.setText(name))
        return hbox(*self.parts.values(), None)

    def name_parts(self) -> None:
        """Show on the morris buttons what each part costs."""
        gap = "\n" if theme.text_scale() >= _LARGE else " "  # else the dialog is too wide
        for name, part in self.parts.items():
            part.setText(f"{tr(_PARTS[name])}:{gap}{self._cost(parse(name))}")
            part.setToolTip(tr("Choose {name} and all tables it needs", name=name))

    def _palette(self) -> QHBoxLayout:
        self.pieces = {symbol: self._piece_button(symbol) for symbol in _ADD}
        buttons = tuple(self.pieces.values())
        IdleTask(self).start(map(self._draw, self.pieces))
        parts = (*buttons[:5], 2 * theme.GRID, *buttons[5:], None)
        return hbox(*parts, spacing=theme.GRID // 2)

    def _draw(self, symbol: str) -> None:
        ratio = self.devicePixelRatioF()
        image = piece_image(symbol, round(_ICON * ratio), ratio)
        self.pieces[symbol].setIcon(QIcon(QPixmap.fromImage(image)))

    def _piece_button(self, symbol: str) -> QToolButton:
        piece = QToolButton()
        piece.setIconSize(QSize(_ICON, _ICON))
        colours = board_theme()
        ground = colours.dark if symbol.isupper() else colours.light
        piece.setStyleSheet(
            f"QToolButton {{ background: {ground}; border: 2px solid {ground};"
            " border-radius: 6px; padding: 1px; }"
            "QToolButton:hover, QToolButton:focus { border-color: palette(highlight); }"
        )
        piece.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        piece.clicked.connect(lambda: self._add(symbol))
        return bind_text(piece, tip=_ADD[symbol], name=_ADD[symbol])

    def _add(self, symbol: str) -> None:
        target = self.target
        white, black = "K", "K"
        if isinstance(target, Material):
            white, black = target.white, target.black
        if symbol.isupper():
            white += symbol
        else:
            black += symbol.upper()
        self.name.setText(f"{white}v{black}")
