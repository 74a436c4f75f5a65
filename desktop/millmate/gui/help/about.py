"""What the program says about itself: its name, its version, its licence."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from millmate import __version__
from millmate.gui.languages.language import LANGUAGE
from millmate.gui.style import theme
from millmate.gui.style.icons import application_icon
from millmate.gui.style.label import Label
from millmate.gui.style.room import keep_on_screen
from millmate.language import tr


def show_about(parent: QWidget) -> QDialog:
    """Open a dialog with name, version and licence."""
    dialog = _dialog(parent, tr("About Mill & Mate"))
    picture = Label()
    picture.setPixmap(application_icon().pixmap(96, 96))
    picture.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    name = Label(f"Mill & Mate {__version__}")
    name.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    theme.headline(name)
    words = theme.muted(
        tr(
            "Study endings with exact tables built on your own machine.\n\n"
            "Free software under the GNU General Public License, version 3 or later. "
            "Pieces: Colin M. L. Burnett, by way of python-chess."
        )
    )
    words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    words.setMinimumWidth(round(380 * theme.text_scale()))
    for widget in (picture, name, words):
        dialog.layout().addWidget(widget)  # type: ignore[union-attr]
    _finish(dialog)
    LANGUAGE.changed.connect(dialog.close)
    return dialog


def _dialog(parent: QWidget, title: str) -> QDialog:
    dialog = QDialog(parent)
    dialog.setWindowTitle(title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    layout = QVBoxLayout(dialog)
    layout.setContentsMargins(*(3 * theme.GRID,) * 4)
    layout.setSpacing(2 * theme.GRID)
    return dialog


def _finish(dialog: QDialog) -> None:
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.close)
    dialog.layout().addWidget(buttons)  # type: ignore[union-attr]
    keep_on_screen(dialog)
    dialog.show()
