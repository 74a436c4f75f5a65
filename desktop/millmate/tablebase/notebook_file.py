"""Files of the student notebooks (`.chessAI`): read without trusting them, and written.

Such a file is a ZIP of pickles: `piece_list`, a list of `chess.Piece`, and `S_0` to `S_N`, sets of
integers. `notebook_pickle` reads them without running them.
"""

import os
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeVar

import chess

from millmate.errors import InputError
from millmate.regular_files import open_regular
from millmate.tablebase import notebook_pickle
from millmate.tablebase.notebook_pickle import Integers, PickleError

_T = TypeVar("_T")
PIECE_LIST = "piece_list"
MOST_SETS = 1000
MOST_MEN = 8  # one bit and seven a man are a signed integer of 64 bits then
LARGEST_SET = 32_000_000  # bytes of a pickled set, some six million positions
LARGEST_FILE = 1_000_000_000  # bytes, packed as well as unpacked
_LARGEST_LIST = 4_000  # bytes of the pickled piece list
_LARGEST_DIRECTORY = 200_000  # bytes of a ZIP's list of members

_END = b"PK\x05\x06"
_LARGE_END = b"PK\x06\x07"


class NotebookError(InputError):
    """A `.chessAI` file is damaged, hostile or of another kind."""


@dataclass(frozen=True)
class NotebookFile:
    """A checked `.chessAI` file: its men, and its sets, which are read one by one."""

    path: Path
    men: tuple[chess.Piece, ...]
    sets: int

    def positions(self, plies: int) -> Integers:
        """Return the integers of a set as the file has them, ascending.

        Raises:
            NotebookError: It is no pickled set of integers, or too large.
        """
        return _load(self.path, f"S_{plies}", LARGEST_SET, notebook_pickle.integers)


def read(path: Path) -> NotebookFile:
    """Return what is in the `.chessAI` file at `path`.

    Raises:
        NotebookError: It is no such file, or damaged, too large or hostile.
        OSError: It cannot be read.
    """
    names = _names(path)
    sets = len(names) - 1
    expected = {PIECE_LIST, *(f"S_{plies}" for plies in range(sets))}
    if len(set(names)) != len(names) or set(names) != expected or not sets:
        raise _wrong(path, f"its members are not {PIECE_LIST}, S_0, S_1 and so on, each once")
    return NotebookFile(path, _men(path), sets)


def write(file: IO[bytes], men: tuple[chess.Piece, ...], sets: Iterator[Integers]) -> None:
    """Write a `.chessAI` file of `men` and `sets`, S_0 first; sets are consumed one at a time."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr(PIECE_LIST, notebook_pickle.pickled_men(men))
        for plies, positions in enumerate(sets):
            archive.writestr(f"S_{plies}", notebook_pickle.pickled_set(positions))


# The ZIP ----------------------------------------------------------------------------------------


def _wrong(path: Path, fault: str) -> NotebookError:
    return NotebookError(f"{path.name} is no .chessAI file that can be read: {fault}")


def _names(path: Path) -> list[str]:
    """Return the names in the ZIP, each member of a kind and size that can be read."""
    with open_regular(path) as file:
        _check_end(path, file)
        try:
            with zipfile.ZipFile(file) as archive:
                members = archive.infolist()
        except Exception as error:  # the library fails on damaged files in many ways
            raise _wrong(path, f"the ZIP is damaged ({type(error).__name__})") from None
    plain = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
    for member in members:
        if member.flag_bits & 1 or member.compress_type not in plain:
            raise _wrong(path, "a member is encrypted or packed in an unusual way")
    if sum(member.file_size for member in members) > LARGEST_FILE:
        raise _wrong(path, "its sets are too large")
    return [member.filename for member in members]


def _check_end(path: Path, file: IO[bytes]) -> None:
    """Check that the file ends as a small ZIP does, before its directory is read."""
    size = file.seek(0, os.SEEK_END)
    if size > LARGEST_FILE:
        raise _wrong(path, "it is too large")
    file.seek(max(0, size - 65_557))
    tail = file.read(65_557)
    at = tail.find(_END)
    if at < 0 or len(tail) - at < 22:
        raise _wrong(path, "it is no ZIP, or truncated")
    members = int.from_bytes(tail[at + 10 : at + 12], "little")
    directory = int.from_bytes(tail[at + 12 : at + 16], "little")
    if tail.count(_END) != 1 or tail[max(0, at - 20) :].startswith(_LARGE_END):
        raise _wrong(path, "it is an unusual ZIP")
    if members > MOST_SETS + 1 or directory > _LARGEST_DIRECTORY:
        raise _wrong(path, "it has too many members")


def _load(path: Path, name: str, most: int, read_pickle: Callable[[bytes], _T]) -> _T:
    """Return the content of a member of at most `most` bytes."""
    with open_regular(path) as file:
        try:
            with zipfile.ZipFile(file) as archive, archive.open(name) as member:
                packed = member.read(most + 1)
        except Exception as error:
            raise _wrong(path, f"{name} is damaged ({type(error).__name__})") from None
    if len(packed) > most:
        raise _wrong(path, f"{name} is too large")
    try:
        return read_pickle(packed)
    except PickleError as error:
        raise _wrong(path, f"{name} {error}") from None


def _men(path: Path) -> tuple[chess.Piece, ...]:
    men = tuple(_load(path, PIECE_LIST, _LARGEST_LIST, notebook_pickle.men))
    for colour in chess.COLORS:
        if men.count(chess.Piece(chess.KING, colour)) != 1:
            raise _wrong(path, f"{PIECE_LIST} does not have one king of each colour")
    if len(men) > MOST_MEN:
        raise _wrong(path, f"{PIECE_LIST} has more than {MOST_MEN} men")
    return men
