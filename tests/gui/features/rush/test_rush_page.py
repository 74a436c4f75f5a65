"""The page of rush, used as a person uses it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot
from tests.gui.windows import QUEEN_MATE, visit
from tests.tiers import first

from millmate.games.catalogue import game
from millmate.games.morris.positions import board_from_text
from millmate.games.morris.rules import MORRIS
from millmate.gui.boards.widget import BoardWidget
from millmate.gui.features.rush.rush import RushPage
from millmate.gui.shell.frame.navigation import Page
from millmate.play.rush.puzzles import Mode, Puzzle
from millmate.play.rush.run import RushHistory

MORRIS_END = ".B.W..../W..B.W../.B...... w 0 0 0 1"


@pytest.fixture
def page(qtbot: QtBot, rook_tables: Path, tmp_path: Path) -> Iterator[RushPage]:
    page = RushPage(rook_tables, RushHistory(tmp_path))
    qtbot.addWidget(page)
    page.resize(1200, 750)
    page.show()
    page._pause.setInterval(1)
    yield page
    page.end()


@pytest.fixture
def begin(qtbot: QtBot, page: RushPage) -> Callable[[Mode], None]:
    """Return a function that begins a run by its button, and waits for the first position."""

    def press(mode: Mode) -> None:
        qtbot.mouseClick(page.start.starts[mode], Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: page.puzzle is not None)

    return press


def wrong(page: RushPage) -> str:
    """Return a wrong answer to the position that is shown."""
    puzzle = page.puzzle
    assert puzzle is not None
    if puzzle.mode is Mode.JUDGE:
        return next(answer for answer in page.deciding.answers if answer not in puzzle.answers)
    rules = game(puzzle.position.game.kind)
    moves = map(rules.text, rules.board(puzzle.fen).legal_moves)
    return next(move for move in moves if move not in puzzle.answers)


def show_first_error(page: RushPage) -> QToolButton:
    """Return the button that shows the first error on the board."""
    return page.outcome.wrong.itemAt(0).widget().findChild(QToolButton)


def test_right_answers_count_and_lead_on(qtbot: QtBot, page: RushPage, begin) -> None:
    begin(Mode.JUDGE)
    for score in (1, 2, 3):
        assert page.puzzle is not None
        (answer,) = page.puzzle.answers
        qtbot.mouseClick(page.deciding.answers[answer], Qt.MouseButton.LeftButton)
        assert page.run is not None
        assert (page.run.score, page.run.errors) == (score, 0)
        qtbot.waitUntil(lambda: page.puzzle is not None)
    assert page.deciding.score.text().endswith("3")


def test_a_move_on_the_board_is_the_answer_where_moves_are_asked_for(
    qtbot: QtBot, page: RushPage, begin
) -> None:
    begin(Mode.ONLY_MOVE)
    assert page.puzzle is not None
    (move,) = page.puzzle.answers
    page.deciding.board.move_chosen.emit(move)
    assert page.run is not None
    assert page.run.score == 1


@pytest.mark.parametrize("mode", first(1, Mode))
def test_three_errors_end_the_run_and_the_result_names_what_was_right(
    qtbot: QtBot, page: RushPage, begin, mode: Mode
) -> None:
    begin(mode)
    for left in (2, 1, 0):
        qtbot.waitUntil(lambda: page.puzzle is not None)
        page.answer(wrong(page))
        if left:
            assert "Wrong" in page.deciding.said.text()
    qtbot.waitUntil(lambda: page.stack.currentWidget() is page.outcome)
    assert page.outcome.headline.text() == "0 right decisions"
    assert page.outcome.wrong.count() == 3
    assert [result.mode for result in page._history.read().results] == [mode]


def test_the_clock_ends_the_run(qtbot: QtBot, page: RushPage, begin) -> None:
    begin(Mode.HOLD)
    assert page.puzzle is not None
    page.answer(next(iter(page.puzzle.answers)))
    page.seconds = 0.0
    qtbot.waitUntil(lambda: page.stack.currentWidget() is page.outcome)
    assert page.outcome.headline.text() == "1 right decision: your best"


def test_a_run_without_a_decision_leaves_no_result(qtbot: QtBot, page: RushPage, begin) -> None:
    begin(Mode.JUDGE)
    qtbot.mouseClick(page.deciding.end, Qt.MouseButton.LeftButton)
    assert page.stack.currentWidget() is page.start
    assert page._history.read().results == ()


def test_escape_ends_the_run_then_shows_the_modes_and_leaves(
    qtbot: QtBot, rook_tables: Path
) -> None:
    with visit(qtbot, rook_tables) as v:
        v.do("rush")
        page = v.window.rushing.page
        assert v.window.rail.pages[Page.TRAIN].isChecked()
        page.begin(Mode.JUDGE)
        v.wait(lambda: page.puzzle is not None)
        v.do("show_board")
        page.answer(wrong(page))
        v.window._dismiss()
        assert page.run is not None, "Escape on another page"
        v.do("rush")
        assert page.stack.currentWidget() is page.deciding
        for shown in (page.outcome, page.start):
            v.window._dismiss()
            assert page.stack.currentWidget() is shown
        assert page._history.read().results[-1].errors == 1
        v.window._dismiss()
        assert v.window.navigation.page is Page.TRAIN
        v.do("rush")
        page.start.back.click()
        assert v.window.navigation.page is Page.TRAIN


@pytest.mark.parametrize("size", first(1, [[1024, 700], [1280, 800], [1920, 1080]]))
@pytest.mark.parametrize("fen", first(1, [QUEEN_MATE, MORRIS_END]))
def test_the_board_is_the_square_of_the_board_s_page(
    qtbot: QtBot, rook_tables: Path, fen: str, size: tuple[int, int]
) -> None:
    def square(board: BoardWidget) -> QRect:
        return board.board_geometry.board.toRect().translated(board.mapTo(v.window, QPoint()))

    with visit(qtbot, rook_tables) as v:
        v.window.setMinimumSize(*size)
        v.window.workspace.set_up(fen)
        v.qtbot.wait(10)
        expected = square(v.board)
        v.do("rush")
        page = v.window.rushing.page
        v.wait(page.isVisible)
        v.qtbot.wait(10)
        assert square(page.boards.board) == expected
        needed = page.stack.minimumSizeHint()
        assert QSize.boundedTo(needed, page.stack.size()) == needed


def test_without_tables_it_says_what_to_do(qtbot: QtBot, tmp_path: Path) -> None:
    page = RushPage(tmp_path / "none", RushHistory(tmp_path))
    qtbot.addWidget(page)
    page.show()
    qtbot.mouseClick(page.start.starts[Mode.JUDGE], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "build some on the Tables page" in page.start.note.text())
    assert page.stack.currentWidget() is page.start


def test_an_error_can_be_looked_at_on_the_board(qtbot: QtBot, page: RushPage, begin) -> None:
    begin(Mode.JUDGE)
    assert page.puzzle is not None
    fen = page.puzzle.fen
    page.answer(wrong(page))
    page.end()
    with qtbot.waitSignal(page.show_wanted) as shown:
        qtbot.mouseClick(show_first_error(page), Qt.MouseButton.LeftButton)
    assert shown.args == [fen]


def test_keys_alone_judge(qtbot: QtBot, page: RushPage, begin) -> None:
    begin(Mode.JUDGE)
    for number, (answer, key) in enumerate(
        [("white", Qt.Key.Key_1), ("draw", Qt.Key.Key_2), ("black", Qt.Key.Key_3)], 1
    ):
        qtbot.waitUntil(lambda: page.puzzle is not None)
        assert page.deciding.answers[answer].text().startswith(str(number))
        page.activateWindow()
        qtbot.waitUntil(page.isActiveWindow)
        qtbot.keyClick(page, key)
        assert page.run is None or page.run.decisions[-1].answer == answer


def test_arrows_and_space_judge(qtbot: QtBot, page: RushPage, begin) -> None:
    begin(Mode.JUDGE)
    page.activateWindow()
    qtbot.waitUntil(page.deciding.answers["white"].hasFocus)
    qtbot.keyClick(page.focusWidget(), Qt.Key.Key_Down)
    qtbot.keyClick(page.focusWidget(), Qt.Key.Key_Space)
    assert page.run is not None
    assert [made.answer for made in page.run.decisions] == ["draw"]


@pytest.fixture
def of_morris(qtbot: QtBot, morris_tables: Path, tmp_path: Path) -> Iterator[RushPage]:
    page = RushPage(morris_tables, RushHistory(tmp_path))
    qtbot.addWidget(page)
    page.resize(1200, 750)
    page.show()
    page._pause.setInterval(1)
    page.start.choose("morris")
    yield page
    page.end()


@pytest.mark.parametrize("mode", first(1, Mode))
def test_morris_has_runs_and_a_history_of_its_own(
    qtbot: QtBot, of_morris: RushPage, mode: Mode
) -> None:
    page = of_morris
    page.begin(mode)
    for score in (1, 2):
        qtbot.waitUntil(lambda: page.puzzle is not None)
        assert page.deciding.board is page.deciding.boards.boards["morris"]
        page.deciding.answered.emit(next(iter(page.puzzle.answers)))
        assert page.run.score == score
    qtbot.waitUntil(lambda: page.puzzle is not None)
    page.answer(wrong(page))
    assert page.deciding.said.text().startswith("Wrong")
    assert page.deciding.board.state.arrows
    page.end()
    (result,) = page._history.read().results
    assert (result.game, result.mode, result.score) == ("morris", mode, 2)
    assert set(result.corrections) <= {"morris:3-3", "morris:4-3", "morris:4-4", "morris:5-3"}
    assert "Best: 2" in page.start._known[mode].text()
    page.start.choose("chess")
    assert page.start._known[mode].text() == "Not played yet"


def test_a_mill_asks_for_the_stone_to_take_before_it_counts(
    qtbot: QtBot, morris_tables: Path
) -> None:
    with visit(qtbot, morris_tables, game="morris") as v:
        v.do("rush")
        page = v.window.rushing.page
        deciding, pressed = page.deciding, page.boards.boards["morris"]
        page.begin(Mode.ONLY_MOVE)
        v.wait(lambda: page.puzzle is not None)
        fen = "WW....../W......./B.B.B... w 0 0 0 1"
        board = board_from_text(fen)
        move = next(m for m in board.legal_moves if m.removed)
        text = MORRIS.text(move)
        page.puzzle = Puzzle(Mode.ONLY_MOVE, board.fen(), frozenset({text}), 1000.0, text)
        deciding.show_puzzle(page.puzzle)
        for place in (move.origin, move.target):
            pressed.press_square(place)
        assert deciding.said.text().startswith("Mill! Take one of Black's stones.")
        assert page.run.decisions == []
        qtbot.keyClick(pressed, Qt.Key.Key_Escape)
        assert page.run is not None, "Escape takes the mill back; it does not end the run"
        assert deciding.said.text() == ""
        for place in (move.origin, move.target, move.removed[0]):
            pressed.press_square(place)
        assert [made.answer for made in page.run.decisions] == [text]
        page.end()


def test_lines_that_cannot_be_read_are_told_once_and_kept(
    qtbot: QtBot, rook_tables: Path, tmp_path: Path
) -> None:
    path = tmp_path / "rush.jsonl"
    path.write_bytes(b"no line of ours\n")
    page = RushPage(rook_tables, RushHistory(tmp_path))
    qtbot.addWidget(page)
    assert page.start.note.text() == f"1 line of {path} cannot be read and is left out."
    assert path.read_bytes() == b"no line of ours\n"


def test_a_key_pressed_once_more_after_an_error_does_not_end_the_run(
    qtbot: QtBot, page: RushPage, begin
) -> None:
    begin(Mode.JUDGE)
    page._pause.setInterval(60_000)
    page.activateWindow()
    qtbot.waitUntil(page.deciding.answers["white"].hasFocus)
    page.answer(wrong(page))
    for key in (Qt.Key.Key_Space, Qt.Key.Key_2):
        qtbot.keyClick(page.focusWidget(), key)
    assert page.run is not None
    assert len(page.run.decisions) == 1


@pytest.mark.thorough
def test_rush_begins_with_the_game_on_the_board_and_shows_errors_of_either(
    qtbot: QtBot, morris_tables: Path
) -> None:
    with visit(qtbot, morris_tables, game="morris") as v:
        v.do("rush")
        page = v.window.rushing.page
        assert page.start.game == "morris"
        page.begin(Mode.JUDGE)
        v.wait(lambda: page.puzzle is not None)
        fen = page.puzzle.fen
        page.answer(wrong(page))
        page.end()
        v.window.workspace.set_up(QUEEN_MATE)
        qtbot.mouseClick(show_first_error(page), Qt.MouseButton.LeftButton)
        assert v.window.workspace.fen == fen
        assert v.window.views.current.kind == "morris"
        v.window.workspace.set_up(QUEEN_MATE)
        v.do("rush")
        assert page.start.game == "chess"
