"""Games on disk: the user's own, each in its own PGN file, and games in other files.

A saved or opened game has a `GamePlace`. It is overwritten there only if the file still contains
its text as it was read.
"""

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from itertools import count
from pathlib import Path

from millmate import files, limits, paths
from millmate.decoder import DecodeError, decode_text
from millmate.files import directory_lock, write_atomically, write_new
from millmate.games.morris.notations import Notation
from millmate.language import number, tr
from millmate.records.database.headers import NO_TEXT, scan
from millmate.records.pgn import Games, RecordError, read_at, read_entry, to_pgn
from millmate.records.record import GameRecord
from millmate.text_decode import decode, encoding_of

_LARGEST_REWRITTEN = 32_000_000  # bytes


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
    def of(cls, path: Path, offset: int, text: bytes) -> "GamePlace":
        return cls(path, offset, len(text), sha256(text).hexdigest())

    def find(self, content: bytes) -> int:
        """Return the offset of the game in `content`; games before it may have changed in length.

        Raises:
            GameMovedError: Its text is missing, or occurs several times.
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
        return sha256(content[offset : offset + self.length]).hexdigest() == self.digest

    def to_json(self) -> str:
        return json.dumps([str(self.path), self.offset, self.length, self.digest])

    @classmethod
    def from_json(cls, text: str) -> "GamePlace | None":
        """Return the place written by `to_json`, None if `text` is anything else."""
        try:
            path, offset, length, digest = decode_text(tuple[str, int, int, str], text)
        except DecodeError:
            return None
        sound = "\0" not in path and offset >= 0 and length > 0  # every file holds an empty text
        return cls(Path(path), offset, length, digest) if sound else None


@dataclass(frozen=True, slots=True)
class PlacedGame:
    """A game with its place in a file, None if it is uncertain."""

    record: GameRecord
    place: GamePlace | None = None


def add(record: GameRecord, directory: Path | None = None) -> GamePlace:
    """Write `record` to a new file in `directory` (the user's games); return its place.

    Raises:
        OSError: The directory cannot be created or written.
    """
    directory = paths.games_dir() if directory is None else directory
    directory.mkdir(parents=True, exist_ok=True)
    content, stem = to_pgn(record).encode(), _stem(record)
    for copy in count(1):
        path = directory / (f"{stem}.pgn" if copy == 1 else f"{stem}_{copy}.pgn")
        with suppress(FileExistsError):
            write_new(path, content)
            return GamePlace.of(path, 0, content)
    raise AssertionError("numbers do not end")


def update(record: GameRecord, place: GamePlace | None) -> GamePlace:
    """Write `record` to its `place` among the user's games, or to a new file without one.

    It is also written to a new file if another program changed or removed its place, or if it
    does not fit there: it is better to save a game twice than to lose it.

    Raises:
        OSError: The directory cannot be created or written.
    """
    if place is not None:
        with suppress(RecordError, FileNotFoundError):
            return replace(record, place)
    return add(record)


def remove(place: GamePlace) -> None:
    """Delete the file at `place`, which must contain this game and nothing else.

    Raises:
        OSError: The file cannot be deleted.
        GameMovedError: The file now contains something else.
    """
    with directory_lock(place.path.parent):
        if GamePlace.of(place.path, 0, _collection(place.path)) != place:
            raise GameMovedError(place.path)
        place.path.unlink()


def append(record: GameRecord, path: Path, notation: Notation = Notation.OURS) -> None:
    """Append `record` to the games in the file at `path`, which is created if necessary.

    Turns of morris are written in `notation`. Nothing in the file is ever lost: a small file is
    rewritten atomically, and a large one is appended to in place. The game uses the file's line
    ends and, if possible, its encoding.

    Raises:
        OSError: The file cannot be written.
    """
    pgn = to_pgn(record, notation)
    with directory_lock(path.parent):
        if path.exists() and path.stat().st_size > _LARGEST_REWRITTEN:
            files.append(path, b"\n\n" + pgn.encode())
        else:
            _append_anew(pgn, path)


def _append_anew(pgn: str, path: Path) -> None:
    before = b""
    with suppress(FileNotFoundError):
        before = limits.read(path, _LARGEST_REWRITTEN)
    end = "\r\n" if b"\r\n" in before else "\n"
    before, added = _in_one_encoding(before, pgn.replace("\n", end))
    missing = 2 - before[-3:].count(b"\n") if before else 0
    gap = end.encode() * missing
    write_atomically(path, before + gap + added)


def replace(record: GameRecord, place: GamePlace) -> GamePlace:
    """Replace the game at `place` by `record`, and return its new place.

    The file is rewritten atomically; all other games stay as they are.

    Raises:
        OSError: The file cannot be read or written.
        GameMovedError: The file no longer contains the game as it was read.
        RecordError: The file is too large, or its encoding lacks characters of this game.
    """
    with directory_lock(place.path.parent):
        content = _collection(place.path)
        offset = place.find(content)
        before = content[offset : offset + place.length]
        end = "\r\n" if b"\r\n" in before else "\n"
        space = before[len(before.rstrip()) :]
        pgn = to_pgn(record).rstrip().replace("\n", end)
        others = content[:offset] + content[offset + place.length :]
        rest, game = _in_one_encoding(others, pgn)
        if rest != others:
            raise RecordError(f"{place.path} is in windows-1252, which lacks letters of this game")
        return _written(content, place.path, offset, place.length, game + space)


def restore(text: bytes, place: GamePlace) -> GamePlace:
    """Replace the game at `place` by `text`, which was there before; see `replace`."""
    with directory_lock(place.path.parent):
        content = _collection(place.path)
        return _written(content, place.path, place.find(content), place.length, text)


def text_at(place: GamePlace) -> bytes:
    """Return the text of the game at `place`; raises as `replace` does."""
    content = _collection(place.path)
    offset = place.find(content)
    return content[offset : offset + place.length]


def _written(content: bytes, path: Path, offset: int, length: int, text: bytes) -> GamePlace:
    """Rewrite a file with `text` in place of `length` bytes at `offset` of its `content`."""
    write_atomically(path, content[:offset] + text + content[offset + length :])
    return GamePlace.of(path, offset, text)


def _collection(path: Path) -> bytes:
    """Return the content of a file of games.

    Raises:
        OSError: It cannot be read.
        RecordError: It is too large to be rewritten.
    """
    if path.stat().st_size > limits.LARGEST_COLLECTION:
        raise RecordError(
            tr(
                "{path} is too large to put a game back into it ({n} bytes at most): save the "
                "game to a separate file",
                path=path,
                n=number(limits.LARGEST_COLLECTION),
            )
        )
    return limits.read(path, limits.LARGEST_COLLECTION)


def _in_one_encoding(before: bytes, pgn: str) -> tuple[bytes, bytes]:
    """Return both in UTF-8, or in the file's UTF-16 or windows-1252 if that is sufficient."""
    try:
        if encoding_of(before) != "utf-8":
            return before, pgn.encode(encoding_of(before))
        before.decode("utf-8")
    except UnicodeDecodeError:
        try:
            return before, pgn.encode("cp1252")
        except UnicodeEncodeError:
            before = decode(before).encode("utf-8")
    return before, pgn.encode("utf-8")


def load(path: Path) -> list[GameRecord]:
    """Return the games in the PGN file `path`; raises as `load_placed` does."""
    return [game.record for game in load_placed(path)]


def load_placed(path: Path) -> Games[PlacedGame]:
    """Return the games in the PGN file `path` with their places, and the faults of others.

    Raises:
        OSError: The file cannot be read.
        RecordError: No game in it can be read; the message names the file.
    """
    if path.stat().st_size > 4 * limits.LARGEST_TEXT:  # a character has at most four bytes
        raise RecordError(tr("{path}: too large to open; split the file", path=path))
    content = limits.read(path, 4 * limits.LARGEST_TEXT)
    heads = list(scan(content))
    if heads and heads[0].fault == NO_TEXT:
        raise RecordError(f"{path}: {tr(NO_TEXT)}")
    places = [(head.offset, head.length) for head in heads]
    try:
        games = read_at(content, places)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None

    def placed(record: GameRecord, number: int) -> PlacedGame:
        offset, length = places[number - 1]
        place = GamePlace.of(path, offset, content[offset : offset + length])
        return PlacedGame(record, place)

    return games.mapped(placed)


def load_at(place: GamePlace) -> PlacedGame:
    """Return the game at `place`; raises as `text_at` and `load` do."""
    return PlacedGame(read_entry(text_at(place))[0], place)


def _stem(record: GameRecord) -> str:
    """Return a file name that sorts by time and contains the players' names."""
    started = record.started or datetime.now().isoformat(timespec="seconds")
    date, _, time = started.partition("T")
    moment = "_".join(filter(None, (date, time.replace(":", ""))))
    return f"{moment}_{_word(record.white)}_vs_{_word(record.black)}"


def _word(name: str) -> str:
    """Return the name without details, in characters that all file systems accept."""
    first = re.split(r"[,(]", name, maxsplit=1)[0]
    return re.sub(r"[^\w]+", "-", first).strip("-")[:20] or "unknown"
