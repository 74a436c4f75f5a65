"""The first start: endings to try, and a tour that points at the window's parts."""

from contextlib import contextmanager

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QWidget
from tests.gui.service_sets import serving
from tests.gui.windows import visit

from millmate.games.catalogue import game, game_of
from millmate.gui.help.onboarding import EXAMPLES, Onboarding
from millmate.gui.help.tour import place_beside


@contextmanager
def welcoming(qtbot, tmp_path, **remembered):
    """Make the services of a window, and its welcome."""
    with serving(qtbot, tmp_path, **remembered) as s:
        yield s, Onboarding(s, QWidget)


def test_a_first_start_offers_three_endings_and_a_tour(qtbot, tmp_path):
    with welcoming(qtbot, tmp_path) as (s, onboarding):
        onboarding.start()
        strip = onboarding.strip
        qtbot.addWidget(strip)
        assert strip.isVisible()
        assert len(strip.examples) == 3
        assert not s.settings.current.welcomed  # nothing was made of it yet
        strip.dismiss.click()
        assert strip.isHidden()
        assert s.settings.current.welcomed


def test_who_was_welcomed_is_not_welcomed_again(qtbot, tmp_path):
    with welcoming(qtbot, tmp_path, welcomed=True) as (s, onboarding):
        onboarding.start()
        assert onboarding.strip is None
        s.commands["examples"].trigger()
        qtbot.addWidget(onboarding.strip)
        assert onboarding.strip.isVisible()


def test_an_example_is_set_up_to_be_played_against_the_table(qtbot, tmp_path):
    with welcoming(qtbot, tmp_path, white="table", black="human") as (s, onboarding):
        onboarding.start()
        qtbot.addWidget(onboarding.strip)
        for example, button in zip(EXAMPLES, onboarding.strip.examples, strict=True):
            button.click()
            assert s.workspace.fen == example.fen
            assert onboarding.strip.words.text() == example.task
            assert (s.settings.current.white, s.settings.current.black) == ("human", "table")


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_can_be_played(example):
    rules = game(game_of(example.fen))
    board = rules.board(example.fen)
    assert board.fen() == example.fen
    assert rules.outcome(board) is None


def test_the_tour_is_walked_with_the_keyboard_and_follows_the_size_of_the_window(qtbot):
    with visit(qtbot) as v:
        v.do("tour")
        helping = v.window.helping
        bubble = helping.tour.bubble
        titles = [bubble.title.text()]
        for _ in range(7):
            qtbot.keyClick(bubble, Qt.Key.Key_Right)
            titles.append(bubble.title.text())
            assert v.window.rect().contains(bubble.geometry())
        assert len(set(titles)) == 8
        assert bubble.next.text() == "Done"
        qtbot.keyClick(bubble, Qt.Key.Key_Left)
        assert bubble.title.text() == titles[-2]
        v.window.resize(1000, 640)
        v.wait(lambda: v.window.rect().contains(bubble.geometry()))
        qtbot.keyClick(bubble, Qt.Key.Key_Escape)
        assert helping.tour is None
        assert v.window.store.current.welcomed
        v.do("tour")  # as often as one likes
        assert helping.tour.at == 0
        helping.tour.bubble.close_.click()
        assert helping.tour is None


def test_the_bubble_hides_nothing_of_what_it_points_at_where_there_is_room():
    room, size = QRect(0, 0, 1000, 700), QSize(320, 160)
    for spot in (QRect(0, 0, 500, 700), QRect(600, 100, 380, 500), QRect(0, 0, 1000, 60)):
        place = place_beside(spot, size, room)
        assert not QRect(place, size).intersects(spot)
        assert room.contains(QRect(place, size))
    assert room.contains(QRect(place_beside(room, size, room), size))
    assert isinstance(place_beside(room, size, room), QPoint)
