"""Look positions up in finished tables."""

from pathlib import Path

import chess

from millmate.errors import InputError, MillMateError
from millmate.games.chess.material import Material
from millmate.tablebase.verdict import MoveVerdict, Verdict


class MissingTableError(MillMateError):
    """No table covers the material of a position."""


class UnprobeableError(InputError):
    """Tables know no such position: castling rights, or an impossible one."""


class Tablebase:
    """The tables of a directory; safe from several threads."""

    def __init__(self, directory: Path) -> None:
        """Open the tables that are in `directory` now (see `refresh`)."""
        self.directory = directory

    def refresh(self) -> None:
        """Look again which tables are there."""
        raise NotImplementedError

    def available(self) -> tuple[Material, ...]:
        """Return the canonical materials that can be probed, smaller first."""
        raise NotImplementedError

    def covers(self, board: chess.Board) -> bool:
        """Tell whether `probe` has an answer for `board`."""
        raise NotImplementedError

    def get(self, board: chess.Board) -> Verdict | None:
        """Return the verdict for the side to move, or None where no table covers `board`."""
        raise NotImplementedError

    def probe(self, board: chess.Board) -> Verdict:
        """Return the verdict for the side to move.

        Raises:
            MissingTableError: No table covers the material.
            UnprobeableError: `board` has castling rights or is impossible.
            TableError: The table is damaged.
        """
        raise NotImplementedError

    def moves(self, board: chess.Board) -> list[MoveVerdict]:
        """Return every legal move with its verdict for the side to move, best first.

        Raises: as `probe`; also where a table that a capture leads into is missing.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Forget everything that was read."""
        raise NotImplementedError
