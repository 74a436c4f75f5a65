"""Morris for the searches; a side's mills are computed only when its stones change."""

import random
from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import NamedTuple, cast

from millmate.games.board import Board, Move
from millmate.games.morris.board import FEWEST, MorrisBoard, MorrisMove, Phase
from millmate.games.morris.points import Lines, points_in
from millmate.games.morris.rules import MORRIS, MorrisRules
from millmate.games.morris.symmetry import (
    RING_SYMMETRIES,
    Symmetry,
    inverse,
    move_image,
    symmetries_of,
)
from millmate.search.game import Changes, Feature, Image, Slot

# --- A simple evaluation of morris: stones, mills, and mills that one move would close ------------
# The weights are those that worked best in a students' tournament.

UNIT = 100  # a weight of one, in hundredths


class Weights(NamedTuple):
    """Weights of a side's stones on the board and in hand, its mills and its chances of a mill."""

    stone: int = 3
    in_hand: int = 3
    mill: int = 2
    chance: int = 1


_USUAL = Weights()


class MorrisEvaluation:
    """A side's weighted sum minus that of the opponent."""

    def __init__(self, weights: Weights = _USUAL) -> None:
        self.weights = weights

    def __call__(self, board: Board) -> int:
        """Return the evaluation of `board` for the side to move, in hundredths of a weight."""
        position = cast(MorrisBoard, board)
        own, other = position.turn, not position.turn
        return UNIT * (self._side(position, own) - self._side(position, other))

    def _side(self, board: MorrisBoard, colour: bool) -> int:
        stones = board.stones[colour]
        mills = sum(stones & mill == mill for mill in board.variant.lines.mills)
        return (
            self.weights.stone * stones.bit_count()
            + self.weights.in_hand * board.hand[colour]
            + self.weights.mill * mills
            + self.weights.chance * chances(board, colour)
        )


def chances(board: MorrisBoard, colour: bool) -> int:
    """Return how many mills `colour` could close if it were to move.

    Two of the three stones are in place, the third point is free, and a stone can get there: from
    hand, from a neighbouring point outside the mill, or by flying from anywhere outside it.
    """
    stones, free = board.stones[colour], board.free
    lines, anywhere = board.variant.lines, board.phase(colour) is not Phase.MOVING
    found = 0
    for mill in lines.mills:
        gap = mill & free
        if gap.bit_count() != 1 or (stones & mill) | gap != mill:
            continue
        near = lines.neighbours[points_in(gap)[0]]
        found += anywhere or bool(stones & ~mill & near)
    return found


evaluate = MorrisEvaluation()


_WORD = (1 << 64) - 1
_TWO_CYCLES = 8  # plies until a position can occur for the third time
# Features: a black stone on one of 24 points, a white one, a number of stones in a side's hand.
_POINTS, _HANDS = 24, 16
_FEATURES = 2 * _POINTS + 2 * _HANDS
# The most stones on the board with which images are used: with more, lines hardly ever lead to an
# image, and looking for it takes longer than it saves.
_FEW = 6


class MorrisSearchGame:
    """Morris in one of its variants.

    A position's images are its symmetric ones, 16 on three rings or 48 with both sides flying,
    each with or without players exchanged: the side to move counts as White. Early in the placing
    phase, and with both sides flying, one image represents all.
    """

    def __init__(
        self, rules: MorrisRules = MORRIS, evaluation: MorrisEvaluation = evaluate
    ) -> None:
        self.rules = rules
        self.evaluate = evaluation
        lines = rules.variant.lines
        self._lines, self._all = lines, len(_every_image(lines))
        self._always = len(symmetries_of(lines))
        self._packed = _keys(lines)
        self.keys = {
            turn: tuple(words & _WORD for words in packed) for turn, packed in self._packed.items()
        }

    def incremental_evaluation(self, board: Board) -> "IncrementalMills":
        """Return an evaluation of `board` that is updated move by move."""
        return IncrementalMills(cast(MorrisBoard, board), self.evaluate.weights)

    def end(self, board: Board) -> int | None:
        """Return 1, 0 or -1 if the side to move has won, drawn or lost; None during the game."""
        position = cast(MorrisBoard, board)
        for side, sign in ((position.turn, -1), (not position.turn, 1)):
            if position.has_lost(side):
                return sign
        if not position.has_moves():
            return -1 if position.free else 0
        quiet = position.quiet
        if quiet >= _TWO_CYCLES and position.is_repetition(3):
            return 0
        return 0 if quiet and quiet >= position.variant.claimed_after else None

    def reversible_plies(self, board: Board) -> int:
        """Return the number of plies since the last mill or placement."""
        return cast(MorrisBoard, board).quiet

    def claimed_after(self, board: Board) -> int:
        """Return the maximum number of quiet plies."""
        return cast(MorrisBoard, board).variant.claimed_after

    def features(self, board: Board) -> tuple[Feature, ...]:
        """Return the stones on their points and the numbers of stones in hand."""
        position = cast(MorrisBoard, board)
        stones = (
            _stone(side, point)
            for side in (False, True)
            for point in points_in(position.stones[side])
        )
        return (*stones, *(_hand(side, position.hand[side]) for side in (False, True)))

    def changes(self, board: Board, move: Move) -> Changes:
        """Return the stones that `move` removes and those that it adds."""
        position, played = cast(MorrisBoard, board), cast(MorrisMove, move)
        turn = position.turn
        own, other = (_POINTS, 0) if turn else (0, _POINTS)  # the first feature of a side's stones
        added, removed = own + played.target, [other + point for point in played.removed]
        if played.origin is not None:
            return Changes((*removed, own + played.origin), (added,))
        hand = _hand(turn, position.hand[turn])
        return Changes((*removed, hand), (added, hand - 1))

    def state(self, board: Board) -> int:
        """Return 0: a position has only stones and hands."""
        return 0

    def transposition_distance(self, board: Board) -> int:
        """Return 1 for symmetric moves; without images 3: a move, the reply, and another move."""
        return 1 if _few(cast(MorrisBoard, board)) else 3

    def slot(self, board: Board, key: int) -> Slot:
        """Return the slot of the image with the least hash if there are few stones."""
        position = cast(MorrisBoard, board)
        if not _few(position):
            return Slot(key, 0)
        packed, keys = 0, self._packed[position.turn]
        for feature in self.features(position):
            packed ^= keys[feature]
        words = memoryview(packed.to_bytes(8 * self._all, "little")).cast("Q").tolist()
        least = min(words[: self._images(position)])
        return Slot(least, words.index(least))

    def mover_image(self, board: Board) -> Image:
        """Return 0: exchanging the players does not change moves."""
        return 0

    def transform_moves(self, moves: tuple[Move, ...], image: Image, to: Image) -> tuple[Move, ...]:
        """Return `moves` mapped by the symmetry `image` and then by the inverse of `to`."""
        if image == to:
            return moves
        symmetry = _between(self._lines, image, to)
        return tuple(move_image(symmetry, move) for move in moves)

    def split_moves(self, board: Board) -> tuple[list[Move], list[Move]]:
        """Return the moves that close mills, and the others."""
        position = cast(MorrisBoard, board)
        moves = position.legal_moves
        if position.variant.mill_wins:
            closing = [move for move in moves if position.closes_mill(move.origin, move.target)]
        else:
            closing = [move for move in moves if move.removed]
        if not closing:
            return [], moves
        found = set(closing)
        return closing, [move for move in moves if move not in found]

    def _images(self, position: MorrisBoard) -> int:
        """Return how many symmetries preserve the game from `position` on."""
        black, white = position.stones
        if black.bit_count() != FEWEST or white.bit_count() != FEWEST:
            return self._always
        flying = all(position.phase(side) is Phase.FLYING for side in (True, False))
        return self._all if flying else self._always


class Pattern(NamedTuple):
    """A side's stones: their number, mills, and the points where one more would close a mill.

    Each mask contains the points that complete a mill in its own direction, occupied or not:
    `placed` if a stone can get there from anywhere, `moved` from a neighbouring point. At most
    four mills go through a point.
    """

    stones: int
    mills: int
    placed: tuple[int, int, int, int]
    moved: tuple[int, int, int, int]


class IncrementalMills:
    """An evaluation that caches the pattern of each side's stones.

    A move changes the stones of one side, and in a search the same stones occur again and again,
    so each pattern is computed once and cached. Moves need not be taken back.
    """

    def __init__(self, board: MorrisBoard, weights: Weights) -> None:
        self._weights = weights
        self._pattern = _patterns(board.variant.lines)

    def push(self, board: Board, move: Move) -> None:
        """Do nothing: `value` looks the stones up."""

    def pop(self) -> None:
        """Do nothing: `value` looks the stones up."""

    def value(self, board: Board) -> int:
        """Return the evaluation for the side to move."""
        position = cast(MorrisBoard, board)
        own, free = position.turn, position.free
        return UNIT * (self._side(position, own, free) - self._side(position, not own, free))

    def _side(self, board: MorrisBoard, colour: bool, free: int) -> int:
        number, mills, placed, moved = self._pattern(board.stones[colour])
        hand = board.hand[colour]
        flying = number == FEWEST and board.variant.flying
        corner, other, side, spoke = placed if hand or flying else moved
        chances = (
            (corner & free).bit_count()
            + (other & free).bit_count()
            + (side & free).bit_count()
            + (spoke & free).bit_count()
        )
        stone, in_hand, mill, chance = self._weights
        return stone * number + in_hand * hand + mill * mills + chance * chances


_CORNERS, _MIDDLES = 0x555555, 0xAAAAAA
_FIRST, _LAST = 0x010101, 0x808080  # of each ring


@cache
def _patterns(lines: Lines) -> Callable[[int], Pattern]:
    """Return `pattern` for a board with `lines`, with a cache."""
    found = pattern if lines.rings == 3 else small_pattern
    return lru_cache(maxsize=1 << 16)(partial(found, lines))


def small_pattern(lines: Lines, stones: int) -> Pattern:
    """Return the pattern of `stones` on any board, point by point."""
    placed, moved = [0] * 4, [0] * 4
    for point, mills in enumerate(lines.mills_at):
        for which, rest in enumerate(mills):
            if rest & stones == rest:
                placed[which] |= 1 << point
                if lines.neighbours[point] & stones & ~rest:
                    moved[which] |= 1 << point
    closed = sum(stones & mill == mill for mill in lines.mills)
    return Pattern(stones.bit_count(), closed, _four(placed), _four(moved))


def _four(masks: list[int]) -> tuple[int, int, int, int]:
    first, second, third, fourth = masks
    return first, second, third, fourth


def pattern(lines: Lines, stones: int) -> Pattern:
    """Return the pattern of `stones` on three rings, for all points at once.

    Rings are rotated by one or two points so that neighbours coincide.
    """
    after, before = _turned_back(stones), _turned_on(stones)  # stones one point ahead, one behind
    second, last = _turned_back(after), _turned_on(before)
    outer, middle, inner = stones & 255, stones >> 8 & 255, stones >> 16
    spokes = lines.spokes
    beside = middle & spokes | ((outer | inner) & spokes) << 8 | (middle & spokes) << 16
    forward = after & second & _CORNERS
    backward = before & last & _CORNERS
    side = before & after & _MIDDLES
    spoke = (middle & inner | (outer & inner) << 8 | (outer & middle) << 16) & spokes * _FIRST
    return Pattern(
        stones.bit_count(),
        (stones & side).bit_count() + (outer & middle & inner & spokes).bit_count(),
        (forward, backward, side, spoke),
        (
            forward & (before | beside),
            backward & (after | beside),
            side & beside,
            spoke & (before | after),
        ),
    )


def _turned_on(stones: int) -> int:
    """Return `stones`, each moved one point clockwise."""
    return (stones & ~_LAST) << 1 | (stones & _LAST) >> 7


def _turned_back(stones: int) -> int:
    return (stones & ~_FIRST) >> 1 | (stones & _FIRST) << 7


def _few(board: MorrisBoard) -> bool:
    """Return whether there are few enough stones to look for images."""
    black, white = board.stones
    return (black | white).bit_count() <= _FEW


def _stone(side: bool, point: int) -> Feature:
    return _POINTS + point if side else point


def _hand(side: bool, number: int) -> Feature:
    return 2 * _POINTS + _HANDS * side + number


@cache
def _every_image(lines: Lines) -> tuple[Symmetry, ...]:
    """Return the symmetries of all positions, then those of two flying sides."""
    always = symmetries_of(lines)
    flying = RING_SYMMETRIES if lines.rings == 3 else ()
    return (*always, *(symmetry for symmetry in flying if symmetry not in always))


@cache
def _between(lines: Lines, image: Image, to: Image) -> Symmetry:
    images = _every_image(lines)
    back = inverse(images[to])
    return tuple(back[point] for point in images[image])


@cache
def _keys(lines: Lines) -> dict[bool, tuple[int, ...]]:
    """Return the packed words by feature, for White to move and for Black."""
    rng = random.Random(1970)
    words = [rng.getrandbits(64) for _ in range(_FEATURES)]
    return {
        turn: tuple(_packed(lines, words, feature, turn) for feature in range(_FEATURES))
        for turn in (True, False)
    }


def _packed(lines: Lines, words: list[int], feature: Feature, turn: bool) -> int:
    """Return the words of all images of `feature`, that of the identity lowest."""
    images = _every_image(lines)
    if feature >= 2 * _POINTS:
        side, number = divmod(feature - 2 * _POINTS, _HANDS)
        seen = words[_hand(bool(side) is turn, number)]
        return sum(seen << 64 * image for image in range(len(images)))
    side, point = divmod(feature, _POINTS)
    if point >= lines.points:
        return 0
    return sum(
        words[_stone(bool(side) is turn, symmetry[point])] << 64 * image
        for image, symmetry in enumerate(images)
    )
