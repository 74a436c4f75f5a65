"""Nothing that a text names is started before somebody has consented to it on this machine."""

from dataclasses import fields
from functools import partial
from pathlib import Path

import pytest

from millmate import limits, paths
from millmate.games.chess.rules import CHESS
from millmate.play.tournament.game import GameSpec, Seat
from millmate.play.tournament.game_runner import play_game
from millmate.play.tournament.plan import Adjudication, MorrisLimits
from millmate.players import consent, engine_finder
from millmate.players.build import build_player
from millmate.players.consent import ConsentError
from millmate.players.engine_recipe import EngineRecipe
from millmate.players.spec import PlayerSpec, SpecError
from millmate.players.uci import command_of

SHELL = "uci:/bin/sh,name=Fine,arguments=-c 'touch X'"
LOGGING = "uci:/bin/sh,name=Fine,option.Debug Log File=/tmp/log"
NETWORK = "strong:nodes=10,option.Network=/tmp/network.npz"


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be on a machine where no engine is installed."""
    monkeypatch.setattr(engine_finder, "KNOWN", {})


def agree(text: str, *, remember: bool = True) -> None:
    consent.give(consent.lacking([PlayerSpec.parse(text)]), remember=remember)


def is_allowed(text: str) -> bool:
    return not consent.lacking([PlayerSpec.parse(text)])


def start_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what only the process knows."""
    monkeypatch.setattr(consent, "_given_here", set())


@pytest.mark.parametrize("text", [SHELL, LOGGING, NETWORK, "uci:/bin/sh", "uci:sh"])
def test_what_nobody_allowed_is_not_built(text: str, tmp_path: Path) -> None:
    with pytest.raises(ConsentError, match="not yet allowed this"):
        build_player(PlayerSpec.parse(text), tables=tmp_path)


def test_the_refusal_shows_program_arguments_and_options_and_not_the_name() -> None:
    with pytest.raises(ConsentError) as error:
        consent.check([PlayerSpec.parse(SHELL), PlayerSpec.parse(LOGGING)])
    assert "/bin/sh -c 'touch X' and /bin/sh; Debug Log File = /tmp/log" in str(error.value)
    assert "Fine" not in str(error.value)


def test_no_text_can_be_disguised_by_characters_that_nobody_sees() -> None:
    (launch,) = consent.lacking([PlayerSpec.parse("uci:/bin/sh\u202e,arguments='a\u2028b\u200bc'")])
    assert r"\u202e" in str(launch)
    assert r"a\u2028b\u200bc" in str(launch)
    assert str(launch).isprintable()


def test_a_consent_holds_for_equal_content_and_in_the_next_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    agree(SHELL)
    start_anew(monkeypatch)
    assert is_allowed(SHELL)
    assert is_allowed(SHELL.replace("Fine", "Other") + ",nodes=10,elo=1500,option.Hash=64")
    assert is_allowed(SHELL + ",option.Contempt=-0.5,option.Ponder=False")


@pytest.mark.parametrize(
    "text",
    [
        SHELL.replace("touch", "rm"),
        SHELL.replace("/bin/sh", "/bin/bash"),
        SHELL + ",option.Debug Log File=/home/me/.profile",
        SHELL + ",option.Script=1;ls",
    ],
)
def test_another_program_argument_or_file_needs_a_consent_of_its_own(text: str) -> None:
    agree(SHELL)
    assert not is_allowed(text)


def test_a_consent_can_hold_for_this_process_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    agree(SHELL, remember=False)
    assert is_allowed(SHELL)
    start_anew(monkeypatch)
    assert not is_allowed(SHELL)
    assert not paths.state_dir().exists()


def test_a_damaged_file_of_consents_allows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    agree(SHELL)
    start_anew(monkeypatch)
    (paths.state_dir() / "engines.json").write_text("[" * 100_000)
    assert not is_allowed(SHELL)
    agree(SHELL)
    start_anew(monkeypatch)
    assert is_allowed(SHELL)


def test_settings_brought_from_elsewhere_allow_nothing() -> None:
    with pytest.raises(ConsentError):
        command_of(EngineRecipe("/bin/sh", arguments="-c 'touch X'"))


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Return a program called as an engine is."""
    path = tmp_path / "fruit"
    path.touch(0o755)
    return path


def test_installed_engines_need_no_consent_when_started_in_the_usual_way(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_finder, "KNOWN", {"fruit": "--uci"})
    monkeypatch.setenv("PATH", str(program.parent))
    assert is_allowed("uci:fruit,arguments=--uci,nodes=5,option.Hash=32")
    assert is_allowed(f"uci:{program},arguments=--uci")
    assert not is_allowed("uci:fruit")
    assert not is_allowed("uci:fruit,arguments=--uci,option.Book=/etc/passwd")


def test_a_program_beside_the_file_is_no_installed_engine(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_finder, "KNOWN", {"fruit": ""})
    monkeypatch.setattr(engine_finder, "FOLDERS", ())
    monkeypatch.setenv("PATH", ":.")
    monkeypatch.chdir(program.parent)
    assert engine_finder.installed() == []
    assert not is_allowed("uci:fruit")


def test_our_own_engine_needs_consent_only_where_files_are_named() -> None:
    assert is_allowed("strong:nodes=10,option.Hash=64")
    assert not is_allowed(NETWORK)
    agree(NETWORK)
    assert is_allowed(NETWORK)


def test_our_own_engine_takes_no_arguments() -> None:
    with pytest.raises(SpecError, match="takes no arguments"):
        PlayerSpec.parse("strong:arguments=-c")


@pytest.mark.parametrize("consented", [False, True])
def test_a_worker_starts_an_engine_only_if_its_game_says_so(
    consented: bool, tmp_path: Path
) -> None:
    trace = tmp_path / "trace"
    engine = Seat(1, "Fine", f"uci:/bin/sh,\"arguments=-c 'touch {trace}'\",nodes=1")
    spec = GameSpec(
        number=1,
        round=1,
        pair=0,
        game="chess",
        opening=0,
        white=engine,
        black=Seat(2, "Random", "random"),
        start_fen=CHESS.start_fen,
        moves=(),
        seed=1,
        adjudication=Adjudication(),
        morris=MorrisLimits(),
        tables=str(tmp_path),
        consented=consented,
    )
    result = play_game(spec, lambda moves: None, 1.0)
    assert result is not None
    assert result.failed is True
    assert ("not yet allowed this" in result.trouble) is not consented
    assert trace.exists() is consented


def test_a_game_that_does_not_say_so_has_no_consent() -> None:
    assert {each.name: each.default for each in fields(GameSpec)}["consented"] is False


def test_many_engines_are_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the list of consents nor the engines of this machine are read for each of them."""
    reads = list[object]()
    for module, name in ((limits, "read"), (consent, "installed")):
        right = getattr(module, name)
        counting = partial(lambda right, *words: reads.append(right) or right(*words), right)
        monkeypatch.setattr(module, name, counting)
    recipes = [EngineRecipe(f"/engines/{number}") for number in range(1_000)]
    assert len(consent.lacking(recipes)) == 1_000
    assert len(reads) == 2
