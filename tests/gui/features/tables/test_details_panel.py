"""Disk use is told by number of men, and for each kind of morris by its own name."""

import pytest

from millmate.gui.features.tables.details_panel import shares
from millmate.tablebase.inventory import Ending, State, TableFile
from millmate.tablebase.metric import Metric
from millmate.tablebase.names import parse


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("KQvKR", "Four pieces"),
        ("morris:4-3", "Nine men's morris"),
        ("morris:three:3-3", "Three men's morris"),
        ("morris:six:3-3", "Six men's morris"),
    ],
)
def test_a_table_is_counted_under_the_name_of_its_game(name, title):
    (table,) = parse(name).tables
    built = TableFile(table, Metric.DTM, State.BUILT, 5)
    assert [(each.group.title, each.bytes) for each in shares([Ending(table, (built,), 2)])] == [
        (title, 7)
    ]
