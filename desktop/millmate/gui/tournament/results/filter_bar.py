"""The filter of the games list by player."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from millmate.gui.languages.translator import bind_text, translator
from millmate.gui.style import theme
from millmate.gui.style.combo_box import ComboBox
from millmate.gui.style.label import Label
from millmate.language import mark, tr

_WIDEST = 24  # letters of a name visible in the closed combo box
_LARGE = 1.2  # beyond this text scale there is no room beside the combo boxes


class FilterBar(QWidget):
    """A player and an optional opponent; `changed` follows every choice."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.player, self.other = ComboBox(), ComboBox()
        self.counted = theme.muted()
        self.counted.setWordWrap(False)
        self.counted.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row = QHBoxLayout()
        row.setSpacing(theme.GRID)
        for words, box in ((mark("&Games of"), self.player), (mark("again&st"), self.other)):
            label = bind_text(Label(), text=words)
            label.setBuddy(box)
            box.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(8)
            box.setMaximumWidth(_WIDEST * label.fontMetrics().averageCharWidth() + 5 * theme.GRID)
            row.addWidget(label)
            row.addWidget(box, 1)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID // 2)
        column.addLayout(row)
        (column if theme.text_scale() > _LARGE else row).addWidget(self.counted)
        bind_text(self.player, name=mark("Games of"))
        bind_text(self.other, name=mark("against"))
        self.player.currentIndexChanged.connect(self._player_changed)
        self.other.currentIndexChanged.connect(self._emit_changed)
        self.set_names(())
        translator.changed.connect(self._retranslate)

    @Slot()
    def _retranslate(self) -> None:
        self.player.setItemText(0, tr("everybody"))
        self.other.setItemText(0, tr("anybody"))

    def set_names(self, names: Sequence[str]) -> None:
        """Offer these participants; initially, no filter is set."""
        for box, everybody in ((self.player, tr("everybody")), (self.other, tr("anybody"))):
            with QSignalBlocker(box):
                box.clear()
                box.addItems([everybody, *names])
        self.other.setEnabled(False)

    def choose(self, player: int | None, other: int | None = None) -> None:
        """Select participants by number; None selects everybody."""
        for box, number in ((self.player, player), (self.other, other)):
            with QSignalBlocker(box):
                box.setCurrentIndex(0 if number is None else number + 1)
        self.other.setEnabled(player is not None)
        self.changed.emit()

    @property
    def wanted(self) -> frozenset[int]:
        """The numbers of the participants a game must have."""
        chosen = (self.player.currentIndex() - 1, self.other.currentIndex() - 1)
        return frozenset(number for number in chosen if number >= 0)

    def accepts(self, sides: tuple[int, int]) -> bool:
        """Return whether a game of these two passes the filter."""
        return self.wanted <= set(sides)

    @Slot()
    def _player_changed(self) -> None:
        everybody = self.player.currentIndex() <= 0
        if everybody:
            with QSignalBlocker(self.other):
                self.other.setCurrentIndex(0)
        self.other.setEnabled(not everybody)
        self._emit_changed()

    @Slot()
    def _emit_changed(self) -> None:
        self.changed.emit()
