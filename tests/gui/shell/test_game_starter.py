"""A position of a table is played against the table."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests.gui.service_sets import serving

from millmate.games.catalogue import parse
from millmate.gui.shell.frame.navigation import Panel
from millmate.gui.shell.game_starter import GameStarter


@pytest.mark.parametrize("turn", ["w", "b"])
def test_the_side_to_move_is_played_by_the_user(qtbot: QtBot, tables: Path, turn: str) -> None:
    men = "KQ6" if turn == "w" else "kq6"
    king = "k" if turn == "w" else "K"
    position = parse(f"8/8/8/3{king}4/8/8/8/{men} {turn} - - 0 1")
    with serving(qtbot, tables) as services:
        GameStarter(services)
        services.links.play_table.emit(position)
        current = services.settings.current
        assert {current.white, current.black} == {"human", "table"}
        assert (current.white if turn == "w" else current.black) == "human"
        assert services.game.live
        assert services.navigation.panel is Panel.MOVES
