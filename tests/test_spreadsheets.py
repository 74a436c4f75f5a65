"""A spreadsheet gets only text and numbers: no name from a file becomes a formula."""

import csv
import io

import pytest
from tests.sources import imports, modules

from millmate.spreadsheets import cell, csv_text, tabbed_text

FORMULAS = (
    "=HYPERLINK(\"http://example.org\")", "+1+cmd|'/c calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1",
    " =1+1", "--x", "＝1",
)  # fmt: skip
HARMLESS = (
    "-0.5",
    "+12",
    "-3 %",
    "+1,250.5",
    "1-0",
    "Anna",
    "",
    "0-1",
    "8/8/8/8 w - -",
    "−3",
    "+5 =2 −1",
)


@pytest.mark.parametrize("formula", FORMULAS)
def test_what_would_be_a_formula_is_text(formula: str) -> None:
    assert cell(formula) == f"'{formula}"


@pytest.mark.parametrize("value", [*HARMLESS, -0.5, -3, 0, None, True])
def test_numbers_and_other_texts_stay_as_they_are(value: object) -> None:
    assert cell(value) is value


def test_csv_is_guarded_and_its_numbers_are_not_spoiled() -> None:
    text = csv_text([["name", "elo"], ["=1+1", -12.5], ["Anna, the first", None]])
    assert list(csv.reader(io.StringIO(text))) == [
        ["name", "elo"], ["'=1+1", "-12.5"], ["Anna, the first", ""],
    ]  # fmt: skip


def test_a_cell_cannot_begin_another_cell_or_row() -> None:
    assert tabbed_text([["a\t=1", "b"], ["c\n=2", "-1"]]) == "a =1\tb\nc =2\t-1\n"
    assert tabbed_text([["\t=1"]]) == "' =1\n"


def test_no_other_module_writes_csv() -> None:
    writing = {place for place, text in modules() if ("csv", "") in imports(text)}
    assert writing == {"spreadsheets.py"}


def test_characters_that_harm_a_terminal_are_escapes():
    name = "a\x1b[31mb\u202ec\x9b\udcff\0ü\u05d0"
    shown = "a\\u001b[31mb\\u202ec\\u009b\\udcff\\u0000ü\u05d0"
    assert csv_text([[name]]) == shown + "\n"
    assert tabbed_text([[name]]) == shown + "\n"
