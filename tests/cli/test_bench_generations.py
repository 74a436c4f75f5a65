"""The command that measures the generations against each other; a short match of each kind."""

import json

import pytest

from millmate.cli.main import run

Capture = pytest.CaptureFixture[str]
SHORT = ["bench", "generations", "--games", "2", "--seconds", "0.01", "--game", "morris"]


def test_a_line_a_match(capsys: Capture) -> None:
    assert run([*SHORT, "--rungs", "1"]) == 0
    heading, line = capsys.readouterr().out.splitlines()
    assert heading.startswith("2 games per match")
    assert line.startswith("morris minimax – random")
    assert "Elo" in line


def test_json_has_the_counts(capsys: Capture) -> None:
    assert run([*SHORT, "--rungs", "4", "--json"]) == 0
    (match,) = json.loads(capsys.readouterr().out)["matches"]
    assert (match["newer"], match["older"]) == ("alpha-beta", "memo")
    assert match["won"] + match["drawn"] + match["lost"] == 2
    assert min(match["depths"]) >= 1


@pytest.mark.parametrize("words", [["--rungs", "7"], ["--games", "0"], ["--seconds", "soon"]])
def test_what_cannot_be_measured_is_refused(words: list[str], capsys: Capture) -> None:
    assert run([*SHORT, *words]) == 2
    assert words[1] in capsys.readouterr().err
