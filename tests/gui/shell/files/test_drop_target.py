"""What is dropped on the window is opened, or refused in words."""

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QFileOpenEvent, QImage
from PySide6.QtWidgets import QApplication
from tests.gui.sharing import v
from tests.gui.windows import QUEEN_MATE

__all__ = ["v"]  # a fixture

ROOK_MATE = QUEEN_MATE.replace("Q", "R")
GAME = '[White "Anna"]\n[Black "Ben"]\n[Result "*"]\n\n1. e4 e5 *\n'


def _files(*paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def _enter(window, data):
    event = QDragEnterEvent(
        QPoint(50, 50), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(window, event)
    return event


def _drop(window, data):
    _enter(window, data)
    event = QDropEvent(
        QPointF(50, 50), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(window, event)
    return event


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "game.pgn"
    path.write_text(GAME)
    return path


def test_a_dropped_game_is_shown(v, games):
    assert _drop(v.window, _files(games)).isAccepted()
    v.wait(lambda: v.moves == ["e4", "e5"])


def test_a_file_that_macos_opens_is_shown(v, games):
    assert v.window.dropping.eventFilter(QApplication.instance(), QFileOpenEvent(str(games)))
    v.wait(lambda: v.moves == ["e4", "e5"])


def test_a_dropped_position_is_set_up(v, tmp_path):
    for name, fen in (("a.fen", QUEEN_MATE), ("b.epd", ROOK_MATE), ("c.txt", QUEEN_MATE)):
        (tmp_path / name).write_text(fen)
        _drop(v.window, _files(tmp_path / name))
        v.wait(lambda fen=fen: v.window.workspace.fen == fen)
        assert v.window.status.currentMessage() == f"Position opened: {name}"


def test_dropped_text_is_read(v):
    data = QMimeData()
    data.setText(QUEEN_MATE)
    _drop(v.window, data)
    v.wait(lambda: v.window.workspace.fen == QUEEN_MATE)


def _picture():
    data = QMimeData()
    data.setImageData(QImage(4, 4, QImage.Format.Format_RGB32))
    return data


def test_a_copied_file_is_opened_as_a_dropped_one(v, games):
    copied = _files(games)  # as file managers copy it: with its path as text
    copied.setText(str(games))
    QApplication.clipboard().setMimeData(copied)
    v.do("paste")
    v.wait(lambda: v.moves == ["e4", "e5"])


@pytest.mark.parametrize("data", [QMimeData, _picture])
def test_a_clipboard_without_text_is_refused_in_words(v, data):
    QApplication.clipboard().setMimeData(data())
    v.do("paste")
    assert v.message.startswith("There is no text to paste")


def test_a_huge_text_is_refused_in_words(v):
    v.paste("1. Nf3 Nf6 2. Ng1 Ng8 " * 400_000)
    v.wait(lambda: "oo large to open" in v.message)


def test_several_files_are_listed_together(v, games, tmp_path):
    other = tmp_path / "other.pgn"
    other.write_text(GAME.replace("Anna", "Clara"))
    _drop(v.window, _files(games, other))
    v.wait(lambda: v.window.files._choice is not None)
    assert "Clara" in v.window.files._choice.shown.index(1, 0).data()


def test_while_something_hovers_a_hint_says_what_happens(v, games):
    assert _enter(v.window, _files(games)).isAccepted()
    assert v.window.dropping._hint.text() == "Drop to open game.pgn"
    QApplication.sendEvent(v.window, QDragLeaveEvent())
    assert v.window.dropping._hint is None


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("picture.png", "Neither a game (.pgn) nor a position (.fen, .epd, .txt): picture.png."),
        ("empty.fen", "There is no position in this text (empty.fen)."),
        ("gone.pgn", "gone.pgn: No such file"),
    ],
)
def test_what_cannot_be_opened_is_refused_in_words(v, tmp_path, name, words):
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    (tmp_path / "empty.fen").write_text("\n")
    before = v.window.workspace.fen
    _drop(v.window, _files(tmp_path / name))
    v.wait(lambda: words in v.message)
    assert v.window.workspace.fen == before


def test_games_and_positions_are_not_mixed(v, games, tmp_path):
    (tmp_path / "position.fen").write_text(QUEEN_MATE)
    _drop(v.window, _files(games, tmp_path / "position.fen"))
    v.wait(lambda: "some hold" in v.message or "open one kind" in v.message)


def test_the_games_in_a_dropped_folder_are_listed(v, games):
    _enter(v.window, _files(games.parent))
    assert v.window.dropping._hint.text() == f"Drop to list the games in {games.parent.name}"
    _drop(v.window, _files(games.parent))
    assert v.window.pages.page is v.window.games.place
    v.wait(lambda: v.window.games.page.model.rowCount() == 1)
    assert v.window.games.folder == games.parent
