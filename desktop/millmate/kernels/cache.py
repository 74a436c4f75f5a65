"""Where compiled kernels are kept between runs."""

import hashlib
import os
import sys
import tempfile
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
    """Return `directory`, or a temporary one where it cannot be written: Numba insists."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        if os.access(directory, os.W_OK):
            return directory
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix=_PREFIX))
