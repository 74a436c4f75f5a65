"""The rush window, used as a person uses it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from millmate.gui.rush.rush_dialog import RushDialog
from millmate.play.rush.history import RushHistory
from millmate.play.rush.puzzles import Mode


@pytest.fixture
def dialog(qtbot: QtBot, rook_tables: Path, tmp_path: Path) -> Iterator[RushDialog]:
    dialog = RushDialog(rook_tables, RushHistory(tmp_path))
    qtbot.addWidget(dialog)
    dialog.show()
    dialog._pause.setInterval(1)
    yield dialog
    dialog.close()


@pytest.fixture
def begin(qtbot: QtBot, dialog: RushDialog) -> Callable[[Mode], None]:
    """Return a function that begins a run by its button, and waits for the first position."""

    def press(mode: Mode) -> None:
        qtbot.mouseClick(dialog.start.starts[mode], Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: dialog.puzzle is not None)

    return press


def wrong(dialog: RushDialog) -> str:
    """Return a wrong answer to the position that is shown."""
    puzzle = dialog.puzzle
    assert puzzle is not None
    if puzzle.mode is Mode.JUDGE:
        return next(answer for answer in dialog.page.answers if answer not in puzzle.answers)
    board = chess.Board(puzzle.fen)
    return next(m.uci() for m in board.legal_moves if m.uci() not in puzzle.answers)


def test_right_answers_count_and_lead_on(qtbot: QtBot, dialog: RushDialog, begin) -> None:
    begin(Mode.JUDGE)
    for score in (1, 2, 3):
        assert dialog.puzzle is not None
        (answer,) = dialog.puzzle.answers
        qtbot.mouseClick(dialog.page.answers[answer], Qt.MouseButton.LeftButton)
        assert dialog.run is not None
        assert (dialog.run.score, dialog.run.errors) == (score, 0)
        qtbot.waitUntil(lambda: dialog.puzzle is not None)
    assert dialog.page.score.text().endswith("3")


def test_a_move_on_the_board_is_the_answer_where_moves_are_asked_for(
    qtbot: QtBot, dialog: RushDialog, begin
) -> None:
    begin(Mode.ONLY_MOVE)
    assert dialog.puzzle is not None
    (move,) = dialog.puzzle.answers
    dialog.page.board.move_chosen.emit(move)
    assert dialog.run is not None
    assert dialog.run.score == 1


@pytest.mark.parametrize("mode", Mode)
def test_three_errors_end_the_run_and_the_result_names_what_was_right(
    qtbot: QtBot, dialog: RushDialog, begin, mode: Mode
) -> None:
    begin(mode)
    for left in (2, 1, 0):
        qtbot.waitUntil(lambda: dialog.puzzle is not None)
        dialog.answer(wrong(dialog))
        if left:
            assert "Wrong" in dialog.page.said.text()
    qtbot.waitUntil(lambda: dialog.stack.currentWidget() is dialog.outcome)
    assert dialog.outcome.headline.text() == "0 right decisions"
    assert dialog.outcome.wrong.count() == 3
    assert [result.mode for result in RushHistory(dialog._history.path.parent).read()] == [mode]


def test_the_clock_ends_the_run(qtbot: QtBot, dialog: RushDialog, begin) -> None:
    begin(Mode.HOLD)
    assert dialog.puzzle is not None
    dialog.answer(next(iter(dialog.puzzle.answers)))
    dialog.seconds = 0.0
    qtbot.waitUntil(lambda: dialog.stack.currentWidget() is dialog.outcome)
    assert dialog.outcome.headline.text() == "1 right decision: your best"


def test_a_run_without_a_decision_leaves_no_result(qtbot: QtBot, dialog: RushDialog, begin) -> None:
    begin(Mode.JUDGE)
    qtbot.mouseClick(dialog.page.end, Qt.MouseButton.LeftButton)
    assert dialog.stack.currentWidget() is dialog.start
    assert dialog._history.read() == ()


def test_escape_ends_the_run_and_closes(qtbot: QtBot, dialog: RushDialog, begin) -> None:
    begin(Mode.JUDGE)
    dialog.answer(wrong(dialog))
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert [result.errors for result in dialog._history.read()] == [1]


def test_without_tables_it_says_what_to_do(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = RushDialog(tmp_path / "none", RushHistory(tmp_path))
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.mouseClick(dialog.start.starts[Mode.JUDGE], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "build some first" in dialog.start.note.text())
    assert dialog.stack.currentWidget() is dialog.start


def test_an_error_can_be_looked_at_on_the_board(qtbot: QtBot, dialog: RushDialog, begin) -> None:
    begin(Mode.JUDGE)
    assert dialog.puzzle is not None
    fen = dialog.puzzle.fen
    dialog.answer(wrong(dialog))
    dialog.end()
    with qtbot.waitSignal(dialog.show_wanted) as shown:
        qtbot.mouseClick(dialog.outcome.wrong.itemAt(0).widget(), Qt.MouseButton.LeftButton)
    assert shown.args == [fen]
