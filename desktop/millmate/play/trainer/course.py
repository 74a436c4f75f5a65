"""The course of endgame theory: named positions in chapters and levels, and the progress in them.

A chapter is a file of `resources/course`, in a folder that is its level. It contains its title and
its positions, each with its texts in every language and its values by tables;
`tests/play/trainer/test_course.py` checks every value against tables.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from millmate.games.catalogue import Position, parse
from millmate.language import current_of, mark
from millmate.play.trainer.drill import LONGEST, DrillResult, DrillSpec, End, Goal, topic_of
from millmate.regular_files import open_regular
from millmate.resources import resource

LEVELS = {
    "chess-1": mark("Chess, level 1"),
    "chess-2": mark("Chess, level 2"),
    "chess-3": mark("Chess, level 3"),
    "morris": mark("Nine men's morris"),
}
_HELD = 8  # moves for which a draw of the course must be held


class Standing(Enum):
    """How well the student has learned a position."""

    NEW = "not started"
    AGAIN = "comes again"  # failed last time
    DUE = "due"
    KNOWN = "known"


@dataclass(frozen=True, slots=True)
class Text:
    """A position's name, why its result is so, and the plan in steps."""

    name: str
    why: str
    plan: tuple[str, ...]


@dataclass(frozen=True, eq=False)  # there is one of each
class Lesson:
    """A named position, with something to reach for the side to move, which the student plays.

    Attributes:
        fen: The position.
        texts: Its texts by language.
        result: 1 if the side to move wins, 0 if it draws.
        plies: The length of the win, None if it is a draw or unknown.
        only: The only move that keeps the result, "" if there are several or it does not matter.
        line: Moves of a good line from here, "" for none.
        other: The result for the other side if it were to move, None where it does not matter.
        also: Other positions that the texts speak of, with the result for the side to move.
        home: Whether Home offers it to play.
    """

    fen: str
    texts: Mapping[str, Text]
    result: int
    plies: int | None = None
    only: str = ""
    line: str = ""
    other: int | None = None
    also: tuple[tuple[str, int], ...] = ()
    home: bool = False

    @property
    def text(self) -> Text:
        """The texts in the language in use."""
        return current_of(self.texts)

    @property
    def name(self) -> str:
        return self.text.name

    @property
    def white(self) -> bool:
        """Whether White is to move."""
        return self.fen.split()[1] == "w"

    @property
    def aim(self) -> str:
        """The task of the side to move, marked for translation."""
        return self.drill.goal.aim.tasks[self.white]

    @property
    def moves(self) -> int | None:
        """The distance of the win in moves of the winning side."""
        return None if self.plies is None else (self.plies + 1) // 2

    @property
    def position(self) -> Position:
        return parse(self.fen)

    @cached_property
    def drill(self) -> DrillSpec:
        """The drill of this position alone."""
        goal = Goal.of(self.result)
        assert goal is not None
        return DrillSpec(topic_of(self.position), goal, moves=_HELD)

    @property
    def kind(self) -> DrillSpec:
        """A drill of positions near this one, with wins about as long."""
        if self.moves is None:
            return self.drill
        low, high = max(1, 2 * self.moves // 3), self.moves + self.moves // 3 + 1
        return DrillSpec(self.drill.table, self.drill.goal, low, min(high, LONGEST))


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of a level: its titles by language, and its positions in the order of learning."""

    level: str
    titles: Mapping[str, str]
    lessons: tuple[Lesson, ...]

    @property
    def title(self) -> str:
        """The title in the language in use."""
        return current_of(self.titles)


@cache
def chapters() -> tuple[Chapter, ...]:
    """Return the course; the first call takes its time, so a thread makes it."""
    folders = (resource("course") / level for level in LEVELS)
    return tuple(_chapter(file) for folder in folders for file in sorted(folder.glob("*.toml")))


def lessons() -> tuple[Lesson, ...]:
    """Return the positions of all chapters in order."""
    return tuple(lesson for chapter in chapters() for lesson in chapter.lessons)


def standings(results: Iterable[DrillResult], now: datetime) -> dict[str, Standing]:
    """Return the progress in the positions of the course, by their FEN.

    `results` are all drills, oldest first; `now` is the time in UTC.
    """
    from millmate.play.trainer.repetition import Deck

    kept = list(results)
    places, known = _places(), learnt(kept)
    found = dict.fromkeys(places.values(), Standing.NEW)
    for each in Deck(kept, places.keys()).all:
        if fen := places.get(each.fen):
            later = Standing.KNOWN if fen in known else Standing.AGAIN
            found[fen] = Standing.DUE if each.due <= now else later
    return found


def learnt(results: Iterable[DrillResult]) -> dict[str, datetime]:
    """Return the positions of the course whose last drill reached its goal, and since when.

    `results` are all drills, oldest first; the times are in UTC. A drill that was left early is
    ignored.
    """
    from millmate.play.trainer.repetition import position_of

    places, found = _places(), dict[str, datetime]()
    for result in results:
        start = places.get(position_of(result.start))
        if start is not None and result.done:
            found.setdefault(start, result.ended)
        elif start is not None and result.end is not End.LEFT:
            found.pop(start, None)
        for fen in result.failed:
            found.pop(places.get(position_of(fen), ""), None)
    return found


@cache
def _places() -> dict[str, str]:
    """Return the positions of the course by what they are with counters reset."""
    from millmate.play.trainer.repetition import position_of

    return {position_of(lesson.fen): lesson.fen for lesson in lessons()}


def _chapter(file: Path) -> Chapter:
    with open_regular(file) as opened:
        content = tomllib.load(opened)
    positions = content.pop("position")
    return Chapter(file.parent.name, content, tuple(map(_lesson, positions)))


def _lesson(content: dict[str, Any]) -> Lesson:
    texts = {code: content.pop(code) for code in [*content] if isinstance(content[code], dict)}
    also = tuple((each["fen"], each["result"]) for each in content.pop("also", ()))
    by_language = {
        code: Text(text["name"], text["why"], tuple(text["plan"])) for code, text in texts.items()
    }
    return Lesson(texts=by_language, also=also, **content)
