"""Where the search's entries come from; nothing here uses widgets."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtGui import QAction, QKeySequence

from millmate.errors import InputError, MillMateError
from millmate.games.catalogue import Position
from millmate.games.chess.material import Material, all_materials
from millmate.games.chess.piece_list import looks_like_list
from millmate.games.lenient_parser import holds_position, parse_leniently
from millmate.gui.kit.errors import sentence
from millmate.gui.kit.form import Choice
from millmate.gui.shell.frame.commands import MENUS, Commands, Submenu, plain_title
from millmate.gui.shell.preferences.items import CATEGORIES, Key
from millmate.language import in_english, mark, tr
from millmate.play.trainer.course import Lesson
from millmate.records.recent_games import RecentGame
from millmate.tablebase.morris.names import pairs
from millmate.tablebase.names import parse, table_of
from millmate.tablebase.table_titles import is_short, table_title

if TYPE_CHECKING:
    from millmate.play.tournament.saved_tournament import TournamentEntry


class Kind(Enum):
    """The kind of an entry; the values are marked texts."""

    COMMAND = mark("Command")
    ENDING = mark("Ending")
    POSITION = mark("Position")
    SETTING = mark("Setting")
    GAME = mark("Recent game")
    TOURNAMENT = mark("Tournament")


@dataclass(frozen=True, slots=True)
class Entry:
    """A thing that can be found and chosen.

    Attributes:
        id: The key that its uses are counted by.
        kind: Its kind.
        title: Its name, in the language in use.
        run: The action for choosing it.
        detail: A remark beside the name.
        keys: The key of a command, as it is shown.
        fault: Why it cannot be chosen now, or "".
        words: More words that it is found by.
    """

    id: str
    kind: Kind
    title: str
    run: Callable[[], object]
    detail: str = ""
    keys: str = ""
    fault: str = ""
    words: str = ""


_NO_MOVES = mark("The game has no moves yet")
_NO_GAME = mark("No game against an opponent is being played")
_REVIEW = mark("Only a game under review can be annotated")
_FIRST, _LAST = mark("This is the first position"), mark("This is the last position")
_VARIATION = mark("The move shown is not in a variation that can be moved")
_MORRIS = mark("Only the board of morris can be turned and mirrored")

_REASONS = {
    "save": _NO_MOVES,
    "save_as": _NO_MOVES,
    "append": _NO_MOVES,
    "analyse_game": mark("No game with moves is under review"),
    "copy_pgn": mark("No game has been started"),
    "copy_link": mark("Lichess has no positions of morris"),
    "copy_server_link": mark("The server has no positions of morris or of Chess960"),
    "copy_sanmill": mark("Sanmill plays morris on three rings only"),
    "copy_sanmill_moves": mark("No game of morris with moves is shown"),
    "type_move": mark("A position is being set up"),
    "move_now": mark("No engine is thinking about its move"),
    "offer_draw": _NO_GAME,
    "claim_draw": mark("No draw can be claimed here"),
    "resign": _NO_GAME,
    "take_back": mark("There is nothing to take back"),
    "redo": mark("Nothing has been taken back"),
    "comment": _REVIEW,
    "strip": _REVIEW,
    "make_main": _VARIATION,
    "promote": _VARIATION,
    "demote": _VARIATION,
    "delete_line": _REVIEW,
    "clear_drawings": mark("Nothing is drawn on this board"),
    "first": _FIRST,
    "previous": _FIRST,
    "next": _LAST,
    "last": _LAST,
    "turn": _MORRIS,
    "mirror": _MORRIS,
    "study": mark("You can already try moves here"),
    "variation_up": mark("A position is being set up"),
    "variation_down": mark("A position is being set up"),
}


def reason(command: str) -> str:
    """Return why the command is disabled, as far as it is known."""
    return tr(_REASONS.get(command, mark("Not available now")))


_MOST_MEN = 5  # in the endings that are offered without being typed in full
_MOST_TYPED = 6
_SETS = ("morris:moving", "morris:placing", "morris:all")


class Openers(Protocol):
    """The actions of the window for an entry."""

    def explore(self, table: str) -> object: ...
    def build(self, table: str) -> object: ...
    def set_up(self, text: str) -> object: ...
    def show_setting(self, name: str) -> object: ...
    def open_game(self, game: RecentGame) -> object: ...
    def show_tournament(self, directory: Path) -> object: ...


@dataclass(frozen=True, slots=True)
class Found:
    """Contents of the disk: tables by code, games, tournaments by name and place, the course."""

    tables: tuple[str, ...] = ()
    games: tuple[RecentGame, ...] = ()
    tournaments: tuple[tuple[str, str, Path], ...] = ()  # name, a remark, directory
    lessons: tuple[Lesson, ...] = ()


def commands(registry: Commands, keys: Callable[[str], str]) -> list[Entry]:
    """Return every command of the menus, also those that are disabled; `keys` finds keys."""
    return [_command(registry, name, menu, group, keys(name)) for name, menu, group in _placed()]


def _placed() -> Iterator[tuple[str, str, str]]:
    """Yield the id of each command with the marked titles of its menu and submenu, "" for none."""
    for menu, items in MENUS.items():
        for item in items:
            if isinstance(item, Submenu):
                yield from ((command.id, menu, item.text) for command in item.commands)
            elif item is not None:
                yield item.id, menu, ""


def _command(registry: Commands, name: str, menu: str, group: str, keys: str) -> Entry:
    action, command = registry[name], registry.known[name]
    title = _plain(action.text())
    if group:
        title = tr("{group}: {command}", group=plain_title(group), command=title)
    with in_english():
        english = plain_title(command.text)
    words = " ".join(dict.fromkeys((plain_title(command.text), english, plain_title(menu))))
    return Entry(
        f"command:{name}",
        Kind.COMMAND,
        title,
        action.trigger,
        detail=_state(action),
        keys=QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText),
        fault="" if action.isEnabled() else reason(name),
        words=words,
    )


def _state(action: QAction) -> str:
    if not action.isCheckable():
        return ""
    return tr("on") if action.isChecked() else tr("off")


def _plain(text: str) -> str:
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")


def offered_tables(found: Found) -> list[str]:
    """Return the tables there are, and those of up to five men and of morris that can be built."""
    return list(dict.fromkeys((*_usual_tables(), *found.tables)))


@cache
def _usual_tables() -> tuple[str, ...]:
    return (*map(str, all_materials(_MOST_MEN)), *map(str, pairs()), *_SETS)


def table(code: str, found: Found, openers: Openers) -> Entry:
    """Return the entry of a table: it is explored if it exists, or else built."""
    there = code in found.tables
    remark = tr("explore the table") if there else tr("build the table")
    detail = f"{code} · {remark}" if is_short(code) else remark
    run = partial(openers.explore if there else openers.build, code)
    return Entry(f"table:{code}", Kind.ENDING, table_title(code), run, detail=detail, words=code)


def typed_table(typed: str) -> str:
    """Return the code that was typed, of a table that can be built, or ""."""
    try:
        target = parse(typed)
    except InputError:
        return ""
    most = isinstance(target, Material) and not 3 <= target.men <= _MOST_TYPED
    return "" if most else str(target)


@cache
def _table_of(position: Position) -> str:
    return table_of(position.read())


def lesson(lesson: Lesson, openers: Openers) -> Entry:
    """Return the entry of a position of the course, found by its names and those of its table."""
    code = _table_of(lesson.position)
    with in_english():
        words = f"{lesson.name} {table_title(code)}"
    words += f" {table_title(code)} {code}"
    run = partial(openers.set_up, lesson.position.named)
    detail = f"{tr(lesson.aim)} · {table_title(code)}"
    return Entry(f"position:{lesson.fen}", Kind.POSITION, lesson.name, run, detail, words=words)


def typed_position(typed: str, openers: Openers) -> Entry | None:
    """Return the typed position with its fault, or None if it is not a position."""
    if not (looks_like_list(typed) or holds_position(typed)):
        return None
    title = tr("Set up this position")
    try:
        found = parse_leniently(typed)
    except MillMateError as error:
        fault = sentence(str(error))
        return Entry("typed", Kind.POSITION, title, _nothing, fault=fault)
    run = partial(openers.set_up, found.position.named if found.named else found.fen)
    return Entry("typed", Kind.POSITION, title, run, detail=_about(found.position))


def _about(position: Position) -> str:
    """Describe a position by the name of its ending."""
    try:
        return table_title(_table_of(position))
    except MillMateError:
        return ""


def _nothing() -> None:
    """Do nothing: an entry with a fault cannot be chosen."""


def settings(openers: Openers) -> list[Entry]:
    """Return every item of the settings but the keys, which are found as commands."""
    found = []
    for category in CATEGORIES:
        for item in category.entries:
            if isinstance(item, Key):
                continue
            options = item.options.values() if isinstance(item, Choice) else ()
            with in_english():
                english = _all(str(item.label), *options)
            words = _all(category.title, *options)
            run = partial(openers.show_setting, item.name)
            words = f"{words} {english} {tr(_SETTINGS)}"
            title, detail = tr(str(item.label)), tr(category.title)
            entry = Entry(f"setting:{item.name}", Kind.SETTING, title, run, detail, words=words)
            found.append(entry)
    return found


_SETTINGS = mark("Settings")


def _all(*titles: str) -> str:
    return " ".join(map(tr, titles))


def games(recent: Iterable[RecentGame], openers: Openers) -> list[Entry]:
    return [
        Entry(
            f"game:{game.place.path}:{game.place.offset}",
            Kind.GAME,
            game.title,
            partial(openers.open_game, game),
            detail=game.place.path.name,
            words=game.place.path.stem,
        )
        for game in recent
    ]


def tournaments(saved: Iterable[tuple[str, str, Path]], openers: Openers) -> list[Entry]:
    return [
        Entry(
            f"tournament:{directory}",
            Kind.TOURNAMENT,
            name,
            partial(openers.show_tournament, directory),
            detail=remark,
        )
        for name, remark, directory in saved
    ]


def look_around(
    tables: Path,
    survey: "Callable[[Callable[[], bool]], Iterable[TournamentEntry]]",
    stopped: Callable[[], bool] = lambda: False,
) -> Found:
    """Return the contents of the disk, with the tournaments that `survey` finds; for a thread."""
    from millmate.play.trainer import course
    from millmate.records.recent_games import recent_games
    from millmate.tablebase.targets import explorable

    names = explorable(tables)
    told = tuple((each.name, each.words, each.directory) for each in survey(stopped))
    return Found(tuple(names), tuple(recent_games()), told, course.lessons())
