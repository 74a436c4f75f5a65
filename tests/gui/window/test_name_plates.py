"""Name plates are as wide as the board, and tell whose move it is and who has more."""

import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot
from tests.gui.sharing import visit

from millmate.gui.boards.player_strip import PlayerStrip
from millmate.gui.kit import theme

AHEAD = "3r4/8/3k4/8/4P3/3KR3/8/8 w - - 0 1"
UNEVEN = "8/8/3k4/3b4/8/3KR3/8/8 w - - 0 1"
MORRIS = "WWW....B/.B....B./........ w 0 0 0 20"


@pytest.mark.parametrize("fen", [AHEAD, MORRIS])
@pytest.mark.parametrize(
    "size", [(1500, 700), pytest.param((1024, 900), marks=pytest.mark.thorough)]
)
def test_the_plates_are_flush_with_the_board(qtbot: QtBot, fen: str, size: tuple[int, int]) -> None:
    with visit(qtbot, white="human", black="human") as v:
        v.window.resize(*size)
        v.window.workspace.set_up(fen)
        board, column = v.board, v.window.stage

        def flush() -> bool:
            frame = board.board_geometry.board.toRect()
            trays = round(board.board_geometry.tray_width)
            trays += theme.GRID if trays else 0
            frame = frame.translated(board.mapTo(column, QPoint()))
            pieces = v.window.views.current.editor.palettes  # at the right ends of the plates
            plates = [
                strip.geometry().united(pieces[side].geometry())
                for strip, side in ((column.above, False), (column.below, True))
            ]
            sides = {(plate.left(), plate.right()) for plate in plates}
            gap = frame.top() - column.above.geometry().bottom()
            return sides == {(frame.left(), frame.right() - trays)} and 0 < gap < 12

        v.wait(flush)


def test_the_plates_tell_the_material(qtbot: QtBot) -> None:
    with visit(qtbot) as v:
        above, below = v.window.stage.above.material, v.window.stage.below.material
        v.window.workspace.set_up(AHEAD)
        assert (below.text(), above.text()) == ("♙ +1", "")
        assert below.accessibleName() == "white pawn, 1 point ahead"
        v.window.workspace.set_up(UNEVEN)
        assert (below.text(), above.text()) == ("♖ +2", "♝")
        assert above.accessibleName() == "black bishop"
        v.window.workspace.set_up(MORRIS)
        assert (below.text(), above.text()) == ("6 stones taken", "6 stones taken")


def test_a_long_name_is_shortened_and_said_in_full(qtbot: QtBot) -> None:
    strip = PlayerStrip()
    qtbot.addWidget(strip)
    strip.resize(200, 30)
    strip.show()
    strip.show_side(True, "Somebody with a very long name indeed", "to move", True)
    full = "White: Somebody with a very long name indeed"
    assert "…" in strip.name.text()
    assert (strip.name.accessibleName(), strip.name.toolTip()) == (full, full)
    assert strip.name.geometry().right() < strip.doing.geometry().left()
    strip.resize(700, 30)
    assert strip.name.text() == full


def test_nobody_is_to_move_where_an_earlier_position_is_shown(qtbot: QtBot) -> None:
    with visit(qtbot, start_fen=UNEVEN, white="human", black="human") as v:
        v.press_play()
        v.move("Kd4")
        strips = v.window.stage.above, v.window.stage.below
        assert [strip.doing.text() for strip in strips] == ["to move", ""]
        v.do("previous")
        assert [strip.doing.text() for strip in strips] == ["", ""]
