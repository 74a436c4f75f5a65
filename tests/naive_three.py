"""Three men's morris solved in the plainest way, on a board of three by three.

A position is (own men, other men, men placed), the men as sets of (column, row); the side to move
is the first. Whoever has three in a line has won; whoever cannot move has lost.
"""

from itertools import combinations

Spot = tuple[int, int]
Men = frozenset[Spot]
State = tuple[Men, Men, int]

SPOTS = [(x, y) for y in range(3) for x in range(3)]
LINES = [
    *({(x, y) for x in range(3)} for y in range(3)),
    *({(x, y) for y in range(3)} for x in range(3)),
    *({(0, 0), (1, 1), (2, 2)}, {(2, 0), (1, 1), (0, 2)}),
]
START: State = (frozenset(), frozenset(), 0)


def has_line(men: Men) -> bool:
    return any(line <= men for line in LINES)


def joined(a: Spot, b: Spot) -> bool:
    """Tell whether a line is drawn from one spot to the next: along a side, or to the middle."""
    far = max(abs(a[0] - b[0]), abs(a[1] - b[1]))
    return far == 1 and ((1, 1) in (a, b) or a[0] == b[0] or a[1] == b[1])


def after(state: State) -> list[State]:
    """Return what turns lead to; nothing if the game is over."""
    own, other, placed = state
    if has_line(other):
        return []
    free = [spot for spot in SPOTS if spot not in own | other]
    if placed < 6:
        return [(other, own | {spot}, placed + 1) for spot in free]
    return [
        (other, own - {man} | {spot}, placed) for man in own for spot in free if joined(man, spot)
    ]


def reached() -> set[State]:
    """Return the positions that games come to, those that are over included."""
    found, fresh = {START}, {START}
    while fresh:
        fresh = {each for state in fresh for each in after(state)} - found
        found |= fresh
    return found


def without_lines() -> list[State]:
    """Return all positions in which the game goes on, whether a game comes to them or not."""
    found = []
    for placed in range(7):
        mover, waiting = placed // 2, (placed + 1) // 2
        if placed == 6:
            mover = waiting = 3
        for own in combinations(SPOTS, mover):
            left = [spot for spot in SPOTS if spot not in own]
            for other in combinations(left, waiting):
                state = frozenset(own), frozenset(other), placed
                if not has_line(state[0]) and not has_line(state[1]):
                    found.append(state)
    return found


def solved() -> dict[State, int | None]:
    """Return the plies to the end of all positions that go on, even if lost; None for a draw."""
    states = {state: after(state) for state in without_lines()}
    plies: dict[State, int] = {}

    def of(state: State) -> int | None:
        return 0 if has_line(state[1]) else plies.get(state)

    number, changed = 0, True
    while changed or number < 20:
        number, changed, found = number + 1, False, {}
        for state, nexts in states.items():
            if state in plies:
                continue
            values = [of(each) for each in nexts]
            if number == 1 and not nexts:
                found[state] = 0
            elif any(value is not None and value % 2 == 0 for value in values):
                found[state] = number
            elif nexts and all(value is not None for value in values):
                found[state] = 1 + max(value or 0 for value in values)
        plies |= found
        changed = bool(found)
    return {state: plies.get(state) for state in states}
