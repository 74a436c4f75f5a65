"""Everything the window can do is found by its name or a part of it, and run when chosen."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from tests.tiers import first

from millmate.games.catalogue import parse
from millmate.gui.kit.translator import translator
from millmate.gui.shell.frame.commands import Commands, all_commands, plain_title
from millmate.gui.shell.frame.navigation import Navigation
from millmate.gui.shell.preferences.items import ENTRIES
from millmate.gui.shell.search.search_controller import Finder, Usage
from millmate.gui.shell.search.sources import _REASONS, Entry, Found, Kind
from millmate.language import tr
from millmate.play.trainer import course
from millmate.records.archive import GamePlace
from millmate.records.recent_games import RecentGame

LESSONS = course.lessons()
COMMANDS = {command.id: command for command in all_commands()}
GAME = RecentGame("Anna – Bela · 1-0", GamePlace.of(Path("/games/club.pgn"), 0, b"x"))
FOUND = Found(
    ("KBNvK", "KQvK", "KRPvKR", "morris:5-4"),
    (GAME,),
    (("Friday night", "Chess, 4 players", Path("/cups/friday")),),
    LESSONS,
)


@dataclass
class Asked:
    """Notes what the window was asked to do."""

    said: list[tuple[str, object]] = field(default_factory=list)

    def explore(self, table: str) -> None:
        self.said.append(("explore", table))

    def build(self, table: str) -> None:
        self.said.append(("build", table))

    def set_up(self, position: object) -> None:
        self.said.append(("set up", str(position)))

    def show_setting(self, name: str) -> None:
        self.said.append(("setting", name))

    def open_game(self, game: RecentGame) -> None:
        self.said.append(("game", game))

    def show_tournament(self, directory: Path) -> None:
        self.said.append(("tournament", directory))


class Searcher:
    """Types into a finder over the real registry, whose commands only note that they ran."""

    def __init__(self, commands: Commands, ran: list[str]) -> None:
        self.asked, self.commands, self.ran = Asked(), commands, ran
        self.finder = Finder(
            self.commands,
            lambda name: next(iter(COMMANDS[name].keys), ""),
            self.asked,
            Usage(),
            lambda: date(2026, 11, 23),
        )
        self.finder.refresh(FOUND)

    def find(self, typed: str) -> list[Entry]:
        return self.finder.find(typed)

    def choose(self, typed: str) -> Entry:
        """Choose the first entry found."""
        entry = self.find(typed)[0]
        assert not entry.fault
        self.finder.note(entry)
        entry.run()
        return entry


@pytest.fixture(scope="module")
def registry(qapp: QApplication) -> tuple[Commands, list[str]]:
    """Return the commands of the menus, and the list of those that ran."""
    commands, ran = Commands(all_commands(), Navigation()), list[str]()
    for name in commands:
        commands.bind(name, lambda name=name: ran.append(name))
    return commands, ran


@pytest.fixture
def s(registry: tuple[Commands, list[str]]) -> Iterator[Searcher]:
    commands, ran = registry
    ran.clear()
    yield Searcher(commands, ran)
    for action in commands.values():
        action.setEnabled(True)
        action.setChecked(False)
    translator.set_language("en")


@pytest.fixture(params=first(1, ["en", "de"]))
def spoken(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[str]:
    translator.set_language(request.param)
    yield request.param
    translator.set_language("en")


# --- commands ---------------------------------------------------------------------------------


def test_every_command_is_found_by_its_title_and_run(spoken: str, s: Searcher) -> None:
    for name, command in COMMANDS.items():
        title = plain_title(command.text)
        named = [entry for entry in s.find(title) if entry.id == f"command:{name}"]
        assert named, title
        named[0].run()
    assert s.ran == [*COMMANDS]


def test_every_command_is_found_by_a_part_of_its_title(s: Searcher) -> None:
    for number, (name, command) in enumerate(COMMANDS.items()):
        title = plain_title(command.text)
        parts = title[: max(4, len(title) // 2)], title.split()[-1], title.upper()
        typed = parts[number % len(parts)]
        assert f"command:{name}" in [entry.id for entry in s.find(typed)], typed


def test_a_commands_key_and_state_stand_beside_it(s: Searcher) -> None:
    s.commands["worth"].setChecked(True)
    s.finder.refresh()
    flip, worth = s.find("flip the board")[0], s.find("values of moves")[0]
    assert (flip.keys, worth.keys, worth.detail) == ("F", "W", "on")


def test_commands_of_a_submenu_say_what_they_belong_to(s: Searcher) -> None:
    titles = [entry.title for entry in s.find("deutsch")]
    assert titles[0] == "Language: Deutsch"


def test_disabled_commands_stand_last_and_say_why(s: Searcher) -> None:
    s.commands["save"].setEnabled(False)
    s.finder.refresh()
    found = s.find("save the game")
    assert found[-1].id == "command:save"
    assert found[-1].fault == "The game has no moves yet"
    assert not found[0].fault


def test_reasons_are_given_for_commands_that_there_are() -> None:
    assert set(_REASONS) <= set(COMMANDS)


# --- endings and positions --------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed", ["KRPvKR", "krpkr", "rook pawn rook", "Rook and pawn against rook"]
)
def test_a_table_that_exists_is_explored(s: Searcher, typed: str) -> None:
    entry = s.choose(typed)
    assert (entry.kind, entry.title) == (Kind.ENDING, "Rook and pawn against rook")
    assert s.asked.said == [("explore", "KRPvKR")]


@pytest.mark.parametrize(
    ("typed", "code"),
    [("two knights against pawn", "KNNvKP"), ("KRPPvKR", "KRPPvKR"), ("6-5", "morris:6-5")],
)
def test_a_table_that_does_not_exist_is_built(s: Searcher, typed: str, code: str) -> None:
    s.choose(typed)
    assert s.asked.said == [("build", code)]


def test_in_german_an_ending_is_found_by_its_german_name(s: Searcher) -> None:
    translator.set_language("de")
    s.finder.refresh()
    assert s.choose("turm bauer turm").title == "Turm und Bauer gegen Turm"


FAMOUS = {
    "Lucena position", "Vančura position", "Réti's study", "Saavedra position", "Trébuchet",
    "Centurini position", "Umbrella", "Shouldering",
}  # fmt: skip


def test_a_named_position_is_set_up(spoken: str, s: Searcher) -> None:
    famous = [each for each in LESSONS if each.texts["en"].name in FAMOUS]
    assert len(famous) == len(FAMOUS)
    for named in famous:
        s.choose(named.name)
        assert s.asked.said[-1] == ("set up", parse(named.fen).named)


def test_positions_of_morris_are_found_too(s: Searcher) -> None:
    assert s.choose("all fly").kind is Kind.POSITION


@pytest.mark.parametrize(
    ("typed", "fen", "about"),
    [
        (
            "8/8/8/8/3k4/8/8/KBN5 w - - 0 1",
            "8/8/8/8/3k4/8/8/KBN5 w - - 0 1",
            "Bishop and knight against king",
        ),
        (
            "Kc2 Nd3 Bf1 / Ka1",
            "8/8/8/8/8/3N4/2K5/k4B2 w - - 0 1",
            "Bishop and knight against king",
        ),
        (
            ".B.W..../W..B.W../.B...... w 0 0 0 1",
            ".B.W..../W..B.W../.B...... w 0 0 0 1",
            "Morris, 3 against 3 stones",
        ),
    ],
)
def test_a_typed_position_is_set_up(s: Searcher, typed: str, fen: str, about: str) -> None:
    entry = s.choose(typed)
    assert (entry.title, entry.detail) == ("Set up this position", about)
    assert s.asked.said == [("set up", fen)]


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("Kc2 Nd3 / Kc2", "There are two pieces on c2."),
        ("Kc2 Nd3", "Write White's pieces, a stroke, and Black's, such as Kc2 Nd3 Bf1 / Ka1."),
        ("Kc2 Xd3 / Ka1", None),
        ("8/8/8/8/3k4/8/8", None),
    ],
)
def test_a_wrong_position_says_what_is_wrong(s: Searcher, typed: str, fault: str | None) -> None:
    found = s.find(typed)
    assert all(entry.fault for entry in found if entry.id == "typed")
    if fault is not None:
        assert [entry.fault for entry in found] == [fault]


# --- settings, games, tournaments -------------------------------------------------------------


def test_every_setting_is_found_by_its_title(spoken: str, s: Searcher) -> None:
    for name, item in ENTRIES.items():
        title = tr(str(item.label))
        found = [entry for entry in s.find(title) if entry.id == f"setting:{name}"]
        assert found, title
        found[0].run()
        assert s.asked.said[-1] == ("setting", name)


def test_a_setting_is_found_by_what_it_can_be(s: Searcher) -> None:
    assert "setting:pieces" in [entry.id for entry in s.find("silhouettes")]


def test_recent_games_and_tournaments_are_opened(s: Searcher) -> None:
    s.choose("anna bela")
    s.choose("friday")
    assert s.asked.said == [("game", GAME), ("tournament", Path("/cups/friday"))]


# --- the order --------------------------------------------------------------------------------


def test_what_is_chosen_often_comes_first(s: Searcher) -> None:
    before = [entry.id for entry in s.find("new")]
    other = next(entry for entry in s.find("new") if entry.id == before[1])
    for _ in range(3):
        s.finder.note(other)
    assert s.find("new")[0].id == before[1]


def test_before_anything_is_typed_what_was_used_stands_first(s: Searcher) -> None:
    proposed = s.find("")
    assert [entry.kind for entry in proposed[:1]] == [Kind.GAME]
    assert len(proposed) > 5
    s.choose("KRPvKR")
    assert s.find("")[0].title == "Rook and pawn against rook"


def test_uses_are_kept(s: Searcher) -> None:
    s.choose("flip the board")
    assert list(s.finder.saved_usage()) == ["command:flip"]
    s.choose("Kc2 Nd3 Bf1 / Ka1")
    assert list(s.finder.saved_usage()) == ["command:flip"]


@pytest.mark.parametrize("typed", ["xyzzy", "?!", "\0", "🙂", "a" * 300])
def test_anything_may_be_typed(s: Searcher, typed: str) -> None:
    assert s.find(typed) == []
