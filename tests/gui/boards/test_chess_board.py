import chess
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QShortcut
from PySide6.QtTest import QTest
from tests.gui.listening import cursor_name
from tests.gui.mouse import BoardGame, Mouse

from millmate.games.catalogue import parse
from millmate.gui.boards.board import taken
from millmate.gui.boards.chess_board import CHESS
from millmate.gui.boards.state import BoardState, Carried, changed_squares
from millmate.gui.boards.widget import BoardWidget
from millmate.pictures.value_marks import PlaceValue


@pytest.fixture
def view(qtbot):
    board = BoardWidget(CHESS)
    qtbot.addWidget(board)
    board.set_animated(False)
    board.resize(500, 480)
    board.show()
    return board


@pytest.fixture
def game(view):
    return lambda fen=None: BoardGame(view, fen)


def test_click_and_click_plays_a_move(game):
    g = game()
    g.mouse.click("e2")
    assert g.view.state.selected == chess.E2
    g.mouse.click("e4")
    assert g.played == ["e2e4"]
    assert g.view.state.selected is None


def test_a_drag_plays_a_move_and_the_piece_stays_where_it_was_dropped(view):
    mouse = Mouse(view)
    view.set_position(parse(chess.STARTING_FEN))
    view.set_destinations(["g1f3"])
    chosen = []
    view.move_chosen.connect(chosen.append)
    mouse.drag("g1", "g2", "f3")
    assert chosen == ["g1f3"]
    assert view.state.pieces[chess.F3] == "N"  # before anyone has set the new position
    mouse.drag("g1", "f3")
    mouse.drag("b1", "c3")
    assert chosen == ["g1f3"]  # nothing may be chosen until destinations come


def test_the_piece_in_the_air_follows_the_mouse_and_vanishes(game):
    g = game()
    g.mouse.press("e2")
    g.mouse.move("e4")
    assert g.view.state.carried.over == chess.E4
    ghost = g.view.interaction._drag_image
    middle = ghost.mapTo(g.view, ghost.rect().center())
    assert (middle - g.mouse.point("e4")).manhattanLength() <= 2
    g.mouse.release("e4")
    assert g.view.state.carried is None
    assert not ghost.isVisible()


@pytest.mark.parametrize("square", ["e5", "off", "e2"])
def test_a_piece_dropped_where_it_may_not_go_goes_home(game, square):
    g = game()
    g.mouse.drag("e2", "e3", square)
    assert g.played == []
    assert g.view.state.pieces[chess.E2] == "P"
    assert g.view.state.carried is None


def test_pieces_without_a_move_cannot_be_taken_up(game):
    g = game()
    for square in ("a1", "e7", "e5"):
        g.mouse.drag(square, "e4")
        assert g.view.state.selected is None
    assert g.played == []


def test_a_second_click_a_right_click_and_escape_let_the_piece_go(game):
    g = game()
    for let_go in (
        lambda: g.mouse.click("e2"),
        lambda: g.mouse.right_click("a5"),
        lambda: QTest.keyClick(g.view, Qt.Key.Key_Escape),
        lambda: g.mouse.click("e6"),
    ):
        g.mouse.click("e2")
        assert g.view.state.selected == chess.E2
        let_go()
        assert g.view.state.selected is None


def test_escape_and_the_right_button_end_a_drag(game):
    g = game()
    g.mouse.press("e2")
    g.mouse.move("e4")
    QTest.keyClick(g.view, Qt.Key.Key_Escape)
    assert g.view.state.carried is None
    g.mouse.release("e4")
    g.mouse.press("e2")
    g.mouse.move("e4")
    g.mouse.press("e4", Qt.MouseButton.RightButton)
    g.mouse.release("e4")
    assert g.played == []


@pytest.mark.parametrize(("target", "move"), [("g1", "e1g1"), ("h1", "e1g1"), ("a1", "e1c1")])
@pytest.mark.parametrize("by", ["drag", "click"])
def test_castling_by_two_squares_or_onto_the_rook(game, target, move, by):
    g = game("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    if by == "drag":
        g.mouse.drag("e1", target)
    else:
        g.mouse.click("e1")
        g.mouse.click(target)
    assert g.played == [move]
    assert g.view.state.pieces[chess.parse_square(move[2:])] == "K"


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize(
    ("fen", "way", "square", "move"),
    [
        ("1n5k/P7/8/8/8/8/8/K7 w - - 0 1", ("a7", "b8"), "b8", "a7b8q"),
        ("1n5k/P7/8/8/8/8/8/K7 w - - 0 1", ("a7", "b8"), "b5", "a7b8b"),
        ("k7/8/8/8/8/8/p6K/8 b - - 0 1", ("a2", "a1"), "a2", "a2a1n"),
        ("k7/8/8/8/8/8/p6K/8 b - - 0 1", ("a2", "a1"), "a3", "a2a1r"),
    ],
)
def test_the_promotion_chooser_starts_on_the_promotion_square(
    game, fen, way, square, move, flipped
):
    g = game(fen)
    g.view.set_flipped(flipped)
    g.mouse.drag(*way)
    assert g.played == []
    g.mouse.click(square)
    assert g.played == [move]
    assert g.view.state.choice is None


@pytest.mark.parametrize("call_off", ["elsewhere", "escape", "right"])
def test_a_promotion_can_be_called_off(game, call_off):
    g = game("7k/P7/8/8/8/8/8/K7 w - - 0 1")
    g.mouse.drag("a7", "a8")
    if call_off == "elsewhere":
        g.mouse.click("e4")
    elif call_off == "right":
        g.mouse.right_click("e4")
    else:
        QTest.keyClick(g.view, Qt.Key.Key_Escape)
    assert g.view.state.choice is None
    assert g.played == []
    assert g.view.state.pieces[chess.A7] == "P"
    g.mouse.drag("a7", "a8")  # and chosen after all
    QTest.keyClick(g.view, Qt.Key.Key_R)
    assert g.played == ["a7a8r"]


def test_the_arrow_keys_and_enter_choose_a_promotion(game):
    g = game("7k/P7/8/8/8/8/8/K7 w - - 0 1")
    g.mouse.drag("a7", "a8")
    QTest.keyClick(g.view, Qt.Key.Key_Down)
    assert "knight is marked" in g.view.describe_position()
    QTest.keyClick(g.view, Qt.Key.Key_Return)
    assert g.played == ["a7a8n"]


def test_a_move_by_the_keyboard_alone(game):
    g = game()
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Down):
        QTest.keyClick(g.view, key)
    assert g.view.state.cursor == chess.E2
    assert cursor_name(g.view) == "e2, white pawn"
    QTest.keyClick(g.view, Qt.Key.Key_Space)
    for _ in range(2):
        QTest.keyClick(g.view, Qt.Key.Key_Up)
    assert cursor_name(g.view) == "e4, empty, white pawn selected, can go here"
    QTest.keyClick(g.view, Qt.Key.Key_Return)
    assert g.played == ["e2e4"]
    QTest.keyClick(g.view, Qt.Key.Key_Escape)
    assert g.view.state.cursor is None


def test_arrow_keys_belong_to_the_window_until_the_cursor_is_on(game):
    g = game()
    stepped = []
    back = QShortcut(Qt.Key.Key_Left, g.view)
    back.activated.connect(lambda: stepped.append("back"))
    g.view.activateWindow()
    g.view.setFocus()
    QTest.keyClick(g.view, Qt.Key.Key_Left)
    assert stepped == ["back"]
    QTest.keyClick(g.view, Qt.Key.Key_Return)
    QTest.keyClick(g.view, Qt.Key.Key_Left)
    assert stepped == ["back"]
    assert g.view.state.cursor == chess.D4
    QTest.keyClick(g.view, Qt.Key.Key_Escape)
    QTest.keyClick(g.view, Qt.Key.Key_Left)
    assert stepped == ["back", "back"]


def test_a_flipped_board_plays_the_same_moves(game):
    g = game()
    g.view.set_flipped(True)
    assert g.mouse.point("a1").y() < g.mouse.point("a8").y()
    g.mouse.drag("e2", "e4")
    assert g.played == ["e2e4"]


def test_a_board_that_only_shows_plays_nothing(game):
    g = game()
    g.view.set_interactive(False)
    g.mouse.drag("e2", "e4")
    g.mouse.click("e2")
    g.mouse.click("e4")
    QTest.keyClick(g.view, Qt.Key.Key_Return)
    assert g.played == []
    assert g.view.state.cursor is None


def test_a_new_position_takes_the_piece_out_of_the_hand(game):
    g = game()
    g.mouse.press("e2")
    g.mouse.move("e4")
    g.board.push_uci("e2e3")
    g.show()
    assert g.view.state.carried is None
    g.mouse.release("e4")
    assert g.played == []


def test_the_square_under_the_mouse_is_told(view, qtbot):
    told = []
    view.square_hovered.connect(told.append)
    mouse = Mouse(view)
    mouse.move("c3")
    mouse.move("c4")
    QTest.mouseMove(view, mouse.point("off"))
    assert told == [chess.C3, chess.C4, None]


def test_pieces_glide_to_their_squares_within_150_milliseconds(view, qtbot):
    view.set_animated(True)
    view.set_position(parse(chess.STARTING_FEN))
    view.set_position(parse("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"))
    assert set(view.animation.glides) == {chess.E4}
    assert view.animation.duration() <= 150
    qtbot.waitUntil(lambda: not view.animation.glides)


def test_a_taken_piece_fades_beneath_the_one_that_takes_it(view, qtbot):
    view.set_animated(True, "slow")
    view.set_position(parse("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"))
    view.set_position(parse("4k3/8/8/3P4/8/8/8/4K3 b - - 0 1"), last="e4d5")
    assert view.animation.fades == {chess.D5: "p"}
    qtbot.waitUntil(lambda: view.animation.moving(view.board_geometry).left < 0.9)
    view.grab()
    qtbot.waitUntil(lambda: not view.animation.fades)
    view.set_position(parse("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"))  # taken back
    assert not view.animation.fades


def test_a_pawn_taken_in_passing_fades_where_it_stood():
    before = {chess.E5: "P", chess.D5: "p", chess.E1: "K"}
    after = {chess.D6: "P", chess.E1: "K"}
    assert taken(before, after, {chess.D6: chess.E5}) == {chess.D5: "p"}
    assert taken(before, {chess.E1: "K"}, {}) == {}  # another position, and no move


def test_without_motion_nothing_glides_or_fades(view):
    view.set_position(parse("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"))
    view.set_position(parse("4k3/8/8/3P4/8/8/8/4K3 b - - 0 1"), last="e4d5")
    assert not view.animation.glides
    assert not view.animation.fades


def colours_on(view: BoardWidget, square: int) -> set[int]:
    """Return the colours that are painted on `square`."""
    image = view.grab().toImage()
    rect = view.board_geometry.rect_of(square)
    ratio = image.devicePixelRatio()
    xs = range(int(rect.left() * ratio) + 1, int(rect.right() * ratio) - 1)
    ys = range(int(rect.top() * ratio) + 1, int(rect.bottom() * ratio) - 1)
    return {image.pixel(x, y) for x in xs for y in ys}


def test_destinations_values_check_last_move_and_faults_are_drawn(view):
    mouse = Mouse(view)
    fen = "8/8/8/8/3k4/8/8/KBN5 w - - 0 1"
    view.set_position(parse(fen))
    view.set_destinations(["c1b3", "c1d3"])
    plain = {square: colours_on(view, square) for square in (chess.B3, chess.D3, chess.D4)}
    assert len(plain[chess.B3]) == 1
    mouse.click("c1")
    dotted = colours_on(view, chess.B3)
    assert len(dotted) > 1
    view.set_move_values({"c1b3": PlaceValue(1, 12, "mate in 12")})
    assert len(colours_on(view, chess.B3)) > len(dotted)
    assert len(colours_on(view, chess.D3)) == len(dotted)
    view.set_position(parse("8/8/8/8/3k4/2B5/8/K1N5 b - - 0 1"), last="e5d4")
    assert colours_on(view, chess.D4) - plain[chess.D4]
    view.set_faults([chess.H8])
    assert len(colours_on(view, chess.H8)) > 1


def test_while_the_size_changes_pieces_are_stretched_and_then_drawn_sharp(view, qtbot):
    view.set_position(parse("8/8/8/8/3k4/8/8/KBN5 w - - 0 1"))
    view.grab()
    view.resize(620, 640)
    stretched = view.grab().toImage()
    assert view._resizing.isActive()
    qtbot.waitUntil(lambda: not view._resizing.isActive())
    assert view.grab().toImage() != stretched
    fresh = BoardWidget(CHESS)
    qtbot.addWidget(fresh)
    fresh.resize(620, 640)
    fresh.set_position(parse("8/8/8/8/3k4/8/8/KBN5 w - - 0 1"))
    assert view.grab().toImage() == fresh.grab().toImage()


def test_a_hover_draws_its_two_squares_and_a_selection_the_whole_board():
    still, moved = BoardState(hovered=3), BoardState(hovered=4)
    assert changed_squares(still, moved, ["hovered"]) == {3, 4}
    assert changed_squares(BoardState(), BoardState(selected=3), ["selected"]) is None
    lifted, carried = BoardState(carried=Carried("K", 0, 0)), BoardState(carried=Carried("K", 0, 9))
    assert changed_squares(lifted, carried, ["carried"]) == {0, 9}
    assert changed_squares(still, carried, ["carried"]) is None


def test_a_board_that_awaits_its_map_paints_after_a_moment_even_without_one(qtbot, view):
    view.await_map()
    assert not view.updatesEnabled()
    qtbot.waitUntil(view.updatesEnabled)


def test_a_board_that_awaits_its_map_paints_at_once_when_it_has_come(view):
    view.await_map()
    view.paint_on()
    assert view.updatesEnabled()
