"""Tables by the names that people give them."""

import pytest

from millmate.tablebase.morris.names import pairs, placings
from millmate.tablebase.table_titles import table_title, title_and_code


@pytest.mark.parametrize(
    ("code", "title"),
    [
        ("KRPvKR", "Rook and pawn against rook"),
        ("KRPvKR (DTZ50)", "Rook and pawn against rook (DTZ50)"),
        ("morris:5-4", "Morris, 5 against 4 stones"),
        ("morris:ply17-9-8", "Morris, 17 placed, 9 against 8 stones"),
        ("morris:placing", "Morris, placing phase"),
        ("no table", "no table"),
    ],
)
def test_a_table_has_a_title(code: str, title: str) -> None:
    assert table_title(code) == title


@pytest.mark.parametrize(
    ("code", "title"),
    [
        ("KRPvKR", "Rook and pawn against rook (KRPvKR)"),
        ("KRPvKR (DTZ50)", "Rook and pawn against rook (KRPvKR, DTZ50)"),
        ("morris:5-4", "Morris, 5 against 4 stones"),
        ("no table", "no table"),
    ],
)
def test_the_code_stands_beside_a_title_that_does_not_say_it(code: str, title: str) -> None:
    assert title_and_code(code) == title


def test_no_two_tables_of_morris_have_the_same_title() -> None:
    codes = [str(table) for table in (*pairs(), *placings())]
    assert len({table_title(code) for code in codes}) == len(codes)
