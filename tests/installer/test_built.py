"""The installers, built, unpacked and used as a desktop would: some minutes.

Needs the `bundle` extra, dpkg-deb, zstd, Xvfb and xdotool. `installer/try_on_debian.sh` does the
same on a bare Debian. MILLMATE_BUILT=1 tries what was built before.
"""

import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import chess
import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
DISPLAY = ":77"
ID = "io.github.millmate.millmate"
START = chess.STARTING_FEN


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the root of a file system that holds what the freshly built package installs."""
    words = ["bundle", "deb", "portable", "appimage"]
    if not os.environ.get("MILLMATE_BUILT"):
        subprocess.run([sys.executable, ROOT / "installer" / "build.py", *words], check=True)
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
    entry = (root / f"usr/share/applications/{ID}.desktop").read_text()
    line = next(line for line in entry.splitlines() if line.startswith("Exec="))
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
    subprocess.run(["desktop-file-validate", share / f"applications/{ID}.desktop"], check=True)
    assert (share / f"mime/packages/{ID}.xml").is_file()
    assert (share / f"icons/hicolor/scalable/apps/{ID}.svg").is_file()
    assert len(list((share / "icons/hicolor").glob(f"*/apps/{ID}.png"))) == 9
    assert (share / "man/man1/millmate.1.gz").is_file()


def test_what_the_bundle_leaves_to_the_system_is_what_debian_is_asked_for(
    installed: Path, installer: SimpleNamespace
) -> None:
    libraries = [*installer.postprocess.libraries(installed / "opt/millmate")]
    carried = {path.name for path in libraries}
    needed = set().union(*map(installer.postprocess._needed, libraries))
    left_out = installer.exclusions
    of_libc = {f"lib{name}.so" for name in ("c", "m", "dl", "pthread", "rt", "resolv")}
    missing = (
        needed - carried - left_out.SYSTEM_LIBRARIES.keys() - left_out.WAYLAND_LIBRARIES.keys()
    )
    assert {
        name
        for name in missing
        if name.rpartition(".")[0] not in of_libc and not name.startswith("ld-")
    } == set()
    assert left_out.SYSTEM_LIBRARIES.keys() <= needed


def test_the_first_table_and_the_first_strong_move_compile_nothing(
    installed: Path, home: dict[str, str]
) -> None:
    program = command(installed)
    for words in (
        ["build", "KBBvKN", "morris:3-3"],
        ["search", "chess", START, "--seconds", "0.1"],
        ["search", "morris", "--seconds", "0.1"],
    ):
        subprocess.run([*program, *words], env=home, check=True)
    kept = list((Path(home["HOME"]) / ".cache/millmate").rglob("*.*"))
    compiled = [path for path in kept if path.suffix in (".nbi", ".nbc", ".o")]
    assert len(compiled) > 100
    assert all(path.is_symlink() for path in compiled)


def test_the_portable_archive_runs_where_it_is_unpacked(
    installed: Path, home: dict[str, str], tmp_path: Path
) -> None:
    (archive,) = (ROOT / "installer" / "dist").glob("millmate-*-linux-*.tar.zst")
    place = tmp_path / "a folder with blänks"
    place.mkdir()
    subprocess.run(["tar", "--zstd", "-xf", archive, "-C", place], check=True)
    (program,) = place.glob("*/millmate")
    told = subprocess.run([program, "build", "KQvK"], env=home, check=True, capture_output=True)
    assert b"KQvK exists: White wins" in told.stdout
    assert b"came with the program" in told.stdout
    bare = home | {"MILLMATE_SHIPPED": ""}
    told = subprocess.run([program, "build", "KQvK"], env=bare, check=True, capture_output=True)
    assert b"KQvK built: White wins" in told.stdout


def test_the_appdir_starts_by_its_own_script(installed: Path, home: dict[str, str]) -> None:
    run = ROOT / "installer" / "dist" / "millmate.AppDir" / "AppRun"
    told = subprocess.run([run, "--version"], env=home, check=True, capture_output=True)
    assert told.stdout.startswith(b"Mill & Mate ")


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

    def closed() -> bool:
        """Ask the window to close, and tell whether it has; a key may come while it is busy."""
        if window.poll() is None and focused("^Mill & Mate"):
            press("ctrl+q")
            time.sleep(2)
        return window.poll() is not None

    window = subprocess.Popen(command(installed), env=home)
    try:
        assert eventually(lambda: focused("^Mill & Mate"), 20)
        time.sleep(0.5)
        press("ctrl+shift+b")
        assert eventually(lambda: focused("^Build tables"), 5)
        time.sleep(0.5)
        subprocess.run(["xdotool", "type", "KBBvKN"], env=home, check=True)
        time.sleep(0.5)
        press("Return")
        tables = Path(home["HOME"]) / ".local/share/millmate/tables"
        assert eventually(lambda: (tables / "dtz" / "KBBvKN.table").is_file(), 120)
        time.sleep(5)  # while it builds, closing would ask
        press("Escape")
        assert eventually(closed, 60)
        assert window.returncode == 0
    finally:
        window.kill()
        window.wait()


def test_the_licences_of_all_parts_are_carried(installed: Path) -> None:
    """The package and the archive alike: ours, and those of what they bring along."""
    (archive,) = (ROOT / "installer" / "dist").glob("millmate-*-linux-*.tar.zst")
    told = subprocess.run(["tar", "--zstd", "-tf", archive], check=True, capture_output=True)
    unpacked = {name.partition("/")[2] for name in told.stdout.decode().splitlines()}
    texts = "_internal/millmate/assets/licences/collected"
    parts = json.loads((installed / f"opt/millmate/{texts}/components.json").read_text())
    names = {each["name"] for each in parts}
    assert {"Mill & Mate", "Python", "PySide6_Essentials", "numpy", "chess"} <= names
    assert {"libssl3", "libcairo2"} <= names  # on Debian 12
    for text in ("LICENSE", "LICENCES.txt", *(f"{texts}/{t}" for p in parts for t in p["texts"])):
        assert (installed / "opt/millmate" / text).stat().st_size > 100, text
        assert text in unpacked
    listed = (installed / "usr/share/doc/millmate/copyright").read_text()
    assert all(f"\n{name} " in listed or f"\n{name}:" in listed for name in names)
