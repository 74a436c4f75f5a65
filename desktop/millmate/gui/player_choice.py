"""Who plays a side: a choice that reads and writes player specs."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSpinBox, QWidget

from millmate.errors import InputError
from millmate.gui import theme
from millmate.players.spec import KINDS, PlayerSpec, describe


class PlayerChoice(QWidget):
    """A list of player kinds, and the depth beside it where the kind has one."""

    changed = Signal()

    def __init__(self, side: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = QComboBox()
        self.kind.setAccessibleName(f"Who plays {side}")
        for kind in KINDS:
            self.kind.addItem(describe(PlayerSpec(kind)), kind)
        self.plies = QSpinBox()
        self.plies.setRange(1, 6)
        self.plies.setValue(3)
        self.plies.setPrefix("depth ")
        self.plies.setToolTip("How many plies the search looks ahead")
        self.plies.setAccessibleName(f"Search depth of {side} in plies")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GRID)
        row.addWidget(self.kind, 1)
        row.addWidget(self.plies)
        self.kind.currentIndexChanged.connect(self._kind_changed)
        self.plies.valueChanged.connect(self.changed)
        self._kind_changed()

    @property
    def spec(self) -> PlayerSpec:
        """What is chosen."""
        kind = self.kind.currentData()
        return PlayerSpec.parse(f"minimax:depth={self.plies.value()}" if self._searches else kind)

    def choose(self, text: str) -> None:
        """Choose the player that `text` writes; one nobody knows is left aside."""
        try:
            spec = PlayerSpec.parse(text)
        except InputError:
            return
        self.plies.setValue(int(dict(spec.options).get("depth") or self.plies.value()))
        self.kind.setCurrentIndex(self.kind.findData(spec.kind))

    @property
    def _searches(self) -> bool:
        return bool(self.kind.currentData() == "minimax")

    def _kind_changed(self) -> None:
        self.plies.setVisible(self._searches)
        self.changed.emit()
