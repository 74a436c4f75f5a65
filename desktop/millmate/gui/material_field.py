"""Choosing a material: by its name, or piece by piece."""

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
    QWidget,
)

from millmate.errors import InputError
from millmate.games.chess.material import Material
from millmate.gui import theme
from millmate.gui.board.pieces import piece_image, piece_name
from millmate.gui.board.theme import BoardTheme

_PIECES = "QRBNP"
_ICON = 28


class MaterialField(QWidget):
    """A field for a name such as KBNvK, and buttons that add pieces to either side.

    `changed` follows every change; `material` is None while the text names none, and `fault` then
    says why.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pieces: dict[str, QToolButton] = {}
        self.name = QLineEdit()
        self.name.setPlaceholderText("such as KBNvK")
        self.name.setAccessibleName("Material")
        self.name.setMaxLength(16)
        self.name.textChanged.connect(self.changed)
        self.clear = QPushButton("Kings only")
        self.clear.setToolTip("Take every piece but the kings away")
        self.clear.clicked.connect(self._clear)
        self.from_board = QPushButton("From the board")
        self.from_board.setToolTip("Take the material of the position on the board")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.GRID)
        grid.addWidget(QLabel("Material"), 0, 0)
        grid.addWidget(self.name, 0, 1)
        grid.addWidget(self.clear, 0, 2)
        grid.addWidget(self.from_board, 0, 3)
        grid.addWidget(QLabel("Add"), 1, 0)
        grid.addLayout(self._palette(), 1, 1, 1, 3)
        grid.setColumnStretch(1, 1)

    @property
    def material(self) -> Material | None:
        """The canonical material named, None if the text names none."""
        try:
            return Material.parse(self.name.text())
        except InputError:
            return None

    @property
    def fault(self) -> str:
        """What is wrong with the text, "" if nothing is."""
        if not self.name.text().strip():
            return "Name a material, or add pieces to the kings."
        try:
            Material.parse(self.name.text())
        except InputError as error:
            return str(error)[:1].upper() + str(error)[1:]
        return ""

    def _palette(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(theme.GRID // 2)
        for symbol in _PIECES + _PIECES.lower():
            if symbol == "q":
                row.addSpacing(2 * theme.GRID)
            self.pieces[symbol] = self._piece_button(symbol)
            row.addWidget(self.pieces[symbol])
        row.addStretch(1)
        return row

    def _piece_button(self, symbol: str) -> QToolButton:
        button = QToolButton()
        ratio = self.devicePixelRatioF()
        image = piece_image(symbol, round(_ICON * ratio), ratio)
        button.setIcon(QIcon(QPixmap.fromImage(image)))
        button.setIconSize(QSize(_ICON, _ICON))
        colours = BoardTheme()
        ground = colours.dark if symbol.isupper() else colours.light
        button.setStyleSheet(
            f"QToolButton {{ background: {ground}; border: 2px solid {ground};"
            " border-radius: 6px; padding: 1px; }"
            "QToolButton:hover, QToolButton:focus { border-color: palette(highlight); }"
        )
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setToolTip(f"Add a {piece_name(symbol)}")
        button.setAccessibleName(f"Add a {piece_name(symbol)}")
        button.clicked.connect(lambda: self._add(symbol))
        return button

    def _add(self, symbol: str) -> None:
        material = self.material
        white, black = (material.white, material.black) if material else ("K", "K")
        if symbol.isupper():
            white += symbol
        else:
            black += symbol.upper()
        self.name.setText(f"{white}v{black}")

    @Slot()
    def _clear(self) -> None:
        self.name.setText("KvK")
