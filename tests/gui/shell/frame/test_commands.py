"""Commands, their keys and the page they bring, with the services alone."""

import pytest

from millmate.gui.shell.frame.commands import Command, Commands, KeyBindings, Scope, all_commands
from millmate.gui.shell.frame.navigation import Navigation, Notifications, Page, Panel
from millmate.gui.shell.frame.settings_store import SettingsStore
from millmate.settings import Settings

KNOWN = (
    Command("flip", "Fl&ip", ("F",)),
    Command("quit", "&Quit", ("Ctrl+Q",), scope=Scope.EVERYWHERE),
    Command("new", "&New", ("Ctrl+N",), scope=Scope.TO_BOARD),
    Command("worth", "&Worth", checkable=True),
)


@pytest.fixture
def commands(qapp) -> Commands:
    return Commands(KNOWN, Navigation())


def test_a_command_shows_how_it_stands(commands) -> None:
    state = {"on": False, "able": False}
    commands.bind(
        "worth",
        lambda: state.update(on=True),
        enabled=lambda: state["able"],
        checked=lambda: state["on"],
        text=lambda: "on" if state["on"] else "off",
    )
    action = commands["worth"]
    assert not action.isEnabled()
    assert action.text() == "off"
    state["able"] = True
    commands.refresh()
    action.trigger()
    assert (action.isEnabled(), action.isChecked(), action.text()) == (True, True, "on")
    action.trigger()  # Qt has toggled it, but it is still so
    assert action.isChecked()


def test_a_command_of_the_board_brings_the_board_and_has_its_key_there_alone(qapp) -> None:
    navigation, settings = Navigation(), SettingsStore(Settings())
    commands = Commands(KNOWN, navigation)
    keys = KeyBindings(commands, settings, navigation)
    for name in commands:
        commands.bind(name, lambda: None)

    def given() -> list[str]:
        return [commands[name].shortcut().toString() for name in ("flip", "quit", "new")]

    navigation.show(Page.GAMES)
    assert given() == ["", "Ctrl+Q", "Ctrl+N"]
    settings.set(keys={"flip": "X", "unknown": "Y"})
    assert given()[0] == ""
    assert keys.current("flip") == "X"
    commands["quit"].trigger()
    assert navigation.page is Page.GAMES
    commands["flip"].trigger()
    assert navigation.page is Page.BOARD
    assert given()[0] == "X"
    assert keys.conflict("new", "Ctrl+Q") == "Ctrl+Q is the key of “Quit”."
    assert keys.with_key("flip", "F") == {}


def test_what_starts_something_else_has_its_key_on_every_page() -> None:
    scopes = {command.id: command.scope for command in all_commands()}
    for name in ("settings", "new_game", "open", "paste", "show_training"):
        assert scopes[name] in (Scope.TO_BOARD, Scope.EVERYWHERE), name
    assert scopes["analyse"] is Scope.BOARD_PAGE


def test_a_panel_stands_on_the_page_of_the_board(qapp) -> None:
    navigation, seen = Navigation(), []
    navigation.page_changed.connect(seen.append)
    navigation.panel_changed.connect(seen.append)
    navigation.show(Page.TOURNAMENTS)
    navigation.show(Panel.MOVES)
    navigation.show(Panel.MOVES)
    assert seen == [Page.TOURNAMENTS, Panel.MOVES, Page.BOARD]


def test_a_warning_takes_the_place_of_what_went_well(qapp) -> None:
    notifications, seen = Notifications(), []
    notifications.status_shown.connect(seen.append)
    notifications.dismissed.connect(lambda: seen.append("gone"))
    notifications.status("saved")
    notifications.warn("trouble")
    assert notifications.message == "trouble"
    notifications.dismiss()
    notifications.dismiss()
    assert seen == ["saved", "", "gone"]
