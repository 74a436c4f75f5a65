"""The kernel cache uses only complete files; damaged kernels are compiled again."""

import importlib.util
import random
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba.core import caching, config

from millmate.kernel_cache import is_whole, trailer

SOURCE = """
from numba import njit

@njit("int64(int64)", cache=True)
def doubled(n):
    return n * 2
"""


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], ModuleType]:
    """Return a function that imports a module with a kernel, as a new process does."""
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path / "cache"))
    path = tmp_path / "kernel.py"
    path.write_text(SOURCE)

    def import_it() -> ModuleType:
        spec = importlib.util.spec_from_file_location("kernel", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        assert module.doubled(21) == 42
        return module

    return import_it


def was_kept(module: ModuleType) -> bool:
    """Return whether a kernel came from the cache."""
    return bool(module.doubled.stats.cache_hits)


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "cut off": lambda content: content[: len(content) // 2],
    "zeros": lambda content: bytes(len(content)),
    "zeros at the end": lambda content: content[:-500] + bytes(500),
    "one bit": lambda content: content[:200] + bytes([content[200] ^ 1]) + content[201:],
    "without a seal, cut off": lambda content: content[:-40],
}


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_what_is_damaged_is_compiled_again(
    kernel: Callable[[], ModuleType], tmp_path: Path, kind: str
) -> None:
    assert not was_kept(kernel())
    assert was_kept(kernel())
    (path,) = tmp_path.rglob(f"*.{kind}")
    sound = path.read_bytes()
    for name, damage in DAMAGE.items():
        path.write_bytes(damage(sound))
        assert not was_kept(kernel()), name
        assert was_kept(kernel()), name


def test_what_an_earlier_version_has_kept_is_used(
    kernel: Callable[[], ModuleType], tmp_path: Path
) -> None:
    kernel()
    for path in [*tmp_path.rglob("*.nb?")]:
        path.write_bytes(path.read_bytes()[: -len(trailer(b""))])
    assert was_kept(kernel())


def test_on_a_full_disk_kernels_are_compiled_and_not_kept(
    kernel: Callable[[], ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(caching.os, "replace", full)
        assert not was_kept(kernel())
    assert [*tmp_path.rglob("*.nbi")] == []
    assert not was_kept(kernel())
    assert was_kept(kernel())


@given(st.binary(min_size=1, max_size=300), st.integers(0, 2**32))
def test_no_change_of_what_is_sealed_goes_unseen(content: bytes, seed: int) -> None:
    whole = content + trailer(content)
    assert is_whole(whole)
    assert is_whole(b"something before it" + whole)
    chance = random.Random(seed)
    changed = bytearray(whole)
    at = chance.randrange(len(content))
    changed[at] ^= 1 << chance.randrange(8)
    assert not is_whole(bytes(changed))
