"""Moves as cards: a grid for keys and mouse, read out in words, never cut in half."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from millmate.gui.features.verdicts.worth_list import WorthModel, WorthView
from millmate.gui.shell.probe.answer import Answer, Metric, MoveWorth

WINS = [MoveWorth(f"w{n}", f"Qa{n}", f"mate in {n}", 1, moves=n) for n in range(1, 8)]
DRAWS = [MoveWorth(f"d{n}", f"Kb{n}", "draw", 0) for n in (1, 2)]
LOSSES = [MoveWorth("l", "Kc3", "loses in 4", -1, moves=4)]


@pytest.fixture
def view(qtbot: QtBot) -> WorthView:
    view = WorthView(WorthModel())
    qtbot.addWidget(view)
    view.resize(360, 300)
    view.show()
    show(view, *WINS, *DRAWS, *LOSSES)
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    return view


def show(view: WorthView, *moves: MoveWorth, kinds: tuple[Metric, ...] = ()) -> None:
    view._moves.show_answer(
        Answer("", "", "", moves=moves, metric=Metric("M", "what M is"), kinds=kinds)
    )


def current(view: WorthView) -> str:
    return str(view.currentIndex().data())


def press(view: WorthView, *keys: Qt.Key) -> str:
    for key in keys:
        QTest.keyClick(view, key)
    return current(view)


def test_cards_stand_in_columns_and_fill_the_width(view: WorthView) -> None:
    assert 2 <= view.columns <= 4
    tops = [view.visualRect(view._moves.index_of(n)).top() for n in range(view.columns + 1)]
    assert len(set(tops[:-1])) == 1
    assert tops[-1] > tops[0]
    view.resize(90, 300)
    assert view.columns == 1


def test_arrow_keys_go_through_the_grid_and_across_groups(view: WorthView) -> None:
    key, columns = Qt.Key, view.columns
    assert current(view) == "Qa1"
    assert press(view, key.Key_Right) == "Qa2"
    assert press(view, key.Key_Down) == f"Qa{columns + 2}"
    assert press(view, key.Key_Up, key.Key_Left, key.Key_Left) == "Qa1"
    assert press(view, key.Key_End) == "Kc3"
    assert press(view, key.Key_Up) == "Kb1"
    assert press(view, key.Key_Home) == "Qa1"


def test_a_screen_reader_hears_the_move_and_its_worth(view: WorthView) -> None:
    model = view._moves
    said = [model.index(n, 0).data(Qt.ItemDataRole.AccessibleTextRole) for n in range(3)]
    assert said == ["7 winning moves", "Qa1, wins, mate in 1", "Qa2, wins, mate in 2"]


def test_a_row_without_room_is_neither_shown_nor_played(view: WorthView, qtbot: QtBot) -> None:
    best = view._moves.index_of(0)
    view.resize(360, view.visualRect(best).bottom() + 10)
    below = view._moves.index_of(view.columns)
    qtbot.waitUntil(lambda: view.is_whole(best) and not view.is_whole(below))
    chosen: list[str] = []
    view.chosen.connect(chosen.append)
    spot = view.visualRect(below).topLeft() + QPoint(8, 4)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert chosen == []
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(best).center())
    assert chosen == ["w1"]


def test_what_other_tables_say_is_a_second_line(view: WorthView) -> None:
    before = view.visualRect(view._moves.index_of(0)).height()
    moves = [MoveWorth("w", "Qa1", "mate in 1", 1, others=("win, 1",), moves=1)]
    show(view, *moves, kinds=(Metric("Syzygy DTZ", ""),))
    best = view._moves.index_of(0)
    assert view.visualRect(best).height() > before
    assert best.data(Qt.ItemDataRole.ToolTipRole) == "Syzygy DTZ: win, 1"


@pytest.mark.parametrize(
    ("move", "figure"),
    [
        (WINS[2], "3"),
        (DRAWS[0], ""),
        (MoveWorth("", "", "draw (50 moves; else mate in 51)", 0, drawn_by_rule=True), "50"),
        (MoveWorth("", "", "wins, or 50 moves", 1, drawn_by_rule=True), "50?"),
        (MoveWorth("", "", "wins", 1), ""),
    ],
)
def test_a_card_names_the_distance_or_the_rule_that_draws(move: MoveWorth, figure: str) -> None:
    assert move.figure == figure
