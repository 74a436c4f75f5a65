"""The place of a game in a file, where it can be written or opened again."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from millmate.json_decode import from_json
from millmate.language import tr
from millmate.records.database.headers import scan
from millmate.records.pgn import RecordError
from millmate.records.record import GameRecord


class GameMovedError(RecordError):
    """The file was changed: the text of a game is no longer where it was read."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            tr(
                "{path} has changed since the game was opened, so nothing was written there",
                path=path,
            )
        )


@dataclass(frozen=True, slots=True)
class GamePlace:
    """The place of a game: `length` bytes at `offset` in a file, with their SHA-256 in hex."""

    path: Path
    offset: int
    length: int
    digest: str

    @classmethod
    def of(cls, path: Path, offset: int, text: bytes) -> GamePlace:
        return cls(path, offset, len(text), _digest(text))

    def find(self, content: bytes) -> int:
        """Return the offset of the game in `content`; games before it may have changed in length.

        Raises:
            GameMovedError: Its text is not there, or is there several times.
        """
        if self._is_at(self.offset, content):
            return self.offset
        found = [
            head.offset
            for head in scan(content)
            if head.length == self.length and self._is_at(head.offset, content)
        ]
        if len(found) != 1:
            raise GameMovedError(self.path)
        return found[0]

    def _is_at(self, offset: int, content: bytes) -> bool:
        return _digest(content[offset : offset + self.length]) == self.digest

    def to_json(self) -> str:
        return json.dumps([str(self.path), self.offset, self.length, self.digest])

    @classmethod
    def from_json(cls, text: str) -> GamePlace | None:
        """Return the place that `to_json` wrote, None if `text` is anything else."""
        try:
            path, offset, length, digest = from_json(tuple[str, int, int, str], json.loads(text))
        except (ValueError, TypeError, RecursionError):
            return None
        sound = "\0" not in path and offset >= 0 and length > 0  # every file holds an empty text
        return cls(Path(path), offset, length, digest) if sound else None


@dataclass(frozen=True, slots=True)
class PlacedGame:
    """A game with its place in a file, None if it is uncertain."""

    record: GameRecord
    place: GamePlace | None = None


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()
