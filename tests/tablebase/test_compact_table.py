"""Compact tables: fewer bytes, the same answers."""

import shutil
from contextlib import suppress
from itertools import product
from pathlib import Path

import chess
import numpy as np
import pytest
from tests.conftest import build_chess
from tests.tablebase.test_solve import random_boards
from tests.tiers import first, only

from millmate.games.chess.material import Material
from millmate.tablebase import estimates, store, verify, wins
from millmate.tablebase.blocks import PLACES
from millmate.tablebase.build import build
from millmate.tablebase.compact_table import CompactTable
from millmate.tablebase.container import Finished
from millmate.tablebase.explore import Explorer
from millmate.tablebase.full_table import FullTable
from millmate.tablebase.layout import LOST, Layout
from millmate.tablebase.metric import Metric
from millmate.tablebase.plan import plan
from millmate.tablebase.probe import Tablebase, ZeroingTables
from millmate.tablebase.query import Zugzwangs
from millmate.tablebase.sharded import TableError
from millmate.tablebase.streams import Stream
from millmate.tablebase.table import WON, Table

# Promotions, double pushes and captures en passant; like pieces; wins of either side.
MANY = sorted({str(m) for n in ("KPvKP", "KBBvK", "KBNvK") for m in Material.parse(n).closure()})
MANY = [name for name in MANY if name != "KvK"]
OLD = Path(__file__).parents[1] / "data" / "compact_3"
FEW = [
    *product(Metric, ("KBvK", "KNvK", "KPvK", "KQvK", "KRvK", "KBBvK", "KQvKR")),
]


@pytest.fixture
def compact_tables(shared: Path, request: pytest.FixtureRequest) -> Path:
    """Return a directory with tables of both metrics as they are packed, in thorough tests more."""
    every = request.node.get_closest_marker("thorough") is not None
    folder = "packed" if every else "few-packed"
    for metric in Metric:
        names = MANY if every else [name for own, name in FEW if own is metric]
        build_chess(tuple(names), shared, str(metric.directory(Path(folder))), metric, planes=False)
    return shared / folder


@pytest.mark.parametrize(("metric", "name"), only(product(Metric, MANY), *FEW))
def test_every_value_is_that_of_the_full_table(
    compact_tables: Path, more_tables: Path, zeroing_tables: Path, metric: Metric, name: str
) -> None:
    directory = {Metric.DTM: more_tables, Metric.DTZ: zeroing_tables}[metric]
    full = FullTable(store.plane_path(directory, name))
    table = store.opened(metric.directory(compact_tables), name)
    assert isinstance(table, CompactTable)
    for number in range(0, full.layout.slices, max(1, full.layout.slices // 60)):
        for turn in (True, False):
            assert np.array_equal(
                table.slice_values(turn, number), full.slice_values(turn, number)
            ), number
    last = 2 * full.layout.side_chunks - 1
    assert [table.chunk(n) for n in (0, last)] == [full.chunk(n) for n in (0, last)]
    assert table.info.counts == full.info.counts
    assert table.info.checksum == full.info.checksum
    assert table.info.bytes == store.table_path(table.path.parent, name).stat().st_size


@pytest.mark.parametrize(
    "name", first(3, ["KPvK", "KQvKR", "KBBvK", "KPvKP", "KBNvK", "KQvKP", "KRvKP"])
)
def test_probes_answer_as_those_of_full_tables(
    compact_tables: Path, more_tables: Path, zeroing_tables: Path, name: str
) -> None:
    layout = Layout(Material.parse(name))
    boards = list(random_boards(layout, layout.slices // 2, 12))
    with Tablebase(more_tables) as full, Tablebase(compact_tables) as compact_:
        assert [compact_.moves(board) for board in boards] == [
            full.moves(board) for board in boards
        ]
    with (
        ZeroingTables(zeroing_tables) as full_,
        ZeroingTables(compact_tables / "dtz") as fewer,
    ):
        assert [fewer.moves(board) for board in boards] == [full_.moves(board) for board in boards]


@pytest.mark.thorough
def test_a_win_counts_what_is_taken_en_passant(compact_tables: Path, more_tables: Path) -> None:
    board = chess.Board("8/8/8/8/1p6/8/P7/k1K5 w - - 0 1")
    with Tablebase(more_tables) as full, Tablebase(compact_tables) as fewer:
        assert fewer.probe(board) == full.probe(board)
        assert fewer.moves(board) == full.moves(board)


@pytest.mark.parametrize("name", ["KQvK", "KPvK", "KPvKP"])
def test_streams_have_each_place_once(name: str) -> None:
    layout = Layout(Material.parse(name))
    stream = Stream(layout, tuple(reversed(range(layout.pieces + 2))))
    places = np.arange(layout.slice_size)
    start = int(layout.ranks[0]) * layout.slice_size
    each = -(-layout.group * layout.slice_size // PLACES)  # blocks of a group
    assert {stream.place(0, int(place)) - start for place in places} == set(places.tolist())
    members = [stream.members(group) for group in range(layout.side_blocks // each)]
    assert sorted(number for own in members for number in own) == list(range(layout.slices))
    for own in members:
        assert [int(layout.ranks[n]) % layout.group for n in own] == list(range(len(own)))
        parts = stream.parts(len(own))
        assert len(parts) <= each
        assert sum(n for _, n in parts) == len(own) * layout.slice_size
        assert max(n for _, n in parts) <= PLACES


def test_a_position_and_its_mirror_image_are_stored_once(compact_tables: Path) -> None:
    table = store.opened(compact_tables, "KBBvK")
    layout = table.layout
    place = layout.place(True, chess.B2, chess.E8, [chess.C5, chess.H1])
    image = layout.place(True, chess.B2, chess.H5, [chess.E3, chess.A8])
    assert place != image
    assert table.block_of(place) == table.block_of(image)


@pytest.mark.parametrize("name", first(1, ["KPvK", "KQvKP", "KRvKP"]))
def test_wins_are_found_where_promotions_are_read_in_parts(
    compact_tables: Path, more_tables: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """As they are of six men with one pawn."""
    men = Material.parse(name).men
    monkeypatch.setattr(estimates, "in_parts", lambda of: of.men == men and not of.has_pawns)
    full = FullTable(store.plane_path(more_tables, name))
    table = store.opened(compact_tables, name)
    for number in range(full.layout.slices):
        for turn in (True, False):
            assert np.array_equal(table.slice_values(turn, number), full.slice_values(turn, number))


def test_every_byte_is_checked(compact_tables: Path, tmp_path: Path) -> None:
    path = store.table_path(tmp_path, "KRvK")
    right = store.table_path(compact_tables, "KRvK").read_bytes()
    whole = store.opened(compact_tables, "KRvK").stored_slice(True)
    passed = 0
    for at in np.linspace(0, len(right) - 1, 300).astype(int).tolist():
        wrong = bytearray(right)
        wrong[at] ^= 1 + at % 255
        path.write_bytes(wrong)
        with suppress(TableError):
            _read(tmp_path)
            assert np.array_equal(store.opened(tmp_path, "KRvK").stored_slice(True), whole)
            passed += 1
    assert passed < 100  # of what the build has left between the blocks, which nobody reads


def test_a_draw_is_told_where_only_losses_are_damaged(compact_tables: Path, tmp_path: Path) -> None:
    """Whatever an answer is read from is checked, and nothing else."""
    path = store.table_path(tmp_path, "KRvK")
    right = store.opened(compact_tables, "KRvK")
    assert isinstance(right, CompactTable)
    first = right.layout.slice_size  # of the places with Black to move
    codes = {place: _code(right, place) for place in range(first, first + 20_000, 37)}
    whole = bytearray(store.table_path(compact_tables, "KRvK").read_bytes())
    entry = Finished(right.path)._indexes["losses"][-1]
    whole[int(entry["offset"]) + int(entry["length"]) // 2] ^= 1
    path.write_bytes(whole)
    damaged = store.opened(tmp_path, "KRvK")
    lost = {place for place, code in codes.items() if LOST <= code < WON}
    assert 0 < len(lost) < len(codes)
    for place, code in codes.items():
        if place in lost:
            with pytest.raises(TableError, match="KRvK"):
                _code(damaged, place)
        else:
            assert _code(damaged, place) == code


def _code(table: Table, place: int) -> int:
    block, offset = table.block_of(place)
    return table.code(table.block(block), offset)


@pytest.mark.parametrize("name", first(1, ["KPvK", "KQvKP"]))
@pytest.mark.parametrize("metric", Metric)
def test_what_is_built_upon_compact_tables_is_what_full_ones_give(
    compact_tables: Path,
    more_tables: Path,
    zeroing_tables: Path,
    tmp_path: Path,
    metric: Metric,
    name: str,
) -> None:
    full = {Metric.DTM: more_tables, Metric.DTZ: zeroing_tables}[metric]
    *below, material = Material.parse(name).closure()
    for smaller in (each for each in below if each.men > 2):
        shutil.copy(store.table_path(metric.directory(compact_tables), smaller), tmp_path)
    assert [table.material for table in plan([material], tmp_path, metric).missing] == [material]
    (info,) = build([material], tmp_path, metric=metric)
    assert info.checksum == store.opened(full, name).info.checksum
    assert store.opened(tmp_path, name).info == info


@pytest.mark.parametrize("name", first(1, ["KPvK", "KQvKR", "KPvKP", "KBNvK"]))
@pytest.mark.parametrize("metric", Metric)
def test_compact_tables_are_verified(compact_tables: Path, metric: Metric, name: str) -> None:
    own = metric.directory(compact_tables)
    checked = verify.verify(own, Material.parse(name), metric=metric)
    assert checked.positions > 60_000


@pytest.mark.parametrize("name", first(1, ["KQvKR", "KRvKP"]))
def test_draws_losses_and_zugzwangs_are_listed_without_the_wins(
    compact_tables: Path, more_tables: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(wins, "slice_with_wins", None)
    fewer, full = (Explorer(store.opened(d, name)) for d in (compact_tables, more_tables))
    contents = full.contents
    lost = [each for each in contents.sets if not each.won]
    outcomes = [contents.all_of(wdl, True) for wdl in (1, 0, -1)]
    for sought in (*outcomes, Zugzwangs(None, True), lost[0], lost[-1]):
        assert fewer.page(sought) == full.page(sought)


def test_a_search_reports_how_much_of_a_slice_it_has_found(
    compact_tables: Path, tmp_path: Path
) -> None:
    for table in compact_tables.glob("*.table"):  # the slices of these are not in memory yet
        shutil.copy(table, tmp_path)
    explorer = Explorer(store.opened(tmp_path, "KQvKR"))
    shares: list[float] = []
    explorer.count(explorer.contents.longest[True], shares.append)
    assert len(shares) > 10
    assert shares == sorted(shares)
    assert shares[-1] <= 1


def _read(directory: Path) -> None:
    table = store.opened(directory, "KRvK")
    for turn in (True, False):
        table.stored_slice(turn)


@pytest.mark.parametrize("size", [0, 7, 30, 4000])
def test_truncated_files_are_refused(compact_tables: Path, tmp_path: Path, size: int) -> None:
    path = store.table_path(tmp_path, "KRvK")
    path.write_bytes(store.table_path(compact_tables, "KRvK").read_bytes()[:size])
    with pytest.raises(TableError, match="KRvK"):
        store.opened(tmp_path, "KRvK")


def test_blocks_hold_who_wins_and_the_distances_of_losses(compact_tables: Path) -> None:
    table = store.opened(compact_tables, "KQvK")
    codes = table.stored_slice(False)
    layout = table.layout
    for place in range(0, layout.slice_size, 97):
        at = place + layout.slice_size
        code = _code(table, at)
        board = layout.board(at)
        if board.is_valid() and board.queens:
            assert code == codes.reshape(-1)[place] or code == WON


@pytest.mark.parametrize("name", ["KPvK", "KRvK"])
def test_tables_of_earlier_versions_are_read(more_tables: Path, tmp_path: Path, name: str) -> None:
    """They have blocks and an index of their own (see `compact_file`)."""
    for old in OLD.iterdir():
        shutil.copy(old, tmp_path)
    table, full = store.opened(tmp_path, name), FullTable(store.plane_path(more_tables, name))
    assert table.path.suffix == ".compact"
    for number in range(full.layout.slices):
        for turn in (True, False):
            assert np.array_equal(table.slice_values(turn, number), full.slice_values(turn, number))
    boards = list(random_boards(full.layout, 50, 12))
    with Tablebase(more_tables) as right, Tablebase(tmp_path) as found:
        assert [found.moves(board) for board in boards] == [right.moves(board) for board in boards]


def test_every_byte_of_a_table_of_an_earlier_version_is_checked(tmp_path: Path) -> None:
    right = (OLD / "KRvK.compact").read_bytes()
    for at in np.linspace(0, len(right) - 1, 200).astype(int).tolist():
        wrong = bytearray(right)
        wrong[at] ^= 1 + at % 255
        (tmp_path / "KRvK.compact").write_bytes(wrong)
        with pytest.raises(TableError):
            _read(tmp_path)
