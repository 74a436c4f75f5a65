"""The tournaments' controller with its services alone."""

import pytest
from tests.gui.service_sets import serving

from millmate.gui.navigation import Page
from millmate.gui.tournament.tournament_controller import TournamentController
from millmate.settings import Settings


@pytest.fixture
def made(qtbot, tmp_path):
    with serving(qtbot, tmp_path) as services:
        controller = TournamentController(services)
        services.navigation.page_changed.connect(controller.show_page)
        qtbot.addWidget(controller.place)
        yield services, controller
        controller.close()


def test_the_page_is_made_when_it_is_first_shown_and_its_layout_is_kept(made):
    services, tournaments = made
    settings, navigation, commands = services.settings, services.navigation, services.commands
    assert tournaments.page is None
    assert settings.current.tournament_layout == Settings().tournament_layout
    commands["show_tournaments"].trigger()
    assert navigation.page is Page.TOURNAMENTS
    assert tournaments.making
    assert tournaments.page is not None  # complete, though nothing was waited for
    assert settings.current.tournament_layout == tournaments.page.layout_text()
    commands["show_board"].trigger()
    assert navigation.page is Page.BOARD


def test_a_command_waits_for_the_page(made, qtbot):
    services, tournaments = made
    services.commands["new_tournament"].trigger()
    assert tournaments.making
    qtbot.waitUntil(lambda: not tournaments.making)
    qtbot.waitUntil(lambda: tournaments.page.form.isVisibleTo(tournaments.page))
