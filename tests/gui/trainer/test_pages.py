"""The pages of training: a table is chosen by the keyboard, and grades are read whole."""

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from millmate.gui.trainer.choose_page import ChoosePage
from millmate.gui.trainer.drill_page import DrillPage
from millmate.gui.trainer.formatting import Shown
from millmate.gui.trainer.trainer_worker import Survey


@pytest.mark.parametrize(
    ("typed", "chosen"), [("KPvK", "KPvK"), ("kqvk", "KQvK"), ("KPvKP", "KPvKP"), ("KR", "KRvK")]
)
def test_typing_a_name_goes_to_the_table_called_so(qtbot: QtBot, typed: str, chosen: str) -> None:
    page = ChoosePage()
    qtbot.addWidget(page)
    page.show()
    page.show_survey(Survey(("KQvK", "KQvKQ", "KPvKP", "KPvK", "KRvK"), (), ()))
    page.table.setFocus()
    QTest.keyClicks(page.table, typed)
    assert page.chosen_table == chosen


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
