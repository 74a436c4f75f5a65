"""The sets S_n of a table of any game, and the search for the positions in them.

S_n are the positions decided in exactly n plies: the side to move has won for odd n, lost for even
n. A table's values are codes, its places numbers of positions with one side to move; codes are
read chunk by chunk, in the order of places.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from time import monotonic
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from millmate.formatting import dative, plural, side_name
from millmate.language import tr
from millmate.tablebase.query import Outcomes, Query, Subject, Zug, Zugzwangs, query_of

Places = NDArray[np.int64]
Flags = NDArray[np.bool_]
Stopped = Callable[[], bool]

PAGE = 200  # positions on a page

_REPORT = 32  # chunks between two reports of progress
_REMEMBERED = 16  # queries whose counts by chunk are kept
_NOWHERE = np.empty(0, np.int64)
_NOT_CURSED = np.zeros(256, np.bool_)

# Called with the share that is done, 0 to 1.
Progress = Callable[[float], object]


@dataclass(frozen=True, slots=True)
class DecidedSet:
    """The positions of a table with one side to move (`turn`) that are decided in `plies` plies.

    `count` is the number in the table's metadata. `axis` labels plies in plots. Where `outcomes`
    is true plies are unknown, and 1 stands for won, 0 for lost. Sets have rows in lists and plots,
    `rows_per_ply` for each number of plies; beyond `limit` plies the fifty-move rule draws. `said`
    and `fates` describe a set and the fate of its side to move: decided, winning and losing, and
    where they differ, with a cursed win and a blessed loss. `unit` is that of `length`.
    """

    plies: int
    turn: bool
    count: int

    axis: ClassVar[str] = ""
    outcomes: ClassVar[bool] = False
    rows_per_ply: ClassVar[int] = 1
    limit: ClassVar[int | None] = None
    unit: ClassVar[str] = "move"
    said: ClassVar[tuple[str, ...]] = ()
    fates: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def at(cls, row: int, turn: bool) -> Self:
        """Return the empty set of a row."""
        return cls(row, turn, 0)

    @property
    def row(self) -> int:
        return self.plies

    @property
    def symbol(self) -> str:
        """The set's name in formulas: `S65`."""
        return ("lost", "won")[self.plies] if self.outcomes else f"S{self.plies}"

    @property
    def distance(self) -> int | None:
        """The plies, None where a table does not hold them."""
        return None if self.outcomes else self.plies

    @property
    def moves(self) -> int:
        """The distance in moves of the winning side."""
        return (self.plies + 1) // 2

    @property
    def length(self) -> int:
        """The distance in the table's unit."""
        return self.moves

    @property
    def formula(self) -> str:
        """The symbol as it is in a formula, "" for none."""
        return "" if self.outcomes else self.symbol

    @property
    def won(self) -> bool:
        """Whether the side to move wins."""
        return self.plies % 2 == 1

    @property
    def cursed(self) -> bool:
        """Whether the fifty-move rule draws, the clock being at zero."""
        return False

    @property
    def winner(self) -> bool:
        return self.turn if self.won else not self.turn

    @property
    def code(self) -> int:
        raise NotImplementedError

    @property
    def above(self) -> int | None:
        """The excess of the distance over the greatest of a code, None where the code holds it."""
        return None

    def __str__(self) -> str:
        """Describe the set: `White to move mates in 33 moves (65 plies)`."""
        return tr(
            self.said[self._state],
            side=side_name(self.turn),
            moves=dative(self.moves, "move"),
            plies=(dative if self.unit == "ply" else plural)(self.plies, "ply"),
        )

    @classmethod
    def fate(cls, row: int) -> str:
        """Describe the fate of the side to move: `mates in 33`."""
        found = cls.at(row, True)
        return tr(cls.fates[found._state], n=found.length)

    @property
    def _state(self) -> int:
        return 1 + (not self.won) + 2 * self.cursed if self.plies else 0


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a table to explore: its nonempty sets and a summary.

    `sets` are in the order of `in_order`, `kind` is their class; `orders` is whether they count
    like pieces in every order. `men` are those `Stand` accepts,
    `outcomes` the numbers of positions by side to move and value, `cursed` those that the rule
    draws, empty if the table has none or ignores it; `zugzwangs` and `checks` are whether the
    table has any.
    """

    name: str
    summary: str
    sets: tuple[DecidedSet, ...]
    kind: type[DecidedSet]
    orders: bool = False
    men: str = ""
    outcomes: Mapping[tuple[bool, int], int] = field(default_factory=dict)
    zugzwangs: bool = True
    checks: bool = False
    cursed: Mapping[tuple[bool, int], int] = field(default_factory=dict)

    @property
    def longest(self) -> dict[bool, DecidedSet]:
        """The set of the longest wins of each side that has any, that side to move."""
        return _longest(self.sets)

    @property
    def longest_cursed(self) -> dict[bool, DecidedSet]:
        """The sets of the longest wins that the fifty-move rule draws."""
        return _longest(self.sets, cursed=True)

    def all_of(self, wdl: int, turn: bool, cursed: bool = False) -> Outcomes:
        """Return all positions with `turn` to move that side wins, draws or loses.

        `cursed` wins and losses are those that the fifty-move rule draws.
        """
        counts = self.cursed if cursed else self.outcomes
        return Outcomes(wdl, turn, counts.get((turn, wdl), 0), cursed)

    def counts(self, turn: bool) -> tuple[int, ...]:
        """Return the number of positions in each row (a ply or a part) with `turn` to move."""
        found = {each.row: each.count for each in self.sets if each.turn is turn}
        return tuple(found.get(row, 0) for row in range(max(found, default=-1) + 1))

    def set_of(self, row: int, turn: bool) -> DecidedSet:
        """Return the set of a row with `turn` to move; it may be empty."""
        for each in self.sets:
            if (each.row, each.turn) == (row, turn):
                return each
        return self.kind.at(row, turn)

    def decided_in(self, plies: int, turn: bool) -> list[DecidedSet]:
        """Return the sets of `plies` with `turn` to move; they may be empty."""
        rows = self.kind.rows_per_ply
        return [self.set_of(plies * rows + part, turn) for part in reversed(range(rows))]


def in_order(sets: Iterable[DecidedSet]) -> tuple[DecidedSet, ...]:
    """Return the nonempty ones, short distances first, White to move before Black."""
    found = (each for each in sets if each.count)
    return tuple(sorted(found, key=lambda each: (each.row, not each.turn)))


def _longest(sets: Iterable[DecidedSet], cursed: bool = False) -> dict[bool, DecidedSet]:
    wins = (each for each in sets if each.won and each.cursed == cursed and not each.outcomes)
    found = {each.turn: each for each in wins}  # short distances come first
    return {side: found[side] for side in (True, False) if side in found}


def wins_in_words(sets: Iterable[DecidedSet]) -> list[str]:
    """Describe the longest wins of both sides, those included that the fifty-move rule draws."""
    found, cursed = _longest(sets), _longest(sets, cursed=True)
    words = []
    for winner, each in found.items():
        n = dative(each.length, each.unit)
        told = tr("{winner} wins in at most {n}", winner=side_name(winner), n=n)
        if longer := cursed.get(winner):
            told = tr("{words} ({n} without the fifty-move rule)", words=told, n=longer.plies)
        words.append(told)
    return words


def outcomes(counts: Mapping[bool, Any]) -> dict[tuple[bool, int], int]:
    """Return the numbers of positions by side to move and value, for `Contents`.

    `counts` have `wins`, `draws` and `losses`.
    """
    return {
        (turn, wdl): number
        for turn, counted in counts.items()
        for wdl, number in ((1, counted.wins), (0, counted.draws), (-1, counted.losses))
    }


@dataclass(frozen=True, slots=True)
class Page:
    """Some positions as FEN, in order; `following` is where to continue, None at the end.

    `share` is the part of the table searched by then, 0 to 1.
    """

    fens: tuple[str, ...]
    following: int | None
    share: float = 1.0


class SetSearch(ABC):
    """Finds positions of a table; not thread-safe.

    It holds one chunk of the table at a time, and remembers for the latest queries how many
    positions each chunk has, so that empty chunks are skipped the second time.
    """

    def __init__(self, chunks: int, chunk_size: int) -> None:
        """Search a table of `chunks` chunks per side to move, `chunk_size` places each."""
        self._chunks, self._chunk_size = chunks, chunk_size
        self._held: dict[Query, NDArray[np.int64]] = {}
        self.report: Progress = lambda share: None  # of the search that is running

    @property
    def grid(self) -> tuple[int, int]:
        """The number of chunks with one side to move, and of places in each."""
        return self._chunks, self._chunk_size

    # Supplied by a game's table -------------------------------------------------------------------

    @property
    @abstractmethod
    def contents(self) -> Contents:
        """The contents of the table to explore."""

    @property
    @abstractmethod
    def wdl(self) -> NDArray[np.int8]:
        """Whether the side to move wins (1), draws (0) or loses (-1), by code: int8[256]."""

    @property
    def cursed(self) -> Flags:
        """Whether the fifty-move rule draws a win or loss, by code: bool[256]."""
        return _NOT_CURSED

    def exact(self, chosen: DecidedSet, places: Places) -> Flags:
        """Return which places with the code of a set are of its distance, if it has an `above`."""
        raise NotImplementedError

    @abstractmethod
    def codes(self, turn: bool, number: int) -> NDArray[np.uint8]:
        """Return the codes of a chunk, counted with `turn` to move: uint8[places]."""

    def results(self, turn: bool, number: int) -> NDArray[np.uint8]:
        """Return the codes of a chunk, those of won positions only as far as `wdl` goes."""
        return self.codes(turn, number)

    @abstractmethod
    def first(self, places: Places) -> Flags:
        """Return, for each place, whether it is its position's first one."""

    @abstractmethod
    def board(self, turn: bool, place: int) -> Any:
        """Return the position at a place, a board of the table's game."""

    @abstractmethod
    def legal(self, turn: bool, places: Places) -> Flags:
        """Return which places of one chunk hold a legal position."""

    @abstractmethod
    def meets(self, query: Query, places: Places) -> Flags:
        """Return which places of one chunk meet the conditions of `query` on men and check."""

    @abstractmethod
    def zugzwangs(self, kinds: tuple[Zug, ...], number: int) -> Places:
        """Return the places of a chunk that hold a mutual zugzwang of one of the kinds.

        Raises:
            InputError: The table does not support that.
        """

    @abstractmethod
    def turned(self, board: Any, place: int, query: Query) -> Any:
        """Return the image of the position at a place that meets the conditions of `query`."""

    @abstractmethod
    def worth(self, board: Any) -> list[int]:
        """Return 1, 0 or -1 for each legal move that wins, draws or loses.

        Raises:
            MissingTableError: A table that the moves lead to is missing.
        """

    # Searching ------------------------------------------------------------------------------------

    def positions(
        self, sought: Subject | Query, start: int = 0, stopped: Stopped = lambda: False
    ) -> Iterator[Any]:
        """Yield the positions sought, starting at the place `start`, until `stopped`.

        Raises:
            TableError: The table is damaged.
            MissingTableError: One that a query needs is missing.
            InputError: The table does not support that.
        """
        query = query_of(sought)
        for _, places in self._found_from(query, start, lambda share: None, stopped):
            found = (self._kept(query, place) for place in places.tolist())
            yield from (board for board in found if board is not None)

    def page(
        self,
        sought: Subject | Query,
        start: int = 0,
        limit: int = PAGE,
        progress: Progress = lambda share: None,
        stopped: Stopped = lambda: False,
        seconds: float = inf,
    ) -> Page:
        """Return up to `limit` of the positions sought, starting at the place `start`.

        The page is shorter once `stopped`, or when something is found and `seconds` are over; its
        `following` continues from there. Raises as `positions` does.
        """
        query = query_of(sought)
        end, found, reached = monotonic() + seconds, list[str](), start
        for number, places in self._found_from(query, start, progress, stopped):
            for place in places.tolist():
                if len(found) == limit or self._enough(found, end, stopped):
                    return Page(tuple(found), place, number / self._chunks)
                if (board := self._kept(query, place)) is not None:
                    found.append(board.fen())
            reached = (number + 1) * self._chunk_size
            if self._enough(found, end, stopped):
                break
        size = self._chunks * self._chunk_size
        following = reached if reached < size else None
        return Page(tuple(found), following, min(1.0, reached / size))

    @staticmethod
    def _enough(found: list[str], end: float, stopped: Stopped) -> bool:
        return stopped() or (bool(found) and monotonic() > end)

    def sample(
        self,
        sought: Subject | Query,
        rng: random.Random,
        progress: Progress = lambda share: None,
        stopped: Stopped = lambda: False,
    ) -> Any:
        """Return a random one of the positions sought, None without any or once stopped.

        All are equally likely; the same `rng` gives the same position from the same table
        everywhere. Raises as `positions` does.
        """
        query = query_of(sought)
        held = None if _impossible(query) else self._count_all(query.quick, progress, stopped)
        if held is None or not held.any():
            return None
        ends, refused = np.cumsum(held), set[int]()
        while not stopped() and len(refused) < ends[-1]:
            at = rng.randrange(int(ends[-1]))
            if at in refused:
                continue
            number = int(np.searchsorted(ends, at, "right"))
            place = self._found(query.quick, number)[at - int(ends[number] - held[number])]
            if (board := self._kept(query, int(place))) is not None:
                return board
            refused.add(at)
        return None

    def count(
        self,
        sought: Subject | Query,
        progress: Progress = lambda share: None,
        stopped: Stopped = lambda: False,
    ) -> int | None:
        """Return the number of positions, like pieces in one order, or None once stopped.

        Counts so far are remembered. Raises as `positions` does.
        """
        query = query_of(sought)
        if query.only is not None:
            number = sum(1 for _ in self.positions(query, stopped=stopped))
            return None if stopped() else number
        held = self._count_all(query, progress, stopped)
        return None if held is None else int(held.sum())

    def _kept(self, query: Query, place: int) -> Any:
        """Return the position at a place, None if its moves are not as `query` requires."""
        board = self.board(query.turn, place)
        if query.only is not None:
            worth = self.worth(board)
            if max(worth, default=None) != query.only or worth.count(query.only) != 1:
                return None
        return self.turned(board, place, query) if query.where else board

    def _count_all(
        self, query: Query, progress: Progress, stopped: Stopped
    ) -> NDArray[np.int64] | None:
        """Return the number of positions in each chunk, None if stopped."""
        held = self._known(query)
        self._report_to(progress)
        for number in np.flatnonzero(held < 0).tolist():
            if stopped():
                return None
            if number % _REPORT == 0:
                self.report(number / held.size)
            self._found(query, number)
        return held

    def _found_from(
        self, query: Query, start: int, progress: Progress, stopped: Stopped
    ) -> Iterator[tuple[int, Places]]:
        """Yield the chunks from a place on with the positions found in them, each once."""
        held = self._known(query.quick)
        if _impossible(query):
            held = np.zeros_like(held)
        self._report_to(progress)
        for number in range(start // self._chunk_size, held.size):
            if stopped():
                return
            if number % _REPORT == 0:
                self.report(number / held.size)
            places = self._found(query.quick, number) if held[number] else _NOWHERE
            yield number, places[places >= start]

    def _report_to(self, progress: Progress) -> None:
        """Have `report` call `progress`, but never with less than before."""
        most = -1.0

        def report(share: float) -> None:
            nonlocal most
            if share > most:
                most = share
                progress(share)

        self.report = report

    def _found(self, query: Query, number: int) -> Places:
        """Return the places of a chunk that match, of each position the first."""
        places = self._valued(query.subject, number)
        if places.size and not query.plain:
            places = places[self.meets(query, places)]
        places = places[self.first(places)]
        self._known(query)[number] = places.size
        return places

    def _valued(self, subject: Subject, number: int) -> Places:
        start = number * self._chunk_size
        match subject:
            case Zugzwangs():
                return self.zugzwangs(subject.kinds, number) + start
            case Outcomes(wdl, turn):
                wanted = (self.wdl == wdl) & (self.cursed == subject.cursed)
                read = self.codes if wdl == 1 and self.cursed.any() else self.results
                places = np.flatnonzero(wanted[read(turn, number)]) + start
                return places if wdl else places[self.legal(turn, places)]
            case DecidedSet():
                read = self.codes if subject.won else self.results
                places = np.flatnonzero(read(subject.turn, number) == subject.code) + start
                return places if subject.above is None else places[self.exact(subject, places)]
        raise AssertionError(subject)

    def _known(self, query: Query) -> NDArray[np.int64]:
        """Return the number of positions in each chunk, -1 where it is not counted yet."""
        if query not in self._held:
            if len(self._held) >= _REMEMBERED:
                del self._held[next(iter(self._held))]
            self._held[query] = np.full(self._chunks, -1 if query.subject.count else 0, np.int64)
        return self._held[query]


def of_kinds(kinds: tuple[Zug, ...], white: NDArray[np.int8], black: NDArray[np.int8]) -> Flags:
    """Return which zugzwangs are of `kinds`, by White's values with either side to move."""
    results = (kind.value for kind in kinds)
    found: Flags = np.any([(white == of[0]) & (black == of[1]) for of in results], axis=0)
    return found


def _impossible(query: Query) -> bool:
    """Return whether no position can match `query`: its best move does not have its value."""
    match query.subject:
        case DecidedSet() as chosen:
            value = 0 if chosen.cursed else 1 if chosen.won else -1
        case Outcomes(wdl) as chosen:
            value = 0 if chosen.cursed else wdl
        case _:
            return False
    return query.only not in (None, value)
