"""The division of an array on disk into chunks, which are packed, and shards, which are files."""

from abc import ABC, abstractmethod
from functools import cached_property
from math import prod


class Grid(ABC):
    """The shapes of an array, of its chunks and of its shards; the first axis is the side to move.

    A chunk or shard never holds both sides to move. The last ones along an axis may extend
    beyond the array; there they hold 0.
    """

    @property
    @abstractmethod
    def shape(self) -> tuple[int, ...]:
        """The shape of the array, in bytes."""

    @property
    @abstractmethod
    def chunk_shape(self) -> tuple[int, ...]:
        """The shape of a chunk, the unit of packing: whole trailing axes, one side to move."""

    @property
    @abstractmethod
    def shard_shape(self) -> tuple[int, ...]:
        """The shape of a shard, a file: so many chunks along each axis."""

    @property
    @abstractmethod
    def axes(self) -> list[str]:
        """The names of the axes."""

    @property
    def sides(self) -> int:
        """The number of sides to move with values."""
        return self.shape[0]

    @cached_property
    def chunk_size(self) -> int:
        """The number of bytes in a chunk."""
        return prod(self.chunk_shape)

    @cached_property
    def side_chunks(self) -> int:
        return _tiles(self.shape, self.chunk_shape)

    @cached_property
    def shard_chunks(self) -> int:
        """The number of chunks in a shard; the last shard of a side may hold fewer."""
        return prod(self.shard_shape) // self.chunk_size

    @cached_property
    def side_shards(self) -> int:
        return _tiles(self.shape, self.shard_shape)

    def chunks_of(self, shard: int) -> range:
        """Return the numbers of the chunks in a shard, in the order of the array."""
        side, at = divmod(shard, self.side_shards)
        start, end = at * self.shard_chunks, min((at + 1) * self.shard_chunks, self.side_chunks)
        return range(side * self.side_chunks + start, side * self.side_chunks + end)

    def shard_of(self, chunk: int) -> tuple[int, int]:
        """Return the number of the shard that holds a chunk, and where in it."""
        side, at = divmod(chunk, self.side_chunks)
        shard, inside = divmod(at, self.shard_chunks)
        return side * self.side_shards + shard, inside


def _tiles(shape: tuple[int, ...], tile: tuple[int, ...]) -> int:
    """Return how many tiles cover one side to move."""
    return prod(-(-size // part) for size, part in zip(shape[1:], tile[1:], strict=True))
