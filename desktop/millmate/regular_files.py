"""Regular files, the only ones that are opened: no pipe that blocks, no device without an end.

Anything may lie where a file is expected. To look before one opens is not enough, as it may be
exchanged in between; so a file is opened without waiting for anybody, and then looked at.
"""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO, Literal

from millmate.language import tr

_QUIETLY = (
    getattr(os, "O_NONBLOCK", 0)  # a pipe is not waited for
    | getattr(os, "O_NOCTTY", 0)  # a terminal does not become that of this process
    | getattr(os, "O_CLOEXEC", 0)
)


class NotRegularError(OSError):
    """What is to be opened is a pipe, a device or a socket."""


def open_regular(path: Path, mode: Literal["rb", "r+b", "ab", "a+b"] = "rb") -> BinaryIO:
    """Return a regular file, opened as the built-in `open` does.

    Raises:
        NotRegularError: It is a pipe, a device or a socket.
        OSError: It is a directory, is not there, or may not be opened.
    """
    return open(path, mode, opener=opener)


def opener(path: str | os.PathLike[str], flags: int, mode: int = 0o666) -> int:
    """Open a regular file for the built-in `open`; raises as `open_regular` does."""
    try:
        handle = os.open(path, flags | _QUIETLY, mode)
    except OSError as error:
        if error.errno == errno.ENXIO:  # a socket, or a pipe that nobody reads
            raise _not_regular(path) from None
        if isinstance(error, PermissionError) and Path(path).is_dir():  # Windows says it like that
            raise _folder(path) from None
        raise
    kind = os.fstat(handle).st_mode
    if stat.S_ISREG(kind):
        return handle
    os.close(handle)
    raise _folder(path) if stat.S_ISDIR(kind) else _not_regular(path)


def _not_regular(path: str | os.PathLike[str]) -> NotRegularError:
    return NotRegularError(errno.EINVAL, tr("it is no ordinary file"), os.fspath(path))


def _folder(path: str | os.PathLike[str]) -> IsADirectoryError:
    return IsADirectoryError(errno.EISDIR, tr("it is a folder"), os.fspath(path))
