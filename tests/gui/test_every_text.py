"""Nothing that can be read in the window is missed by translators, and all of it follows at once.

The window is told to speak a language in which every translated text stands in brackets; what is
found outside of them, on any page or dialog, must be a name, a move or a unit.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QWidget
from pytestqt.qtbot import QtBot
from tests import languages
from tests.gui.texts import brackets as bracket_texts
from tests.gui.texts import outside, texts
from tests.gui.windows import Visitor, visit

from millmate.games.morris.rules import MORRIS
from millmate.gui.kit.translator import translator
from millmate.gui.shell.help.sheets import AboutDialog
from millmate.play.trainer.course import chapters, lessons
from millmate.players.engine_finder import listed, with_installed
from millmate.settings import Settings

_PAGES = (
    "show_tournaments", "show_games", "show_tables", "show_board", "show_setup", "show_moves",
    "show_table", "show_training", "analyse", "builder", "build", "engines", "others", "explore",
    "settings", "shortcuts", "tour", "about",
)  # fmt: skip

# What is the same in every language, or comes from elsewhere.
_NAMES = """
    Mill & Mate|English|Deutsch|Français|Elo|FEN|PGN|EPD|CSV|SVG|PNG|PDF|WDL|DTZ|DTM|UCI|Syzygy|
    Gaviota|Stockfish|Minimax|SPRT|Hash|Ctrl|Shift|Alt|Del|Ins|Esc|Home|End|Up|Down|Left|Right|Space|Return|
    Enter|Insert|Delete|Backspace|PgUp|PgDown|Tab|Menu|F\\d+|Meta
"""
_SAME = re.compile(
    "|".join(
        (
            re.sub(r"\s", "", _NAMES.replace("Mill & Mate", "Mill.&.Mate")),
            r"Scroll (Left|Right)|Close|Press shortcut",  # Qt's own
            r"(/[\w.-]+)+/?",  # paths
            r"[1-8KQRBNPkqrbnp]*(/[1-8KQRBNPkqrbnp]+){7} [wb] [KQkq-]+ \S+ \d+ \d+",
            r"[.WBwb*]{8}/[.WBwb*]{8}/[.WBwb*]{8} [wb][ \d]*",
            r"\bK[QRBNP]*vK[QRBNP]*\b",  # materials
            r"morris:[\w-]+",
            r"\b(minimax|incremental|memo|alphabeta|iterative|strong|uci):[\w=,.:]+",
            r"\b[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])?[+#]?",  # moves and squares
            r"\bO-O(-O)?",
            r"\d+(\.\d+)? ?(kB|MB|GB|TB|s)\b",
            r"\b[kMGT]?B\b",
        )
    )
)
# Names of players and of tournaments are written into records: they are data.
_DATA = re.compile(
    r"PlayersModel 1|PlayersModel 0|Engine|OptionsForm|TournamentListModel|QTreeWidget"
)
_OPTIONS = "EnginesDialog"


@pytest.fixture
def brackets() -> Iterator[None]:
    """Begin and end in English, Qt's own texts included, with no widget of another test."""
    _speak_english()
    yield
    _speak_english()


def _speak_english() -> None:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    translator.set_language("de")  # from brackets, or from what a test left
    translator.set_language("en")


def _speak_brackets(visitor: Visitor) -> None:
    languages.use("xx", bracket_texts())
    translator.retranslate()
    visitor.wait(lambda: visitor.window.probe.last is not None)


def _missed() -> dict[str, str]:
    """Return what stands in no brackets though it is no name, by where it is read."""
    found = texts(_is_ours)
    return {said: where for where, said in found if _is_plain(said) and not _DATA.search(where)}


@cache
def _is_plain(said: str) -> bool:
    """Tell whether a text holds words outside of brackets that are no names."""
    rest = outside(said)
    for known in _known():
        rest = rest.replace(known, "")
    return bool(re.search(r"[A-Za-z]{2}", _SAME.sub(" ", rest)))


@cache
def _known() -> tuple[str, ...]:
    """Return the names of engines, and what the course says: it has translations of its own."""
    engines = [recipe.title for recipe in listed(with_installed(Settings()))]
    said = [part for each in lessons() for part in (each.texts["en"].name, each.texts["en"].why)]
    titles = [chapter.titles["en"] for chapter in chapters()]
    return *engines, *sorted({*said, *titles}, key=len, reverse=True)


def _is_ours(widget: QWidget) -> bool:
    """Leave out what engines call their options, and the names of the program's parts."""
    window = widget.window()
    if isinstance(window, AboutDialog):
        return widget not in (window.list, window.list.viewport())
    return type(window).__name__ != _OPTIONS


def _told(missed: dict[str, str]) -> str:
    return "\n".join(sorted(f"{where}: {said}" for said, where in missed.items()))


def _look_at_all(visitor: Visitor) -> dict[str, str]:
    window, missed = visitor.window, _missed()
    for name in _PAGES:
        window.commands[name].trigger()
        QApplication.processEvents()
        missed |= _missed()
    visitor.wait(lambda: window.probe.last is not None)
    visitor.qtbot.wait(300)  # what threads find
    missed |= _missed()
    return missed


def test_every_text_of_chess_is_translated(qtbot: QtBot, tables: Path, brackets: None) -> None:
    with visit(qtbot, tables, game="chess", start_fen="8/8/8/8/3k4/8/8/KBN5 w - - 0 1") as visitor:
        visitor.wait(lambda: visitor.window.probe.last is not None)
        _speak_brackets(visitor)
        assert _told(_look_at_all(visitor)) == ""
        visitor.window.setup.players[True].choose("human")
        visitor.window.setup.players[False].choose("random")
        visitor.press_play()
        assert _told(_missed()) == ""
        _close_dialogs(visitor)


@pytest.mark.thorough
def test_every_text_of_morris_is_translated(qtbot: QtBot, brackets: None) -> None:
    with visit(qtbot) as visitor:
        _speak_brackets(visitor)
        visitor.window.workspace.set_up(MORRIS.start_fen)
        visitor.wait(lambda: visitor.window.probe.last is not None)
        assert _told(_missed()) == ""
        visitor.window.setup.players[True].choose("human")
        visitor.window.setup.players[False].choose("human")
        visitor.press_play()
        assert _told(_missed()) == ""
        visitor.window.game.play("d6")
        visitor.wait(lambda: len(visitor.game.line.plies) == 1)
        assert _told(_missed()) == ""


def test_back_in_english_every_text_is_as_before(
    qtbot: QtBot, tables: Path, brackets: None
) -> None:
    with visit(qtbot, tables) as visitor:
        visitor.window.commands["show_tournaments"].trigger()
        visitor.window.commands["show_board"].trigger()
        visitor.wait(lambda: visitor.window.probe.last is not None)
        visitor.qtbot.wait(300)
        before = set(texts(_lasting))
        visitor.window.store.set(language="de")
        visitor.wait(lambda: not translator.changing)
        visitor.wait(lambda: visitor.window.probe.last is not None)
        german = set(texts(_lasting))
        assert ("QRadioButton text", "Weiß") in german
        visitor.window.store.set(language="en")
        visitor.wait(lambda: not translator.changing)
        visitor.wait(lambda: visitor.window.probe.last is not None)
        visitor.qtbot.wait(300)
        after = set(texts(_lasting))
        assert sorted(before - after) == []
        assert sorted(after - before) == []


def test_qt_s_own_buttons_speak_german(qtbot: QtBot, brackets: None) -> None:
    translator.set_language("de")
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    qtbot.addWidget(buttons)
    close = buttons.button(QDialogButtonBox.StandardButton.Close)
    assert close.text().replace("&", "") == "Schließen"
    translator.set_language("en")


def _lasting(widget) -> bool:
    return widget.isVisible() and not isinstance(widget.window(), QDialog)


def _close_dialogs(visitor: Visitor) -> None:
    for dialog in QApplication.topLevelWidgets():
        if dialog is not visitor.window and dialog.isVisible():
            dialog.close()
