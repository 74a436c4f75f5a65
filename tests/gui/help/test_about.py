"""The About page: what the program is, and the licence of each of its parts."""

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QDialogButtonBox,
    QPlainTextEdit,
    QProxyStyle,
    QStyle,
)
from tests.gui.windows import visit

from millmate import __version__, licences
from millmate.gui.help import about
from millmate.gui.style import theme
from millmate.gui.style.label import Label
from millmate.licences import Component, Notice


@pytest.fixture
def shown(qtbot):
    """The dialog over a window, with all parts listed."""
    parent = Label()
    qtbot.addWidget(parent)
    dialog = about.show_about(parent)
    qtbot.waitUntil(lambda: dialog.list.count() > 0)
    yield dialog
    dialog.close()


def test_it_lists_every_part_with_version_and_licence(shown):
    found = licences.components()
    assert shown.list.count() == len(found)
    rows = [shown.list.item(row).text() for row in range(shown.list.count())]
    assert rows[0] == f"Mill & Mate {__version__}\nGPL-3.0-or-later"
    for row, each in zip(rows, found, strict=True):
        assert each.name in row
        assert each.version in row
        assert each.licence in row


def test_the_licence_of_the_part_chosen_is_shown(shown):
    assert "GNU GENERAL PUBLIC LICENSE" in shown.text.toPlainText()
    names = [each.name for each in shown.components]
    for name, words in (("PySide6_Essentials", "GNU LESSER"), ("numpy", "OpenBLAS")):
        shown.list.setCurrentRow(names.index(name))
        assert words in shown.text.toPlainText()


def test_a_text_is_shown_as_it_was_written(qtbot, monkeypatch):
    written = "<b>bold</b> & <img src='/etc/hostname'>"
    part = Component("<i>Part</i>", "1", "<u>MIT</u>", (Notice("LICENSE", written),))
    monkeypatch.setattr(licences, "components", lambda: [part])
    parent = Label()
    qtbot.addWidget(parent)
    dialog = about.show_about(parent)
    qtbot.waitUntil(lambda: dialog.list.count() == 1)
    assert isinstance(dialog.text, QPlainTextEdit)
    assert written in dialog.text.toPlainText()
    assert dialog.list.item(0).text() == "<i>Part</i> 1\n<u>MIT</u>"
    dialog.close()


def test_it_can_be_closed_before_the_texts_are_read(qtbot):
    parent = Label()
    qtbot.addWidget(parent)
    dialog = about.show_about(parent)
    with qtbot.waitSignal(dialog.destroyed):
        dialog.close()


def test_licences_have_large_letters_where_all_have(qtbot):
    with visit(qtbot) as v:
        usual = theme.fixed_font().pointSizeF()
        v.window.preferences._change("text_size", 150)
        v.do("about")
        dialog = next(w for w in QApplication.topLevelWidgets() if isinstance(w, about.AboutDialog))
        assert dialog.text.font().pointSizeF() == pytest.approx(1.5 * usual)


class Pictured(QProxyStyle):
    """A desktop that gives the buttons of dialogs pictures."""

    def styleHint(self, hint, *rest):  # noqa: N802
        pictured = hint == QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons
        return 1 if pictured else super().styleHint(hint, *rest)


def test_close_has_no_picture_whatever_the_desktop_gives_its_buttons(qtbot):
    QApplication.setStyle(Pictured("Fusion"))
    try:
        row = theme.close_button()
        qtbot.addWidget(row)
        assert row.button(QDialogButtonBox.StandardButton.Close).icon().isNull()
    finally:
        QApplication.setStyle("Fusion")
