"""The library of compiled kernels, and how its entries are called."""

import ctypes
import functools
import hashlib
import os
import platform
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from millmate.errors import MillMateError
from millmate.language import tr

HERE = Path(__file__).parent
FOLDER = HERE / "compiled"
SOURCES, EXHAUSTED = "millmate_sources", "millmate_exhausted"  # symbols, see `making`
_HEAD = object.__basicsize__  # bytes of an array's object before those of NumPy's ABI
_Returned = ctypes.c_char * 128  # at most
_NO_STATUS = (0, -2)  # done; done, and what it returns is nothing
_loading = threading.Lock()


class Entry:
    """A kernel in the library, called with arrays and numbers as its annotations say."""

    def __init__(self, function: Callable[..., Any], kinds: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self._function, self._name, self._kinds = function, function.__name__, kinds
        self._taken: list[Any] = []
        self._run: Any = None

    def __call__(self, *arguments: Any) -> Any:
        """Call the kernel; other threads keep running meanwhile.

        Raises:
            TypeError: An argument is of another kind.
            MemoryError: The kernel found no memory.
            MillMateError: There is no library for this processor, or its sources have changed.
        """
        if self._run is None:
            self._load()
        if len(arguments) != len(self._taken):
            raise TypeError(f"{self._name} takes {len(self._taken)} arguments")
        words: list[Any] = []
        self._put(words, self._taken, arguments)
        returned = _Returned()
        try:
            given = self._words.pack(*words)
        except struct.error:  # a NumPy scalar that is not a Python integer
            given = self._words.pack(*(w if isinstance(w, float) else int(w) for w in words))
        status = self._run(given, returned)
        if status not in _NO_STATUS:
            raise _failure(self._name, status)
        return self._read(returned)

    def _load(self) -> None:
        taken, kind = self._kinds(self._function)
        self._words = struct.Struct("=" + "".join(map(_word_of, leaves(taken))))
        self._taken = [*map(_checked, taken)]
        self._read = _reader(kind)
        run = loaded()[symbol(self._function)]
        run.argtypes, run.restype = (ctypes.c_char_p, ctypes.c_char_p), ctypes.c_int32
        self._run = run

    def _put(self, words: list[Any], taken: Sequence[Any], values: Sequence[Any]) -> None:
        """Add arguments' words: numbers, and where the heads of arrays are."""
        for kind, value in zip(taken, values, strict=True):
            if kind is None:
                words.append(value)
            elif type(kind) is list:
                self._put(words, kind, value)
            else:
                array, element, dimensions, flags = kind
                if (
                    value.dtype != element
                    or value.ndim != dimensions
                    or value.flags.num & flags != flags
                ):
                    raise self._wrong(array, value)
                words.append(id(value) + _HEAD)

    def _wrong(self, kind: Any, value: Any) -> TypeError:
        writeable = "" if kind.read_only else "writeable "
        return TypeError(
            f"{self._name} takes a {writeable}contiguous array of {kind.element} with "
            f"{kind.dimensions} dimensions, not of {value.dtype} with {value.ndim}"
        )


def _checked(kind: Any) -> Any:
    """Return the traits to check: an array's own, a list of those of parts, or None."""
    if hasattr(kind, "element"):
        return kind, kind.element, kind.dimensions, kind.flags
    return [*map(_checked, kind.parts)] if hasattr(kind, "parts") else None


def _word_of(kind: Any) -> str:
    """Return the form of an argument's word for `struct`: eight bytes."""
    return {"f": "d", "u": "Q"}.get(str(getattr(kind, "kind", "")), "q")


def _reader(kind: Any) -> Callable[[Any], Any]:
    """Return a function that reads what a kernel returns: numbers, aligned as in C."""
    if kind is None:
        return lambda returned: None
    form = struct.Struct("@" + "".join(each.char for each in leaves([kind])))

    def built(kind: Any, numbers: Iterator[Any]) -> Any:
        if isinstance(kind, np.dtype):
            return next(numbers)
        parts = [built(part, numbers) for part in kind.parts]
        return kind.made(*parts) if kind.made else tuple(parts)

    return lambda returned: built(kind, iter(form.unpack_from(returned)))


def leaves(taken: Iterable[Any]) -> Iterator[Any]:
    """Yield the kinds of arrays and numbers in kinds."""
    for kind in taken:
        if hasattr(kind, "parts"):
            yield from leaves(kind.parts)
        else:
            yield kind


def _failure(name: str, status: int) -> Exception:
    """Return the error of a kernel; the only one that kernels raise is of a number too great."""
    exhausted = ctypes.c_int32.in_dll(loaded(), EXHAUSTED)
    if exhausted.value:
        exhausted.value = 0
        return MemoryError(name)
    error = OverflowError if status > 0 else RuntimeError
    return error(f"the kernel {name} has failed")


def symbol(function: Callable[..., Any]) -> str:
    """Return the name of a kernel in the library."""
    return f"{function.__module__}.{function.__name__}".replace(".", "_")


# The library --------------------------------------------------------------------------------------


@functools.cache
def _library() -> ctypes.CDLL:
    place = path(level())
    if _is_source() and not fits(place):
        _make()
    return _opened(place)


def loaded() -> ctypes.CDLL:
    """Return the library for this processor.

    Raises:
        MillMateError: It is missing, or its sources have changed and it cannot be rebuilt here.
    """
    with _loading:
        return _library()


def path(of: str) -> Path:
    """Return the place of the library for a level of processors."""
    suffix = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
    return FOLDER / f"{of}{suffix}"


def level() -> str:
    """Return the best level for which a library is made that this processor has."""
    machine = {"AMD64": "x86-64", "x86_64": "x86-64", "arm64": "aarch64"}.get(
        platform.machine(), platform.machine()
    )
    if machine != "x86-64":
        return machine
    # AVX2 came with all else that the third level asks for.
    has = np._core._multiarray_umath.__cpu_features__  # type: ignore[attr-defined]
    return "x86-64-v3" if has["AVX2"] and has["FMA3"] else "x86-64-v2"


def fingerprint() -> str:
    """Return a hash of all kernel sources."""
    digest = hashlib.sha256()
    for source in sorted(HERE.rglob("*.py")):
        digest.update(source.relative_to(HERE).as_posix().encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()


def _is_source() -> bool:
    """Return whether all sources are here: a bundle leaves out those that make the library."""
    return (HERE / "making").is_dir()


def fits(place: Path) -> bool:
    # Read, not loaded: the system would keep using the library it has loaded from that path.
    return place.exists() and fingerprint().encode() in place.read_bytes()


def _opened(place: Path) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(str(place))
    except OSError as error:
        raise MillMateError(
            tr(
                "the compiled kernels cannot be loaded ({error}): install the package of "
                "Mill & Mate for this system again",
                error=error,
            )
        ) from None


def _make() -> None:
    """Rebuild the library, if Numba is installed."""
    if find_spec("numba") is None:
        raise MillMateError(
            tr(
                "the compiled kernels in {place} are missing or of other sources: install "
                "Mill & Mate again, or numba to have them compiled here",
                place=FOLDER,
            )
        )
    sys.stderr.write("compiling the kernels, which have changed: about a minute\n")
    done = subprocess.run(
        [sys.executable, "-m", "millmate.kernels.making"],
        stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, sys.path))},
    )  # fmt: skip
    if done.returncode:
        sys.stderr.write(done.stderr)
        why = done.stderr.strip().rpartition("\n")[2]
        without = tr("the kernels could not be compiled: exit code {code}", code=done.returncode)
        raise MillMateError(why or without)
