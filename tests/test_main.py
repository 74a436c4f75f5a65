"""`millmate` with arguments: a command's name runs the command, files open in the window."""

from pathlib import Path

import pytest

from millmate.__main__ import main
from millmate.cli.main import PAGES
from millmate.gui import app
from millmate.gui.shell.frame.navigation import Page


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Return the arguments of each opening of the window."""
    calls: list[list[str]] = []

    def open_window(files: list[str], page: str) -> int:
        calls.append([*files, page] if page else files)
        return 0

    monkeypatch.setattr(app, "open_window", open_window)
    return calls


def test_nothing_opens_the_window(opened: list[list[str]]) -> None:
    assert main([]) == 0
    assert opened == [[]]


def test_files_open_in_the_window(opened: list[list[str]], tmp_path: Path) -> None:
    files = [tmp_path / "Meine Partien.pgn", tmp_path / "Übung №1.fen", tmp_path / "without"]
    for file in files:
        file.touch()
    assert main([str(file) for file in files]) == 0
    assert opened == [[str(file) for file in files]]


@pytest.mark.parametrize("word", ["gone.pgn", "./gone", "/nowhere/at all.epd"])
def test_the_window_says_that_a_file_is_not_there(opened: list[list[str]], word: str) -> None:
    assert main([word]) == 0
    assert opened == [[word]]


@pytest.mark.parametrize("words", [["--page", "train"], ["--page=train"]])
def test_the_window_opens_at_a_page(opened: list[list[str]], words: list[str]) -> None:
    assert main(words) == 0
    assert opened == [["train"]]


def test_an_unknown_page_is_refused(
    opened: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--page", "engine-room"]) == 2
    assert "invalid choice: 'engine-room'" in capsys.readouterr().err
    assert not opened


def test_the_pages_are_those_of_the_rail() -> None:
    assert list(PAGES) == [page.value for page in Page if page.on_rail is page]


def test_a_misspelled_command_is_none_of_them(
    opened: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["biuld", "KBNvK"]) == 2
    assert "invalid choice: 'biuld'" in capsys.readouterr().err
    assert not opened


def test_a_command_is_run_even_if_a_file_is_called_so(
    opened: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "perft").touch()
    assert main(["perft", "chess", "1"]) == 0
    assert not opened
