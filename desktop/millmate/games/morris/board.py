"""A position of morris with its history, as masks of points."""

from dataclasses import dataclass
from enum import Enum
from itertools import islice
from typing import Self

from millmate.games.morris.points import POINTS, points_in
from millmate.games.morris.variants import STANDARD, Removals, Variant
from millmate.language import mark

# A side with fewer stones, on the board and in hand, has lost.
FEWEST = 3


class Phase(Enum):
    """The phase of a side; the value is its name."""

    PLACING = mark("placing")
    MOVING = mark("moving")
    FLYING = mark("flying")


@dataclass(frozen=True, slots=True)
class MorrisMove:
    """A whole turn: a stone placed (`origin` is None) or moved, and the stones taken, ascending."""

    origin: int | None
    target: int
    removed: tuple[int, ...] = ()

    def __str__(self) -> str:
        """The turn on the board of nine men's morris as text: `d6`, `d6-d7`, `d6xa1`."""
        return self.text(POINTS)

    def text(self, names: tuple[str, ...]) -> str:
        """Return the turn as text: `d6`, `d6-d7`, `d6xa1`, `d6-d7xa1`, with the points' names."""
        origin = "" if self.origin is None else f"{names[self.origin]}-"
        return origin + "x".join(names[p] for p in (self.target, *self.removed))


# Both sides' stones, both hands (Black's first), and quiet plies: what a move changes.
_State = tuple[int, int, int, int, int]


class MorrisBoard:
    """A position of morris on which moves can be played and undone.

    Colours are True for White, which places first. `stones[colour]` is the mask of a side's stones,
    `hand[colour]` the number still to be placed, `quiet` the plies since the last mill or
    placement, `number` the move number, which grows after Black's turn. A new board is the start of
    `variant`, on whose board's `lines` it is played; the fields may be set until a move has been
    played.
    """

    def __init__(self, variant: Variant = STANDARD) -> None:
        self.variant = variant
        self.lines = variant.lines
        self._every, self._mill_wins = variant.lines.every, variant.mill_wins
        self.turn = True
        self.stones = [0, 0]
        self.hand = [variant.stones, variant.stones]
        self.quiet = 0
        self.number = 1
        self.move_stack: list[MorrisMove] = []
        self._past: list[_State] = []

    def on_board(self, colour: bool) -> int:
        """Return the number of stones of `colour` on the board."""
        return self.stones[colour].bit_count()

    def total(self, colour: bool) -> int:
        """Return the number of stones of `colour` on the board and in hand."""
        return self.stones[colour].bit_count() + self.hand[colour]

    def phase(self, colour: bool) -> Phase:
        if self.hand[colour]:
            return Phase.PLACING
        flies = self.variant.flying and self.on_board(colour) == FEWEST
        return Phase.FLYING if flies else Phase.MOVING

    @property
    def halfmove_clock(self) -> int:
        return self.quiet

    @property
    def free(self) -> int:
        """The mask of the points without a stone."""
        return self._every & ~(self.stones[0] | self.stones[1])

    @property
    def mills(self) -> list[int]:
        """The masks of the closed mills of both sides."""
        black, white = self.stones
        return [m for m in self.lines.mills if m & white == m or m & black == m]

    def closes_mill(self, origin: int | None, target: int) -> int:
        """Return the number of mills that a move from `origin` to `target` closes."""
        own = self.stones[self.turn]
        if origin is not None:
            own &= ~(1 << origin)
        return sum(rest & own == rest for rest in self.lines.mills_at[target])

    def has_won(self, colour: bool) -> bool:
        """Return whether `colour` has closed a mill that wins."""
        return self._mill_wins and self.lines.in_mills(self.stones[colour]) != 0

    def has_lost(self, colour: bool) -> bool:
        """Return whether `colour` has too few stones, or the opponent has closed a mill that wins.

        A side that cannot move has lost as well; that is not looked at here.
        """
        few = self.stones[colour].bit_count() + self.hand[colour] < FEWEST
        return few or (self._mill_wins and self.has_won(not colour))

    def removable(self, colour: bool) -> int:
        """Return the mask of the stones of `colour` that may be taken.

        Stones in mills are protected unless all stones of that side are in mills.
        """
        return self._removable(self.stones[colour])

    def targets(self, origin: int) -> int:
        """Return the mask of the points that the stone on `origin` can reach."""
        if self.phase(self.turn) is Phase.FLYING:
            return self.free
        return self.lines.neighbours[origin] & self.free

    @property
    def legal_moves(self) -> list[MorrisMove]:
        """The legal turns, ordered by origin (placements first), target and stones taken."""
        if self.has_lost(self.turn):
            return []
        own = self.stones[self.turn]
        free = self.free
        moves: list[MorrisMove] = []
        if self.hand[self.turn]:
            self._add_moves(moves, None, own, free)
            if not self.variant.moves_while_placing:
                return moves
        flying = self.phase(self.turn) is Phase.FLYING
        neighbours = self.lines.neighbours
        for origin in points_in(own):
            targets = free if flying else neighbours[origin] & free
            if targets:
                self._add_moves(moves, origin, own ^ 1 << origin, targets)
        return moves

    def has_moves(self) -> bool:
        if self.has_lost(self.turn):
            return False
        free = self.free
        if self.hand[self.turn] and free:
            return True
        if self.phase(self.turn) is Phase.FLYING:
            return free != 0
        return self.lines.reach(self.stones[self.turn]) & free != 0

    def is_legal(self, move: MorrisMove) -> bool:
        return move in self.legal_moves

    def is_zeroing(self, move: MorrisMove) -> bool:
        return move.origin is None or bool(move.removed)

    def push(self, move: MorrisMove) -> None:
        """Play `move`, which must be legal."""
        black, white = self.stones
        self._past.append((black, white, *self.hand, self.quiet))  # type: ignore[arg-type]
        quiet = self.quiet + 1
        own = self.stones[self.turn] | 1 << move.target
        if move.origin is None:
            self.hand[self.turn] -= 1
            quiet = 0
        else:
            own &= ~(1 << move.origin)
        self.stones[self.turn] = own
        for taken in move.removed:
            self.stones[not self.turn] &= ~(1 << taken)
            quiet = 0
        self.quiet = quiet
        self.number += not self.turn
        self.turn = not self.turn
        self.move_stack.append(move)

    def pop(self) -> MorrisMove:
        black, white, in_black_hand, in_white_hand, self.quiet = self._past.pop()
        self.stones[:] = black, white
        self.hand[:] = in_black_hand, in_white_hand
        self.turn = not self.turn
        self.number -= not self.turn
        return self.move_stack.pop()

    def copy(self) -> Self:
        """Return an independent copy, including the history."""
        other = type(self)(self.variant)
        other.turn, other.quiet, other.number = self.turn, self.quiet, self.number
        other.stones, other.hand = self.stones.copy(), self.hand.copy()
        other.move_stack, other._past = self.move_stack.copy(), self._past.copy()
        return other

    def ply(self) -> int:
        """Return the number of plies since the game's first move, from the move counter."""
        return 2 * (self.number - 1) + (not self.turn)

    def text(self, move: MorrisMove) -> str:
        """Return `move` as text, with the names of this board's points."""
        return move.text(self.lines.names)

    def fen(self) -> str:
        """Return the position as one line of text; see `positions.board_from_text`."""
        letters = iter(map(self._letter, range(self.lines.points)))
        parts = "/".join("".join(islice(letters, part.points)) for part in self.lines.parts)
        black, white = self.hand
        return f"{parts} {'w' if self.turn else 'b'} {white} {black} {self.quiet} {self.number}"

    def is_repetition(self, count: int) -> bool:
        """Return whether the position, with the side to move, has come up `count` times or more."""
        if self.quiet < 4 * (count - 1):
            return False
        now = tuple(self.stones)
        # No placement or removal for `quiet` plies: the hands are the same as now.
        span = min(self.quiet, len(self._past))
        seen = sum(self._past[-back][:2] == now for back in range(2, span + 1, 2))
        return seen + 1 >= count

    def __eq__(self, other: object) -> bool:
        """Return whether `other` is the same position with the same counters."""
        return (
            isinstance(other, MorrisBoard)
            and self.variant == other.variant
            and self.fen() == other.fen()
        )

    __hash__ = None  # type: ignore[assignment] # a board changes

    def __str__(self) -> str:
        """The board drawn in letters, White's W and Black's B."""
        letters = {name: self._letter(number) for number, name in enumerate(self.lines.names)}
        drawn = _ROWS[self.variant.board].format(**letters)
        side = "White" if self.turn else "Black"
        hands = f"in hand: White {self.hand[True]}, Black {self.hand[False]}"
        return f"{drawn}\n{side} is {self.phase(self.turn).value}; {hands}"

    def __repr__(self) -> str:
        return f"MorrisBoard({self.fen()!r}, {self.variant.name})"

    def _letter(self, point: int) -> str:
        black, white = self.stones
        return "W" if white >> point & 1 else "B" if black >> point & 1 else "."

    def _removable(self, stones: int) -> int:
        return stones & ~self.lines.in_mills(stones) or stones

    def _add_moves(
        self, moves: list[MorrisMove], origin: int | None, own: int, targets: int
    ) -> None:
        """Add the turns from `origin` to each of `targets`; `own` is without the moving stone."""
        mills_at = self.lines.mills_at
        for target in points_in(targets):
            mills = 0
            for rest in mills_at[target]:
                if rest & own == rest:
                    mills += 1
            if not mills or self.variant.mill_wins:
                moves.append(MorrisMove(origin, target))
            else:
                moves.extend(MorrisMove(origin, target, taken) for taken in self._takings(mills))

    def _takings(self, mills: int) -> list[tuple[int, ...]]:
        """Return the sets of stones that a turn closing `mills` mills may take; [()] if none."""
        theirs = self.stones[not self.turn]
        if mills == 1 or self.variant.removals is Removals.ONE or theirs.bit_count() < 2:
            return [(point,) for point in points_in(self._removable(theirs))] or [()]
        # The second stone is protected or not after the first has gone; a third mill closed at
        # once, possible with diagonals, takes no third stone.
        pairs = {
            (min(first, second), max(first, second))
            for first in points_in(self._removable(theirs))
            for second in points_in(self._removable(theirs ^ 1 << first))
        }
        return sorted(pairs)


_ROWS_WITH_DIAGONALS = """\
7 {a7}-----------{d7}-----------{g7}
  | \\         |         / |
6 |   {b6}-------{d6}-------{f6}   |
  |   | \\     |     / |   |
5 |   |   {c5}---{d5}---{e5}   |   |
  |   |   |       |   |   |
4 {a4}---{b4}---{c4}       {e4}---{f4}---{g4}
  |   |   |       |   |   |
3 |   |   {c3}---{d3}---{e3}   |   |
  |   | /     |     \\ |   |
2 |   {b2}-------{d2}-------{f2}   |
  | /         |         \\ |
1 {a1}-----------{d1}-----------{g1}
  a   b   c   d   e   f   g"""
_ROWS = {
    "three rings": _ROWS_WITH_DIAGONALS.translate({ord(stroke): " " for stroke in "/\\"}),
    "three rings with diagonals": _ROWS_WITH_DIAGONALS,
    "two rings": """\
5 {a5}-------{c5}-------{e5}
  |       |       |
4 |   {b4}---{c4}---{d4}   |
  |   |       |   |
3 {a3}---{b3}       {d3}---{e3}
  |   |       |   |
2 |   {b2}---{c2}---{d2}   |
  |       |       |
1 {a1}-------{c1}-------{e1}
  a   b   c   d   e""",
    "nine points": """\
3 {a3}---{b3}---{c3}
  | \\ | / |
2 {a2}---{b2}---{c2}
  | / | \\ |
1 {a1}---{b1}---{c1}
  a   b   c""",
}
