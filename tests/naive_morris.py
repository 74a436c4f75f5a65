"""Slow, obvious references for morris: points are coordinates, lines come from the drawing.

A point is (x, y) with the board's centre at (0, 0); of three rings, the outer one is at distance 3,
the inner at 1.
"""

from collections.abc import Iterator
from itertools import combinations, pairwise, permutations

from millmate.games.morris.board import MorrisBoard, MorrisMove
from millmate.games.morris.variants import STANDARD, Removals, Variant

Place = tuple[int, int]
Stones = frozenset[Place]

_RINGS = {"three rings": 3, "three rings with diagonals": 3, "two rings": 2, "nine points": 1}


def rings(rules: Variant) -> int:
    return _RINGS[rules.board]


def has_centre(rules: Variant) -> bool:
    return rules.board == "nine points"


def places(rules: Variant) -> list[Place]:
    """Return all points, column by column."""
    reach = range(-rings(rules), rings(rules) + 1)
    return [
        (x, y)
        for x in reach
        for y in reach
        if (x or y or has_centre(rules)) and (abs(x) == abs(y) or not x or not y)
    ]


def name(place: Place, rules: Variant = STANDARD) -> str:
    return "abcdefg"[place[0] + rings(rules)] + str(place[1] + rings(rules) + 1)


def place(number: int, rules: Variant = STANDARD) -> Place:
    """Return the coordinates of the point with this number."""
    letter, digit = rules.lines.names[number]
    return "abcdefg".index(letter) - rings(rules), int(digit) - rings(rules) - 1


def drawn(rules: Variant) -> list[list[Place]]:
    """Return the places of every straight line that is drawn, in order."""
    every, found = places(rules), []
    for c in range(-rings(rules), rings(rules) + 1):
        found += [[p for p in every if p[0] == c], sorted(p for p in every if p[1] == c)]
    if rules.board in ("three rings with diagonals", "nine points"):
        found += [[p for p in every if p[0] == p[1]], [p for p in every if p[0] == -p[1]]]
    if has_centre(rules):
        return found
    # Lines through the middle are two: nothing goes through it.
    halves = []
    for long in found:
        before = [p for p in long if p < (0, 0)]
        through = before and all(p[0] * q[1] == p[1] * q[0] for p in long for q in long)
        halves += [before, [p for p in long if p > (0, 0)]] if through else [long]
    return halves


def lines(rules: Variant) -> list[list[Place]]:
    """Return the lines of three places: each is a mill."""
    return [line for line in drawn(rules) if len(line) == 3]


def joined(first: Place, second: Place, rules: Variant) -> bool:
    return any({first, second} == set(pair) for line in drawn(rules) for pair in pairwise(line))


def in_mill(one: Place, stones: Stones, rules: Variant) -> bool:
    return any(one in line and stones.issuperset(line) for line in lines(rules))


def takeable(stones: Stones, rules: Variant) -> Stones:
    return frozenset(s for s in stones if not in_mill(s, stones, rules)) or stones


def legal_moves(board: MorrisBoard) -> set[str]:
    """Return the notation of all legal turns on `board`."""
    return {_text(board.variant, *turn) for turn in _turns(board)}


def _text(rules: Variant, origin: Place | None, target: Place, taken: tuple[Place, ...]) -> str:
    names = rules.lines.names
    numbers = sorted(names.index(name(one, rules)) for one in taken)
    start = "" if origin is None else name(origin, rules) + "-"
    return "x".join([start + name(target, rules), *(names[number] for number in numbers)])


def stones_of(board: MorrisBoard, colour: bool) -> Stones:
    stones = board.stones[colour]
    return frozenset(place(n, board.variant) for n in range(24) if stones >> n & 1)


def _turns(board: MorrisBoard) -> Iterator[tuple[Place | None, Place, tuple[Place, ...]]]:
    own, other = stones_of(board, board.turn), stones_of(board, not board.turn)
    rules = board.variant
    hand = board.hand[board.turn]
    if len(own) + hand < 3:
        return
    if rules.mill_wins and any(in_mill(one, other, rules) for one in other):
        return
    steps: list[tuple[Place | None, Place]] = []
    free = [p for p in places(rules) if p not in own | other]
    if hand:
        steps += [(None, target) for target in free]
    if not hand or rules.moves_while_placing:
        flying = rules.flying and len(own) == 3 and not hand
        steps += [(o, t) for o in own for t in free if flying or joined(o, t, rules)]
    for origin, target in steps:
        after = own - {origin} | {target}
        closed = [ln for ln in lines(rules) if target in ln and after.issuperset(ln)]
        number = 0 if not closed else 1 if rules.removals is Removals.ONE else min(2, len(closed))
        number = 0 if rules.mill_wins else number
        for taken in _takings(other, min(number, len(other)), rules):
            yield origin, target, taken


def _takings(stones: Stones, number: int, rules: Variant) -> set[tuple[Place, ...]]:
    """Return the possible captures of `number` stones one after the other, each one legal."""
    if number == 0:
        return {()}
    if number == 1:
        return {(one,) for one in takeable(stones, rules)}
    return {
        pair
        for pair in combinations(sorted(stones), 2)
        if any(
            first in takeable(stones, rules) and second in takeable(stones - {first}, rules)
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
    after, names = board.copy(), board.lines.names
    after.push(
        MorrisMove(
            names.index(origin) if origin else None,
            names.index(target),
            tuple(names.index(one) for one in taken),
        )
    )
    return after
