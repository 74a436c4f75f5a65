"""The About dialog: name, version, and the licences of all components."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from millmate import __version__, licences
from millmate.gui.languages.translator import bind_text, translator
from millmate.gui.style import theme
from millmate.gui.style.areas import splitter
from millmate.gui.style.icons import application_icon
from millmate.gui.style.label import Label
from millmate.gui.style.screen_fit import keep_on_screen
from millmate.gui.tasks import Task
from millmate.language import mark, tr
from millmate.licences import Component

_SIZE = QSize(860, 580)
_ICON = 72


def show_about(parent: QWidget) -> AboutDialog:
    dialog = AboutDialog(parent)
    dialog.show()
    return dialog


class AboutDialog(QDialog):
    """Shows name, version and licence of the program and of its components.

    The texts are loaded in a thread and shown as plain text.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About Mill & Mate"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.components: list[Component] = []
        self.list = bind_text(QListWidget(), name=mark("Parts of the program"))
        self.list.setUniformItemSizes(True)
        self.list.setSpacing(theme.GRID // 2)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentRowChanged.connect(self._show_text)
        self.text = bind_text(QPlainTextEdit(), name=mark("Licence"))
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setFont(theme.fixed_font())
        self._lay_out()
        translator.changed.connect(self.close)
        self._task = Task(_components)
        self._task.done.connect(self._list)
        self._task.launch()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*(2 * theme.GRID,) * 4)
        layout.setSpacing(2 * theme.GRID)
        layout.addLayout(_head())
        parts = splitter(
            Qt.Orientation.Horizontal, self.list, self.text, shares=(1, 3), sizes=(270, 560)
        )
        layout.addWidget(parts, 1)
        buttons = theme.close_button()
        buttons.rejected.connect(self.close)
        layout.addWidget(buttons)
        keep_on_screen(self, _SIZE * theme.text_scale())

    @Slot(object)
    def _list(self, found: list[Component]) -> None:
        """List the components, and show the licence of the first, the program itself."""
        self.components = found
        for each in found:
            self.list.addItem(f"{each.name} {each.version}".strip() + f"\n{each.licence}")
        self.list.setCurrentRow(0)
        self.list.setFocus()

    @Slot(int)
    def _show_text(self, row: int) -> None:
        component = self.components[row]
        self.text.setPlainText(f"{component.name}: {component.licence}\n\n{component.text}")


def _head() -> QHBoxLayout:
    """Return the icon with a description of the program."""
    picture = Label()
    picture.setPixmap(application_icon().pixmap(_ICON, _ICON))
    name = Label(f"Mill & Mate {__version__}")
    theme.headline(name)
    words = theme.muted(
        tr(
            "Study endings with exact tables built on your own computer.\nFree software "
            "under the GNU General Public License, version 3 or later. It uses these free "
            "components:"
        )
    )
    beside = QVBoxLayout()
    beside.setSpacing(theme.GRID // 2)
    beside.addWidget(name)
    beside.addWidget(words)
    beside.addStretch(1)
    head = QHBoxLayout()
    head.setSpacing(2 * theme.GRID)
    head.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
    head.addLayout(beside, 1)
    return head


def _components(progress: Callable[[object], None], stopped: Callable[[], bool]) -> list[Component]:
    return licences.components()
