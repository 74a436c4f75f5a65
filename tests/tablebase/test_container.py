import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from millmate.tablebase import codec
from millmate.tablebase.codec import BLOCK, UnsoundError
from millmate.tablebase.container import Finished, Frame, Unfinished
from millmate.tablebase.sharded import TableError

DESCRIPTION = {"name": "a test", "streams": {"results": 5, "losses": 3}}
RESULTS, LOSSES = "results", "losses"


def block(number: int, size: int = BLOCK) -> np.ndarray:
    """Return the content of a block: nothing but zeros where the number is 3."""
    rng = np.random.default_rng(number)
    return rng.integers(0, 4, size, np.uint8) * np.uint8(number != 3)


def frame(stream: str, number: int, size: int = BLOCK) -> Frame:
    content = block(number, size)
    return Frame(stream, number, codec.compressed(content, 1) if content.any() else b"")


HEAD = 64 * -(-(16 + len(json.dumps(DESCRIPTION))) // 64)  # bytes


def begun(path: Path) -> Unfinished:
    """Return a file with two jobs, of which the second has come in two parts."""
    file = Unfinished(path, DESCRIPTION)
    file.put([frame(RESULTS, 0), frame(RESULTS, 1), frame(LOSSES, 0, 99)], {"numbers": [1]})
    file.put([frame(RESULTS, 2), frame(RESULTS, 3)], ends=False)
    file.put([frame(RESULTS, 4), *(frame(LOSSES, n, 7) for n in (1, 2))], {"numbers": [2]})
    return file


def read_all(file: Finished) -> None:
    for stream, blocks in file.streams.items():
        for number in range(blocks):
            file.block(stream, number)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "one.table"


@pytest.fixture
def finished(path: Path) -> Path:
    begun(path).finish({"verified": True})
    return path


def ended(file: Unfinished) -> list[list[int]]:
    return [put.facts["numbers"] for put in file.puts if put.ends]


def test_blocks_come_back_however_many_are_read_at_once(finished: Path) -> None:
    file = Finished(finished)
    assert (file.description, file.metadata) == (DESCRIPTION, {"verified": True})
    assert file.streams == DESCRIPTION["streams"]
    assert file.bytes == finished.stat().st_size
    for first in range(5):
        for number in range(1, 6 - first):
            out = np.empty(number * BLOCK, np.uint8)
            file.fill(RESULTS, first, out, threads=2)
            assert np.array_equal(
                out, np.concatenate([block(n) for n in range(first, first + number)])
            )
    assert file.block(LOSSES, 0) == block(0, 99).tobytes()
    assert file.block(RESULTS, 3) == b""
    with pytest.raises(TableError):
        file.block(LOSSES, 0, most=98)
    assert file.bytes_of(LOSSES) == sum(
        len(frame(LOSSES, n, s).packed) for n, s in ((0, 99), (1, 7), (2, 7))
    )
    assert file.bytes_of("codes") == 0


def test_an_unfinished_file_is_read_as_it_grows(path: Path) -> None:
    file = begun(path)
    other = Unfinished(path)
    assert ended(other) == ended(file) == [[1], [2]]
    assert not Unfinished(path.with_name("other"), DESCRIPTION).has(RESULTS, 0)
    other.put([frame(LOSSES, 0, 5)], {"numbers": [3]})
    assert file.block(LOSSES, 0) == block(0, 99).tobytes()  # as far as it has looked
    file.look()
    assert file.block(LOSSES, 0) == block(0, 5).tobytes()
    assert ended(file) == [[1], [2], [3]]


def test_a_file_cut_anywhere_has_the_jobs_that_are_complete(path: Path) -> None:
    begun(path)
    content = path.read_bytes()
    ends = [put.start + put.size for put in Unfinished(path).puts]
    for size in sorted(
        {*range(0, len(content), 997), *(end + d for end in ends for d in (-1, 0, 1))}
    ):
        path.write_bytes(content[:size])
        if size < HEAD:
            with pytest.raises(UnsoundError):
                Unfinished(path)
            continue
        file = Unfinished(path)
        whole = [[1]] * (size >= ends[0]) + [[2]] * (size >= ends[2])
        assert ended(file) == whole, size
        file.cut()
        left = ends[2] if whole[1:] else ends[0] if whole else HEAD
        assert path.stat().st_size == left
        file.put([], {"numbers": [9]})
        assert ended(Unfinished(path)) == [*whole, [9]]


def test_every_byte_that_matters_is_checked(finished: Path) -> None:
    """The heads of puts matter no more: what is left of them are the frames."""
    right = finished.read_bytes()
    frames = [(put.start, put.start + put.size) for put in Unfinished(finished).puts]
    end = frames[-1][1]
    places = [at for first, last in frames for at in range(first, last, 211)]
    for at in (*range(HEAD), *places, *range(end, len(right))):
        wrong = bytearray(right)
        wrong[at] ^= 1 + at % 255
        finished.write_bytes(wrong)
        with pytest.raises(TableError):
            read_all(Finished(finished))


def test_truncated_files_are_refused(finished: Path) -> None:
    right = finished.read_bytes()
    for size in (0, 7, 30, 100, len(right) // 2, len(right) - 33, len(right) - 1):
        finished.write_bytes(right[:size])
        with pytest.raises(TableError, match=r"truncated|not a table"):
            Finished(finished)


def test_altered_frames_of_an_unfinished_file_are_found(path: Path) -> None:
    file = begun(path)
    assert file.damaged() == []
    content = bytearray(path.read_bytes())
    content[file.puts[1].start + 50] ^= 1
    path.write_bytes(content)
    assert file.damaged() == [(RESULTS, 2)]
    with pytest.raises(TableError, match="block 2"):
        file.block(RESULTS, 2)


@pytest.mark.parametrize(
    "change",
    [
        lambda told: {**told, "streams": {}},
        lambda told: {**told, "streams": {"results": -1}},
        lambda told: {**told, "streams": ["results"]},
        lambda told: [told],
    ],
)
def test_a_description_that_cannot_be_is_refused(
    path: Path, change: Callable[[dict], object]
) -> None:
    told = change(DESCRIPTION)
    with pytest.raises(UnsoundError):
        Unfinished(path, told)  # type: ignore[arg-type]


def test_an_end_is_overwritten_by_what_follows(finished: Path) -> None:
    """The process was killed before the table had its name."""
    file = Unfinished(finished)
    file.put([frame(LOSSES, 0, 5)], {"numbers": [3]})
    with pytest.raises(TableError):
        Finished(finished)
    file.finish({"verified": False})
    assert Finished(finished).block(LOSSES, 0) == block(0, 5).tobytes()
