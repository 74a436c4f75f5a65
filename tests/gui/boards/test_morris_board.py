import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtTest import QTest
from tests.gui.listening import cursor_name
from tests.gui.mouse import BoardGame, Mouse

from millmate.games.catalogue import parse
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.points import POINTS, WITH_DIAGONALS, point
from millmate.gui.boards.geometry import BLACK_TRAY, TRAYS, WHITE_TRAY
from millmate.gui.boards.morris_board import MORRIS
from millmate.gui.boards.morris_scene import takeable
from millmate.gui.boards.state import Turn
from millmate.gui.boards.widget import BoardWidget
from millmate.pictures.value_marks import PlaceValue

# White closes d5-d6-d7 by e5-d5; Black's a1, a4 and a7 stand in a mill, g1 does not.
MILL_NEAR = "BW..B.BB/.W....../..W..... w 0 0 0 1"


@pytest.fixture
def view(qtbot):
    board = BoardWidget(MORRIS)
    qtbot.addWidget(board)
    board.set_animated(False)
    board.resize(640, 520)
    board.show()
    return board


@pytest.fixture
def game(view):
    return lambda text=None: BoardGame(view, text)


def colours_at(view: BoardWidget, place: int) -> set[int]:
    """Return the colours that are painted around `place`."""
    image, rect = view.grab().toImage(), view.board_geometry.room_of(place).toRect()
    xs, ys = range(rect.left(), rect.right()), range(rect.top(), rect.bottom())
    return {image.pixel(x, y) for x in xs for y in ys}


# --- placing --------------------------------------------------------------------------------------


def test_a_click_on_a_free_point_places_a_stone(game):
    g = game()
    g.mouse.click("d6")
    g.mouse.click("f4")
    assert g.played == ["d6", "f4"]
    assert g.view.state.hands == {WHITE_TRAY: 8, BLACK_TRAY: 8}
    assert g.view.state.pieces[point("d6")] == "W"
    assert g.view.state.last == Turn(BLACK_TRAY, point("f4"))


def test_a_stone_drags_from_the_tray_onto_a_point(game):
    g = game()
    g.mouse.drag("white", "d5", "d6")
    assert g.played == ["d6"]
    g.mouse.drag("white", "a1")
    assert g.played == ["d6"]  # it is Black's turn
    assert g.refused == [(None, WHITE_TRAY)]


def test_a_stone_of_the_tray_is_clicked_and_then_the_point(game):
    g = game()
    g.mouse.click("white")
    assert g.view.state.selected == WHITE_TRAY
    g.mouse.click("g7")
    assert g.played == ["g7"]


def test_an_occupied_point_is_refused_and_nothing_changes(game):
    g = game()
    g.mouse.play("d6")
    g.mouse.click("d6")
    assert g.refused == [(None, point("d6"))]
    assert g.played == ["d6"]


def test_a_stone_dropped_off_the_board_goes_back(game):
    g = game()
    g.mouse.drag("white", "d5", "off")
    assert g.played == []
    assert g.view.state.carried is None
    assert g.view.state.hands[WHITE_TRAY] == 9


# --- moving and flying ----------------------------------------------------------------------------


def test_stones_move_by_clicks_and_by_drags_along_lines(game):
    g = game("WW..WW../......../B.B.B... w 0 0 0 1")
    g.mouse.play("d7-g7")
    g.mouse.drag("c5", "c4")
    assert g.played == ["d7-g7", "c5-c4"]
    g.mouse.drag("a7", "c3")
    assert g.refused[-1] == (point("a7"), point("c3"))
    assert g.played == ["d7-g7", "c5-c4"]


def test_the_targets_of_a_selected_stone_are_its_free_neighbours_or_all_when_it_flies(game):
    g = game("WW..WW../......../B.B.B... w 0 0 0 1")
    g.mouse.click("d7")
    reach = g.view.state.destinations[point("d7")]
    assert {POINTS[place] for place in reach} == {"g7", "d6"}
    g.view.interaction.cancel()
    g = game("W...W.../...W..../B.B.B.B. w 0 0 0 1")
    assert len(g.view.state.destinations[point("a7")]) == 24 - 7


# --- mills ----------------------------------------------------------------------------------------


def test_closing_a_mill_waits_for_the_stone_to_take(game):
    g = game(MILL_NEAR)
    g.mouse.play("e5-d5")
    assert g.played == []
    assert g.view.choosing
    assert {POINTS[place] for place in takeable(g.view.state)} == {"g1"}
    assert g.view.state.pieces[point("d5")] == "W"  # the half turn is seen
    assert point("e5") not in g.view.state.pieces
    g.mouse.click("a1")
    assert g.refused == [(None, point("a1"))]
    g.mouse.click("g1")
    assert g.played == ["e5-d5xg1"]
    assert not g.view.choosing


def test_the_stone_to_take_can_be_dragged_off_the_board(game):
    g = game(MILL_NEAR)
    g.mouse.play("e5-d5")
    g.mouse.drag("g1", "g1")
    g.mouse.drag("g1", "f2", "off")
    assert g.played == ["e5-d5xg1"]


def test_a_mill_closes_by_drag_too(game):
    g = game(MILL_NEAR)
    g.mouse.drag("e5", "d5")
    assert g.view.choosing
    g.mouse.click("g1")
    assert g.played == ["e5-d5xg1"]


@pytest.mark.parametrize("call_off", ["escape", "right", "turned"])
def test_half_a_turn_is_taken_back(game, call_off):
    g = game(MILL_NEAR)
    before = dict(g.view.state.pieces)
    g.mouse.play("e5-d5")
    if call_off == "escape":
        QTest.keyClick(g.view, Qt.Key.Key_Escape)
    elif call_off == "right":
        g.mouse.right_click("d1")
    else:
        g.view.cancel_choice()
    assert not g.view.choosing
    assert g.view.state.pieces == before
    g.mouse.play("e5-d5xg1")  # and made after all
    assert g.played == ["e5-d5xg1"]


def test_half_a_turn_by_placing_gives_the_stone_back_to_the_hand(game):
    g = game("WW...B../.....B../........ w 7 7 0 1")
    g.mouse.click("g7")
    assert g.view.state.hands[WHITE_TRAY] == 6
    QTest.keyClick(g.view, Qt.Key.Key_Escape)
    assert g.view.state.hands[WHITE_TRAY] == 7
    g.mouse.play("g7xd1")
    assert g.played == ["g7xd1"]
    assert g.view.state.last == Turn(WHITE_TRAY, point("g7"), (point("d1"),))


def test_a_repeated_position_keeps_the_stone_due_and_a_new_one_forgets_it(game):
    g = game(MILL_NEAR)
    g.mouse.play("e5-d5")
    g.show()  # a draw was offered, say
    assert g.view.choosing
    g.board = MorrisBoard()
    g.show()
    assert not g.view.choosing


def test_of_two_stones_due_each_is_chosen(view):
    chosen = []
    view.move_chosen.connect(chosen.append)
    view.set_position(parse("WW...B../.....B../......B. w 7 7 0 1"))
    view.set_destinations(["g7xd1xd2", "g7xd1xc3", "g7xd2xc3"])
    mouse = Mouse(view)
    mouse.click("g7")
    mouse.click("c3")
    assert view.choosing
    assert {POINTS[place] for place in takeable(view.state)} == {"d1", "d2"}
    mouse.click("d1")
    assert chosen == ["g7xd1xc3"]


# --- what is drawn --------------------------------------------------------------------------------


def test_targets_words_mills_and_the_stone_that_was_taken_are_drawn(game):
    g = game(MILL_NEAR)
    plain = {name: colours_at(g.view, point(name)) for name in ("d5", "d6", "g1", "e3")}
    g.mouse.click("e5")
    dotted = colours_at(g.view, point("d5"))
    assert dotted - plain["d5"]
    g.view.set_move_values({"e5-d5xg1": PlaceValue(1, 1), "e5-e4": PlaceValue(-1, 3)})
    assert len(colours_at(g.view, point("d5"))) > len(dotted)
    g.mouse.click("d5")
    assert colours_at(g.view, point("d6")) - plain["d6"]  # the mill
    assert colours_at(g.view, point("g1")) - plain["g1"]  # can be taken
    g.mouse.click("g1")
    assert point("g1") not in g.view.state.pieces
    assert len(colours_at(g.view, point("g1"))) > len(plain["e3"])  # its ghost


def test_the_best_of_several_removals_stands_on_the_target(game):
    g = game("WW...B../.....B../........ w 7 7 0 1")
    bare = colours_at(g.view, point("g7"))
    g.view.set_move_values({"g7xd2": PlaceValue(1, 20), "g7xd1": PlaceValue(0)})
    assert colours_at(g.view, point("g7")) - bare


def test_diagonals_are_drawn_where_the_game_has_them(view):
    view.set_position(parse("......../......../........ w 9 9 0 1"))
    plain = view.grab().toImage()
    view.set_variant(WITH_DIAGONALS, 12)
    assert view.grab().toImage() != plain


def test_stones_glide_from_the_hand_and_along_lines(game, qtbot):
    g = game()
    g.view.set_animated(True)
    g.mouse.click("d6")
    assert set(g.view.animation.glides) == {point("d6")}
    qtbot.waitUntil(lambda: not g.view.animation.glides)


def test_a_taken_stone_fades(view, qtbot):
    view.set_animated(True, "slow")
    view.set_position(parse("WW....../B......./........ b 7 7 0 1"))
    view.set_position(parse("WWW...../......../........ b 6 7 0 1"), last="g7xb6", mover=True)
    assert set(view.animation.fades) == {point("b6")}
    view.grab()
    qtbot.waitUntil(lambda: not view.animation.fades)


# --- keyboard and words ---------------------------------------------------------------------------


def test_a_turn_by_the_keyboard_alone(game):
    g = game(MILL_NEAR)
    keys = Qt.Key
    for key in (keys.Key_Return, keys.Key_Right, keys.Key_Down, keys.Key_Down):
        QTest.keyClick(g.view, key)
    assert cursor_name(g.view) == "d5, empty"
    QTest.keyClick(g.view, keys.Key_Right)
    assert cursor_name(g.view) == "e5, white stone"
    QTest.keyClick(g.view, keys.Key_Return)
    QTest.keyClick(g.view, keys.Key_Left)
    assert cursor_name(g.view) == ("d5, empty, white stone e5 selected, can go here")
    QTest.keyClick(g.view, keys.Key_Space)
    assert g.view.choosing
    way = (keys.Key_Down, keys.Key_Down, keys.Key_Down, keys.Key_Right)
    for key in way:
        QTest.keyClick(g.view, key)
    assert cursor_name(g.view) == "g1, black stone, can be taken"
    QTest.keyClick(g.view, keys.Key_Return)
    assert g.played == ["e5-d5xg1"]


def test_a_place_that_the_cursor_has_left_is_named_alone(game):
    g = game(MILL_NEAR)
    g.mouse.play("e5-d5")
    g.view.move_cursor(point("g1"))
    assert g.view.squares[point("g1")].accessibleName() == "g1, black stone, can be taken"
    g.view.move_cursor(None)
    assert g.view.squares[point("g1")].accessibleName() == "g1, black stone"


def test_arrows_reach_every_point(view):
    view.set_position(parse("......../......../........ w 9 9 0 1"))
    ways = [(1, 0), (-1, 0), (0, 1), (0, -1)]
    reached, new = {0}, {0}
    while new:
        new = {view.board_geometry.step(place, *way) for place in new for way in ways} - reached
        reached |= new
    assert reached == set(range(24))


def test_the_board_says_what_stands_on_it_and_what_is_due(game):
    g = game("WW...B../.....B../........ w 7 7 0 1")
    assert g.view.describe_position() == (
        "White: a7, d7; 7 stones in hand. Black: d1, d2; 7 stones in hand"
    )
    g.view.set_note("White places a stone.")
    assert g.view.describe_position().startswith("White places a stone. White: a7, d7")
    g.view.set_note("")
    g.mouse.click("g7")
    assert g.view.describe_position() == "Mill closed on g7; stones to take: d1, d2"


# --- how it is seen -------------------------------------------------------------------------------


def test_a_turned_mirrored_or_flipped_board_plays_the_same(game):
    g = game()
    corner = g.mouse.point("a7")
    g.view.turn()
    assert g.mouse.point("g7") != corner
    assert g.mouse.point("a1") == corner  # a quarter clockwise: the corner below comes up
    g.view.mirror()
    assert g.mouse.point("a7") == corner
    g.view.set_flipped(True)
    assert g.mouse.point("g1") == corner
    g.mouse.play("d6")
    g.mouse.drag("black", "f4")
    assert g.played == ["d6", "f4"]


def test_mirroring_twice_and_turning_four_times_change_nothing(view):
    view.turn()
    before = [view.board_geometry.centre_of(place) for place in range(24)]
    for _ in range(2):
        view.mirror()
    for _ in range(4):
        view.turn()
    assert [view.board_geometry.centre_of(place) for place in range(24)] == before


def test_each_side_has_its_stones_in_hand_on_its_own_side_of_the_board(view):
    def tray(white: bool) -> QRectF:
        return view.board_geometry.room_of(TRAYS[white])

    for lower in (True, False):
        board = view.board_geometry.board
        assert tray(not lower).bottom() < board.top()
        assert tray(lower).top() > board.bottom()
        view.set_flipped(True)
