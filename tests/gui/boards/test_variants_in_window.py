"""A position of a variant of morris stays one of that variant in the window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.gui.windows import Visitor, session_of, visit
from tests.variant_positions import position_of

from millmate.games.catalogue import Position, game
from millmate.games.morris.rules import MORRIS
from millmate.games.morris.variants import VARIANTS
from millmate.records.session_file import from_json, to_json


def choose_first(v: Visitor, table: str) -> Position:
    """Click on the first of the longest wins of a table; return it."""
    explorer = v.window.exploring.explorer
    explorer.tables.choose(table)
    v.wait(lambda: explorer.positions.table == table and explorer.positions.model.rowCount() > 0)
    view, index = explorer.positions.view, explorer.positions.model.index(0, 0)
    view.scrollTo(index)
    place = view.visualRect(index).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    return Position(game(table.rpartition(":")[0]), explorer.positions.model.rows[0])


@pytest.mark.thorough
def test_a_row_of_the_explorer_is_answered_as_one_of_its_table(qtbot, variant_tables):
    with visit(qtbot, variant_tables, game="morris") as v:
        v.do("explore")
        v.wait(lambda: v.window.exploring.made)
        for table in ("morris:twelve:3-3", "morris:no-flying:3-3", "morris:3-3", "morris:six:3-3"):
            position = choose_first(v, table)
            assert v.window.workspace.position == position
            words = str(v.window.exploring.explorer.positions.query.subject).partition(" (")[0]
            v.wait(lambda: v.window.probe.last is not None)
            assert v.window.probe.last.material == table
            assert v.window.probe.last.headline == words.replace(" to move", "")


@pytest.mark.thorough
def test_the_clipboard_and_the_session_keep_the_variant(qtbot):
    with visit(qtbot) as v:
        for position in map(position_of, VARIANTS):
            v.window.workspace.set_up(position)
            assert v.window.workspace.position == position
            v.do("copy_fen")
            copied = QApplication.clipboard().text()
            assert copied == str(position)
            snapshot = session_of(v.window)._snapshot()[0]
            last = from_json(to_json(snapshot))
            assert Position(game(last.rules["morris"]), last.positions["morris"]) == position
            if (
                position.game is not MORRIS
            ):  # that is written as other programs do: by the rules shown
                v.window.workspace.set_up(position_of("standard"))
            v.paste(copied)
            v.wait(lambda wanted=position: v.window.workspace.position == wanted)
