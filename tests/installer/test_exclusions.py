"""What the bundle carries and leaves out, and what the packages say of it."""

import os
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.sources import imports, modules

from millmate import __version__

ROOT = Path(__file__).resolve().parents[2]


def resources() -> list[Path]:
    """Return the files of `resources`, less the byte code of its scripts."""
    files = [path for path in (ROOT / "resources").rglob("*") if path.is_file()]
    return [path for path in files if "__pycache__" not in path.parts]


@pytest.mark.parametrize(
    "place",
    [
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/plugins/platforms/libqwayland.so",
        "PySide6/Qt/plugins/platforms/libqoffscreen.so",
        "PySide6/Qt/plugins/imageformats/libqsvg.so",
        "PySide6/Qt/translations/qtbase_de.qm",
        "PySide6/Qt/translations/qtbase_fr.qm",
        "PySide6/Qt/lib/libQt6Widgets.so.6",
        "libcairo.so.2",
        "libxcb-cursor.so.0",
        "libzstd.so.1",
        "millmate/assets/icon.svg",
        "millmate/assets/languages/de.po",
        "millmate/assets/networks/chess.npz",
        "millmate/assets/tables/KQvK.table",
    ],
)
def test_what_the_program_needs_is_carried(installer: SimpleNamespace, place: str) -> None:
    assert installer.exclusions.is_wanted(place)


@pytest.mark.parametrize(
    "place",
    [
        "PySide6/Qt/plugins/platforms/libqvnc.so",
        "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
        "PySide6/Qt/lib/libQt6Network.so.6",
        "libQt6Network.so.6",
        "PySide6/Qt/translations/qtbase_nl.qm",
        "PySide6/Qt/translations/assistant_de.qm",
        "libstdc++.so.6",
        "libglib-2.0.so.0",
        "libX11.so.6",
        "libxcb.so.1",
        "millmate/assets/networks/train.py",
        "millmate/assets/networks/__pycache__/train.cpython-311.pyc",
        "millmate/assets/screenshots/window.png",
    ],
)
def test_what_it_does_not_need_is_left_out(installer: SimpleNamespace, place: str) -> None:
    assert not installer.exclusions.is_wanted(place)


def test_every_resource_of_the_program_is_carried(installer: SimpleNamespace) -> None:
    files = [path.relative_to(ROOT / "resources") for path in resources()]
    left_out = {
        path for path in files if not installer.exclusions.is_wanted(f"millmate/assets/{path}")
    }
    assert {path.suffix for path in left_out if path.parts[0] != "screenshots"} == {".py", ".md"}


def test_a_wheel_carries_the_resources_that_a_bundle_carries(installer: SimpleNamespace) -> None:
    content = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    wheel = tomllib.loads(content)["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["sources"]["resources"] == "millmate/assets"
    for path in resources():
        place = path.relative_to(ROOT)
        names = [f"/{each.as_posix()}" for each in (place, *place.parents)]
        left_out = any(fnmatchcase(name, p) for name in names for p in wheel["exclude"])
        inside = "millmate/assets" / path.relative_to(ROOT / "resources")
        assert left_out != installer.exclusions.is_wanted(str(inside)), place


def test_the_program_imports_nothing_that_is_left_out(installer: SimpleNamespace) -> None:
    left_out = set(installer.exclusions.EXCLUDED_MODULES)
    for place, text in modules():
        imported = {each for module, name in imports(text) for each in (module, f"{module}.{name}")}
        # A cluster and the making of kernels are for those who install the package.
        assert not imported & left_out or {"cluster", "making"} & {*place.split("/")}, place


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
