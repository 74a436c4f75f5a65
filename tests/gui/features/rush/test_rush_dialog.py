"""The rush window, used as a person uses it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.gui.windows import QUEEN_MATE, visit
from tests.tiers import first

from millmate.games.catalogue import game
from millmate.games.morris.positions import board_from_text
from millmate.games.morris.rules import MORRIS
from millmate.gui.features.rush.rush import RushDialog
from millmate.play.rush.history import RushHistory
from millmate.play.rush.puzzles import Mode, Puzzle


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
    rules = game(puzzle.position.game.kind)
    moves = map(rules.text, rules.board(puzzle.fen).legal_moves)
    return next(move for move in moves if move not in puzzle.answers)


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
    assert [result.mode for result in dialog._history.read().results] == [mode]


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
    assert dialog._history.read().results == ()


def test_escape_ends_the_run_and_closes(qtbot: QtBot, dialog: RushDialog, begin) -> None:
    begin(Mode.JUDGE)
    dialog.answer(wrong(dialog))
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert [result.errors for result in dialog._history.read().results] == [1]


def test_without_tables_it_says_what_to_do(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = RushDialog(tmp_path / "none", RushHistory(tmp_path))
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.mouseClick(dialog.start.starts[Mode.JUDGE], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "build some on the Tables page" in dialog.start.note.text())
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


def test_keys_alone_judge(qtbot: QtBot, dialog: RushDialog, begin) -> None:
    begin(Mode.JUDGE)
    for number, (answer, key) in enumerate(
        [("white", Qt.Key.Key_1), ("draw", Qt.Key.Key_2), ("black", Qt.Key.Key_3)], 1
    ):
        qtbot.waitUntil(lambda: dialog.puzzle is not None)
        assert dialog.page.answers[answer].text().startswith(str(number))
        dialog.activateWindow()
        qtbot.waitUntil(dialog.isActiveWindow)
        qtbot.keyClick(dialog, key)
        assert dialog.run is None or dialog.run.decisions[-1].answer == answer


def test_arrows_and_space_judge(qtbot: QtBot, dialog: RushDialog, begin) -> None:
    begin(Mode.JUDGE)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.page.answers["white"].hasFocus)
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Down)
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Space)
    assert dialog.run is not None
    assert [made.answer for made in dialog.run.decisions] == ["draw"]


@pytest.fixture
def of_morris(qtbot: QtBot, morris_tables: Path, tmp_path: Path) -> Iterator[RushDialog]:
    dialog = RushDialog(morris_tables, RushHistory(tmp_path))
    qtbot.addWidget(dialog)
    dialog.show()
    dialog._pause.setInterval(1)
    dialog.start.choose("morris")
    yield dialog
    dialog.close()


@pytest.mark.parametrize("mode", first(1, Mode))
def test_morris_has_runs_and_a_history_of_its_own(
    qtbot: QtBot, of_morris: RushDialog, mode: Mode
) -> None:
    dialog = of_morris
    dialog.begin(mode)
    for score in (1, 2):
        qtbot.waitUntil(lambda: dialog.puzzle is not None)
        assert dialog.page.board is dialog.page.boards.boards["morris"]
        dialog.page.answered.emit(next(iter(dialog.puzzle.answers)))
        assert dialog.run.score == score
    qtbot.waitUntil(lambda: dialog.puzzle is not None)
    dialog.answer(wrong(dialog))
    assert dialog.page.said.text().startswith("Wrong")
    assert dialog.page.board.state.arrows
    dialog.end()
    (result,) = dialog._history.read().results
    assert (result.game, result.mode, result.score) == ("morris", mode, 2)
    assert set(result.corrections) <= {"morris:3-3", "morris:4-3", "morris:4-4", "morris:5-3"}
    assert "Best: 2" in dialog.start._known[mode].text()
    dialog.start.choose("chess")
    assert dialog.start._known[mode].text() == "Not played yet"


def test_a_mill_asks_for_the_stone_to_take_before_it_counts(
    qtbot: QtBot, of_morris: RushDialog
) -> None:
    dialog, page = of_morris, of_morris.page
    dialog.begin(Mode.ONLY_MOVE)
    qtbot.waitUntil(lambda: dialog.puzzle is not None)
    fen = "WW....../W......./B.B.B... w 0 0 0 1"
    board = board_from_text(fen)
    move = next(m for m in board.legal_moves if m.removed)
    text = MORRIS.text(move)
    dialog.puzzle = Puzzle(Mode.ONLY_MOVE, board.fen(), frozenset({text}), 1000.0, text)
    page.show_puzzle(dialog.puzzle)
    for place in (move.origin, move.target):
        page.boards.boards["morris"].press_square(place)
    assert page.said.text().startswith("Mill! Take one of Black's stones.")
    assert dialog.run.decisions == []
    qtbot.keyClick(page.boards.boards["morris"], Qt.Key.Key_Escape)
    assert dialog.isVisible(), "Escape takes the mill back; it does not end the run"
    assert page.said.text() == ""
    for place in (move.origin, move.target, move.removed[0]):
        page.boards.boards["morris"].press_square(place)
    assert [made.answer for made in dialog.run.decisions] == [text]


def test_lines_that_cannot_be_read_are_told_once_and_kept(
    qtbot: QtBot, rook_tables: Path, tmp_path: Path
) -> None:
    path = tmp_path / "rush.jsonl"
    path.write_bytes(b"no line of ours\n")
    dialog = RushDialog(rook_tables, RushHistory(tmp_path))
    qtbot.addWidget(dialog)
    assert dialog.start.note.text() == f"1 line of {path} cannot be read and is left out."
    assert path.read_bytes() == b"no line of ours\n"


def test_a_key_pressed_once_more_after_an_error_does_not_end_the_run(
    qtbot: QtBot, dialog: RushDialog, begin
) -> None:
    begin(Mode.JUDGE)
    dialog._pause.setInterval(60_000)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.page.answers["white"].hasFocus)
    dialog.answer(wrong(dialog))
    for key in (Qt.Key.Key_Space, Qt.Key.Key_2):
        qtbot.keyClick(dialog.focusWidget(), key)
    assert dialog.run is not None
    assert len(dialog.run.decisions) == 1


@pytest.mark.qt_log_ignore("does not support raise")
def test_rush_begins_with_the_game_on_the_board_and_shows_errors_of_either(
    qtbot: QtBot, morris_tables: Path
) -> None:
    with visit(qtbot, morris_tables, game="morris") as v:
        v.do("rush")
        dialog = v.window.rushing.dialog
        assert dialog.start.game == "morris"
        dialog.begin(Mode.JUDGE)
        v.wait(lambda: dialog.puzzle is not None)
        fen = dialog.puzzle.fen
        dialog.answer(wrong(dialog))
        dialog.end()
        v.window.workspace.set_up(QUEEN_MATE)
        qtbot.mouseClick(dialog.outcome.wrong.itemAt(0).widget(), Qt.MouseButton.LeftButton)
        assert v.window.workspace.fen == fen
        assert v.window.views.current.kind == "morris"
        dialog.close()
        v.window.workspace.set_up(QUEEN_MATE)
        v.do("rush")
        assert dialog.start.game == "chess"
