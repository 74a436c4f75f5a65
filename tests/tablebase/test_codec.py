"""Frames are unpacked as they were packed, or refused."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from millmate.tablebase import codec
from millmate.tablebase.codec import UnsoundError

SIZE = 70_000
VALUES = np.repeat(np.random.default_rng(1).integers(0, 9, SIZE // 10, np.uint8), 10)
FRAME = codec.compressed(VALUES, 3, checksum=True)


def test_a_frame_holds_what_was_packed() -> None:
    out = np.empty((7, SIZE // 7), np.uint8)
    codec.unpack(FRAME, out)
    assert out.tobytes() == codec.unpacked(FRAME, 0, SIZE) == VALUES.tobytes()


def test_threads_unpack_at_once() -> None:
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: codec.unpacked(FRAME, SIZE, SIZE), range(200)))
    assert set(found) == {VALUES.tobytes()}


@pytest.mark.parametrize("size", [0, SIZE - 1, SIZE + 1])
def test_another_size_is_refused(size: int) -> None:
    with pytest.raises(UnsoundError):
        codec.unpack(FRAME, np.empty(size, np.uint8))
    with pytest.raises(UnsoundError):
        codec.unpacked(FRAME, size, size)


@pytest.mark.parametrize("length", [0, 3, 8, len(FRAME) // 2, len(FRAME) - 1])
def test_a_truncated_frame_is_refused(length: int) -> None:
    with pytest.raises(UnsoundError):
        codec.unpack(FRAME[:length], np.empty(SIZE, np.uint8))
    with pytest.raises(UnsoundError):
        codec.unpacked(FRAME[:length], 0, SIZE)


def test_damage_is_refused() -> None:
    out = np.empty(SIZE, np.uint8)
    for at in range(0, len(FRAME), 7):
        wrong = bytearray(FRAME)
        wrong[at] ^= 1 + at % 255
        for unpack in (
            lambda frame: codec.unpack(frame, out),
            lambda frame: out.__setitem__(..., np.frombuffer(codec.unpacked(frame, 0, SIZE), "u1")),
        ):
            out[:] = 0
            try:
                unpack(bytes(wrong))
            except UnsoundError:
                continue
            assert np.array_equal(out, VALUES), at  # a bit that nothing reads


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_work_is_done_in_order_however_much_there_is(threads: int) -> None:
    for number in (0, 1, 2, 15, 16, 17, 100):
        assert list(codec.mapped(lambda at: at * at, number, threads)) == [
            at * at for at in range(number)
        ]
