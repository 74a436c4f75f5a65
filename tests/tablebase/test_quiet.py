"""Quiet moves on the digits of a place are those on a board."""

import pytest
from tests.tablebase.test_solve import random_boards

from millmate.games.chess.material import Material
from millmate.tablebase.chess_tables import quiet_places
from millmate.tablebase.layout import Layout
from millmate.tablebase.locate import key_of, men_after, men_on


# Pins, checks, like pieces of either side; slices with pawns, which are their own mirror or not.
@pytest.mark.parametrize("name", ["KQvKR", "KRBvKR", "KBBvK", "KRvKNN", "KQQvKQ", "KRPvKB"])
@pytest.mark.parametrize("slice_", [0, -1])
def test_quiet_moves_lead_where_they_do_on_the_board(name: str, slice_: int) -> None:
    layout = Layout(Material.parse(name))
    for board in random_boards(layout, slice_ % layout.slices, 150):
        men = men_on(board)
        key = key_of(men.kinds())
        right = sorted(
            men_after(board, move, men).place(not board.turn, key)
            for move in board.generate_legal_moves()
            if not board.is_zeroing(move)
        )
        place = men.place(board.turn, key)
        assert layout.board(place).turn == board.turn
        found = [_canonical(layout, at) for at in quiet_places(layout, place, layout.board(place))]
        assert sorted(found) == right, board.fen()


def _canonical(layout: Layout, place: int) -> int:
    """Return the place of the position at a place that `Men.place` returns."""
    board = layout.board(place)
    men = men_on(board)
    return men.place(board.turn, key_of(men.kinds()))
