"""The Debian package, built, unpacked and used as its desktop entry would: a minute or two.

Needs the `bundle` extra, dpkg-deb, Xvfb and xdotool.
"""

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
DISPLAY = ":77"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the root of a file system that holds what the freshly built package installs."""
    subprocess.run([sys.executable, ROOT / "installer" / "build.py"], check=True)
    (package,) = (ROOT / "installer" / "dist").glob("millmate_*.deb")
    root = tmp_path_factory.mktemp("root")
    subprocess.run(["dpkg-deb", "-x", package, root], check=True)
    return root


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a user who starts the program for the first time."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MILLMATE")}
    kept.pop("QT_QPA_PLATFORM", None)
    kept = {name: value for name, value in kept.items() if not name.startswith("XDG_")}
    return {**kept, "HOME": str(tmp_path), "DISPLAY": DISPLAY}


@pytest.fixture
def screen() -> Iterator[None]:
    server = subprocess.Popen(["Xvfb", DISPLAY, "-screen", "0", "1400x1000x24"])
    yield
    server.terminate()
    server.wait()


def command(root: Path) -> list[str]:
    """Return what the desktop entry starts, found inside the unpacked root."""
    entry = (root / "usr/share/applications/millmate.desktop").read_text()
    (line,) = (line for line in entry.splitlines() if line.startswith("Exec="))
    name, *arguments = shlex.split(line.removeprefix("Exec="))
    program = root / (root / "usr/bin" / name).readlink().relative_to("/")
    return [str(program), *(a for a in arguments if a != "%F")]


def eventually(found: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not found():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


def test_the_entry_is_complete(installed: Path) -> None:
    share = installed / "usr/share"
    subprocess.run(["desktop-file-validate", share / "applications/millmate.desktop"], check=True)
    assert (share / "mime/packages/millmate.xml").is_file()
    assert (share / "icons/hicolor/scalable/apps/millmate.svg").is_file()
    assert len(list((share / "icons/hicolor").glob("*/apps/millmate.png"))) == 8


def test_the_bundle_does_the_main_job(installed: Path, home: dict[str, str]) -> None:
    work = Path(home["HOME"])
    subprocess.run([*command(installed), "demo", "--seed", "1"], cwd=work, env=home, check=True)
    assert "checkmate" in (work / "millmate-demo.pgn").read_text()
    assert (work / "millmate-demo.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.usefixtures("screen")
def test_the_window_opens_and_builds_a_table(installed: Path, home: dict[str, str]) -> None:
    def focused(title: str) -> bool:
        """Give the keyboard to the window of that title, once it is there."""
        search = ["xdotool", "search", "--onlyvisible", "--name", title, "windowfocus"]
        return subprocess.run(search, env=home, capture_output=True).returncode == 0

    def press(key: str) -> None:
        subprocess.run(["xdotool", "key", key], env=home, check=True)

    window = subprocess.Popen(command(installed), env=home)
    try:
        assert eventually(lambda: focused("^Mill & Mate"), 20)
        time.sleep(0.5)
        press("ctrl+b")
        assert eventually(lambda: focused("^Build tables"), 5)
        time.sleep(0.5)
        press("Return")
        tables = Path(home["HOME"]) / ".local/share/millmate/tables"
        assert eventually(lambda: (tables / "KBNvK.zarr").is_dir(), 120)
        press("Escape")
        assert eventually(lambda: focused("^Mill & Mate"), 5)
        time.sleep(0.5)
        press("ctrl+q")
        assert window.wait(10) == 0
    finally:
        window.kill()
        window.wait()
