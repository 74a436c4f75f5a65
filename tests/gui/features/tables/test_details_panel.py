"""What a table takes, by number of men, and for each kind of morris by its own name."""

from dataclasses import replace
from pathlib import Path

import pytest

from millmate.games.chess.material import Material
from millmate.gui.features.tables.details_panel import file_words, shares
from millmate.tablebase.inventory import Ending, State, TableFile, ending_of
from millmate.tablebase.metric import Metric
from millmate.tablebase.names import parse
from millmate.tablebase.table import TableInfo


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


def test_the_details_say_what_is_beside_a_table_and_how_to_renew_an_old_one(tables: Path) -> None:
    found = ending_of(tables, Material.parse("KQvK")).main
    info = found.info
    assert isinstance(info, TableInfo)
    alone, old = replace(found, bytes=info.bytes), replace(info, payloads={"distances": 5})
    assert "distances of losses: " in file_words(alone)
    assert "beside it" not in file_words(alone)
    assert ", beside it: 2.0 kB)." in file_words(replace(alone, bytes=info.bytes + 2000))
    assert "millmate pack" not in file_words(alone)
    assert "(distances of wins and losses: 5 B). From " in file_words(replace(alone, info=old))
