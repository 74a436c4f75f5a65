import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from millmate.kernels import cache

WHERE = "import os, millmate.kernels; print(os.environ['NUMBA_CACHE_DIR'])"


def where(tmp_path: Path, **more: str) -> Path:
    """Return where a fresh process keeps its kernels."""
    environment = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}
    environment |= {"MILLMATE_CACHE": str(tmp_path), **more}
    done = subprocess.run(
        [sys.executable, "-c", WHERE], env=environment, capture_output=True, text=True, check=True
    )
    return Path(done.stdout.strip())


@pytest.mark.parametrize(
    ("chosen", "used"),
    [("", ""), ("mine", "mine"), ("numba-0.0.1-abcdef", "")],
    ids=["every state of the sources has its own", "of the user", "of another state"],
)
def test_the_directory(chosen: str, used: str, tmp_path: Path) -> None:
    more = {"NUMBA_CACHE_DIR": str(tmp_path / chosen)} if chosen else {}
    directory = where(tmp_path, **more)
    assert directory.parent == tmp_path
    assert directory.name == used or directory.name.endswith(cache.fingerprint())
    assert (directory.name == chosen) == bool(used)


def test_an_unwritable_place_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert where(tmp_path, MILLMATE_CACHE=str(tmp_path / "file")).is_dir()


def unwritable(tmp_path: Path) -> dict[str, str]:
    """Return what makes the cache unwritable, and an empty place for what is temporary."""
    (tmp_path / "file").touch()
    (tmp_path / "temporary").mkdir(exist_ok=True)
    places = {"MILLMATE_CACHE": tmp_path / "file", "TMPDIR": tmp_path / "temporary"}
    return {name: str(place) for name, place in places.items()}


def test_what_replaces_an_unwritable_place_is_the_same_at_every_start(tmp_path: Path) -> None:
    environment = unwritable(tmp_path)
    first, second = where(tmp_path, **environment), where(tmp_path, **environment)
    assert first == second
    assert first.name.endswith(cache.fingerprint())
    (own,) = (tmp_path / "temporary").iterdir()
    assert own.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("trap", ["open to all", "a link", "a file"])
def test_what_others_may_write_to_is_not_used_and_nothing_is_left(
    trap: str, tmp_path: Path
) -> None:
    """What lies in a cache is run."""
    environment = unwritable(tmp_path)
    own = where(tmp_path, **environment).parent
    shutil.rmtree(own)
    if trap == "a link":
        (tmp_path / "of others").mkdir(mode=0o700)
        own.symlink_to(tmp_path / "of others")
    elif trap == "a file":
        own.touch()
    else:
        own.mkdir()
        own.chmod(0o777)
    used = where(tmp_path, **environment)
    assert own not in (used, *used.parents)
    assert not used.exists()  # by now
    assert list((tmp_path / "temporary").iterdir()) == [own]


def test_kernels_are_cold_until_they_were_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "fresh"))
    assert cache.is_cold()
    cache.note_compiled()
    assert not cache.is_cold()
