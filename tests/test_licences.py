"""The licences of the program and its dependencies are named and readable."""

import json
from pathlib import Path

import pytest

from millmate import __version__, licences
from millmate.licences import Component, Notice


@pytest.fixture(scope="module")
def found() -> dict[str, Component]:
    return {each.name: each for each in licences.components()}


def test_the_program_comes_first_with_its_own_licence() -> None:
    own = licences.components()[0]
    assert (own.name, own.version, own.licence) == ("Mill & Mate", __version__, "GPL-3.0-or-later")
    assert "GNU GENERAL PUBLIC LICENSE\n                       Version 3" in own.text


def test_everything_has_a_licence_and_its_text(found: dict[str, Component]) -> None:
    assert [name for name, each in found.items() if not each.licence or not each.text] == []


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Python", "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2"),
        ("PySide6_Essentials", "GNU LESSER GENERAL PUBLIC LICENSE"),
        ("PySide6_Essentials", "The Qt Company Ltd."),
        ("PySide6_Essentials", "Unicode, Inc."),
        ("numpy", "OpenBLAS"),
        ("chess", "GNU GENERAL PUBLIC LICENSE"),
        ("pillow", "Secret Labs AB"),
        ("Pictures, networks, fonts and translations", "drawn for this project"),
        ("Inter", "SIL OPEN FONT LICENSE"),
        ("Classic chess pieces, by Colin M. L. Burnett", "GFDL, BSD and GPL"),
    ],
)
def test_their_texts_are_the_right_ones(found: dict[str, Component], name: str, told: str) -> None:
    assert told in found[name].text


def test_what_is_installed_for_tests_alone_is_no_part(found: dict[str, Component]) -> None:
    assert {"pytest", "mypy", "ruff", "hypothesis"}.isdisjoint(found)


def test_they_are_found_where_a_newer_importlib_has_been_loaded(
    found: dict[str, Component], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dask loads it on Python 3.11; its metadata of packages then raises for missing fields."""
    newer = pytest.importorskip("importlib_metadata")
    monkeypatch.setattr(licences, "metadata", newer)
    again = {each.name: each for each in licences.components()}
    assert {name: each.licence for name, each in again.items()} == {
        name: each.licence for name, each in found.items()
    }


def test_what_a_build_writes_is_read_again(tmp_path: Path) -> None:
    some = [
        Component("A / b", "1.0", "MIT", (Notice("LICENSE", "first"), Notice("LICENSE", "ö"))),
        Component("Other", "", "BSD", ()),
    ]
    licences.write(some, tmp_path)
    assert licences.collected(tmp_path / licences.INDEX)[0].text.count("=======") == 2
    read = licences.collected(tmp_path / licences.INDEX)
    assert [(each.name, each.version, each.licence) for each in read] == [
        ("A / b", "1.0", "MIT"),
        ("Other", "", "BSD"),
    ]
    assert read == some
    listed = json.loads((tmp_path / licences.INDEX).read_text(encoding="utf-8"))
    assert all((tmp_path / name).is_file() for each in listed for name in each["texts"])
