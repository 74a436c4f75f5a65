"""The excess of distances above 127, the most that a code can hold, as compact tables have it.

They are pairs of a place and the excess of its distance, packed into a text that a table's metadata
hold, and so are covered by their checksum.
"""

import base64
import binascii
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millmate.tablebase.layout import Layout

_PAIR = np.dtype([("place", "<u8"), ("above", "u1")])
_MOST = 50_000_000  # pairs


@dataclass(frozen=True, slots=True)
class More:
    """The excess of a few distances over 127, by place of the flat table, like pieces ascending.

    `places`: uint64, ascending; `above`: uint8, of the same length.
    """

    places: NDArray[np.uint64]
    above: NDArray[np.uint8]

    def between(self, start: int, stop: int) -> NDArray[np.uint8]:
        """Return the excess for all places from `start` to before `stop`: uint8[n]."""
        found = np.zeros(stop - start, np.uint8)
        first, end = np.searchsorted(self.places, np.array([start, stop], np.uint64))
        found[self.places[first:end] - np.uint64(start)] = self.above[first:end]
        return found


NOTHING = More(np.empty(0, np.uint64), np.empty(0, np.uint8))


def pack_more(parts: Sequence[More]) -> str:
    """Return pairs, in parts one after the other, as a text, "" without any."""
    pairs = np.empty(sum(part.places.size for part in parts), _PAIR)
    if not pairs.size:
        return ""
    pairs["place"] = np.concatenate([part.places for part in parts])
    pairs["above"] = np.concatenate([part.above for part in parts])
    return base64.b85encode(zlib.compress(pairs.tobytes(), 9)).decode()


def in_order(layout: Layout, words: NDArray[np.signedinteger[Any]]) -> NDArray[np.bool_]:
    """Return which words of a slice have the squares of like pieces in ascending order."""
    kept = np.ones(words.size, np.bool_)
    for piece in layout.like:
        low = 6 * (layout.pieces - 1 - piece)
        kept &= (words >> low & 63) < (words >> (low - 6) & 63)
    return kept


def unpack_more(text: str) -> More:
    """Return the pairs that `pack_more` packed.

    Raises:
        ValueError: The text is something else.
    """
    if not text:
        return NOTHING
    try:
        inflate = zlib.decompressobj()
        raw = inflate.decompress(base64.b85decode(text), _MOST * _PAIR.itemsize)
    except (zlib.error, binascii.Error) as error:
        raise ValueError("more") from error
    if not inflate.eof or len(raw) % _PAIR.itemsize:
        raise ValueError("more")
    pairs = np.frombuffer(raw, _PAIR)
    places, above = pairs["place"].astype(np.uint64), pairs["above"].copy()
    if (places[1:] <= places[:-1]).any() or not above.all():
        raise ValueError("more")
    return More(places, above)
