"""Settings are found by words, changed by the keyboard, count at once, and can be restored."""

from contextlib import ExitStack

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox
from tests.gui.windows import visit

from millmate import settings
from millmate.gui.boards.theme import BoardStyle, board_style, set_board_style
from millmate.gui.shell.preferences.items import CATEGORIES, ENTRIES, Key
from millmate.language import tr

DOWN, SPACE, TAB, ESC = Qt.Key.Key_Down, Qt.Key.Key_Space, Qt.Key.Key_Tab, Qt.Key.Key_Escape


class Person:
    """Somebody at the dialog of settings, with a keyboard."""

    def __init__(self, visitor) -> None:
        self.visitor, self.window = visitor, visitor.window
        self.window.activateWindow()
        self.window.views.board.setFocus()
        visitor.wait(lambda: self.window.isActiveWindow())
        QTest.keyClick(self.window, ",", Qt.KeyboardModifier.ControlModifier)
        self.dialog = self.window.preferences.dialog
        visitor.wait(lambda: self.dialog.isActiveWindow())
        self.dialog.complete()

    def find(self, words: str) -> None:
        self.dialog.search.setFocus()
        self.dialog.search.selectAll()
        QTest.keyClicks(self.dialog.search, words)

    def go_to(self, name: str) -> None:
        """Tab from the search to the field `name`."""
        self.dialog.search.setFocus()
        wanted = self.dialog.rows[name].field.main
        for _ in range(40):
            QTest.keyClick(QApplication.focusWidget(), TAB)
            focus = QApplication.focusWidget()
            if focus is wanted.focusProxy() or wanted.isAncestorOf(focus):
                return
        raise AssertionError(f"{name} is not reached by Tab")

    def press(self, *keys: Qt.Key) -> None:
        for key in keys:
            QTest.keyClick(QApplication.focusWidget(), key)

    @property
    def shown(self) -> list[str]:
        """The rows that are to be seen, by name."""
        return [name for name, row in self.dialog.rows.items() if row.isVisible()]


@pytest.fixture
def person(qtbot, tmp_path):
    """Return a function that opens window and dialog; both are closed at the end."""
    before, tables = board_style(), tmp_path / "tables"
    with ExitStack() as visits:
        yield lambda **remembered: Person(visits.enter_context(visit(qtbot, tables, **remembered)))
    set_board_style(before)


def test_a_setting_is_found_by_its_words_and_changed_by_the_keyboard(person):
    somebody = person()
    row = somebody.dialog.rows["tables"]  # folders tell how much room there is
    somebody.visitor.wait(lambda: "free of" in row.note.text())
    assert row.field.main.path.text().endswith("tables")
    assert somebody.dialog.rows["gaviota"].field.main.path.text() == ""
    assert not somebody.dialog.rows["gaviota"].field.main.look.isEnabled()

    somebody.find("colours board")
    assert somebody.shown == ["board"]
    assert "<u" in somebody.dialog.rows["board"].title.text()  # the word is highlighted
    somebody.go_to("board")
    somebody.press(DOWN)
    assert board_style().board == "sage"
    assert somebody.window.store.current.board == "sage"
    assert somebody.dialog.rows["board"].reset.isVisible()

    # Escape ends the search and then closes
    somebody.find("nothing is called so")
    assert somebody.shown == []
    assert somebody.dialog.nothing.isVisible()
    somebody.press(ESC)
    assert "language" in somebody.shown
    somebody.press(ESC)
    assert not somebody.dialog.isVisible()
    assert settings.load().board == "sage"  # what was chosen is kept at once


def test_what_is_changed_counts_at_once_and_is_kept_when_the_dialog_closes(person):
    somebody = person()
    window = somebody.window
    window.commands["worth"].trigger()  # the menu and the dialog show the same
    box = somebody.dialog.rows["worth"].field.main
    assert isinstance(box, QCheckBox)
    assert box.isChecked() is window.appearance.chosen.worth
    for name, value in {
        "pieces": "mill", "stones": "marked", "coordinates": False, "speed": "slow",
        "text_size": 130, "white": "random", "build_threads": 1, "analysis_lines": 2,
        "syzygy": "/nowhere",
    }.items():  # fmt: skip
        somebody.dialog.changed.emit(name, value)
    look = board_style()
    assert (look.pieces, look.stones, look.coordinates) == ("mill", "marked", False)
    assert window.views.board.animation.duration() == 400
    assert str(window.setup.specs[True]) == "random"
    assert window.building.run.threads == 1
    assert window.analysis.panel.lines.value() == 2
    assert window.probe._elsewhere.syzygy == "/nowhere"
    somebody.dialog.close()
    kept = settings.load()
    assert (kept.pieces, kept.text_size, kept.build_threads) == ("mill", 130, 1)
    somebody.dialog.changed.emit("text_size", 100)  # the letters are the application's


def test_letters_grow_everywhere(person):
    somebody = person()
    headline, before = somebody.window.verdict.headline, QApplication.font().pointSizeF()
    large = headline.font().pointSizeF()
    somebody.dialog.changed.emit("text_size", 150)
    QApplication.processEvents()
    assert QApplication.font().pointSizeF() == pytest.approx(1.5 * before)
    assert headline.font().pointSizeF() == pytest.approx(1.5 * large)
    assert somebody.window.moves.font().pointSizeF() == pytest.approx(1.5 * before)
    somebody.dialog.changed.emit("text_size", 100)
    QApplication.processEvents()
    assert headline.font().pointSizeF() == pytest.approx(large)
    assert somebody.window.moves.font().pointSizeF() == pytest.approx(before)


def test_letters_are_large_from_the_start(qtbot):
    before = QApplication.font().pointSizeF()
    with visit(qtbot, text_size=150) as visitor:
        names = (visitor.window.stage.below.name, visitor.window.moves, visitor.window.setup)
        assert {each.font().pointSizeF() for each in names} == {1.5 * before}
        visitor.window.store.set(text_size=100)


def test_defaults_come_back_for_one_and_for_all_and_that_can_be_undone(person):
    somebody = person(board="wood", pieces="mill", worth=False)
    dialog = somebody.dialog
    dialog.list.setCurrentRow(1)
    dialog.rows["board"].reset.click()
    assert board_style() == BoardStyle(pieces="mill")
    dialog.restore.click()
    assert board_style() == BoardStyle()
    assert somebody.window.store.current.worth
    dialog.undo.click()
    assert board_style() == BoardStyle(pieces="mill")
    assert not somebody.window.store.current.worth
    assert not dialog.undo.isVisible()


def test_a_key_is_given_to_another_command_or_refused(person):
    somebody = person()
    window, row = somebody.window, somebody.dialog.key_rows["flip"]
    row.changed.emit("flip", "Ctrl+Alt+F")
    assert window.commands["flip"].shortcut().toString() == "Ctrl+Alt+F"
    assert "Ctrl+Alt+F" in window.commands["flip"].toolTip()
    assert window.store.current.keys == {"flip": "Ctrl+Alt+F"}
    row.reset.click()
    assert window.commands["flip"].shortcut().toString() == "F"
    assert window.store.current.keys == {}
    # one that is taken is refused by the name of its command
    row.changed.emit("flip", "Ctrl+N")
    assert row.note.text() == "Ctrl+N is the key of “New game”."
    assert row.field.main.keySequence().toString() == "F"
    row.changed.emit("flip", "Esc")
    assert "is already used" in row.note.text()
    assert somebody.window.store.current.keys == {}
    # keys are the same on every page
    rows = somebody.dialog.key_rows
    somebody.dialog.close()
    window.commands["show_games"].trigger()  # where the board's commands have no keys
    window.commands["settings"].trigger()
    assert rows["flip"].field.main.keySequence().toString() == "F"
    assert not rows["flip"].reset.isVisibleTo(rows["flip"])
    rows["worth"].changed.emit("worth", "F")
    assert rows["worth"].note.text() == "F is the key of “Flip the board”."
    assert window.store.current.keys == {}
    # every command can have the key back that it came with
    for name, usual in window.keys.all_usual().items():
        assert window.keys.conflict(name, usual) == ""


def test_a_command_may_do_without_a_key(person):
    somebody = person(keys={"flip": "", "no such command": "Ctrl+X"})
    assert somebody.window.commands["flip"].shortcut().isEmpty()
    assert somebody.dialog.key_rows["flip"].reset.isVisibleTo(somebody.dialog.key_rows["flip"])


def test_every_setting_of_the_dialog_is_on_one_page():
    shown = [entry.name for each in CATEGORIES[:-1] for entry in each.entries]
    assert sorted(shown) == sorted(ENTRIES)
    assert all(tr(each.label) for each in ENTRIES.values())


def test_every_command_has_a_row_of_its_own():
    names = [item.name for each in CATEGORIES for item in each.entries if isinstance(item, Key)]
    assert len(names) == len(set(names))
    assert {"flip", "settings", "type_move", "speak_de"} <= set(names)


def test_a_sample_keeps_its_colours_where_it_is_selected(person):
    rows = person().dialog.rows
    for name in ("accent", "board", "pieces", "stones"):
        combo = rows[name].field.main
        for place in range(combo.count()):
            icon = combo.itemIcon(place)
            usual, selected = (
                icon.pixmap(combo.iconSize(), mode).toImage()
                for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected)
            )
            assert usual == selected, combo.itemText(place)
