"""Forms: values by name, conditions, and texts that follow the language."""

from dataclasses import dataclass

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from millmate.gui.kit.form import Choice, Form, Number, Row, Switch, Text
from millmate.gui.kit.translator import translator
from millmate.language import Plain, mark


@dataclass(frozen=True)
class Order:
    goal: str
    moves: int | None
    name: str = ""
    exact: bool = False


@pytest.fixture
def form(qtbot: QtBot) -> Form:
    made = Form(
        Choice("goal", mark("Goal"), {"win": mark("Win"), "hold": mark("Hold the draw")}),
        Row(
            mark("Moves to hold"),
            Switch("counted"),
            Number("moves", spoken=mark("Moves to hold"), low=5, high=100, when="counted"),
            shown=lambda v: v.goal == "hold",
        ),
        Text("name", mark("Name"), enabled=lambda v: v.allowed),
        facts={"allowed": False},
    )
    qtbot.addWidget(made)
    made.show()
    return made


def test_values_are_those_of_a_dataclass(form: Form) -> None:
    form.show_result(Order("hold", 15, "x"))
    assert form.result(Order) == Order("hold", 15, "x")
    form.show_result(Order("win", None))
    assert form.result(Order) == Order("win", None)
    assert form["moves"].value() == 15  # kept for the next time


def test_conditions_hide_and_disable_fields(form: Form) -> None:
    assert not form["moves"].isVisible()
    form["goal"].setCurrentIndex(1)
    assert form["moves"].isVisible()
    assert not form["moves"].isEnabled()
    form["counted"].setChecked(True)
    assert form["moves"].isEnabled()
    assert not form["name"].isEnabled()
    form.set_facts(allowed=True)
    assert form["name"].isEnabled()


def test_changes_of_the_user_are_emitted_and_no_others(form: Form, qtbot: QtBot) -> None:
    names: list[str] = []
    form.changed.connect(names.append)
    form.show_values({"goal": "hold", "moves": 7, "name": "y", "unknown": 1})
    assert not names
    form["moves"].setValue(8)
    assert names == ["moves"]


def test_texts_and_names_follow_the_language(form: Form) -> None:
    translator.set_language("de")
    labels = {label.text(): label.buddy() for label in form.findChildren(QLabel)}
    assert form["goal"].itemText(1) == "Remis halten"
    assert form["goal"] is labels["Ziel"]
    assert form["moves"].accessibleName() == "Zu haltende Züge"


def test_a_choice_follows_the_values_and_lists_what_they_allow(qtbot: QtBot) -> None:
    starts = {"board": lambda v: mark("Here") if v.near else mark("There"), "random": mark("Any")}
    form = Form(
        Switch("near"),
        Choice("start", "", starts, unlisted=lambda v, at: v.near and at == "random"),
    )
    qtbot.addWidget(form)
    assert list(form) == ["near", "start"]
    box = form["start"]
    assert [box.itemText(row) for row in range(2)] == ["There", "Any"]
    form["near"].setChecked(True)
    assert box.itemText(0) == "Here"
    assert box.view().isRowHidden(1)
    assert not box.model().item(1).isEnabled()


def test_a_plain_label_is_the_same_in_every_language(qtbot: QtBot) -> None:
    form = Form(Text("name", mark("Name")), Text("goal", Plain("Goal")))
    qtbot.addWidget(form)
    translator.set_language("de")
    assert [label.text() for label in form.findChildren(QLabel)] == ["Name", "Goal"]
    assert form["goal"].accessibleName() == "Goal"
