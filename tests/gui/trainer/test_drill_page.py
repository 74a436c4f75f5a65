"""What is told of a move is read whole, however low the page is."""

import pytest
from pytestqt.qtbot import QtBot

from millmate.gui.trainer.drill_page import DrillPage
from millmate.gui.trainer.formatting import Shown

ENDED = Shown(
    goal="White to move and win",
    about="KPvK · until mate, or a simpler ending that is won",
    told="✗ Kc5  Thrown away: draw",
    more="c7 kept the win.\n0 kept · 6 slower (16 plies lost) · 1 thrown away · accuracy 0 %\n"
    "It will be repeated in 10 minutes.",
    mood=-1,
    over=True,
    retry=True,
    showable=True,
)


@pytest.mark.parametrize("height", [240, 270, 300, 420])
def test_the_grade_and_what_follows_are_read_whole(qtbot: QtBot, height: int) -> None:
    page = DrillPage()
    qtbot.addWidget(page)
    page.resize(336, height)
    page.show()
    page.show_all(Shown(goal=ENDED.goal, about=ENDED.about, told="Your move."))
    page.show_all(ENDED)
    qtbot.wait(50)
    for label in (page.told, page.more):
        assert label.height() >= label.heightForWidth(label.width())
        assert label.visibleRegion().boundingRect().height() == label.height()
