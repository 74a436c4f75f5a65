from PySide6.QtGui import QFont, QFontMetricsF

from millmate.gui.board.label import lettering

TEXTS = ["mate in 12", "loses in 33", "draw"]


def test_words_keep_to_one_line_where_squares_are_large(qapp):
    style = lettering(QFont(), TEXTS, 90)
    assert style.lines("mate in 12") == ["mate in 12"]
    assert style.font.pixelSize() == 14


def test_on_small_squares_the_number_stands_beneath_and_is_never_cut(qapp):
    style = lettering(QFont(), TEXTS, 48)
    assert style.lines("mate in 12") == ["mate in", "12"]
    assert style.lines("draw") == ["draw"]
    metrics = QFontMetricsF(style.font)
    assert all(metrics.horizontalAdvance(line) <= 38 for t in TEXTS for line in style.lines(t))


def test_all_that_is_shown_at_once_is_set_alike(qapp):
    assert lettering(QFont(), TEXTS, 70) == lettering(QFont(), [TEXTS[1]], 70)
    assert lettering(QFont(), [], 70).font.pixelSize() > 8
