"""Records say how machines were limited and set, and call an engine the same in every game."""

import os
from pathlib import Path

import pytest
from tests.engine_files import program
from tests.tournaments import plan_of, played

from millmate.cli.main import run
from millmate.games.outcome import BLACK, WHITE
from millmate.play.clocks import TimeControl
from millmate.players.spec import PlayerSpec, setting_tags
from millmate.records.pgn import from_pgn

MATE = "8/8/8/8/8/6K1/R7/7k w - - 0 1"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="programs begin with #! here")


def settings(text: str, *, clocked: bool = False) -> str | None:
    """Return the settings that a record has of White."""
    specs = {WHITE: PlayerSpec.parse(text), BLACK: PlayerSpec.parse("human")}
    tags = setting_tags(specs, clocked=clocked)
    assert tags.keys() <= {"WhiteSettings"}
    return tags.get("WhiteSettings")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("uci:fish,name=Weak,elo=1400,nodes=500", "UCI_Elo 1400, 500 nodes"),
        ("uci:fish,name=Weak,option.Skill Level=3", "1 s a move, Skill Level 3"),
        ("uci:fish,depth=4,option.UCI_LimitStrength=true,option.UCI_Elo=1320",
         "depth 4, UCI_LimitStrength true, UCI_Elo 1320"),
        ("strong:elo=1500", "UCI_Elo 1500"),
        ("strong:nodes=1000,option.Hash=4", "1000 nodes, Hash 4"),
        ("alphabeta:depth=3,memo=no", "depth 3, without memo"),
        ("random", None),
        ("table", None),
    ],
)  # fmt: skip
def test_limits_and_options_are_told_in_words(text: str, words: str | None) -> None:
    assert settings(text) == words


def test_nobodys_files_are_told() -> None:
    assert settings("uci:fish,nodes=5,option.SyzygyPath=/home/me/tables") == "5 nodes"


def test_seconds_for_a_move_are_none_by_the_clock() -> None:
    assert settings("uci:fish,seconds=2,elo=1400", clocked=True) == "UCI_Elo 1400"
    assert settings("uci:fish", clocked=True) is None
    assert settings("minimax:seconds=2", clocked=True) is None


def white_of(path: Path) -> tuple[str, str | None]:
    record = from_pgn(path.read_text())[0]
    return record.white, record.tags.get("WhiteSettings")


def test_an_engine_is_called_the_same_whether_or_not_its_recipe_has_its_name(
    tmp_path: Path,
) -> None:
    file = program("decent", tmp_path)
    for number, name in enumerate(("", ",name=Decent 1.0")):
        pgn = tmp_path / f"{number}.pgn"
        spec = f"uci:{file}{name},seconds=0.1"
        words = ["--white", spec, "--black", "random", "--fen", MATE, "--pgn", str(pgn)]
        assert run(["play", *words]) == 0
        assert white_of(pgn) == ("Decent 1.0, 0.1 s a move", "0.1 s a move")


def test_games_of_a_tournament_have_settings_beside_the_names_in_the_plan(tmp_path: Path) -> None:
    file = program("decent", tmp_path)
    plan = plan_of(
        'games = 2\nformat = "pairs"\nadjudication = { max_moves = 2 }\nlimits = { nodes = 9 }\n'
        f'[[players]]\nname = "Fish"\nplayer = "uci:{file},elo=1400"\n'
        '[[players]]\nplayer = "random"\n'
    )
    _, tournament = played(plan, tmp_path / "out", workers=1)
    for result in tournament.results.values():
        side = "White" if result.white.name == "Fish" else "Black"
        assert {result.white.name, result.black.name} == {"Fish", "Random"}
        assert result.record().tags[f"{side}Settings"] == "UCI_Elo 1400, 9 nodes"
        clocked = result.record(clock=TimeControl.parse("60"))
        assert clocked.tags[f"{side}Settings"] == "UCI_Elo 1400, 9 nodes"
    assert "UCI_Elo 1400, 9 nodes" in (tmp_path / "out" / "games.pgn").read_text()
