"""Files are written completely or not at all."""

import errno
import os
import stat
import threading
import time
from pathlib import Path
from typing import IO

import pytest

from millmate import files
from millmate.files import (
    describe_error,
    directory_lock,
    open_atomically,
    write_atomically,
    write_new,
)


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


def leftover(directory: Path) -> Path:
    """Leave the unfinished file of a killed process."""
    path = directory / f".millmate-{'0123456789abcdef'}.part"
    path.write_bytes(b"half")
    return path


def test_what_killed_processes_left_is_swept_away_once(tmp_path: Path) -> None:
    left, others = leftover(tmp_path), tmp_path / ".other.part"
    others.touch()
    write_atomically(tmp_path / "file", b"x")
    assert not left.exists()
    assert others.exists()
    leftover(tmp_path)
    write_atomically(tmp_path / "file", b"x")
    assert left.exists()
    files.sweep(tmp_path)
    assert not left.exists()


@pytest.mark.skipif(os.name != "posix", reason="locks as on Unix")
def test_what_is_swept_before_it_is_locked_is_begun_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    swept = []

    def lock(file: IO[bytes], operation: int) -> None:
        if not swept:
            swept.append(Path(file.name))
            swept[0].unlink()

    monkeypatch.setattr(fcntl, "flock", lock)
    write_atomically(tmp_path / "file", b"x")
    assert swept
    assert (tmp_path / "file").read_bytes() == b"x"


@pytest.mark.skipif(os.name != "posix", reason="locks as on Unix")
def test_what_is_written_for_long_is_left_to_its_writer(tmp_path: Path) -> None:
    with open_atomically(tmp_path / "slow") as file:
        file.write(b"be")
        files.sweep(tmp_path)
        file.write(b"gun")
    assert (tmp_path / "slow").read_bytes() == b"begun"


def test_a_new_file_is_never_put_in_place_of_another(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_new(path, b"old")
    with pytest.raises(FileExistsError) as error:
        write_new(path, b"new")
    assert error.value.filename == str(path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_is_written_where_there_are_no_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(source: object, target: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", never)
    write_new(tmp_path / "file", b"new")
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "file", b"newer")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"new"]


def test_a_link_stays_and_what_it_points_to_is_written(tmp_path: Path) -> None:
    link, target = tmp_path / "link", tmp_path / "elsewhere" / "file"
    target.parent.mkdir()
    link.symlink_to(target)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


@pytest.mark.skipif(os.name != "posix", reason="devices as on Unix")
def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    write_atomically(Path(os.devnull), b"nothing")
    assert Path(os.devnull).is_char_device()


@pytest.mark.skipif(os.name != "posix", reason="locks as on Unix")
def test_who_wants_to_be_alone_waits_for_who_is(tmp_path: Path) -> None:
    order = []

    def second() -> None:
        with directory_lock(tmp_path):
            order.append("second")

    with directory_lock(tmp_path):
        other = threading.Thread(target=second)
        other.start()
        time.sleep(0.1)
        order.append("first")
    other.join()
    assert order == ["first", "second"]


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.ENOSPC, "free some space"),
        (errno.EACCES, "can read and write"),
        (errno.EROFS, "choose another place"),
        (errno.EIO, "may be failing"),
        (errno.EEXIST, "move the existing file or folder away"),
        (errno.EISDIR, "choose a file"),
        (errno.ELOOP, "leads back to itself"),
    ],
)
def test_trouble_is_told_with_its_place_and_its_mend(number: int, remedy: str) -> None:
    told = describe_error(OSError(number, os.strerror(number), "/place"))
    assert told.startswith(f"/place: {os.strerror(number)}; ")
    assert remedy in told


def test_unknown_trouble_is_told_as_it_is() -> None:
    assert describe_error(OSError("odd")) == "odd"
