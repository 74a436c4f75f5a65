"""Compact tables: fewer bytes, the same answers."""

import shutil
from itertools import product
from pathlib import Path

import chess
import numpy as np
import pytest
from filelock import FileLock
from tests.tablebase.conftest import FewTables
from tests.tablebase.test_solve import random_boards
from tests.tiers import first, only

from millmate import machine
from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.tablebase import compact, compact_file, estimates, store, verify, wins
from millmate.tablebase.build import build
from millmate.tablebase.compact_table import PLACES, CompactTable, Stream
from millmate.tablebase.explore import Explorer
from millmate.tablebase.full_table import FullTable
from millmate.tablebase.layout import LOST, Layout
from millmate.tablebase.metric import Metric
from millmate.tablebase.plan import plan
from millmate.tablebase.probe import Tablebase, ZeroingTables
from millmate.tablebase.query import Zugzwangs
from millmate.tablebase.sharded import TableError
from millmate.tablebase.table import WON, Table

# Promotions, double pushes and captures en passant; like pieces; wins of either side.
MANY = sorted({str(m) for n in ("KPvKP", "KBBvK", "KBNvK") for m in Material.parse(n).closure()})
MANY = [name for name in MANY if name != "KvK"]
FEW = [
    *product(Metric, ("KBvK", "KNvK", "KPvK", "KQvK", "KRvK")),
    *product([Metric.DTM], ("KBBvK", "KQvKR")),
]


@pytest.fixture
def compact_tables(
    more_tables: Path,
    zeroing_tables: Path,
    few_tables: FewTables,
    shared: Path,
    request: pytest.FixtureRequest,
) -> Path:
    """Return a directory with `MANY` by both metrics, compact in thorough tests, else `FEW` are."""
    every = request.node.get_closest_marker("thorough") is not None
    directory = shared / ("compact-tables" if every else "few-compact-tables")
    with FileLock(f"{directory}.lock"):
        if not directory.exists():
            making = directory.with_suffix(".making")
            for metric, full in ((Metric.DTM, more_tables), (Metric.DTZ, zeroing_tables)):
                own = metric.directory(making)
                own.mkdir(parents=True, exist_ok=True)
                for name in MANY:
                    small = store.compact_path(few_tables[metric, True], name)
                    if (metric, name) in FEW and small.exists():
                        shutil.copy(small, own)
                    elif store.exists(full, name):
                        shutil.copy(store.table_path(full, name), store.table_path(own, name))
                for material in store.materials(own):
                    if every or (metric, str(material)) in FEW:
                        compact.compact(own, material, threads=1)
            making.rename(directory)
    return directory


@pytest.mark.parametrize(("metric", "name"), only(product(Metric, MANY), *FEW))
def test_every_value_is_that_of_the_full_table(
    compact_tables: Path, more_tables: Path, zeroing_tables: Path, metric: Metric, name: str
) -> None:
    directory = {Metric.DTM: more_tables, Metric.DTZ: zeroing_tables}[metric]
    full = FullTable(store.table_path(directory, name))
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
    assert table.info.bytes == store.compact_path(table.path.parent, name).stat().st_size


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
    found = {stream.place(0, int(place)) for place in places}
    assert found == set(places.tolist())
    parts = [
        part for group in range(-(-layout.slices // stream.group)) for part in stream.parts(group)
    ]
    assert [number for number, _, _ in parts] == list(range(stream.blocks))
    assert sum(n for _, _, n in parts) == layout.slices * layout.slice_size
    assert max(n for _, _, n in parts) <= PLACES


def test_a_position_and_its_mirror_image_are_stored_once(compact_tables: Path) -> None:
    table = store.opened(compact_tables, "KBBvK")
    layout = table.layout
    place = layout.place(True, chess.B2, chess.E8, [chess.C5, chess.H1])
    image = layout.place(True, chess.B2, chess.H5, [chess.E3, chess.A8])
    assert place != image
    assert table.block_of(place) == table.block_of(image)


def test_a_table_without_those_that_moves_lead_to_is_not_compacted(
    more_tables: Path, tmp_path: Path
) -> None:
    shutil.copy(more_tables / "KQvKR.table", tmp_path / "KQvKR.table")
    with pytest.raises(compact.MillMateError, match="KQvKR needs the table KQvK"):
        compact.compact(tmp_path, Material.parse("KQvKR"))
    assert store.opened(tmp_path, "KQvKR").values().any()


def test_a_table_whose_slices_are_too_large_stays_full(
    more_tables: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shutil.copy(store.table_path(more_tables, "KRvK"), store.table_path(tmp_path, "KRvK"))
    monkeypatch.setattr(estimates, "compactable", lambda material: False)
    with pytest.raises(MillMateError, match="KRvK stays as it is: it is too large"):
        compact.compact(tmp_path, Material.parse("KRvK"))
    assert FullTable(store.table_path(tmp_path, "KRvK")).info.verified


def test_nothing_is_compacted_without_the_memory_for_it(
    more_tables: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shutil.copy(store.table_path(more_tables, "KRvK"), store.table_path(tmp_path, "KRvK"))
    monkeypatch.setattr(machine, "free_memory", lambda: 100_000_000)
    with pytest.raises(MillMateError, match="KRvK needs about 200 MB of memory, 100 MB are free"):
        compact.compact(tmp_path, Material.parse("KRvK"))
    assert FullTable(store.table_path(tmp_path, "KRvK")).info.verified


@pytest.mark.parametrize("name", first(1, ["KPvK", "KQvKP", "KRvKP"]))
def test_wins_are_found_where_promotions_are_read_in_parts(
    compact_tables: Path, more_tables: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """As they are of six men with one pawn."""
    men = Material.parse(name).men
    monkeypatch.setattr(estimates, "in_parts", lambda of: of.men == men and not of.has_pawns)
    full = FullTable(store.table_path(more_tables, name))
    table = store.opened(compact_tables, name)
    for number in range(full.layout.slices):
        for turn in (True, False):
            assert np.array_equal(table.slice_values(turn, number), full.slice_values(turn, number))


def test_every_byte_is_checked(compact_tables: Path, tmp_path: Path) -> None:
    path = store.compact_path(tmp_path, "KRvK")
    right = store.compact_path(compact_tables, "KRvK").read_bytes()
    whole = store.opened(compact_tables, "KRvK").stored_slice(True)
    for at in np.linspace(0, len(right) - 1, 300).astype(int).tolist():
        wrong = bytearray(right)
        wrong[at] ^= 1 + at % 255
        path.write_bytes(wrong)
        with pytest.raises(TableError):
            _read(tmp_path)
    path.write_bytes(right)
    assert np.array_equal(store.opened(tmp_path, "KRvK").stored_slice(True), whole)


def test_a_draw_is_told_where_only_losses_are_damaged(compact_tables: Path, tmp_path: Path) -> None:
    """Whatever an answer is read from is checked, and nothing else."""
    path = store.compact_path(tmp_path, "KRvK")
    right = store.opened(compact_tables, "KRvK")
    assert isinstance(right, CompactTable)
    first = right.layout.slice_size  # of the places with Black to move
    codes = {place: _code(right, place) for place in range(first, first + 20_000, 37)}
    whole = bytearray(store.compact_path(compact_tables, "KRvK").read_bytes())
    results, losses = right._file._index[-1, 1:3].tolist()
    whole[int(right._file._index[-1, 0]) + results + losses // 2] ^= 1
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
        shutil.copy(store.compact_path(metric.directory(compact_tables), smaller), tmp_path)
    assert [table.material for table in plan([material], tmp_path, metric).missing] == [material]
    (info,) = build([material], tmp_path, metric=metric)
    assert info.checksum == store.opened(full, name).info.checksum
    assert FullTable(store.table_path(tmp_path, name)).info == info


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
    for table in compact_tables.glob("*.compact"):  # the slices of these are not in memory yet
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
    path = store.compact_path(tmp_path, "KRvK")
    path.write_bytes(store.compact_path(compact_tables, "KRvK").read_bytes()[:size])
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


def test_what_a_killed_process_left_is_removed(
    compact_tables: Path, more_tables: Path, tmp_path: Path
) -> None:
    material = Material.parse("KRvK")
    shutil.copy(more_tables / "KRvK.table", tmp_path / "KRvK.table")
    (tmp_path / ".millmate-0123456789abcdef.part").write_bytes(b"half")
    compact.compact(tmp_path, material)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".locks", "KRvK.compact"]
    same = store.compact_path(compact_tables, material).read_bytes()
    assert store.compact_path(tmp_path, material).read_bytes() == same


def test_a_file_is_compared_before_it_has_its_name(
    more_tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(more_tables / "KRvK.table", tmp_path / "KRvK.table")
    pack = compact_file.pack
    monkeypatch.setattr(
        compact_file, "pack", lambda results, losses: pack(results, np.zeros_like(losses))
    )
    with pytest.raises(TableError, match="KRvK is damaged"):
        compact.compact(tmp_path, Material.parse("KRvK"))
    assert sorted(path.name for path in tmp_path.iterdir()) == [".locks", "KRvK.table"]
