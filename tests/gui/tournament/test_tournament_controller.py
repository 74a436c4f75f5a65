"""The tournaments' controller with its services alone."""

import pytest
from PySide6.QtWidgets import QWidget

from millmate.gui.commands import Commands
from millmate.gui.menus import all_commands
from millmate.gui.navigation import Navigation, Page
from millmate.gui.players.engines import Engines
from millmate.gui.settings_store import SettingsStore
from millmate.gui.tournament.tournament_controller import TournamentController
from millmate.settings import Settings


@pytest.fixture
def services(qtbot, tmp_path):
    settings, navigation = SettingsStore(Settings()), Navigation()
    commands = Commands(all_commands(), navigation)
    place = QWidget()
    qtbot.addWidget(place)
    engines = Engines(settings, commands, place)
    controller = TournamentController(settings, navigation, commands, engines, tmp_path)
    navigation.page_changed.connect(controller.show_page)
    qtbot.addWidget(controller.place)
    yield settings, navigation, commands, controller
    controller.close()


def test_the_page_is_made_when_it_is_first_shown(services):
    _, navigation, commands, tournaments = services
    assert tournaments.page is None
    commands["show_tournaments"].trigger()
    assert navigation.page is Page.TOURNAMENTS
    assert tournaments.making
    assert tournaments.page is not None  # complete, though nothing was waited for
    commands["show_board"].trigger()
    assert navigation.page is Page.BOARD


def test_a_command_waits_for_the_page(services, qtbot):
    _, _, commands, tournaments = services
    commands["new_tournament"].trigger()
    assert tournaments.making
    qtbot.waitUntil(lambda: not tournaments.making)
    qtbot.waitUntil(lambda: tournaments.page.form.isVisibleTo(tournaments.page))


def test_the_layout_is_kept_once_there_is_a_page(services):
    settings, _, commands, tournaments = services
    assert settings.current.tournament_layout == Settings().tournament_layout
    commands["show_tournaments"].trigger()
    layout = tournaments.page.layout_text()
    assert settings.current.tournament_layout == layout
