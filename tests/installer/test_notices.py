"""The licences of what a bundle carries are found from where its files are from."""

import json
import sys
import sysconfig
from pathlib import Path
from types import SimpleNamespace

import numpy
import PySide6
import pytest

from millmate import licences

STANDARD = Path(sysconfig.get_path("stdlib"))
LIBRARIES = {
    "libcairo2": "libcairo.so.2", "zlib1g": "libz.so.1", "libexpat1": "libexpat.so.1",
}  # fmt: skip


@pytest.fixture
def pyinstaller(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the builder, which is no dependency of the tests, be another package."""
    distribution = licences.metadata.distribution
    monkeypatch.setattr(
        licences.metadata,
        "distribution",
        lambda name: distribution("pip" if name == "pyinstaller" else name),
    )


def system(name: str) -> Path:
    """Return the path of a library of the system."""
    found = [*Path("/usr/lib").glob(f"*-linux-gnu/{name}"), *Path("/lib").glob(f"*/{name}")]
    if not found:
        pytest.skip(f"needs {name} of the system")
    return found[0]


@pytest.mark.usefixtures("pyinstaller")
def test_packages_are_found_by_their_files(installer: SimpleNamespace) -> None:
    qt = Path(PySide6.__file__).parent / "QtCore.abi3.so"
    found = installer.notices.of_files([Path(numpy.__file__), qt, STANDARD / "json/__init__.py"])
    names = [each.name for each in found]
    assert names[:4] == [each.name for each in licences.of_the_program()][:4]
    assert {"numpy", "PySide6_Essentials"} <= set(names)
    (of_qt,) = (each for each in found if each.name == "PySide6_Essentials")
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in of_qt.text


@pytest.mark.skipif(sys.platform != "linux", reason="asks Debian's packages")
@pytest.mark.usefixtures("pyinstaller")
@pytest.mark.parametrize("package", LIBRARIES)
def test_libraries_of_debian_bring_their_packages_texts(
    installer: SimpleNamespace, package: str
) -> None:
    (found,) = (
        each
        for each in installer.notices.of_files([system(LIBRARIES[package])])
        if each.name == package
    )
    assert found.version
    assert "opyright" in found.text


@pytest.mark.usefixtures("pyinstaller")
def test_a_file_without_a_known_licence_ends_the_build(
    installer: SimpleNamespace, tmp_path: Path
) -> None:
    strange = tmp_path / "a/b/c/d/e/libstrange.so"
    with pytest.raises(SystemExit, match=r"the licence of .*libstrange\.so.* is unknown"):
        installer.notices.of_files([strange])


@pytest.mark.usefixtures("pyinstaller")
def test_a_bundle_carries_all_texts_and_an_overview(
    installer: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = tmp_path / "sources.json"
    sources.write_text(json.dumps([("numpy.py", numpy.__file__), ("gone.so", "/nowhere/gone.so")]))
    monkeypatch.setattr(installer.notices, "SOURCES", sources)
    bundle = tmp_path / "millmate"
    (bundle / "_internal").mkdir(parents=True)
    installer.notices.collect(bundle, bundle / "_internal")
    assert "GNU GENERAL PUBLIC LICENSE" in (bundle / "LICENSE").read_text()
    told = (bundle / "LICENCES.txt").read_text()
    assert "\nnumpy " in told
    index = bundle / "_internal" / installer.notices.FOLDER / licences.INDEX
    carried = {each.name: each for each in licences.collected(index)}
    assert "OpenBLAS" in carried["numpy"].text
    assert "gone" not in told
    of_debian = installer.debian.copyright_text(bundle)
    assert "\nnumpy " in of_debian
    assert "\nMill & Mate " in of_debian
