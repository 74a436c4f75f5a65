"""The About page: what the program is, and the licence of each of its parts."""

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QDialogButtonBox,
    QPlainTextEdit,
    QProxyStyle,
    QStyle,
)
from shiboken6 import isValid

from millmate import __version__, licences
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label
from millmate.gui.shell.help.sheets import AboutDialog
from millmate.licences import Component, Notice


@pytest.fixture
def opened(qtbot):
    """Open the dialog over a window."""
    parent = Label()
    qtbot.addWidget(parent)
    dialog = AboutDialog(parent)
    dialog.show()
    yield dialog
    if isValid(dialog):
        dialog.close()


@pytest.fixture
def shown(qtbot, opened):
    """The dialog with all parts listed."""
    qtbot.waitUntil(lambda: opened.list.count() > 0)
    return opened


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


@pytest.fixture
def part(monkeypatch):
    written = "<b>bold</b> & <img src='/etc/hostname'>"
    part = Component("<i>Part</i>", "1", "<u>MIT</u>", (Notice("LICENSE", written),))
    monkeypatch.setattr(licences, "components", lambda: [part])
    return written


def test_a_text_is_shown_as_it_was_written(part, shown):
    assert isinstance(shown.text, QPlainTextEdit)
    assert part in shown.text.toPlainText()
    assert shown.list.item(0).text() == "<i>Part</i> 1\n<u>MIT</u>"


def test_it_can_be_closed_before_the_texts_are_read(qtbot, opened):
    with qtbot.waitSignal(opened.destroyed):
        opened.close()


def test_licences_have_large_letters_where_all_have(qtbot):
    usual = theme.fixed_font().pointSizeF()
    theme.apply(QApplication.instance(), dark=False, text_size=150)
    try:
        parent = Label()
        qtbot.addWidget(parent)
        dialog = AboutDialog(parent)
        assert dialog.text.font().pointSizeF() == pytest.approx(1.5 * usual)
        dialog.close()
    finally:
        theme.apply(QApplication.instance(), dark=False)


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
