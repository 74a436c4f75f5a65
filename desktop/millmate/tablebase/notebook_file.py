"""Files of the student notebooks (`.chessAI`): read without trusting them, and written.

Such a file is a ZIP of pickles: `piece_list`, a list of `chess.Piece`, and `S_0` to `S_N`, sets of
integers. They are read and written without `pickle`, which runs any code it reads: nothing here
imports or calls the names in a pickle. Only the output of Python in protocols 2 to 5 is read. A set
can have millions of integers: the instructions that push them are decoded in runs. All instructions
together must have one of a few forms.
"""

import os
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import IO, TypeVar

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.errors import InputError
from millmate.regular_files import open_regular

Integers = NDArray[np.int64]
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

_BATCH = 1000  # integers between two instructions, the number that Python writes
_BOOL = {True: b"\x88", False: b"\x89"}
_PROTOCOLS = tuple(b"\x80%c" % number for number in range(2, 6))


class NotebookError(InputError):
    """A `.chessAI` file is damaged, hostile or of another kind."""


class PickleError(ValueError):
    """Not such a pickle; the message continues the name of the member read."""


@dataclass(frozen=True)
class NotebookFile:
    """A checked `.chessAI` file: its men, and its sets, which are read one by one."""

    path: Path
    men: tuple[chess.Piece, ...]
    sets: int

    def positions(self, plies: int) -> Integers:
        """Return the integers of a set as the file has them, ascending.

        Raises:
            NotebookError: It is not a pickled set of integers, or too large.
        """
        return _load(self.path, f"S_{plies}", LARGEST_SET, integers)


def read(path: Path) -> NotebookFile:
    """Return the content of the `.chessAI` file at `path`.

    Raises:
        NotebookError: It is not such a file, or damaged, too large or hostile.
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
        archive.writestr(PIECE_LIST, pickled_men(men))
        for plies, positions in enumerate(sets):
            archive.writestr(f"S_{plies}", pickled_set(positions))


# The ZIP ----------------------------------------------------------------------------------------


def _wrong(path: Path, fault: str) -> NotebookError:
    return NotebookError(f"{path.name} is not a readable .chessAI file: {fault}")


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
        raise _wrong(path, "it is not a ZIP file or is truncated")
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
    listed = tuple(_load(path, PIECE_LIST, _LARGEST_LIST, men))
    for colour in chess.COLORS:
        if listed.count(chess.Piece(chess.KING, colour)) != 1:
            raise _wrong(path, f"{PIECE_LIST} does not have one king of each colour")
    if len(listed) > MOST_MEN:
        raise _wrong(path, f"{PIECE_LIST} has more than {MOST_MEN} men")
    return listed


# Pickles ------------------------------------------------------------------------------------------

# Integers of one and two bytes without sign, of four with, of up to eight with their length first.
_LONG = b"|".join(b"%c%b" % (length, b"." * length) for length in range(9))
_INTEGER = re.compile(b"J....|M..|K.|\x8a(?:%b)" % _LONG, re.DOTALL)
_HEADS = {ord("K"): 1, ord("M"): 1, ord("J"): 1, 0x8A: 2}
_SIGNED = b"J\x8a"
# A run of integers, a frame with its size, an object put into memory and fetched, a class, the size
# of a text, another instruction.
_WORD = re.compile(
    b"(?P<run>(?:%b){1,%d})|\x95(?P<frame>.{8})|(?P<memo>\x94|q(?P<put>.))|h(?P<got>.)"
    b"|c(?P<named>[^\n]*\n[^\n]*)\n|(?:\x8c(?P<short>.)|X(?P<long>.{4}))"
    b"|[\x8f\x90\x91\x85\x93\x81\x88\x89()\\]}aeRub.]" % (_INTEGER.pattern, 2 * _BATCH),
    re.DOTALL,
)
_WITH_ARGUMENTS = b"KMJqhcX\x8c\x95"
_CLASSES = {
    **dict.fromkeys((b"builtins\nset", b"builtins\nfrozenset"), "S"),
    **dict.fromkeys((b"__builtin__\nset", b"__builtin__\nfrozenset"), "S"),
    b"chess\nPiece": "P",
}
_TEXTS = {b"chess": "c", b"Piece": "p", b"piece_type": "k", b"color": "o"}
# A set and a frozen set of protocols 4 and 5, and either of older protocols, made of a list.
_SET = re.compile(r"\x8f(?:\([ri]*\x90)*\.|\([ri]*\x91\.|S\](?:ia|\([ri]*e)*\x85R\.")
# A man, as it is made or as one that was made before; and a list of men.
_MAN = r"(?:P\)\x81}\(kio[\x88\x89]ub|M\d+;)"
_LIST = re.compile(rf"\](?:{_MAN}a|\({_MAN}*e)*\.")


def integers(data: bytes) -> Integers:
    """Return the integers of a pickled set, ascending, each once.

    Raises:
        PickleError: It is another pickle, a damaged or a hostile one.
    """
    form, runs = _parsed(data)
    # Any further integer has five bytes or is there twice.
    if sum(run.size for run in runs) > len(data) // 5 + 2**16:
        raise PickleError("holds integers more than once")
    if not _SET.fullmatch(form):
        raise PickleError("is not a set of integers written by Python")
    every: Integers = np.sort(np.concatenate([np.empty(0, np.int64), *runs]))
    first = np.ones(len(every), np.bool_)
    np.not_equal(every[1:], every[:-1], out=first[1:])  # quicker than `np.unique`
    return every[first]


def men(data: bytes) -> list[chess.Piece]:
    """Return the men of a pickled list.

    Raises:
        PickleError: It is another pickle, a damaged or a hostile one.
    """
    form, runs = _parsed(data)
    if not _LIST.fullmatch(form):
        raise PickleError("is not a list of chess pieces written by Python")
    colours, number = re.findall("o(.)", form), count()
    made = [chess.Piece(int(n[0]), c == "\x88") for n, c in zip(runs, colours, strict=True)]
    if any(man.piece_type not in chess.PIECE_TYPES for man in made):
        raise PickleError("holds a piece that does not exist")
    return [made[int(again or next(number))] for again in re.findall(r"\x81|M(\d+);", form)]


def _parsed(data: bytes) -> tuple[str, list[Integers]]:
    """Return the form of a pickle, a letter for each instruction, and its runs of integers.

    A run is `r`, one of a single integer `i`, a class `S` (of sets) or `P` (of men), and a text of
    `_TEXTS` has its letter. An object from memory has the letter with which it was put there, the
    man number n `Mn;`, and anything that Python would not fetch `?`.

    Raises:
        PickleError: The pickle is damaged, has other instructions, or names another class.
    """
    form, memory, runs, made = ["("], list[str](), list[Integers](), 0
    for word, text in _words(data):
        letter: str | None = word[0][:1].decode("latin-1")
        match word.lastgroup:
            case "frame":
                continue
            case "memo":
                if form[-1] == "(" or (word["put"] and word["put"][0] != len(memory)):
                    raise PickleError("is made in an unusual way")
                known = f"M{made - 1};" if form[-1] == "\x81" else form[-1]
                memory.append(known if known[0] in "McpkoP" else "?")
                continue
            case "got":
                if word["got"][0] >= len(memory):
                    raise PickleError("refers to an object not made yet")
                letter = memory[word["got"][0]]
            case "run":
                runs.append(_numbers(word[0]))
                letter = "i" if runs[-1].size == 1 else "r"
            case "short" | "long":
                letter = _TEXTS.get(text, "?")
            case "named":
                letter = _CLASSES.get(word["named"])
            case _ if letter == "\x93":
                letter = "P" if form[-2:] == ["c", "p"] else None
                del form[-2:]
        if letter is None:
            raise PickleError("has objects other than sets and chess pieces")
        made += letter == "\x81"
        form.append(letter)
    return "".join(form[1:]), runs


def _words(data: bytes) -> Iterator[tuple[re.Match[bytes], bytes]]:
    """Yield the instructions of a pickle and their texts; not all where runs are unusually short.

    Raises:
        PickleError: The pickle is truncated or too long, or has other instructions.
    """
    if not data.startswith(_PROTOCOLS):
        raise PickleError("is not a pickle of protocols 2 to 5")
    at = 2
    for _ in range(len(data) // 200 + _LARGEST_LIST):
        word = _WORD.match(data, at)
        if word is None and (at == len(data) or data[at] in _WITH_ARGUMENTS):
            raise PickleError("is truncated")
        if word is None:
            raise PickleError(f"holds what it should not (instruction {data[at]:#04x})")
        at = word.end()
        size = int.from_bytes(word["frame"] or word["short"] or word["long"] or b"", "little")
        if at + size > len(data):
            raise PickleError("is truncated")
        text = b"" if word["frame"] else data[at : at + size]
        at += len(text)
        yield word, text
        if word[0] == b".":
            if at != len(data):
                raise PickleError("has data after its end")
            return


def _numbers(run: bytes) -> Integers:
    """Return the integers of instructions that follow each other."""
    number, rest = divmod(len(run), 5)
    if not rest and run[::5] == b"J" * number:  # as nearly all are, each of four bytes
        return np.ndarray(number, "<i4", run, 1, (5,)).astype(np.int64)
    of, heads = int.from_bytes, _HEADS
    each = (
        of(one[heads[one[0]] :], "little", signed=one[0] in _SIGNED)
        for one in _INTEGER.findall(run)
    )
    return np.fromiter(each, np.int64)


def pickled_set(positions: Integers) -> bytes:
    small = not len(positions) or int(positions.max()) < 2**31
    opcode, kind = (b"J", "<i4") if small else (b"\x8a\x08", "<i8")
    written = np.empty(len(positions), [("opcode", f"S{len(opcode)}"), ("value", kind)])
    written["opcode"], written["value"] = opcode, positions
    batches = (written[at : at + _BATCH].tobytes() for at in range(0, len(written), _BATCH))
    return b"\x80\x04\x8f" + b"".join(b"(" + batch + b"\x90" for batch in batches) + b"."


def pickled_men(pieces: Sequence[chess.Piece]) -> bytes:
    written = (
        b"\x8c\x05chess\x8c\x05Piece\x93)\x81}(\x8c\x0apiece_typeK%c\x8c\x05color%bub"
        % (man.piece_type, _BOOL[man.color])
        for man in pieces
    )
    return b"\x80\x04](" + b"".join(written) + b"e."
