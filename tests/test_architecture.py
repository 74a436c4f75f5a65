"""The layers of docs/explanation/architecture.md hold: imports point down."""

from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports
from tests.game_questions import asked, questions

ROOT = Path(__file__).resolve().parents[1]


def test_imports_keep_the_contracts_of_pyproject(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("logging.config.dictConfig", lambda _: None)  # it would disable our logger
    status = lint_imports(no_cache=True)
    assert status == EXIT_STATUS_SUCCESS, capsys.readouterr().out


# The only places that ask which game something belongs to, and why. Elsewhere, ask the game
# (`games.board.Rules`), or a table that maps games to their parts.
DOORS = {
    # What comes from outside is recognised.
    "api/positions.py:board": "takes boards of python-chess, and of its variants, from callers",
    "games/catalogue.py:rules_of": "a board of python-chess does not name its game",
    "records/morris_text.py:is_morris": "a game from a file is recognised by its tags",
    "serve/more.py:morris": "the address is for positions of morris alone",
    # Chess alone has it.
    "api/many.py:probed": "arrays hold boards of chess",
    "api/tables.py:_explained": "endings too large for tables",
    "cli/arguments.py:chess_table": "commands about helpmates, zugzwangs and exports",
    "cli/bench_generations.py:_Match.__init__": "duels that start from endings",
    "gui/features/tables/build_controller.py:BuildController.open_solver": "solved positions",
    "gui/features/tables/tables_model.py:missing_material": "endings that are not listed",
    "gui/features/tables/zugzwang_counts.py:ZugzwangCounts.start": "lists of zugzwangs",
    "gui/shell/builds/plans.py:rule_words": "tables of distances to zeroing",
    "gui/shell/search/sources.py:typed_table": "endings too large for tables",
    "play/endgame_review/endings.py:_read_at": "reviews of endings",
    "play/match.py:out_of_time": "draws on time without a possible mate",
    "play/tournament/game.py:notation": "a notation for people",
    "players/spec.py:check_game": "engines of other programs",
    "search/levels.py:_faces_bare_king": "bare kings",
    "tablebase/table_search.py:_entry": "names made of men alone",
    "uci/client.py:UciEngine._tell_rules": "Chess960",
    "uci/protocol.py:needs_chess960": "Chess960",
    "uci/service.py:UciService._set_position": "Chess960",
    # Morris alone has it.
    "cli/openings.py:run": "openings with values",
    "play/tournament/plan.py:TournamentPlan.is_morris": "a section of plans",
    # No question: a name is the same as a game's.
    "cli/bench.py:run": "a benchmark is called morris",
}


def test_only_these_places_ask_which_game_it_is() -> None:
    assert {place for place, _ in asked()} == set(DOORS), "see python -m tests.game_questions"


@pytest.mark.parametrize(
    "asking",
    [
        'game == "morris"', 'kind not in ("chess", "morris")', "rules is not CHESS",
        'code.startswith("morris:")', "isinstance(board, chess.Board)",
        "isinstance(each, Pair | Material)", "isinstance(rules, (A, MorrisRules))",
    ],
)  # fmt: skip
def test_a_question_for_the_game_is_seen(asking: str) -> None:
    ((place, _),) = questions(f"class A:\n  def f(): return [e for e in every if {asking}]")
    assert place == "A.f"


@pytest.mark.parametrize(
    "other", ['game == "go"', "rules is None", "isinstance(text, str)", 'text.startswith("m")']
)
def test_other_questions_are_not(other: str) -> None:
    assert not list(questions(other))


def test_a_class_may_compare_others_with_its_own_objects() -> None:
    assert not list(questions("def __eq__(self, other): return isinstance(other, MorrisBoard)"))
