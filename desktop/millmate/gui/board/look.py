"""The theme of all boards: colours, pieces and stones, chosen once for the whole window."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Look:
    """Names as in `settings`, and what is drawn on boards besides the pieces.

    `board` names the colours, `pieces` and `stones` the style of either game's men; `coordinates`
    draws letters and digits at the edge, `targets` marks where the man in the hand may go.
    """

    board: str = "sage"
    pieces: str = "classic"
    stones: str = "lit"
    coordinates: bool = True
    targets: bool = True


_current = Look()


def apply_theme(look: Look) -> None:
    """Have boards drawn as `look` says from their next painting on."""
    global _current
    _current = look


def current_theme() -> Look:
    """Return how boards are drawn now."""
    return _current
