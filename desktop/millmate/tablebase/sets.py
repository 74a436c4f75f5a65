"""The sets S_n of a table of any game, and the search for the positions in them.

S_n are the positions decided in exactly n plies: the side to move has won for odd n, lost for even
n. A table's values are codes, its places numbers of positions with one side to move; codes are
read a chunk at a time, in the order of places.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

PAGE = 200  # positions that are looked up at once

_REPORT = 32  # chunks between two reports of progress

# Called with the share that is done, 0 to 1.
Progress = Callable[[float], object]


@dataclass(frozen=True, slots=True)
class DecidedSet:
    """The positions of a table with one side to move (`turn`) that are decided in `plies` plies.

    `count` is the number in the table's metadata. `axis` says what plies are counted to; where
    `outcomes` is true, nobody knows how many there are, and 1 stands for won, 0 for lost.
    """

    plies: int
    turn: bool
    count: int

    axis: ClassVar[str] = ""
    outcomes: ClassVar[bool] = False

    @property
    def symbol(self) -> str:
        """The set's name in formulas: `S65`."""
        return ("lost", "won")[self.plies] if self.outcomes else f"S{self.plies}"

    @property
    def distance(self) -> int | None:
        """The plies, where a table tells them."""
        return None if self.outcomes else self.plies

    @property
    def moves(self) -> int:
        """The distance in moves of the winning side."""
        return (self.plies + 1) // 2

    @property
    def winner(self) -> bool:
        """The side that wins."""
        return self.turn if self.plies % 2 else not self.turn

    @property
    def code(self) -> int:
        """What stands in a table for it."""
        raise NotImplementedError

    @staticmethod
    def fate(plies: int) -> str:
        """Return in words what becomes of the side to move: `mates in 33`."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Contents:
    """What a table has to explore: its sets that are not empty, and in words what it is.

    `longest` holds the set of the longest wins of a side, that side to move. `kind` makes the sets;
    `orders` tells that they count like pieces in every order.
    """

    name: str
    summary: str
    sets: tuple[DecidedSet, ...]
    longest: dict[bool, DecidedSet]
    kind: type[DecidedSet]
    orders: bool = False

    def counts(self, turn: bool) -> tuple[int, ...]:
        """Return how many positions with `turn` to move are decided in 0, 1, 2 ... plies."""
        found = {each.plies: each.count for each in self.sets if each.turn is turn}
        return tuple(found.get(plies, 0) for plies in range(max(found, default=-1) + 1))

    def set_of(self, plies: int, turn: bool) -> DecidedSet:
        """Return the set of `plies` with `turn` to move; it may be empty."""
        for each in self.sets:
            if (each.plies, each.turn) == (plies, turn):
                return each
        return self.kind(plies, turn, 0)


@dataclass(frozen=True, slots=True)
class Page:
    """Some positions of a set as FEN, in order; `following` is where to go on, None at the end."""

    fens: tuple[str, ...]
    following: int | None


class SetSearch(ABC):
    """Finds the positions of a table's sets; not for several threads at once.

    It holds one chunk of the table at a time, and remembers how many places of each chunk belong
    to the sets that were asked for, so that what is empty is passed over the second time.
    """

    def __init__(self, chunks: int, chunk_size: int) -> None:
        """Search a table with so many chunks with one side to move, of so many places each."""
        self._chunks, self._chunk_size = chunks, chunk_size
        self._reached: int | None = None  # where the last search goes on
        self._held: dict[tuple[bool, int], NDArray[np.int64]] = {}

    @property
    @abstractmethod
    def contents(self) -> Contents:
        """What the table has to explore."""

    @abstractmethod
    def codes(self, turn: bool, number: int) -> NDArray[np.uint8]:
        """Return the codes of a chunk, counted with `turn` to move, place after place."""

    @abstractmethod
    def first(self, places: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Tell of each place whether it is its position's first one."""

    @abstractmethod
    def board(self, turn: bool, place: int) -> Any:
        """Return the position at a place, a board of the table's game."""

    def positions(
        self, chosen: DecidedSet, start: int = 0, stopped: Callable[[], bool] = lambda: False
    ) -> Iterator[Any]:
        """Yield the positions of a set, from the place `start` on, until `stopped`.

        Raises:
            TableError: The table is damaged.
        """
        for places in self._places(chosen, start, lambda share: None, stopped):
            for place in places.tolist():
                yield self.board(chosen.turn, place)

    def page(
        self,
        chosen: DecidedSet,
        start: int = 0,
        limit: int = PAGE,
        progress: Progress = lambda share: None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Page:
        """Return up to `limit` positions of a set, from the place `start` on.

        Once `stopped`, what was found by then; `following` of the page leads on.

        Raises:
            TableError: The table is damaged.
        """
        found: list[int] = []
        for places in self._places(chosen, start, progress, stopped):
            found += places[: limit + 1 - len(found)].tolist()
            if len(found) > limit:
                break
        fens = tuple(self.board(chosen.turn, place).fen() for place in found[:limit])
        if len(found) > limit:
            return Page(fens, found[limit])
        return Page(fens, self._reached)

    def draw(
        self,
        chosen: DecidedSet,
        rng: random.Random,
        progress: Progress = lambda share: None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Any:
        """Return a position of a set, each equally likely; None if there is none, or once stopped.

        The same `rng` draws the same position from the same table everywhere.

        Raises:
            TableError: The table is damaged.
        """
        held = self._count_all(chosen, progress, stopped)
        if held is None or not held.any():
            return None
        ends = np.cumsum(held)
        while not stopped():
            at = rng.randrange(int(ends[-1]))
            number = int(np.searchsorted(ends, at, "right"))
            places = self._found(chosen, number)
            place = places[at - int(ends[number] - held[number])]
            # Of the places of one position only the first counts, or it would come up more often.
            if self.first(np.array([place]))[0]:
                return self.board(chosen.turn, int(place))
        return None

    def _count_all(
        self, chosen: DecidedSet, progress: Progress, stopped: Callable[[], bool]
    ) -> NDArray[np.int64] | None:
        """Return how many places of each chunk belong to a set, None if that was stopped."""
        held = self._known(chosen)
        for number in np.flatnonzero(held < 0).tolist():
            if stopped():
                return None
            if number % _REPORT == 0:
                progress(number / held.size)
            self._found(chosen, number)
        return held

    def _places(
        self, chosen: DecidedSet, start: int, progress: Progress, stopped: Callable[[], bool]
    ) -> Iterator[NDArray[np.int64]]:
        """Yield the places of a set's positions, each position once, a chunk's at a time."""
        held = self._known(chosen)
        for number in range(start // self._chunk_size, held.size):
            self._reached = max(start, number * self._chunk_size)
            if stopped():
                return
            if number % _REPORT == 0:
                progress(number / held.size)
            if held[number]:
                places = self._found(chosen, number)
                places = places[places >= start]
                yield places[self.first(places)]
        self._reached = None

    def _found(self, chosen: DecidedSet, number: int) -> NDArray[np.int64]:
        """Return the places of a chunk that belong to a set, counted with one side to move."""
        offsets = np.flatnonzero(self.codes(chosen.turn, number) == chosen.code)
        self._known(chosen)[number] = offsets.size
        return offsets + number * self._chunk_size

    def _known(self, chosen: DecidedSet) -> NDArray[np.int64]:
        """Return how many places of each chunk belong to a set, -1 where nobody has looked."""
        key = chosen.turn, chosen.code
        if key not in self._held:
            known = np.full(self._chunks, -1 if chosen.count else 0, np.int64)
            self._held[key] = known
        return self._held[key]
