"""The tour points at the window's parts."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from tests.gui.windows import visit

from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.help.tour import place_beside


def test_the_tour_is_walked_with_the_keyboard_and_follows_the_size_of_the_window(qtbot):
    with visit(qtbot) as v:
        v.do("tour")
        helping = v.window.helping
        bubble = helping.tour.bubble
        titles = [bubble.title.text()]
        assert v.window.navigation.page is Page.HOME
        for _ in range(8):
            qtbot.keyClick(bubble, Qt.Key.Key_Right)
            titles.append(bubble.title.text())
            assert v.window.rect().contains(bubble.geometry())
        assert len(set(titles)) == 9
        assert bubble.next.text() == "Done"
        qtbot.keyClick(bubble, Qt.Key.Key_Left)
        assert bubble.title.text() == titles[-2]
        v.window.resize(1000, 640)
        v.wait(lambda: v.window.rect().contains(bubble.geometry()))
        qtbot.keyClick(bubble, Qt.Key.Key_Escape)
        assert helping.tour is None
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
