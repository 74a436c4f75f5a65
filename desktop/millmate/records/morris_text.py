"""How PGN of morris differs from PGN of chess.

The tag `Game` names the game (`Nine men's morris`), `Variant` the rules unless they are the
standard ones (`twelve`, as in `games.morris.variants`), and `Position` the first position unless it
is the empty board, as in `games.morris.positions`. Moves are turns, including removals:
`1. d6 f4 2. d2 ... 9. d6-d7xa1`.
"""

from __future__ import annotations

from collections.abc import Mapping

from millmate.errors import InputError
from millmate.games.morris.rules import MORRIS, MorrisRules
from millmate.games.morris.variants import STANDARD, VARIANTS, variant
from millmate.language import tr

# The form of a turn; the rules decide whether it is legal.
MOVE = r"(?:[a-g][1-7]-)?[a-g][1-7](?:x[a-g][1-7])*"
OURS = {"Game", "Variant", "Position", "SetUp", "FEN"}
_WORDS = ("morris", "mühle", "muehle", "merels")


def is_morris(tags: Mapping[str, str]) -> bool:
    """Return whether `tags` describe a game of morris."""
    name = tags.get("Game", "").lower()
    return "Position" in tags or any(word in name for word in _WORDS)


def rules_of(tags: Mapping[str, str]) -> MorrisRules:
    """Return the rules named in `tags`, by default the standard ones.

    Raises:
        InputError: There is no such variant.
    """
    told = tags.get("Variant", "").strip()
    if told:
        found = variant(told)
    else:
        name = tags.get("Game", "").strip().lower()
        found = next((v for v in VARIANTS.values() if v.title.lower() == name), STANDARD)
    return MORRIS if found is STANDARD else MorrisRules(found)


def position(tags: Mapping[str, str]) -> str | None:
    """Return the text of the first position, None for the empty board."""
    return tags.get("Position", tags.get("FEN"))


def tags_of(rules: MorrisRules, start_fen: str) -> dict[str, str]:
    """Return the tags for the game, its rules and its first position."""
    tags = {"Game": rules.variant.title}
    if rules.variant is not STANDARD:
        tags["Variant"] = rules.variant.name
    if start_fen != rules.start_fen:
        tags |= {"SetUp": "1", "Position": start_fen}
    return tags


def refused(text: str, number: str, line: int, error: InputError) -> str:
    """Return why the move `text` is illegal, with its number and its line."""
    reason = str(error).partition(": ")[2] or tr("it is no move")
    return tr(
        "illegal move {number} {text} on line {line}: {reason}",
        number=number,
        text=text[:40],
        line=line,
        reason=reason,
    )
