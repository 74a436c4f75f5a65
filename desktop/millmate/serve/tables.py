"""The tables that are served, those among them that are built meanwhile."""

from __future__ import annotations

import time
from pathlib import Path

from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.solved_positions import SolvedPositions
from millmate.tablebase.zeroing import ZeroingTables

_PAUSE = 1.0  # seconds between two looks at the directory


class Tables:
    """The tables of a directory; safe from several threads."""

    def __init__(self, directory: Path) -> None:
        """Open the tables that `directory` has now; `look_again` finds later ones."""
        self.directory = directory
        self.mate = Tablebase(directory)
        self.zeroing = ZeroingTables.beside(directory)
        self.morris = MorrisTablebase(directory)
        self.solved = SolvedPositions(directory)  # finds those that come or go by itself
        self._looked = time.monotonic()

    def look_again(self) -> None:
        """Find the tables that came or went since the last look, which was a second ago or more."""
        now = time.monotonic()
        if now - self._looked >= _PAUSE:
            self._looked = now
            for tables in (self.mate, self.zeroing, self.morris):
                tables.refresh_if_changed()
