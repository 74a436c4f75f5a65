import asyncio
import hashlib
import json
import random
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
import zarr.api.asynchronous
from tests.made_tables import FACTS, Values, values_by_chance

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.tablebase import sharded, store
from millmate.tablebase.draft import Draft, draft_path, drafts
from millmate.tablebase.jobs import jobs_of
from millmate.tablebase.layout import Layout
from millmate.tablebase.sharded import TableError
from millmate.tablebase.table import fill_orders, stored_once

# One slice; slices that share chunks; slices of one chunk each.
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

# Puts slices for ever, telling of each; several processes may do so at once.
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


def dealt(slices: int, seed: int) -> list[list[int]]:
    """Return all slices in a random order, in hands of random sizes."""
    rng = random.Random(seed)
    numbers = rng.sample(range(slices), slices)
    order = []
    while numbers:
        size = rng.randint(1, 200)
        order.append(numbers[:size])
        numbers = numbers[size:]
    return order


@pytest.mark.parametrize("name", NAMES)
def test_what_was_put_is_read_again(tmp_path: Path, name: str) -> None:
    values = values_by_chance(name)
    slices = values.shape[1]
    draft = put_all(tmp_path, name, values, dealt(slices, 1))
    other = Draft(tmp_path, Material.parse(name))
    assert other.done() == draft.done() == set(range(slices))
    for number in range(slices):
        for turn in (True, False):
            read = other.slice_values(turn, number)
            assert np.array_equal(read, values[0 if turn else 1, number])
    table = draft.finish(FACTS)
    assert not draft_path(tmp_path, name).exists()
    assert table.path == store.table_path(tmp_path, name)
    assert np.array_equal(table.values(), values.reshape(2, -1, 64))
    assert store.survey(tmp_path)[0] == [table.info]
    assert table.info.bytes == sharded.disk_bytes(table.path)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("threads", [1, 3])
def test_a_table_is_the_same_whatever_the_order_of_its_slices(
    tmp_path: Path, name: str, threads: int
) -> None:
    values = values_by_chance(name)
    numbers = list(range(values.shape[1]))
    (tmp_path / "one").mkdir()
    one = Draft(tmp_path / "one", Material.parse(name))
    one.put(numbers, values, {}, threads)
    other = put_all(tmp_path / "other", name, values, dealt(len(numbers), 2))
    assert contents(one.finish(FACTS).path) == contents(other.finish(FACTS).path)


@pytest.mark.parametrize("name", NAMES)
def test_other_readers_of_zarr_see_like_pieces_once(tmp_path: Path, name: str) -> None:
    async def read() -> Values:
        array = await zarr.api.asynchronous.open_array(store=table.path, mode="r")
        return np.asarray(await array.getitem(Ellipsis))

    values = values_by_chance(name)
    table = put_all(tmp_path, name, values, dealt(values.shape[1], 3)).finish(FACTS)
    layout = table.layout
    seen = asyncio.run(read())
    assert seen.shape == layout.shape
    right = values.reshape(layout.shape)
    if name == "KNNvK":
        right = right * np.triu(np.ones((64, 64), np.uint8))[:, :, None]
    assert np.array_equal(seen, right)


def test_a_folder_that_has_gone_is_not_made_again(tmp_path: Path) -> None:
    folder = tmp_path / "on a disk that is unplugged"
    draft = put_all(folder, "KPvK", values_by_chance("KPvK"), [[*range(24)]])
    folder.rename(tmp_path / "elsewhere")
    for work in (
        lambda: draft.put([0], values_by_chance("KPvK")[:, [0]], {}),
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
    # KPvK has two chunks, one with each side to move.
    chunks = [hashlib.sha256(side.tobytes()).digest() for side in values]
    assert infos[0].checksum == hashlib.sha256(b"".join(chunks)).hexdigest()


def test_facts_come_back_in_the_order_of_the_slices(tmp_path: Path) -> None:
    values = values_by_chance("KPvK")
    draft = Draft(tmp_path, Material.parse("KPvK"))
    for numbers in ([20, 21], [3], [7, 8]):
        draft.put(numbers, values[:, numbers], {"first": numbers[0]})
    assert draft.facts() == [{"first": 3}, {"first": 7}, {"first": 20}]


def test_putting_twice_changes_nothing(tmp_path: Path) -> None:
    values = values_by_chance("KPvK")
    draft = put_all(tmp_path, "KPvK", values, [[1, 2]])
    before = contents(draft.path)
    draft.put([1, 2], values[:, [1, 2]], {"numbers": [1, 2]})
    assert contents(draft.path) == before


def test_half_written_and_damaged_files_do_not_count(tmp_path: Path) -> None:
    values = values_by_chance("KRPvK")
    draft = put_all(tmp_path, "KRPvK", values, [[0], [1], [2], [3, 4]])
    files = sorted(draft.path.glob("*.slices"))
    files[0].rename(draft.path / ".millmate-0123456789abcdef.part")
    files[1].write_bytes(files[1].read_bytes()[:-5])
    content = bytearray(files[2].read_bytes())
    content[-20] ^= 4
    files[2].write_bytes(content)
    again = Draft(tmp_path, Material.parse("KRPvK"))
    assert again.done() == {3, 4}
    assert sorted(draft.path.glob("*.slices")) == files[3:]
    again.tidy()
    assert not list(draft.path.glob("*.part"))
    with pytest.raises(MillMateError, match="slice 0 of KRPvK is not built yet"):
        again.slice_values(True, 0)
    with pytest.raises(MillMateError, match="not complete: 22 of 24 slices are missing, first 0"):
        again.finish(FACTS)


def test_altered_frames_are_found_and_the_rest_is_kept(tmp_path: Path) -> None:
    values = values_by_chance("KPPvK")
    order = [list(range(64 * n, 64 * n + 64)) for n in range(9)]
    draft = put_all(tmp_path, "KPPvK", values, order)
    file = sorted(draft.path.glob("*.slices"))[1]
    content = bytearray(file.read_bytes())
    content[1000] ^= 1
    file.write_bytes(content)
    with pytest.raises(TableError):
        draft.slice_values(True, 70)
    with pytest.raises(MillMateError, match="were removed: build it again"):
        draft.finish(FACTS)
    assert draft.done() == set(range(576)) - set(order[1])
    draft.put(order[1], values[:, order[1]], {})
    assert np.array_equal(draft.finish(FACTS).values(), values.reshape(2, -1, 64))


def test_a_draft_of_another_version_is_begun_anew(tmp_path: Path) -> None:
    values = values_by_chance("KPvK")
    draft = put_all(tmp_path, "KPvK", values, [[0]])
    assert not draft.discarded
    assert not Draft(tmp_path, Material.parse("KPvK")).discarded
    identity = draft.path / "draft.json"
    told = json.loads(identity.read_text())
    identity.write_text(json.dumps({**told, "program": "millmate 0.0.1"}))
    again = Draft(tmp_path, Material.parse("KPvK"))
    assert "unfinished KPvK was begun by millmate 0.0.1" in again.discarded
    assert again.done() == set()
    assert json.loads(identity.read_text()) == told


def test_drafts_are_listed_and_are_no_tables(tmp_path: Path) -> None:
    assert drafts(tmp_path / "nowhere") == []
    for name in ("KRPvK", "KPvK"):
        Draft(tmp_path, Material.parse(name))
    (tmp_path / ".building-KQvK-old").mkdir()
    (tmp_path / ".building-KRvK").mkdir()
    assert [str(material) for material in drafts(tmp_path)] == ["KPvK", "KRPvK"]
    assert store.survey(tmp_path) == ([], [])
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


def test_killed_processes_leave_whole_slices_or_none(tmp_path: Path) -> None:
    Draft(tmp_path, Material.parse("KRPvK"))
    command = [sys.executable, "-c", PUTTING, str(tmp_path)]
    writers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    for number, writer in enumerate(writers):
        with writer:
            assert writer.stdout is not None
            for _ in range(5 + number):
                writer.stdout.readline()
            writer.kill()
    draft = Draft(tmp_path, Material.parse("KRPvK"))
    done = draft.done()
    assert done >= set(range(5))
    draft.tidy()
    assert all(path.suffix in (".json", ".slices") for path in draft.path.iterdir())
    values = values_by_chance("KRPvK")
    for number in done:
        assert np.array_equal(draft.slice_values(True, number), values[0, number])
    rest = sorted(set(range(24)) - done)
    if rest:
        draft.put(rest, values[:, rest], {})
    assert np.array_equal(draft.finish(FACTS).values(), values.reshape(2, -1, 64))


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
    assert np.array_equal(draft.finish(FACTS).values(), values.reshape(2, -1, 64))


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
            if name == "KRRvK":
                for king, rows in enumerate(own.reshape(10, -1, 64)):
                    assert np.array_equal(copied.king_values(turn, king), rows)
    assert not copied.has_more
