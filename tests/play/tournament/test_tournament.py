"""A tournament loses no finished game and plays the same ones, whatever becomes of it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest
from tests.tiers import first, only
from tests.tournaments import (
    MORRIS,
    THREE,
    TWO,
    engine,
    games,
    lines,
    plan_of,
    played,
    with_players,
    worker_processes,
)

from millmate import limits
from millmate.play.duel import drawn_opening
from millmate.play.sealed_jsonl import seal
from millmate.play.tournament import openings, plan_file
from millmate.play.tournament.events import (
    GameBegan,
    GameFinished,
    GameMoved,
    GameRepeated,
    Progress,
    TournamentEnded,
    TournamentEvent,
)
from millmate.play.tournament.journal import NAME, JournalError
from millmate.play.tournament.plan import TournamentPlan
from millmate.play.tournament.tournament import Tournament
from millmate.records import archive


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the tournament THREE was played in one go by one worker."""
    directory = tmp_path_factory.mktemp("undisturbed")
    played(plan_of(THREE), directory, workers=1)
    return directory


def test_the_games_are_the_same_for_any_number_of_workers(
    undisturbed: Path, tmp_path: Path
) -> None:
    played(plan_of(THREE), tmp_path, workers=2)
    assert games(tmp_path) == games(undisturbed)
    assert len(games(tmp_path)) == 12


@pytest.mark.usefixtures("games_here")
def test_games_of_morris_too(tmp_path: Path) -> None:
    played(plan_of(MORRIS), tmp_path / "one", workers=1)
    played(plan_of(MORRIS), tmp_path / "two", workers=2)
    assert games(tmp_path / "one") == games(tmp_path / "two")


@pytest.mark.usefixtures("games_here")
def test_another_seed_plays_other_games(undisturbed: Path, tmp_path: Path) -> None:
    played(plan_of(THREE.replace("seed = 5", "seed = 6")), tmp_path)
    others = [game["moves"] for game in games(tmp_path)]
    assert not any(game["moves"] in others for game in games(undisturbed))


def test_it_stops_while_openings_are_drawn_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred thousand openings by chance take most of a minute."""
    drawn: list[str] = []

    def draw(*what: Any) -> str:
        drawn.append(drawn_opening(*what))
        if len(drawn) == 5:
            tournament.stop()
        return drawn[-1]

    monkeypatch.setattr(openings, "drawn_opening", draw)
    told: list[TournamentEvent] = []
    plan = plan_of(THREE.replace("games = 2", "games = 10_000"))
    tournament = Tournament(plan, tmp_path, on_event=told.append)
    assert not tournament.run()
    assert told == [TournamentEnded(complete=False)]
    assert len(drawn) == 5
    assert [each.name for each in tmp_path.iterdir() if not each.name.startswith(".")] == []


@pytest.mark.usefixtures("games_here")
def test_everything_is_told_in_order(tmp_path: Path) -> None:
    told, tournament = played(plan_of(TWO), tmp_path, workers=2)
    began = [event.spec.number for event in told if isinstance(event, GameBegan)]
    finished = [event.result for event in told if isinstance(event, GameFinished)]
    assert began == [1, 2, 3, 4]
    assert {result.number: result for result in finished} == tournament.results
    assert told[-1] == TournamentEnded(complete=True)
    progress = [event for event in told if isinstance(event, Progress)]
    assert (progress[0].done, progress[-1].done) == (0, 4)
    assert all(event.total == 4 and event.workers == 2 for event in progress)
    assert progress[-1].fraction == 1
    for result in finished:
        moves = [
            event
            for event in told
            if isinstance(event, GameMoved) and event.number == result.number
        ]
        assert [move.text for move in moves] == list(result.moves)[: len(moves)]


def test_a_finished_tournament_is_not_played_again(undisturbed: Path) -> None:
    before = (undisturbed / NAME).read_bytes()
    told, tournament = played(plan_of(THREE), undisturbed)
    assert told == [TournamentEnded(complete=True)]
    assert len(tournament.results) == 12
    assert (undisturbed / NAME).read_bytes() == before


def test_reports_are_made_again_from_the_journal(undisturbed: Path) -> None:
    names = ("report.txt", "games.pgn", "games.csv", "standings.csv", "rounds/round-001.txt")
    before = {name: (undisturbed / name).read_bytes() for name in names}
    for name in names:
        (undisturbed / name).unlink()
    played(plan_of(THREE), undisturbed)
    assert {name: (undisturbed / name).read_bytes() for name in names} == before


def test_the_pgn_holds_every_game(undisturbed: Path) -> None:
    records = archive.load(undisturbed / "games.pgn")
    assert [list(record.moves) for record in records] == [
        list(game["moves"]) for game in games(undisturbed)
    ]


def test_the_directory_holds_the_plan(undisturbed: Path) -> None:
    assert plan_file.load(undisturbed / "tournament.toml") == plan_of(THREE)


def stopped_after(count: int, directory: Path) -> bool:
    """Play THREE, but stop it when so many games are finished; return whether it was complete."""
    seen: list[GameFinished] = []

    def tell(event: TournamentEvent) -> None:
        seen.extend([event] if isinstance(event, GameFinished) else [])
        if len(seen) == count:
            tournament.stop()

    tournament = Tournament(plan_of(THREE), directory, workers=2, on_event=tell)
    return tournament.run()


class TestStopping:
    @pytest.mark.usefixtures("games_here")
    def test_a_stopped_tournament_goes_on_with_the_same_games(
        self, undisturbed: Path, tmp_path: Path
    ) -> None:
        assert not stopped_after(4, tmp_path)
        assert 4 <= len(games(tmp_path)) < 12
        played(plan_of(THREE), tmp_path)
        assert games(tmp_path) == games(undisturbed)

    def test_a_game_without_end_is_given_up(self, tmp_path: Path) -> None:
        plan = with_players(TWO, One="random", Two="minimax:depth=6")  # thinks for hours
        told: list[TournamentEvent] = []

        def tell(event: TournamentEvent) -> None:
            told.append(event)
            if isinstance(event, GameMoved):
                tournament.stop()

        tournament = Tournament(plan, tmp_path, workers=2, on_event=tell)
        assert not tournament.run()
        assert told[-1] == TournamentEnded(complete=False)
        assert games(tmp_path) == []
        assert worker_processes() == []

    @pytest.mark.usefixtures("games_here")
    def test_while_it_is_paused_no_game_begins(self, tmp_path: Path) -> None:
        told: list[TournamentEvent] = []
        resumed_at: list[int] = []

        def tell(event: TournamentEvent) -> None:
            told.append(event)
            if isinstance(event, GameFinished) and not resumed_at:
                tournament.pause()
            if isinstance(event, Progress) and event.paused and not event.running:
                resumed_at.append(len(told))
                tournament.resume()

        tournament = Tournament(plan_of(TWO), tmp_path, workers=1, on_event=tell)
        assert tournament.run()
        finished = next(n for n, event in enumerate(told) if isinstance(event, GameFinished))
        assert not any(isinstance(event, GameBegan) for event in told[finished : resumed_at[0]])
        assert len(games(tmp_path)) == 4

    @pytest.mark.usefixtures("games_here")
    def test_the_number_of_workers_can_be_changed(self, tmp_path: Path) -> None:
        wanted, running = [1], 0
        at_once: list[list[int]] = [[]]  # each time it changed, the games running as one began

        def tell(event: TournamentEvent) -> None:
            nonlocal running
            if isinstance(event, GameBegan):
                running += 1
                at_once[-1].append(running)
            if isinstance(event, GameFinished):
                running -= 1
            if isinstance(event, Progress):
                count = 3 if 3 <= event.done < 6 else 1
                if count != wanted[-1]:
                    wanted.append(count)
                    at_once.append([])
                    tournament.set_workers(count)

        tournament = Tournament(plan_of(THREE), tmp_path, workers=1, on_event=tell)
        assert tournament.run()
        assert wanted == [1, 3, 1]
        assert [max(numbers) for numbers in at_once] == wanted


def begun(plan: Path, directory: Path) -> subprocess.Popen[bytes]:
    """Run the command line."""
    words = [sys.executable, "-m", "millmate", "tournament", str(plan), "--out", str(directory)]
    nowhere = subprocess.DEVNULL
    return subprocess.Popen([*words, "--workers", "2"], stdout=nowhere, stderr=nowhere)


class TestKilling:
    def kill(self, plan: Path, directory: Path, finished: int) -> None:
        """Kill a run -9 once more than so many games are in the journal."""
        journal = directory / NAME
        with begun(plan, directory) as process:
            while process.poll() is None and not (
                journal.exists() and journal.read_bytes().count(b"\n") > 1 + finished
            ):
                time.sleep(0.005)
            process.kill()

    @pytest.mark.thorough
    def test_killed_runs_go_on_with_exactly_the_undisturbed_games(
        self, undisturbed: Path, tmp_path: Path
    ) -> None:
        plan, directory, kept = tmp_path / "plan.toml", tmp_path / "out", b""
        plan.write_text(THREE)
        for finished in (2, 6):
            self.kill(plan, directory, finished)
            now = (directory / NAME).read_bytes()
            assert now.startswith(kept)  # nothing that was finished is touched again
            kept = now[: now.rfind(b"\n") + 1]
        played(plan_of(THREE), directory)
        assert (directory / NAME).read_bytes().startswith(kept)
        assert games(directory) == games(undisturbed)
        reports = [each / "standings.csv" for each in (directory, undisturbed)]
        assert reports[0].read_bytes() == reports[1].read_bytes()

    def test_workers_do_not_outlive_it(self, tmp_path: Path) -> None:
        plan = tmp_path / "plan.toml"
        plan.write_text(THREE.replace("nodes = 40", "seconds = 300"))
        words = [sys.executable, "-m", "millmate", "tournament", str(plan)]
        with subprocess.Popen([*words, "--out", str(tmp_path / "out")]) as process:
            until = time.monotonic() + 60
            family: list[Any] = []
            while len(family) < 3 and time.monotonic() < until:
                time.sleep(0.1)
                family = psutil.Process(process.pid).children(recursive=True)
            time.sleep(0.2)
            os.kill(process.pid, signal.SIGKILL)
        _, alive = psutil.wait_procs(family, timeout=60)
        assert not alive


@pytest.mark.usefixtures("games_here")
class TestJournal:
    @pytest.fixture
    def directory(self, undisturbed: Path, tmp_path: Path) -> Path:
        (tmp_path / NAME).write_bytes((undisturbed / NAME).read_bytes())
        return tmp_path

    @pytest.mark.parametrize("kept", only([1, 40, -1], 40))
    def test_a_line_that_was_cut_off_is_played_again(
        self, undisturbed: Path, directory: Path, kept: int
    ) -> None:
        *whole, last = lines(directory)
        (directory / NAME).write_bytes(b"".join(whole) + last[:kept])
        told, _ = played(plan_of(THREE), directory)
        assert sum(isinstance(event, GameFinished) for event in told) == 1
        assert games(directory) == games(undisturbed)

    @pytest.mark.parametrize("number", [1, 2, 7, 12])
    def test_an_edited_removed_or_moved_line_is_named_and_nothing_is_overwritten(
        self, directory: Path, number: int
    ) -> None:
        content = lines(directory)
        before, (line, after), rest = (
            content[: number - 1], content[number - 1 : number + 1], content[number + 1 :],
        )  # fmt: skip
        changed = line.replace(b"1", b"2", 1).replace(b"e", b"f", 1)
        named = f"line {number}: wrong checksum: this line was changed, or" if number > 1 else NAME
        for edited in ([changed, after], [after], [after, line]):
            (directory / NAME).write_bytes(b"".join([*before, *edited, *rest]))
            with pytest.raises(JournalError, match=named):
                Tournament(plan_of(THREE), directory).run()
            assert lines(directory) == [*before, *edited, *rest]

    def test_a_line_that_stands_twice_is_named(self, directory: Path) -> None:
        content = lines(directory)
        again, last = (json.loads(content[number]) for number in (3, -1))
        del again["crc32c"]
        (directory / NAME).write_bytes(b"".join([*content, seal(again, int(last["crc32c"], 16))]))
        with pytest.raises(JournalError, match=r"line 14: game \d+ appears twice"):
            Tournament(plan_of(THREE), directory).run()

    def test_a_journal_from_when_lines_stood_alone_is_read_and_goes_on(
        self, undisturbed: Path, directory: Path
    ) -> None:
        read = [json.loads(line) for line in lines(directory)]
        read[0]["version"] = 1
        old = [seal({name: line[name] for name in line if name != "crc32c"}) for line in read]
        (directory / NAME).write_bytes(b"".join(old[:8]))
        told, _ = played(plan_of(THREE), directory)
        assert sum(isinstance(event, GameFinished) for event in told) == 5
        assert games(directory) == games(undisturbed)
        assert lines(directory)[:8] == old[:8]

    @pytest.mark.parametrize("name", ["games.pgn", "report.txt", "tournament.toml", "rounds"])
    def test_files_of_others_are_not_overwritten(self, tmp_path: Path, name: str) -> None:
        (tmp_path / name).write_text("mine")
        with pytest.raises(JournalError, match=f"contains {name} but no tournament journal"):
            Tournament(plan_of(TWO), tmp_path).run()
        assert (tmp_path / name).read_text() == "mine"
        assert not (tmp_path / NAME).exists()

    def test_it_grows_no_larger_than_one_that_can_be_read_again(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "LARGEST_JOURNAL", 2500)
        with pytest.raises(JournalError, match="is full: a journal can have 2,500 bytes"):
            Tournament(plan_of(THREE), tmp_path, workers=1).run()
        assert 1000 < (tmp_path / NAME).stat().st_size <= 2500
        assert games(tmp_path)

    @pytest.mark.parametrize("content", [b"", b"notes\n", b'{"a":1}\n'])
    def test_what_is_no_journal_is_left_alone(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / NAME).write_bytes(content)
        with pytest.raises(JournalError, match="is not a tournament journal"):
            Tournament(plan_of(TWO), tmp_path).run()
        assert (tmp_path / NAME).read_bytes() == content

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("games = 2", "games = 3"),
            ("seed = 5", "seed = 7"),
            ("nodes = 40", "nodes = 41"),
            ("chance = 4", "chance = 5"),
            ("depth=1", "depth=2"),
        ],
    )
    def test_another_tournaments_directory_is_refused(
        self, directory: Path, old: str, new: str
    ) -> None:
        before = (directory / NAME).read_bytes()
        with pytest.raises(JournalError, match="holds another tournament, 'Three'"):
            Tournament(plan_of(THREE.replace(old, new)), directory).run()
        assert (directory / NAME).read_bytes() == before
        assert not (directory / "tournament.toml").exists()

    def test_another_name_is_the_same_tournament(self, directory: Path) -> None:
        plan = plan_of(THREE.replace('"Three"', '"Renamed"'))
        told, _ = played(plan, directory)
        assert told == [TournamentEnded(complete=True)]
        assert (directory / "report.txt").read_text().startswith("Renamed")

    def test_two_programs_cannot_play_it_at_once(self, tmp_path: Path) -> None:
        refused: list[str] = []

        def tell(event: TournamentEvent) -> None:
            if isinstance(event, GameBegan) and not refused:
                with pytest.raises(JournalError) as caught:
                    Tournament(plan_of(TWO), tmp_path).run()
                refused.append(str(caught.value))

        assert Tournament(plan_of(TWO), tmp_path, workers=1, on_event=tell).run()
        assert refused[0].startswith("another program is playing the tournament in")


class TestFailures:
    @staticmethod
    def against_random(name: str) -> TournamentPlan:
        return with_players(TWO.replace("games = 4", "games = 2"), Good="random", Bad=engine(name))

    @pytest.mark.usefixtures("games_here")
    @pytest.mark.parametrize(
        "name", first(2, ["illegal_move", "no_engine", "crashes_at_go", "no_move"])
    )
    def test_an_engine_that_fails_in_every_game_loses_them(self, name: str, tmp_path: Path) -> None:
        _, tournament = played(self.against_random(name), tmp_path)
        for result in tournament.results.values():
            loser = result.white if result.failed else result.black
            assert loser.name == "Bad"
            assert result.termination == "a player failed"
            assert "Bad" in result.trouble
            assert result.points == ((0.0, 1.0) if result.failed else (1.0, 0.0))
        assert "Bad failed in every game; in game 1: Bad" in (tmp_path / "report.txt").read_text()

    @pytest.mark.thorough
    def test_an_engine_that_kills_its_worker_loses_after_a_second_try(self, tmp_path: Path) -> None:
        told, tournament = played(self.against_random("kills_its_parent"), tmp_path)
        repeated = [event.number for event in told if isinstance(event, GameRepeated)]
        assert sorted(repeated) == [1, 2]
        for result in tournament.results.values():
            assert (result.white if result.failed else result.black).name == "Bad"
            assert result.trouble == "Bad killed the process it played in, twice"
        assert len(tournament.results) == 2

    def test_a_game_whose_worker_was_killed_is_played_again_the_same(
        self, undisturbed: Path, tmp_path: Path
    ) -> None:
        killed: list[psutil.Process] = []

        def tell(event: TournamentEvent) -> None:
            if isinstance(event, GameMoved) and event.number == 3 and not killed:
                killed.extend(worker_processes())
                for process in killed:
                    process.kill()

        plan = plan_of(THREE)
        tournament = Tournament(plan, tmp_path, workers=2, on_event=tell)
        assert tournament.run()
        assert killed
        assert games(tmp_path) == games(undisturbed)

    @pytest.mark.thorough
    def test_a_worker_killed_between_two_games_is_replaced(self, tmp_path: Path) -> None:
        killed: list[psutil.Process] = []

        def tell(event: TournamentEvent) -> None:
            if isinstance(event, GameFinished) and not killed:  # its worker is idle
                killed.extend(worker_processes())
                for process in killed:
                    process.kill()  # its pool asks how it ended: nobody else may
                time.sleep(0.2)  # so that the pool knows

        tournament = Tournament(plan_of(TWO), tmp_path, workers=1, on_event=tell)
        assert tournament.run()
        assert len(killed) == 1

    @pytest.mark.usefixtures("games_here")
    def test_a_player_that_cannot_go_on_has_lost(self, tmp_path: Path) -> None:
        ending = TWO.replace(
            "[adjudication]",
            '[openings]\npositions = ["8/8/8/3k4/8/8/8/KQ6 w - - 0 1"]\n[adjudication]',
        )
        plan = with_players(ending, Table="table", Chance="random")  # there are no tables
        _, tournament = played(plan, tmp_path)
        for result in tournament.results.values():
            assert (result.white if result.failed else result.black).name == "Table"
            assert result.trouble == "Table: no table for KQvK: build it first"
