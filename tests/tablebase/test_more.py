"""The excess of distances over codes: packed and read back, and refused where it is damaged."""

import base64
import zlib
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.made_tables import FACTS

from millmate.games.chess.material import Material
from millmate.tablebase.draft import Draft
from millmate.tablebase.layout import Layout
from millmate.tablebase.more import NOTHING, in_order, unpack_more
from millmate.tablebase.table import Table, fill_orders

PAWNS = Layout(Material.parse("KPvK"))


def some(layout: Layout) -> NDArray[np.uint8]:
    """Return uint8[2, slices, words, 64], few of which are not 0, like pieces in every order."""
    rng = np.random.default_rng(3)
    values = rng.integers(0, 256, (2, layout.slices, layout.words, 64), np.uint8)
    values = np.where(rng.random(values.shape) < 0.01, values, np.uint8(0))
    for part in values.reshape(-1, layout.words, 64):
        fill_orders(layout, part)
    return values


def table_of(folder: Path, layout: Layout, more: NDArray[np.uint8] | None) -> Table:
    draft = Draft(folder, layout.material)
    codes = np.zeros((2, layout.slices, layout.words, 64), np.uint8)
    draft.put(range(layout.slices), codes, {}, more=more)
    return draft.finish(FACTS)


def test_the_excess_is_read_back_at_its_places(tmp_path: Path) -> None:
    more = some(PAWNS)
    found = unpack_more(table_of(tmp_path, PAWNS, more).more_text())
    flat = more.reshape(-1)
    assert np.array_equal(found.between(0, PAWNS.size), flat)
    place = int(np.flatnonzero(flat)[-1])
    assert found.between(place, place + 1)[0] == flat[place]
    assert np.array_equal(found.between(place - 5, place + 1), flat[place - 5 :][:6])


def test_like_pieces_are_kept_in_one_order(tmp_path: Path) -> None:
    layout = Layout(Material.parse("KBBvK"))
    more = some(layout)
    kept = in_order(layout, np.arange(layout.words))
    found = unpack_more(table_of(tmp_path, layout, more).more_text()).between(0, layout.size)
    assert np.array_equal(found.reshape(2, -1, 64), np.where(kept[:, None], more[:, 0], 0))


@pytest.mark.parametrize("name", ["KBBvK", "KQRRvKNN"])
def test_words_are_in_order_if_the_squares_of_like_pieces_ascend(name: str) -> None:
    layout = Layout(Material.parse(name))
    words = np.random.default_rng(1).integers(layout.words, size=200)
    for word, kept in zip(words.tolist(), in_order(layout, words), strict=True):
        squares = [word >> 6 * place & 63 for place in reversed(range(layout.pieces))]
        assert kept == all(squares[piece] < squares[piece + 1] for piece in layout.like)


def test_nothing_is_an_empty_text(tmp_path: Path) -> None:
    assert table_of(tmp_path, PAWNS, None).more_text() == ""
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
    assert unpack_more(packed((5, 1), (7, 1))).between(7, 8) == 1
    with pytest.raises(ValueError, match=r"more|base85|ASCII"):
        unpack_more(text)
