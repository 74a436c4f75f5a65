"""The positions reachable from a position: for each material, the placements of its pawns.

The kings and pieces of a position can go anywhere; its pawns only move forward. So a
position of many men whose pawns are blocked leads to few placements of pawns, and tables of these
alone can be built where tables of the whole material could not. Both sides keep their colours.

Tables need a bound on the pieces that promotions bring, and may have others, see `Bounds`: each
capture, for example, can free blocked pawns. Positions that exceed a bound are *outside*, and their
values are unknown. They count against one side, the one that the tables are *for*: the opponent
wins there, unless it has only its king left. So a win or a draw that the tables give that side is
guaranteed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import groupby
from operator import itemgetter

import chess

from millmate.errors import InputError
from millmate.games.chess.material import Material
from millmate.language import tr
from millmate.tablebase.layout import LOST, Layout, Part, Pawns, layout_of, mirrored

PROMOTIONS = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
MOST_PLACEMENTS = 500_000

_LETTERS = {kind: chess.piece_symbol(kind).upper() for kind in PROMOTIONS}
# Codes of the side to move: a draw; it mates in one move; it is mated.
_DRAWN, _WON, _MATED = 0, 1, LOST

# Both sides as in a material, and the pawns as in a slice: the smaller of two mirror images.
Placed = tuple[str, str, Pawns]


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far tables follow the game from a position, seen from the side that they are for.

    Attributes:
        pieces: The most pieces, without kings.
        captures: The most captured men of its opponent, None for any number.
        losses: The most captured men of its side, likewise.
        own: The python-chess types that its own pawns promote to.
        promotions: The types that pawns can promote to; if not all, this is a variant of chess.
        stays: The squares of pawns that neither move nor are captured.
    """

    pieces: int
    captures: int | None = None
    losses: int | None = None
    own: tuple[int, ...] = PROMOTIONS
    promotions: tuple[int, ...] = PROMOTIONS
    stays: tuple[int, ...] = ()

    @property
    def of_one_side(self) -> bool:
        """Whether what they hold depends on the side that tables are for."""
        return (self.captures, self.losses, self.own) != (None, None, PROMOTIONS)

    def hold(self, root: Material, material: Material, for_white: bool) -> bool:
        """Return whether a material reachable from `root` is within the bounds."""
        before, now = (root.white, root.black), (material.white, material.black)
        own, other = (0, 1) if for_white else (1, 0)
        return (
            material.men - 2 - sum(material.pawns) <= self.pieces
            and all(
                most is None or len(before[side]) - len(now[side]) <= most
                for side, most in ((other, self.captures), (own, self.losses))
            )
            and all(
                now[own].count(_LETTERS[kind]) <= before[own].count(_LETTERS[kind])
                for kind in PROMOTIONS
                if kind not in self.own
            )
        )


def _staying(root: Pawns, stays: tuple[int, ...]) -> Callable[[Pawns], bool]:
    """Return a test whether pawns reachable from `root`, or their mirror image, have stayed."""
    white, black = (frozenset(stays).intersection(side) for side in root)

    def stay(pawns: Pawns) -> bool:
        return any(
            white.issubset(image[0]) and black.issubset(image[1])
            for image in (pawns, mirrored(pawns))
        )

    return stay if stays else lambda pawns: True


class TooManyPlacementsError(InputError):
    """A position reaches more placements of pawns than tables are made for."""


@dataclass(frozen=True, eq=False)
class Reach(Part):
    """The positions that tables hold.

    Attributes:
        placements: The placements of pawns by material, ascending, of two mirror images one.
        whole: The canonical materials that whole tables have: these are not among `placements`.
        exits: The number of placements outside that moves lead to.
        for_white: The side that the tables are for.
        promotions: The python-chess types that pawns can promote to.
    """

    placements: Mapping[Material, tuple[Pawns, ...]]
    whole: frozenset[Material]
    exits: int
    for_white: bool
    promotions: tuple[int, ...] = PROMOTIONS

    @property
    def exact(self) -> bool:
        """Whether no move leads outside, so that values are those of the game itself."""
        return not self.exits

    @cached_property
    def layouts(self) -> dict[Material, PartLayout]:
        """The layouts of the tables."""
        return {material: PartLayout(material, self) for material in self.placements}

    def home(self, material: Material) -> tuple[Layout, bool] | None:
        """Return the table of a material, and whether its colours are exchanged there.

        Returns:
            The layout of a table of these placements, or else of the whole table; None outside.
        """
        if material in self.placements:
            return self.layouts[material], False
        if material.canonical() in self.whole or material.men == 2:
            return home_of(None, material)
        return None

    def below(self, material: Material) -> set[Material]:
        """Return the materials among `placements` that are one move away from one of them."""
        white, black = material.white, material.black
        found = {Material(own, other) for own, other in _one_move(white, black, self.promotions)}
        found |= {Material(other, own) for own, other in _one_move(black, white, self.promotions)}
        return found & self.placements.keys()

    def code_outside(self, turn: bool, can_win: bool) -> int:
        """Return the code of positions outside, with that side to move.

        `can_win` is whether the opponent of the side that the tables are for has more than a king.
        """
        if not can_win:
            return _DRAWN
        return _MATED if turn == self.for_white else _WON


@dataclass(frozen=True, eq=False)
class PartLayout(Layout):
    """The order of positions in a table of some placements of the pawns."""

    within: Reach
    has_far = False

    @cached_property
    def reach(self) -> Reach:
        return self.within

    @property
    def placements(self) -> tuple[Pawns, ...]:
        return self.within.placements[self.material]

    @cached_property
    def slices(self) -> int:
        return len(self.placements)


def home_of(reach: Part | None, material: Material) -> tuple[Layout, bool] | None:
    """Return the layout of a material's table, and whether its colours are exchanged there.

    Without `reach` the table is that of all placements; with it as in `Reach.home`.
    """
    if reach is not None:
        return reach.home(material)
    canonical = material.canonical()
    return layout_of(canonical), canonical != material


def home_of_men(
    reach: Part | None, men: Sequence[tuple[int, bool]]
) -> tuple[Layout, bool, list[int]] | None:
    """Return the table of both kings and some men, as `home_of` does, and the order of these there.

    `men` are kinds, as in python-chess, and whether they are White's. In a table the pieces of one
    side are followed by those of the other, the strongest first, and then by the pawns likewise.
    """
    letters = [(chess.piece_symbol(kind).upper(), own) for kind, own in sorted(men, reverse=True)]
    white, black = (
        "K" + "".join(each for each, own in letters if own == side) for side in chess.COLORS
    )
    found = home_of(reach, Material(white, black))
    if found is None:
        return None
    layout, swapped = found
    keys = [(kind == chess.PAWN, white == swapped, -kind) for kind, white in men]
    return layout, swapped, sorted(range(len(men)), key=keys.__getitem__)


def promotions_in(reach: Part | None) -> tuple[int, ...]:
    """Return the python-chess types that pawns can promote to."""
    return PROMOTIONS if reach is None else reach.promotions


# The search ---------------------------------------------------------------------------------------


def reach_of(
    board: chess.Board,
    for_white: bool,
    whole: Callable[[Material], bool],
    bounds: Bounds,
    most: int = MOST_PLACEMENTS,
) -> Reach:
    """Find the positions reachable from a position.

    Args:
        board: The position; only its men and pawns matter.
        for_white: The side that the tables are for.
        whole: Returns whether there is a whole table of a canonical material: it is not followed,
            unless it is that of `board`.
        bounds: The limits of the positions to follow.
        most: The greatest number of placements.

    Raises:
        TooManyPlacementsError: There are more.
    """
    root, stay = Material.of(board), _staying(pawns_of(board), bounds.stays)
    start = root.white, root.black, _once(pawns_of(board))
    found, fresh, outside = {start}, [start], set[Placed]()
    known: set[tuple[str, str]] = set()

    @cache
    def is_whole(white: str, black: str) -> bool:
        material = Material(white, black)
        # The root's own table needs placements where its pawns' moves lead.
        return material.men == 2 or (material != root and whole(material.canonical()))

    @cache
    def is_inside(white: str, black: str) -> bool:
        return bounds.hold(root, Material(white, black), for_white)

    while fresh:
        for after in leads_to(*fresh.pop(), bounds.promotions):
            if after in found:
                continue
            if is_whole(after[0], after[1]):
                known.add((after[0], after[1]))
            elif is_inside(after[0], after[1]) and stay(after[2]):
                found.add(after)
                fresh.append(after)
            else:
                outside.add(after)
        if len(found) > most:
            told = tr(
                "this position can lead to more than {most:,} pawn placements: allow fewer "
                "pieces, captures or losses, or play on until more is decided",
                most=most,
            )
            raise TooManyPlacementsError(told)
    behind = frozenset(Material(*sides).canonical() for sides in known if sides != ("K", "K"))
    groups = groupby(sorted(found), itemgetter(0, 1))
    placements = {Material(*sides): tuple(pawns for *_, pawns in group) for sides, group in groups}
    own = dict(sorted(placements.items()))
    return Reach(own, behind, len(outside), for_white, bounds.promotions)


def pawns_of(board: chess.Board) -> Pawns:
    """Return the squares of White's and of Black's pawns, ascending."""
    white, black = (tuple(board.pieces(chess.PAWN, side)) for side in chess.COLORS)
    return white, black


def _once(pawns: Pawns) -> Pawns:
    return min(pawns, mirrored(pawns))


def pushes(square: int, white: bool, taken: set[int]) -> Iterator[int]:
    """Yield the squares straight ahead that a pawn can go to, the pawns being on those `taken`."""
    step, home = (8, 1) if white else (-8, 6)
    for target in (square + step, square + 2 * step)[: 2 if square >> 3 == home else 1]:
        if target in taken:
            return
        yield target


def leads_to(
    white: str, black: str, pawns: Pawns, promotions: tuple[int, ...] = PROMOTIONS
) -> Iterator[Placed]:
    """Yield the men and pawns after captures and pawn moves, wherever kings and pieces are."""
    for own, other, mine, theirs in _Side(white, black, *pawns, True, promotions).moves():
        yield own, other, _once((mine, theirs))
    for own, other, mine, theirs in _Side(black, white, *pawns[::-1], False, promotions).moves():
        yield other, own, _once((theirs, mine))


def replies_en_passant(white: str, black: str, pawns: Pawns) -> Iterator[Placed]:
    """Yield the men and pawns after each double push and a capture en passant in reply."""
    for pushing, mine, theirs in ((True, *pawns), (False, *pawns[::-1])):
        men = (_less(white, "P"), black) if pushing else (white, _less(black, "P"))
        for square in mine:
            pushed = list(pushes(square, pushing, {*mine, *theirs}))
            for taker in theirs if len(pushed) == 2 else ():
                if abs(taker - pushed[1]) == 1 and taker >> 3 == pushed[1] >> 3:
                    taken = tuple(sorted((*_except(theirs, taker), pushed[0])))
                    after = _except(mine, square), taken
                    yield *men, _once(after if pushing else after[::-1])


def _one_move(own: str, other: str, promotions: tuple[int, ...]) -> Iterator[tuple[str, str]]:
    """Yield the men of both sides after captures and promotions of one."""
    for man in set(other) - {"K"}:
        yield own, _less(other, man)
    if "P" in own:
        for letter in [_LETTERS[kind] for kind in promotions]:
            promoted = _more(_less(own, "P"), letter)
            yield promoted, other
            for piece in set(other) - {"K", "P"}:
                yield promoted, _less(other, piece)


Sides = tuple[str, str, tuple[int, ...], tuple[int, ...]]  # as the first four of `_Side`


@dataclass(frozen=True, slots=True)
class _Side:
    """The men of the side to move and of the other, as in materials, and their pawns."""

    own: str
    other: str
    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    white: bool
    promotions: tuple[int, ...]

    def moves(self) -> Iterator[Sides]:
        """Yield the men and pawns after captures by kings and pieces, and after pawns' moves."""
        for piece in set(self.other) - {"K", "P"}:
            yield self.own, _less(self.other, piece), self.mine, self.theirs
        for square in self.theirs:
            yield self.own, _less(self.other, "P"), self.mine, _except(self.theirs, square)
        for square in self.mine:
            for target in pushes(square, self.white, {*self.mine, *self.theirs}):
                yield from self._arrived(square, target, self.other, self.theirs)
            yield from self._captures(square)

    def _captures(self, square: int) -> Iterator[Sides]:
        step = 8 if self.white else -8
        ahead = square + step
        for target in (ahead - 1, ahead + 1):
            if target >> 3 != ahead >> 3 or target in self.mine:
                continue
            if target in self.theirs:
                left = _except(self.theirs, target)
                yield from self._arrived(square, target, _less(self.other, "P"), left)
                continue
            for piece in set(self.other) - {"K", "P"}:
                yield from self._arrived(square, target, _less(self.other, piece), self.theirs)
            passed = target - step
            if passed in self.theirs and target >> 3 == (5 if self.white else 2):
                left = _except(self.theirs, passed)
                yield from self._arrived(square, target, _less(self.other, "P"), left)

    def _arrived(
        self, square: int, target: int, other: str, theirs: tuple[int, ...]
    ) -> Iterator[Sides]:
        left = _except(self.mine, square)
        if 8 <= target < 56:
            yield self.own, other, tuple(sorted((*left, target))), theirs
            return
        for kind in self.promotions:
            yield _more(_less(self.own, "P"), _LETTERS[kind]), other, left, theirs


@lru_cache(maxsize=4096)
def _less(men: str, letter: str) -> str:
    return men.replace(letter, "", 1)


@lru_cache(maxsize=4096)
def _more(men: str, letter: str) -> str:
    return "".join(sorted(men + letter, key="KQRBNP".index))


def _except(squares: tuple[int, ...], square: int) -> tuple[int, ...]:
    return tuple([each for each in squares if each != square])
