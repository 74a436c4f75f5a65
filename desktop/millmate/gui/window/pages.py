"""The window's pages, such as the board and the tournaments, with a tab for each."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget

from millmate.gui.languages.translator import bind_tabs, bind_text
from millmate.gui.navigation import Navigation, Page
from millmate.gui.style import theme
from millmate.language import mark


class Pages(QWidget):
    """Pages with tabs; `changed` carries the page shown now.

    Each page remembers its focus widget while another page is shown.
    """

    changed = Signal(QWidget)

    def __init__(
        self, pages: dict[str, QWidget], navigation: Navigation, parent: QWidget | None = None
    ) -> None:
        super().__init__()
        self.bar = QTabBar()
        self.bar.setDrawBase(False)
        self.bar.setExpanding(False)
        bind_text(self.bar, name=mark("Pages of the window"))
        self._stack = QStackedWidget()
        self._focus: dict[int, QWidget | None] = {}
        for page in pages.values():
            self.bar.addTab("")
            self._stack.addWidget(page)
        bind_tabs(self.bar, *pages)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.GRID)
        layout.addWidget(self.bar, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._stack, 1)
        self._navigation = navigation
        self.bar.currentChanged.connect(lambda number: navigation.show(Page(number)))
        navigation.page_changed.connect(self._show)

    @property
    def page(self) -> QWidget:
        page = self._stack.currentWidget()
        assert page is not None
        return page

    def turn_to(self, page: QWidget) -> None:
        self._navigation.show(Page(self._stack.indexOf(page)))

    @Slot(Page)
    def _show(self, page: Page) -> None:
        number = page.value
        self.bar.setCurrentIndex(number)
        left, focus = self._stack.currentIndex(), self.window().focusWidget()
        self._focus[left] = focus if focus and self.page.isAncestorOf(focus) else None
        self._stack.setCurrentIndex(number)
        before = self._focus.get(number)
        if before is not None and not self.bar.hasFocus():
            before.setFocus()
        self.changed.emit(self.page)
