"""Names of files that people type: what suffix they get."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget

from millmate.gui.kit.dialogs import ask_file, ask_format

_FORMATS = {".svg": "SVG (*.svg)", ".png": "PNG (*.png)"}


def answer(monkeypatch: pytest.MonkeyPatch, name: str, chosen: str = "") -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *asked: (name, chosen))


@pytest.mark.parametrize(
    ("name", "path"),
    [("", None), ("/a/games", Path("/a/games.pgn")), ("/a/games.txt", Path("/a/games.txt"))],
)
def test_a_name_without_a_suffix_gets_the_proposed_one(monkeypatch, name, path) -> None:
    answer(monkeypatch, name)
    assert ask_file(None, "", "some.pgn", "") == path


@pytest.mark.parametrize(
    ("name", "chosen", "path"),
    [
        ("", "", None),
        ("/a/mate.PNG", "SVG (*.svg)", Path("/a/mate.PNG")),
        ("/a/mate", "PNG (*.png)", Path("/a/mate.png")),
        ("/a/mate.1", "PNG (*.png)", Path("/a/mate.1.png")),
        ("/a/mate", "", Path("/a/mate.svg")),
    ],
)
def test_a_picture_has_the_suffix_of_its_format(qtbot, monkeypatch, name, chosen, path) -> None:
    answer(monkeypatch, name, chosen)
    assert ask_format(QWidget(), "", "diagram.svg", _FORMATS) == path
