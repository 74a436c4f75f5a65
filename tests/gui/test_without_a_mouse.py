"""Each page and dialog by the keyboard alone: opened by its key, its main deed done, left again."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from tests.gui.guide import Guide, furnish, rest, windows

from millmate import paths
from millmate.gui.shell.frame.navigation import Page

_SEARCHED = 500  # milliseconds after the last letter
QUEEN_MATE = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"


class Typist:
    """Somebody who knows no mouse."""

    def __init__(self, guide: Guide) -> None:
        self.guide, self.window, self.until = guide, guide.window, guide.until

    def press(self, *keys: str) -> None:
        """Press keys, as Qt writes them, where the keyboard is."""
        for key in keys:
            here = QApplication.activePopupWidget() or QApplication.focusWidget()
            here = here or QApplication.activeWindow()
            QTest.keySequence(here, QKeySequence(key))
            QApplication.processEvents()

    def type(self, text: str) -> None:
        QTest.keyClicks(QApplication.focusWidget(), text)

    def tab_to(self, widget: QWidget) -> None:
        for _ in range(100):
            if QApplication.focusWidget() is widget:
                return
            QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        raise AssertionError(f"Tab does not come to {widget}")

    def opens(self, name: str, *keys: str) -> QWidget:
        """Press keys that open a window of the class `name`."""
        self.press(*keys)
        self.until(lambda: type(QApplication.activeWindow()).__name__ == name)
        return QApplication.activeWindow()

    def leaves(self) -> None:
        """Press Escape until the main window is alone."""
        for _ in range(2):
            if len(windows()) > 1:
                self.press("Esc")
        assert windows() == [self.window]
        self.window.activateWindow()
        self.until(self.window.isActiveWindow)


@pytest.fixture
def typist(qapp, tables: Path, tmp_path: Path) -> Iterator[Typist]:
    furnish(paths.data_dir())
    for table in tables.glob("*.table"):  # one more will be built beside them
        (tmp_path / table.name).symlink_to(table)
    for left in windows():  # by another test
        left.close()
    guide = Guide(language="en", tables=str(tmp_path), appearance="light")
    yield Typist(guide)
    guide.window.close()
    guide.window.deleteLater()


@pytest.mark.qt_log_ignore("does not support (raise|grabbing)", extend=True)
def test_every_page_is_opened_used_and_left(typist: Typist) -> None:
    for use in USES:
        use(typist)
        typist.leaves()


def _the_rail(t: Typist) -> None:
    """Go through the pages by the arrow keys, and come back."""
    rail = t.window.rail
    t.tab_to(rail.pages[Page.BOARD])
    t.press("Up")
    assert t.window.navigation.page is Page.HOME
    seen = []
    for _ in range(len(rail.pages) - 1):
        t.press("Down")
        seen.append(t.window.navigation.page)
    assert seen == list(rail.pages)[1:]
    t.press("Ctrl+2")
    assert t.window.navigation.page is Page.BOARD
    t.window.views.board.setFocus()


def _a_position(t: Typist) -> None:
    QApplication.clipboard().setText(QUEEN_MATE)
    t.press("Ctrl+V")
    t.until(lambda: t.window.workspace.fen == QUEEN_MATE)


def _a_game(t: Typist) -> None:
    t.press("Ctrl+P")
    t.until(lambda: t.window.game.awaits_person)
    t.press("/")
    t.type("Qb4")
    t.press("Return", "Esc")
    t.until(lambda: len(t.window.game.line.plies) == 1)
    t.press("Ctrl+Z")
    t.until(lambda: len(t.window.game.line.plies) == 0 and t.window.game.awaits_person)


def _what_moves_are_worth(t: Typist) -> None:
    t.press("V")  # hidden while playing
    t.until(lambda: t.window.table.model.moves)
    moves = [move.notation for move in t.window.table.model.moves]
    t.press("F4", "Right", "Space")
    t.until(lambda: len(t.window.game.line.plies) == 1)
    assert t.window.game.line.plies[0].notation == moves[1]


def _the_moves(t: Typist) -> None:
    t.press("F3", "C")
    t.until(lambda: type(QApplication.focusWidget()).__name__ == "CommentField")
    t.type("Right.")
    t.press("Return")
    t.until(lambda: t.window.game.line.node.notes.comment == "Right.")


def _the_analysis(t: Typist) -> None:
    t.press("A")  # a sign for the move: it is the list of moves that has the focus
    assert not t.window.analysis.panel.isVisible()
    t.press("Ctrl+2", "A")
    t.until(lambda: t.window.analysis.panel.isVisible())
    t.press("A")
    assert not t.window.analysis.panel.isVisible()


def _a_drill(t: Typist) -> None:
    t.press("F5")
    panel = t.window.training.panel
    t.until(lambda: QApplication.focusWidget() in (panel.choose.course, panel.choose.start))
    t.until(panel.choose.start.isEnabled)
    t.press("Alt+S")
    t.until(panel.drill.isVisible)


def _a_tournament(t: Typist) -> None:
    t.press("Ctrl+7")
    t.until(lambda: t.window.tournaments.page.shelf.model_.rows)
    page = t.window.tournaments.page
    t.tab_to(page.shelf)
    t.press("Down", "Return")
    t.until(lambda: page.view.isVisible() and page.view.results)
    t.tab_to(page.view.results_view.games.view)
    t.press("Home", "Return")
    t.until(lambda: t.window.pages.page is t.window.stage)
    assert t.window.game.studied


def _the_games(t: Typist) -> None:
    t.press("Ctrl+6", "Ctrl+F")
    t.type("Miller")
    table = t.window.games.page.table
    rest(_SEARCHED)
    t.until(lambda: table.model_.rowCount() == 1)
    t.press("Return")
    t.until(lambda: table.hasFocus() and table.currentIndex().isValid())
    t.press("Return")
    t.until(lambda: len(t.window.game.line.plies) == 9)
    assert t.window.pages.page is t.window.stage


def _the_tables(t: Typist) -> None:
    t.press("Ctrl+5")
    t.until(lambda: t.window.tables.page is not None and t.window.tables.page.every)
    page = t.window.tables.page
    t.press("Ctrl+F")
    t.type("queen king")
    t.press("Return")
    t.until(page.atlas.hasFocus)
    t.until(page.actions_["verify"].isEnabled)
    t.tab_to(page.more)
    t.press("Space")
    t.until(page.more.menu().isVisible)
    t.press("Down", "Return")  # the first action
    t.until(lambda: page.note.text() == "KQvK is correct.")


def _the_builder(t: Typist) -> None:
    t.press("Ctrl+2", "Ctrl+B")
    t.until(lambda: t.window.building.tables.isAncestorOf(QApplication.focusWidget()))
    t.press("Esc")
    t.until(t.window.views.board.hasFocus)
    t.press("Ctrl+B")
    t.tab_to(t.window.building.tables.proposal.beside)
    t.press("Space")
    page = t.window.tables.page
    t.until(lambda: page is not None and page.search.hasFocus())
    t.type("KPvK")
    t.press("Return")
    t.until(page.buttons["build"].isEnabled)
    t.tab_to(page.buttons["build"])
    t.press("Space")
    t.until(lambda: not t.window.building.run.running and t.window.building.run.succeeded)


def _the_explorer(t: Typist) -> None:
    t.press("Ctrl+4")
    explorer = t.window.exploring.explorer
    t.until(explorer.positions.model.rowCount)
    t.until(explorer.plot.hasFocus)
    t.press("Left", "Down")  # a ply earlier, by the other side
    t.until(explorer.positions.model.rowCount)
    t.tab_to(explorer.positions.view)
    before = t.window.workspace.fen
    t.press("Down", "Return")
    t.until(lambda: t.window.workspace.fen != before)


def _the_settings(t: Typist) -> None:
    dialog = t.opens("SettingsDialog", "Ctrl+,")
    t.until(lambda: "coordinates" in dialog.rows)
    t.tab_to(dialog.search)
    t.type("coordinates at")
    t.tab_to(dialog.rows["coordinates"].field.main)
    t.press("Space")
    t.until(lambda: not t.window.store.current.coordinates)


def _the_engines(t: Typist) -> None:
    dialog = t.opens("EnginesDialog", "Ctrl+Shift+E")
    t.tab_to(dialog.name)
    t.press("Ctrl+A")
    t.type("Mine")
    assert t.window.engines.recipes[0].name == "Mine"


def _the_shortcuts(t: Typist) -> None:
    t.opens("ShortcutSheet", "F1")


def _home(t: Typist) -> None:
    """Play the first ending of the day."""
    t.press("Ctrl+1")
    homing = t.window.homing
    t.until(lambda: homing.page.isVisible() and not homing.reading)
    card = homing.page.endings[0]
    t.tab_to(card.play)
    t.press("Return")
    t.until(lambda: t.window.game.awaits_person)
    assert t.window.game.line.start_fen == card.offer.ending.fen


def _the_tour(t: Typist) -> None:
    t.guide.do("tour")  # of the menu Help, without a key of its own
    while t.window.helping.tour is not None:
        t.press("Right")


USES: tuple[Callable[[Typist], None], ...] = (
    _the_rail, _a_position, _a_game, _what_moves_are_worth, _the_analysis, _a_drill,
    _a_tournament, _the_games, _the_moves, _the_tables, _the_builder, _the_explorer,
    _the_settings, _the_engines, _the_shortcuts, _home, _the_tour,
)  # fmt: skip
