"""What stood in a window, kept while it is open so that a crash loses nothing.

Each window that is open has a place of its own, guarded by a lock that the system takes away from
a process that dies: `0.json`, `1.json` and so on in `paths.data_dir()/"sittings"`. Whoever gets a
place whose file does not say that it was closed knows that its window crashed.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from millmate import limits, paths
from millmate.files import write_atomically

_MOST_WINDOWS = 32
_MOST = 1_000_000  # that a number of a tab or of a move can be


@dataclass(frozen=True, slots=True)
class SessionSnapshot:
    """A window as it stands: both of its modes, whichever is shown.

    `page` and `panel` are numbers of tabs; `kind` is the game at whose board one sits, `positions`
    what is set up at each; `editing` tells that mode. `pgn` is the game, "" for none, with all that
    is written in it; `place` is the way to the place shown, as numbers of children in its tree;
    `specs` are White's and Black's players. A game that is `live` was being played, one that is
    `kept` is saved with the user's games when it ends, one that is `opened` was not played here.
    `saved` and `origin` are the `GamePlace` of the game among the user's games and in the file that
    it was opened from; `unsaved` tells that it has changed since. `tournament` is the directory of
    the tournament that was being played, `building` the tables that were being built. `closed` is
    set by an ordinary quit.
    """

    page: int = 0
    panel: int = 0
    kind: str = "chess"
    editing: bool = True
    positions: dict[str, str] = field(default_factory=dict)
    pgn: str = ""
    place: tuple[int, ...] = ()
    specs: tuple[str, str] = ("human", "human")
    live: bool = False
    kept: bool = True
    opened: bool = True
    saved: str = ""
    origin: str = ""
    unsaved: bool = False
    tournament: str = ""
    building: str = ""
    flipped: bool = False
    closed: bool = False


def to_json(sitting: SessionSnapshot) -> str:
    """Return `sitting` as text."""
    return json.dumps(asdict(sitting), indent=1)


def from_json(text: str) -> SessionSnapshot | None:
    """Return what `to_json` wrote, None if `text` is anything else; unknown fields are left out."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, dict):
        return None
    known: dict[str, Any] = {}
    for each in fields(SessionSnapshot):
        value = values.get(each.name, getattr(SessionSnapshot(), each.name))
        value = tuple(value) if each.name in _TUPLES and isinstance(value, list) else value
        if not _fits(each.name, value):
            return None
        known[each.name] = value
    return SessionSnapshot(**known)


_TUPLES = {"place": int, "specs": str}


def _fits(name: str, value: object) -> bool:
    default = getattr(SessionSnapshot(), name)
    if type(value) is not type(default):
        return False
    if name in _TUPLES:
        assert isinstance(value, tuple)
        return all(type(item) is _TUPLES[name] for item in value) and (
            len(value) == 2 if name == "specs" else all(0 <= item <= _MOST for item in value)
        )
    if type(value) is int:
        return -1 <= value <= _MOST
    if isinstance(value, dict):
        return all(isinstance(part, str) for item in value.items() for part in item)
    return True


class SessionSlot:
    """The file of one window, held until `leave`."""

    def __init__(self, directory: Path | None = None) -> None:
        """Take the first place that is free.

        Raises:
            OSError: None can be kept in the directory.
        """
        directory = paths.data_dir() / "sittings" if directory is None else directory
        directory.mkdir(parents=True, exist_ok=True)
        for number in range(_MOST_WINDOWS):
            lock = FileLock(directory / f"{number}.lock")
            with suppress(Timeout):
                lock.acquire(timeout=0)
                self._lock, self.path = lock, directory / f"{number}.json"
                return
        raise OSError(f"{directory}: more than {_MOST_WINDOWS} windows are open")

    def read(self) -> SessionSnapshot | None:
        """Return what was kept in this place, None if nothing was or it is damaged.

        A damaged file is set aside as `….json.damaged`.

        Raises:
            OSError: The file is there and cannot be read.
        """
        try:
            content = limits.read(self.path, limits.LARGEST_SESSION_FILE)
            found = from_json(content.decode("utf-8"))
        except FileNotFoundError:
            return None
        except UnicodeDecodeError:
            found = None
        if found is None:
            self.path.replace(self.path.with_suffix(".json.damaged"))
        return found

    def write(self, sitting: SessionSnapshot) -> None:
        """Keep `sitting` in place of what was kept; whole or not at all.

        Raises:
            OSError: The file cannot be written.
        """
        write_atomically(self.path, to_json(sitting).encode())

    def leave(self) -> None:
        """Let another window have the place."""
        self._lock.release()
