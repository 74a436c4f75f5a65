"""The layers S_n on disk, for a slice whose values do not fit in memory.

Each layer is appended when it is found, its words in ascending order, like pieces in one order
only; once all are there, the values are assembled part by part.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import google_crc32c
import numpy as np
from numpy.typing import NDArray

from millmate.files import sync
from millmate.kernels.chess_bitboards import Bitboards
from millmate.kernels.chess_layers import keep_in_order, write_rows
from millmate.kernels.chess_spaces import Indices
from millmate.regular_files import open_regular
from millmate.tablebase.codec import UnsoundError
from millmate.tablebase.layout import LOST, Layout

ROWS = 64**3  # rows whose values are assembled at once
_INDICES, _MASKS = "indices", "masks"
_PIECE = 1 << 24  # bytes that a checksum reads at once

Values = NDArray[np.uint8]


class LayerFile:
    """Layers with one side to move, in files whose names start with `path`."""

    def __init__(
        self,
        path: Path,
        layout: Layout,
        layers: list[tuple[int, int]] | None = None,
        checksums: dict[str, int] | None = None,
    ) -> None:
        """Create the files, or resume after `layers` and cut off anything after those.

        `layers` are the plies and the number of words of each, in the order they were added,
        `checksums` the CRC-32C of each file up to there.

        Raises:
            OSError: The directory cannot be written.
            UnsoundError: A file is shorter or altered.
        """
        self._layout = layout
        self.layers = list(layers or [])
        self.checksums = dict(checksums or {_INDICES: 0, _MASKS: 0})
        self._paths = {name: path.with_name(f"{path.name}.{name}") for name in (_INDICES, _MASKS)}
        size = sum(number for _, number in self.layers)
        for name, width in ((_INDICES, 4), (_MASKS, 8)):
            with open_regular(self._paths[name], "a+b") as file:
                if file.tell() < size * width:
                    raise UnsoundError(f"{self._paths[name].name} is truncated")
                file.truncate(size * width)
                file.seek(0)
                found = 0
                while piece := file.read(_PIECE):
                    found = google_crc32c.extend(found, piece)
            if found != self.checksums.get(name):
                raise UnsoundError(f"{self._paths[name].name} has been changed or is damaged")

    def add(self, plies: int, listed: Indices, words: Bitboards) -> None:
        """Append a layer: the words listed, in any order."""
        kept, layout = np.empty_like(listed), self._layout
        lows = np.array([6 * (layout.pieces - 1 - piece) for piece in layout.like], np.int64)
        number, ascending = keep_in_order(listed, lows, kept)
        if not number:
            return
        listed = kept[:number]
        if not ascending:
            listed.sort()
        for name, array in ((_INDICES, listed), (_MASKS, words[listed])):
            with open_regular(self._paths[name], "ab") as file:
                array.tofile(file)
            self.checksums[name] = checksum(array, self.checksums[name])
        self.layers.append((plies, listed.size))

    def sync(self) -> None:
        """Flush everything that was added to disk; raises `OSError` if that fails."""
        for path in self._paths.values():
            sync(path)

    def sets(self) -> Iterator[tuple[int, Indices, Bitboards]]:
        """Yield the plies, the indices and the words of every layer, in order.

        Raises:
            UnsoundError: There are places that do not exist, or not in ascending order.
        """
        if not self.layers:
            return
        indices = np.asarray(np.memmap(self._paths[_INDICES], np.int32, "c"))
        words = np.asarray(np.memmap(self._paths[_MASKS], np.uint64, "c"))
        start = 0
        for plies, number in self.layers:
            here = indices[start : start + number]
            if not 0 <= here[0] <= here[-1] < self._layout.words or (here[1:] <= here[:-1]).any():
                raise UnsoundError("the layers are not in order")
            yield plies, here, words[start : start + number]
            start += number

    def first(self, plies: int) -> int:
        """Return the first place of a layer."""
        indices, words = next((found, words) for n, found, words in self.sets() if n == plies)
        word = int(words[0])
        return 64 * int(indices[0]) + (word & -word).bit_length() - 1


def checksum(array: NDArray[np.generic], before: int = 0) -> int:
    """Return the CRC-32C of an array's bytes, continuing from that of the bytes before."""
    flat = array.reshape(-1)
    step = _PIECE // flat.itemsize
    for start in range(0, flat.size, step):
        before = google_crc32c.extend(before, flat[start : start + step].tobytes())
    return before


@dataclass(frozen=True, slots=True)
class LayeredSlice:
    """The values of a slice, assembled from layers, like pieces in one order only.

    `files`: those of both winners, by the side to move; `most`: the greatest distance of codes.
    """

    layout: Layout
    files: Mapping[bool, Sequence[LayerFile]]
    most: int

    @property
    def above(self) -> int:
        """The excess of the longest distance over that."""
        layers = [each for files in self.files.values() for file in files for each in file.layers]
        return max((self._above(plies) for plies, _ in layers), default=0)

    def codes(self, turn: bool) -> Iterator[Values]:
        """Yield the codes with one side to move, `ROWS` rows at a time."""

        def code(plies: int) -> int:
            return min((plies + 1) // 2, self.most) + (0 if plies % 2 else LOST)

        return self._parts(turn, code)

    def more(self, turn: bool) -> Iterator[Values]:
        """Yield the excess of distances over codes, likewise."""
        return self._parts(turn, self._above)

    def _above(self, plies: int) -> int:
        return max(0, (plies + 1) // 2 - self.most)

    def _parts(self, turn: bool, value_of: Callable[[int], int]) -> Iterator[Values]:
        layers = [
            (value_of(plies), indices, words)
            for file in self.files[turn]
            for plies, indices, words in file.sets()
            if value_of(plies)
        ]
        for first in range(0, self.layout.words, ROWS):
            rows = np.zeros((min(ROWS, self.layout.words - first), 64), np.uint8)
            for number, (value, indices, words) in enumerate(layers):
                end = int(np.searchsorted(indices, np.int32(first + len(rows))))
                write_rows(indices[:end], words[:end], first, value, rows)
                layers[number] = value, indices[end:], words[end:]
            yield rows
