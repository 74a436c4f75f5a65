"""The user's games on disk: one PGN file a game, nothing ever overwritten."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path

from millmate import files, limits, paths
from millmate.files import alone_in, write_atomically, write_new
from millmate.language import number, tr
from millmate.records.pgn import LARGEST_TEXT, RecordError, from_pgn, to_pgn
from millmate.records.record import GameRecord

_LARGEST_REWRITTEN = 32_000_000  # bytes


def save(record: GameRecord, directory: Path | None = None) -> Path:
    """Write `record` into `directory` (the user's games) under a new name and return its path.

    Raises:
        OSError: The directory cannot be made or written.
    """
    directory = paths.games_dir() if directory is None else directory
    directory.mkdir(parents=True, exist_ok=True)
    content, stem = to_pgn(record).encode(), _stem(record)
    for copy in count(1):
        path = directory / (f"{stem}.pgn" if copy == 1 else f"{stem}_{copy}.pgn")
        with suppress(FileExistsError):
            write_new(path, content)
            return path
    raise AssertionError("numbers do not end")


def append(record: GameRecord, path: Path) -> None:
    """Add `record` to the games in the file at `path`, which is made if it is not there.

    Nothing in the file is ever lost: a small one is written anew, whole or not at all, and to a
    large one the game is added in place. The game takes the file's line ends and, where it can,
    its encoding.

    Raises:
        OSError: The file cannot be written.
    """
    with alone_in(path.parent):
        if path.exists() and path.stat().st_size > _LARGEST_REWRITTEN:
            files.append(path, b"\n\n" + to_pgn(record).encode())
        else:
            _append_anew(to_pgn(record), path)


def _append_anew(pgn: str, path: Path) -> None:
    before = b""
    with suppress(FileNotFoundError):
        before = limits.read(path, _LARGEST_REWRITTEN)
    end = "\r\n" if b"\r\n" in before else "\n"
    before, added = _in_one_encoding(before, pgn.replace("\n", end))
    missing = 2 - before[-3:].count(b"\n") if before else 0
    gap = end.encode() * missing
    write_atomically(path, before + gap + added)


def replace(record: GameRecord, path: Path, offset: int, before: bytes) -> None:
    """Put `record` in place of the game whose text `before` stands at `offset` in a file.

    The file is written anew, whole or not at all; all other games stay as they are.

    Raises:
        OSError: The file cannot be read or written.
        RecordError: Something else stands there by now, or the file is too large for that.
    """
    with alone_in(path.parent):
        _replace(record, path, offset, before)


def _replace(record: GameRecord, path: Path, offset: int, before: bytes) -> None:
    if path.stat().st_size > limits.LARGEST_COLLECTION:
        raise RecordError(
            tr(
                "{path} is too large to put a game back into it ({n} bytes at most): save the game "
                "into a file of its own",
                path=path,
                n=number(limits.LARGEST_COLLECTION),
            )
        )
    content = limits.read(path, limits.LARGEST_COLLECTION)
    if content[offset : offset + len(before)] != before:
        raise RecordError(f"{path} has changed since the game was opened: nothing was replaced")
    end = "\r\n" if b"\r\n" in before else "\n"
    space = before[len(before.rstrip()) :]
    pgn = to_pgn(record).rstrip().replace("\n", end)
    rest, game = _in_one_encoding(content[:offset] + content[offset + len(before) :], pgn)
    if len(rest) != len(content) - len(before):  # the others were in Latin-1, which is not enough
        raise RecordError(f"{path} is in Latin-1, which lacks letters of this game")
    write_atomically(path, rest[:offset] + game + space + rest[offset:])


def _in_one_encoding(before: bytes, pgn: str) -> tuple[bytes, bytes]:
    """Return both in UTF-8, or in Latin-1 where that is what was there and it suffices."""
    try:
        before.decode("utf-8")
    except UnicodeDecodeError:
        try:
            return before, pgn.encode("latin-1")
        except UnicodeEncodeError:
            before = before.decode("latin-1").encode("utf-8")
    return before, pgn.encode("utf-8")


def load(path: Path) -> list[GameRecord]:
    """Return the games in the PGN file `path`.

    Raises:
        OSError: The file cannot be read.
        RecordError: It is no PGN; the message names the file.
    """
    if path.stat().st_size > 4 * LARGEST_TEXT:  # no character has more than four bytes
        raise RecordError(tr("{path}: too large to open; split the file", path=path))
    content = limits.read(path, 4 * LARGEST_TEXT)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("latin-1")  # the standard's own character set
    try:
        return from_pgn(text)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


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
