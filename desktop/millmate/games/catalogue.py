"""The catalogue of games."""

from millmate.errors import InputError
from millmate.games.board import Rules
from millmate.games.chess.rules import CHESS
from millmate.games.morris.positions import variant_of
from millmate.games.morris.rules import MORRIS, MorrisRules
from millmate.games.morris.variants import STANDARD, USUAL_LIMIT, variant
from millmate.language import tr

_OF_MORRIS = frozenset("WwOo@.*_")  # characters that never occur in a chess position
_STONES = _OF_MORRIS | frozenset("Bb-")
GAMES: dict[str, Rules] = {"chess": CHESS, "morris": MORRIS}


class GameError(InputError):
    """A text names no game."""


def game(name: str) -> Rules:
    """Return the rules of the game `name`; `morris:twelve` names a variant of morris.

    `morris:quiet=none` and `morris:twelve,quiet=100` have another limit of quiet moves.

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


def rules_of(position: str) -> Rules:
    """Return the rules that the text of a position is written for, the usual ones in doubt."""
    if game_of(position) == "chess":
        return CHESS
    found = variant_of(position)
    return MORRIS if found is STANDARD else MorrisRules(found)


def rules_of_table(name: str) -> Rules:
    """Return the rules of the table `name`, such as `KQvK` or `morris:lasker:4+1-3`."""
    return game(name.rpartition(":")[0] or "chess")


def kind_of(name: str) -> str:
    """Return the name in `GAMES` of the game `name` or, for a variant, of its game: `morris`."""
    return name.partition(":")[0]


def without_limit(name: str) -> str:
    """Return the name of the game `name` with the usual limit of quiet moves.

    Players and tables are the same with any limit.
    """
    kept = name.partition(",quiet=")[0]
    return "morris" if kept == f"morris:{STANDARD.name}" else kept


def limit_of(name: str) -> int | None:
    """Return the limit of quiet moves of the game `name`, the usual one for chess."""
    rules = game(name)
    return rules.variant.quiet_limit if isinstance(rules, MorrisRules) else USUAL_LIMIT


def limited(name: str, limit: int | None) -> str:
    """Return the name of the game `name` with this limit of quiet moves; chess has but one."""
    rules = game(name)
    if isinstance(rules, MorrisRules):
        rules = MorrisRules(rules.variant.limited(limit))
    return rules.name


def game_of(position: str) -> str:
    """Return the name of the game that the text of a position belongs to, valid or not.

    Morris writes rings of stones, W and B or O and @, and a character for each free point; chess
    has other pieces, and counts free squares.
    """
    if position.startswith("MFEN/"):
        return "morris"
    signs = next(iter(position.split()), "")[:100]
    stones = sum(sign in _STONES for sign in signs)
    others = sum(sign not in _STONES and sign != "/" for sign in signs)
    of_morris = "/" in signs and not _OF_MORRIS.isdisjoint(signs) and stones > others
    return "morris" if of_morris else "chess"
