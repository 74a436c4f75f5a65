"""The sets S_n on disk, for a space whose values do not fit in memory.

Each set is appended when it is found, its words in ascending order; once all are there, the values
are assembled part by part.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import google_crc32c
import numpy as np
from numpy.typing import NDArray

from millmate.files import sync
from millmate.kernels.chess_bitboards import Bitboards
from millmate.kernels.chess_layers import write_rows
from millmate.kernels.chess_spaces import Indices
from millmate.regular_files import open_regular
from millmate.tablebase.codec import UnsoundError

_ROWS = 64**3  # rows whose values are assembled at once
_INDICES, _MASKS = "indices", "masks"
_PIECE = 1 << 24  # bytes that a checksum reads at once


class LayerFile:
    """Sets with one side to move and their values, in files whose names begin with `path`."""

    def __init__(
        self,
        path: Path,
        sets: list[tuple[int, int]] | None = None,
        checksums: dict[str, int] | None = None,
    ) -> None:
        """Create the files, or resume after `sets` and cut off what came after those.

        `sets` are the value and the number of words of every set, in the order they were added,
        `checksums` the CRC-32C of each file up to there.

        Raises:
            OSError: The directory cannot be written.
            UnsoundError: A file is shorter or altered.
        """
        self.sets = list(sets or [])
        self.checksums = dict(checksums or {_INDICES: 0, _MASKS: 0})
        self._paths = {name: path.with_name(f"{path.name}.{name}") for name in (_INDICES, _MASKS)}
        size = sum(number for _, number in self.sets)
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
                raise UnsoundError(f"{self._paths[name].name} is not what was written")

    def add(self, value: int, listed: Indices, words: Bitboards) -> None:
        """Append a set: the words listed, in any order, and the value of their positions."""
        if not listed.size:
            return
        listed = np.sort(listed)
        for name, array in ((_INDICES, listed), (_MASKS, words[listed])):
            with open_regular(self._paths[name], "ab") as file:
                array.tofile(file)
            self.checksums[name] = checksum(array, self.checksums[name])
        self.sets.append((value, listed.size))

    def sync(self) -> None:
        """Flush everything that was added to disk; raises `OSError` if that fails."""
        for path in self._paths.values():
            sync(path)

    def arrays(self) -> tuple[Indices, Bitboards]:
        """Return the indices and words of all sets in order."""
        if not self.sets:
            return np.empty(0, np.int32), np.empty(0, np.uint64)
        return (
            np.asarray(np.memmap(self._paths[_INDICES], np.int32, "c")),
            np.asarray(np.memmap(self._paths[_MASKS], np.uint64, "c")),
        )


def checksum(array: NDArray[np.generic], before: int = 0) -> int:
    """Return the CRC-32C of an array's bytes, continuing from that of the bytes before."""
    flat = array.reshape(-1)
    step = _PIECE // flat.itemsize
    for start in range(0, flat.size, step):
        before = google_crc32c.extend(before, flat[start : start + step].tobytes())
    return before


def write_values(files: Sequence[LayerFile], values: NDArray[np.uint8]) -> Iterator[None]:
    """Fill the values with one side to move, uint8[words, 64], from the files of both winners.

    Places in no set get 0. Yields after every part.

    Raises:
        UnsoundError: A file names places that do not exist, or not in ascending order.
    """
    sets = [one for file in files for one in _sets_of(file)]
    for first in range(0, len(values), _ROWS):
        rows = np.zeros((min(_ROWS, len(values) - first), 64), np.uint8)
        for number, (value, indices, words) in enumerate(sets):
            end = int(np.searchsorted(indices, np.int32(first + len(rows))))
            here = indices[:end]
            if here.size and not first <= here.min() <= here.max() < first + len(rows):
                raise UnsoundError("the sets are not in order")
            write_rows(here, words[:end], first, value, rows)
            sets[number] = value, indices[end:], words[end:]
        values[first : first + len(rows)] = rows
        yield
    if any(indices.size for _, indices, _ in sets):
        raise UnsoundError("the sets have more places than there are")


def _sets_of(file: LayerFile) -> Iterator[tuple[int, Indices, Bitboards]]:
    indices, words = file.arrays()
    start = 0
    for value, number in file.sets:
        yield value, indices[start : start + number], words[start : start + number]
        start += number
