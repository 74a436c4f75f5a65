"""A table that grows while it is looked at: sorted, filtered, and what is selected stays so."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPersistentModelIndex, Qt

from millmate.gui.kit.table_model import Column, SortedTableModel

UP, DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


@dataclass(frozen=True)
class Fruit:
    number: int
    name: str
    weight: int | None = None


COLUMNS = (
    Column("Fruit", lambda row: row.name, lambda row: row.name),
    Column(
        "Weight",
        lambda row: "" if row.weight is None else f"{row.weight} g",
        lambda row: row.weight,
        numeric=True,
        falling=True,
        tip="In grams",
        spoken=lambda row: f"{row.weight} grams",
    ),
)
PEAR, APPLE, PLUM = Fruit(1, "pear", 180), Fruit(2, "apple", 150), Fruit(3, "plum", None)


@pytest.fixture
def table(qtmodeltester) -> SortedTableModel:
    model = SortedTableModel(COLUMNS)
    model.show([PEAR, APPLE])
    qtmodeltester.check(model)
    return model


def shown(model: SortedTableModel, column: int = 0) -> list[str]:
    return [model.index(row, column).data() for row in range(model.rowCount())]


def test_what_is_pointed_at_stays_so_when_rows_move(table):
    pointed = QPersistentModelIndex(table.index_of(PEAR.number))
    table.put([Fruit(5, "zucchini"), Fruit(6, "aubergine")])
    table.sort(0, DOWN)
    assert pointed.data() == "pear"
    table.put([Fruit(1, "a pear")])
    assert pointed.data() == "a pear"


def test_a_filter_holds_for_rows_that_come_later(table):
    table.show_only(lambda row: "p" in row.name)
    table.put([PLUM, Fruit(4, "banana")])
    assert shown(table) == ["apple", "pear", "plum"]
    assert table.total == 4
    assert not table.index_of(4).isValid()
    table.show_only(None)
    assert len(shown(table)) == 4


def test_dropped_rows_are_gone(table):
    table.drop([PEAR.number, 77])
    assert shown(table) == ["apple"]
    assert table.get(PEAR.number) is None


def test_titles_say_what_is_sorted_by_and_which_way(table):
    across = Qt.Orientation.Horizontal
    assert table.headerData(0, across) == "Fruit ▴"
    table.sort(1, DOWN)
    assert [table.headerData(n, across) for n in (0, 1)] == ["Fruit", "▾ Weight"]
    roles = Qt.ItemDataRole
    assert table.headerData(1, across, roles.ToolTipRole) == "In grams"
    assert table.headerData(1, across, roles.InitialSortOrderRole) == DOWN


def test_cells_speak(table):
    cell = table.index(0, 1)
    assert cell.data(Qt.ItemDataRole.AccessibleTextRole) == "150 grams"
    assert cell.data(Qt.ItemDataRole.TextAlignmentRole) & Qt.AlignmentFlag.AlignRight


fruits = st.builds(Fruit, st.integers(0, 9), st.sampled_from("abc"), st.none() | st.integers(0, 3))


@given(st.lists(st.lists(fruits, max_size=4), max_size=5), st.integers(0, 1), st.booleans())
def test_it_always_shows_the_latest_rows_in_order(bunches, column, falling):
    model, order = SortedTableModel(COLUMNS, by=1 - column), DOWN if falling else UP
    latest = {}
    for bunch in bunches:
        model.put(bunch)
        model.sort(column, order)
        assert model.sorting == (column, order)
        latest.update((each.number, each) for each in bunch)
    rows = [model.row_at(model.index(n, 0)) for n in range(model.rowCount())]
    assert sorted(row.number for row in rows) == sorted(latest)
    assert all(row == latest[row.number] for row in rows)
    values = [COLUMNS[column].value(row) for row in rows]
    known = [value for value in values if value is not None]
    assert known == sorted(known, reverse=falling)
    assert values[: len(known)] == known
