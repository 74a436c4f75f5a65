"""The journal of a tournament: one append-only file of its games.

Each line is a JSON object whose last member, `crc32c`, is the checksum of all lines up to and
including it, without their checksums: a line that is changed, removed or moved is detected. The
first line names the tournament and holds its openings; every other line is a finished game. A game
is on the disk before it is reported. Everything else about a tournament can be derived from this
file and the plan.
"""

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import IO, Any

from millmate import language, limits
from millmate.decoder import DecodeError, decode, encode
from millmate.errors import MillMateError
from millmate.files import sync, write_atomically
from millmate.language import tr
from millmate.locks import HeldError, hold
from millmate.play.sealed_jsonl import checksum, seal, unseal
from millmate.play.tournament.game import GameResult
from millmate.play.tournament.plan import TournamentPlan
from millmate.play.tournament.schedule import Opening
from millmate.regular_files import open_regular

NAME = "journal.jsonl"
_LOCK = ".journal.lock"
_VERSION = 2
_UNCHAINED = 1  # the version in which each line had an independent checksum


class JournalError(MillMateError):
    """A journal cannot be used; the message says why, and nothing was changed."""


class Journal:
    """The finished games of a tournament by number, and the file they are appended to.

    `cut_off` is true if the last line is incomplete; its game is played again.
    """

    def __init__(
        self, path: Path, openings: tuple[Opening, ...], results: dict[int, GameResult]
    ) -> None:
        """Hold what `read` or `create` found; call `open_to_write` before `append`."""
        self.path, self.openings, self.results = path, openings, results
        self.cut_off = False
        self._file: IO[bytes] | None = None
        self._whole = 0  # bytes of whole lines
        self._sum: int | None = None  # the last line's checksum, None if each has its own

    @classmethod
    def read(cls, directory: Path, plan: TournamentPlan | None = None) -> "Journal | None":
        """Return the journal in `directory`, of `plan` if given, or None without one.

        Raises:
            JournalError: It belongs to another tournament, was edited or damaged, or is not a
                journal; the message names the line.
        """
        path = directory / NAME
        try:
            content = limits.read(path, limits.LARGEST_JOURNAL)
        except FileNotFoundError:
            return None
        whole = content.rfind(b"\n") + 1
        lines = content[:whole].split(b"\n")[:-1]
        header = _header(path, lines)
        if plan is not None and header["plan"] != plan.digest():
            raise JournalError(
                tr(
                    "{directory} holds another tournament, {header!r} with other players, "
                    "games or rules: choose another directory, or continue with its own file",
                    directory=directory,
                    header=header["name"],
                )
            )
        chained = header["version"] != _UNCHAINED
        openings, results = _openings(path, header), _results(path, lines, chained, plan)
        journal = cls(path, openings, results)
        journal.cut_off = whole < len(content)
        journal._whole, journal._sum = whole, checksum(lines[-1]) if chained else None
        return journal

    @classmethod
    def create(
        cls, directory: Path, plan: TournamentPlan, openings: Sequence[Opening]
    ) -> "Journal":
        """Create the journal of a tournament without games.

        Raises:
            OSError: The directory cannot be written.
        """
        header = {
            "millmate": "tournament",
            "version": _VERSION,
            "name": plan.name,
            "plan": plan.digest(),
            "openings": [[opening.fen, *opening.moves] for opening in openings],
        }
        path = directory / NAME
        line = seal(header)
        write_atomically(path, line)
        sync(directory)
        journal = cls(path, tuple(openings), {})
        journal._whole, journal._sum = len(line), checksum(line)
        return journal

    def open_to_write(self) -> None:
        """Open the file for `append`, and remove an incomplete last line.

        Raises:
            OSError: It cannot be written.
        """
        self._file = open_regular(self.path, "r+b")
        self._file.truncate(self._whole)
        self._file.seek(self._whole)
        self._flush()

    def append(self, result: GameResult) -> None:
        """Save a finished game; once this returns, it survives a power cut.

        Raises:
            JournalError: The disk is full or gone, or the journal would become too large to be read
                again; the game is not saved.
        """
        assert self._file is not None
        line = seal(encode(result), self._sum or 0)
        if self._whole + len(line) > limits.LARGEST_JOURNAL:
            raise JournalError(
                tr(
                    "{path} is full: a journal can have {most} bytes (here {games} games); all "
                    "games are kept: play the rest as another tournament",
                    path=self.path,
                    most=language.number(limits.LARGEST_JOURNAL),
                    games=language.number(len(self.results)),
                )
            )
        try:
            self._file.write(line)
            self._flush()
        except OSError as error:
            with suppress(OSError):  # leave no half of a line if possible
                self._file.truncate(self._whole)
            raise JournalError(
                tr(
                    "{path} cannot be written: {why}; finished games are kept: free some space "
                    "and run the tournament again to continue",
                    path=self.path,
                    why=error.strerror or error,
                )
            ) from error
        self._whole += len(line)
        self._sum = None if self._sum is None else checksum(line)
        self.results[result.number] = result

    def close(self) -> None:
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            self._file = None

    def _flush(self) -> None:
        assert self._file is not None
        self._file.flush()
        os.fsync(self._file.fileno())


def lock(directory: Path) -> AbstractContextManager[object]:
    """Acquire the lock of the journal in `directory`, for the length of a `with` block.

    Raises:
        JournalError: Another program holds it.
        OSError: The directory cannot be written.
    """
    try:
        return hold(directory / _LOCK)
    except HeldError:
        raise JournalError(
            tr(
                "another program is playing the tournament in {directory}: stop it first, or "
                "choose another directory",
                directory=directory,
            )
        ) from None


def _header(path: Path, lines: list[bytes]) -> dict[str, Any]:
    content = unseal(lines[0]) if lines else None
    if content is None:
        if lines and lines[0].startswith(b'{"millmate":"tournament"'):
            raise _edited(path, 1)
        raise JournalError(
            tr("{path} is not a tournament journal: choose another directory", path=path)
        )
    if content.get("version") not in (_UNCHAINED, _VERSION):
        raise JournalError(
            tr(
                "{path} was written by another version of Mill & Mate (journal version {own}, "
                "this one reads {unchained} and {version})",
                path=path,
                own=content.get("version"),
                unchained=_UNCHAINED,
                version=_VERSION,
            )
        )
    if not all(isinstance(content.get(name), str) for name in ("plan", "name")):
        raise _edited(path, 1)
    return content


def _openings(path: Path, header: dict[str, Any]) -> tuple[Opening, ...]:
    try:
        openings = decode(tuple[tuple[str, ...], ...], header["openings"])
        return tuple(Opening(fen, tuple(moves)) for fen, *moves in openings)
    except (KeyError, DecodeError):
        raise _edited(path, 1) from None


def _results(
    path: Path, lines: list[bytes], chained: bool, plan: TournamentPlan | None
) -> dict[int, GameResult]:
    results: dict[int, GameResult] = {}
    for number, line in enumerate(lines[1:], 2):
        content = unseal(line, checksum(lines[number - 2]) if chained else 0)
        if content is None:
            raise _edited(path, number)
        try:
            result = decode(GameResult, content)
        except DecodeError:
            raise _edited(path, number) from None
        if plan is not None and not _belongs(result, plan):
            raise _edited(path, number)
        if result.number in results:
            raise JournalError(
                tr(
                    "{path}, line {number}: game {game} appears twice; the journal was edited: "
                    "restore the file, or choose another directory",
                    path=path,
                    number=number,
                    game=result.number,
                )
            )
        results[result.number] = result
    return results


def _belongs(result: GameResult, plan: TournamentPlan) -> bool:
    """Return whether a game fits `plan`: its rules, and two of its participants."""
    seats = {result.white.participant, result.black.participant}
    players = range(len(plan.participants))
    return result.game == plan.game and len(seats) == 2 and all(one in players for one in seats)


def _edited(path: Path, number: int) -> JournalError:
    return JournalError(
        tr(
            "{path}, line {number}: wrong checksum: this line was changed, or one before it is "
            "missing; the journal was edited or damaged: restore the file, or choose another "
            "directory",
            path=path,
            number=number,
        )
    )
