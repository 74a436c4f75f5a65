"""How what stands on widgets follows the language."""

import gc
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QTabWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot
from tests import languages
from tests.gui.windows import visit

from millmate import language, settings
from millmate.gui.kit.translator import (
    add_items,
    add_row,
    bind_tabs,
    bind_text,
    on_retranslate,
    set_item_texts,
    translator,
)

_OTHER = {
    "Board": "Brett",
    "Moves": "Züge",
    "Search the games": "Partien durchsuchen",
    " lines": " Varianten",
}


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    language.use(language.ENGLISH)


def _change() -> None:
    languages.use("xx", _OTHER)
    translator.retranslate()


def test_texts_of_a_widget_follow(qtbot: QtBot) -> None:
    label = bind_text(QLabel(), text="Board", tip="Moves", name="Search the games")
    spin = bind_text(QSpinBox(), suffix=" lines")
    field = bind_text(QLineEdit(), hint="Search the games")
    assert label.text() == "Board"
    _change()
    assert (label.text(), label.toolTip()) == ("Brett", "Züge")
    assert label.accessibleName() == field.placeholderText() == "Partien durchsuchen"
    assert spin.suffix() == " Varianten"


def test_items_tabs_and_rows_of_forms_follow(qtbot: QtBot) -> None:
    combo, tabs, form = QComboBox(), QTabWidget(), QFormLayout()
    add_items(combo, {"b": "Board", "m": "Moves"})
    combo.setCurrentIndex(1)
    for _ in range(2):
        tabs.addTab(QWidget(), "")
    bind_tabs(tabs, "Board", "Moves")
    add_row(form, "Moves", combo)
    _change()
    assert [combo.itemText(index) for index in range(2)] == ["Brett", "Züge"]
    assert combo.currentData() == "m"
    assert [tabs.tabText(index) for index in range(2)] == ["Brett", "Züge"]
    label = form.labelForField(combo)
    assert isinstance(label, QLabel)
    assert (label.text(), label.buddy()) == ("Züge", combo)
    set_item_texts(combo, {"b": "Moves"})
    assert combo.itemText(0) == "Züge"


def test_contents_are_shown_after_fixed_texts(qtbot: QtBot) -> None:
    label, late = bind_text(QLabel(), text="Board"), _Late()
    late.before = label
    translator.changed.connect(late.copy)
    _change()
    assert late.text() == "Brett"
    gone = weakref.ref(late)
    del late
    assert gone() is None, "who listens is kept alive by nobody"
    _change()


class _Late(QLabel):
    before: QLabel

    def copy(self) -> None:
        self.setText(self.before.text())


class _Panel(QLabel):
    def __init__(self) -> None:
        super().__init__()
        self.times = 0
        on_retranslate(self, self.name)

    def name(self) -> None:
        self.times += 1
        self.setText(language.tr("Board"))


def test_who_follows_is_not_kept_alive(qtbot: QtBot) -> None:
    panel = _Panel()
    label = bind_text(QLabel(), text="Moves")
    _change()
    assert (panel.times, panel.text()) == (2, "Brett")
    gone = [weakref.ref(panel), weakref.ref(label)]
    del panel, label
    gc.collect()
    assert [ref() for ref in gone] == [None, None]
    translator.retranslate()


def test_what_qt_has_deleted_is_left_alone(qtbot: QtBot) -> None:
    import shiboken6

    panel = _Panel()
    shiboken6.delete(panel)
    _change()
    assert panel.times == 1


def test_a_person_chooses_the_language_in_the_menu_and_it_is_remembered(qtbot: QtBot) -> None:
    with visit(qtbot, white="human", black="human") as visitor:
        window = visitor.window
        visitor.press_play()
        assert window.commands["new_game"].text() == "&New game"
        visitor.do("speak_de")
        assert window.commands["new_game"].text() == "&Neue Partie"
        assert window.stage.below.doing.text() == "am Zug"
        assert window.commands["speak_de"].isChecked()
        assert not window.commands["speak_en"].isChecked()
        assert window.store.current.language == "de"
        visitor.do("speak_en")
        assert window.commands["new_game"].text() == "&New game"


def test_the_window_opens_in_the_language_that_was_chosen(qtbot: QtBot) -> None:
    with visit(qtbot, language="de") as visitor:
        assert visitor.window.setup.play.text() == "Spielen"
        field = visitor.window.setup.players[True].seconds
        field.setValue(1.5)
        assert field.text() == "1,5 s"
        visitor.do("speak_en")
        assert field.text() == "1.5 s"


def test_a_language_nobody_speaks_is_the_desktop_s(qtbot: QtBot) -> None:
    assert settings.Settings().language == ""
    translator.set_language("tlh")
    assert language.current().code == "en"
