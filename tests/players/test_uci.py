"""Games with engines: whatever an engine does, the game ends with words and nothing is left."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest
from tests.consent import allow
from tests.engine_files import nothing_left, program, recipe
from tests.scripted_player import ScriptedPlayer
from tests.tiers import first

from millmate.cli.main import run
from millmate.games.chess.rules import CHESS
from millmate.games.morris.rules import MorrisRules
from millmate.games.morris.variants import VARIANTS
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.play.events import MatchEnded, Remarked, Thinking
from millmate.play.match import Match
from millmate.play.tournament import plan_file
from millmate.players.build import build_player
from millmate.players.engine_recipe import EngineRecipe
from millmate.players.player import Play, Resign
from millmate.players.spec import PlayerSpec, SpecError, describe
from millmate.players.uci import UciPlayer, command_of, player_of
from millmate.search.levels import LEAST_ELO, MOST_ELO
from millmate.search.limits import Score
from millmate.uci import client

MATE = "8/8/8/8/8/6K1/R7/7k w - - 0 1"  # by the first move by name
LOST = Outcome(Termination.FAILURE, BLACK)
ABANDONED = Outcome(Termination.ABANDONED)


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("OVERRUN_SECONDS", "QUIT_SECONDS"):
        monkeypatch.setattr(client, name, 0.3)
    with nothing_left():
        yield


def play(engine: EngineRecipe, *replies: str, fen: str = chess.STARTING_FEN) -> MatchEnded:
    """Have an engine play White until the replies are used up, or the game ends before."""
    told: list[object] = []
    player = player_of(engine)
    try:
        black = ScriptedPlayer(*replies, None)
        Match(CHESS, CHESS.board(fen), {WHITE: player, BLACK: black}, told.append).run()
    finally:
        player.close()
    end = told[-1]
    assert isinstance(end, MatchEnded)
    return end


def test_a_decent_engine_mates() -> None:
    end = play(recipe("decent"), fen=MATE)
    assert end.outcome == Outcome(Termination.CHECKMATE, WHITE)
    assert end.record.white == "decent, 0.1 s a move"


def test_it_is_asked_again_with_the_whole_game() -> None:
    end = play(recipe("decent"), "e5", "d5", Resign())
    assert end.record.moves == ("a2a3", "e7e5", "a1a2", "d7d5", "a2a1")
    assert end.outcome == Outcome(Termination.RESIGNATION, WHITE)


@pytest.mark.parametrize(
    ("name", "outcome", "words"),
    [
        ("illegal_move", LOST, "'bestmove e2e5', which is not a legal move"),
        ("crashes_at_go", LOST, "thinking is hard"),
        ("deaf_to_stop", LOST, "it gave no move in"),
        ("no_engine", ABANDONED, "cannot be used: it ended by itself"),
    ],
)
def test_a_failing_engine_loses_and_one_that_is_none_ends_the_game(
    name: str, outcome: Outcome, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "STOP_SECONDS", 0.3)
    end = play(recipe(name))
    assert end.outcome == outcome
    assert end.trouble is not None
    assert end.trouble.startswith(name)
    assert words in end.trouble


def test_one_that_hangs_at_its_start_ends_the_game() -> None:
    hanging = recipe("hangs_at_start")
    command = command_of(hanging, consented=True)
    player = UciPlayer("hangs", lambda: command, hanging.limits, patience=0.3)
    told: list[object] = []
    Match(CHESS, CHESS.board(), {WHITE: player, BLACK: ScriptedPlayer()}, told.append).run()
    assert told[-1].outcome == ABANDONED
    assert "is it a UCI engine?" in told[-1].trouble


def test_no_engine_at_all() -> None:
    end = play(EngineRecipe("/nowhere/fish"))
    assert end.outcome == ABANDONED
    assert "there is no file /nowhere/fish" in (end.trouble or "")
    assert "no program 'nofish'" in (play(EngineRecipe("nofish")).trouble or "")


def test_an_option_it_does_not_have_is_told_before_the_game() -> None:
    end = play(recipe("decent", options=(("Wings", "2"),)))
    assert end.outcome == ABANDONED
    assert "no option 'Wings'" in (end.trouble or "")


def test_what_it_thinks_is_told_to_those_who_watch_the_match() -> None:
    told: list[object] = []
    player = player_of(recipe("decent"))
    try:
        players = {WHITE: player, BLACK: ScriptedPlayer()}
        Match(CHESS, CHESS.board(MATE), players, told.append).run()
    finally:
        player.close()
    (thought,) = [event for event in told if isinstance(event, Thinking)]
    assert thought.info.score == Score(centipawns=20)


def test_what_it_waits_for_is_told_until_it_thinks() -> None:
    told: list[object] = []
    player = player_of(recipe("compiles"))
    try:
        players = {WHITE: player, BLACK: ScriptedPlayer(Resign())}
        Match(CHESS, CHESS.board(), players, told.append).run()
    finally:
        player.close()
    remarks = [event for event in told if isinstance(event, Remarked)]
    assert [remark.text for remark in remarks] == [
        "starting the engine",
        "compiling; this takes a while, and only once",
        "",
    ]
    assert all(remark.mover is WHITE for remark in remarks)


def test_it_moves_at_once_when_it_is_told_to() -> None:
    player = player_of(recipe("overruns", seconds=3600))  # far longer than any test may take
    timer = threading.Timer(0.3, player.move_now)
    timer.start()
    try:
        assert player.choose(chess.Board(), lambda: False) == Play(chess.Move.from_uci("e2e4"))
    finally:
        timer.join()
        player.close()


def test_a_draw_is_taken_only_without_an_advantage() -> None:
    player = player_of(recipe("decent"))
    board = chess.Board()
    try:
        assert not player.accepts_draw(board)  # it has seen nothing yet
        player.choose(board, lambda: False)
        assert not player.accepts_draw(board)  # it says it is 20 hundredths ahead
    finally:
        player.close()


def test_a_game_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = f"uci:{recipe('decent')}"
    allow(spec)
    player = build_player(PlayerSpec.parse(spec), tables=tmp_path)
    assert player.name == "decent, 0.1 s a move"
    player.close()
    assert run(["play", "--white", spec, "--black", "random", "--fen", MATE]) == 0
    assert "checkmate" in capsys.readouterr().out
    failing = f"uci:{recipe('illegal_move')}"
    assert run(["play", "--white", failing, "--black", "random"]) == 1
    assert "not a legal move" in capsys.readouterr().err
    assert run(["play", "--game", "morris", "--white", spec, "--black", "random"]) == 1
    assert "play chess only" in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="programs begin with #! here")
class TestPaths:
    @pytest.fixture
    def here(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """Be in a folder with an engine, while another of its name is on PATH."""
        for name in ("here", "path"):
            (tmp_path / name).mkdir()
            program("decent", tmp_path / name)
        monkeypatch.setenv("PATH", str(tmp_path / "path"))
        monkeypatch.chdir(tmp_path / "here")
        return tmp_path / "here"

    def test_a_path_in_the_current_directory_is_not_searched_for(self, here: Path) -> None:
        assert command_of(EngineRecipe("./decent"), consented=True) == [str(here / "decent")]
        assert command_of(EngineRecipe("decent"), consented=True) == [
            str(here.parent / "path" / "decent")
        ]

    def test_a_relative_path_plays(self, here: Path) -> None:
        os.chdir(here.parent)
        end = play(EngineRecipe("here/decent", seconds=0.1), fen=MATE)
        assert end.outcome == Outcome(Termination.CHECKMATE, WHITE)

    def test_in_a_plan_it_starts_at_the_plans_folder(self, here: Path) -> None:
        os.chdir(here.parent)
        file = here / "plan.toml"
        file.write_text('players = ["random", "uci:./decent,nodes=10"]\n')
        plan = plan_file.load(file)
        assert str(plan.participants[1].player) == f"uci:{here / 'decent'},nodes=10"
        assert plan.participants[1].name == "decent, 10 nodes"
        assert plan_file.parse(plan_file.dump(plan)) == plan


def test_our_own_engine_is_a_player(tmp_path: Path) -> None:
    spec = PlayerSpec.parse("strong:nodes=3000,option.Hash=4")
    assert str(spec) == "strong:nodes=3000,option.Hash=4"
    assert describe(spec) == "Strong search, 3000 nodes"
    player = build_player(spec, tables=tmp_path)
    board = chess.Board("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    try:
        assert player.choose(board, lambda: False) == Play(chess.Move.from_uci("a1a8"))
    finally:
        player.close()
    with pytest.raises(SpecError, match="'wings=2'"):
        PlayerSpec.parse("strong:wings=2")


@pytest.mark.parametrize("text", first(1, ["strong:nodes=300", "strong:elo=600"]))
@pytest.mark.parametrize("name", first(1, ["each-mill", "lasker", "six", "three"]))
def test_our_own_engine_plays_every_variant(name: str, text: str, tmp_path: Path) -> None:
    rules = MorrisRules(VARIANTS[name].limited(20))
    player = build_player(PlayerSpec.parse(text), game=rules.name, tables=tmp_path, seed=1)
    board = rules.board()
    try:
        for _ in range(12):
            if rules.outcome(board):
                break
            action = player.choose(board, lambda: False)
            assert isinstance(action, Play)
            assert board.is_legal(action.move)
            board.push(action.move)
    finally:
        player.close()


def test_levels_of_our_own_engine_are_players(tmp_path: Path) -> None:
    spec = PlayerSpec.parse(" strong:elo=1200 ")
    assert str(spec) == "strong:elo=1200"
    assert describe(spec) == "Strong search, about 1200"
    assert describe(PlayerSpec.parse("strong:elo=1500")) == "Strong search, Club player"
    board = chess.Board("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4")
    moves = []
    for seed in (7, 7):
        player = build_player(spec, tables=tmp_path, seed=seed)
        try:
            moves.append(player.choose(board, lambda: False))
        finally:
            player.close()
    assert moves[0] == moves[1]
    for text in (f"strong:elo={LEAST_ELO - 1}", f"strong:elo={MOST_ELO + 1}"):
        with pytest.raises(SpecError, match=f"from {LEAST_ELO} to {MOST_ELO}"):
            PlayerSpec.parse(text)


def test_other_engines_limit_themselves_by_the_same_word() -> None:
    recipe = EngineRecipe.parse("/bin/fish,elo=1700,nodes=9,option.Hash=4")
    assert str(recipe) == "/bin/fish,elo=1700,nodes=9,option.Hash=4"
    assert recipe.settings == {"UCI_LimitStrength": "true", "UCI_Elo": "1700", "Hash": "4"}
    assert recipe.description() == "fish, about 1700, 9 nodes, Hash 4"
    assert recipe.without_limits().elo == 1700


def test_an_engine_plays_at_a_level_or_refuses_it_in_a_sentence() -> None:
    engine = recipe("levels")
    able = EngineRecipe.parse(f'{engine.path},"arguments={engine.arguments} both",elo=1500')
    assert play(able, fen=MATE).outcome == Outcome(Termination.CHECKMATE, WHITE)
    unable = play(recipe("decent", elo=1500), fen=MATE)
    assert unable.outcome == ABANDONED
    assert "Decent 1.0 cannot be made weaker: it does not offer UCI_Elo" in str(unable.trouble)
