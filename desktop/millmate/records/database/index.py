"""The index of a folder of PGN files.

It is a cache (`paths.cache_dir`), one SQLite file per folder; a damaged one is rebuilt. Several
programs may use it at once. A connection belongs to the thread that opened it.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, field, fields, replace
from pathlib import Path
from typing import NoReturn, TypeVar

from millmate import limits, paths, text_decode
from millmate.decoder import decode
from millmate.errors import MillMateError, quote_error
from millmate.files import describe_error
from millmate.folding import folded, searchable
from millmate.language import mark, number, tr
from millmate.records.database.headers import GameHeader, scan_file
from millmate.regular_files import open_regular

_T = TypeVar("_T")
_State = tuple[int, int]  # size and time of a file
_VERSION = 4
_HEAD = [each.name for each in fields(GameHeader)]
_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS files (id INTEGER PRIMARY KEY, path TEXT UNIQUE, size, changed);
CREATE TABLE IF NOT EXISTS games (id INTEGER PRIMARY KEY, file INTEGER, {", ".join(_HEAD)}, words);
CREATE INDEX IF NOT EXISTS games_of_files ON games (file);
"""
# Queries contain only these names, never user input.
COLUMNS = (
    *("white", "white_elo", "black", "black_elo", "result", "eco", "date", "event", "kind"),
    *("material", "plies", "path"),
)
CHANGED = mark("the file has changed since: it is being read again")
# Errors that do not mean a damaged index; all others do.
_NO_DAMAGE = (
    *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY),
    *(sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN),
    *(sqlite3.SQLITE_PERM, sqlite3.SQLITE_MISUSE),
)
_MOST_WORDS = 50  # in a search
_EVERY = 2000  # games between two progress reports


@dataclass(frozen=True, slots=True)
class Listed:
    """The games of a folder as listed: their number, those found, and those selected.

    Both lists contain numbers in the index of the folder.
    """

    folder: Path
    total: int = 0
    found: array[int] = field(default_factory=lambda: array("q"))
    selected: array[int] = field(default_factory=lambda: array("q"))


class FolderError(MillMateError):
    """A folder of games cannot be used."""


class FolderChangedError(FolderError):
    """Files have changed since they were scanned; the next scan reads them again."""

    def __init__(self) -> None:
        super().__init__(CHANGED)


@dataclass(frozen=True, slots=True)
class Found:
    """A game of the index: its number, its file, and its header."""

    number: int
    path: Path
    head: GameHeader


@dataclass(frozen=True, slots=True)
class Scanned:
    """The progress of a scan: files read, files to read, and the games found so far."""

    done: int
    files: int
    games: int


@dataclass(slots=True)
class _Scan:
    """A running scan: its callbacks for progress and stopping, and its progress."""

    progress: Callable[[Scanned], None]
    stopped: Callable[[], bool]
    done: Scanned = Scanned(0, 0, 0)


class GameIndex:
    """The games in the PGN files of `folder` and the folders below it."""

    def __init__(self, folder: Path, file: Path | None = None) -> None:
        """Open the index of `folder`, by default its `index_file`.

        Raises:
            FolderError: It cannot be stored.
        """
        self.folder = folder
        self.file = file or index_file(folder)
        self._base: sqlite3.Connection | None = None
        self._sound(lambda base: None, lambda: None)

    def close(self) -> None:
        if self._base is not None:
            self._base.close()
            self._base = None

    def update(
        self,
        progress: Callable[[Scanned], None] = lambda scanned: None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Read new and changed files of the folder; return whether there were any.

        When `stopped` returns True, the files read so far stay in the index.

        Raises:
            FolderError: The index cannot be written; a damaged one is rebuilt.
        """
        scan = _Scan(progress, stopped)

        def again() -> bool:
            return self._sound(lambda base: self._update(base, scan), lambda: True)

        return self._sound(lambda base: self._update(base, scan), again)

    def _update(self, base: sqlite3.Connection, scan: _Scan) -> bool:
        there = dict(pgn_files_below(self.folder))
        rows = base.execute("SELECT path, size, changed FROM files")
        known = {_path(path): (size, changed) for path, size, changed in rows}
        gone = [path for path in known if path not in there]
        new = [path for path, state in there.items() if known.get(path) != state]
        for path in gone:
            with base:
                _forget(base, path)
        scan.done = Scanned(0, len(new), 0)
        for read, path in enumerate(new, 1):
            if scan.stopped():
                break
            games = scan.done.games + self._read(base, path, there[path], scan)
            scan.done = Scanned(read, len(new), games)
            scan.progress(scan.done)
        return bool(gone or new)

    def find(self, text: str = "", order: str = "date", falling: bool = True) -> array[int]:
        """Return the numbers of the games that match every word of `text`, in order.

        Args:
            text: Words or parts of words, in any case and with or without accents; each may match
                in any column.
            order: One of `COLUMNS`.
            falling: Whether to sort in descending order.

        Raises:
            FolderError: The index cannot be read; a `FolderChangedError` if it was damaged.
        """
        words = folded(text.encode(errors="ignore").decode()).split()[:_MOST_WORDS]
        assert order in COLUMNS
        column = {"path": "files.path"}.get(order, f"games.{order}")
        where = " AND ".join(["instr(words, ?)"] * len(words)) or "1"
        way = "DESC" if falling else "ASC"
        query = (
            f"SELECT games.id FROM games JOIN files ON files.id = file WHERE {where} "  # noqa: S608
            f"ORDER BY {column} COLLATE NOCASE {way}, games.id {way}"
        )

        def numbers(base: sqlite3.Connection) -> array[int]:
            return array("q", (_number(number) for (number,) in base.execute(query, words)))

        return self._sound(numbers, _changed)

    def names(self, most: int) -> list[str]:
        """Return the names of players, those with the most games first."""
        query = (
            "SELECT name FROM (SELECT white AS name FROM games UNION ALL SELECT black FROM games) "
            "WHERE name NOT IN ('', '?') GROUP BY name ORDER BY count(*) DESC, name LIMIT ?"
        )

        def found(base: sqlite3.Connection) -> list[str]:
            return [str(name) for (name,) in base.execute(query, (most,))]

        return self._sound(found, list)

    def games(self, numbers: Sequence[int]) -> dict[int, Found]:
        """Return those of the games `numbers`, at most a few hundred, that still exist.

        The result is empty if the index cannot be read; `find` reports why.
        """
        marks = ",".join("?" * len(numbers))
        query = (
            f"SELECT games.id, files.path, {', '.join('games.' + name for name in _HEAD)} "  # noqa: S608
            f"FROM games JOIN files ON files.id = file WHERE games.id IN ({marks})"
        )

        def found(base: sqlite3.Connection) -> dict[int, Found]:
            rows = base.execute(query, list(numbers))
            return {row[0]: Found(row[0], self.folder / _path(row[1]), _head(row)) for row in rows}

        with suppress(FolderError):
            return self._sound(found, dict)
        return {}

    def text(self, found: Found) -> str:
        """Return the PGN of a game; raises as `content` does."""
        return text_decode.decode(self.content(found))

    def content(self, found: Found) -> bytes:
        """Return the bytes of a game in its file.

        Raises:
            OSError: The file cannot be read.
            FolderChangedError: It has changed since it was scanned.
            FolderError: The game is too large.
        """
        if found.head.length > limits.LARGEST_LISTED_GAME:
            raise FolderError(
                tr(
                    "this game is too large to be read: it has {n} bytes, {most} at most are read",
                    n=number(found.head.length),
                    most=number(limits.LARGEST_LISTED_GAME),
                )
            )
        query = "SELECT size, changed FROM files WHERE path = ?"
        name = found.path.relative_to(self.folder).as_posix()
        words = (_kept(name),)
        known = self._sound(lambda base: base.execute(query, words).fetchone(), _changed)
        if known != _state(found.path):
            raise FolderChangedError
        with open_regular(found.path) as file:
            file.seek(found.head.offset)
            return file.read(found.head.length)

    def mark_fault(self, number: int, fault: str) -> None:
        """Store a fault found while replaying a game."""
        query = "UPDATE games SET fault = ? WHERE id = ?"

        def mark_it(base: sqlite3.Connection) -> None:
            with base:
                base.execute(query, (fault, number))

        with suppress(FolderError):
            self._sound(mark_it, lambda: None)

    def __len__(self) -> int:
        query = "SELECT count(*) FROM games"
        return self._sound(lambda base: int(base.execute(query).fetchone()[0]), lambda: 0)

    # errors

    def _sound(self, work: Callable[[sqlite3.Connection], _T], damaged: Callable[[], _T]) -> _T:
        """Return `work` of the index; if it is damaged, rebuild it and return `damaged()`.

        Raises:
            FolderError: Another error occurred.
        """
        try:
            try:
                self._base = self._base or _opened(self.file)
                return work(self._base)
            except (
                sqlite3.Error,
                UnicodeDecodeError,
            ) as error:  # text quoted by SQLite may not be valid
                if not _is_damage(error):
                    raise
                self._remove()
                self._base = _opened(self.file)
        except sqlite3.Error as error:
            raise self._trouble(_told(error)) from error
        except OSError as error:
            raise self._trouble(describe_error(error)) from error
        return damaged()

    def _remove(self) -> None:
        """Remove the index and SQLite's files next to it, which would damage a new one."""
        self.close()
        for end in ("", "-wal", "-shm", "-journal"):
            Path(f"{self.file}{end}").unlink(missing_ok=True)

    def _trouble(self, why: str) -> FolderError:
        return FolderError(
            tr("the list of games cannot be kept in {path}: {why}", path=self.file, why=why)
        )

    # reading files

    def _read(self, base: sqlite3.Connection, path: str, state: _State, scan: _Scan) -> int:
        """Replace the games of a file in the index; return their number.

        A file that changed meanwhile is read once more. If it keeps changing, the next update
        notices that it differs from the state stored with its games.
        """
        games = self._read_once(base, path, state, scan)
        now = _state_now(self.folder / path)
        if now is not None and now != state:
            games = self._read_once(base, path, now, scan)
        return games

    def _read_once(self, base: sqlite3.Connection, path: str, state: _State, scan: _Scan) -> int:
        games = 0

        def rows(file: int) -> Iterator[tuple[object, ...]]:
            nonlocal games
            for header in _headers(self.folder / path):
                games += 1
                if games % _EVERY == 0:
                    scan.progress(replace(scan.done, games=scan.done.games + games))
                    if scan.stopped():
                        raise _StoppedError
                yield (file, *astuple(header), _words(header, path))

        names, marks = ", ".join(_HEAD), ", ".join("?" * (len(_HEAD) + 2))
        insert = f"INSERT INTO games (file, {names}, words) VALUES ({marks})"  # noqa: S608
        try:
            with base:
                _forget(base, path)
                query = "INSERT INTO files (path, size, changed) VALUES (?, ?, ?)"
                file = base.execute(query, (_kept(path), *state)).lastrowid
                assert file is not None
                base.executemany(insert, rows(file))
        except _StoppedError:
            return 0
        return games


class _StoppedError(Exception):
    """The scan was stopped within a file, which stays unread."""


def index_file(folder: Path) -> Path:
    name = hashlib.sha256(os.fsencode(os.path.realpath(folder))).hexdigest()[:24]
    return paths.cache_dir() / "games" / f"{name}-{_VERSION}.sqlite"


def _forget(base: sqlite3.Connection, path: str) -> None:
    """Remove the games of a file from the index."""
    query = "DELETE FROM games WHERE file = (SELECT id FROM files WHERE path = ?)"
    base.execute(query, (_kept(path),))
    base.execute("DELETE FROM files WHERE path = ?", (_kept(path),))


def _changed() -> NoReturn:
    raise FolderChangedError


def _opened(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    base = sqlite3.connect(path, timeout=30)
    try:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = OFF")  # a damaged cache is rebuilt
        base.executescript(_SCHEMA)
    except (sqlite3.Error, UnicodeDecodeError):
        base.close()
        raise
    return base


def _number(value: object) -> int:
    if type(value) is not int:
        raise sqlite3.DatabaseError("a number is invalid")  # damaged, though its structure is valid
    return value


def _kept(path: str) -> str | bytes:
    """Return a path as stored in the index: as bytes if it is not valid text."""
    return path if path.isascii() or _shown(path) == path else os.fsencode(path)


def _shown(path: str) -> str:
    return path.encode(errors="replace").decode()


def _path(value: object) -> str:
    """Return the path of a file, which must stay in the folder; see `_kept`."""
    if type(value) is bytes:
        value = os.fsdecode(value)
    if type(value) is not str or "\0" in value or not Path(value).name:
        raise sqlite3.DatabaseError("a path is invalid")
    if Path(value).is_absolute() or ".." in Path(value).parts:
        raise sqlite3.DatabaseError("a path leads out of the folder")
    return value


def _head(row: Sequence[object]) -> GameHeader:
    try:
        head = decode(GameHeader, dict(zip(_HEAD, row[2:], strict=True)))
    except ValueError:
        raise sqlite3.DatabaseError("a game is invalid") from None
    if head.offset < 0 or head.length < 0:
        raise sqlite3.DatabaseError("a game starts before its file")
    return head


def _is_damage(error: Exception) -> bool:
    """Return whether the index itself is damaged."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return code == sqlite3.SQLITE_IOERR_SHORT_READ or code & 0xFF not in _NO_DAMAGE


def _told(error: sqlite3.Error) -> str:
    """Return SQLite's message, with a hint, because a full disk can look like a failing one."""
    if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        return tr("{why}; check whether the disk is full", why=quote_error("SQLite", error))
    return quote_error("SQLite", error)


def _words(head: GameHeader, path: str) -> str:
    """Return the searchable text of a game."""
    parts = (
        head.white, head.black, head.result, head.date, head.event, head.eco, head.kind,
        head.material, _shown(path),
    )  # fmt: skip
    text = "\n".join(parts)
    return text.lower() if text.isascii() else "\n".join(map(searchable, parts))


def pgn_files_below(folder: Path) -> Iterator[tuple[str, _State]]:
    """Yield the relative paths of the PGN files below `folder`, in order, with size and time.

    Hidden and empty files are left out.
    """
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(place) / name
            if path.suffix.lower() == ".pgn" and not name.startswith("."):
                with suppress(OSError):  # it was removed meanwhile
                    state = _state(path)
                    if state[0]:
                        yield path.relative_to(folder).as_posix(), state


def _state(path: Path) -> _State:
    seen = path.stat()
    return seen.st_size, seen.st_mtime_ns


def _state_now(path: Path) -> _State | None:
    """Return the state of a file, None if it was removed."""
    try:
        return _state(path)
    except OSError:
        return None


def _headers(path: Path) -> Iterator[GameHeader]:
    """Yield the headers of a file; an unreadable file is a single game with that fault."""
    try:
        with open_regular(path) as file:
            yield from scan_file(file)
    except OSError as error:
        yield GameHeader(0, 0, fault=error.strerror or str(error))
