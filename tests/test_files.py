"""Files are there whole or not at all."""

import os
import stat
from pathlib import Path

import pytest

from millmate.files import write_atomically


def test_a_file_is_written_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_atomically(path, b"old")
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    write_atomically(path, b"old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as error:
        write_atomically(path, b"new")
    assert error.value.filename == str(path), "the error names the file, not the temporary one"
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupt_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(handle: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(tmp_path / "file", b"new")
    assert list(tmp_path.iterdir()) == []


def test_a_directory_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "file"
    with pytest.raises(FileNotFoundError) as error:
        write_atomically(path, b"new")
    assert error.value.filename == str(path)


@pytest.mark.skipif(os.name != "posix", reason="permissions as on Unix")
def test_the_user_s_umask_decides_who_may_read(tmp_path: Path) -> None:
    path, ordinary = tmp_path / "file", tmp_path / "ordinary"
    write_atomically(path, b"")
    ordinary.touch()
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(ordinary.stat().st_mode)


def test_a_very_long_name_is_no_trouble(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 250)
    write_atomically(path, b"x")
    assert path.read_bytes() == b"x"
