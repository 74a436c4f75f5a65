"""Where compiled kernels are kept between runs."""

import atexit
import hashlib
import os
import shutil
import stat
import sys
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

from millmate import __version__, paths

_VARIABLE = "NUMBA_CACHE_DIR"
_PREFIX = "numba-"
_MARK = "compiled"


@cache
def fingerprint() -> str:
    """Return a short hash of all kernel sources.

    Numba notices a change in the file of a kernel, but not in a function that it calls in another
    module nor in a global; so every state of the sources gets a cache of its own.
    """
    digest = hashlib.sha256()
    folder = Path(__file__).parent
    for source in sorted(folder.rglob("*.py")):
        name = source.relative_to(folder).as_posix()
        digest.update(name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()[:12]


def prepare() -> None:
    """Point Numba's cache to a directory of this version; call it before Numba is imported.

    A directory that the user chose in the environment stays.
    """
    chosen = os.environ.get(_VARIABLE)
    if chosen and not Path(chosen).name.startswith(_PREFIX):
        return
    directory = _writable(paths.cache_dir() / f"{_PREFIX}{__version__}-{fingerprint()}")
    os.environ[_VARIABLE] = str(directory)
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = str(directory)


def is_cold(game: str = "chess") -> bool:
    """Tell whether a game's kernels have yet to be compiled on this machine."""
    return not _mark(game).exists()


def note_compiled(game: str = "chess") -> None:
    """Remember that all kernels that build tables of a game are in the cache."""
    mark = _mark(game)
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError:  # compiled again next time; nothing else is lost
        return


def _mark(game: str) -> Path:
    name = f"{_MARK}-{game}-{fingerprint()}-{sys.implementation.cache_tag}"
    return Path(os.environ[_VARIABLE]) / name


def _writable(directory: Path) -> Path:
    """Return `directory`, or one that is not kept where it cannot be written: Numba insists."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        if os.access(directory, os.W_OK):
            return directory
    except OSError:
        pass
    return _temporary(directory.name)


def _temporary(name: str) -> Path:
    """Return a directory among the temporary ones, the same at every start if that is safe.

    What lies there is run. So it is used only if nobody else can have put anything into it; else a
    new one is made, and removed when this process ends.
    """
    if hasattr(os, "getuid"):
        place = Path(tempfile.gettempdir()) / f"{_PREFIX}millmate-{os.getuid()}"
        with suppress(OSError):
            place.mkdir(mode=0o700, exist_ok=True)
            if _is_private(place):
                (place / name).mkdir(exist_ok=True)
                return place / name
    fresh = Path(tempfile.mkdtemp(prefix=_PREFIX))
    atexit.register(shutil.rmtree, fresh, ignore_errors=True)
    return fresh


def _is_private(place: Path) -> bool:
    """Tell whether it is a directory, no link to one, of this user and closed to all others."""
    seen = place.lstat()
    return stat.S_ISDIR(seen.st_mode) and seen.st_uid == os.getuid() and not seen.st_mode & 0o077
