"""Games of morris as other programs write them, brought into PGN with turns as ours.

What is recognised, without being told:

- PlayOK numbers the points from 1 (a7), row by row from the top, to 24 (g1): `5`, `23-24`,
  `10-1x23`;
- GoldToken has a line for each turn: `Place to d6`, `f4 -> f6, take d6`;
- Sanmill and Malom may write a removal apart: `d7-g7 xf4`;
- points may be written in capitals: `D7-G7xF4`.

Lines stay what they are, so that faults are told of the right one. Source of the formats: the
importers of Sanmill, and the games in its tests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from millmate.games.morris.notations import turn_of_numbers
from millmate.games.morris.variants import STANDARD

_TAGS = re.compile(r"(?:^[ \t]*\[[^\n]*\n?)+", re.MULTILINE)
_NAMED = re.compile(r"^[ \t]*\[(?:Game|Position)\s", re.MULTILINE)  # as only we do
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
GAME_TAG = f'[Game "{STANDARD.title}"] '


def as_turns(text: str) -> str:
    """Return a text of games with their turns as we write them; others are returned unchanged."""
    if "Place to " in text and any(map(_TOLD.fullmatch, text.splitlines())):
        text = _from_goldtoken(text)
    return "".join(_rewritten(tags, moves) for tags, moves in _parts(text))


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield blocks of lines with tags, and what stands between them and the next block."""
    end, tags = 0, ""
    for block in _TAGS.finditer(text):
        if tags or block.start():
            yield tags, text[end : block.start()]
        tags, end = block.group(), block.end()
    yield tags, text[end:]


def from_numbers(moves: str, *, of_morris: bool = False) -> str | None:
    """Return a movetext in which points are numbers as turns, None if it is another one.

    All its words are numbers from 1 to 24, and unless it is known to be `of_morris` it begins with
    a placement.
    """
    words = _REMARKS.sub(" ", moves).split()
    turns = [word for word in words if not (_NUMBER.fullmatch(word) or _RESULT.fullmatch(word))]
    begun = bool(turns) and (of_morris or turns[0].isdigit())
    if not (begun and all(map(turn_of_numbers, turns))):
        return None
    return _outside_remarks(_turns_of, moves)


def _rewritten(tags: str, moves: str) -> str:
    turns = from_numbers(moves, of_morris=_NAMED.search(tags) is not None)
    if turns is not None:
        return GAME_TAG + tags + turns
    return tags + _outside_remarks(_joined, moves)


def _outside_remarks(change: Callable[[str], str], moves: str) -> str:
    """Return a movetext with its moves changed, and its comments as they are."""
    parts = _REMARKS.split(moves)
    parts[::2] = map(change, parts[::2])
    return "".join(parts)


def _joined(moves: str) -> str:
    """Return moves in small letters, with removals behind their moves and before line ends."""
    moves = _APART.sub(_behind, moves)
    return _CAPITALS.sub(lambda turn: turn.group().lower(), moves)


def _behind(removals: re.Match[str]) -> str:
    """Return removals without the space before them, which then follows them."""
    words = _OTHER_SIGN.sub("x", removals[0])
    return "".join(words.split()) + "".join(filter(str.isspace, words))


def _turns_of(moves: str) -> str:
    words = re.split(r"(\s+)", moves)
    return "".join(
        word if _RESULT.fullmatch(word) else turn_of_numbers(word) or word for word in words
    )


# GoldToken ----------------------------------------------------------------------------------------


def _from_goldtoken(text: str) -> str:
    """Return the turns, on the lines on which they are told; all else is left out."""
    lines = [_TOLD.fullmatch(line) for line in text.splitlines()]
    return GAME_TAG + "\n".join("" if told is None else _told(told) for told in lines)


def _told(turn: re.Match[str]) -> str:
    placed, origin, target, taken = turn.groups()
    step = placed or f"{origin}-{target}"
    return f"{step}x{taken}" if taken else step
