"""Files of the student notebooks (`.chessAI`): read as if an enemy had written them, and written.

Such a file is a ZIP of pickles: `piece_list`, a list of `chess.Piece`, and `S_0` to `S_N`, sets of
integers. A pickle is a program, so it is not just run with few classes at hand: every opcode is
looked at first. What may follow is only what Python itself writes for such a list or set, in
protocols 2 to 5; hence no object is built twice over, nothing is nested, and memory and time stay
in proportion to the file. `chess.Piece` is stood in for by a class of our own, so that not even
its attributes can be set.
"""

import io
import os
import pickle
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import chess

from millmate.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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
    """A `.chessAI` file that was looked through: its men, and sets that are read one by one."""

    path: Path
    men: tuple[chess.Piece, ...]
    sets: int

    def positions(self, plies: int) -> "NDArray[np.int64]":
        """Return the integers of a set, ascending, as they stand in the file.

        Raises:
            NotebookError: It is no pickled set of integers, or too large.
        """
        import numpy as np

        found = _load(self.path, f"S_{plies}", LARGEST_SET, _SET)
        if not isinstance(found, (set, frozenset)):
            raise _wrong(self.path, f"S_{plies} is no set")
        try:
            return np.sort(np.fromiter(found, np.int64, len(found)))
        except (TypeError, ValueError, OverflowError):
            raise _wrong(self.path, f"S_{plies} is no set of small integers") from None


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


def write(
    file: IO[bytes], men: tuple[chess.Piece, ...], sets: Iterator["NDArray[np.int64]"]
) -> None:
    """Write a `.chessAI` file of `men` and of `sets`, S_0 first; each is asked for in its turn."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr(PIECE_LIST, pickle.dumps(list(men), protocol=4))
        for plies, positions in enumerate(sets):
            archive.writestr(f"S_{plies}", pickle.dumps(set(positions.tolist()), protocol=4))


# The ZIP ----------------------------------------------------------------------------------------


def _wrong(path: Path, fault: str) -> NotebookError:
    return NotebookError(f"{path.name} is no .chessAI file that can be read: {fault}")


def _names(path: Path) -> list[str]:
    """Return the names in the ZIP, each member of a kind and size that can be read."""
    with path.open("rb") as file:
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
    """See that the file ends as a small ZIP does, before anything is made of its directory."""
    size = file.seek(0, os.SEEK_END)
    if size > LARGEST_FILE:
        raise _wrong(path, "it is too large")
    file.seek(max(0, size - 65_557))
    tail = file.read()
    at = tail.find(_END)
    if at < 0 or len(tail) - at < 22:
        raise _wrong(path, "it is no ZIP, or truncated")
    members = int.from_bytes(tail[at + 10 : at + 12], "little")
    directory = int.from_bytes(tail[at + 12 : at + 16], "little")
    if tail.count(_END) != 1 or tail[max(0, at - 20) :].startswith(_LARGE_END):
        raise _wrong(path, "it is an unusual ZIP")
    if members > MOST_SETS + 1 or directory > _LARGEST_DIRECTORY:
        raise _wrong(path, "it has too many members")


def _load(path: Path, name: str, most: int, grammar: "_Grammar") -> Any:
    """Return what a member holds, none of its opcodes being out of `grammar`."""
    with path.open("rb") as file:
        try:
            with zipfile.ZipFile(file) as archive, archive.open(name) as member:
                packed = member.read(most + 1)
        except Exception as error:
            raise _wrong(path, f"{name} is damaged ({type(error).__name__})") from None
    if len(packed) > most:
        raise _wrong(path, f"{name} is too large")
    fault = grammar.fault(packed)
    if fault:
        raise _wrong(path, f"{name} {fault}")
    try:
        return _Unpickler(io.BytesIO(packed)).load()
    except NotebookError as error:
        raise _wrong(path, f"{name} {error}") from None
    except Exception as error:
        raise _wrong(path, f"{name} is damaged ({type(error).__name__})") from None


# The pickles ------------------------------------------------------------------------------------


class _Man:
    """Stands in for `chess.Piece` while it is read."""

    piece_type: object
    color: object


_CLASSES = {
    ("builtins", "set"): set,
    ("builtins", "frozenset"): frozenset,
    ("__builtin__", "set"): set,  # so named by protocol 2
    ("__builtin__", "frozenset"): frozenset,
    ("chess", "Piece"): _Man,
}


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        try:
            return _CLASSES[module, name]
        except KeyError:
            raise NotebookError("asks for something else than sets and chess pieces") from None

    def persistent_load(self, pid: Any) -> Any:
        raise NotebookError("asks for something else than sets and chess pieces")


# Integers as pickles hold them: of one, two and four bytes, and up to eight with their length.
_INTEGERS = re.compile(
    b"(?:K.|M..|J.{4}|\x8a(?:\x00|%b)){1,2000}"
    % b"|".join(b"%c.{%d}" % (length, length) for length in range(1, 9)),
    re.DOTALL,
)
_GLOBAL = re.compile(b"[a-zA-Z_]{1,20}\n[a-zA-Z_]{1,20}\n")


def _after_global(data: bytes, at: int) -> int:
    match = _GLOBAL.match(data, at)
    return match.end() if match else len(data) + 1


def _after_text(size: int) -> Callable[[bytes, int], int]:
    return lambda data, at: at + size + int.from_bytes(data[at : at + size], "little")


def _after(size: int) -> Callable[[bytes, int], int]:
    return lambda data, at: at + size


# Where the next opcode is, given where this one's argument begins.
_BOTH: dict[str, Callable[[bytes, int], int]] = {
    "\x80": _after(1),  # protocol
    "\x95": _after(8),  # frame
    "(": _after(0),
    "]": _after(0),
    "a": _after(0),
    "e": _after(0),
    "c": _after_global,
    "\x93": _after(0),  # what two texts name
    "\x8c": _after_text(1),
    "\x94": _after(0),  # remember
    "q": _after(1),
    ".": _after(0),
}
_LISTED = _BOTH | {
    "X": _after_text(4),
    "h": _after(1),  # recall
    ")": _after(0),
    "}": _after(0),
    "\x81": _after(0),  # a new object
    "u": _after(0),
    "s": _after(0),
    "b": _after(0),
    "\x88": _after(0),
    "\x89": _after(0),
}
_GATHERED = _BOTH | {
    "\x8f": _after(0),  # a set
    "\x90": _after(0),  # add to it
    "\x91": _after(0),  # a frozen set
    "\x85": _after(0),
    "R": _after(0),
}


@dataclass(frozen=True)
class _Grammar:
    """The opcodes that a pickle may have, and how often: `once` are those that make objects."""

    opcodes: Mapping[str, Callable[[bytes, int], int]]
    once: str = ""

    def fault(self, data: bytes) -> str:
        """Return what is wrong with the pickle, "" if nothing is."""
        seen: Counter[str] = Counter()
        at, most = 0, 200 + len(data) // 200
        while at < len(data):
            integers = _INTEGERS.match(data, at)
            if integers:
                at = integers.end()
                continue
            opcode = chr(data[at])
            if opcode not in self.opcodes:
                return "holds what it should not, or is pickled by protocol 0 or 1"
            at = self.opcodes[opcode](data, at + 1)
            seen[opcode] += 1
            if opcode == ".":
                break
            if seen.total() > most or (opcode in self.once and seen[opcode] > 2):
                return "is made in an unusual way"
        return "" if at == len(data) and seen["."] == 1 else "is truncated or goes on too long"


_LIST = _Grammar(_LISTED)
_SET = _Grammar(_GATHERED, once="]c\x93\x8f\x91\x85R")


def _men(path: Path) -> tuple[chess.Piece, ...]:
    listed = _load(path, PIECE_LIST, _LARGEST_LIST, _LIST)
    if not isinstance(listed, list) or not all(type(man) is _Man for man in listed):
        raise _wrong(path, f"{PIECE_LIST} is no list of chess pieces")
    men = tuple(_man(path, man) for man in listed)
    for colour in chess.COLORS:
        if men.count(chess.Piece(chess.KING, colour)) != 1:
            raise _wrong(path, f"{PIECE_LIST} does not have one king of each colour")
    if len(men) > MOST_MEN:
        raise _wrong(path, f"{PIECE_LIST} has more than {MOST_MEN} men")
    return men


def _man(path: Path, man: _Man) -> chess.Piece:
    kind, colour = vars(man).get("piece_type"), vars(man).get("color")
    if type(kind) is not int or kind not in chess.PIECE_TYPES or type(colour) is not bool:
        raise _wrong(path, f"{PIECE_LIST} holds a piece that does not exist")
    return chess.Piece(kind, colour)
