"""What the search finds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from millmate.language import mark


class Kind(Enum):
    """What an entry is; the values are marked texts."""

    COMMAND = mark("Command")
    ENDING = mark("Ending")
    POSITION = mark("Position")
    SETTING = mark("Setting")
    GAME = mark("Recent game")
    TOURNAMENT = mark("Tournament")


@dataclass(frozen=True, slots=True)
class Entry:
    """A thing that can be found and chosen.

    Attributes:
        id: What its uses are counted by.
        kind: What it is.
        title: Its name, in the language in use.
        run: What choosing it does.
        detail: A remark beside the name.
        keys: The key of a command, as it is shown.
        fault: Why it cannot be chosen now, or "".
        words: More words that it is found by.
    """

    id: str
    kind: Kind
    title: str
    run: Callable[[], object]
    detail: str = ""
    keys: str = ""
    fault: str = ""
    words: str = ""
