"""Moves are typed beneath the board, as people write them or as programs do."""

from contextlib import ExitStack

import chess
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests import languages
from tests.gui.sharing import visit

from millmate import language
from millmate.gui.features.play.board_controller import MoveField, Reading, read

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
    with ExitStack() as visits:

        def begin(fen: str) -> Typist:
            visitor = visits.enter_context(visit(qtbot, white="human", black="human"))
            visitor.window.workspace.set_up(fen)
            visitor.press_play()
            return Typist(visitor)

        yield begin


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


def test_the_line_closes_on_escape_and_when_a_position_is_set_up_and_opens_in_games_alone(play):
    typist = play(KNIGHTS)
    for leave in (
        lambda: typist.press(Qt.Key.Key_Escape),
        lambda: typist.window.workspace.set_up("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
    ):
        typist.press("/")
        assert not typist.field.isHidden()
        leave()
        assert typist.field.isHidden()
        assert QApplication.focusWidget() is typist.window.views.board
        assert typist.hint == ""
    assert not typist.window.commands["type_move"].isEnabled()
    typist.press("/")
    assert typist.field.isHidden()


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


def offers(fen: str = chess.STARTING_FEN) -> dict[str, str]:
    board = chess.Board(fen)
    return {move.uci(): board.san(move) for move in board.legal_moves}


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("Nf3", "g1f3"), ("nf3", "g1f3"), ("g1f3", "g1f3"), ("G1-F3", "g1f3"), ("e4", "e2e4"),
        ("e2e4", "e2e4"), ("Nh", "g1h3"), (" e4! ", "e2e4"),
    ],
)  # fmt: skip
def test_a_move_in_either_notation(typed, move):
    assert read(typed, offers()).chosen == move


@pytest.mark.parametrize("typed", ["O-O", "0-0", "oo", "e1g1"])
def test_castling_is_written_in_several_ways(typed):
    assert read(typed, offers("4k3/8/8/8/8/8/8/4K2R w K - 0 1")).chosen == "e1g1"


def test_short_castling_is_not_mistaken_for_long_castling():
    both = offers("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert read("O-O", both).chosen == "e1g1"
    assert read("O-O-O", both).chosen == "e1c1"


def test_a_bishop_is_no_b_pawn():
    both = offers("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1")
    assert read("bc3", both).chosen == "b2c3"
    assert read("Bc3", both).chosen == "d2c3"


def test_a_beginning_lists_what_it_may_become():
    assert read("N", offers()) == Reading(("Nh3", "Nf3", "Nc3", "Na3"))
    assert read("", offers()).chosen == ""
    assert read("Qd4", offers()) == Reading()


def test_a_promotion_waits_for_its_piece():
    pawn = offers("8/4P3/8/8/8/8/k7/4K3 w - - 0 1")
    assert read("e8", pawn).chosen == ""
    assert set(read("e8", pawn).found) == {"e8=Q", "e8=R", "e8=B", "e8=N"}
    assert read("e8N", pawn).chosen == "e7e8n"
    assert read("e8=q", pawn).chosen == "e7e8q"


def test_morris_takes_are_part_of_the_move():
    turns = {text: text for text in ("d6-d7xa1", "d6-d7xg1", "d6-f6")}
    assert read("d6d7", turns).chosen == ""
    assert read("d6d7xg1", turns).chosen == "d6-d7xg1"
    assert read("D6-F6", turns).chosen == "d6-f6"


def test_german_letters_where_german_is_spoken(qtbot):
    assert read("Sf3", offers()).chosen == ""
    languages.use("de", languages.GERMAN_PIECES)
    try:
        assert read("Sf3", offers()).chosen == "g1f3"
        assert read("Nf3", offers()).chosen == "g1f3"
        field = MoveField()
        qtbot.addWidget(field)
        field.list_moves(("Nf3", "Nc3"))
        assert field.hint.text() == "Sf3  Sc3"
    finally:
        language.use(language.ENGLISH)


def test_a_letter_of_two_languages_is_that_of_the_language_in_use():
    moves = {"e1d1": "Kd1", "a1d1": "Rd1", "a1b1": "Rb1"}
    languages.use("fr", languages.FRENCH_PIECES)
    try:
        assert read("Rd1", moves).chosen == "e1d1"
        assert read("Td1", moves).chosen == "a1d1"
        assert read("Rb1", moves).chosen == "a1b1"  # no move of the king
    finally:
        language.use(language.ENGLISH)
