"""Files that are there whole or not at all."""

import os
import secrets
from pathlib import Path


def write_atomically(path: Path, content: bytes) -> None:
    """Put `content` at `path` so that it is there whole or not at all, even after a power cut.

    Raises:
        OSError: The directory cannot be written or is full; nothing at `path` has changed. The
            error names `path`, not the temporary file.
    """
    temporary = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with temporary.open("xb") as file:  # open, not mkstemp: the user's umask decides who reads
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename, error.filename2 = str(path), None
        raise


def sync(place: Path) -> None:
    """Have the system put a file or directory on disk, so that a power cut cannot take it.

    Raises:
        OSError: It cannot.
    """
    if place.is_dir() and os.name == "nt":  # Windows opens no directories
        return
    handle = os.open(place, os.O_RDONLY if place.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
