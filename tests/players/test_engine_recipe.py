"""Recipes of engines: one line, whatever their paths and options are called."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tiers import examples

from millmate.players import engine_finder
from millmate.players.build import build_player
from millmate.players.engine_recipe import EngineRecipe, RecipeError
from millmate.players.spec import PlayerSpec, SpecError, describe
from millmate.search.limits import SearchLimits
from millmate.settings import Settings

words = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=12)
bare = words.map(str.strip).filter(bool)
recipes = st.builds(
    EngineRecipe,
    path=bare,
    name=words.map(str.strip),
    nodes=st.none() | st.integers(1, 10**17),
    depth=st.none() | st.integers(1, 99),
    seconds=st.none() | st.floats(1e-3, 1e6),
    options=st.dictionaries(bare.filter(lambda name: "=" not in name), words, max_size=3).map(
        lambda found: tuple(found.items())
    ),
)


@given(recipes)
def test_what_is_written_is_read_again(recipe: EngineRecipe) -> None:
    assert EngineRecipe.parse(str(recipe)) == recipe


@pytest.mark.parametrize(
    ("text", "recipe"),
    [
        ("/usr/games/stockfish", EngineRecipe("/usr/games/stockfish")),
        (" /a b/c ,nodes=10000", EngineRecipe("/a b/c", nodes=10000)),
        ('"/a,b/c",depth=5', EngineRecipe("/a,b/c", depth=5)),
        (r"C:\Games\fish.exe,seconds=0.5", EngineRecipe(r"C:\Games\fish.exe", seconds=0.5)),
        ("x,movetime=250", EngineRecipe("x", seconds=0.25)),
        ("x,option.Skill Level=9", EngineRecipe("x", options=(("Skill Level", "9"),))),
        ('x,"option.Book=a, b",name=X', EngineRecipe("x", "X", options=(("Book", "a, b"),))),
        ('x,option.Book="a, ""b"""', EngineRecipe("x", options=(("Book", 'a, "b"'),))),
        ("x,option.Clear Hash", EngineRecipe("x", options=(("Clear Hash", ""),))),
        ("x,option.A=1,option.A=2", EngineRecipe("x", options=(("A", "2"),))),
        ("x,arguments=--uci -l 'a b'", EngineRecipe("x", arguments="--uci -l 'a b'")),
    ],
)
def test_what_a_text_means(text: str, recipe: EngineRecipe) -> None:
    assert EngineRecipe.parse(text) == recipe
    assert PlayerSpec.parse(f"uci:{text}").engine == recipe


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no engine is named"),
        (",nodes=5", "no engine is named"),
        ('"/a', "a quote is not closed"),
        ("x,nods=5", "has no setting 'nods=5'"),
        ("x,option.=5", "has no setting 'option.=5'"),
        ("x,nodes", "has no setting 'nodes'"),
        ("x,nodes=0", "'nodes=0'"),
        ("x,depth=-1", "'depth=-1'"),
        ("x,nodes=²", "'nodes=²'"),
        ("x,seconds=soon", "'seconds=soon'"),
        ("x,seconds=nan", "'seconds=nan'"),
        ("x,movetime=0", "'movetime=0'"),
        ("x,arguments='a", "end inside quotation marks"),
        ("x,name=a\nb", "not contain line breaks"),
        ("x,option.Hash=1\noption.y=2", "not contain line breaks"),
        ("x\x1b[2J", "not contain line breaks"),
    ],
)
def test_what_makes_no_sense_is_named(text: str, words: str) -> None:
    with pytest.raises(RecipeError, match=words):
        EngineRecipe.parse(text)
    with pytest.raises(SpecError, match=words):
        PlayerSpec.parse(f"uci:{text}")


@examples(40)
@given(st.text(max_size=30))
def test_any_text_is_a_recipe_or_a_spec_error(text: str) -> None:
    try:
        spec = PlayerSpec.parse(f"uci:{text}")
    except SpecError:
        return
    assert PlayerSpec.parse(str(spec)) == spec


def test_limits_and_words() -> None:
    assert EngineRecipe("x").limits == SearchLimits(seconds=1.0)
    assert EngineRecipe("x", nodes=5).limits == SearchLimits(nodes=5)
    assert EngineRecipe("x", nodes=5).without_limits() == EngineRecipe("x")
    assert describe(PlayerSpec.parse("uci:/a/fish.exe,nodes=5")) == "fish, 5 nodes"
    assert describe(PlayerSpec.parse("uci:x,option.Skill=3")) == "x, Skill 3"
    assert describe(PlayerSpec.parse("uci:x,name=Y,seconds=2,option.A=3")) == "Y, 2 s a move"


@pytest.mark.parametrize(
    ("text", "level", "name"),
    [
        ("x", "", "x"),
        ("x,elo=1400", "elo=1400", "x, about 1400"),
        ("x,elo=1500", "elo=1500", "x, Club player"),
        ("x,elo=2300,nodes=5", "elo=2300", "x, Master, 5 nodes"),
        ("x,name=Y,option.Skill Level=3,option.Hash=4", "option.Skill Level=3", "Y, Skill Level 3"),
        ("x,name=Y,option.UCI_LimitStrength=true,option.UCI_Elo=1400", "elo=1400", "Y"),
        ("x,name=Y,option.UCI_LimitStrength=false,option.UCI_Elo=1400", "", "Y"),
    ],
)
def test_a_level_is_part_of_a_recipe_and_of_its_description(
    text: str, level: str, name: str
) -> None:
    recipe = EngineRecipe.parse(text)
    assert recipe.level == level
    assert recipe.description() == name
    assert recipe.without_level().level == ""


def test_engines_play_chess_only(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="x is a UCI engine, and those play chess only"):
        build_player(PlayerSpec.parse("uci:x"), game="morris", tables=tmp_path)


class TestFinding:
    @pytest.fixture(autouse=True)
    def machine(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Be on a machine with two engines, one of them not on PATH and under two names."""
        games, path = tmp_path / "games", tmp_path / "bin"
        for folder, name in ((games, "toga2"), (path, "gnuchess"), (path, "innocent")):
            folder.mkdir(exist_ok=True)
            (folder / name).touch(0o755)
        (games / "ethereal").symlink_to(games / "toga2")
        (path / "stockfish").touch(0o644)  # no program
        monkeypatch.setenv("PATH", str(path))
        monkeypatch.setattr(engine_finder, "FOLDERS", (str(games),))

    def test_known_programs_are_found_once(self, tmp_path: Path) -> None:
        found = engine_finder.installed()
        assert {Path(recipe.path).name: recipe.arguments for recipe in found} == {
            "ethereal": "",
            "gnuchess": "--uci",
        }

    def test_one_that_was_removed_from_the_list_stays_away(self) -> None:
        settings = engine_finder.with_installed(Settings())
        _first, second = engine_finder.listed(settings)
        settings = engine_finder.with_listed(settings, [second])
        assert engine_finder.listed(engine_finder.with_installed(settings)) == [second]

    def test_a_list_with_nonsense_is_read_as_far_as_it_goes(self) -> None:
        settings = Settings(engines=["uci:x,name=Y", "human", "nonsense", "uci:"])
        assert engine_finder.listed(settings) == [EngineRecipe("x", "Y")]

    def test_a_name_is_looked_up_and_a_path_is_not(self, tmp_path: Path) -> None:
        assert engine_finder.look_up("toga2") == str(tmp_path / "games" / "toga2")
        assert engine_finder.look_up("none") is None
        assert engine_finder.look_up("/none/here") == "/none/here"
        assert engine_finder.look_up("~/x") == str(Path.home() / "x")
