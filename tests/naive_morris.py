"""Slow, obvious references for morris: points are coordinates, lines come from the drawing.

A point is (x, y) with the board's centre at (0, 0): the outer ring at distance 3, the inner at 1.
"""

from collections.abc import Iterator
from itertools import combinations, permutations

from millmate.games.morris.board import MorrisBoard, MorrisMove
from millmate.games.morris.points import POINTS
from millmate.games.morris.variants import Removals

Place = tuple[int, int]
Stones = frozenset[Place]

PLACES = [
    (x, y)
    for x in range(-3, 4)
    for y in range(-3, 4)
    if (x or y) and (abs(x) == abs(y) or not x or not y)
]


def name(place: Place) -> str:
    return "abcdefg"[place[0] + 3] + str(place[1] + 4)


def place(number: int) -> Place:
    """Return the coordinates of the point with this number."""
    letter, digit = POINTS[number]
    return "abcdefg".index(letter) - 3, int(digit) - 4


def lines(diagonals: bool) -> list[list[Place]]:
    """Return the three places of every line, in order: each is a mill."""
    found = []
    for c in range(-3, 4):
        found += [[p for p in PLACES if p[0] == c], sorted(p for p in PLACES if p[1] == c)]
    if diagonals:
        found += [[p for p in PLACES if p[0] == p[1]], [p for p in PLACES if p[0] == -p[1]]]
    # Lines through the centre are two: nothing goes through it.
    halves = [line for long in found for line in (long[: len(long) - 3], long[-3:]) if line]
    assert all(len(line) == 3 for line in halves)
    return halves


def joined(first: Place, second: Place, diagonals: bool) -> bool:
    return any(
        {first, second} in ({line[0], line[1]}, {line[1], line[2]}) for line in lines(diagonals)
    )


def in_mill(one: Place, stones: Stones, diagonals: bool) -> bool:
    return any(one in line and stones.issuperset(line) for line in lines(diagonals))


def takeable(stones: Stones, diagonals: bool) -> Stones:
    return frozenset(s for s in stones if not in_mill(s, stones, diagonals)) or stones


def legal_moves(board: MorrisBoard) -> set[str]:
    """Return the notation of all legal turns on `board`."""
    return {_text(*turn) for turn in _turns(board)}


def _text(origin: Place | None, target: Place, taken: tuple[Place, ...]) -> str:
    numbers = sorted(POINTS.index(name(one)) for one in taken)
    start = "" if origin is None else name(origin) + "-"
    return "x".join([start + name(target), *(POINTS[number] for number in numbers)])


def stones_of(board: MorrisBoard, colour: bool) -> Stones:
    return frozenset(place(n) for n in range(24) if board.stones[colour] >> n & 1)


def _turns(board: MorrisBoard) -> Iterator[tuple[Place | None, Place, tuple[Place, ...]]]:
    own, other = stones_of(board, board.turn), stones_of(board, not board.turn)
    rules, diagonals = board.variant, board.variant.diagonals
    hand = board.hand[board.turn]
    if len(own) + hand < 3:
        return
    steps: list[tuple[Place | None, Place]] = []
    free = [p for p in PLACES if p not in own | other]
    if hand:
        steps += [(None, target) for target in free]
    if not hand or rules.moves_while_placing:
        flying = rules.flying and len(own) == 3 and not hand
        steps += [(o, t) for o in own for t in free if flying or joined(o, t, diagonals)]
    for origin, target in steps:
        after = own - {origin} | {target}
        closed = [ln for ln in lines(diagonals) if target in ln and after.issuperset(ln)]
        number = 0 if not closed else 1 if rules.removals is Removals.ONE else min(2, len(closed))
        for taken in _takings(other, min(number, len(other)), diagonals):
            yield origin, target, taken


def _takings(stones: Stones, number: int, diagonals: bool) -> set[tuple[Place, ...]]:
    """Return the possible captures of `number` stones one after the other, each one legal."""
    if number == 0:
        return {()}
    if number == 1:
        return {(one,) for one in takeable(stones, diagonals)}
    return {
        pair
        for pair in combinations(sorted(stones), 2)
        if any(
            first in takeable(stones, diagonals) and second in takeable(stones - {first}, diagonals)
            for first, second in permutations(pair)
        )
    }


def perft(board: MorrisBoard, depth: int) -> int:
    """Return the number of turn sequences, parsing each position from its text."""
    moves = legal_moves(board)
    if depth <= 1:
        return len(moves) if depth else 1
    return sum(perft(played(board, text), depth - 1) for text in moves)


def played(board: MorrisBoard, text: str) -> MorrisBoard:
    """Return the board after the turn `text`, which is legal."""
    step, *taken = text.split("x")
    origin, _, target = step.rpartition("-")
    after = board.copy()
    after.push(
        MorrisMove(
            POINTS.index(origin) if origin else None,
            POINTS.index(target),
            tuple(POINTS.index(one) for one in taken),
        )
    )
    return after
