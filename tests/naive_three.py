"""Three men's morris solved on a string of nine characters, without the package.

Points are read row by row from the top left; x has the move, o the other side. A state is the
points of both and the stones still to be placed by both together.
"""

from functools import cache

State = tuple[str, int]  # nine of x, o and the dot, and the stones in hand

START: State = ("." * 9, 6)
_ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")
LINES = [tuple(map(int, row)) for row in _ROWS]


def has_line(points: str, side: str) -> bool:
    return any(all(points[p] == side for p in line) for line in LINES)


def joined(first: int, second: int) -> bool:
    """Return whether a line is drawn from one point to the next."""
    return any({first, second} in ({a, b}, {b, c}) for a, b, c in LINES)


def after(state: State) -> list[State]:
    """Return the states after each move, seen from the other side; none once a line is closed."""
    points, hand = state
    if has_line(points, "o"):
        return []
    found = []
    for target in range(9):
        if points[target] != ".":
            continue
        if hand:
            found.append((_put(points, target, "x"), hand - 1))
            continue
        for origin in range(9):
            if points[origin] == "x" and joined(origin, target):
                found.append((_put(_put(points, origin, "."), target, "x"), 0))
    return [(points.translate(str.maketrans("xo", "ox")), hand) for points, hand in found]


def _put(points: str, place: int, what: str) -> str:
    return points[:place] + what + points[place + 1 :]


@cache
def solved() -> dict[State, tuple[int, int]]:
    """Return the value (1, 0, -1) and the plies to the end, 0 for a draw, of every reached state.

    Who cannot move has lost; a winner hurries, a loser delays.
    """
    states, new = {START}, [START]
    while new:
        found = {state for old in new for state in after(old)} - states
        states |= found
        new = list(found)
    known = {state: (-1, 0) for state in states if not after(state)}
    for plies in range(1, len(states)):
        decided = {}
        for state in states - known.keys():
            values = [known.get(each) for each in after(state)]
            if any(value is not None and value[0] < 0 for value in values):
                decided[state] = 1, plies
            elif all(value is not None and value[0] > 0 for value in values):
                decided[state] = -1, plies
        if not decided:
            break
        known |= decided
    return {state: known.get(state, (0, 0)) for state in states}
