"""A lock file is held once at a time."""

from pathlib import Path

import pytest

from millmate.locks import HeldError, hold


def test_a_lock_that_is_held_is_refused_until_it_is_released(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    held = hold(path)
    with pytest.raises(HeldError):
        hold(path)
    held.release()
    with hold(path), pytest.raises(HeldError):
        hold(path, 0.01)
    hold(path).release()


def test_a_lock_that_nobody_refers_to_is_free(tmp_path: Path) -> None:
    hold(tmp_path / "lock")
    hold(tmp_path / "lock").release()
