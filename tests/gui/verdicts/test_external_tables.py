"""Tables of other programs in the window: chosen once, shown below our own verdict."""

from pathlib import Path

import chess
import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot
from tests import syzygy_files
from tests.gui.windows import QUEEN_MATE, Visitor, visit

from millmate import settings

SYZYGY = "Syzygy: White wins (WDL), 17 plies to a capture, pawn move or mate (DTZ)"


@pytest.fixture
def syzygy(tmp_path: Path) -> Path:
    """Return a directory with Syzygy files in which every position is like QUEEN_MATE."""
    directory = tmp_path / "syzygy"
    directory.mkdir()
    syzygy_files.write(directory, "Q", lambda board: (2, 17) if board.turn else (-2, 0))
    return directory


def shown(visitor: Visitor) -> str:
    label = visitor.window.table.others
    return "" if label.isHidden() else label.text()


def answered(visitor: Visitor) -> None:
    visitor.wait(lambda: visitor.window.probe.last is not None)


def test_without_directories_nothing_is_shown(qtbot: QtBot, tables: Path) -> None:
    with visit(qtbot, tables, start_fen=QUEEN_MATE) as visitor:
        answered(visitor)
        assert shown(visitor) == ""


def test_what_they_say_stands_below_our_own(qtbot: QtBot, tables: Path, syzygy: Path) -> None:
    with visit(qtbot, tables, start_fen=QUEEN_MATE, syzygy=str(syzygy)) as visitor:
        answered(visitor)
        assert shown(visitor) == SYZYGY
        assert visitor.window.table.model.moves  # ours are still there
        visitor.do("worth")  # hidden while one plays without help
        assert shown(visitor) == ""


def test_a_directory_is_chosen_and_remembered(
    qtbot: QtBot, tables: Path, syzygy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(syzygy))
    with visit(qtbot, tables, start_fen=QUEEN_MATE) as visitor:
        visitor.do("others")
        dialog = visitor.window.others.dialog
        assert dialog is not None
        dialog.choose["syzygy"].click()
        visitor.wait(lambda: shown(visitor) == SYZYGY)
        assert dialog.paths["syzygy"].text() == str(syzygy)
    assert settings.load().syzygy == str(syzygy)
    with visit(qtbot, tables, start_fen=QUEEN_MATE, syzygy=str(syzygy)) as visitor:
        answered(visitor)
        visitor.do("others")
        assert visitor.window.others.dialog is not None
        visitor.window.others.dialog.clear["syzygy"].click()
        visitor.wait(lambda: shown(visitor) == "")
    assert settings.load().syzygy == ""


def test_a_dialog_that_is_called_off_changes_nothing(
    qtbot: QtBot, tables: Path, syzygy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "")
    with visit(qtbot, tables, start_fen=QUEEN_MATE, syzygy=str(syzygy)) as visitor:
        visitor.do("others")
        assert visitor.window.others.dialog is not None
        visitor.window.others.dialog.choose["syzygy"].click()
        assert visitor.window.store.current.syzygy == str(syzygy)


def test_what_is_wrong_with_a_directory_is_said_in_both_places(
    qtbot: QtBot, tables: Path, tmp_path: Path
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with visit(qtbot, tables, start_fen=QUEEN_MATE, gaviota=str(empty)) as visitor:
        answered(visitor)
        assert shown(visitor).startswith("Gaviota: no Gaviota tables")
        visitor.do("others")
        dialog = visitor.window.others.dialog
        assert dialog is not None
        visitor.wait(lambda: dialog.notes["gaviota"].text().startswith("No Gaviota tables"))


def test_a_damaged_file_is_told_in_words(qtbot: QtBot, tables: Path, syzygy: Path) -> None:
    (syzygy / "KQvK.rtbw").write_bytes(b"\0" * 80)
    with visit(qtbot, tables, start_fen=QUEEN_MATE, syzygy=str(syzygy)) as visitor:
        answered(visitor)
        assert shown(visitor).startswith("Syzygy: the Syzygy table for KQvK")
        assert "damaged" in shown(visitor)
        assert chess.Board(visitor.window.workspace.fen).is_valid()
