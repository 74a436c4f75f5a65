"""Regular files are opened; special files are refused without waiting."""

import os
import sys
import threading
from pathlib import Path

import pytest
from tests import special_files

from millmate.regular_files import NotRegularError, open_regular, read_part

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are none of these")
MODES = ("rb", "r+b", "ab", "a+b")


@pytest.mark.parametrize("mode", MODES)
def test_a_file_is_opened_as_usual(mode: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"one")
    (tmp_path / "link").symlink_to(path)
    with open_regular(tmp_path / "link", mode) as file:
        if mode != "rb":
            file.seek(0, os.SEEK_END)
            file.write(b"two")
        assert not os.get_inheritable(file.fileno())
    assert path.read_bytes() == (b"one" if mode == "rb" else b"onetwo")


def test_a_new_file_has_the_rights_that_the_person_wants(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        open_regular(tmp_path / "new", "ab").close()
    finally:
        os.umask(before)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640


def test_a_part_is_read_as_far_as_there_is_one(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"0123456789")
    assert read_part(path, 2, 3) == b"234"
    assert read_part(path, 8, 5) == b"89"
    assert read_part(path, 20, 5) == b""
    assert read_part(path, 2, 0) == b""


@pytest.mark.parametrize("kind", special_files.KINDS)
def test_a_part_is_read_of_a_file_only(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "what"
    special_files.put(kind, path)
    with special_files.guarded(), pytest.raises(OSError, match="what"):
        read_part(path, 0, 1)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", special_files.KINDS)
def test_anything_else_is_refused_by_its_name(kind: str, mode: str, tmp_path: Path) -> None:
    path = tmp_path / "what"
    special_files.put(kind, path)
    with special_files.guarded(), pytest.raises(OSError, match="what") as caught:
        open_regular(path, mode)
    assert isinstance(caught.value, NotRegularError) or kind in ("a folder", "a link to itself")


def test_a_pipe_is_refused_that_somebody_writes_to(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=lambda: path.open("wb", buffering=0).close())
    writer.start()
    with special_files.guarded():
        while writer.is_alive():  # it waits for a reader, and continues when the reader has gone
            with pytest.raises(NotRegularError):
                open_regular(path)
    writer.join()


def test_what_is_not_there_is_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        open_regular(tmp_path / "none")
