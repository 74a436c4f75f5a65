"""Write files completely or not at all."""

import errno
import os
import re
import secrets
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from millmate.language import mark, tr
from millmate.regular_files import open_regular, opener

# A file being written. No other files have such names, so these can be removed.
_TEMPORARY = re.compile(r"\.millmate-[0-9a-f]{16}\.part")
_PATIENCE = 3.0  # seconds to wait for another process
_swept: set[Path] = set()  # directories already searched for files of dead processes

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_REMEDIES = {
    **dict.fromkeys(FULL, mark("free some space there, or choose another place")),
    **dict.fromkeys(
        (errno.EACCES, errno.EPERM),
        mark("make sure that you can read and write there, or choose another place"),
    ),
    errno.EROFS: mark("nothing can be written there; choose another place"),
    errno.ENOTDIR: mark("there is a file where a folder should be; move it away"),
    errno.EEXIST: mark("move the existing file or folder away, or choose another place"),
    errno.EISDIR: mark("move the folder away, or choose a file"),
    errno.ELOOP: mark("a link there leads back to itself; remove it"),
    errno.EIO: mark("the disk may be failing; copy its files elsewhere"),
}


def write_atomically(path: Path, content: bytes) -> None:
    """Write `content` to `path`, completely or not at all, even if the power fails.

    Raises:
        OSError: The directory is not writable or is full; nothing at `path` has changed. The
            error names `path`, not the temporary file.
    """
    with open_atomically(path) as file:
        file.write(content)


def write_new(path: Path, content: bytes) -> None:
    """Write `content` to a new file as `write_atomically` does.

    Raises:
        FileExistsError: `path` exists.
        OSError: The directory is not writable or is full; nothing was created.
    """
    with _written(path, _publish_new) as file:
        file.write(content)


@contextmanager
def open_atomically(path: Path) -> Iterator[IO[bytes]]:
    """Yield a file that is moved to `path` at the end; an error leaves `path` unchanged.

    Raises:
        OSError: As `write_atomically`.
    """
    if path.is_char_device() or path.is_fifo():  # standard output, or the null device
        with open(path, "wb", opener=_open_at_once) as file:
            yield file
        return
    with _written(path, Path.replace) as file:
        yield file


@contextmanager
def _written(path: Path, publish: Callable[[Path, Path], object]) -> Iterator[IO[bytes]]:
    if path.is_symlink():
        path = Path(os.path.realpath(path))  # keep the link
    if path.parent not in _swept:
        _swept.add(path.parent)
        sweep(path.parent)
    temporary: Path | None = None
    try:
        with _held(path.parent) as file:
            temporary = Path(file.name)
            yield file
            file.flush()
            os.fsync(file.fileno())
        publish(temporary, path)
    except BaseException as error:
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename, error.filename2 = str(path), None
        raise
    with suppress(OSError):  # the file is in place; some file systems cannot sync directories
        sync(path.parent)


def _open_at_once(path: str, flags: int) -> int:
    """Open a pipe or a device for the built-in `open`; a pipe without a reader is an error."""
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if os.name == "posix":
        os.set_blocking(handle, True)
    return handle


def _publish_new(temporary: Path, path: Path) -> None:
    if os.name == "nt":
        temporary.rename(path)
        return
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        path.touch(exist_ok=False)
        temporary.replace(path)
    else:
        temporary.unlink()


def _held(directory: Path) -> IO[bytes]:
    """Open a new temporary file, locked against `sweep`; Windows locks open files by itself."""
    while True:
        path = directory / f".millmate-{secrets.token_hex(8)}.part"
        file = path.open("xb")  # not mkstemp: the user's umask decides who can read
        if os.name != "posix":
            return file
        import fcntl

        with suppress(OSError):  # if locks are not supported, nothing is swept
            fcntl.flock(file, fcntl.LOCK_EX)
        if path.exists():
            return file
        file.close()  # swept before it was locked


def sweep(directory: Path) -> None:
    """Remove the files that killed processes left half-written in a directory."""
    with suppress(OSError):
        for path in directory.iterdir():
            if _TEMPORARY.fullmatch(path.name):
                with suppress(OSError):
                    _remove_unheld(path)


def _remove_unheld(path: Path) -> None:
    if os.name == "posix":
        import fcntl

        with open_regular(path) as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # raises while it is being written
            path.unlink()
    else:
        path.unlink()


def append(path: Path, content: bytes) -> None:
    """Append `content` to a file, creating it if needed; an error leaves the file unchanged.

    The caller holds the `directory_lock`. A crash may leave a part of `content`.

    Raises:
        OSError: The directory is not writable or is full; the file is unchanged.
    """
    fresh = not path.exists()
    with open(path, "ab", buffering=0, opener=opener) as file:
        size = file.tell()
        try:
            while content:
                content = content[file.write(content) :]
            os.fsync(file.fileno())
        except OSError:
            with suppress(OSError):
                file.truncate(size)
            raise
    if fresh:
        sync(path.parent)


@contextmanager
def directory_lock(directory: Path) -> Iterator[None]:
    """Lock a directory against other processes that use this lock, while its files are rewritten.

    A process that holds the lock for seconds is assumed to hang and is ignored. If the system does
    not support such locks (Windows, some network disks), nothing is locked.
    """
    handle = _locked(directory)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)  # releases the lock, like the end of this process


def _locked(directory: Path) -> int | None:
    if os.name != "posix":
        return None
    import fcntl

    try:
        handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return None
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                return handle
            time.sleep(0.01)
        except OSError:
            return handle
        else:
            return handle


def sync(place: Path) -> None:
    """Flush a file or directory to disk, so that it survives a power failure.

    Raises:
        OSError: It cannot be flushed.
    """
    if place.is_dir() and os.name == "nt":  # Windows cannot open directories
        return
    handle = os.open(place, os.O_RDONLY) if place.is_dir() else opener(place, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def unwritable_reason(place: Path) -> str:
    """Return why nothing can be written in or above `place`, "" if writing works.

    This writes a file to find out: permissions do not show a read-only medium, or apply to root.
    """
    while not place.exists() and place != place.parent:
        place = place.parent
    if not place.is_dir():
        return tr("{place} is not a directory", place=place)
    try:
        with tempfile.TemporaryFile(dir=place) as file:
            file.write(b"x")
    except OSError as error:
        return error.strerror or str(error)
    return ""


def describe_error(error: OSError) -> str:
    """Return the cause of an error, its place, and what to do about it."""
    told = error.strerror or str(error)
    if error.filename and error.strerror:
        told = f"{os.fsdecode(error.filename)}: {told}"
    remedy = _REMEDIES.get(error.errno or 0)
    return tr("{what}; {remedy}", what=told, remedy=tr(remedy)) if remedy else told
