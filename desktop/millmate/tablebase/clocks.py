"""The shortest mate that the fifty-move rule allows at every clock (DTM50), slice by slice.

V(p, c) is the distance to mate of position p with best play, c plies after the last capture or
pawn move, or a draw. A mated side has lost even at c = 100; any other position is drawn there.
Below, V(p, c) is one more than the best of V(q, c + 1) after quiet moves and of V(q, 0) after
captures and pawn moves. So each slice is solved by itself, from clock 100 down to 0, with the
verifier's kernels. Distances never grow as the clock falls, and c + plies(DTM) <= 100 implies
V = DTM. A right to capture en passant is left out, as in all tables: it exists at clock 0 only.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from millmate.games.chess.material import Material
from millmate.kernels import chess_verify, chess_verify_clocks
from millmate.tablebase.crew import Between, Crew, ignore
from millmate.tablebase.far import codes_nearer
from millmate.tablebase.layout import LOST, MOST_OF_CODE, Layout
from millmate.tablebase.more import in_order
from millmate.tablebase.rule50 import LONGEST
from millmate.tablebase.successors import Successors, read_only, slice_of

Values = NDArray[np.uint8]
# Returns the values of a slice at clock 0 as `spaces.Read` does: all of them fit in memory.
Read = Callable[[Material, int, bool], Values]

NEARER = 60  # moves taken off the mates after zeroing moves where distances exceed 126
_LATEST = 0  # in `Changes.clocks`: the code at clock 0 of a mate in more plies than the clock has


class Places(NamedTuple):
    """Places of one side to move in a slice, and a code for each."""

    places: NDArray[np.unsignedinteger]
    codes: Values

    @property
    def nbytes(self) -> int:
        return self.places.nbytes + self.codes.nbytes


class Changes(NamedTuple):
    """The codes that a lower clock replaces, for one side to move.

    Those of a row are from `ends[row - 1]` to `ends[row]`. `codes` are those at `clocks`,
    which descend for each lane; at the clock before, `clocks - 1`, the place has a shorter one.
    The last is that at clock 0 (`_LATEST`) if its mate takes more than 100 plies.
    """

    ends: NDArray[np.int64]
    lanes: Values
    clocks: Values
    codes: Values

    @property
    def nbytes(self) -> int:
        return sum(array.nbytes for array in self)

    def of(self, place: int) -> list[tuple[int, int]]:
        """Return the clocks and codes of a place."""
        row, lane = divmod(place, 64)
        first = int(self.ends[row - 1]) if row else 0
        here = first + np.flatnonzero(self.lanes[first : self.ends[row]] == lane)
        return list(zip(self.clocks[here].tolist(), self.codes[here].tolist(), strict=True))

    def code(self, place: int, clock: int) -> int | None:
        """Return the code of a place at a clock, None if it is that of the shortest mate."""
        return next((code for at, code in self.of(place) if at <= clock), None)


class Solved(NamedTuple):
    """A slice: `changes` with White and with Black to move, likewise its `late` codes.

    `late` are the codes at clock 0 of mates in more plies than the clock has. `longest` is the
    greatest distance at any clock; 127 stands for more, and `beyond` has the same slice then, with
    `NEARER` moves taken off.
    """

    changes: tuple[Changes, Changes]
    late: tuple[Places, Places]
    longest: int
    beyond: Solved | None = None

    @property
    def nbytes(self) -> int:
        own = sum(each.nbytes for each in (*self.changes, *self.late))
        return own + (self.beyond.nbytes if self.beyond else 0)

    def plies(self, turn: bool, place: int, clock: int) -> int | None:
        """Return the plies to mate, negative in a loss and 0 in a draw; None: those of DTM.

        A mated side's are None too.
        """
        side = 0 if turn else 1
        code = self.changes[side].code(place, clock)
        if code is None:
            return None
        moves, lost = code % LOST, code >= LOST
        if moves == MOST_OF_CODE and self.beyond is not None:
            further = self.beyond.changes[side].code(place, clock)
            assert further is not None  # there are fewer moves at clock 0
            moves = further % LOST + NEARER
        return (-2 * moves if lost else 2 * moves - 1) if moves else 0

    def zeroing(self, turn: bool, place: int) -> int | None:
        """Return the plies to zeroing of a place that is solved with `births`.

        They are None if the mate comes before, as in DTM, or the rule draws.
        """
        born = self.changes[0 if turn else 1].of(place)[:1]
        return LONGEST + 1 - born[0][0] if born and born[0][1] == 0 else None


def solve_clocks(
    layout: Layout,
    number: int,
    read: Read,
    births: bool,
    codes: Values | None = None,
    between: Between = ignore,
    threads: int | None = None,
) -> Solved:
    """Solve a slice at all clocks.

    Args:
        layout: The layout of its table, which has a canonical material.
        number: Which slice.
        read: Returns the values at clock 0 of slices that captures and pawn moves lead to.
        births: Whether the changes include that of a draw, when the clock falls, to a mate in more
            plies than are left; without them DTZ decides such draws.
        codes: Where to write the codes at clock 0, uint8[2, words, 64] of zeros.
        between: Called in this thread now and then with the fraction done; may raise to stop.
        threads: The number of threads, by default one for each processor.
    """
    crew = Crew(threads, layout.words, between)
    run = partial(_solve, crew, layout, number)
    found = run(read, births, codes)
    if found.longest < MOST_OF_CODE:
        return found
    closer = codes_nearer(NEARER)
    return found._replace(beyond=run(lambda *which: closer[read(*which)], True))


def _solve(
    crew: Crew, layout: Layout, number: int, read: Read, births: bool, codes: Values | None = None
) -> Solved:
    if codes is None:
        codes = np.zeros((2, layout.words, 64), np.uint8)
    sides = [
        _Side(crew, layout, number, white, read, codes[at])
        for at, white in enumerate((True, False))
    ]
    for clock in range(LONGEST, -1, -1):
        out_of_time = clock == LONGEST
        found = [side.improve(other.keys, out_of_time) for side, other in _pairs(sides)]
        for side in sides:
            side.marked[:] = out_of_time  # zeroing moves count from then on: every row, once more
        for (side, other), (rows, new) in zip(_pairs(sides), found, strict=True):
            side.apply(rows, new, clock, births, other.marked)
        if not (out_of_time or any(len(rows) for rows, _ in found)):
            break  # the same as one ply later, and so at all lower clocks
    white, black = sides
    late = white.late, black.late
    return Solved((white.changes(), black.changes()), late, max(white.longest, black.longest))


def _pairs(sides: list[_Side]) -> list[tuple[_Side, _Side]]:
    return [(sides[0], sides[1]), (sides[1], sides[0])]


_Rows = tuple[NDArray[np.int64], Values]  # and their new codes


class _Side:
    """The positions of a slice with one side to move, at one clock after the other."""

    def __init__(
        self, crew: Crew, layout: Layout, number: int, white: bool, read: Read, codes: Values
    ) -> None:
        """Read the positions after captures and pawn moves; `codes` are written clock by clock."""
        self._crew, self._layout, self._white, self._codes = crew, layout, white, codes
        self._slice = slice_of(layout, [number])
        after = Successors(layout, [number], white, read, crew.share)
        self._captures, self._start = after.captures(), after.pawn_moves()[0]
        self.keys = np.empty_like(codes)
        about = self._slice, read_only(codes[None]), 0, 0, self.keys[None], not white
        make = partial(chess_verify.make_keys, *about)
        crew.share(make, layout.words)
        self.marked = np.ones(layout.words, np.bool_)
        self.longest = 0
        self._in_order = in_order(layout, np.arange(layout.words))
        self._room = np.zeros(max(layout.pieces, 1), np.int64)
        self._lists: list[tuple[int, Places]] = []

    def improve(self, keys: Values, out_of_time: bool) -> _Rows:
        """Return the rows that change at the next clock; `keys` are the other side's."""

        def compute(begin: int, stop: int) -> _Rows:
            most = np.count_nonzero(self.marked[begin:stop])
            rows, new = np.empty(most, np.int64), np.empty((most, 64), np.uint8)
            if not most:
                return rows, new
            about = self._codes, self.marked, not self._white, out_of_time, begin, stop, rows, new
            count = chess_verify_clocks.improve(
                self._slice, self._captures, self._start, keys, *about
            )
            return rows[:count], new[:count]

        parts = self._crew.share(compute, len(self.marked), 0.5 / (LONGEST + 1))
        rows, new = (np.concatenate(each) for each in zip(*parts, strict=True))
        return rows, new

    def apply(
        self,
        rows: NDArray[np.int64],
        new: Values,
        clock: int,
        births: bool,
        marked: NDArray[np.bool_],
    ) -> None:
        """Write rows that change, and mark the other side's that they concern."""
        room = 64 * len(rows)
        places, old = np.empty(room, np.uint32), np.empty(room, np.uint8)
        count, longest, faults = chess_verify_clocks.apply(
            rows, new, clock, births, self._codes, self.keys, places, old
        )
        assert not faults, f"{faults} values are worse at clock {clock} than one ply later"
        self.longest = max(self.longest, longest)
        if count:
            self._lists.append((clock + 1, self._once(places[:count], old[:count])))
        chess_verify_clocks.mark(self._slice, rows, self._white, self._room, marked)

    @cached_property
    def late(self) -> Places:
        """The codes at clock 0 of mates in more plies than the clock has."""
        places = np.flatnonzero((self._codes & MOST_OF_CODE) > LONGEST // 2)
        return self._once(places, self._codes.reshape(-1)[places])

    def changes(self) -> Changes:
        """Return all changes, sorted by row."""
        lists = [*self._lists, (_LATEST, self.late)]
        places, codes = (np.concatenate([each[at] for _, each in lists]) for at in (0, 1))
        clocks = np.array([clock for clock, _ in lists], np.uint8)
        clocks = clocks.repeat([len(each.places) for _, each in lists])
        rows, lanes = places >> 6, (places & 63).astype(np.uint8)
        order = np.argsort(rows, kind="stable")
        ends = np.cumsum(np.bincount(rows, minlength=len(self.marked)))
        return Changes(ends, lanes[order], clocks[order], codes[order])

    def _once(self, places: NDArray[Any], codes: Values) -> Places:
        """Return codes and their places, like pieces in one order only."""
        once = self._in_order[places >> 6] if self._layout.like else slice(None)
        return Places(places[once].astype(np.uint32), codes[once].copy())
