"""Places taken into blocks, and put back."""

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from millmate.games.chess.material import Material
from millmate.kernels import chess_compact
from millmate.tablebase.blocks import write_codes
from millmate.tablebase.compact_table import drop_images, fill_images
from millmate.tablebase.layout import LOST, Layout
from millmate.tablebase.packing import losses_of, results_of

CODES = np.array([0, 1, 7, LOST, LOST + 2, LOST + 9], np.uint8)


def in_order(shape: tuple[int, ...], order: tuple[int, ...]) -> list[int]:
    """Return the places of an array, the last axis of `order` running fastest."""
    places = np.arange(np.prod(shape)).reshape(shape)
    indices = product(*[range(shape[axis]) for axis in order])
    return [int(places[tuple(at[order.index(a)] for a in range(len(shape)))]) for at in indices]


@given(st.data())
def test_a_block_holds_what_is_asked_for_and_no_more(data: st.DataObject) -> None:
    shape = data.draw(st.tuples(*[st.sampled_from([4, 8])] * 3))
    order = data.draw(st.permutations(range(3)).map(tuple))
    size = int(np.prod(shape))
    rng = np.random.default_rng(data.draw(st.integers(0, 1000)))
    values = rng.choice(CODES, size)
    wanted = rng.random(size) < data.draw(st.sampled_from([0.0, 0.1, 0.5, 1.0]))
    start = data.draw(st.integers(0, size // 32 - 1)) * 32
    places = data.draw(st.integers(1, (size - start) // 32)) * 32
    here = in_order(shape, order)[start : start + places]

    results, losses = pack(values[here], wanted[here])
    found = digits_of(results)
    for number, place in enumerate(here):
        code = int(values[place])
        if wanted[place]:
            assert found[number] == (2 if code >= LOST else min(code, 1))

    back = np.zeros(places, np.uint8)
    assert write_codes(results, losses, back)
    for number, place in enumerate(here):
        code = int(values[place])
        if wanted[place]:
            assert back[number] == (code if code >= LOST else min(code, 1))


@given(st.data())
def test_places_come_back_into_the_order_of_the_table(data: st.DataObject) -> None:
    shape = data.draw(st.lists(st.integers(1, 5), min_size=1, max_size=4).map(tuple))
    order = data.draw(st.permutations(range(len(shape))).map(tuple))
    values = np.arange(np.prod(shape)).astype(np.uint8)
    stream, back = values[in_order(shape, order)], np.zeros_like(values)
    tile, all_ = np.empty((65, 64), np.uint8), np.empty(0, np.uint64)
    chess_compact.untangle(stream, all_, back, *axes(shape, order), tile)
    assert np.array_equal(back, values)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_codes_are_marked_as_they_are_packed(order: tuple[int, ...]) -> None:
    rng, shape = np.random.default_rng(1), (5, 10, 64)
    values, wanted = rng.choice(CODES, (50, 64)), rng.random((50, 64)) < 0.5
    bits = np.packbits(wanted, axis=1, bitorder="little").view(np.uint64).reshape(-1)
    codes, tile = np.empty(values.size, np.uint8), np.empty((65, 64), np.uint8)
    steps = [int(np.prod([shape[a] for a in order[order.index(axis) + 1 :]])) for axis in range(3)]
    sizes, strides = np.array(shape, np.int64), np.array(steps, np.int64)
    chess_compact.untangle(values.reshape(-1), bits, codes, sizes, strides, tile)
    assert np.array_equal(codes, marked(values, wanted).reshape(-1)[in_order(shape, order)])


@given(st.integers(0, 1000))
def test_losses_are_taken_with_the_results_of_the_block_alone(seed: int) -> None:
    rng = np.random.default_rng(seed)
    values, wanted = rng.choice(CODES, 160), rng.random(160) < 0.7
    codes, (results, losses) = marked(values, wanted), pack(values, wanted)
    assert np.array_equal(losses_of(codes, results), losses)
    results[rng.choice(np.flatnonzero(wanted)) // 4] ^= 255
    assert losses_of(codes, results) is None


def test_a_block_nobody_asks_for_has_no_bytes() -> None:
    values, wanted = np.full(64, LOST, np.uint8), np.zeros(64, np.bool_)
    results, losses = pack(values, wanted)
    assert not results.any()
    assert not losses.size


@given(st.integers(0, 1000), st.sampled_from([(160, 0.1), (160, 0.5), (160, 0.9), (1600, 0.02)]))
def test_free_places_take_what_repeats_for_longest(seed: int, kind: tuple[int, float]) -> None:
    rng, (places, share) = np.random.default_rng(seed), kind
    codes = np.where(rng.random(places) < share, rng.choice(CODES, places), chess_compact.FREE)
    codes[codes == 7] = 1
    distances = np.array([1, 2, 5, 16], np.int64)
    known, results = np.empty((2, places // 4 + chess_compact.BEHIND), np.uint8)
    chess_compact.fill_results(codes, distances, known, results)
    assert results[: places // 4].tolist() == filled(codes.tolist(), distances.tolist())


def test_rows_whose_free_places_differ_become_equal() -> None:
    rng = np.random.default_rng(3)
    codes = np.tile(rng.choice(np.array([0, 1, LOST], np.uint8), 64), 8)
    holes = rng.random(codes.size) < 0.3
    holes[:64] = False
    size = codes.size // 4
    known, results = np.empty((2, size + chess_compact.BEHIND), np.uint8)
    distances = np.array([1, 16], np.int64)
    chess_compact.fill_results(
        np.where(holes, chess_compact.FREE, codes), distances, known, results
    )
    assert digits_of(results[:size]) == np.minimum(codes, 2).tolist()


def test_distances_of_free_places_are_those_before() -> None:
    free = chess_compact.FREE
    codes = np.array([free, LOST + 3, free, 0, LOST + 5, free, 1, free, *[0] * 24], np.uint8)
    results = np.array([0b00101010, 0b10011010, *[0] * 6], np.uint8)
    losses = np.zeros(8, np.uint8)
    lost = chess_compact.take_losses(codes, results, losses)
    assert losses[:lost].tolist() == [3, 3, 3, 5, 5, 5]


def test_a_block_with_too_few_losses_is_noticed() -> None:
    results = np.full(16, 0b10101010, np.uint8)
    losses = np.zeros(63, np.uint8)
    assert not write_codes(results, losses, np.zeros(64, np.uint8))


def test_of_two_mirror_images_the_first_is_kept() -> None:
    layout = Layout(Material.parse("KBBvK"))
    kept = np.full(layout.words, 2**64 - 1, np.uint64)
    drop_images(layout, kept)
    rng = np.random.default_rng(4)
    for place in rng.integers(layout.slice_size, size=500).tolist():
        image = layout.image(place)
        assert bool(int(kept[place >> 6]) >> (place & 63) & 1) == (place <= image)


@pytest.mark.parametrize("name", ["KBBvK", "KQvKR"])
def test_the_later_one_gets_the_value_of_its_image(name: str) -> None:
    layout = Layout(Material.parse(name))
    rng = np.random.default_rng(5)
    before = rng.integers(256, size=layout.slice_size, dtype=np.uint8)
    after = before.copy()
    fill_images(layout, after.reshape(-1, 64))
    for place in rng.integers(layout.slice_size, size=1000).tolist():
        first, second = place >> 12 & 63, place >> 6 & 63
        if not layout.like or first < second:
            assert after[place] == before[min(place, layout.image(place))]


def axes(
    shape: tuple[int, ...], order: tuple[int, ...]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the sizes of the axes in their order, and how far apart places along them are."""
    strides = [int(np.prod(shape[axis + 1 :])) for axis in order]
    return np.array([shape[axis] for axis in order], np.int64), np.array(strides, np.int64)


def pack(
    values: NDArray[np.uint8], wanted: NDArray[np.bool_]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the results and the losses of a block."""
    codes = marked(values, wanted)
    results = np.zeros(values.size // 4, np.uint8)
    found = results_of(codes, np.array([1, 2, 4], np.int64))
    if found is not None:
        results[:] = found[: results.size]
        assert results.any()
        assert not found[results.size :].any()
    losses = losses_of(codes, results)
    assert losses is not None
    return results, losses


def marked(values: NDArray[np.uint8], wanted: NDArray[np.bool_]) -> NDArray[np.uint8]:
    won = (values > 0) & (values < LOST)
    return np.where(wanted, np.where(won, np.uint8(1), values), np.uint8(chess_compact.FREE))


def digits_of(results: NDArray[np.uint8]) -> list[int]:
    return [int(byte) >> shift & 3 for byte in results for shift in (0, 2, 4, 6)]


def filled(codes: list[int], distances: list[int]) -> list[int]:
    """Return what `fill_results` writes, byte by byte and in plain Python."""
    asked = [None if c == chess_compact.FREE else min(c, 2) for c in codes]
    found: list[int] = []  # results, one to an element
    last = 0

    def repeat(distance: int, cost: int) -> tuple[int, int]:
        """Return what repeating saves, and for how many bytes."""
        copied, saved, best = list(found), -cost, (0, 0)
        while len(copied) < len(asked):
            four = copied[-4 * distance :][:4]
            want = asked[len(copied) :][:4]
            if any(w not in (None, c) for w, c in zip(want, four, strict=True)):
                break
            saved += 16 - 12 * sum(c == 2 and w is None for w, c in zip(want, four, strict=True))
            copied += four
            best = max(best, (saved, (len(copied) - len(found)) // 4), key=lambda found: found[0])
            if saved < best[0] - 100:
                break
        return best

    while len(found) < len(asked):
        tried = [(*repeat(last, 0), last)] if last else []
        within = [d for d in distances if 4 * d <= len(found)]
        tried += [(*repeat(d, 4 * d.bit_length()), d) for d in within]
        saved, length, distance = 0, 0, 0
        for one in tried:
            if one[0] > saved:
                saved, length, distance = one
                if length >= 64:
                    break
        if saved > 0:
            last = distance
            for _ in range(4 * length):
                found.append(found[-4 * distance])
        else:
            before = found[-1] if found else 0
            for want in asked[len(found) :][:4]:
                before = want if want is not None else before if before != 2 else 0
                found.append(before)
    return [sum(found[4 * n + k] << 2 * k for k in range(4)) for n in range(len(found) // 4)]
