"""Reads the contents of the Home page in a thread, and chooses the endings of the day."""

import random
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from millmate import paths
from millmate.errors import MillMateError
from millmate.play.tournament import saved_tournament
from millmate.play.tournament.saved_tournament import TournamentEntry, look
from millmate.play.trainer import course
from millmate.play.trainer.course import Lesson
from millmate.records.recent_games import RecentGame, recent_games

if TYPE_CHECKING:
    from millmate.tablebase.square_map import SquareMap

OFFERED = 3
AT_ONCE = 5.0  # seconds: what takes no longer is built without a question


@dataclass(frozen=True, slots=True)
class Offer:
    """An ending, and its missing tables: their number, bytes, and seconds to build."""

    ending: Lesson
    tables: int = 0
    size: int = 0
    seconds: float = 0.0

    @property
    def ready(self) -> bool:
        """Whether all its tables are there."""
        return not self.tables

    @property
    def quick(self) -> bool:
        """Whether it can be played at once, or after a build of some seconds."""
        return self.seconds <= AT_ONCE


def endings() -> tuple[Lesson, ...]:
    """Return the positions to choose from; a thread asks, as the course has to be read."""
    return tuple(lesson for lesson in course.lessons() if lesson.home)


def of_the_day(day: date, offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """Return three endings, others every day: first those whose tables are there or built soon.

    One is of another game, if that can be played at once.
    """
    drawn = list(offers)
    random.Random(day.toordinal()).shuffle(drawn)
    drawn.sort(key=lambda offer: 0 if offer.ready else 1 if offer.quick else 2)
    chosen, others = drawn[:OFFERED], drawn[OFFERED:]
    games = {_game(offer) for offer in chosen}
    other = (each for each in others if each.quick and _game(each) not in games)
    chosen[-1] = next(other, chosen[-1])
    return tuple(chosen)


def _game(offer: Offer) -> str:
    return offer.ending.position.game.kind


def maps(
    wanted: Iterable[tuple[Lesson, int]],
    directory: Path,
    progress: "Callable[[tuple[Lesson, SquareMap]], object]",
    stopped: Callable[[], bool],
) -> None:
    """Find the values of endings with the man of a place elsewhere, as far as tables have them."""
    from millmate.gui.shell.probe.answers import all_answers

    every = all_answers(directory)
    try:
        for ending, place in wanted:
            with suppress(MillMateError, OSError):  # the board stays bare
                answers = every[ending.position.game.kind]
                for found in answers.maps(ending.position.read(), place):
                    progress((ending, found))
            if stopped():
                return
    finally:
        for answers in every.values():
            answers.close()


_GAMES, _TOURNAMENTS, _TABLES = 4, 3, 3  # the most that are shown
_LOOKED_AT = 12  # tournaments among which an unfinished one is looked for


@dataclass(frozen=True, slots=True)
class News:
    """The contents of the page: the newest first, and the endings of the day.

    `due` counts the drills that are due, `waiting` those that come later; `drilled` is whether
    there was any drill, `unfinished` is the last tournament with games to be played.
    """

    endings: tuple[Offer, ...] = ()
    games: tuple[RecentGame, ...] = ()
    tournaments: tuple[TournamentEntry, ...] = ()
    unfinished: TournamentEntry | None = None
    tables: tuple[str, ...] = ()
    due: int = 0
    waiting: int = 0
    drilled: bool = False


def read(tables: Path, elsewhere: Iterable[Path], day: date, threads: int | None = None) -> News:
    """Return the contents of the page with the endings of `day`.

    `elsewhere` are tournaments outside the user's directory, `threads` those that a build may take.
    """
    offers = [_offer(ending, tables, threads) for ending in endings()]
    tournaments = _tournaments(elsewhere)
    unfinished = next((each for each in tournaments if each.done < each.total), None)
    due, waiting, drilled = _drills(tables)
    return News(
        of_the_day(day, offers),
        tuple(recent_games()[:_GAMES]),
        tuple(tournaments[:_TOURNAMENTS]),
        unfinished,
        _latest_tables(tables),
        due,
        waiting,
        drilled,
    )


def after_build(news: News, tables: Path, threads: int | None = None) -> News:
    """Return `news` with the same endings, and what they lack now: the page is in use."""
    offers = (_offer(each.ending, tables, threads) for each in news.endings)
    return replace(news, endings=tuple(offers))


def _offer(ending: Lesson, tables: Path, threads: int | None) -> Offer:
    from millmate.tablebase import targets
    from millmate.tablebase.by_game import of
    from millmate.tablebase.names import parse, table_of

    target = parse(table_of(ending.position.read()))
    plan = targets.plan([target], tables, of(target).metrics_for(target))
    if not plan.missing:
        return Offer(ending)
    return Offer(ending, len(plan.missing), plan.bytes, plan.elapsed(threads))


def _tournaments(elsewhere: Iterable[Path]) -> list[TournamentEntry]:
    """Return the tournaments played last that can be read."""
    with suppress(OSError):
        usual = saved_tournament.listing()[:_LOOKED_AT]
        others = [each for each in elsewhere if each not in usual and each.is_dir()]
        found = map(look, [*usual, *others[: _LOOKED_AT - len(usual)]])
        return [each for each in found if not each.fault]
    return []


def _latest_tables(directory: Path) -> tuple[str, ...]:
    """Return the names of the tables built last."""
    from millmate.tablebase import store
    from millmate.tablebase.morris import store as morris_store

    built: list[tuple[int, str]] = []
    with suppress(OSError):
        for material in store.materials(directory):
            if store.own(directory, material):  # not what came with the program
                built.append((store.written(directory, material), str(material)))
        for table in morris_store.tables(directory):
            place = morris_store.table_path(directory, table)
            built.append((place.stat().st_mtime_ns, str(table)))
    return tuple(name for _, name in sorted(built, reverse=True)[:_TABLES])


def _drills(tables: Path) -> tuple[int, int, bool]:
    """Return how many failed positions are due, how many are not, and whether there was a drill."""
    from millmate.play.trainer import topics
    from millmate.play.trainer.journal import TrainingJournal
    from millmate.play.trainer.repetition import Deck

    try:
        results = TrainingJournal(paths.training_dir()).read().results
    except MillMateError:  # the page for training reports it
        return 0, 0, False
    names = topics.names(tables) if results else ()
    failed = [each for each in Deck(results).all if each.spec.table in names]
    due = sum(each.due <= datetime.now(UTC) for each in failed)
    return due, len(failed) - due, bool(results)
