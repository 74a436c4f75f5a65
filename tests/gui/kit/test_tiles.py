"""Tiles under headings: where they are, and where keys lead."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QStandardItem, QStandardItemModel
from PySide6.QtTest import QTest

from millmate.gui.kit.tiles import Tiles
from millmate.language import mark

ROWS = ("# first", "a", "b", "c", "d", "# second", "e", "f")


class Letters(Tiles):
    heading_height = 20

    def __init__(self, model: QStandardItemModel) -> None:
        super().__init__(model, mark("Players"), 100)
        self.painted: list[str] = []

    def tile_height(self, width: int) -> int:
        return width // 2

    def paint_tile(self, painter: QPainter, tile: QRect, index, pointed: bool) -> None:
        self.painted.append(index.data())


@pytest.fixture
def tiles(qtbot) -> Letters:
    model = QStandardItemModel()
    for row in ROWS:
        item = QStandardItem(row)
        item.setEnabled(not row.startswith("#"))
        model.appendRow(item)
    found = Letters(model)
    qtbot.addWidget(found)
    found.resize(360, 120)
    found.show()
    qtbot.waitExposed(found)
    return found


def place(tiles: Letters, row: str) -> QRect:
    return tiles.visualRect(tiles.model().index(ROWS.index(row), 0))


def test_tiles_are_beside_each_other_under_their_headings(tiles: Letters) -> None:
    assert tiles.columns == 3
    assert place(tiles, "a").top() == place(tiles, "c").top() == 20
    assert place(tiles, "d").left() == place(tiles, "a").left()
    assert place(tiles, "# second").top() == place(tiles, "d").bottom() + 1
    assert place(tiles, "e").top() == place(tiles, "# second").bottom() + 1


def test_only_tiles_that_are_wholly_in_sight_are_painted(tiles: Letters) -> None:
    tiles.painted.clear()
    tiles.grab()
    assert set(tiles.painted) == {"a", "b", "c"}
    assert not tiles.indexAt(place(tiles, "d").center()).isValid()
    tiles.verticalScrollBar().setValue(tiles.verticalScrollBar().maximum())
    tiles.painted.clear()
    tiles.grab()
    assert {"e", "f"} <= set(tiles.painted)
    assert "a" not in tiles.painted
    assert tiles.indexAt(place(tiles, "f").center()).data() == "f"


def test_keys_go_from_tile_to_tile_and_skip_headings(tiles: Letters) -> None:
    tiles.setCurrentIndex(tiles.model().index(1, 0))
    steps = {
        "Right": "b", "Down": "d", "PageUp": "a", "End": "f", "Left": "e", "Up": "d", "Home": "a",
    }  # fmt: skip
    for key, row in steps.items():
        QTest.keyClick(tiles, getattr(Qt.Key, f"Key_{key}"))
        assert tiles.currentIndex().data() == row, key
