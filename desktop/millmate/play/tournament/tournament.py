"""A tournament while it is played: games handed out, results kept, everybody told."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from millmate import cluster, log, machine, paths
from millmate.errors import MillMateError
from millmate.language import tr
from millmate.play.tournament import checks, journal, plan_file, report
from millmate.play.tournament.events import (
    GameBegan,
    GameFinished,
    GameMoved,
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
from millmate.play.tournament.pairing import Pairing, add_all
from millmate.play.tournament.plan import PlanError, TournamentPlan, located
from millmate.play.tournament.saved_tournament import PLAN_NAME
from millmate.play.tournament.schedule import Opening, Schedule, openings_needed, pairing_system
from millmate.play.tournament.standings import SequentialTest
from millmate.play.tournament.worker_pools import (
    DaskWorkers,
    Died,
    Failed,
    News,
    ProcessWorkers,
    Workers,
)
from millmate.players import consent

MOST_WORKERS = 1024
_INTERVAL = 0.5  # seconds between two tellings while moves are played, or openings drawn


def ignore(event: TournamentEvent) -> None:
    """Play a tournament without watching."""


class Tournament:
    """Plays the games of a plan that its directory does not hold yet.

    `run` blocks and tells what happens in its own thread; everything else may be called from any
    thread at any time. A game that is stopped leaves nothing behind and is played again, the same,
    when the tournament goes on.
    """

    def __init__(
        self,
        plan: TournamentPlan,
        directory: Path,
        *,
        tables: Path | None = None,
        workers: int | None = None,
        scheduler: str | None = None,
        on_event: Callable[[TournamentEvent], None] = ignore,
    ) -> None:
        """Prepare a tournament; nothing is written yet.

        Args:
            plan: What is to be played.
            directory: Where it is kept; it is made if need be.
            tables: The directory of tables, None for the user's.
            workers: How many games are played at once, None for as many as there are processors,
                or threads of the cluster.
            scheduler: The address of a Dask scheduler whose workers play, or `cluster.LOCAL` for a
                Dask cluster of this machine, begun and ended by `run`; None for plain processes.
            on_event: Called with what happens.
        """
        self.plan, self.directory = located(plan, Path()), directory
        self._tables = (tables or paths.tables_dir()).absolute()
        self._scheduler, self._tell = scheduler, on_event
        self._wanted = workers
        self._paused = self._stopped = False
        self._memory_kills = machine.oom_kills()
        self._news: queue.SimpleQueue[News | None] = queue.SimpleQueue()  # None: look again
        self._results: dict[int, GameResult] = {}
        self._told: tuple[object, float] = (None, 0.0)  # how far the games were, and when

    @property
    def results(self) -> dict[int, GameResult]:
        """The finished games by number, as far as they are known now."""
        return dict(self._results)

    def stop(self) -> None:
        """Have `run` return soon; games that are not over are given up."""
        self._stopped = True
        self._news.put(None)

    def pause(self) -> None:
        """Begin no other game until `resume`; those that run go on."""
        self._paused = True
        self._news.put(None)

    def resume(self) -> None:
        """Begin games again."""
        self._paused = False
        self._news.put(None)

    def set_workers(self, count: int) -> None:
        """Play so many games at once from now on; games that run are played to their end."""
        self._wanted = max(1, min(count, MOST_WORKERS))
        self._news.put(None)

    def run(self) -> bool:
        """Play; return whether all games are finished. To be called once.

        Reports are written as rounds end, and all of them in the end.

        Raises:
            PlanError: The plan cannot be played.
            ConsentError: Nobody has consented to one of its engines; nothing is written.
            JournalError: The directory is another tournament's, its journal cannot be used, or
                something there would be overwritten.
            ClusterError: The cluster cannot be reached, or has failed.
            MillMateError: Workers die before they can play.
            OSError: The directory cannot be written, or the disk is full.
        """
        checks.check(self.plan)
        consent.check(each.player for each in self.plan.participants)
        self.directory.mkdir(parents=True, exist_ok=True)
        with journal.lock(self.directory):
            kept = self._opened()
            if kept is None:
                self._tell(TournamentEnded(complete=False))
                return False
            self._results = kept.results
            try:
                with log.task(f"tournament in {self.directory}, {len(kept.results)} games kept"):
                    complete = self._play(kept)
            finally:
                kept.close()
            report.write_all(self.directory, self.plan, self._results)
        self._tell(TournamentEnded(complete))
        return complete

    def _opened(self) -> Journal | None:
        """Return the journal, made if there is none, ready to be written; None if stopped."""
        kept = Journal.read(self.directory, self.plan)
        if kept is None:
            self._refuse_to_overwrite()
            openings = self._drawn_openings()
            if openings is None:
                return None
            kept = Journal.begin(self.directory, self.plan, openings)
        kept.open_to_write()
        self._keep_plan()
        return kept

    def _drawn_openings(self) -> list[Opening] | None:
        """Return the openings of a tournament that begins, None if it is stopped meanwhile."""
        found: list[Opening] = []
        told = time.monotonic()
        for opening in openings_of(self.plan, self._tables):
            if self._stopped:
                return None
            found.append(opening)
            if time.monotonic() - told >= _INTERVAL:
                told = time.monotonic()
                self._tell(OpeningsDrawn(len(found), openings_needed(self.plan)))
        return found

    def _refuse_to_overwrite(self) -> None:
        """See that a directory without a journal holds nothing of others that we would write."""
        found = [name for name in report.NAMES if (self.directory / name).exists()]
        if (self.directory / PLAN_NAME).exists() and not self._holds_plan():
            found.append(PLAN_NAME)
        if found:
            raise JournalError(
                tr(
                    "{directory} holds {found} and no journal of a tournament: it would be "
                    "overwritten; choose another directory, or take the file away",
                    directory=self.directory,
                    found=found[0],
                )
            )

    def _holds_plan(self) -> bool:
        """Tell whether the plan is in the directory, as somebody wrote it or as we do."""
        with suppress(PlanError, OSError):
            return plan_file.load(self.directory / PLAN_NAME, checked=False) == self.plan
        return False

    def _keep_plan(self) -> None:
        """Put the plan beside the journal, unless it is there."""
        if not self._holds_plan():
            plan_file.write(self.plan, self.directory / PLAN_NAME)

    def _play(self, kept: Journal) -> bool:
        """Play what is missing; workers are there only if something is."""
        schedule = Schedule(self.plan, kept.openings, self._tables)
        course = _Course(self.plan, schedule, kept)
        if not course.left():
            return True
        with self._hired() as workers:
            return self._direct(course, workers)

    @contextmanager
    def _hired(self) -> Iterator[Workers]:
        """Give those who play, and let go of them in the end."""
        if self._scheduler is None:
            local = ProcessWorkers(self._news.put, machine.processors())
            try:
                yield local
            finally:
                local.close()
            return
        wanted = self._wanted or machine.processors()
        with cluster.open_cluster(self._scheduler, wanted) as connected:
            far = DaskWorkers(self._news.put, connected)
            try:
                yield far
            finally:
                far.close()

    def _direct(self, course: _Course, workers: Workers) -> bool:
        """Hand games out and take results, until nothing is left or nobody wants to go on."""
        while not self._stopped:
            wanted = self._wanted or max(1, workers.usual)
            workers.trim(wanted)
            while not self._paused and len(course.running) < wanted:
                spec = course.next()
                if spec is None:
                    break
                workers.begin(spec)
                self._tell(GameBegan(spec))
            self._tell_progress(course, wanted)
            if not course.left():
                return True
            self._take(self._awaited(), course, workers)
        return not course.left()

    def _tell_progress(self, course: _Course, wanted: int) -> None:
        """Tell how far the games are, if that has changed or was not told for a while."""
        now = time.monotonic()
        state = (len(course.results), tuple(course.running), wanted, self._paused)
        if state != self._told[0] or now - self._told[1] >= _INTERVAL:
            self._told = state, now
            self._tell(course.progress(wanted, self._paused))

    def _awaited(self) -> list[News]:
        """Wait for news and return all that has come; [] if something else is to be looked at."""
        found = [self._news.get()]
        while not self._news.empty():
            found.append(self._news.get())
        return [news for news in found if news is not None]

    def _take(self, all_news: list[News], course: _Course, workers: Workers) -> None:
        for news in all_news:
            if isinstance(news, GameMoved):
                if news.number in course.running:
                    self._tell(news)
            elif isinstance(news, Failed):
                raise news.error
            elif isinstance(news, Died):
                self._take_death(news, course, workers)
            elif news.result is not None:
                self._keep(news.result, course)

    def _keep(self, result: GameResult, course: _Course) -> None:
        """Put a result on the disk, then tell it."""
        if not course.keep(result):
            return
        if result.trouble:
            log.LOG.warning("game %d of %s: %s", result.number, self.directory, result.trouble)
        self._tell(GameFinished(result))
        if course.round_is_over(result.round):
            report.write_round(self.directory, self.plan, self._results, result.round)

    def _take_death(self, news: Died, course: _Course, workers: Workers) -> None:
        """Have the game of a dead worker repeated once, then let it be lost by who did it."""
        spec, side = news.spec, news.side
        log.LOG.warning("game %d of %s: its worker died", spec.number, self.directory)
        short = machine.oom_kills() > self._memory_kills  # which is no player's fault
        if course.may_repeat(spec.number):
            why = "its worker process died" + (", memory had run out" if short else "")
            self._tell(GameRepeated(spec.number, why))
            workers.begin(spec)
            return
        if short:
            raise MillMateError(
                tr(
                    "memory ran out in game {number}, twice; what was finished is kept: close "
                    "other programs, play fewer games at once or give players less memory, and "
                    "run the tournament again to go on",
                    number=spec.number,
                )
            )
        if side is None:
            raise MillMateError(
                tr(
                    "worker processes die before they can play game {number}; what was "
                    "finished is kept: look whether memory is short, and run the tournament "
                    "again to go on",
                    number=spec.number,
                )
            )
        name = (spec.white if side else spec.black).name
        self._keep(
            failure(spec, side, tr("{name} killed the process it played in, twice", name=name)),
            course,
        )


class _Course:
    """Which games are over, which run, and which come next."""

    def __init__(self, plan: TournamentPlan, schedule: Schedule, kept: Journal) -> None:
        self.running: dict[int, float] = {}  # since when
        self._schedule, self._kept = schedule, kept
        self._test = SequentialTest(plan.sprt)
        self._died: set[int] = set()
        self._began = time.monotonic()
        self._played, self._spent = 0, 0.0  # games finished in this run, and their seconds
        self._draw = pairing_system(plan)
        add_all(self._draw, kept.results.values())
        self._test.advance(kept.results)

    @property
    def results(self) -> dict[int, GameResult]:
        """The finished games by number."""
        return self._kept.results

    def next(self) -> GameSpec | None:
        """Return the game to begin now, None if there is none yet, or no more."""
        if self._upcoming() is None:
            return None
        pairing = self._draw.next()
        assert pairing is not None
        self.running[pairing.number] = time.monotonic()
        return replace(self._schedule.spec(pairing), consented=True)  # `Tournament.run` has asked

    def left(self) -> bool:
        """Tell whether games are missing, running ones too that are wanted."""
        last = self._test.last
        wanted = any(last is None or number <= last for number in self.running)
        return wanted or self._upcoming() is not None

    def keep(self, result: GameResult) -> bool:
        """Put a result into the journal; tell whether it was wanted at all."""
        since = self.running.pop(result.number, None)
        if self._test.last is not None and result.number > self._test.last:
            return False
        self._kept.append(result)
        if since is not None:
            self._played += 1
            self._spent += time.monotonic() - since
        self._draw.take(result)
        self._test.advance(self._kept.results)
        return True

    def may_repeat(self, number: int) -> bool:
        """Tell whether a game whose worker has died was not repeated before."""
        first = number not in self._died
        self._died.add(number)
        return first

    def round_is_over(self, number: int) -> bool:
        """Tell whether all games of a round are over, or enough for the sequential test."""
        return self._test.last is not None or self._draw.round_is_over(number)

    def progress(self, workers: int, paused: bool) -> Progress:
        """Return how far the tournament is."""
        now, done = time.monotonic(), len(self._kept.results)
        total = done if self._test.last is not None else self._draw.total
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
        """Return the game that comes next, None if none is known or wanted."""
        pairing, last = self._draw.peek(), self._test.last
        return None if pairing is None or (last is not None and pairing.number > last) else pairing
