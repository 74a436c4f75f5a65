"""Runs a tournament: hands out games, saves their results, and emits events."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from millmate import cluster, log, machine, paths
from millmate.errors import MillMateError
from millmate.jobs.pool import Died
from millmate.language import tr
from millmate.play.tournament import checks, journal, plan_file, report
from millmate.play.tournament.events import (
    GameBegan,
    GameFinished,
    GameRepeated,
    OpeningsDrawn,
    Progress,
    TournamentEnded,
    TournamentEvent,
)
from millmate.play.tournament.game import GameResult, GameSpec
from millmate.play.tournament.game_runner import failure
from millmate.play.tournament.journal import Journal, JournalError
from millmate.play.tournament.openings import openings_of
from millmate.play.tournament.pairing import Pairing
from millmate.play.tournament.plan import PlanError, TournamentPlan, located
from millmate.play.tournament.saved_tournament import PLAN_NAME
from millmate.play.tournament.schedule import Opening, Schedule, openings_needed, pairing_system
from millmate.play.tournament.standings import SequentialTest
from millmate.play.tournament.worker_pools import DaskWorkers, News, ProcessWorkers, Workers
from millmate.players import consent

MOST_WORKERS = 1024
_INTERVAL = 0.5  # seconds between two events while moves are played or openings drawn


class Tournament:
    """Plays those games of a plan that its directory does not hold yet.

    `run` blocks and emits events in its own thread; everything else may be called from any thread
    at any time. A stopped game leaves nothing behind and is played again, identically, when the
    tournament is continued.
    """

    def __init__(
        self,
        plan: TournamentPlan,
        directory: Path,
        *,
        tables: Path | None = None,
        workers: int | None = None,
        scheduler: str | None = None,
        on_event: Callable[[TournamentEvent], None] = lambda event: None,
    ) -> None:
        """Prepare a tournament; nothing is written yet.

        Args:
            plan: The tournament's plan.
            directory: Where to save it; created if necessary.
            tables: The directory of tables, None for the user's.
            workers: How many games to play at once, None for the number of processors or of the
                cluster's threads.
            scheduler: The address of a Dask scheduler whose workers play, or `cluster.LOCAL` for a
                Dask cluster on this machine, which lives as long as `run`; None for processes.
            on_event: Called with each event.
        """
        self.plan, self.directory = located(plan, Path()), directory
        self._tables = (tables or paths.tables_dir()).absolute()
        self._scheduler, self._emit = scheduler, on_event
        self._wanted = workers
        self._paused = self._stopped = False
        self._memory_kills = machine.oom_kills()
        self._news: queue.SimpleQueue[News] = queue.SimpleQueue()  # None just wakes `run`
        self._results: dict[int, GameResult] = {}
        self._emitted: tuple[object, float] = (None, 0.0)  # the last progress emitted, and when

    @property
    def results(self) -> dict[int, GameResult]:
        """The finished games so far, by number."""
        return dict(self._results)

    def stop(self) -> None:
        """Make `run` return soon; unfinished games are given up."""
        self._stopped = True
        self._news.put(None)

    def pause(self) -> None:
        """Start no game until `resume`; running games continue."""
        self._paused = True
        self._news.put(None)

    def resume(self) -> None:
        """Start games again."""
        self._paused = False
        self._news.put(None)

    def set_workers(self, count: int) -> None:
        """Play `count` games at once from now on; running games are finished."""
        self._wanted = max(1, min(count, MOST_WORKERS))
        self._news.put(None)

    def run(self) -> bool:
        """Play, and return whether all games are finished. Call this once.

        Reports are written after each round, and all of them at the end.

        Raises:
            PlanError: The plan cannot be played.
            ConsentError: The user has not consented to one of its engines; nothing is written.
            JournalError: The directory belongs to another tournament, its journal cannot be used,
                or a file there would be overwritten.
            ClusterError: The cluster cannot be reached or has failed.
            MillMateError: Workers die before they can play.
            OSError: The directory cannot be written, or the disk is full.
        """
        checks.check(self.plan)
        consent.check(each.player for each in self.plan.participants)
        self.directory.mkdir(parents=True, exist_ok=True)
        with journal.lock(self.directory):
            kept = self._open_journal()
            if kept is None:
                self._emit(TournamentEnded(complete=False))
                return False
            self._results = kept.results
            try:
                with log.task(f"tournament in {self.directory}, {len(kept.results)} games kept"):
                    complete = self._play(kept)
            finally:
                kept.close()
            report.write_all(self.directory, self.plan, self._results)
        self._emit(TournamentEnded(complete))
        return complete

    def _open_journal(self) -> Journal | None:
        """Return the journal, created if necessary and open to write; None if stopped."""
        kept = Journal.read(self.directory, self.plan)
        if kept is None:
            self._refuse_to_overwrite()
            openings = self._draw_openings()
            if openings is None:
                return None
            kept = Journal.create(self.directory, self.plan, openings)
        kept.open_to_write()
        self._save_plan()
        return kept

    def _draw_openings(self) -> list[Opening] | None:
        """Return the openings of a new tournament, None if it is stopped meanwhile."""
        found: list[Opening] = []
        told = time.monotonic()
        for opening in openings_of(self.plan, self._tables):
            if self._stopped:
                return None
            found.append(opening)
            if time.monotonic() - told >= _INTERVAL:
                told = time.monotonic()
                self._emit(OpeningsDrawn(len(found), openings_needed(self.plan)))
        return found

    def _refuse_to_overwrite(self) -> None:
        """Check that a directory without a journal holds no file that we would overwrite."""
        found = [name for name in report.NAMES if (self.directory / name).exists()]
        if (self.directory / PLAN_NAME).exists() and not self._holds_plan():
            found.append(PLAN_NAME)
        if found:
            raise JournalError(
                tr(
                    "{directory} contains {found} but no tournament journal, and it would be "
                    "overwritten: choose another directory, or move the file away",
                    directory=self.directory,
                    found=found[0],
                )
            )

    def _holds_plan(self) -> bool:
        """Return whether the plan is in the directory, however it is written."""
        with suppress(PlanError, OSError):
            return plan_file.load(self.directory / PLAN_NAME, checked=False) == self.plan
        return False

    def _save_plan(self) -> None:
        """Save the plan beside the journal, unless it is there."""
        if not self._holds_plan():
            plan_file.write(self.plan, self.directory / PLAN_NAME)

    def _play(self, kept: Journal) -> bool:
        """Play the missing games; workers start only if there are any."""
        schedule = Schedule(self.plan, kept.openings, self._tables)
        games = _GameQueue(self.plan, schedule, kept)
        if not games.left():
            return True
        with self._workers() as workers:
            return self._run_games(games, workers)

    @contextmanager
    def _workers(self) -> Iterator[Workers]:
        """Yield the workers, and release them at the end."""
        if self._scheduler is None:
            with closing(ProcessWorkers(self._news.put, machine.processors())) as pool:
                yield pool
            return
        wanted = self._wanted or machine.processors()
        with (
            cluster.open_cluster(self._scheduler, wanted) as connected,
            closing(DaskWorkers(self._news.put, connected)) as dask,
        ):
            yield dask

    def _run_games(self, games: _GameQueue, workers: Workers) -> bool:
        """Hand out games and collect results until none is left or the tournament is stopped."""
        while not self._stopped:
            wanted = self._wanted or max(1, workers.usual)
            workers.resize(wanted)
            while not self._paused and len(games.running) < wanted:
                spec = games.next()
                if spec is None:
                    break
                workers.start(spec)
                self._emit(GameBegan(spec))
            self._emit_progress(games, wanted)
            if not games.left():
                return True
            self._handle(self._awaited(), games, workers)
        return not games.left()

    def _emit_progress(self, games: _GameQueue, wanted: int) -> None:
        """Emit the progress if it has changed, or after a while."""
        now = time.monotonic()
        state = (len(games.results), tuple(games.running), wanted, self._paused)
        if state != self._emitted[0] or now - self._emitted[1] >= _INTERVAL:
            self._emitted = state, now
            self._emit(games.progress(wanted, self._paused))

    def _awaited(self) -> list[News]:
        """Wait for news and return all of it."""
        found = [self._news.get()]
        while not self._news.empty():
            found.append(self._news.get())
        return found

    def _handle(self, all_news: list[News], games: _GameQueue, workers: Workers) -> None:
        for news in all_news:
            match news:
                case list():
                    for moved in news:
                        if moved.number in games.running:
                            self._emit(moved)
                case Exception():
                    raise news
                case Died():
                    self._handle_death(news, games, workers)
                case GameResult():
                    self._keep(news, games)

    def _keep(self, result: GameResult, games: _GameQueue) -> None:
        """Save a result, then report it."""
        if not games.keep(result):
            return
        if result.trouble:
            log.LOG.warning("game %d of %s: %s", result.number, self.directory, result.trouble)
        self._emit(GameFinished(result))
        if games.round_is_over(result.round):
            report.write_round(self.directory, self.plan, self._results, result.round)

    def _handle_death(self, news: Died, games: _GameQueue, workers: Workers) -> None:
        """Repeat the game of a dead worker once; the second time, the culprit loses it."""
        spec, side = news.question, None if news.mark < 0 else bool(news.mark)
        log.LOG.warning("game %d of %s: its worker died", spec.number, self.directory)
        short = machine.oom_kills() > self._memory_kills  # not a player's fault
        if games.may_repeat(spec.number):
            why = "its worker process died" + (", memory had run out" if short else "")
            self._emit(GameRepeated(spec.number, why))
            workers.start(spec)
            return
        if short:
            raise MillMateError(
                tr(
                    "memory ran out twice in game {number}; finished games are kept: close "
                    "other programs, play fewer games at once or give players less memory, and "
                    "run the tournament again to continue",
                    number=spec.number,
                )
            )
        if side is None:
            raise MillMateError(
                tr(
                    "worker processes die before they can play game {number}; finished games "
                    "are kept: check whether memory is short, and run the tournament again to "
                    "continue",
                    number=spec.number,
                )
            )
        name = (spec.white if side else spec.black).name
        self._keep(
            failure(spec, side, tr("{name} killed the process it played in, twice", name=name)),
            games,
        )


class _GameQueue:
    """Keeps track of finished, running and upcoming games."""

    def __init__(self, plan: TournamentPlan, schedule: Schedule, kept: Journal) -> None:
        self.running: dict[int, float] = {}  # since when
        self._schedule, self._kept = schedule, kept
        self._test = SequentialTest(plan.sprt)
        self._died: set[int] = set()
        self._began = time.monotonic()
        self._played, self._spent = 0, 0.0  # games finished in this run, and their time
        self._pairings = pairing_system(plan)
        self._pairings.add(*kept.results.values())
        self._test.advance(kept.results)

    @property
    def results(self) -> dict[int, GameResult]:
        return self._kept.results

    def next(self) -> GameSpec | None:
        """Return the next game to start now, or None."""
        if self._upcoming() is None:
            return None
        pairing = self._pairings.next()
        assert pairing is not None
        self.running[pairing.number] = time.monotonic()
        return replace(self._schedule.spec(pairing), consented=True)  # `Tournament.run` has asked

    def left(self) -> bool:
        """Return whether games are missing, including running games that are wanted."""
        return self._test.last is None and (bool(self.running) or self._upcoming() is not None)

    def keep(self, result: GameResult) -> bool:
        """Add a result to the journal, and return whether it was wanted."""
        since = self.running.pop(result.number, None)
        if self._test.last is not None:  # which all games up to that one have decided
            return False
        self._kept.append(result)
        if since is not None:
            self._played += 1
            self._spent += time.monotonic() - since
        self._pairings.add(result)
        self._test.advance(self._kept.results)
        return True

    def may_repeat(self, number: int) -> bool:
        """Return whether the worker of a game has died for the first time."""
        first = number not in self._died
        self._died.add(number)
        return first

    def round_is_over(self, number: int) -> bool:
        """Return whether a round is over, or the sequential test is decided."""
        return self._test.last is not None or self._pairings.round_is_over(number)

    def progress(self, workers: int, paused: bool) -> Progress:
        now, done = time.monotonic(), len(self._kept.results)
        total = done if self._test.last is not None else self._pairings.total
        return Progress(
            done=done,
            total=total,
            running=tuple(self.running),
            workers=workers,
            paused=paused,
            seconds=now - self._began,
            seconds_left=self._seconds_left(total - done, workers, now),
        )

    def _seconds_left(self, games: int, workers: int, now: float) -> float | None:
        if not self._played:
            return None
        a_game = self._spent / self._played
        begun = sum(min(now - since, a_game) for since in self.running.values())
        return max(0.0, games * a_game - begun) / max(1, min(workers, games))

    def _upcoming(self) -> Pairing | None:
        """Return the next pairing, None if none is known or wanted."""
        return self._pairings.peek() if self._test.last is None else None
