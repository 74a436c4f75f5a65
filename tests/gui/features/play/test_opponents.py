"""Opponents as tiles: one click chooses who plays the other side."""

import pytest
from tests.gui.sharing import visit
from tests.gui.windows import Visitor

ENDING = "8/8/8/8/3k4/8/8/KBN5 w - - 0 1"


def chosen(v: Visitor) -> tuple[str, str]:
    specs = v.window.setup.specs
    return str(specs[True]), str(specs[False])


def on(v: Visitor) -> list[str]:
    tiles = v.window.setup.opponents.tiles
    return [key for key, tile in tiles.items() if tile.isChecked()]


def test_a_tile_chooses_the_opponent_and_the_side_is_kept(qtbot, tables) -> None:
    with visit(qtbot, tables, start_fen=ENDING) as v:
        v.do("show_setup")
        sheet = v.window.setup.opponents
        for key, text in (
            ("problems", "table:style=problems"),
            ("strong", "strong:seconds=1"),
            ("person", "strong:elo=1500"),
            ("table", "table"),
        ):
            sheet.tiles[key].click()
            assert chosen(v) == ("human", text)
            assert on(v) == [key]
        sheet.side.buttons[False].click()
        assert chosen(v) == ("table", "human")
        sheet.tiles["person"].click()
        assert chosen(v) == ("strong:elo=1500", "human")
        assert on(v) == ["person"]


def test_the_slider_sets_how_strong_a_person_is(qtbot, tables) -> None:
    with visit(qtbot, tables, start_fen=ENDING) as v:
        v.do("show_setup")
        sheet = v.window.setup.opponents
        assert not sheet.level.isVisible()
        sheet.tiles["person"].click()
        assert sheet.level.isVisible()
        sheet.level.setValue(sheet.level.minimum())
        weakest = chosen(v)
        sheet.level.setValue(sheet.level.maximum())
        strongest = chosen(v)
        assert weakest == ("human", "strong:elo=600")
        assert strongest[1].startswith("strong:elo=2")
        assert on(v) == ["person"]


def test_two_people_share_the_friend_s_tile_and_two_programs_have_none(qtbot, tables) -> None:
    with visit(qtbot, tables, start_fen=ENDING) as v:
        v.do("show_setup")
        sheet = v.window.setup.opponents
        sheet.tiles["human"].click()
        assert chosen(v) == ("human", "human")
        assert on(v) == ["human"]
        for side in (True, False):
            v.window.setup.players[side].choose("table")
        assert on(v) == []


def test_only_opponents_that_can_play_the_game_are_offered(qtbot) -> None:
    with visit(qtbot, game="chess", start="initial", black="human") as v:
        v.do("show_setup")
        tiles = v.window.setup.opponents.tiles
        shown = [key for key, tile in tiles.items() if not tile.isHidden()]
        assert shown == ["person", "strong", "human"]


@pytest.mark.thorough
def test_how_a_perfect_opponent_defends_is_kept(qtbot, tables) -> None:
    with visit(qtbot, tables, start_fen=ENDING, black="table:rule50=off,style=theory") as v:
        assert chosen(v)[1] == "table:rule50=off,style=theory"
        v.window.setup.players[False].choose("table")
        assert chosen(v)[1] == "table"
