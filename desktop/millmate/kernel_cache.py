"""Numba's cache of compiled kernels, with checksums.

Numba trusts its cache. After a power cut a file there may be empty or truncated, which ends the
program at every start; a file damaged inside would be run. Here each file gets a trailer with a
checksum, and a file that does not match it is compiled again. A file without a trailer is compiled
again only if it cannot be read. On a full disk, kernels are compiled and used but not cached.
"""

import sys
import zlib
from collections.abc import Callable
from contextlib import suppress
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

_MODULE, _CLASS = "numba.core.caching", "IndexDataCacheFile"
_MARK = (
    b"millmate"  # then the length of what is checksummed, in eight bytes, and its CRC-32 in four
)
_TRAILER = len(_MARK) + 8 + 4


def install() -> None:
    """Give Numba this cache as soon as it is imported."""
    if _MODULE not in sys.modules and not any(isinstance(one, _Finder) for one in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


def trailer(content: bytes) -> bytes:
    """Return the trailer that follows `content` in a file."""
    return _MARK + len(content).to_bytes(8, "little") + zlib.crc32(content).to_bytes(4, "little")


def is_whole(data: bytes) -> bool:
    """Whether a file matches its trailer; a file without one passes unless it is empty."""
    if data[-_TRAILER:][: len(_MARK)] != _MARK:
        return bool(data)
    size = int.from_bytes(data[-12:-4], "little")
    content = data[:-_TRAILER]
    return size <= len(content) and trailer(content[len(content) - size :]) == data[-_TRAILER:]


def checksummed(kind: Any) -> Any:
    """Return Numba's class `kind` for a function's files, extended by checksums."""

    class Sealed(kind):  # type: ignore[misc]
        def save(self, key: Any, data: Any) -> None:
            with suppress(OSError):  # compiled again next time; nothing else is lost
                super().save(key, data)

        def _dump(self, content: Any) -> bytes:
            written: bytes = super()._dump(content)
            return written + trailer(written)  # pickle stops before the trailer

        def _load_index(self) -> Any:
            return _loaded(Path(self._index_path), super()._load_index, {})

        def _load_data(self, name: str) -> Any:
            found = _loaded(
                Path(self._data_path(name)), lambda: super(Sealed, self)._load_data(name), None
            )
            if found is None:
                raise FileNotFoundError(name)  # Numba compiles it then
            return found

    return Sealed


def _loaded(path: Path, load: Callable[[], Any], nothing: Any) -> Any:
    """Return the result of `load`, `nothing` if the file is damaged or missing."""
    from millmate.regular_files import open_regular  # late, so that `import millmate` is quick

    try:
        with open_regular(path) as file:
            content = file.read()
        return load() if is_whole(content) else nothing
    except Exception:  # a damaged pickle fails in many ways
        return nothing


class _Finder:
    """Finds Numba's module and patches it once it is imported."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name != _MODULE:
            return None
        from importlib.util import find_spec

        sys.meta_path.remove(self)
        spec = find_spec(name)
        if spec is not None:
            spec.loader = _Loader(spec.loader)  # type: ignore[assignment]
        return spec


class _Loader:
    """Loads a module by another loader and patches it."""

    def __init__(self, loader: Any) -> None:
        self._loader = loader

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        module: ModuleType | None = self._loader.create_module(spec)
        return module

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        if hasattr(module, _CLASS):  # another version of Numba may lack it
            setattr(module, _CLASS, checksummed(getattr(module, _CLASS)))
