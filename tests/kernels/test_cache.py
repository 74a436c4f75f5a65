import os
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


def test_every_state_of_the_sources_has_a_cache_of_its_own(tmp_path: Path) -> None:
    directory = where(tmp_path)
    assert directory.parent == tmp_path
    assert directory.name.endswith(cache.fingerprint())


def test_a_directory_chosen_by_the_user_stays(tmp_path: Path) -> None:
    assert where(tmp_path, NUMBA_CACHE_DIR=str(tmp_path / "mine")) == tmp_path / "mine"


def test_a_directory_inherited_from_another_state_does_not(tmp_path: Path) -> None:
    other = str(tmp_path / "numba-0.0.1-abcdef")
    assert where(tmp_path, NUMBA_CACHE_DIR=other).name.endswith(cache.fingerprint())


def test_an_unwritable_place_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert where(tmp_path, MILLMATE_CACHE=str(tmp_path / "file")).is_dir()


def test_kernels_are_cold_until_they_were_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "fresh"))
    assert cache.is_cold()
    cache.note_compiled()
    assert not cache.is_cold()
