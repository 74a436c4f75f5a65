"""The games there are."""

from millmate.errors import InputError
from millmate.games.board import Rules
from millmate.games.chess.rules import CHESS
from millmate.games.morris.rules import MORRIS, MorrisRules
from millmate.games.morris.variants import variant
from millmate.language import tr

GAMES: dict[str, Rules] = {"chess": CHESS, "morris": MORRIS}


class GameError(InputError):
    """A text names no game."""


def game(name: str) -> Rules:
    """Return the rules of the game `name`; `morris:twelve` names a variant of morris.

    Raises:
        GameError: There is no such game.
        VariantError: There is no such variant of morris.
    """
    kind, _, kept = name.strip().lower().partition(":")
    if kind not in GAMES or (kept and kind != "morris"):
        raise GameError(
            tr(
                "unknown game {name!r}: choose {names}",
                name=name.strip()[:40],
                names=tr(" or ").join(GAMES),
            )
        )
    rules = MorrisRules(variant(kept)) if kept else GAMES[kind]
    return MORRIS if rules.name == MORRIS.name else rules


def kind_of(name: str) -> str:
    """Return the name in `GAMES` of the game `name`, or of which that is a variant: `morris`."""
    return name.partition(":")[0]


def game_of(position: str) -> str:
    """Return the name of the game that a position's text belongs to, sound or not.

    Morris writes three rings with two strokes between them, chess eight ranks with seven.
    """
    stones = next(iter(position.split()), "")
    return "morris" if stones.count("/") == 2 else "chess"
