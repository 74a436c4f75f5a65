"""The names of points and openings."""

from collections import Counter

import pytest

from millmate.games.morris.openings import kind_of, opening_of
from millmate.games.morris.points import POINTS, point
from millmate.games.morris.rules import MORRIS, MorrisRules
from millmate.games.morris.variants import LASKER, SIX, THREE, TWELVE, Variant


def opening_after(moves: str, rules: MorrisRules = MORRIS) -> str:
    board = rules.board()
    for text in moves.split():
        board.push(rules.parse_move(board, text))
    return opening_of(board)


def test_the_points_are_of_four_kinds() -> None:
    kinds = Counter(kind_of(number) for number in range(len(POINTS)))
    assert kinds == {"corner": 8, "T point": 8, "cross point": 4, "corner of the middle ring": 4}
    assert [kind_of(point(name)) for name in ("d6", "d7", "e4", "a1", "c3", "f2")] == [
        *("cross point", "T point", "T point", "corner", "corner", "corner of the middle ring")
    ]


@pytest.mark.parametrize(
    ("variant", "kinds"),
    [
        (THREE, {"corner": 4, "T point": 4, "middle": 1}),
        (SIX, {"corner": 8, "T point": 8}),
        (TWELVE, {"corner": 8, "T point": 8, "cross point": 4, "corner of the middle ring": 4}),
    ],
    ids=lambda each: each.name if isinstance(each, Variant) else "",
)
def test_the_points_of_other_boards(variant: Variant, kinds: dict[str, int]) -> None:
    lines = variant.lines
    assert Counter(kind_of(point, lines) for point in range(lines.points)) == kinds


def test_no_book_names_openings_of_other_boards() -> None:
    assert opening_after("d6", MorrisRules(LASKER)) == "Four-way intersection"
    assert opening_after("c4", MorrisRules(SIX)) == ""
    assert opening_after("d6", MorrisRules(TWELVE)) == ""


def test_openings_have_the_names_that_books_give_them() -> None:
    assert opening_after("") == ""
    assert opening_after("d6") == opening_after("f4 a1") == "Four-way intersection"
    assert opening_after("d6 a1 f4") == opening_after("b4 a1 d6 g7")
    assert opening_after("d6 a1 f4") == "Double-adjacent four-way intersection"
    assert opening_after("d6 a1 d2") == ""  # opposite each other
    assert opening_after("d7") == opening_after("d6 a1 g7") == opening_after("d6 a1 f4 a7 d2") == ""
