"""Rows of lists are as high as their letters need, also when these grow while they are shown."""

from PySide6.QtWidgets import QApplication, QTableView
from tests.gui.windows import QUEEN_MATE, visit

from millmate.gui.style import theme


def test_rows_grow_with_the_letters(qtbot, tables) -> None:
    with visit(qtbot, tables, start_fen=QUEEN_MATE) as v:
        v.do("show_games")
        v.do("show_tournaments")
        v.wait(lambda: v.window.tournaments.page is not None)
        v.do("show_board")
        v.wait(lambda: v.window.table.isVisible())
        application = QApplication.instance()
        try:
            theme.apply(application, dark=False, text_size=150)
            v.qtbot.wait(100)
            views = v.window.findChildren(QTableView)
            low = [
                view.accessibleName()
                for view in views
                if view.verticalHeader().defaultSectionSize() < view.fontMetrics().height() + 4
            ]
            assert v.window.table.view in views
            assert low == []
        finally:
            theme.apply(application, dark=False)
