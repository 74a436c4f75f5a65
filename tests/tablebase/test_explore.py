"""The sets S_n of a table: as many positions as its metadata say, each once, each decided in n."""

import random
import shutil
from collections import Counter
from itertools import islice
from pathlib import Path

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import naive
from tests.made_tables import alter
from tests.random_tables import flat_place
from tests.tiers import first

from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.tablebase import sharded, store
from millmate.tablebase.chess_sets import DistanceSet
from millmate.tablebase.explore import Explorer, is_first
from millmate.tablebase.layout import Layout, value
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.query import Query, Zugzwangs


def explorer(directory: Path, name: str) -> Explorer:
    return Explorer(store.opened(directory, name))


@pytest.mark.parametrize("name", ["KQvK", "KQvKR", "KPvK"])
def test_every_set_has_as_many_positions_as_the_metadata_say(more_tables: Path, name: str) -> None:
    found = explorer(more_tables, name)
    sets = found.contents.sets
    assert list(sets) == sorted(sets, key=lambda s: (s.plies, not s.turn))
    for chosen in [s for s in sets if s.count < 3000]:
        assert sum(1 for _ in found.positions(chosen)) == chosen.count, chosen


@pytest.mark.parametrize("name", first(3, ["KQvK", "KBBvK", "KQvKR", "KPPvK"]))
def test_positions_are_decided_in_exactly_so_many_plies(more_tables: Path, name: str) -> None:
    found = explorer(more_tables, name)
    with Tablebase(more_tables) as tables:
        for chosen in found.contents.sets[::3]:
            for board in islice(found.positions(chosen), 20):
                assert board.is_valid()
                assert board.turn is chosen.turn
                judged = tables.probe(board)
                assert (judged.plies, judged.wdl) == (chosen.plies, 1 if chosen.plies % 2 else -1)


@pytest.mark.parametrize("name", first(2, ["KQvK", "KBBvK", "KPPvK"]))
def test_no_position_comes_twice_not_even_turned_or_mirrored(more_tables: Path, name: str) -> None:
    found = explorer(more_tables, name)
    for plies, turn in ((0, False), (1, True), (9, True), (12, False)):
        seen: set[str] = set()
        for board in islice(found.positions(found.contents.set_of(plies, turn)), 300):
            assert board.fen() not in seen
            seen |= naive.images(board)


@pytest.mark.thorough
def test_positions_whose_pawns_mirror_each_other_come_once(more_tables: Path) -> None:
    found = explorer(more_tables, "KPPvK")
    symmetrical = 0
    for chosen in (found.contents.set_of(n, n % 2 == 1) for n in (0, 2, 61, 62, 63, 64)):
        fens = {board.fen() for board in found.positions(chosen)}
        assert 2 * len(fens) == chosen.count
        pawns = [chess.Board(fen).pawns for fen in fens]
        symmetrical += sum(chess.flip_horizontal(squares) == squares for squares in pawns)
    assert symmetrical > 0


def test_like_pieces_are_one_position_in_either_order(more_tables: Path) -> None:
    found = explorer(more_tables, "KBBvK")
    chosen = found.contents.longest[chess.WHITE]
    positions = list(found.positions(chosen))
    assert len({board.board_fen() for board in positions}) == len(positions)
    assert chosen.moves == 19
    assert found.contents.orders
    assert chosen.count == 2 * len(positions)
    assert not explorer(more_tables, "KQvKR").contents.orders


def test_a_search_that_was_stopped_goes_on_where_it_was(more_tables: Path) -> None:
    found = explorer(more_tables, "KQvKR")
    chosen = found.contents.set_of(68, chess.BLACK)
    everything = [board.fen() for board in found.positions(chosen)]
    looks = iter([False, False, False, True])
    first = found.page(chosen, limit=10_000, stopped=lambda: next(looks))
    assert first.following is not None
    rest = found.page(chosen, first.following, limit=10_000)
    assert [*first.fens, *rest.fens] == everything


def test_an_empty_set_has_no_positions_and_nothing_to_draw(tables: Path) -> None:
    found = explorer(tables, "KQvK")
    for nothing in (
        found.contents.set_of(1, chess.BLACK),
        found.contents.set_of(200, chess.WHITE),
    ):
        assert nothing.count == 0
        assert found.page(nothing).fens == ()
        assert found.page(nothing).following is None
        assert found.sample(nothing, random.Random(1)) is None
    assert found.sample(Zugzwangs(None, True), random.Random(1)) is None
    impossible = Query(found.contents.set_of(1, True), only=0)
    assert found.sample(impossible, random.Random(1)) is None


def test_every_position_is_drawn_equally_often(tables: Path) -> None:
    """Also those that stand in the table twice, with White's king on the long diagonal."""
    found = explorer(tables, "KRvK")
    few = min((s for s in found.contents.sets if 15 < s.count < 60), key=lambda s: s.plies)
    fens = {board.fen() for board in found.positions(few)}
    diagonal = [chess.A1, chess.B2, chess.C3, chess.D4]
    kings = {chess.Board(fen).king(chess.WHITE) in diagonal for fen in fens}
    assert kings == {True, False}
    rng = random.Random(7)
    draws = Counter(found.sample(few, rng).fen() for _ in range(50 * few.count))  # type: ignore[union-attr]
    assert draws.keys() == fens
    assert max(abs(times - 50) for times in draws.values()) < 5 * 50**0.5
    again = [explorer(tables, "KRvK").sample(few, random.Random(seed)) for seed in (3, 3, 5)]
    assert again[0] == again[1] != again[2]


def test_a_draw_can_be_stopped_and_tells_how_far_it_is(more_tables: Path) -> None:
    found = explorer(more_tables, "KQvKR")
    chosen = found.contents.set_of(69, chess.WHITE)
    shares: list[float] = []
    assert found.sample(chosen, random.Random(1), shares.append, lambda: bool(shares)) is None
    assert shares == [0.0]
    assert found.sample(chosen, random.Random(1), shares.append) is not None
    assert all(0 <= share <= 1 for share in shares)


def test_the_longest_wins_are_those_of_the_metadata(more_tables: Path) -> None:
    found = explorer(more_tables, "KQvKR")
    info = found.table.info
    for side, winner, moves in (("white", True, 35), ("black", False, 19)):
        chosen = found.contents.longest[winner]
        assert (chosen.moves, chosen.winner, chosen.turn) == (moves, winner, winner)
        assert info.longest_fens[side] in {
            fen for board in found.positions(chosen) for fen in naive.images(board)
        }
    assert explorer(more_tables, "KNvK").contents.longest == {}


def test_a_damaged_table_is_told_of(tables: Path, tmp_path: Path) -> None:
    shutil.copy(tables / "KQvK.table", tmp_path / "KQvK.table")
    found = explorer(tmp_path, "KQvK")
    alter(tmp_path / "KQvK.table")
    with pytest.raises(sharded.TableError):
        found.page(found.contents.set_of(0, chess.BLACK))


@given(seed=st.integers(0, 2**32), name=st.sampled_from(["KPPvK", "KRPvKP", "KBBvK", "KRRPvK"]))
def test_of_the_places_of_a_position_one_is_the_first(seed: int, name: str) -> None:
    material = Material.parse(name)
    layout = Layout(material)
    board = random_position(material, random.Random(seed))
    if seed % 2:  # positions that stand in a table twice are rare: make them
        board = _symmetrical(board)
    places = {
        flat_place(layout, chess.Board(fen)) % (layout.size // 2) for fen in naive.images(board)
    }
    assert np.count_nonzero(is_first(layout, np.array(sorted(places)))) == 1


def _symmetrical(board: chess.Board) -> chess.Board:
    """Make the pawns, or without pawns White's king, their own mirror image."""
    result = board.copy()
    if not board.pawns:
        result.remove_piece_at(board.king(chess.WHITE))  # type: ignore[arg-type]
        free = [square for square in range(0, 64, 9) if not result.piece_at(square)]
        result.set_piece_at(free[0], chess.Piece(chess.KING, chess.WHITE))
        return result
    squares = list(chess.SquareSet(board.pawns))
    colours = [board.color_at(square) for square in squares]
    if len(set(colours)) == 1 and len(squares) == 2:
        mirror = squares[0] ^ 7
        if mirror == squares[1] or not result.piece_at(mirror):
            result.remove_piece_at(squares[1])
            result.set_piece_at(mirror, chess.Piece(chess.PAWN, bool(colours[0])))
    return result


def test_sets_in_words() -> None:
    assert str(DistanceSet(65, True, 12)) == "White to move mates in 33 moves (65 plies)"
    assert str(DistanceSet(1, False, 12)) == "Black to move mates in 1 move (1 ply)"
    assert str(DistanceSet(6, False, 1)) == "Black to move is mated in 3 moves (6 plies)"
    assert str(DistanceSet(0, True, 1)) == "White is checkmated"


@pytest.mark.parametrize(("plies", "turn"), [(0, True), (1, False), (64, True), (65, True)])
def test_the_byte_of_a_set_is_that_of_its_verdict(plies: int, turn: bool) -> None:
    chosen = DistanceSet(plies, turn, 1)
    assert value(chosen.code).plies == plies
    assert (value(chosen.code).wdl > 0) == (chosen.winner is turn)
