"""Every accent can be read and seen in both schemes and on all boards, and none is green."""

from itertools import product

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from tests.gui.boards.test_theme import contrast
from tests.gui.windows import visit
from tests.rows import for_each

from millmate.gui.boards.theme import (
    THEMES,
    BoardStyle,
    board_style,
    board_theme,
    set_board_style,
)
from millmate.gui.kit import theme
from millmate.gui.kit.theme import ACCENTS
from millmate.settings import about

OFFERED = tuple(about("accent")["options"])
BOARDS = tuple(about("board")["options"])


@pytest.fixture(autouse=True)
def same_look_afterwards(qapp):
    before = board_style()
    yield
    set_board_style(before)
    theme.apply(qapp, dark=False, accent=OFFERED[0])


def test_the_accents_offered_are_those_that_there_are():
    assert tuple(ACCENTS) == OFFERED


def test_an_accent_is_seen_on_every_ground_and_every_text_is_read():
    for_each(product([False, True], ACCENTS), _is_seen_on_grounds, str)


def _is_seen_on_grounds(look):
    scheme = theme.SCHEMES[look]
    assert contrast(scheme.on_accent, scheme.accent) >= 4.5
    for ground in (scheme.window, scheme.base, scheme.raised):
        assert contrast(scheme.accent, ground) >= 3
    for ground in (scheme.window, scheme.base):
        assert contrast(scheme.muted, ground) >= 4.5
    for letters, ground in ((scheme.good, scheme.good_ground), (scheme.bad, scheme.bad_ground)):
        assert min(contrast(letters, each) for each in (scheme.base, ground)) >= 4.5
        assert contrast(scheme.text, ground) >= 7


def test_an_accent_is_seen_on_every_board():
    for_each(product(ACCENTS, BOARDS), _is_seen_on_board, str)


def _is_seen_on_board(look):
    name, board = look
    accent = ACCENTS[name].board
    for themed in THEMES[board]:
        for ground in (themed.light, themed.dark, themed.board, themed.between):
            assert contrast(accent, ground) >= 3


def test_green_means_a_win_and_nothing_else():
    for_each(ACCENTS, _is_not_green, str)


def _is_not_green(name):
    accent = ACCENTS[name]
    for shade in (accent.light, accent.dark, accent.board):
        hue, saturation = QColor(shade).hslHue(), QColor(shade).hslSaturationF()
        assert saturation < 0.25 or not 75 < hue < 175


def test_an_accent_that_is_chosen_counts_at_once_in_the_window_and_on_the_boards(qtbot):
    with visit(qtbot, appearance="light") as visitor:
        visitor.window.store.set(accent="bronze")
        highlight = QApplication.palette().highlight().color().name()
        assert highlight == theme.colours().accent == ACCENTS["bronze"].light
        assert board_theme().accent == ACCENTS["bronze"].board
        visitor.window.store.set(appearance="dark")
        assert theme.colours().accent == ACCENTS["bronze"].dark
        assert board_style() == BoardStyle(accent="bronze")
