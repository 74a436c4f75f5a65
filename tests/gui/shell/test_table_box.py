"""A table is chosen by its name or its code, with the list open or closed."""

from collections.abc import Iterator

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from millmate.gui.kit.translator import translator
from millmate.gui.shell.table_box import TableBox, fitted

CODES = ("KQvK", "KQvKQ", "KPvKP", "KPvK", "KRvK", "KRPvKR", "KBNvK", "morris:5-4")


@pytest.fixture
def box(qtbot: QtBot) -> Iterator[TableBox]:
    box = TableBox()
    qtbot.addWidget(box)
    box.show_codes(CODES)
    box.show()
    box.setFocus()
    yield box
    translator.set_language("en")


def test_tables_stand_there_by_name_with_their_codes(box: TableBox) -> None:
    texts = [box.itemText(row) for row in range(box.count())]
    assert texts[5:] == [
        "Rook and pawn against rook (KRPvKR)",
        "Bishop and knight against king (KBNvK)",
        "Morris, 5 against 4 stones",
    ]


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("KPvK", "KPvK"),
        ("kqvk", "KQvK"),
        ("KPvKP", "KPvKP"),
        ("KR", "KRvK"),
        ("rook and pawn", "KRPvKR"),
        ("bish", "KBNvK"),
        ("5-4", "morris:5-4"),
    ],
)
def test_typing_chooses_the_table_that_is_meant(box: TableBox, typed: str, code: str) -> None:
    QTest.keyClicks(box, typed)
    assert box.code == code


def test_typing_in_the_list_points_at_the_table(box: TableBox) -> None:
    QTest.keyClicks(box.view(), "KRPvKR")
    assert box.view().currentIndex().row() == CODES.index("KRPvKR")


def test_what_no_table_is_called_leaves_the_choice(box: TableBox) -> None:
    box.choose("KRvK")
    QTest.keyClicks(box, "xyz")
    assert box.code == "KRvK"


def test_a_choice_is_reported_once_and_filling_reports_nothing(box: TableBox) -> None:
    reported: list[str] = []
    box.chosen.connect(reported.append)
    box.show_codes(CODES, "KRvK")
    assert (box.code, reported) == ("KRvK", [])
    box.choose("KBNvK")
    box.choose("KBNvK")
    assert reported == ["KBNvK"]


def test_names_follow_the_language(box: TableBox) -> None:
    box.choose("KRPvKR")
    translator.set_language("de")
    assert box.currentText() == "Turm und Bauer gegen Turm (KRPvKR)"
    QTest.keyClicks(box, "Laeufer")
    assert box.code == "KBNvK"


@pytest.mark.parametrize(
    "text",
    ["Rook and pawn against rook (KRPvKR)", "Rook and pawn against rook", "Rook and pawn against…"],
)
def test_as_much_of_a_name_is_shown_as_fits(box: TableBox, text: str) -> None:
    metrics = box.fontMetrics()
    width = metrics.horizontalAdvance(text)
    assert fitted("KRPvKR", metrics, width) == text
    assert metrics.horizontalAdvance(fitted("KRPvKR", metrics, width - 1)) < width
