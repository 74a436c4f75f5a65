"""The user's games on disk: one PGN file a game, nothing ever overwritten."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from millmate import paths
from millmate.files import write_atomically
from millmate.records.pgn import LARGEST_TEXT, RecordError, from_pgn, to_pgn
from millmate.records.record import GameRecord


def save(record: GameRecord, directory: Path | None = None) -> Path:
    """Write `record` into `directory` (the user's games) under a new name and return its path.

    Raises:
        OSError: The directory cannot be made or written.
    """
    directory = paths.games_dir() if directory is None else directory
    directory.mkdir(parents=True, exist_ok=True)
    content = to_pgn(record).encode()
    path = _reserved(directory, _stem(record))
    try:
        write_atomically(path, content)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path


def load(path: Path) -> list[GameRecord]:
    """Return the games in the PGN file `path`.

    Raises:
        OSError: The file cannot be read.
        RecordError: It is no PGN; the message names the file.
    """
    if path.stat().st_size > 4 * LARGEST_TEXT:  # no character has more than four bytes
        raise RecordError(f"{path}: too large to open; split the file")
    content = path.read_bytes()
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("latin-1")  # the standard's own character set
    try:
        return from_pgn(text)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def listing(directory: Path | None = None) -> list[Path]:
    """Return the PGN files in `directory` (the user's games), newest first; [] if it is not there.

    Raises:
        OSError: The directory cannot be read.
    """
    directory = paths.games_dir() if directory is None else directory
    if not directory.is_dir():
        return []
    files = [path for path in directory.glob("*.pgn") if path.stat().st_size]
    return sorted(files, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)


def _stem(record: GameRecord) -> str:
    """Return a file name that sorts by time and tells who played."""
    started = record.started or datetime.now().isoformat(timespec="seconds")
    date, _, time = started.partition("T")
    moment = "_".join(filter(None, (date, time.replace(":", ""))))
    return f"{moment}_{_word(record.white)}_vs_{_word(record.black)}"


def _word(name: str) -> str:
    """Return the name up to its details, in characters that every file system takes."""
    first = re.split(r"[,(]", name, maxsplit=1)[0]
    return re.sub(r"[^\w]+", "-", first).strip("-")[:20] or "unknown"


def _reserved(directory: Path, stem: str) -> Path:
    """Make an empty file that no one else has and return its path."""
    number = 1
    while True:
        path = directory / (f"{stem}.pgn" if number == 1 else f"{stem}_{number}.pgn")
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            number += 1
        else:
            return path
