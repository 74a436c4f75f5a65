"""The result of one check."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class State(Enum):
    """The state of a part: fine, worth knowing, or missing (which includes broken)."""

    GOOD = "ok"
    NOTE = "note"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of the check of `name`; `mend` is the remedy, "" if none is needed."""

    area: str
    name: str
    said: str
    state: State = State.GOOD
    mend: str = ""
