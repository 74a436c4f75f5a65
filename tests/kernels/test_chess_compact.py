"""Places taken into blocks, and put back."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from millmate.games.chess.material import Material
from millmate.kernels import chess_compact
from millmate.tablebase.compact_table import images_of
from millmate.tablebase.layout import LOST, Layout

CODES = np.array([0, 1, 7, LOST, LOST + 2, LOST + 9], np.uint8)


def in_order(shape: tuple[int, ...], order: tuple[int, ...]) -> list[int]:
    """Return the places of an array, the last axis of `order` running fastest."""
    places = np.arange(np.prod(shape)).reshape(shape)
    indices = product(*[range(shape[axis]) for axis in order])
    return [int(places[tuple(at[order.index(a)] for a in range(len(shape)))]) for at in indices]


@given(st.data())
def test_a_block_holds_what_is_asked_for_and_no_more(data: st.DataObject) -> None:
    shape = data.draw(st.tuples(*[st.sampled_from([2, 4, 8])] * 3))
    order = data.draw(st.permutations(range(3)).map(tuple))
    size = int(np.prod(shape))
    rng = np.random.default_rng(data.draw(st.integers(0, 1000)))
    values = rng.choice(CODES, size)
    wanted = rng.random(size) < data.draw(st.sampled_from([0.0, 0.1, 0.5, 1.0]))
    start = data.draw(st.integers(0, size // 4 - 1)) * 4
    places = data.draw(st.integers(1, (size - start) // 4)) * 4
    here = in_order(shape, order)[start : start + places]

    results, losses = np.zeros(places // 4, np.uint8), np.zeros(places, np.uint8)
    about = axes(shape, order), start, places
    lost = take(values, wanted, *about, results, losses)
    if not wanted[here].any():
        assert lost == -1
        return
    found = [int(results[n // 4]) >> 2 * (n % 4) & 3 for n in range(places)]
    for number, place in enumerate(here):
        code = int(values[place])
        if wanted[place]:
            assert found[number] == (2 if code >= LOST else min(code, 1))
    assert lost == found.count(2)

    back = np.zeros(places, np.uint8)
    assert chess_compact.put(back, results, losses[:lost]) == lost
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
    digits = np.empty(len(shape), np.int64)
    chess_compact.untangle(stream, back, *axes(shape, order), digits)
    assert np.array_equal(back, values)


@given(st.integers(0, 1000))
def test_places_nobody_asks_for_take_the_value_before(seed: int) -> None:
    rng = np.random.default_rng(seed)
    values, wanted = rng.choice(CODES, 64), rng.random(64) < 0.3
    wanted[0] = True
    results, losses = np.zeros(16, np.uint8), np.zeros(64, np.uint8)
    lost = take(values, wanted, axes((64,), (0,)), 0, 64, results, losses)
    before = values[np.maximum.accumulate(np.where(wanted, np.arange(64), 0))]
    assert losses[:lost].tolist() == (before[before >= LOST] - LOST).tolist()


def test_a_block_with_too_few_losses_is_noticed() -> None:
    results = np.full(16, 0b10101010, np.uint8)
    losses = np.zeros(63, np.uint8)
    assert chess_compact.put(np.zeros(64, np.uint8), results, losses) < 0


def test_of_two_mirror_images_the_first_is_kept() -> None:
    layout = Layout(Material.parse("KBBvK"))
    kept = np.full(layout.words, 2**64 - 1, np.uint64)
    chess_compact.drop_images(kept, *images_of(layout))
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
    chess_compact.fill_images(after.reshape(-1, 64), *images_of(layout))
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


def take(
    values: NDArray[np.uint8],
    wanted: NDArray[np.bool_],
    of_axes: tuple[NDArray[np.int64], NDArray[np.int64]],
    start: int,
    places: int,
    results: NDArray[np.uint8],
    losses: NDArray[np.uint8],
) -> int:
    bits = np.packbits(np.pad(wanted, (0, -wanted.size % 64)), bitorder="little").view(np.uint64)
    digits = np.empty(of_axes[0].size, np.int64)
    return chess_compact.take(values, bits, *of_axes, start, places, results, losses, digits)
