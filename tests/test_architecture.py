"""The layers of docs/explanation/architecture.md hold: imports point down."""

from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports
from tests.game_questions import by_package, questions

ROOT = Path(__file__).resolve().parents[1]


def test_imports_keep_the_contracts_of_pyproject(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("logging.config.dictConfig", lambda _: None)  # it would disable our logger
    status = lint_imports(no_cache=True)
    assert status == EXIT_STATUS_SUCCESS, capsys.readouterr().out


# The places of each package that ask which game something belongs to. The numbers only shrink:
# ask the game (`games.board.Rules`), or a table that maps games to their parts.
QUESTIONS = {
    "api": 9, "cli": 9, "games": 4, "gui": 9, "play": 8, "players": 1, "records": 7, "search": 3,
    "serve": 1, "tablebase": 1, "uci": 4,
}  # fmt: skip


def test_no_more_places_ask_which_game_it_is() -> None:
    more = {each: n for each, n in by_package().items() if n > QUESTIONS.get(each, 0)}
    assert not more, "see python -m tests.game_questions"


@pytest.mark.parametrize(
    "asking",
    [
        'game == "morris"', 'kind not in ("chess", "morris")', "rules is not CHESS",
        'code.startswith("morris:")', "isinstance(board, chess.Board)",
        "isinstance(each, Pair | Material)", "isinstance(rules, (A, MorrisRules))",
    ],
)  # fmt: skip
def test_a_question_for_the_game_is_seen(asking: str) -> None:
    assert list(questions(f"found = [each for each in every if {asking}]"))


@pytest.mark.parametrize(
    "other", ['game == "go"', "rules is None", "isinstance(text, str)", 'text.startswith("m")']
)
def test_other_questions_are_not(other: str) -> None:
    assert not list(questions(other))
