"""Finding sets: what is there is kept, one process at a time, and it can be stopped."""

from pathlib import Path

import pytest
from filelock import FileLock

from millmate.errors import InputError
from millmate.games.chess.material import Material
from millmate.tablebase.helpmates import files
from millmate.tablebase.helpmates.build import build
from millmate.tablebase.progress import BuildStopped

ROOKS = Material.parse("KRvKR")


def test_a_stopped_build_keeps_what_it_has_finished(tmp_path: Path) -> None:
    seen: list[Material] = []
    with pytest.raises(BuildStopped):
        build(tmp_path, [ROOKS], lambda material, _: seen.append(material), lambda: ROOKS in seen)
    assert files.missing(tmp_path, [ROOKS]) == [ROOKS]
    written = files.path_of(tmp_path, Material.parse("KRvK")).stat().st_mtime_ns
    build(tmp_path, [ROOKS])
    assert not files.missing(tmp_path, [ROOKS])
    assert files.path_of(tmp_path, Material.parse("KRvK")).stat().st_mtime_ns == written
    assert not list(tmp_path.rglob(".writing*"))


def test_one_process_waits_for_another_and_can_be_stopped(tmp_path: Path) -> None:
    (tmp_path / files.DIRECTORY).mkdir()
    with FileLock(tmp_path / files.DIRECTORY / ".lock"), pytest.raises(BuildStopped):
        build(tmp_path, [ROOKS], stopped=lambda: True)


def test_six_men_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="KRBNvKR has 6 men; helpmates are found for up to 5"):
        build(tmp_path, [Material.parse("KRBNvKR")])


def test_the_same_bytes_every_time(helpmates: Path, tmp_path: Path) -> None:
    build(tmp_path, [Material.parse("KPvK")])
    for name in ("KPvK", "KQvK", "KRvK", "KBvK", "KNvK"):
        material = Material.parse(name)
        one, other = (files.opened(where, material).info for where in (helpmates, tmp_path))
        assert one.checksum == other.checksum
