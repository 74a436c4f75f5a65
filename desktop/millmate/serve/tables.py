"""The tables that are served, including those built meanwhile."""

import time
from pathlib import Path

from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.probe import Tablebase, ZeroingTables
from millmate.tablebase.solved_positions import SolvedPositions

_PAUSE = 1.0  # seconds between two checks of the directory


class Tables:
    """The tables of a directory; thread-safe."""

    def __init__(self, directory: Path) -> None:
        """Open the tables now in `directory`; `look_again` finds later ones."""
        self.directory = directory
        self.mate = Tablebase(directory)
        self.zeroing = ZeroingTables.beside(directory)
        self.morris = MorrisTablebase(directory)
        self.solved = SolvedPositions(directory)  # notices added and removed files by itself
        self._looked = time.monotonic()

    def look_again(self) -> None:
        """Find tables added or removed since the last check, at most once a second."""
        now = time.monotonic()
        if now - self._looked >= _PAUSE:
            self._looked = now
            for tables in (self.mate, self.zeroing, self.morris):
                tables.refresh_if_changed()
