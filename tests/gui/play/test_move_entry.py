"""Moves are typed beneath the board: in either game, by the keyboard alone."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.gui.windows import visit

KNIGHTS = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"


class Typist:
    """Somebody who knows no mouse."""

    def __init__(self, visitor) -> None:
        self.visitor, self.window = visitor, visitor.window
        self.field = self.window.typing.field
        self.window.activateWindow()
        self.window.views.board.setFocus()
        visitor.wait(lambda: QApplication.focusWidget() is self.window.views.board)

    def press(self, key: str | Qt.Key) -> None:
        QTest.keyClick(QApplication.focusWidget(), key)

    def type(self, text: str) -> None:
        QTest.keyClicks(self.field.line, text)

    def enter(self, text: str) -> None:
        self.field.line.clear()
        self.type(text)
        self.press(Qt.Key.Key_Return)

    @property
    def hint(self) -> str:
        return self.field.hint.text()


@pytest.fixture
def play(qtbot):
    """Return a function that begins a game of two people and hands the typist the keyboard."""
    visits = []

    def begin(fen: str) -> Typist:
        visits.append(visit(qtbot, white="human", black="human"))
        visitor = visits[-1].__enter__()
        visitor.window.workspace.set_up(fen)
        visitor.press_play()
        return Typist(visitor)

    yield begin
    for each in visits:
        each.__exit__(None, None, None)


def test_a_move_is_typed_and_played(play):
    typist = play(KNIGHTS)
    typist.press("/")
    assert QApplication.focusWidget() is typist.field.line
    typist.type("Ne")
    assert "Ne5" in typist.hint
    typist.enter("Ne5")
    typist.visitor.wait(lambda: typist.visitor.moves == ["Ne5"])
    typist.visitor.wait(lambda: typist.visitor.game.awaits_person)
    assert typist.field.line.text() == ""
    typist.enter("ke7")  # the line stays open; small letters will do
    typist.visitor.wait(lambda: typist.visitor.moves == ["Ne5", "Ke7"])


def test_what_is_no_move_is_refused_in_place(play):
    typist = play(KNIGHTS)
    typist.press("/")
    typist.enter("Nd2")
    assert typist.hint == "Several moves lead to d2: write Nfd2, Nbd2."
    assert typist.field.line.text() == "Nd2"  # it can be mended
    typist.enter("N")
    assert typist.hint.startswith("Which one?")
    typist.enter("Qd4")
    assert typist.hint == "The side to move has no such piece."
    assert typist.visitor.moves == []


def test_escape_goes_back_to_the_board(play):
    typist = play(KNIGHTS)
    typist.press("/")
    typist.press(Qt.Key.Key_Escape)
    assert typist.field.isHidden()
    assert QApplication.focusWidget() is typist.window.views.board


def test_the_line_opens_from_the_square_cursor(play):
    typist = play(KNIGHTS)
    typist.press(Qt.Key.Key_Return)
    assert typist.window.views.board.state.cursor is not None
    typist.press("/")
    typist.enter("Kd2")
    typist.visitor.wait(lambda: typist.visitor.moves == ["Kd2"])


def test_a_turn_of_morris_with_the_stone_it_takes(play):
    typist = play("W.W...../......../BB...... w 7 7 0 3")
    typist.press("/")
    typist.enter("d7")
    assert "d7xc5" in typist.hint
    typist.enter("d7xc5")
    typist.visitor.wait(lambda: typist.visitor.moves == ["d7xc5"])
    typist.visitor.wait(lambda: typist.visitor.game.awaits_person)
    typist.enter("a7")
    assert "occupied" in typist.hint


def test_no_move_is_typed_while_a_position_is_set_up(qtbot):
    with visit(qtbot) as visitor:
        typist = Typist(visitor)
        assert not visitor.window.commands["type_move"].isEnabled()
        typist.press("/")
        assert typist.field.isHidden()


def test_the_line_of_a_game_goes_when_a_position_is_set_up(play):
    typist = play(KNIGHTS)
    typist.press("/")
    typist.window.workspace.set_up("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    assert typist.field.isHidden()
    assert QApplication.focusWidget() is typist.window.views.board
    assert typist.hint == ""


def test_every_move_is_read_out(play):
    typist = play("7k/4P3/8/8/8/8/8/R3K3 w Q - 0 1")
    heard = []
    typist.window.views.board.announced.connect(heard.append)
    typist.press("/")
    typist.enter("e8=Q")
    typist.visitor.wait(lambda: len(typist.visitor.moves) == 1)
    assert heard == ["White: e8, promotes to queen, check"]


def test_only_what_is_typed_is_commented_on_aloud(play):
    typist = play("7k/4P3/8/8/8/8/8/R3K3 w Q - 0 1")
    typist.press("/")
    line = typist.field.line
    assert "Ra8+" in typist.hint
    assert line.accessibleDescription() == ""
    typist.type("Kf")
    assert line.accessibleDescription() == typist.hint
    assert "Kf1" in typist.hint
    typist.enter("Kf8")
    assert line.accessibleDescription() == typist.hint != ""
