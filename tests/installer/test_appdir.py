"""An AppImage is its runtime with a squashfs behind it; without one the AppDir is left."""

import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest


@pytest.fixture
def appdir(
    installer: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> SimpleNamespace:
    """Return the module, building of a bundle that is one script."""
    bundle = tmp_path / "bundle"
    bundle.mkdir()
    program = bundle / "millmate"
    program.write_text('#!/bin/sh\necho "started with $1"\n')
    program.chmod(0o755)
    module: SimpleNamespace = installer.appdir
    for name, place in {"BUNDLE": bundle, "DIST": tmp_path, "WORK": tmp_path}.items():
        monkeypatch.setattr(module, name, place)
    monkeypatch.setattr(module, "APPDIR", tmp_path / "millmate.AppDir")
    monkeypatch.setenv("PATH", "/usr/bin:/bin")  # without a tool that somebody has put elsewhere
    monkeypatch.delenv("APPIMAGE_RUNTIME", raising=False)
    return module


def test_without_a_runtime_the_appdir_is_left_and_starts(appdir: SimpleNamespace) -> None:
    assert appdir.appimage() == appdir.APPDIR
    told = subprocess.run(
        [appdir.APPDIR / "AppRun", "a game.pgn"], capture_output=True, text=True, check=True
    )
    assert told.stdout == "started with a game.pgn\n"


def test_its_top_is_what_the_specification_asks_for(appdir: SimpleNamespace) -> None:
    appdir.appimage()
    top = {path.name for path in appdir.APPDIR.iterdir()}
    name = "io.github.millmate.millmate"
    assert top == {"AppRun", ".DirIcon", f"{name}.desktop", f"{name}.png", "usr"}


def test_the_image_is_the_runtime_and_a_squashfs(
    appdir: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("mksquashfs") is None:
        pytest.skip("mksquashfs is not here")
    runtime = tmp_path / "runtime"
    runtime.write_bytes(b"\x7fELF and so on")
    monkeypatch.setenv("APPIMAGE_RUNTIME", str(runtime))
    image = appdir.appimage()
    assert image.suffix == ".AppImage"
    assert image.read_bytes().startswith(b"\x7fELF and so onhsqs")
    assert image.stat().st_mode & 0o111
