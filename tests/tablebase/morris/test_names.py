"""Names of morris tables: what they stand for, what each needs, in which order they are built."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.errors import InputError
from millmate.games.chess.material import Material
from millmate.tablebase.morris.names import (
    MorrisTarget,
    Pair,
    Placing,
    Subspace,
    closure,
    pairs,
    placings,
    table_of,
)
from millmate.tablebase.names import parse

EVERY: tuple[Subspace, ...] = (*pairs(), *placings())


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("morris:5-4", "morris:5-4"),
        ("morris:4-5", "morris:5-4"),
        (" Morris 5-4", "morris:5-4"),
        ("MORRIS:5v4", "morris:5-4"),
        ("9 - 8", "morris:9-8"),
        ("morris:ply17-9-8", "morris:ply17-9-8"),
        ("morris ply 17 9 8", "morris:ply17-9-8"),
        ("morris:ALL", "morris:all"),
        ("morris placing", "morris:placing"),
        ("morris:moving", "morris:moving"),
    ],
)
def test_names_are_understood_as_people_write_them(text: str, name: str) -> None:
    assert str(MorrisTarget.parse(text)) == name
    assert str(parse(text)) == name


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("morris:2-5", "3 to 9"),
        ("morris:10-3", "3 to 9"),
        ("morris:9-0", "3 to 9"),
        ("morris:ply18-9-9", "all stones are placed"),
        ("morris:ply19-3-3", "all stones are placed"),
        ("morris:ply17-8-9", "cannot have 8 white and 9 black"),  # Black has placed eight
        ("morris:ply5-2-2", "cannot have 2 white and 2 black"),  # nobody can have closed a mill
        ("morris:ply16-1-8", "cannot have"),  # White would have lost
        ("morris:", "unknown morris table"),
        ("morris:5", "unknown morris table"),
        ("morris:5-4-3", "unknown morris table"),
        ("morris:everything", "morris:moving, morris:placing, morris:all"),
    ],
)
def test_names_of_nothing_are_refused_in_one_sentence(text: str, why: str) -> None:
    with pytest.raises(InputError, match=why) as caught:
        parse(text)
    assert "\n" not in str(caught.value)


def test_materials_of_chess_are_still_materials() -> None:
    assert parse("KBNK") == Material.parse("KBNvK")
    assert parse("KBNK").tables == (Material.parse("KBNvK"),)
    with pytest.raises(InputError, match="unknown material"):
        parse("mill")


@given(st.sampled_from(EVERY))
def test_the_name_of_a_table_names_it(table: Subspace) -> None:
    assert table_of(str(table)) == table
    assert MorrisTarget.parse(str(table).upper()).tables == (table,)


def test_a_set_of_tables_is_no_table() -> None:
    for name in ("morris:all", "Morris:5-4", "morris:4-5"):
        with pytest.raises(InputError, match="not the name of a morris table"):
            table_of(name)


def test_there_are_as_many_subspaces_as_games_can_reach() -> None:
    """Numbers of the placing phase by stones placed: a C++ solver of the whole game has the same.

    Its list is the project's own; Malom's list of sectors has these and more that no game reaches.
    """
    assert len(pairs()) == 28
    by_ply = [sum(table.placed == placed for table in placings()) for placed in range(18)]
    assert by_ply == [1, 1, 1, 1, 1, 2, 3, 5, 7, 10, 13, 17, 21, 26, 31, 37, 43, 49]


def test_the_first_five_stones_are_all_on_the_board_but_one_taken() -> None:
    assert [table for table in placings() if table.placed <= 5][::-1] == [
        Placing(0, 0, 0),
        Placing(1, 1, 0),
        Placing(2, 1, 1),
        Placing(3, 2, 1),
        Placing(4, 2, 2),
        Placing(5, 3, 2),
        Placing(5, 3, 1),
    ]


def test_what_a_pair_needs() -> None:
    assert Pair(3, 3).needs() == []
    assert Pair(4, 3).needs() == [Pair(3, 3)]
    assert Pair(4, 4).needs() == [Pair(4, 3)]
    assert Pair(9, 8).needs() == [Pair(9, 7), Pair(8, 8)]


def test_the_last_stones_lead_into_the_moving_phase() -> None:
    assert Placing(17, 9, 8).needs() == [Pair(9, 9), Pair(9, 8)]
    assert Placing(17, 3, 5).needs() == [Pair(6, 3)]  # taking one of three wins
    assert Placing(16, 8, 8).needs() == [Placing(17, 9, 8), Placing(17, 9, 7)]


@pytest.mark.parametrize("name", ["morris:all", "morris:6-6", "morris:ply9-5-4"])
def test_every_table_is_built_after_those_that_it_needs(name: str) -> None:
    done: set[Subspace] = set()
    for table in closure(MorrisTarget.parse(name).tables):
        assert done.issuperset(table.needs())
        done.add(table)


def test_what_the_sets_stand_for() -> None:
    moving, placing, everything = (
        MorrisTarget.parse(f"morris:{name}").tables for name in ("moving", "placing", "all")
    )
    assert set(moving) == set(closure([Pair(9, 9)]))
    assert set(closure(placing)) == set(everything) == {*moving, *placing}
    assert closure([Pair(6, 6)]) == [pair for pair in pairs() if pair.primary <= 6]
