import hashlib
import random
import subprocess
import sys
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from tests.made_tables import FACTS, Values, values_by_chance, values_of

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.tablebase import store, targets
from millmate.tablebase.blocks import LOSSES, RESULTS
from millmate.tablebase.container import Finished, Unfinished
from millmate.tablebase.draft import Draft, draft_path, drafts
from millmate.tablebase.jobs import jobs_of
from millmate.tablebase.layout import LOST, Layout
from millmate.tablebase.metric import Metric
from millmate.tablebase.sharded import TableError
from millmate.tablebase.table import Table, fill_orders, stored_once

# One slice; slices that share chunks; slices of one chunk each.
PathOf = Callable[[Path, str], Path]
NAMES = ["KNNvK", "KPvK", "KPPvK", "KRPvK"]

# Puts a slice, or finishes the table, where no file may grow beyond some bytes, as on a full disk.
FULL = """
import resource, sys
from pathlib import Path
import numpy as np
from millmate.games.chess.material import Material
from millmate.tablebase.draft import Draft
from tests.made_tables import FACTS

draft = Draft(Path(sys.argv[1]), Material.parse(sys.argv[2]))
noise = np.random.default_rng(1).integers(0, 128, (2, 1, 4096, 64), np.uint8)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    draft.put([1], noise, {}) if sys.argv[2] == "KRPvK" else draft.finish(FACTS)
except OSError as error:
    print(error)
"""

# Puts slices for ever, telling of each.
PUTTING = """
import sys
from pathlib import Path
from millmate.games.chess.material import Material
from millmate.tablebase.draft import Draft
from tests.made_tables import values_by_chance

draft = Draft(Path(sys.argv[1]), Material.parse("KRPvK"))
values = values_by_chance("KRPvK")
while True:
    for number in range(24):
        draft.put([number], values[:, [number]], {})
        print(number, flush=True)
"""


def put_all(directory: Path, name: str, values: Values, order: list[list[int]]) -> Draft:
    directory.mkdir(exist_ok=True)
    draft = Draft(directory, Material.parse(name))
    for numbers in order:
        draft.put(numbers, values[:, numbers], {"numbers": numbers})
    return draft


def contents(path: Path) -> dict[str, bytes]:
    return {str(p.relative_to(path)): p.read_bytes() for p in path.rglob("*") if p.is_file()}


def groups(name: str) -> list[list[int]]:
    """Return the slices that share blocks."""
    layout = Layout(Material.parse(name))
    found: dict[int, list[int]] = {}
    for number, rank in enumerate((layout.ranks // layout.group).tolist()):
        found.setdefault(rank, []).append(number)
    return list(found.values())


def dealt(name: str, seed: int) -> list[list[int]]:
    """Return all slices in a random order, in hands of random sizes."""
    rng = random.Random(seed)
    left = groups(name)
    rng.shuffle(left)
    order = []
    while left:
        size = rng.randint(1, 20)
        hand = [number for group in left[:size] for number in group]
        order.append(rng.sample(hand, len(hand)))
        left = left[size:]
    return order


def read_again(table: Table) -> Values:
    layout = table.layout
    return values_of(table).reshape(2, layout.slices, layout.words, 64)


@pytest.mark.parametrize("name", NAMES)
def test_what_was_put_is_read_again(tmp_path: Path, name: str) -> None:
    values = values_by_chance(name)
    slices = values.shape[1]
    draft = put_all(tmp_path, name, values, dealt(name, 1))
    other = Draft(tmp_path, Material.parse(name))
    assert other.done() == draft.done() == set(range(slices))
    for number in range(slices):
        for turn in (True, False):
            read = other.slice_values(turn, number)
            assert np.array_equal(read, values[0 if turn else 1, number])
    table = draft.finish(FACTS)
    assert not draft_path(tmp_path, name).exists()
    assert table.path == store.plane_path(tmp_path, name)
    assert np.array_equal(values_of(table), values.reshape(2, -1, 64))
    assert targets.survey(tmp_path)[0] == [table.info]
    assert table.info.bytes == store.table_path(tmp_path, name).stat().st_size


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("threads", [1, 3])
def test_a_table_holds_the_same_whatever_the_order_of_its_slices(
    tmp_path: Path, name: str, threads: int
) -> None:
    values = values_by_chance(name)
    (tmp_path / "one").mkdir()
    one = Draft(tmp_path / "one", Material.parse(name))
    one.put(range(values.shape[1]), values, {}, threads)
    first = one.finish(FACTS)
    other = put_all(tmp_path / "other", name, values, dealt(name, 2)).finish(FACTS)
    assert first.info.checksum == other.info.checksum
    assert np.array_equal(values_of(first), values_of(other))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("behind", ["same", "others", "damaged"])
def test_a_table_is_packed_alike_with_and_without_the_other_metric(
    tmp_path: Path, name: str, behind: str
) -> None:
    values = values_by_chance(name)
    by_zeroing = np.where(values % LOST > 1, values - 1, values)
    order = dealt(name, 1)
    put_all(tmp_path / "alone", name, by_zeroing, order).finish(FACTS)
    other = values if behind == "same" else np.roll(values, 1, axis=-1)
    put_all(tmp_path, name, other, order).finish(FACTS)
    path = store.table_path(tmp_path, name)
    if behind == "damaged":
        content = bytearray(path.read_bytes())
        content[len(content) // 3] ^= 1
        path.write_bytes(content)
    put_all(Metric.DTZ.directory(tmp_path), name, by_zeroing, order).finish(FACTS)
    found = [
        Finished(store.table_path(each, name))
        for each in (tmp_path / "alone", Metric.DTZ.directory(tmp_path))
    ]
    for block in range(found[0].streams[RESULTS]):
        one, two = (file.read(block, RESULTS, LOSSES) for file in found)
        assert one == two


def test_slices_that_share_blocks_are_put_together(tmp_path: Path) -> None:
    values = values_by_chance("KPPvK")
    shared = groups("KPPvK")[3]
    draft = Draft(tmp_path, Material.parse("KPPvK"))
    with pytest.raises(ValueError, match="put together"):
        draft.put(shared[1:], values[:, shared[1:]], {})
    assert draft.done() == set()


@pytest.mark.parametrize("name", ["KNNvK", "KPPvK"])
def test_what_codes_fall_short_of_comes_back(tmp_path: Path, name: str) -> None:
    values = values_by_chance(name)
    more = np.zeros_like(values)
    more[1, -1] = values_by_chance(name, seed=3)[1, -1]
    first, *rest = groups(name)
    draft = Draft(tmp_path, Material.parse(name))
    for part in rest:
        draft.put(part, values[:, part], {}, more=more[:, part] if more[:, part].any() else None)
    draft.put(first, values[:, first], {}, more=more[:, first])
    table = draft.finish(FACTS)
    assert table.has_more
    found = table.read_slices(range(table.layout.slices))
    assert all(map(np.array_equal, found, (values, more)))
    side, number, word, lane = (int(at[0]) for at in np.nonzero(more))
    layout = table.layout
    inside = (number * layout.words + word) * 64 + lane
    place = side * layout.size // 2 + inside
    assert table.more_of(place) == more[side, number, word, lane]
    chunk, offset = divmod(inside, layout.chunk_size)
    found = table.more_of_chunk(chunk + side * layout.side_chunks)
    assert found[offset] == more[side, number, word, lane]


def test_a_folder_that_has_gone_is_not_made_again(tmp_path: Path) -> None:
    folder = tmp_path / "on a disk that is unplugged"
    draft = put_all(folder, "KPvK", values_by_chance("KPvK"), [[*range(24)]])
    folder.rename(tmp_path / "elsewhere")
    for work in (
        lambda: draft.put(range(24), values_by_chance("KPvK"), {}),
        lambda: draft.finish(FACTS),
        lambda: Draft(folder, draft.layout.material),
    ):
        with pytest.raises((FileNotFoundError, MillMateError)):
            work()
        assert not folder.exists()


def test_the_checksum_is_that_of_the_values(tmp_path: Path) -> None:
    values = values_by_chance("KPvK")
    infos = []
    for number, changed in enumerate((values, values.copy(), np.minimum(values, 130))):
        directory = tmp_path / str(number)
        directory.mkdir()
        draft = Draft(directory, Material.parse("KPvK"))
        draft.put(range(24), changed, {})
        infos.append(draft.finish({**FACTS, "cpu_seconds": number}).info)
    assert infos[0].checksum == infos[1].checksum != infos[2].checksum
    slices = [hashlib.sha256(each.tobytes()).digest() for side in values for each in side]
    assert infos[0].checksum == hashlib.sha256(b"".join(slices)).hexdigest()


def test_facts_come_back_in_the_order_of_the_slices(tmp_path: Path) -> None:
    values = values_by_chance("KRPvK")
    draft = Draft(tmp_path, Material.parse("KRPvK"))
    for numbers in ([20, 21], [3], [7, 8]):
        draft.put(numbers, values[:, numbers], {"first": numbers[0]})
    assert draft.facts() == [{"first": 3}, {"first": 7}, {"first": 20}]


def test_putting_twice_takes_the_latter(tmp_path: Path) -> None:
    values = values_by_chance("KRPvK")
    draft = put_all(tmp_path, "KRPvK", values, [[1, 2]])
    draft.put([1, 2], values[:, [3, 4]], {"numbers": [3, 4]})
    assert draft.facts() == [{"numbers": [3, 4]}]
    assert np.array_equal(draft.slice_values(True, 2), values[0, 4])


@pytest.mark.parametrize("kind", [store.table_path, store.plane_path])
def test_what_is_half_written_does_not_count(tmp_path: Path, kind: PathOf) -> None:
    values = values_by_chance("KRPvK")
    draft = put_all(tmp_path, "KRPvK", values, [[3, 4], [0], [1]])
    file = kind(draft.path, "KRPvK")
    whole = file.stat().st_size
    put_all(tmp_path, "KRPvK", values, [[2]])
    file.write_bytes(file.read_bytes()[:-5])
    again = Draft(tmp_path, Material.parse("KRPvK"))
    assert again.done() == {0, 1, 3, 4}
    again.tidy()
    assert file.stat().st_size == whole
    if kind is store.plane_path:
        with pytest.raises(MillMateError, match="slice 2 of KRPvK is not built yet"):
            again.slice_values(True, 2)
    with pytest.raises(MillMateError, match="not complete: 20 of 24 slices are missing, first 2"):
        again.finish(FACTS)


@pytest.mark.parametrize("kind", [store.table_path, store.plane_path])
def test_altered_frames_are_found_and_the_rest_is_kept(tmp_path: Path, kind: PathOf) -> None:
    values = values_by_chance("KPPvK")
    parts = groups("KPPvK")
    order = [[n for part in parts[at : at + 4] for n in part] for at in range(0, len(parts), 4)]
    draft = put_all(tmp_path, "KPPvK", values, order)
    path = kind(draft.path, "KPPvK")
    content = bytearray(path.read_bytes())
    content[Unfinished(path).puts[1].start + 1000] ^= 1
    path.write_bytes(content)
    ((_, block),) = Unfinished(path).damaged()
    (hit,) = (
        part
        for part in parts
        if draft.layout.block_at(block < draft.layout.side_blocks, part[0])[0] == block
    )
    if kind is store.plane_path:
        with pytest.raises(TableError):
            draft.slice_values(block < draft.layout.side_blocks, hit[0])
    with pytest.raises(MillMateError, match="were removed: build it again"):
        draft.finish(FACTS)
    assert draft.done() == set(range(576)) - set(hit)
    draft.put(order[1], values[:, order[1]], {})
    assert np.array_equal(values_of(draft.finish(FACTS)), values.reshape(2, -1, 64))


def test_a_draft_of_another_version_is_begun_anew(tmp_path: Path) -> None:
    values = values_by_chance("KPvK")
    draft = put_all(tmp_path, "KPvK", values, [[*range(24)]])
    assert not draft.discarded
    assert not Draft(tmp_path, Material.parse("KPvK")).discarded
    path = store.table_path(draft.path, "KPvK")
    description = Unfinished(path).description
    path.unlink()
    Unfinished(path, {**description, "program": "millmate 0.0.1"})
    again = Draft(tmp_path, Material.parse("KPvK"))
    assert "unfinished KPvK was begun by millmate 0.0.1" in again.discarded
    assert again.done() == set()
    assert Unfinished(path).description == description


def test_a_draft_of_many_files_is_begun_anew(tmp_path: Path) -> None:
    """Earlier versions left such folders."""
    old = draft_path(tmp_path, "KPvK")
    old.mkdir()
    for name in ("draft.json", "000000-12345678.slices"):
        (old / name).write_text("{}")
    assert "in another format" in Draft(tmp_path, Material.parse("KPvK")).discarded
    assert sorted(path.name for path in old.iterdir()) == ["KPvK.plane", "KPvK.table"]


def test_drafts_are_listed_and_are_no_tables(tmp_path: Path) -> None:
    assert drafts(tmp_path / "nowhere") == []
    for name in ("KRPvK", "KPvK"):
        Draft(tmp_path, Material.parse(name))
    (tmp_path / ".building-KQvK-old").mkdir()
    (tmp_path / ".building-KRvK").mkdir()
    assert [str(material) for material in drafts(tmp_path)] == ["KPvK", "KRPvK"]
    assert targets.survey(tmp_path) == ([], [])
    Draft(tmp_path, Material.parse("KPvK")).discard()
    assert [str(material) for material in drafts(tmp_path)] == ["KRPvK"]


def test_what_somebody_else_published_is_kept(tmp_path: Path) -> None:
    values = values_by_chance("KPvK")
    first = put_all(tmp_path, "KPvK", values, [list(range(24))])
    first.assemble({**FACTS, "created": "first"})
    assert first.publish().info.created == "first"
    second = put_all(tmp_path, "KPvK", values, [list(range(24))])
    assert second.finish({**FACTS, "created": "second"}).info.created == "first"
    assert not second.path.exists()


def test_a_killed_process_leaves_whole_slices_or_none(tmp_path: Path) -> None:
    Draft(tmp_path, Material.parse("KRPvK"))
    command = [sys.executable, "-c", PUTTING, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        for _ in range(5):
            writer.stdout.readline()
        writer.kill()
    draft = Draft(tmp_path, Material.parse("KRPvK"))
    done = draft.done()
    assert done >= set(range(5))
    draft.tidy()
    values = values_by_chance("KRPvK")
    for number in done:
        assert np.array_equal(draft.slice_values(True, number), values[0, number])
    rest = sorted(set(range(24)) - done)
    if rest:
        draft.put(rest, values[:, rest], {})
    assert np.array_equal(values_of(draft.finish(FACTS)), values.reshape(2, -1, 64))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows limits no file's size")
@pytest.mark.parametrize(("name", "slices"), [("KRPvK", 1), ("KPvK", 24)], ids=["put", "finish"])
def test_a_full_disk_takes_nothing_that_was_put(tmp_path: Path, name: str, slices: int) -> None:
    values = values_by_chance(name)
    draft = put_all(tmp_path, name, values, [list(range(slices))])
    before = contents(draft.path)
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path), name],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "File too large" in done.stdout
    assert contents(draft.path) == before
    rest = list(range(slices, values.shape[1]))
    put_all(tmp_path, name, values, [rest] if rest else [])
    assert np.array_equal(values_of(draft.finish(FACTS)), values.reshape(2, -1, 64))


def test_three_alike_are_stored_once_and_read_in_every_order() -> None:
    layout = Layout(Material.parse("KRRRvK"))
    rng = np.random.default_rng(5)
    values = np.zeros((layout.words, 64), np.uint8)
    chunks = values.reshape(layout.slice_chunks, -1)
    king = 3
    for number in range(king * 64, king * 64 + 64):
        chunk = rng.integers(1, 200, layout.chunk_size, np.uint8)
        chunks[number] = stored_once(layout, number, chunk)
    board = values.reshape(layout.shape[1:])[king]
    squares = np.argwhere(board[..., 5])
    assert len(squares) == 64 * 65 * 66 // 6
    assert (np.diff(squares, axis=1) >= 0).all()
    stored = board.copy()
    fill_orders(layout, values)
    for order in permutations(range(3)):
        assert np.array_equal(board.transpose(*order, 3)[stored > 0], stored[stored > 0])
    assert np.count_nonzero(board) == board.size


@pytest.mark.parametrize("name", ["KRRvK", "KRPvK", "KPvK"])
def test_copies_of_a_table_are_read_as_the_table(
    name: str, rook_tables: Path, tmp_path: Path
) -> None:
    table = store.opened(rook_tables, Material.parse(name))
    copied = Draft(tmp_path, table.layout.material)
    for job in jobs_of(table.layout):
        copied.copy(job.numbers, table)
    for turn in (True, False):
        for number in range(table.layout.slices):
            own = copied.slice_values(turn, number)
            assert np.array_equal(own, table.slice_values(turn, number))
    assert not copied.has_more
