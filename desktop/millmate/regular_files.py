"""Open regular files only: no pipe that blocks, no endless device.

Where a file is expected, there may be anything. Checking before opening is not enough, since the
file may be replaced in between; so a file is opened without blocking and then examined.
"""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO, Literal

from millmate.language import tr

_QUIETLY = (
    getattr(os, "O_NONBLOCK", 0)  # do not wait for a pipe's writer
    | getattr(os, "O_NOCTTY", 0)  # do not make a terminal the controlling one
    | getattr(os, "O_CLOEXEC", 0)
)
_READ_ONLY = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOINHERIT", 0)


class NotRegularError(OSError):
    """The file to open is a pipe, a device or a socket."""


def open_regular(path: Path, mode: Literal["rb", "r+b", "ab", "a+b"] = "rb") -> BinaryIO:
    """Return a regular file, opened like the built-in `open`.

    Raises:
        NotRegularError: `path` is a pipe, a device or a socket.
        OSError: `path` is a directory, does not exist, or cannot be opened.
    """
    return open(path, mode, opener=opener)


def read_part(path: str | os.PathLike[str], start: int, length: int) -> bytes:
    """Return bytes of a regular file, fewer if it ends earlier; raises as `open_regular` does.

    This takes a third of the time of a file object.
    """
    handle = opener(path, _READ_ONLY)
    try:
        os.lseek(handle, start, os.SEEK_SET)
        content = os.read(handle, length)
        while len(content) < length and (more := os.read(handle, length - len(content))):
            content += more
        return content
    finally:
        os.close(handle)


def opener(path: str | os.PathLike[str], flags: int, mode: int = 0o666) -> int:
    """Open a regular file for the built-in `open`; raises as `open_regular` does."""
    try:
        handle = os.open(path, flags | _QUIETLY, mode)
    except OSError as error:
        if error.errno == errno.ENXIO:  # a socket, or a pipe without a reader
            raise _not_regular(path) from None
        if (
            isinstance(error, PermissionError) and Path(path).is_dir()
        ):  # as Windows reports a directory
            raise _folder(path) from None
        raise
    kind = os.fstat(handle).st_mode
    if stat.S_ISREG(kind):
        return handle
    os.close(handle)
    raise _folder(path) if stat.S_ISDIR(kind) else _not_regular(path)


def _not_regular(path: str | os.PathLike[str]) -> NotRegularError:
    return NotRegularError(errno.EINVAL, tr("it is not a regular file"), os.fspath(path))


def _folder(path: str | os.PathLike[str]) -> IsADirectoryError:
    return IsADirectoryError(errno.EISDIR, tr("it is a folder"), os.fspath(path))
