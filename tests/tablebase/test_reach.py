"""What can come of a position: placements of its pawns, and what lies outside."""

from functools import cache

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tiers import examples

from millmate.games.chess.material import Material
from millmate.tablebase.layout import layout_of, mirrored
from millmate.tablebase.reach import Bounds, Reach, TooManyPlacementsError, pawns_of, reach_of

BLOCKED = "8/8/4k3/p7/P7/4K3/8/8 w - - 0 1"


def nothing(material: Material) -> bool:
    return False


def placed(reach: Reach, board: chess.Board) -> bool:
    pawns = pawns_of(board)
    return min(pawns, mirrored(pawns)) in reach.placements.get(Material.of(board), ())


def test_blocked_pawns_move_only_once_one_has_been_taken() -> None:
    reach = reach_of(chess.Board(BLOCKED), True, nothing, Bounds(0))
    found = {str(material): pawns for material, pawns in reach.placements.items()}
    assert found == {
        "KPvKP": (((24,), (32,)),),
        "KPvK": tuple(((square,), ()) for square in (24, 32, 40, 48)),
        "KvKP": tuple(((), (square,)) for square in (8, 16, 24, 32)),
    }
    assert reach.exits == 8  # each pawn becomes one of four pieces


def test_whole_tables_are_not_followed() -> None:
    reach = reach_of(chess.Board(BLOCKED), True, lambda m: m.men == 3, Bounds(0))
    assert [*map(str, reach.placements)] == ["KPvKP"]
    assert reach.whole == {Material.parse("KPvK")}
    assert reach.exact


def test_promotions_to_a_queen_only() -> None:
    reach = reach_of(chess.Board(BLOCKED), True, nothing, Bounds(1, promotions=(chess.QUEEN,)))
    assert {m for m in map(str, reach.placements) if "P" not in m} == {"KQvK", "KvKQ"}
    assert reach.exact


def test_captures_that_are_not_followed_lie_outside() -> None:
    reach = reach_of(chess.Board(BLOCKED), True, nothing, Bounds(0, captures=0, losses=0))
    assert {str(material): len(found) for material, found in reach.placements.items()} == {
        "KPvKP": 1
    }
    assert reach.exits == 2
    assert reach.home(Material.parse("KPvK")) is None


def test_a_pawn_that_stays_neither_moves_nor_is_captured() -> None:
    board = chess.Board("8/8/4k3/3p4/8/4K3/P7/8 w - - 0 1")
    reach = reach_of(board, True, nothing, Bounds(0, stays=(chess.D5,)))
    found = {str(material): pawns for material, pawns in reach.placements.items()}
    squares = (8, 16, 24, 32, 40, 48)
    assert set(found) == {"KPvKP", "KvKP"}
    assert found["KvKP"] == (((), (35,)),)
    assert found["KPvKP"] == tuple(((square,), (35,)) for square in squares)
    assert reach.home(Material.parse("KPvK")) is None
    # Nor does the mirror image move; a whole table is read as ever.
    image = chess.Board("8/8/4k3/4p3/8/4K3/7P/8 w - - 0 1")
    mirrored_reach = reach_of(image, True, lambda m: m.men == 3, Bounds(0, stays=(chess.E5,)))
    assert mirrored_reach.placements == {Material.parse("KPvKP"): found["KPvKP"]}
    assert mirrored_reach.whole == {Material.parse("KPvK")}


def test_bounds_of_one_side() -> None:
    board = chess.Board(BLOCKED)

    def materials(bounds: Bounds, for_white: bool) -> set[str]:
        return {*map(str, reach_of(board, for_white, nothing, bounds).placements)}

    assert materials(Bounds(0, losses=0), for_white=True) == {"KPvKP", "KPvK"}
    assert materials(Bounds(0, losses=0), for_white=False) == {"KPvKP", "KvKP"}
    assert materials(Bounds(0, captures=0), for_white=True) == {"KPvKP", "KvKP"}
    own = Bounds(1, own=(chess.QUEEN,))
    assert {m for m in materials(own, for_white=True) if "P" not in m} == {
        "KQvK",
        "KvKQ",
        "KvKR",
        "KvKB",
        "KvKN",
    }


def test_colours_stay_and_the_opponent_wins_outside() -> None:
    reach = reach_of(chess.Board(BLOCKED), True, nothing, Bounds(0))
    layout, swapped = reach.home(Material("K", "KP")) or (None, True)
    assert layout is reach.layouts[Material("K", "KP")]
    assert not swapped
    assert reach.home(Material("KQ", "K")) is None
    assert reach.code_outside(True, can_win=True) == 128
    assert reach.code_outside(False, can_win=True) == 1
    assert reach.code_outside(True, can_win=False) == 0


def test_a_part_has_slices_of_its_own() -> None:
    board = chess.Board("8/8/4k3/1p6/1P6/4K3/8/8 w - - 0 1")
    layout = reach_of(board, True, nothing, Bounds(0)).layouts[Material.parse("KPvKP")]
    assert layout.slices == 1
    assert layout.slices_of == {
        ((25,), (33,)): (0, False),
        ((30,), (38,)): (0, True),
    }
    assert layout.slice_size == layout_of(layout.material).slice_size


def test_too_many_placements_are_refused() -> None:
    with pytest.raises(TooManyPlacementsError, match="more than 100 pawn placements"):
        reach_of(
            chess.Board("8/pppp4/4k3/8/8/4K3/PPPP4/8 w - - 0 1"), True, nothing, Bounds(1), most=100
        )


@cache
def _reach(fen: str) -> Reach:
    return reach_of(chess.Board(fen), True, nothing, Bounds(1))


@examples(25)
@given(st.data())
def test_whatever_is_played_stays_within(data: st.DataObject) -> None:
    fen = "4k3/3p4/8/4pP2/8/8/8/4K3 b - - 0 1"
    board, reach = chess.Board(fen), _reach(fen)
    for _ in range(60):
        moves = list(board.legal_moves)
        if not moves or chess.popcount(board.occupied) == 2:
            return
        board.push(data.draw(st.sampled_from(moves)))
        pieces = chess.popcount(board.occupied & ~board.pawns & ~board.kings)
        if pieces > 1:
            return
        assert placed(reach, board) or chess.popcount(board.occupied) == 2
