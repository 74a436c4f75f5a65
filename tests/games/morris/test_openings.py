"""The names of points and openings."""

from collections import Counter

from millmate.games.morris.openings import kind_of, opening_of
from millmate.games.morris.points import POINTS, point
from millmate.games.morris.rules import MORRIS


def opening_after(moves: str) -> str:
    board = MORRIS.board()
    for text in moves.split():
        board.push(MORRIS.parse_move(board, text))
    return opening_of(board)


def test_the_points_are_of_four_kinds() -> None:
    kinds = Counter(kind_of(number) for number in range(len(POINTS)))
    assert kinds == {"corner": 8, "T point": 8, "cross point": 4, "corner of the middle ring": 4}
    assert [kind_of(point(name)) for name in ("d6", "d7", "e4", "a1", "c3", "f2")] == [
        *("cross point", "T point", "T point", "corner", "corner", "corner of the middle ring")
    ]


def test_openings_have_the_names_that_books_give_them() -> None:
    assert opening_after("") == ""
    assert opening_after("d6") == opening_after("f4 a1") == "Four-way intersection"
    assert opening_after("d6 a1 f4") == opening_after("b4 a1 d6 g7")
    assert opening_after("d6 a1 f4") == "Double-adjacent four-way intersection"
    assert opening_after("d6 a1 d2") == ""  # opposite each other
    assert opening_after("d7") == opening_after("d6 a1 g7") == opening_after("d6 a1 f4 a7 d2") == ""
