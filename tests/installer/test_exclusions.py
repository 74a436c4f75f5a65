"""What the bundle carries and leaves out, and what the packages say of it."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from millmate import __version__

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    "place",
    [
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/plugins/platforms/libqwayland.so",
        "PySide6/Qt/plugins/platforms/libqoffscreen.so",
        "PySide6/Qt/plugins/imageformats/libqsvg.so",
        "PySide6/Qt/translations/qtbase_de.qm",
        "PySide6/Qt/lib/libQt6Widgets.so.6",
        "libcairo.so.2",
        "libxcb-cursor.so.0",
        "libzstd.so.1",
        "millmate/assets/icon.svg",
        "millmate/assets/languages/de.po",
        "millmate/assets/networks/chess.npz",
    ],
)
def test_what_the_program_needs_is_carried(installer: SimpleNamespace, place: str) -> None:
    assert installer.exclusions.is_wanted(place)


@pytest.mark.parametrize(
    "place",
    [
        "PySide6/Qt/plugins/platforms/libqvnc.so",
        "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
        "PySide6/Qt/translations/qtbase_fr.qm",
        "PySide6/Qt/translations/assistant_de.qm",
        "libstdc++.so.6",
        "libglib-2.0.so.0",
        "libX11.so.6",
        "libxcb.so.1",
        "millmate/assets/networks/train.py",
        "millmate/assets/screenshots/window.png",
    ],
)
def test_what_it_does_not_need_is_left_out(installer: SimpleNamespace, place: str) -> None:
    assert not installer.exclusions.is_wanted(place)


def test_every_resource_of_the_program_is_carried(installer: SimpleNamespace) -> None:
    resources = ROOT / "resources"
    files = [path.relative_to(resources) for path in resources.rglob("*") if path.is_file()]
    left_out = {
        path for path in files if not installer.exclusions.is_wanted(f"millmate/assets/{path}")
    }
    assert {path.suffix for path in left_out if path.parent.name != "screenshots"} == {".py", ".md"}


def test_what_is_left_to_the_system_is_asked_of_debian(installer: SimpleNamespace) -> None:
    depends = {item.split()[0] for item in installer.debian.depends().split(", ")}
    assert depends == set(installer.exclusions.SYSTEM_LIBRARIES.values())
    assert "libc6 (>= 2.35)" in installer.debian.depends()


def test_all_names_of_macos_and_linux_carry_this_version(installer: SimpleNamespace) -> None:
    information = installer.macos__information.INFORMATION
    assert information["CFBundleShortVersionString"] == __version__
    assert __version__ == installer.places.VERSION


def test_macos_is_told_of_every_kind_of_file(installer: SimpleNamespace) -> None:
    kinds = installer.macos__information.INFORMATION["CFBundleDocumentTypes"]
    endings = {ending for kind in kinds for ending in kind["CFBundleTypeExtensions"]}
    assert endings == {"pgn", "fen", "epd"}


def test_setup_removes_what_it_installs() -> None:
    script = (ROOT / "installer/windows/millmate.nsi").read_text()
    installs, removes = script.split("Section Uninstall")
    for key in ("${CLASS}", "${APPLICATION}", "${UNINSTALL}", "Software\\Mill and Mate"):
        assert key in installs
        assert key in removes
    for ending in ("pgn", "fen", "epd"):
        assert f"!insertmacro Offer {ending}" in installs
        assert f"!insertmacro Withdraw {ending}" in removes


def test_engines_find_the_systems_libraries(
    installer: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/millmate/_internal")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/home/user/lib")
    installer.entry._forget_own_libraries()
    assert os.environ["LD_LIBRARY_PATH"] == "/home/user/lib"
    assert "LD_LIBRARY_PATH_ORIG" not in os.environ
