"""Files on the disk of one process, which are sent to another on request.

To Dask a `HeldFile` is a small object; when the object is sent, the file's bytes are sent with it.
Each process decides where it stores received files (`keep_in`).
"""

import mmap
import shutil
import threading
import uuid
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from distributed.protocol.serialize import dask_deserialize, dask_serialize

from millmate.errors import MillMateError
from millmate.language import tr
from millmate.regular_files import open_regular

_FRAME = 1 << 25  # bytes sent at once

Frames = Sequence[bytes | memoryview]


class HeldFile:
    """A file of this process with a `name` given by the caller; removed with the last reference."""

    def __init__(self, path: Path, name: str, owned: bool = True) -> None:
        """Hold the file at `path`; it is never removed unless it is `owned`."""
        self.path = path
        self.name = name
        if owned:
            weakref.finalize(self, _remove, path)

    def frames(self) -> Iterator[memoryview]:
        """Yield the bytes, mapped into memory, in parts."""
        with open_regular(self.path) as file:
            content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        for start in range(0, len(content), _FRAME):
            yield content[start : start + _FRAME]


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


class Folder:
    """A directory of this process for the files that it makes and receives."""

    def __init__(self, path: Path) -> None:
        path.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._received = 0
        self._lock = threading.Lock()

    def keep(self, name: str, frames: Frames) -> HeldFile:
        """Write a received file; raises `MillMateError` if there is no room."""
        path = self._fresh()
        try:
            with path.open("xb") as file:
                for frame in frames:
                    file.write(frame)
        except OSError as error:
            _remove(path)
            raise unwritable(path, error) from None
        with self._lock:
            self._received += path.stat().st_size
        return HeldFile(path, name)

    def news(self) -> int:
        """Return the number of bytes received since the last call."""
        with self._lock:
            received, self._received = self._received, 0
            return received

    def take(self, file: Path, name: str) -> HeldFile:
        """Hold a file that was made in `scratch`."""
        path = self._fresh()
        file.rename(path)
        return HeldFile(path, name)

    @contextmanager
    def scratch(self) -> Iterator[Path]:
        """Yield a directory for one task, which is removed afterwards with its contents."""
        with TemporaryDirectory(dir=self.path, ignore_cleanup_errors=True) as path:
            yield Path(path)

    def _fresh(self) -> Path:
        return self.path / uuid.uuid4().hex


def unwritable(path: Path, error: OSError) -> MillMateError:
    """Return the error of a worker that cannot write."""
    return MillMateError(
        tr(
            "a worker cannot write into {folder}: {why}; finished work is kept: give it more "
            "disk space (dask worker --local-directory), and build again to continue",
            folder=path.parent,
            why=error.strerror or error,
        )
    )


def link(file: HeldFile, path: Path) -> None:
    """Give a held file another name, which keeps its content; raises `OSError`."""
    try:
        path.hardlink_to(file.path)
    except OSError:  # a file system without links
        shutil.copyfile(file.path, path)


Keep = Callable[[str, Frames], HeldFile]
_keep: Keep | None = None
_folder: Folder | None = None


def keep_in(directory: Path) -> None:
    """Store in `directory` all files that this process, a worker, makes and receives."""
    global _folder, _keep
    if _folder is None or _folder.path != directory:
        _folder = Folder(directory)
    _keep = _folder.keep


def folder() -> Folder:
    """Return the directory of this process, a worker."""
    assert _folder is not None
    return _folder


@contextmanager
def arrivals(keep: Keep) -> Iterator[None]:
    """Let `keep` write the files received by this process meanwhile."""
    global _keep
    before, _keep = _keep, keep
    try:
        yield
    finally:
        _keep = before


@dask_serialize.register(HeldFile)  # type: ignore[untyped-decorator,no-untyped-call]
def _sent(file: HeldFile) -> tuple[dict[str, Any], list[memoryview]]:
    return {"name": file.name}, list(file.frames())


@dask_deserialize.register(HeldFile)  # type: ignore[untyped-decorator,no-untyped-call]
def _arrived(header: dict[str, Any], frames: Frames) -> HeldFile:
    assert _keep is not None
    return _keep(header["name"], frames)
