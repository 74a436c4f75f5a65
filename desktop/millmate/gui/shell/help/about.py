"""The About dialog: name, version, and the licences of all components."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QWidget

from millmate import __version__, licences
from millmate.gui.kit import theme
from millmate.gui.kit.icons import application_icon
from millmate.gui.kit.label import Label
from millmate.gui.kit.screen_fit import keep_on_screen
from millmate.gui.kit.tasks import Task
from millmate.gui.kit.text_dialog import fixed_text
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import hbox, splitter, vbox
from millmate.language import mark, tr
from millmate.licences import Component

_SIZE = QSize(860, 580)
_ICON = 72


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
        self.text = fixed_text(mark("Licence"))
        self._lay_out()
        translator.changed.connect(self.close)
        Task(lambda progress, stopped: licences.components()).launch(done=self._list)

    def _lay_out(self) -> None:
        parts = splitter(
            Qt.Orientation.Horizontal, self.list, self.text, shares=(1, 3), sizes=(270, 560)
        )
        buttons = theme.close_button()
        buttons.rejected.connect(self.close)
        grid = 2 * theme.GRID
        vbox(_head(), (parts, 1), buttons, within=self, spacing=grid, margins=grid)
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
    beside = vbox(name, words, None, spacing=theme.GRID // 2)
    head = hbox(picture, (beside, 1), spacing=2 * theme.GRID)
    head.setAlignment(picture, Qt.AlignmentFlag.AlignTop)
    return head
