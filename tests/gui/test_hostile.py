"""Whatever is pasted, dropped or typed: one clear sentence, and the window stays at hand.

A pause is the work of the window's thread between two beats of a timer, counted in calls and in
characters that regular expressions go through. Threads beside it may have more to do.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot
from tests.counting import all_counted
from tests.gui.shell.files.test_drop_target import _drop, _files
from tests.gui.windows import QUEEN_MATE, Visitor, visit
from tests.tiers import thorough

MILLION = 1_000_000
MOST_CALLS = 200_000  # between two beats: a tenth of a second
MOST_CHARACTERS = MILLION // 10  # that are looked at one by one
LONGEST_MESSAGE = 400  # characters

PASTED = {
    "ten megabytes of nothing": "a" * (10 * MILLION),
    "many lines": "a\n" * (MILLION // 5),
    "a game in one line": '[Event "x"]\n\n1. ' + "e4 e5 " * (5 * MILLION // 6),
    "one open comment": "1. e4 {" + "x" * (5 * MILLION),
    "one long comment": "1. e4 {" + "x" * (5 * MILLION) + "} e5 *",
    "a position of a megabyte": "8/" * (MILLION // 2) + " w - - 0 1",
    "a link of a megabyte": "https://example.org/" + "x" * MILLION,
    "no text at all": "\0" * MILLION,
}
IN_FILES = ("a game in one line", "one open comment", "one long comment")


@contextmanager
def painted(qtbot: QtBot) -> Iterator[Visitor]:
    """Open the window and have it drawn, for which it draws its pieces once."""
    with visit(qtbot) as v:
        v.window.grab()
        yield v


@contextmanager
def no_pause() -> Iterator[None]:
    """Fail where the window's thread does much between two beats of a timer."""
    timer = QTimer()
    with all_counted() as work:
        beats = [(work.calls, work.characters)]
        timer.timeout.connect(lambda: beats.append((work.calls, work.characters)))
        timer.start(5)
        yield
        timer.stop()
        beats.append((work.calls, work.characters))
    assert max(after[0] - before[0] for before, after in pairwise(beats)) < MOST_CALLS
    assert max(after[1] - before[1] for before, after in pairwise(beats)) < MOST_CHARACTERS


def refused(v, deed: Callable[[], object]) -> str:
    """Do it, wait for the message and return it, which is short."""
    v.window.stage.message.hide()
    with no_pause():
        deed()
        v.wait(lambda: v.message != "")
    assert len(v.message) <= LONGEST_MESSAGE
    return v.message


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(PASTED.keys() - {*IN_FILES}, marks=thorough),
        pytest.param(IN_FILES, marks=thorough),  # by default they are opened as files, below
    ],
    ids=["others", "games"],
)
def test_a_large_text_is_refused_in_a_sentence(qtbot, names):
    with painted(qtbot) as v:
        shown = v.window.workspace.fen
        for text in map(PASTED.__getitem__, names):
            refused(v, lambda text=text: v.paste(text))
            assert v.window.workspace.fen == shown


@pytest.mark.thorough
def test_a_binary_file_is_refused_in_a_sentence(qtbot, tmp_path):
    with painted(qtbot) as v:
        for ending in ("pgn", "fen", "epd", "txt", "png", ""):
            path = tmp_path / f"file.{ending}".rstrip(".")
            path.write_bytes(random.Random(1).randbytes(MILLION // 4))
            refused(v, lambda path=path: _drop(v.window, _files(path)))


def test_a_game_of_five_million_characters_in_one_line_is_refused(qtbot, tmp_path):
    path = tmp_path / "game.pgn"
    with painted(qtbot) as v:
        for name in IN_FILES:
            path.write_text(PASTED[name])
            assert "game.pgn" in refused(v, lambda: v.window.files.open(path))


def test_a_position_of_a_megabyte_in_the_field_is_told_so_beneath_it(qtbot):
    with painted(qtbot) as v, no_pause():
        field = v.window.views["chess"].editor.fen_field
        field.paste_text(PASTED["a position of a megabyte"])
        assert 0 < len(field.message.text()) <= LONGEST_MESSAGE
        field.line.selectAll()
        field.line.insert(PASTED["ten megabytes of nothing"])
        field.line.textEdited.emit(field.line.text())
        assert 0 < len(field.message.text()) <= LONGEST_MESSAGE
        field.paste_text(QUEEN_MATE)
        assert v.window.workspace.fen == QUEEN_MATE
