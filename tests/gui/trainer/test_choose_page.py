"""The choice of a table to drill, by the keyboard."""

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from millmate.gui.trainer.choose_page import ChoosePage
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
