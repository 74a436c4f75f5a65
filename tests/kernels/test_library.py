"""The library of kernels: what it is given, what it returns, and where it cannot be had."""

import ctypes
import subprocess
from pathlib import Path

import numpy as np
import pytest

from millmate.errors import MillMateError
from millmate.kernels import library
from millmate.kernels.chess_spaces import to_keys
from millmate.kernels.city_hash import city_hash_crc
from millmate.kernels.making import __main__ as making
from millmate.kernels.triad import triad


def test_kernels_run_as_what_they_are_compiled_from() -> None:
    """The hash in the library is that of the sources here."""
    found = (ctypes.c_char * 64).in_dll(library.loaded(), library.SOURCES)
    assert found.raw.decode() == library.fingerprint()


@pytest.mark.parametrize(
    "arrays",
    [
        [np.zeros(4, np.float32)] * 3,
        [np.zeros((2, 2))] * 3,
        [np.zeros(8)[::2]] * 3,
        [np.frombuffer(bytes(32), np.float64)] * 3,
    ],
    ids=["elements", "dimensions", "gaps", "read-only"],
)
def test_an_array_of_another_kind_is_refused(arrays: list[np.ndarray]) -> None:
    with pytest.raises(TypeError, match="triad takes a writeable contiguous array of float64"):
        triad(arrays[0], arrays[1], 1.0, arrays[2])


@pytest.mark.parametrize("rows", [slice(2, 4), slice(3, 3), slice(0, 6)])
def test_a_part_of_an_array_is_taken_where_it_is(rows: slice) -> None:
    whole, legal = np.zeros((6, 64), np.uint8), np.full(6, 2**64 - 1, np.uint64)
    to_keys(legal[rows], whole[rows], 0)
    assert (whole[rows] == 128).all()
    assert (whole == 0).sum() == whole.size - whole[rows].size


def test_too_few_arguments_are_refused() -> None:
    with pytest.raises(TypeError, match="city_hash_crc takes"):
        city_hash_crc()


def test_the_library_of_another_level_is_beside_it() -> None:
    """Both are made on every machine, so that packages serve older processors."""
    if library.level().startswith("x86-64"):
        assert all(library.path(f"x86-64-{one}").exists() for one in ("v2", "v3"))


# Where it cannot be had ---------------------------------------------------------------------------


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Look for the library in an empty folder, in which none can be made."""
    monkeypatch.setattr(library, "FOLDER", tmp_path)
    monkeypatch.setattr(library, "find_spec", lambda name: None)
    library._library.cache_clear()
    yield tmp_path
    library._library.cache_clear()


def test_a_missing_library_is_told(elsewhere: Path) -> None:
    with pytest.raises(MillMateError, match="missing or of other sources: install"):
        library.loaded()


def test_a_library_of_other_sources_is_told(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "FOLDER", library.HERE / "compiled")
    monkeypatch.setattr(library, "fingerprint", lambda: "0" * 64)
    with pytest.raises(MillMateError, match="missing or of other sources: install"):
        library.loaded()


def test_a_compilation_that_ends_without_a_word_is_told(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "find_spec", lambda name: object())
    died = subprocess.CompletedProcess([], -9, stderr="")
    monkeypatch.setattr(library.subprocess, "run", lambda *_, **__: died)
    with pytest.raises(MillMateError, match="could not be compiled: exit code -9"):
        library.loaded()


def test_what_is_no_library_is_told(elsewhere: Path) -> None:
    library.path(library.level()).write_bytes(library.fingerprint().encode())
    with pytest.raises(MillMateError, match="cannot be loaded"):
        library.loaded()


def test_without_a_linker_making_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(making, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="no linker was found: install a compiler of C, or the"):
        making._linker()


def test_where_nothing_can_be_written_making_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "FOLDER", Path("/proc/compiled"))
    with pytest.raises(SystemExit, match="/proc/compiled cannot take the compiled kernels: No"):
        making.main()
