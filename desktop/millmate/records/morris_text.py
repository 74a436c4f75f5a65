"""Games of morris: their tags, and converting turns written by other programs to ours.

The tag `Game` names the game (`Nine men's morris`), `Variant` the rules (by Sanmill's name, or as
in `games.morris.variants`), and `Position` the first position unless it is the empty board, as in
`games.morris.positions`; `FEN` has the same position as Sanmill writes it; `QuietMoves` is the
limit of quiet moves unless it is the usual one. Moves are turns, including removals:
`1. d6 f4 2. d2 ... 9. d6-d7xa1`.

Other notations are recognized automatically:

- PlayOK numbers the points from 1 (a7), row by row from the top, to 24 (g1): `5`, `23-24`,
  `10-1x23`;
- GoldToken has a line for each turn: `Place to d6`, `f4 -> f6, take d6`;
- Sanmill and Malom may write a removal separately: `d7-g7 xf4`;
- points may be written in capitals: `D7-G7xF4`.

Line breaks are kept, so that faults are reported with the right line. Source of the formats: the
importers of Sanmill, and the games in its tests.
"""

import re
from collections.abc import Callable, Mapping

from millmate.games.catalogue import parse
from millmate.games.morris.notations import turn_of_numbers
from millmate.games.morris.rules import MORRIS, MorrisRules
from millmate.games.morris.rules import morris_rules as rules_by
from millmate.games.morris.sanmill import to_sanmill
from millmate.games.morris.variants import (
    STANDARD,
    USUAL_LIMIT,
    VARIANTS,
    Variant,
    limit_text,
    read_limit,
    variant,
)

# The number of quiet moves of each side after which the game is drawn, or `none`; 50 is omitted.
QUIET_TAG = "QuietMoves"
OF_MORRIS = {"Game", "Variant", QUIET_TAG, "Position", "SetUp", "FEN"}
_NAMES_OF_MORRIS = ("morris", "mühle", "muehle", "merels", "morabaraba")
_UNTOLD = ("", "custom")  # variants that Sanmill does not name
_OF_MORRIS_ALONE = {"custom", *VARIANTS} - {"standard"}
# The first lines, if they are empty or contain tags, possibly within HTML elements.
_HEAD = re.compile(r"(?:(?:[ \t]|<[^<>\n]*>)*(?:\[[^\n]*)?(?:\n|\Z))*")
_NAMED = re.compile(r"^[ \t]*\[(?:Game|Position)\s", re.MULTILINE)  # only written by us
_REMARKS = re.compile(r"(\{[^}]*\}?|;[^\n]*)")
_NUMBER = re.compile(r"\d+\.+")
_RESULT = re.compile(r"1-0|0-1|1/2-1/2|\*")
_POINT = "[a-g][1-7]"
_REMOVAL = rf"[x×:]{_POINT}"
_APART = re.compile(rf"(?<={_POINT})(?:\s*{_REMOVAL}(?!\w))+", re.IGNORECASE)
_OTHER_SIGN = re.compile(r"[×:]")
_CAPITALS = re.compile(r"(?<![\w-])[A-G][1-7](?:-[A-G][1-7])?(?:[xX][A-G][1-7])*(?![\w+#=])")
_TOLD = re.compile(
    rf"\d+\s+(?:Place to ({_POINT})|({_POINT}) -> ({_POINT}))(?:, take ({_POINT}))?\s*"
)
_GAME_TAG = f'[Game "{STANDARD.title}"] '


def as_turns(text: str) -> str:
    """Return the text of a game with its turns in our notation; others are returned unchanged."""
    if "Place to " in text and any(map(_TOLD.fullmatch, text.splitlines())):
        text = _from_goldtoken(text)
    head = _HEAD.match(text)
    assert head is not None  # it may be empty
    tags, moves = head[0], text[head.end() :]
    turns = from_numbers(moves, of_morris=_NAMED.search(tags) is not None)
    if turns is not None:
        return _GAME_TAG + tags + turns
    return tags + _outside_remarks(_joined, moves)


def from_numbers(moves: str, *, of_morris: bool = False) -> str | None:
    """Return a movetext with numbers for points as turns, None if it has other words.

    All its words are numbers from 1 to 24, and unless it is known to be `of_morris` it starts with
    a placement. If it starts with two of them, other words are faults: in no other notation do two
    plain numbers follow each other.
    """
    words = _REMARKS.sub(" ", moves).split()
    turns = [word for word in words if not (_NUMBER.fullmatch(word) or _RESULT.fullmatch(word))]
    begun = bool(turns) and (of_morris or turns[0].isdigit())
    if len(turns) > 1 and all(map(str.isdigit, turns[:2])):
        turns = list(filter(str.isdigit, turns))
    if not (begun and all(map(turn_of_numbers, turns))):
        return None
    return _outside_remarks(_turns_of, moves)


def _outside_remarks(change: Callable[[str], str], moves: str) -> str:
    """Return a movetext with its moves changed but its comments unchanged."""
    parts = _REMARKS.split(moves)
    parts[::2] = map(change, parts[::2])
    return "".join(parts)


def _joined(moves: str) -> str:
    """Return moves in lower case, with removals joined to their moves, before line ends."""
    moves = _APART.sub(_behind, moves)
    return _CAPITALS.sub(lambda turn: turn.group().lower(), moves)


def _behind(removals: re.Match[str]) -> str:
    """Return removals with the space before them moved after them."""
    words = _OTHER_SIGN.sub("x", removals[0])
    return "".join(words.split()) + "".join(filter(str.isspace, words))


def _turns_of(moves: str) -> str:
    words = re.split(r"(\s+)", moves)
    return "".join(
        word if _RESULT.fullmatch(word) else turn_of_numbers(word) or word for word in words
    )


def _from_goldtoken(text: str) -> str:
    """Return the turns, each on its own line; everything else is left out."""
    lines = [_TOLD.fullmatch(line) for line in text.splitlines()]
    return _GAME_TAG + "\n".join("" if told is None else _told(told) for told in lines)


def _told(turn: re.Match[str]) -> str:
    placed, origin, target, taken = turn.groups()
    step = placed or f"{origin}-{target}"
    return f"{step}x{taken}" if taken else step


def is_morris(tags: Mapping[str, str]) -> bool:
    """Return whether `tags` describe a game of morris, as written by us or other programs."""
    names = f"{tags.get('Game', '')} {tags.get('Variant', '')}".lower()
    told = "Position" in tags or tags.get("Site") == "Sanmill"
    if told or any(word in names for word in _NAMES_OF_MORRIS):
        return True
    if "FEN" in tags:
        return parse(tags["FEN"]).game.kind == "morris"
    return tags.get("Variant", "").strip().lower() in _OF_MORRIS_ALONE


def morris_rules(tags: Mapping[str, str]) -> MorrisRules:
    """Return the rules named in `tags`, by default those matching the first position.

    Raises:
        InputError: The variant or the limit of quiet moves is unknown.
    """
    found = _variant_in(tags)
    if QUIET_TAG in tags:
        found = found.limited(read_limit(tags[QUIET_TAG]))
    return rules_by(found)


def _variant_in(tags: Mapping[str, str]) -> Variant:
    told = tags.get("Variant", "").strip()
    if told.lower() in _UNTOLD:
        name = tags.get("Game", "").strip().lower()
        shown = parse(morris_position(tags) or MORRIS.start_fen).game
        usual = shown.variant or STANDARD
        return next((v for v in VARIANTS.values() if v.title.lower() == name), usual)
    return variant(told)


def morris_position(tags: Mapping[str, str]) -> str | None:
    """Return the text of the first position, None for the empty board."""
    return tags.get("Position", tags.get("FEN"))


def morris_tags(rules: MorrisRules, start_fen: str) -> dict[str, str]:
    """Return the tags for the game, its rules and its first position.

    Sanmill can read them too, if it supports the board.
    """
    tags = {"Game": rules.variant.title, "Variant": rules.variant.pgn_name}
    if rules.variant.quiet_limit != USUAL_LIMIT:
        tags[QUIET_TAG] = limit_text(rules.variant.quiet_limit)
    if start_fen != rules.start_fen:
        of_sanmill = rules.variant.lines.rings == 3
        fen = to_sanmill(rules.board(start_fen)) if of_sanmill else start_fen
        tags |= {"SetUp": "1", "Position": start_fen, "FEN": fen}
    return tags
