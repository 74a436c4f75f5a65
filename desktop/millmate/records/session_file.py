"""Session files: the contents of a window, saved while it is open so that they survive a crash.

Each open window has a slot: `0.json`, `1.json` and so on in `paths.data_dir()/"sittings"`, guarded
by a lock that the operating system releases when its process dies. If the file of a free slot does
not record that its window was closed, that window crashed.
"""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated

from millmate import limits, paths
from millmate.decoder import Between, Care, DecodeError, decode_text
from millmate.files import write_atomically
from millmate.locks import HeldError, hold

MOST_TABS = 60
_MOST_WINDOWS = 32
_MOST = 1_000_000  # for the number of a panel, of a tab or of a move


@dataclass(frozen=True, slots=True)
class TabSnapshot:
    """The contents of a tab of the board, in both of its modes.

    `panel` is the number of the panel next to the board; `kind` is the game of the current board,
    `positions` the position set up on each board, `rules` the names in `games.catalogue` of the
    rules for these; `editing` is the set-up mode.
    `pgn` is the annotated game, "" for none; `place` is the path to the position shown, as indexes
    of children in the tree; `specs` are White's and Black's players. A `live` game was being
    played, a `kept` one is saved among the user's games when it ends, an `opened` one was not
    played here. `saved` and `origin` are its `GamePlace` among the user's games and in the file it
    was opened from; `unsaved` says that it has changed since. `title` and `words` name the tab.
    """

    panel: Annotated[int, Between(-1, _MOST)] = 0
    kind: str = "chess"
    editing: bool = True
    positions: dict[str, str] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)
    pgn: str = ""
    place: tuple[Annotated[int, Between(0, _MOST)], ...] = ()
    specs: tuple[str, str] = ("human", "human")
    live: bool = False
    kept: bool = True
    opened: bool = True
    saved: str = ""
    origin: str = ""
    unsaved: bool = False
    flipped: bool = False
    title: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class SessionSnapshot(TabSnapshot):
    """The contents of a window: the tab shown, and the `others` in their order.

    The tab shown comes after `tab` others. `page_name` is the value of a page. `tournament` is the
    directory of the running tournament, `building` the tables being built, `metrics` what their
    distances count, `solving` the position being solved. `closed` is set when the user quits.
    """

    page_name: str = "board"
    others: tuple[TabSnapshot, ...] = ()
    tab: int = 0
    tournament: str = ""
    building: str = ""
    metrics: str = ""
    solving: str = ""
    closed: bool = False


def to_json(snapshot: SessionSnapshot) -> str:
    return json.dumps(asdict(snapshot), indent=1)


def from_json(text: str | bytes) -> SessionSnapshot | None:
    """Return the snapshot in `text`, None if it is invalid; unknown fields are ignored."""
    try:
        snapshot = decode_text(SessionSnapshot, text, Care.KNOWN)
    except DecodeError:
        return None
    return snapshot if 0 <= snapshot.tab <= len(snapshot.others) <= MOST_TABS else None


class SessionSlot:
    """The file of one window, locked until `release`."""

    def __init__(self, directory: Path | None = None) -> None:
        """Lock the first free slot.

        Raises:
            OSError: The directory cannot be used, or too many windows are open.
        """
        directory = paths.data_dir() / "sittings" if directory is None else directory
        directory.mkdir(parents=True, exist_ok=True)
        for number in range(_MOST_WINDOWS):
            with suppress(HeldError):
                self._lock = hold(directory / f"{number}.lock")
                self.path = directory / f"{number}.json"
                return
        raise OSError(f"{directory}: more than {_MOST_WINDOWS} windows are open")

    def read(self) -> SessionSnapshot | None:
        """Return the snapshot in this slot, None if it is missing or damaged.

        A damaged file is renamed to `….json.damaged`.

        Raises:
            OSError: The file exists but cannot be read.
        """
        try:
            content = limits.read(self.path, limits.LARGEST_SESSION_FILE)
        except FileNotFoundError:
            return None
        found = from_json(content)
        if found is None:
            self.path.replace(self.path.with_suffix(".json.damaged"))
        return found

    def write(self, snapshot: SessionSnapshot) -> None:
        """Replace the snapshot in this slot atomically.

        Raises:
            OSError: The file cannot be written.
        """
        write_atomically(self.path, to_json(snapshot).encode())

    def release(self) -> None:
        """Free the slot for another window."""
        self._lock.release()
