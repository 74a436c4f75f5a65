"""Everything a board shows, as one frozen value, and pure functions on it."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from millmate.games.morris.points import PLAIN, Lines
from millmate.pictures.landscape import Landscape
from millmate.pictures.value_marks import PlaceValue

# Origin -> target -> the texts of the moves between them: several where more is to be chosen.
Destinations = Mapping[int, Mapping[int, tuple[str, ...]]]

# The stamp that removes pieces; other stamps are the symbols of pieces.
ERASER = "x"

ADVICE = "#1f6fae"  # a move that a search recommends; no other mark has this colour
LOSS = "#b5352a"  # a piece or stone that is taken


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow from `origin` to `target`; with no origin, a ring round `target`.

    `strength`, from 0 to 1, sets its width and opacity; `colour` is `#rrggbb`. A `crossed` ring
    marks a loss for those who cannot see its colour.
    """

    origin: int | None
    target: int
    strength: float = 1.0
    colour: str = ADVICE
    crossed: bool = False


@dataclass(frozen=True, slots=True)
class Carried:
    """A piece that is being dragged."""

    symbol: str
    origin: int | None  # the square it left; None when it comes from the palette
    over: int | None = None  # the square under the mouse; None off the board


@dataclass(frozen=True, slots=True)
class Turn:
    """A move in places: its origin (a tray for a placed stone), its target, the stones it takes."""

    origin: int
    target: int
    removed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that waits: for the piece a pawn becomes, or the stones that a mill takes.

    `moves` are those still possible, `before` the board before the move.
    """

    origin: int
    target: int
    moves: tuple[str, ...]
    before: "BoardState"
    dragged: bool = False  # the pawn was dragged to its target, so it need not travel again
    focus: int = 0  # which of the promotions the keyboard points at
    taken: tuple[int, ...] = ()  # stones chosen so far


@dataclass(frozen=True, slots=True)
class BoardState:
    """The position on a board, the moves allowed, and the interaction in progress.

    A morris board also has `lines`, `wells` for stones in each tray, and stones in `hands`, by
    their trays; `pieces` holds one for each tray that is not empty.
    """

    # the position
    pieces: Mapping[int, str] = field(default_factory=dict)  # square -> symbol
    hands: Mapping[int, int] = field(default_factory=dict)
    last: Turn | None = None
    check: int | None = None  # square of the king in check
    lines: Lines = PLAIN
    wells: int = 9
    faults: frozenset[int] = frozenset()  # squares that keep the position from being played
    square_map: Landscape | None = None
    arrows: tuple[Arrow, ...] = ()  # drawn over the pieces, the first on top
    drawings: tuple[Arrow, ...] = ()  # above those, from the game's annotations
    # the moves allowed
    mover: bool = True  # the side whose moves are allowed
    destinations: Destinations = field(default_factory=dict)
    values: Mapping[str, PlaceValue] = field(default_factory=dict)  # move -> its value
    interactive: bool = True  # False: the board is read-only
    editing: bool = False  # True: any piece can be moved anywhere
    stamp: str | None = None  # while editing: the symbol (or ERASER) that a click places
    # the interaction
    selected: int | None = None
    hovered: int | None = None  # the square under the mouse
    cursor: int | None = None  # the square of the keyboard cursor, None when it is off
    carried: Carried | None = None
    choice: Choice | None = None

    @property
    def all_arrows(self) -> tuple[Arrow, ...]:
        """All arrows, the first on top; drawings belong to a game and are hidden while editing."""
        return self.arrows if self.editing else (*self.drawings, *self.arrows)


EMPTY = BoardState()


def grouped(moves: Iterable[tuple[Turn, str]]) -> Destinations:
    """Group moves by origin and target."""
    found: dict[int, dict[int, tuple[str, ...]]] = {}
    for turn, move in moves:
        several = found.setdefault(turn.origin, {})
        several[turn.target] = (*several.get(turn.target, ()), move)
    return found


def moves_between(state: BoardState, origin: int, target: int) -> tuple[str, ...]:
    """Return the moves from `origin` to `target`; () without any.

    A king dragged onto its own rook castles; in Chess960 also one dragged to its new square.
    """
    targets = state.destinations.get(origin, {})
    return targets.get(target) or _castling(state, origin, target)


def _castling(state: BoardState, king: int, target: int) -> tuple[str, ...]:
    own_rook = {"K": "R", "k": "r"}.get(state.pieces.get(king, ""))
    if own_rook is None or king >> 3 != target >> 3:
        return ()
    known = state.destinations.get(king, {})
    if state.pieces.get(target) == own_rook:
        beyond = king + (2 if target > king else -2)
        return () if beyond in state.pieces else known.get(beyond, ())
    for rook, moves in known.items():
        if state.pieces.get(rook) == own_rook and target & 7 == (6 if rook > king else 2):
            return moves
    return ()


def held_from(state: BoardState) -> int | None:
    """Return the square of the piece that is dragged, or else selected."""
    return state.selected if state.carried is None else state.carried.origin


def targets(state: BoardState) -> tuple[int, ...]:
    """Return the squares where the selected or dragged piece can go."""
    if state.editing:
        return ()
    origin = held_from(state)
    return () if origin is None else tuple(state.destinations.get(origin, {}))


def value_of(state: BoardState, moves: Iterable[str]) -> PlaceValue | None:
    """Return the value of the best of `moves`; `state.values` has better moves first."""
    if not state.values:
        return None
    wanted = set(moves)
    return next((value for move, value in state.values.items() if move in wanted), None)


def target_value(state: BoardState, target: int) -> PlaceValue | None:
    """Return the value of moving the selected or dragged piece to `target`."""
    origin = held_from(state)
    moves = () if origin is None else state.destinations.get(origin, {}).get(target, ())
    return value_of(state, moves)


def chooses(state: BoardState, place: int | None) -> bool:
    """Return whether a press on `place` chooses the man there, rather than making a move."""
    if place is None or place not in state.pieces or state.stamp is not None:
        return False
    selected = state.selected
    return state.editing or selected is None or not moves_between(state, selected, place)


def may_lift(state: BoardState, square: int | None) -> bool:
    """Return whether the piece on `square` can be picked up."""
    if square is None or not state.interactive:
        return False
    if state.editing:
        return square in state.pieces
    return square in state.destinations


def pointed_at(state: BoardState, aims: Collection[int] = ()) -> int | None:
    """Return the square to mark because a press, or a drop on one of `aims`, would do something."""
    if state.carried is not None:
        return state.carried.over if state.editing or state.carried.over in aims else None
    lively = (state.editing and state.stamp is not None) or may_lift(state, state.hovered)
    return state.hovered if lively or state.hovered in aims else None


def changed_squares(
    before: BoardState, after: BoardState, changed: Iterable[str]
) -> set[int] | None:
    """Return the squares to repaint when only the fields `changed` have; None means all.

    Only a moving mouse, which is frequent, is repainted in part.
    """
    if set(changed) == {"hovered"}:
        pair = {before.hovered, after.hovered}
    elif set(changed) == {"carried"} and before.carried and after.carried:
        pair = {before.carried.over, after.carried.over}
    else:
        return None
    return {square for square in pair if square is not None}
