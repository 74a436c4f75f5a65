"""The pickles of a notebook, read and written without `pickle`, which runs whatever it reads.

A pickle is a program for a machine with a stack and a memory. This machine knows only the opcodes
with which Python writes a list of `chess.Piece` or a set of integers in protocols 2 to 5. It
imports and calls nothing. It makes lists of integers and of men, nested no deeper, and never more
of them than a sound pickle of that size could hold.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import chess
import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]

_LONGEST_TEXT = 40  # bytes; modules, classes and attributes have such names
_BATCH = 1000  # integers between two instructions, as many as Python writes
_NONE = np.empty(0, np.int64)
_UNUSUAL = "is made in an unusual way"
_BOOL = {True: b"\x88", False: b"\x89"}
_KIND, _COLOUR = "piece_type", "color"  # attributes of a man


class PickleError(ValueError):
    """This is no such pickle; the message continues the name of what was read."""


def integers(data: bytes) -> Integers:
    """Return the integers of a pickled set, ascending, each once.

    Raises:
        PickleError: It is another pickle, a damaged or a hostile one.
    """
    found = _Machine(data).run()
    if not isinstance(found, _Set):
        raise PickleError("is no set of integers")
    every: Integers = np.sort(np.concatenate([_NONE, *_all(np.ndarray, found.parts)]))
    first = np.ones(len(every), np.bool_)
    np.not_equal(every[1:], every[:-1], out=first[1:])  # quicker than `np.unique`
    return every[first]


def men(data: bytes) -> list[chess.Piece]:
    """Return the men of a pickled list.

    Raises:
        PickleError: It is another pickle, a damaged or a hostile one.
    """
    found = _Machine(data).run()
    if not isinstance(found, list):
        raise PickleError("is no list of chess pieces")
    return [man.piece() for man in _all(_Man, found)]


def pickled_set(positions: Integers) -> bytes:
    small = not len(positions) or int(positions.max()) < 2**31
    opcode, kind = (b"J", "<i4") if small else (b"\x8a\x08", "<i8")
    written = np.empty(len(positions), [("opcode", f"S{len(opcode)}"), ("value", kind)])
    written["opcode"], written["value"] = opcode, positions
    batches = (written[at : at + _BATCH].tobytes() for at in range(0, len(written), _BATCH))
    return b"\x80\x04\x8f" + b"".join(b"(" + batch + b"\x90" for batch in batches) + b"."


def pickled_men(pieces: Sequence[chess.Piece]) -> bytes:
    called = _text("chess") + _text("Piece") + b"\x93)\x81"
    written = (
        b"%b}(%bK%c%b%bub"
        % (called, _text(_KIND), man.piece_type, _text(_COLOUR), _BOOL[man.color])
        for man in pieces
    )
    return b"\x80\x04](" + b"".join(written) + b"e."


def _text(text: str) -> bytes:
    return b"\x8c%c" % len(text) + text.encode()


# The objects --------------------------------------------------------------------------------------


@dataclass
class _Set:
    """A set, by the parts that were added to it."""

    parts: list[object]


@dataclass
class _Man:
    """A `chess.Piece`, by its attributes."""

    told: dict[str, object] = field(default_factory=dict)

    def piece(self) -> chess.Piece:
        """Return the piece; raises `PickleError` if no such piece exists."""
        kind, colour = self.told.get(_KIND), self.told.get(_COLOUR)
        if type(kind) is not int or kind not in chess.PIECE_TYPES or type(colour) is not bool:
            raise PickleError("holds a piece that does not exist")
        return chess.Piece(kind, colour)


class _Mark:
    """Where the items of a list, a set or a dictionary begin."""


_CLASSES = {
    ("builtins", "set"): _Set,
    ("builtins", "frozenset"): _Set,
    ("__builtin__", "set"): _Set,  # so named by protocol 2
    ("__builtin__", "frozenset"): _Set,
    ("chess", "Piece"): _Man,
}
_T = TypeVar("_T")


def _a(kind: type[_T], value: object) -> _T:
    if type(value) is not kind:
        raise PickleError(_UNUSUAL)
    return value


def _all(kind: type[_T], values: list[object]) -> list[_T]:
    return [_a(kind, value) for value in values]


def _plain(value: object) -> object:
    """Return what an attribute may be: an integer, or true or false."""
    if isinstance(value, np.ndarray) and value.size == 1:
        return int(value[0])
    return _a(bool, value)


# The machine --------------------------------------------------------------------------------------


class _Machine:
    """Runs a pickle made of the opcodes below."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0
        self._stack: list[object] = []
        self._memory: dict[int, object] = {}
        # Any further integer has five bytes or is there twice; others stand 1000 to an instruction.
        self._room = len(data) // 5 + 2**16
        self._patience = len(data) // 200 + 200

    def run(self) -> object:
        """Return the object that the pickle describes.

        Raises:
            PickleError: It is truncated, goes on too long, or holds other opcodes.
        """
        if len(self._data) < 2 or self._data[0] != 0x80 or not 2 <= self._data[1] <= 5:
            raise PickleError("is no pickle of the protocols 2 to 5")
        self._at = 2
        while self._data[self._at : self._at + 1] != b".":
            self._step()
        (made,) = self._stack if len(self._stack) == 1 else (None,)
        if self._at + 1 != len(self._data):
            raise PickleError("goes on after its end")
        return made

    def _step(self) -> None:
        run = _INTEGERS.match(self._data, self._at)
        if run:
            self._at = run.end()
            self._stack.append(_numbers(run[0]))
            return
        opcode = self._take(1)[0]
        if opcode not in _OPCODES:
            raise PickleError(f"holds what it should not (instruction {opcode:#04x})")
        self._patience -= 1
        if self._patience < 0:
            raise PickleError(_UNUSUAL)
        _OPCODES[opcode](self)

    def _take(self, size: int) -> bytes:
        taken = self._data[self._at : self._at + size]
        if len(taken) != size:
            raise PickleError("is truncated")
        self._at += size
        return taken

    def _pop(self, kind: type[_T]) -> _T:
        return _a(kind, self._stack.pop() if self._stack else None)

    # Opcodes, under the names that `pickletools` gives them --------------------------------------

    def items(self) -> list[object]:
        """Pop the topmost mark and everything above it; return what was above."""
        for at in range(len(self._stack) - 1, -1, -1):
            if type(self._stack[at]) is _Mark:
                items = self._stack[at + 1 :]
                del self._stack[at:]
                return items
        raise PickleError(_UNUSUAL)

    def last(self, number: int) -> list[object]:
        """Pop so many values."""
        if len(self._stack) < number:
            raise PickleError(_UNUSUAL)
        items = self._stack[-number:]
        del self._stack[-number:]
        return items

    def push(self, value: object) -> None:
        self._stack.append(value)

    def frame(self) -> None:
        """Check that the frame that begins here is complete."""
        size = int.from_bytes(self._take(8), "little")
        if size > len(self._data) - self._at:
            raise PickleError("is truncated")

    def unicode(self, width: int) -> None:
        """Push a text, whose length comes first in so many bytes."""
        size = int.from_bytes(self._take(width), "little")
        if size > _LONGEST_TEXT:
            raise PickleError("holds too long a text")
        self.push(self._take(size).decode("ascii", errors="replace"))

    def global_(self) -> None:
        """Push the class that two lines name."""
        lines = _TWO_LINES.match(self._data, self._at)
        self._at = lines.end() if lines else self._at
        self._class(*(lines.groups() if lines else (b"", b"")))

    def stack_global(self) -> None:
        """Push the class that two texts name."""
        name, module = self._pop(str), self._pop(str)
        self._class(module.encode(), name.encode())

    def _class(self, module: bytes, name: bytes) -> None:
        kind = _CLASSES.get((module.decode(), name.decode()))
        if kind is None:
            raise PickleError("asks for something else than sets and chess pieces")
        self.push(kind)

    def memoize(self, width: int) -> None:
        """Remember the topmost value under a number of so many bytes, or the next free one."""
        place = self._take(width)[0] if width else len(self._memory)
        if not self._stack or type(self._stack[-1]) is _Mark:
            raise PickleError(_UNUSUAL)
        self._memory[place] = self._stack[-1]

    def get(self) -> None:
        """Push a value from the memory."""
        self.push(self._memory.get(self._take(1)[0]))

    def newobj(self) -> None:
        """Push a man without attributes."""
        if self._pop(tuple) or self._pop(type) is not _Man:
            raise PickleError(_UNUSUAL)
        self.push(_Man())

    def build(self) -> None:
        """Give a man the attributes that a dictionary holds."""
        told, man = self._pop(dict), self._pop(_Man)
        man.told |= told
        self.push(man)

    def setitems(self, items: list[object]) -> None:
        """Add attributes to a dictionary: names and values in turn."""
        told = self._pop(dict)
        if len(items) % 2:
            raise PickleError(_UNUSUAL)
        told |= zip(_all(str, items[::2]), map(_plain, items[1::2]), strict=True)
        self.push(told)

    def append(self) -> None:
        """Add a man or an integer to a list."""
        items = self.last(1)
        if type(items[0]) is np.ndarray and items[0].size != 1:
            raise PickleError(_UNUSUAL)  # the others would stay; Python leaves none on the stack
        self.appends(items)

    def appends(self, items: list[object]) -> None:
        """Add men or integers to a list."""
        found = self._pop(list)
        found += self._counted(items)
        self.push(found)

    def additems(self, items: list[object]) -> None:
        """Add integers to a set."""
        found = self._pop(_Set)
        found.parts += self._counted(items)
        self.push(found)

    def tuple1(self) -> None:
        self.push((self._pop(list),))

    def reduce(self) -> None:
        """Make a set of a list in a tuple."""
        values, kind = self._pop(tuple), self._pop(type)
        if kind is not _Set or len(values) != 1:
            raise PickleError(_UNUSUAL)
        self.push(_Set(_a(list, values[0])))

    def frozenset(self) -> None:
        """Make a set of everything above the mark."""
        self.push(_Set(self._counted(self.items())))

    def _counted(self, items: list[object]) -> list[object]:
        """Return `items`, which must be men or integers, and no more than there is room for."""
        for item in items:
            if type(item) is not _Man:
                self._room -= _a(np.ndarray, item).size
        if self._room < 0:
            raise PickleError("holds integers more than once")
        return items


_TWO_LINES = re.compile(b"([a-zA-Z_]{1,20})\n([a-zA-Z_]{1,20})\n")
_OPCODES: dict[int, Callable[[_Machine], None]] = {
    0x95: _Machine.frame,
    ord("("): lambda machine: machine.push(_Mark()),
    ord(")"): lambda machine: machine.push(()),
    ord("]"): lambda machine: machine.push([]),
    ord("}"): lambda machine: machine.push({}),
    0x8F: lambda machine: machine.push(_Set([])),
    0x88: lambda machine: machine.push(True),
    0x89: lambda machine: machine.push(False),
    0x8C: lambda machine: machine.unicode(1),
    ord("X"): lambda machine: machine.unicode(4),
    ord("c"): _Machine.global_,
    0x93: _Machine.stack_global,
    0x94: lambda machine: machine.memoize(0),
    ord("q"): lambda machine: machine.memoize(1),
    ord("h"): _Machine.get,
    0x81: _Machine.newobj,
    ord("b"): _Machine.build,
    ord("s"): lambda machine: machine.setitems(machine.last(2)),
    ord("u"): lambda machine: machine.setitems(machine.items()),
    ord("a"): _Machine.append,
    ord("e"): lambda machine: machine.appends(machine.items()),
    0x90: lambda machine: machine.additems(machine.items()),
    0x91: _Machine.frozenset,
    0x85: _Machine.tuple1,
    ord("R"): _Machine.reduce,
}

# Integers -----------------------------------------------------------------------------------------

# Of one and two bytes without sign, of four with, and of up to eight with their length before them.
_LONG = b"|".join(b"%c%b" % (length, b"." * length) for length in range(9))
_INTEGER = re.compile(b"J....|M..|K.|\x8a(?:%b)" % _LONG, re.DOTALL)
_INTEGERS = re.compile(b"(?:%b){1,%d}" % (_INTEGER.pattern, 2 * _BATCH), re.DOTALL)
_HEADS = {ord("K"): 1, ord("M"): 1, ord("J"): 1, 0x8A: 2}
_SIGNED = b"J\x8a"


def _numbers(run: bytes) -> Integers:
    """Return the integers of instructions that follow each other."""
    of, heads = int.from_bytes, _HEADS
    each = (
        of(one[heads[one[0]] :], "little", signed=one[0] in _SIGNED)
        for one in _INTEGER.findall(run)
    )
    return np.fromiter(each, np.int64)
