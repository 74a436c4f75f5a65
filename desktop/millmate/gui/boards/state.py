"""Everything a board shows, as one frozen value, and pure functions on it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import chess

from millmate.gui.boards.overlays import Arrow
from millmate.pictures.value_marks import PlaceValue

# Origin -> target -> the texts of the moves between them: several where more is to be chosen.
Destinations = Mapping[int, Mapping[int, tuple[str, ...]]]

_PROMOTION_ORDER = "qnrb"  # queen first; the knight next, being the other common choice


# The stamp that removes pieces; other stamps are the symbols of pieces.
ERASER = "x"


@dataclass(frozen=True, slots=True)
class Carried:
    """A piece that is being dragged."""

    symbol: str
    origin: int | None  # the square it left; None when it comes from the palette
    over: int | None = None  # the square under the mouse; None off the board


@dataclass(frozen=True, slots=True)
class Promotion:
    """A choice between moves that differ in the piece a pawn becomes."""

    origin: int
    target: int
    moves: tuple[str, ...]
    focus: int = 0  # which of `moves` the keyboard or the mouse points at
    dragged: bool = False  # the pawn was dragged to its target, so it need not travel again

    @property
    def squares(self) -> list[int]:
        """The squares of the choices in a column, the first on the promotion square."""
        down = -8 if self.target >> 3 == 7 else 8
        return [self.target + down * i for i in range(len(self.moves))]

    @property
    def letters(self) -> list[str]:
        """The letters of the pieces to choose from, lower case."""
        return [move[4:] for move in self.moves]


@dataclass(frozen=True, slots=True)
class BoardMap:
    """What the position would be worth with the man of `place` elsewhere.

    Empty places without a value are those where it cannot stand.
    """

    place: int
    values: Mapping[int, PlaceValue]


@dataclass(frozen=True, slots=True)
class BoardState:
    """The position on a board, the moves allowed, and the interaction in progress."""

    # the position
    pieces: Mapping[int, str] = field(default_factory=dict)  # square -> symbol
    faults: frozenset[int] = frozenset()  # squares that keep the position from being played
    square_map: BoardMap | None = None
    arrows: tuple[Arrow, ...] = ()  # drawn over the pieces, the first on top
    drawings: tuple[Arrow, ...] = ()  # above those, from the game's annotations
    # what is allowed
    destinations: Destinations = field(default_factory=dict)
    values: Mapping[str, PlaceValue] = field(default_factory=dict)  # move -> what it is worth
    interactive: bool = True  # False: the board is read-only
    editing: bool = False  # True: any piece may go anywhere
    stamp: str | None = None  # while editing: the symbol (or ERASER) that a click places
    # the interaction
    selected: int | None = None
    hovered: int | None = None  # the square under the mouse
    cursor: int | None = None  # the square of the keyboard cursor, None when it is off
    carried: Carried | None = None

    @property
    def all_arrows(self) -> tuple[Arrow, ...]:
        """All arrows, the first on top; drawings belong to a game and are hidden while editing."""
        return self.arrows if self.editing else (*self.drawings, *self.arrows)


@dataclass(frozen=True, slots=True)
class ChessState(BoardState):
    """A chessboard; pieces are the letters of a FEN."""

    last_move: tuple[int, int] | None = None  # squares left and reached
    check: int | None = None  # square of the king in check
    promotion: Promotion | None = None


def pieces_of(fen: str) -> dict[int, str]:
    board = chess.BaseBoard(fen.split(maxsplit=1)[0])
    return {square: piece.symbol() for square, piece in board.piece_map().items()}


def destinations_of(moves: Iterable[str]) -> Destinations:
    """Group UCI moves by their squares, queen promotions first."""
    ordered = sorted(moves, key=lambda move: _PROMOTION_ORDER.find(move[4:]))
    square = chess.SQUARE_NAMES.index
    return grouped((square(move[:2]), square(move[2:4]), move) for move in ordered)


def grouped(moves: Iterable[tuple[int, int, str]]) -> Destinations:
    """Group moves by origin and target."""
    found: dict[int, dict[int, tuple[str, ...]]] = {}
    for origin, target, move in moves:
        several = found.setdefault(origin, {})
        several[target] = (*several.get(target, ()), move)
    return found


def moves_between(state: BoardState, origin: int, target: int) -> tuple[str, ...]:
    """Return the moves from `origin` to `target`; () if there are none.

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
    """Return the squares where the selected or dragged piece may go."""
    if state.editing:
        return ()
    origin = held_from(state)
    return () if origin is None else tuple(state.destinations.get(origin, {}))


def value_of(state: BoardState, moves: Iterable[str]) -> PlaceValue | None:
    """Return the value of the best of `moves`; `state.values` has better moves first."""
    wanted = set(moves)
    return next((value for move, value in state.values.items() if move in wanted), None)


def target_value(state: BoardState, target: int) -> PlaceValue | None:
    """Return what it is worth to bring the selected or dragged piece to `target`."""
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


def moved(pieces: Mapping[int, str], move: str) -> dict[int, str]:
    """Return `pieces` after `move`, without captures off its path or a castling rook."""
    after = dict(pieces)
    symbol = after.pop(chess.parse_square(move[:2]))
    if move[4:]:
        symbol = move[4:].upper() if symbol.isupper() else move[4:]
    after[chess.parse_square(move[2:4])] = symbol
    return after


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
