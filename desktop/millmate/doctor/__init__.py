"""Checks of this installation, for `millmate doctor` and the Help menu.

The report is always in English, so that anyone asked for help can read it.
"""

from dataclasses import dataclass
from enum import Enum


class State(Enum):
    """The state of a part: fine, worth knowing, or missing (which includes broken)."""

    GOOD = "ok"
    NOTE = "note"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of the check of `name`; `mend` is the remedy, "" if none is needed.

    The report sets the `area` of the program that was checked.
    """

    name: str
    text: str
    state: State = State.GOOD
    mend: str = ""
    area: str = ""
