"""What comes from files and engines is drawn letter by letter, never as HTML.

That no label of any screen guesses, `test_every_screen` sees.
"""

import ast
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from pytestqt.qtbot import QtBot
from tests.gui.windows import visit

import millmate.gui

pytestmark = pytest.mark.qt_log_ignore("does not support raise")

SOURCES = Path(millmate.gui.__file__).parent
# Widgets of Qt that take text for HTML where it looks like it, or always, and who may use them.
GUESSING = {
    "QLabel": {"kit/label.py"}, "QMessageBox": {"kit/dialogs.py"}, "QErrorMessage": set(),
    "QTextEdit": set(), "QTextBrowser": set(), "QTextDocument": set(), "QStaticText": set(),
    "QGraphicsTextItem": set(), "QInputDialog": set(), "QProgressDialog": set(),
}  # fmt: skip


def test_only_one_module_uses_the_widgets_that_guess() -> None:
    for path in sorted(SOURCES.rglob("*.py")):
        where = path.relative_to(SOURCES).as_posix()
        source = path.read_text(encoding="utf-8")
        if not any(name in source for name in GUESSING):
            continue
        tree = ast.parse(source)
        imported = {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        wrong = {name for name in imported & GUESSING.keys() if where not in GUESSING[name]}
        assert wrong == set(), where


def test_a_player_s_name_loads_no_picture_and_leaves_the_board_its_size(
    qtbot: QtBot, tmp_path: Path
) -> None:
    picture = tmp_path / "large.png"
    shown = QPixmap(400, 400)
    shown.fill(Qt.GlobalColor.red)
    assert shown.save(str(picture))
    with visit(qtbot) as v:
        v.paste('[White "Anna"]\n[Black "Bela"]\n\n1. e4 e5 *')
        v.wait(lambda: len(v.game.line.plies) == 2)
        qtbot.wait(100)
        before = v.board.size()
        v.paste(f'[White "<img src=\'{picture}\'>"]\n[Black "Bela"]\n\n1. d4 d5 *')
        v.wait(lambda: v.game.line.plies and v.game.line.plies[0].notation == "d4")
        qtbot.wait(100)
        assert v.board.size() == before
