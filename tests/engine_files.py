"""Recipes of the scripted engines in `tests/engines`, and a check that no process stays behind."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from millmate.players.engine_recipe import EngineRecipe

FOLDER = Path(__file__).parent / "engines"


def command(name: str) -> list[str]:
    """Return the command that starts the engine `name`."""
    return [sys.executable, str(FOLDER / f"{name}.py")]


def recipe(name: str, **values: object) -> EngineRecipe:
    """Return the recipe of the engine `name`; moves take a tenth of a second."""
    python, file = command(name)
    return EngineRecipe(python, name, f"'{file}'", **{"seconds": 0.1, **values})


def program(name: str, folder: Path) -> Path:
    """Return the engine `name` as a program file of its own in `folder`."""
    path = folder / name
    own, file = str(FOLDER), command(name)[1]
    code = f"import runpy, sys; sys.path.insert(0, {own!r}); runpy.run_path({file!r})"
    path.write_text(f"#!{sys.executable}\n{code}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@contextmanager
def nothing_left() -> Iterator[None]:
    """Fail if a process started within the block is alive after it, and stays so."""
    before = _living()
    yield
    last = time.monotonic() + 20  # on a busy machine, killed processes live on for a while
    while (left := _living() - before) and time.monotonic() < last:
        time.sleep(0.05)
    assert not left, left


def _living() -> set[psutil.Process]:
    children = psutil.Process().children(recursive=True)
    return {each for each in children if _status(each) != psutil.STATUS_ZOMBIE}


def _status(process: psutil.Process) -> str:
    try:
        return process.status()
    except psutil.NoSuchProcess:
        return psutil.STATUS_ZOMBIE
