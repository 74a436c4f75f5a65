"""`millmate tournament`, as a person runs it."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.consent import allow
from tests.tournaments import ENGINES, TWO, engine

from millmate import paths
from millmate.cli.main import run
from millmate.play.tournament import plan_file
from millmate.players import consent
from millmate.players.engine_recipe import EngineRecipe
from millmate.players.spec import PlayerSpec

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "two.toml"
    path.write_text(TWO)
    return path


def test_it_plays_and_prints_the_report(plan: Path, tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "out"
    assert run(["tournament", str(plan), "--out", str(out), "--workers", "1"]) == 0
    printed = capsys.readouterr()
    assert "Tournament: pairs, 4 games" in printed.out
    assert (out / "report.txt").read_text() in printed.out
    assert printed.out.endswith(f"journal and reports in {out}\n")
    assert printed.err == ""


@pytest.mark.usefixtures("games_here")
def test_without_a_directory_it_is_kept_under_the_files_name(plan: Path, capsys: Capture) -> None:
    assert run(["tournament", str(plan), "--workers", "1", "--json"]) == 0
    assert (paths.tournaments_dir() / "two" / "journal.jsonl").is_file()
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 4
    assert sum(line["points"] for line in told["standings"]) == 4
    assert {line["name"] for line in told["standings"]} == {"Random", "Other"}


def test_the_example_is_a_file_that_it_takes(tmp_path: Path, capsys: Capture) -> None:
    assert run(["tournament", "--example"]) == 0
    path = tmp_path / "example.toml"
    path.write_text(capsys.readouterr().out)
    path.write_text(path.read_text() + "\n[surprise]\n")
    assert run(["tournament", str(path)]) == 2
    assert "surprise: unknown key" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told", "status"),
    [
        ([], "name a file; --example prints one", 2),
        (["none.toml"], "none.toml: No such file", 1),
        (["{plan}", "--workers", "0"], "'0' is not a number of games from 1 to 1024", 2),
        (["{plan}", "--scheduler", "nowhere"], "'nowhere' is not a scheduler's address", 1),
    ],
)
def test_bad_usage_is_named(
    words: list[str], told: str, status: int, plan: Path, capsys: Capture
) -> None:
    assert run(["tournament", *(word.format(plan=plan) for word in words)]) == status
    error = capsys.readouterr().err
    assert told in error
    assert "Traceback" not in error


@pytest.mark.usefixtures("games_here")
def test_an_engine_that_fails_in_every_game_is_one_clear_message(
    tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(
        f"format = \"pairs\"\nplayers = ['random', {{name = 'Bad', player = "
        f"'{engine('crashes_at_go')}'}}]\n"
    )
    assert ENGINES.is_dir()
    assert run(["tournament", str(path), "--workers", "1", "--json", "--allow-engines"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("millmate tournament: Bad failed in every game; in game 1: Bad")


@pytest.mark.usefixtures("games_here")
class TestConsent:
    """A file from anywhere names engines; none is started before somebody has allowed it."""

    @pytest.fixture
    def trace(self, tmp_path: Path) -> Path:
        """Return the file that the engine of `hostile` leaves behind when it is started."""
        return tmp_path / "trace"

    @pytest.fixture
    def hostile(self, tmp_path: Path, trace: Path) -> Path:
        path = tmp_path / "hostile.toml"
        code = f"open({str(trace)!r}, 'w')"
        recipe = EngineRecipe(sys.executable, "Fine", shlex.join(["-c", code]))
        player = str(PlayerSpec.of_engine(recipe))
        path.write_text(
            'games = 2\nformat = "pairs"\n[adjudication]\nmax_moves = 3\n'
            f'[[players]]\nplayer = "random"\n[[players]]\nplayer = {json.dumps(player)}\n'
        )
        return path

    def test_nothing_is_started_or_written_and_the_command_is_shown(
        self, hostile: Path, trace: Path, tmp_path: Path, capsys: Capture
    ) -> None:
        out = tmp_path / "out"
        assert run(["tournament", str(hostile), "--out", str(out)]) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert "not yet allowed this program to run on this computer" in line
        assert sys.executable in line
        assert str(trace) in line
        assert line.endswith("if you trust the file, give --allow-engines")
        assert not trace.exists()
        assert not out.exists()

    def test_it_goes_on_in_a_directory_of_others_by_the_same_rule(
        self, hostile: Path, trace: Path, tmp_path: Path, capsys: Capture
    ) -> None:
        out = tmp_path / "out"
        words = ["tournament", str(hostile), "--out", str(out), "--workers", "1"]
        assert run([*words, "--allow-engines"]) == 1  # the engine plays nothing
        assert trace.exists()
        trace.unlink()
        (out / "journal.jsonl").unlink()
        consent._given_here.clear()  # another day
        assert run(["tournament", str(out / "tournament.toml"), "--out", str(out)]) == 1
        assert "give --allow-engines" in capsys.readouterr().err
        assert not trace.exists()

    def test_an_engine_allowed_in_the_window_needs_no_flag(
        self, hostile: Path, trace: Path, tmp_path: Path
    ) -> None:
        allow(plan_file.load(hostile))
        run(["tournament", str(hostile), "--out", str(tmp_path / "out"), "--workers", "1"])
        assert trace.exists()


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is another thing there")
def test_ctrl_c_stops_cleanly_and_says_how_to_go_on(tmp_path: Path) -> None:
    path, out = tmp_path / "long.toml", tmp_path / "out"
    path.write_text(TWO.replace('"random"', '"minimax:seconds=5"', 1))
    words = ["tournament", str(path), "--out", str(out)]
    with subprocess.Popen(
        [sys.executable, "-m", "millmate", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        until = time.monotonic() + 60
        while not (out / "tournament.toml").exists() and time.monotonic() < until:
            time.sleep(0.1)
        time.sleep(0.5)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers too
        printed, error = process.communicate(timeout=60)
    assert process.returncode == 1
    assert error == (
        f"millmate tournament: stopped; 0 finished games saved; continue with: millmate {words[0]} "
        f"{path} --out {out}\n"
    )
    assert f"journal and reports in {out}" in printed
