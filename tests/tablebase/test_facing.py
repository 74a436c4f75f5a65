"""Tables of pawns that face each other on a file: exits, values, probing."""

import os
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import chess
import numpy as np
import pytest
from tests.tiers import first, only

from millmate.errors import InputError
from millmate.games.chess.material import Material, face_each_other, facing_materials
from millmate.tablebase import store, targets
from millmate.tablebase.all_tables import AllTables
from millmate.tablebase.build import build, remove_leftovers
from millmate.tablebase.draft import Draft, drafts
from millmate.tablebase.inventory import State, ending_of, needs
from millmate.tablebase.jobs import advanced
from millmate.tablebase.layout import layout_of, levels
from millmate.tablebase.locate import fault_of
from millmate.tablebase.metric import Metric
from millmate.tablebase.names import table_of, target_of
from millmate.tablebase.plan import UnsupportedMaterialError, plan
from millmate.tablebase.positions import plan_sides, solve_position
from millmate.tablebase.probe import open_slices
from millmate.tablebase.reach import Bounds, leads_to
from millmate.tablebase.removal import delete
from millmate.tablebase.rule50 import ruled
from millmate.tablebase.sharded import TableError
from millmate.tablebase.targets import discard
from millmate.tablebase.verdict import MissingTableError
from millmate.tablebase.verify import verify

KPKP = Material.parse("KpvKp")
SIX = facing_materials(6)
slow = pytest.mark.slow


@pytest.fixture(scope="module")
def facing(usual_tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return tables of up to four men without KPvKP but with KpvKp."""
    directory = tmp_path_factory.mktemp("facing")
    for table in usual_tables.iterdir():
        if table.suffix and table.stem != "KPvKP":
            (directory / table.name).symlink_to(table)
    build([KPKP], directory)
    return directory


def test_there_are_sixty_placements_by_gap() -> None:
    layout = layout_of(KPKP)
    assert layout.slices == len(layout.placements) == 60
    assert all(face_each_other(*pawns) for pawns in layout.placements)
    gaps = [[layout.placements[n] for n in level] for level in levels(layout, range(60))]
    assert [len(level) for level in gaps] == [20, 16, 12, 8, 4]
    assert [{black - white for (white,), (black,) in level} for level in gaps] == [
        {8 * gap} for gap in range(1, 6)
    ]
    assert advanced(layout, layout.slice_of(((8,), (24,)))[0]) == {
        layout.slice_of(pawns)[0] for pawns in (((16,), (24,)), ((8,), (16,)))
    }


def test_there_are_twenty_endings_of_six_men() -> None:
    assert len(SIX) == 20
    assert sum(len(each.white) == 3 for each in SIX) == 10


@pytest.mark.parametrize("material", only(SIX, Material.parse("KRpvKRp")), ids=str)
def test_exits_lead_to_whole_tables_one_capture_away(material: Material) -> None:
    layout = layout_of(material)
    after = {
        (Material(white, black), pawns)
        for placement in layout.placements
        for white, black, pawns in leads_to(material.white, material.black, placement)
    }
    inside = {pawns for men, pawns in after if men == material.whole}
    assert inside <= layout.slices_of.keys()
    outside = {men.canonical() for men, _ in after if men != material.whole}
    assert outside == set(material.captures())
    assert outside == set(material.successors())
    assert max(men.men for men in outside) == 5
    assert material.closure()[-1] == material


def test_values_are_those_of_the_whole_table(facing: Path, usual_tables: Path) -> None:
    part = store.opened(facing, KPKP)
    assert part.info.longest == {"white": 28, "black": 28}
    _equal(facing, usual_tables, KPKP)
    assert verify(facing, KPKP).positions == sum(
        side.wins + side.draws + side.losses for side in part.info.counts.values()
    )


def _equal(directory: Path, others: Path, material: Material) -> None:
    part, whole = store.opened(directory, material), store.opened(others, material.whole)
    for number, pawns in enumerate(part.layout.placements):
        for turn in chess.COLORS:
            found = part.slice_values(turn, number)
            right = whole.slice_values(turn, whole.layout.slice_of(pawns)[0])
            assert np.array_equal(found, right), pawns


def test_positions_are_probed_if_no_whole_table_has_them(facing: Path, usual_tables: Path) -> None:
    with AllTables(facing) as tables, AllTables(usual_tables) as whole:
        assert KPKP in tables.available()
        for board in islice(_positions(KPKP, random.Random(1)), 300):
            assert tables.covers(board)
            assert tables.probe(board) == whole.probe(board)
            assert tables.moves(board) == whole.moves(board)
        passed = chess.Board("8/8/2p5/8/1P6/8/8/K2k4 w - - 0 1")
        assert not tables.covers(passed)
        with pytest.raises(MissingTableError, match="KPvKP"):
            tables.probe(passed)


def test_the_fifty_move_rule_counts_as_with_the_whole_table(
    facing: Path, usual_tables: Path
) -> None:
    """Without DTZ of either, a slice of the table of facing pawns is solved at every clock."""
    own, other = open_slices(facing), open_slices(usual_tables)
    rng, late = random.Random(5), 0
    with AllTables(facing) as tables:
        for board in islice(_positions(KPKP, rng), 1500):
            value = tables.probe(board)
            if value.plies is None or value.plies < 20:
                continue
            board.halfmove_clock = rng.randrange(101 - value.plies // 2, 100)
            winner, fens = board.turn == (value.wdl > 0), [board.fen()]
            found = own.distances(fens, winner)
            assert None not in found
            assert found == other.distances(fens, winner)
            known = ruled(board, value, own.resolve)
            assert known.final.wdl is not None
            late += known.timeless_plies is not None
    assert late


def test_a_new_table_is_noticed(usual_tables: Path, facing: Path, tmp_path: Path) -> None:
    board = chess.Board("8/8/2p5/8/2P5/8/8/K2k4 w - - 0 1")
    for table in ("KPvK", "KQvK"):
        store.table_path(tmp_path, table).symlink_to(store.table_path(usual_tables, table))
    (tmp_path / "facing").mkdir()
    for folder in (tmp_path / "facing", tmp_path):
        os.utime(folder, (1, 1))  # a change in the same tick of the clock is not noticed
    with AllTables(tmp_path) as tables:
        assert not tables.covers(board)
        store.table_path(tmp_path, KPKP).symlink_to(store.table_path(facing, KPKP))
        tables.refresh_if_changed()
        assert tables.covers(board)


def _positions(material: Material, rng: random.Random) -> Iterator[chess.Board]:
    layout = layout_of(material)
    while True:
        board = layout.board(rng.randrange(layout.size))
        if chess.popcount(board.occupied) == material.men and not fault_of(board):
            yield board


def test_it_has_a_file_of_its_own(facing: Path) -> None:
    path = store.place(facing, KPKP)
    assert path is not None
    assert (path.parent.name, path.stem) == ("facing", "KPvKP")
    assert KPKP in store.own_materials(facing)
    assert KPKP.whole not in store.materials(facing)
    assert ending_of(facing, KPKP).main.state is State.BUILT
    assert not ending_of(facing, KPKP).main.shipped
    assert str(KPKP) in targets.explorable(facing)
    assert targets.info(facing, "KpvKp").material == "KpvKp"


def test_a_damaged_table_is_named(facing: Path, tmp_path: Path) -> None:
    (tmp_path / "facing").mkdir()
    with pytest.raises(TableError, match="table KpvKp is damaged"):
        store.opened(tmp_path, KPKP)
    copy = store.table_path(tmp_path, KPKP)
    copy.write_bytes(store.table_path(facing, KPKP).read_bytes()[:-1])
    with pytest.raises(TableError, match="KpvKp") as error:
        targets.verify(tmp_path, KPKP, lambda done: None, 1)
    assert error.value.path == copy
    assert ending_of(tmp_path, KPKP).main.state is State.DAMAGED


def test_a_draft_is_found_and_discarded(tmp_path: Path) -> None:
    Draft(tmp_path, KPKP)
    assert drafts(tmp_path) == [KPKP]
    assert plan([KPKP], tmp_path).missing[-1].begun
    assert discard(tmp_path, KPKP, Metric.DTM)
    assert drafts(tmp_path) == []
    store.table_path(tmp_path, KPKP).touch()
    Draft(tmp_path, KPKP)
    remove_leftovers(tmp_path)
    assert drafts(tmp_path) == []
    delete(tmp_path, KPKP)
    assert store.own_materials(tmp_path) == []


def test_six_men_are_asked_for_by_the_table_that_can_be_built(tmp_path: Path) -> None:
    facing = chess.Board("3k3r/8/2p5/8/2P5/8/8/KR6 w - - 0 1")
    assert (table_of(facing), target_of(facing)) == ("KRpvKRp", "KRpvKRp")
    assert table_of(facing.mirror()) == "KRpvKRp"
    with AllTables(tmp_path) as tables, pytest.raises(MissingTableError, match="KRpvKRp"):
        tables.probe(facing)
    for fen in ("3k3r/8/2P5/8/2p5/8/8/KR6 w - - 0 1", "3k3r/8/1p6/8/2P5/8/8/KR6 w - - 0 1"):
        assert table_of(chess.Board(fen)) == "KRPvKRP"
    assert table_of(chess.Board("8/8/2p5/8/2P5/8/8/K2k3r w - - 0 1")) == "KRPvKP"


def test_seven_men_are_refused_with_what_they_would_take(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedMaterialError, match="it would need 60 tables of six pieces"):
        plan([Material.parse("KRBpvKRp")], tmp_path)
    with pytest.raises(UnsupportedMaterialError, match=r"can be built$"):
        plan([Material.parse("KRBBpvKRp")], tmp_path)


def test_what_it_needs(tmp_path: Path) -> None:
    material = Material.parse("KRpvKRp")
    assert material.whole not in needs(material)
    steps = plan([material], tmp_path)
    assert steps.missing[-1].material == material
    assert max(table.material.men for table in steps.missing[:-1]) == 5
    with pytest.raises(InputError, match="not by a cluster"):
        targets.build([material], tmp_path, scheduler="tcp://nowhere:1")


@pytest.mark.parametrize("material", first(0, facing_materials(5)), ids=str)
def test_five_men_are_those_of_the_whole_table(
    all5: Path, tmp_path: Path, material: Material
) -> None:
    for table in all5.iterdir():
        if table.suffix:
            (tmp_path / table.name).symlink_to(table)
    build([material], tmp_path)
    _equal(tmp_path, tmp_path, material)


@pytest.mark.parametrize("material", first(0, SIX), ids=str)
def test_six_men_are_right_one_ply_ahead(six_men: Path, material: Material) -> None:
    with AllTables(six_men) as tables:
        if material not in tables.available():
            pytest.skip(f"there is no {material}")
        for board in islice(_positions(material, random.Random(str(material))), 10_000):
            moves, value = tables.moves(board), tables.probe(board)
            if not moves:
                assert value.wdl == (-1 if board.is_check() else 0)
                continue
            assert moves[0].value == value, board.fen()
            for each in (moves[0], moves[-1]):
                board.push(each.move)
                if chess.popcount(board.occupied) > 3 or board.pawns:
                    assert tables.probe(board).before() == each.value
                board.pop()


@slow
@pytest.mark.parametrize(
    ("fen", "kept"),
    [  # positions from games, and the moves that do not worsen the result
        # Timman - Velimirovic, Rio de Janeiro 1979
        ("8/8/4k3/2R5/7b/p2K4/P7/8 b - - 0 64", "Bf6"),
        # Gligoric - Fischer, candidates' tournament 1959, two moves in a row
        ("8/3k4/1K6/1p6/1P6/7r/8/2R5 b - - 2 52", "Rh5"),
        ("7r/3k4/1K6/1p6/1P6/8/8/2R5 w - - 3 53", "Rc5 Rc7+"),
        # Kasparov - Yusupov, Linares 1993
        ("4R3/1k6/8/1K6/p7/Pb6/8/8 w - - 23 102", "Rd8 Re2 Re3 Re4"),
    ],
)
def test_few_moves_keep_the_result_of_these_games(six_men: Path, fen: str, kept: str) -> None:
    board = chess.Board(fen)
    with AllTables(six_men) as tables:
        result, moves = tables.probe(board).wdl, tables.moves(board)
    assert (
        sorted(board.san(each.move) for each in moves if each.value.wdl == result) == kept.split()
    )


@slow
def test_a_position_solved_on_its_own_has_the_same_values(six_men: Path, tmp_path: Path) -> None:
    """Compare KRPvKRP with pawns on the a-file: 15 placements, 500 million places."""
    for table in six_men.iterdir():
        if table.suffix:
            (tmp_path / table.name).symlink_to(table)
    board = chess.Board("3k3r/p7/8/8/8/8/P7/KR6 w - - 0 1")
    with solve_position(plan_sides(board, tmp_path, (True,), Bounds(2))[0]) as solved:
        material = Material.parse("KRPvKRP")
        part = store.opened(solved.directory, material)
        assert solved.reach.exact
        assert part.layout.slices == 15
        whole = store.opened(six_men, Material.parse("KRpvKRp"))
        for number, pawns in enumerate(part.layout.placements):
            for turn in chess.COLORS:
                right = whole.slice_values(turn, whole.layout.slice_of(pawns)[0])
                assert np.array_equal(part.slice_values(turn, number), right), pawns
