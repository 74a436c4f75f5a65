"""German pieces are K D T L S wherever moves are shown; what is copied stays in English."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.gui.windows import Visitor, visit

from millmate.games.chess import piece_letters
from millmate.gui.features.explore.positions_panel import men
from millmate.gui.features.verdicts.worth_list import WorthModel
from millmate.gui.kit.translator import translator
from millmate.gui.shell.probe.answer import Answer, MoveWorth

GAME = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 (3... Qf6 4. O-O) 4. Rg1 *"
ENDING = "8/8/8/8/3k4/8/8/KBN5 w - - 0 1"


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    yield
    piece_letters.use("language")
    translator.set_language("en")


def listed(v: Visitor) -> set[str]:
    """Return the words of the list of moves."""
    return {cell.text for cell in v.window.moves.view.scene.moves.values()}


def take(v: Visitor, **settings: object) -> None:
    """Choose these settings."""
    v.window.store.set(**settings)
    v.wait(lambda: not translator.changing)


def test_the_list_of_moves_follows_language_and_setting(qtbot: QtBot) -> None:
    with visit(qtbot, language="de") as v:
        v.paste(GAME)
        v.wait(lambda: v.game.studied)
        assert {"Sf3", "Sc6", "Lb5", "3… Df6", "4. O-O"} <= listed(v)
        take(v, lettering="english")
        assert {"Nf3", "Bb5"} <= listed(v)
        take(v, lettering="figurines")
        assert {"♘f3", "♗b5", "3… ♕f6"} <= listed(v)
        v.do("copy_pgn")
        assert "2. Nf3 Nc6 3. Bb5 a6 (3... Qf6 4. O-O) 4. Rg1" in QApplication.clipboard().text()
        take(v, lettering="language")
        v.do("speak_en")
        assert {"Nf3", "Bb5"} <= listed(v)
        assert v.window.store.current.lettering == "language"


def test_values_of_moves_and_men_in_the_explorer_have_german_letters(qapp) -> None:
    translator.set_language("de")
    model = WorthModel()
    model.show_answer(Answer(ENDING, "", "", moves=(MoveWorth("c1d3", "Nd3", hint="slow"),)))
    move = model.index_of(0)
    assert (move.data(), move.data(Qt.ItemDataRole.ToolTipRole)) == ("Sd3", "Sd3  slow")
    assert men(ENDING, white=True) == "Ka1 Lb1 Sc1"
