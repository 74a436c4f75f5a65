"""The excess of distances over codes: packed and read back, and refused where it is damaged."""

import base64
import zlib

import numpy as np
import pytest
from numpy.typing import NDArray

from millmate.games.chess.material import Material
from millmate.tablebase.layout import Layout
from millmate.tablebase.more import NOTHING, in_order, join_more, pack_more, unpack_more

PAWNS = Layout(Material.parse("KPPvK"))


def some(layout: Layout, slices: int) -> NDArray[np.uint8]:
    """Return uint8[2, slices, words, 64], few of which are not 0."""
    rng = np.random.default_rng(3)
    values = rng.integers(0, 256, (2, slices, layout.words, 64), np.uint8)
    return np.where(rng.random(values.shape) < 0.01, values, np.uint8(0))


def test_the_excess_of_some_slices_is_read_back_at_their_places() -> None:
    more = some(PAWNS, 2)
    every = np.zeros((2, PAWNS.slices, PAWNS.words, 64), np.uint8)
    every[:, [3, 7]] = more
    found = unpack_more(pack_more(PAWNS, [3, 7], more))
    assert np.array_equal(found.between(0, PAWNS.size), every.reshape(-1))
    place = int(np.flatnonzero(every)[-1])
    assert found.of(place) == every.reshape(-1)[place]
    assert np.array_equal(found.between(place - 5, place + 1), every.reshape(-1)[place - 5 :][:6])


def test_like_pieces_are_kept_in_one_order() -> None:
    layout = Layout(Material.parse("KBBvK"))
    more = some(layout, 1)
    kept = in_order(layout, np.arange(layout.words))
    found = unpack_more(pack_more(layout, [0], more)).between(0, layout.size)
    assert np.array_equal(found.reshape(2, -1, 64), np.where(kept[:, None], more[:, 0], 0))


@pytest.mark.parametrize("name", ["KBBvK", "KQRRvKNN"])
def test_words_are_in_order_if_the_squares_of_like_pieces_ascend(name: str) -> None:
    layout = Layout(Material.parse(name))
    words = np.random.default_rng(1).integers(layout.words, size=200)
    for word, kept in zip(words.tolist(), in_order(layout, words), strict=True):
        squares = [word >> 6 * place & 63 for place in reversed(range(layout.pieces))]
        assert kept == all(squares[piece] < squares[piece + 1] for piece in layout.like)


def test_the_texts_of_jobs_are_joined_in_the_order_of_places() -> None:
    more = some(PAWNS, 2)
    texts = [pack_more(PAWNS, [number], more[:, [at]]) for at, number in enumerate((3, 7))]
    assert join_more([texts[1], "", texts[0]]) == pack_more(PAWNS, [3, 7], more)


def test_nothing_is_an_empty_text() -> None:
    empty = np.zeros((2, 1, PAWNS.words, 64), np.uint8)
    assert pack_more(PAWNS, [0], None) == pack_more(PAWNS, [0], empty) == join_more(["", ""]) == ""
    assert unpack_more("") is NOTHING


def packed(*pairs: tuple[int, int], end: bytes = b"") -> str:
    raw = b"".join(place.to_bytes(8, "little") + bytes([above]) for place, above in pairs)
    return base64.b85encode(zlib.compress(raw + end)).decode()


@pytest.mark.parametrize(
    "text",
    [
        packed((3, 1), (7, 1), (5, 1)),
        packed((5, 1), (5, 1)),
        packed((5, 0), (7, 1)),
        packed((5, 1), end=b"\0"),
        packed((5, 1))[:-5],
        base64.b85encode(b"plain").decode(),
        "ä",
    ],
    ids=["descending", "twice", "no excess", "a part of a pair", "cut off", "plain", "no text"],
)
def test_damage_is_noticed(text: str) -> None:
    assert unpack_more(packed((5, 1), (7, 1))).of(7) == 1
    with pytest.raises(ValueError, match=r"more|base85|ASCII"):
        unpack_more(text)
