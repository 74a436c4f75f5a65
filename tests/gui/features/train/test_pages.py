"""The pages of training: a table is chosen by the keyboard, and grades are read whole."""

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from millmate.games.catalogue import parse
from millmate.gui.features.train.choose_page import ChoosePage
from millmate.gui.features.train.drill_page import DrillPage, MoveRow, Shown, grade, under_way
from millmate.play.trainer.drill import Drill, DrillSpec, GradedMove
from millmate.play.trainer.exam import Exam, Grade, Mark, Option
from millmate.play.trainer.trainer import Survey


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


def test_a_hint_promises_nothing_in_a_lost_position() -> None:
    position = parse("8/8/8/3k4/8/8/8/KQ6 b - - 0 1")
    options = Option("d5e4", "Ke4", -1, 18), Option("d5d6", "Kd6", -1, 16)
    drill, exam = Drill(DrillSpec("KQvK"), position, False), Exam(position, False, options)
    drill.hint(position.text, 3)
    hint = under_way(drill, None, exam, True).hint
    assert hint
    assert not hint.startswith(("You win", "You mate", "The win"))


@pytest.mark.parametrize(
    ("table", "played", "said"),
    [
        ("KQvK", Option("", "", 1, 23), "Kept: mate in 11"),
        ("KQvK", Option("", "", 1, 1), "Kept: checkmate"),
        ("KQvK", Option("", "", 1, None), "Kept: wins"),
        ("morris:3-3", Option("", "", 1, 23), "Kept: wins in 11"),
        ("morris:3-3", Option("", "", 1, 1), "Kept: wins at once"),
        ("KQvK", Option("", "", 0, None), "Thrown away: draw"),
        ("KQvK", Option("", "", -1, 10), "Thrown away: loses in 5"),
        ("morris:3-3", Option("", "", -1, None), "Thrown away: loses"),
    ],
)
def test_a_grade_says_what_a_move_list_says(table: str, played: Option, said: str) -> None:
    mark = Mark.KEPT if played.wdl > 0 else Mark.THROWN
    assert grade(Grade(mark, 0, False, played, played), DrillSpec(table)) == said


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


def test_the_list_is_as_high_as_its_moves_and_hidden_without_any(qtbot: QtBot) -> None:
    page = DrillPage()
    qtbot.addWidget(page)
    page.resize(336, 600)
    page.show_all(Shown(goal=ENDED.goal, about=ENDED.about, told="Your move."))
    page.show()
    assert not page.view.isVisible()
    heights = []
    option = Option("h1h3", "Rh3+", 1, 5)
    move = GradedMove(
        0, "8/8/8/8/8/2k5/8/K6R w - - 0 1", Grade(Mark.KEPT, 0, False, option, option)
    )
    row = MoveRow(move, DrillSpec("KRvK"), taken_back=False, graded=True)
    for moves in (1, 3, 100):
        page.model.show([row] * moves)
        qtbot.wait(300)
        assert page.view.isVisible()
        heights.append(page.view.height())
    assert heights == sorted(set(heights))
    assert page.view.geometry().bottom() <= 600
    page.model.show(())
    assert not page.view.isVisible()
