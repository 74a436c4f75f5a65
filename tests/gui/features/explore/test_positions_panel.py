from PySide6.QtCore import Qt

from millmate.gui.features.explore.positions_panel import PositionsModel, men

MATE = "8/8/8/8/8/2K5/1Q6/k7 b - - 0 1"
OTHER = "8/8/8/8/8/2K5/8/k3Q3 b - - 0 1"


def test_the_list_asks_for_more_only_where_there_is_more(qtbot):
    model = PositionsModel()
    model.expect(0)
    assert not model.canFetchMore()
    model.add((MATE,), 77)
    assert model.rowCount() == 1
    with qtbot.waitSignal(model.wanted) as wanted:
        model.fetchMore()
    assert wanted.args == [77]
    assert not model.canFetchMore(), "one page at a time"
    assert not model.complete
    model.add((OTHER,), None)
    assert model.rows == [MATE, OTHER]
    assert model.complete
    assert not model.canFetchMore()


def test_a_paused_search_goes_on_where_it_was_asked_to(qtbot):
    model = PositionsModel()
    model.expect(0)
    model.add((MATE,), 77)
    model.fetchMore()
    model.pause()
    assert model.paused
    assert not model.canFetchMore()
    with qtbot.waitSignal(model.wanted) as wanted:
        model.resume()
    assert wanted.args == [77]
    model.clear()
    model.pause()
    assert not model.paused, "nothing was under way"


def test_rows_are_numbered_and_tell_the_men_of_both_sides():
    model = PositionsModel()
    model.add((MATE, OTHER), None)
    assert [model.index(1, column).data() for column in (0, 1)] == ["Kc3 Qe1", "Ka1"]
    assert model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) == MATE
    assert model.headerData(1, Qt.Orientation.Vertical) == "2"


def test_men_stand_strongest_first_and_pawns_by_their_square():
    fen = "8/8/8/8/3p4/1N1R4/2P5/K6k w - - 0 1"
    assert men(fen, True) == "Ka1 Rd3 Nb3 c2"
    assert men(fen, False) == "Kh1 d4"


def test_points_have_the_names_of_the_variants_board():
    assert men("WB....W./. w 0 0 0 4", True) == "a3 a1"
    assert men("WB....W./. w 0 0 0 4", False) == "b3"
    assert men("W......./B.....W. b 0 1 0 5", True) == "a5 b2"
    assert men("W......./B.....W. b 0 1 0 5", False) == "b4 and 1 in hand"
    assert men("W......./......../B....... w 0 0 0 9", False) == "c5"
