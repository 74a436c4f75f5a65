"""A layout of cards in columns, as many as fit and at most three."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

from millmate.gui.kit import theme

_GAP = 2 * theme.GRID
_LEAST = 248  # pixels of a card at normal text size


class CardGrid(QLayout):
    """Lays cards out in rows; all cards of a row are equally wide and high.

    The last row fills what height there is.
    """

    def __init__(self, *cards: QWidget, most: int = 3) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._most = most
        self.setContentsMargins(0, 0, 0, 0)
        for card in cards:
            self.addWidget(card)

    # --- what Qt asks of a layout ----------------------------------------------------------------

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        rows = self._rows(width)
        return sum(height for _, _, height in rows) + _GAP * max(0, len(rows) - 1)

    def sizeHint(self) -> QSize:
        width = self._most * self._least() + (self._most - 1) * _GAP
        return QSize(width, self.heightForWidth(width))

    def minimumSize(self) -> QSize:
        """As wide as one card; the height follows the width."""
        return QSize(self._least(), 0)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        top, rows = rect.top(), self._rows(rect.width())
        for number, (items, width, height) in enumerate(rows, 1):
            if number == len(rows):
                height = max(height, rect.bottom() + 1 - top)
            for place, item in enumerate(items):
                left = rect.left() + round(place * (width + _GAP))
                right = rect.left() + round(place * (width + _GAP) + width)
                item.setGeometry(QRect(left, top, right - left, height))
            top += height + _GAP

    # --- rows ------------------------------------------------------------------------------------

    def columns(self, width: int) -> int:
        """Return how many cards stand side by side in so many pixels."""
        fitting = (width + _GAP) // (self._least() + _GAP)
        return max(1, min(self._most, len(self._shown), fitting))

    @property
    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _least(self) -> int:
        wide = round(_LEAST * theme.text_scale())
        return max([wide, *(item.minimumSize().width() for item in self._shown)])

    def _rows(self, width: int) -> list[tuple[list[QLayoutItem], float, int]]:
        """Return the rows: their cards, the width of each card, and the height."""
        shown, columns = self._shown, self.columns(width)
        wide = (width - (columns - 1) * _GAP) / columns
        rows = [shown[at : at + columns] for at in range(0, len(shown), columns)]
        return [(row, wide, max(_height(item, int(wide)) for item in row)) for row in rows]


def _height(item: QLayoutItem, width: int) -> int:
    if item.hasHeightForWidth():
        return item.heightForWidth(width)
    return item.sizeHint().height()
