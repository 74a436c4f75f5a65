from pathlib import Path

import pytest

from millmate.errors import InputError
from millmate.games.chess.material import Material
from millmate.tablebase.plan import UnsupportedMaterialError, plan


def planned(names: list[str], directory: Path) -> list[str]:
    return [str(table.material) for table in plan(map(Material.parse, names), directory).missing]


def test_a_plan_holds_the_tables_that_captures_lead_into_first(tmp_path: Path) -> None:
    assert planned(["KBNvK"], tmp_path) == ["KBvK", "KNvK", "KBNvK"]
    assert planned(["KRvKB"], tmp_path) == ["KBvK", "KRvK", "KRvKB"]
    assert planned(["KQvKR", "KRvK", "KQvKR"], tmp_path) == ["KQvK", "KRvK", "KQvKR"]


def test_what_exists_is_not_built_again(tables: Path) -> None:
    steps = plan([Material.parse("KBNvK")], tables)
    assert not steps.missing
    assert all(table.exists and table.bytes > 0 for table in steps.tables)
    assert steps.bytes == steps.memory == steps.seconds == 0


def test_costs_are_those_of_what_is_missing(tables: Path) -> None:
    steps = plan([Material.parse("KRvKB")], tables)
    assert [str(table.material) for table in steps.missing] == ["KRvKB"]
    assert 1e5 < steps.bytes < 1e7
    assert 1e8 < steps.memory < 1e9
    assert 0.5 < steps.seconds < 10


def test_two_kings_need_no_table(tmp_path: Path) -> None:
    assert not plan([Material.parse("KvK")], tmp_path).tables


@pytest.mark.parametrize(("name", "why"), [("KPvK", "pawns"), ("KRBvKR", "5 men")])
def test_what_cannot_be_built_yet_is_named(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(UnsupportedMaterialError, match=f"not yet: {name}.*{why}") as caught:
        plan([Material.parse(name)], tmp_path)
    assert isinstance(caught.value, InputError)
