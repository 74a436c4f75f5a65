"""One thing that was looked at, and how it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class State(Enum):
    """How something is: as it should be, worth knowing, or missing (broken counts as that)."""

    GOOD = "ok"
    NOTE = "note"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of the thing `name`; `mend` is the one thing to do about it, "" for none."""

    area: str
    name: str
    said: str
    state: State = State.GOOD
    mend: str = ""
