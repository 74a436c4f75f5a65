"""The layers S_n of one winner on disk, for a slice whose values do not fit in memory.

Each layer is appended when it is found, its words in ascending order, like pieces in one order
only; once all are there, the values are assembled part by part. A layer is seven int64, then its
words, uint64, and their indices, int32, with zeros up to a multiple of 8 bytes. The seven are the
CRC-32C of everything behind it, whether the layer is the last, the number of words, and the fields
of `Layer` from `twice` on. A file counts up to the first layer that is cut off or altered.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import google_crc32c
import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_bitboards import Bitboards
from millmate.kernels.chess_layers import DENSE, PLY, STATE, write_rows
from millmate.kernels.chess_spaces import Indices
from millmate.regular_files import open_regular
from millmate.tablebase.layer_search import MOST_PLIES
from millmate.tablebase.layout import LOST, Layout
from millmate.tablebase.more import in_order

ROWS = 64**3  # rows whose values are assembled at once
_HEAD = 7 * 8  # bytes
_PIECE = 1 << 24  # bytes that a checksum reads at once

Values = NDArray[np.uint8]


class Layer(NamedTuple):
    """A layer in a file: where its words start, and their number.

    `twice` is twice the number of its positions, distinct up to the board's symmetry; the rest is
    the search's `state` until then.
    """

    start: int
    number: int
    twice: int
    dense: int
    sparse: int
    checked: int

    @property
    def end(self) -> int:
        return self.start + -(-12 * self.number // 8) * 8


class LayerFile:
    """The layers of one winner, by n; `done` is whether these are all."""

    def __init__(self, path: Path, layout: Layout) -> None:
        """Open the file, or create it, and cut off anything after the last sound layer.

        Unless all are there the search resumes with the winner to move, after an even layer.

        Raises:
            OSError: The file cannot be read or written.
        """
        self._path, self._layout = path, layout
        self.layers: list[Layer] = []
        self.done = False
        with open_regular(path, "a+b") as file:
            size = file.tell()
            if size:
                self._read(self._content())
            if not self.done and len(self.layers) % 2 == 0:
                del self.layers[-1:]
            file.truncate(self._end)

    @property
    def _end(self) -> int:
        return self.layers[-1].end if self.layers else 0

    @property
    def twice(self) -> NDArray[np.int64]:
        """Twice the numbers of positions, as in `LayerSearch`."""
        found = np.zeros((2, MOST_PLIES + 1), np.int64)
        for ply, layer in enumerate(self.layers):
            found[ply % 2, ply] = layer.twice
        return found

    @property
    def state(self) -> NDArray[np.int64]:
        """The search's `state` after the last layer; no words are listed."""
        found = np.zeros(STATE, np.int64)
        found[PLY], found[DENSE:] = len(self.layers) - 1, self.layers[-1][-3:]
        return found

    def _content(self) -> Values:
        return np.asarray(np.memmap(self._path, np.uint8, "c"))

    def _read(self, content: Values) -> None:
        """Take the sound layers."""
        while not self.done and content.size - self._end >= _HEAD:
            crc, last, number, *about = content[self._end :][:_HEAD].view(np.int64).tolist()
            layer = Layer(self._end + _HEAD, number, *about)
            if not 0 <= number <= self._layout.words or layer.end > content.size:
                return
            indices, _ = _words_of(content, layer)
            bounds = indices[[0, -1]] if number else indices
            ascend = (bounds >= 0).all() and (bounds < self._layout.words).all()
            ascend &= (indices[1:] > indices[:-1]).all()
            right = checksum(content[self._end + 8 : layer.end])
            if not ascend or crc != right or len(self.layers) > MOST_PLIES:
                return
            self.layers.append(layer)
            self.done = bool(last)

    def add(
        self, listed: Indices, words: Bitboards, about: tuple[int, int, int, int], last: bool
    ) -> None:
        """Append the next layer: the words listed, in any order, and `Layer` from `twice` on."""
        listed = np.sort(listed[in_order(self._layout, listed)], kind="stable")  # mostly sorted
        layer = Layer(self._end + _HEAD, listed.size, *about)
        head = np.array([last, listed.size, *about], np.int64)
        parts = head, words[listed], listed, np.zeros(listed.size % 2, np.int32)
        crc = 0
        for part in parts:
            crc = checksum(part, crc)
        with open_regular(self._path, "ab") as file:
            for part in (np.array([crc], np.int64), *parts):
                part.tofile(file)
        self.layers.append(layer)
        self.done = last

    def sets(self, winner: bool) -> Iterator[tuple[int, Indices, Bitboards]]:
        """Yield n, the indices and the words of layers, those with the winner or loser to move."""
        content = self._content()
        for ply in range(winner, len(self.layers), 2):
            yield ply, *_words_of(content, self.layers[ply])

    def first(self, ply: int) -> int:
        """Return the first place of a layer that has one."""
        indices, words = _words_of(self._content(), self.layers[ply])
        word = int(words[0])
        return 64 * int(indices[0]) + (word & -word).bit_length() - 1


def _words_of(content: Values, layer: Layer) -> tuple[Indices, Bitboards]:
    """Return the indices and the words of a layer."""
    words = content[layer.start :][: 8 * layer.number].view(np.uint64)
    return content[layer.start + words.nbytes :][: 4 * layer.number].view(np.int32), words


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

    `files`: by winner; `most`: the greatest distance of codes.
    """

    layout: Layout
    files: Mapping[bool, LayerFile]
    most: int

    @property
    def above(self) -> int:
        """The excess of the longest distance over that."""
        plies = (ply for f in self.files.values() for ply, own in enumerate(f.layers) if own.number)
        return max(map(self._above, plies), default=0)

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
            for winner, file in self.files.items()
            for plies, indices, words in file.sets(winner == turn)
            if value_of(plies)
        ]
        for first in range(0, self.layout.words, ROWS):
            rows = np.zeros((min(ROWS, self.layout.words - first), 64), np.uint8)
            for number, (value, indices, words) in enumerate(layers):
                end = int(np.searchsorted(indices, np.int32(first + len(rows))))
                write_rows(indices[:end], words[:end], first, value, rows)
                layers[number] = value, indices[end:], words[end:]
            yield rows
