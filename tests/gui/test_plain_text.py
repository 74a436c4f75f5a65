"""What comes from files and engines is drawn letter by letter, never as HTML, on every screen."""

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication, QLabel, QToolTip, QWidget
from pytestqt.qtbot import QtBot
from tests.gui.screens import SCREENS, Guide, furnish, windows
from tests.gui.windows import visit
from tests.tournaments import TWO, played, with_players

import millmate.gui
from millmate import paths

pytestmark = pytest.mark.qt_log_ignore("does not support raise")

MARKUP = "<h1>Anna</h1>"
SOURCES = Path(millmate.gui.__file__).parent
# Widgets of Qt that take text for HTML where it looks like it, or always, and who may use them.
GUESSING = {
    "QLabel": {"style/label.py"}, "QMessageBox": {"errors/questions.py"}, "QErrorMessage": set(),
    "QTextEdit": set(), "QTextBrowser": set(), "QTextDocument": set(), "QStaticText": set(),
    "QGraphicsTextItem": set(), "QInputDialog": set(), "QProgressDialog": set(),
}  # fmt: skip
# Our own markup, in which what comes from elsewhere is escaped.
RICH = {"_Title", "RichLabel"}


def test_only_one_module_uses_the_widgets_that_guess() -> None:
    for path in sorted(SOURCES.rglob("*.py")):
        where = path.relative_to(SOURCES).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imported = {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        wrong = {name for name in imported & GUESSING.keys() if where not in GUESSING[name]}
        assert wrong == set(), where


@pytest.fixture
def guide(qapp: QApplication, tables: Path) -> Iterator[Guide]:
    furnish(paths.data_dir())
    plan = replace(with_players(TWO, **{MARKUP: "random", "Bela": "random"}), name=MARKUP)
    played(plan, paths.data_dir() / "tournaments" / "Markup", workers=1)
    for left in windows():  # by another test
        left.close()
    guide = Guide(language="en", tables=str(tables), appearance="light")
    yield guide
    guide.window.close()
    guide.window.deleteLater()


def test_no_label_of_any_page_or_dialog_guesses(guide: Guide) -> None:
    for screen in SCREENS:
        seen = guide.visit(screen)
        assert guessing() == [], screen.name
        assert tip_format(seen.window()) == Qt.TextFormat.PlainText, screen.name
        guide.leave(seen)


def guessing() -> list[str]:
    """Return all labels that would take their text for HTML, though none of our own markup."""
    labels = (w for w in QApplication.allWidgets() if isinstance(w, QLabel))
    return [
        f"{type(label).__name__} in {type(label.parent()).__name__}: {label.text()!r}"
        for label in labels
        if label.textFormat() != Qt.TextFormat.PlainText
        and type(label).__name__ not in RICH
        and not label.inherits("QTipLabel")
        and label.objectName() != "qt_msgboxex_icon_label"  # Qt's own, a picture
    ]


def tip_format(window: QWidget) -> Qt.TextFormat:
    """Return how a tool tip in `window` takes its text."""
    QToolTip.showText(QPoint(5, 5), MARKUP, window)
    tip = next(w for w in QApplication.topLevelWidgets() if w.inherits("QTipLabel"))
    assert isinstance(tip, QLabel)
    assert tip.text() == MARKUP
    return tip.textFormat()


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
