"""Plans in files: what is written is read, and what is wrong is named with what would be right."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tiers import examples
from tests.tournaments import TWO

from millmate.limits import LONGEST_NAME
from millmate.play.tournament import plan_file
from millmate.play.tournament.openings import openings_of
from millmate.play.tournament.plan import (
    Adjudication,
    Format,
    Limits,
    MorrisLimits,
    OpeningPlan,
    Participant,
    PlanError,
    Sprt,
    TournamentPlan,
)
from millmate.play.tournament.plan_file import EXAMPLE

# A NUL is in no text that people write, and a surrogate in none at all.
names = (
    st.text(
        st.characters(exclude_categories=["Cs"], exclude_characters="\0"),
        min_size=1,
        max_size=LONGEST_NAME,
    )
    .map(lambda text: " ".join(text.split()))
    .filter(bool)
)
counts = st.integers(1, 10**6)
plans = st.builds(
    TournamentPlan,
    participants=st.lists(names, min_size=2, max_size=4, unique=True).map(
        lambda found: tuple(Participant.of("minimax:depth=2", name) for name in found)
    ),
    name=names,
    game=st.sampled_from(["chess", "morris", "morris:twelve"]),
    format=st.sampled_from(Format),
    games=st.integers(1, 50).map(lambda half: 2 * half),
    seed=st.integers(0, 2**63 - 1),
    openings=st.builds(OpeningPlan, positions=st.lists(names, max_size=30).map(tuple))
    | st.builds(OpeningPlan, file=names, plies=counts.map(lambda n: n % 1000))
    | st.builds(
        OpeningPlan,
        tables=st.just(("KRPvKR",)),
        verdict=st.sampled_from(["draw", "decided"]),
        distance=st.none() | st.just((3, 40)),
    ),
    limits=st.builds(Limits, nodes=st.none() | counts, seconds=st.none() | st.just(0.25)),
    adjudication=st.builds(Adjudication, tables=st.booleans(), draw_score=st.none() | counts),
    morris=st.builds(MorrisLimits, max_turns=counts),
)


@given(plans)
def test_what_is_written_is_read(plan: TournamentPlan) -> None:
    read = plan_file.parse(plan_file.dump(plan))
    if not plan.is_morris:
        plan = replace(plan, morris=MorrisLimits())
    assert read == plan
    assert read.digest() == plan.digest()


def test_plans_with_a_limit_of_before_are_the_same_tournament() -> None:
    text = 'game = "{}"\n' + TWO
    now, before = (
        plan_file.parse(text.format(game))
        for game in ("morris:quiet=none", "morris:standard,quiet=none")
    )
    assert now.game == before.game == "morris:quiet=none"
    digest = "62714f78376db52db5060f8d577fcd153353bad40f340ab90819b0676091b3c5"
    assert now.digest() == before.digest() == digest


def test_a_sequential_test_is_written_whole() -> None:
    plan = replace(plan_file.parse(TWO), sprt=Sprt(0, 5.5))
    assert plan_file.parse(plan_file.dump(plan)) == plan


def test_the_example_can_be_played_and_says_what_is_usual() -> None:
    plan = plan_file.parse(EXAMPLE)
    usual = TournamentPlan(plan.participants, name=plan.name)
    assert plan == replace(
        usual,
        openings=OpeningPlan(chance=6),
        limits=Limits(nodes=1000),
        adjudication=Adjudication(max_moves=200),
    )


@pytest.mark.parametrize("section", ["morris", "sprt", "openings", "adjudication"])
def test_what_the_example_says_of_other_keys_is_true(section: str) -> None:
    """Take the comment signs away from a section's keys: they are there, with these values."""
    lines = EXAMPLE.splitlines()
    keys = {line.split()[1] for line in lines if line.startswith("# ") and " = " in line}
    keys |= {line.split()[0] for line in lines if " = " in line and line[0] not in "#["}
    kinds = {"morris": MorrisLimits, "sprt": Sprt, "openings": OpeningPlan}
    for name in kinds.get(section, Adjudication).__dataclass_fields__:
        assert name in keys


def test_names_are_made_from_what_the_players_are_within_the_limits() -> None:
    plan = plan_file.parse(
        '[limits]\nnodes = 7\n[[players]]\nplayer = "minimax"\n[[players]]\nplayer = "random"'
    )
    assert [each.name for each in plan.participants] == ["Minimax, 7 nodes", "Random"]


def test_games_are_read_however_they_are_written() -> None:
    assert plan_file.parse(TWO).game == "chess"
    assert plan_file.parse('game = " Morris"\n' + TWO).is_morris


HEAD = 'players = ["random", "minimax"]\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("games = ", "invalid TOML: tomllib reports “Invalid value (at"),
        ("games = " + "[" * 40, "invalid TOML: line 1 is nested too deeply"),
        ("games = [\n" + "{a=[\n" * 20, "invalid TOML: line 16 is nested too deeply"),
        ('players = ["random", "table"]', "'Perfect (table)': perfect play needs tables"),
        ('players = ["random", "table"]\n[openings]\nchance = 6', "none exists for all 32 men"),
        ("", "players: none are given"),
        ('players = ["random"]', "players: a tournament has 2 to 200 of them, this one has 1"),
        ("players = 3", "players: write [[players]] for each"),
        (
            'players = ["random", "random"]',
            "2 of them are called 'Random': give each a different name",
        ),
        ('players = ["random", "god"]', "players, number 2: unknown player 'god': choose human,"),
        (
            'players = ["random", "minimax:width=3"]',
            "players, number 2: player 'minimax' has no option 'width=3': it has depth,",
        ),
        ('players = ["random", "minimax:depth=99"]', "a whole number from 1 to 6"),
        ('players = ["random", "human"]', "'Human': a person cannot play in a tournament"),
        ('players = ["random", "uci:no-such-engine"]', "there is no program 'no-such-engine'"),
        (
            'game = "morris"\nplayers = ["random", "uci:x"]',
            "x is a UCI engine, and those play chess only",
        ),
        (
            'game = "morris"\nplayers = ["random", "minimax:weights=1/2/3/4/5"]',
            "weights 1/2/3/4/5 are not valid for morris",
        ),
        ('[[players]]\nname = "A"', "players, number 1: no player"),
        (
            f'players = ["random", {{ name = "{"A" * 201}", player = "minimax" }}]',
            "players, number 2: a name has at most 200 characters",
        ),
        ('[[players]]\nplayer = "random"\ndepth = 2', "depth: unknown key; choose name"),
        (HEAD + "rounds = 2", "rounds: unknown key; choose name, game, format, games,"),
        (HEAD + 'game = "go"', "game: unknown game 'go': choose chess or morris"),
        (HEAD + 'format = "swiss"', "format: unknown value 'swiss': choose round-robin,"),
        (HEAD + "games = 0", "games: 0 is not a whole number from 1 to 100,000"),
        (HEAD + 'games = "many"', 'games: "many" is not a whole number'),
        (HEAD + "games = true", "games: true is not a whole number"),
        (HEAD + 'format = "pairs"\ngames = 3', "games: 3 is odd, and pairs exchanges colours"),
        (HEAD + "openings = 3", "openings: write it as a section, [openings], with positions,"),
        (HEAD + "[openings]\nbook = 3", "openings.book: unknown key; choose positions,"),
        (
            HEAD + '[openings]\nverdict = "lost"',
            "openings.verdict: unknown value 'lost': choose",
        ),
        (HEAD + '[openings]\norder = "up"', "openings.order: unknown value 'up': choose given"),
        (HEAD + "[openings]\ndistance = 7", "openings.distance: 7 is not two whole numbers"),
        (HEAD + "[openings]\ndistance = [7, 3]", "openings.distance: [7, 3] is not a range"),
        (HEAD + '[openings]\nfile = "a"\nchance = 3', "file and chance are both given"),
        (HEAD + "[openings]\npositions = [3]", "openings.positions: 3 is not a text"),
        (HEAD + "[limits]\nseconds = 0", "limits.seconds: 0 is not a valid time for a move"),
        (HEAD + "[limits]\nnodes = -1", "limits.nodes: -1 is not a whole number from 1"),
        (
            HEAD + "[limits]\ndepth = 50",
            "limits: for Minimax, depth 3: 'depth=50': depth of minimax must be a whole",
        ),
        (HEAD + "[adjudication]\ntables = 1", "adjudication.tables: 1 is not true or false"),
        (HEAD + "[morris]\nmax_turns = 2.5", "morris.max_turns: 2.5 is not a whole number"),
        (HEAD + "[sprt]\nelo0 = 5", "sprt: it compares two players: give two, in pairs"),
        (HEAD + 'format = "pairs"\n[sprt]\nelo0 = 50', "sprt.elo1: 10 is not above elo0, 50"),
        (HEAD + 'format = "pairs"\n[sprt]\nalpha = 1', "sprt.alpha: 1 is not between 0 and 0.5"),
    ],
)
def test_what_is_wrong_is_named(text: str, told: str) -> None:
    with pytest.raises(PlanError) as caught:
        plan_file.parse(text)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


@examples(40)
@given(st.text())
def test_any_text_is_a_plan_or_one_clear_message(text: str) -> None:
    with pytest.raises(PlanError):
        plan_file.parse(text)


def test_a_file_of_openings_is_looked_for_beside_the_plan(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    text = 'players = ["random", "minimax"]\n[openings]\nfile = "some.epd"\n'
    path.write_text(text, encoding="utf-8")
    assert plan_file.load(path).openings.file == str(tmp_path / "some.epd")
    elsewhere = plan_file.parse(text)
    assert elsewhere.digest() == plan_file.load(path).digest()


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PlanError, match=r"plan\.toml: not UTF-8 text"):
        plan_file.load(path)


@pytest.mark.parametrize(
    "line",
    ["seed = {}", "games = {}", "format = {}", "name = [[{}]]", "[limits]\nclock = {}",
     "[limits]\nseconds = {}", "[adjudication]\nmax_moves = {}", "[openings]\nplies = {}"],
)  # fmt: skip
@pytest.mark.parametrize("number", ["0x" + "f" * 6000, "0b" + "1" * 9000, "-0x" + "f" * 20])
def test_a_number_beyond_all_numbers_is_refused_by_its_key(line: str, number: str) -> None:
    key = line.partition("]\n")[2].partition(" ")[0] or line.partition(" ")[0]
    with pytest.raises(
        PlanError, match=rf"{key}: TOML allows no numbers of more|invalid TOML"
    ) as caught:
        plan_file.parse(f"{line.format(number)}\n{TWO.partition('games = 4')[2]}")
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('openings = {file = "a\\u0000b"}', "openings.file"),
        ('openings = {positions = ["a\\u0000b"]}', "openings.positions"),
        ('name = "a\\u0000b"', "name"),
        ('players = ["uci:a\\u0000b", "random"]', "players"),
    ],
)
def test_a_character_that_no_path_may_hold_is_refused_by_its_key(text: str, key: str) -> None:
    with pytest.raises(PlanError, match=rf"{key}: a text must not contain the character"):
        plan_file.parse(text)


def test_the_home_of_nobody_is_a_file_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text('openings = {file = "~nosuchuser/a.pgn"}\n' + TWO)
    plan = plan_file.load(path)
    with pytest.raises(PlanError, match=r"~nosuchuser/a\.pgn: No such file"):
        list(openings_of(plan, tmp_path))


def test_a_plan_is_checked_without_a_search() -> None:
    """The form checks at each change, in the window's thread."""
    text = (
        "from millmate.play.tournament import plan_file; import sys;"
        'plan_file.parse(\'players = ["random", "minimax:weights=1/2/3/4/5"]\');'
        "print(any(name.startswith('millmate.search.minimax') for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_openings_can_be_at_the_end() -> None:
    plan = plan_file.parse(HEAD + "[openings]\ndistance = [0, 0]")
    assert plan.openings.distance == (0, 0)


@pytest.mark.parametrize(("length", "lines"), [(38, 1), (39, 4)])
def test_a_list_of_up_to_80_characters_is_one_line(length: int, lines: int) -> None:
    written = plan_file._value(("K" * 38, "Q" * length))  # and quotation marks
    assert len(written.splitlines()) == lines
