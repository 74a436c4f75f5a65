"""What the program says about itself: its shortcuts, its name, its licence."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from millmate import __version__
from millmate.gui import theme
from millmate.gui.actions import MENUS, Entry
from millmate.gui.icons import application_icon

# Keys that are no commands of a menu.
_BOARD_KEYS = {
    "Enter": "Start the square cursor on the board; press a square",
    "Arrows": "Move the square cursor; without it, step through the game",
    "Space": "Press the square under the cursor; without it, play the best move",
    "Esc": "Let go, close a message",
    "K Q R B N P": "While setting up: place that piece (Shift: a white one)",
    "Delete": "While setting up: take the piece off",
}

_Section = tuple[str, list[tuple[str, str]]]  # a title, and keys with what they do


def show_shortcuts(parent: QWidget) -> QDialog:
    """Open a dialog with every shortcut."""
    dialog = _dialog(parent, "Keyboard shortcuts")
    columns = QHBoxLayout()
    columns.setSpacing(5 * theme.GRID)
    for sections in _halves(_sections()):
        column = QVBoxLayout()
        column.setSpacing(2 * theme.GRID)
        for title, rows in sections:
            column.addLayout(_section(title, rows))
        column.addStretch(1)
        columns.addLayout(column)
    dialog.layout().addLayout(columns)  # type: ignore[union-attr]
    _finish(dialog)
    return dialog


def show_about(parent: QWidget) -> QDialog:
    """Open a dialog with name, version and licence."""
    dialog = _dialog(parent, "About Mill & Mate")
    picture = QLabel()
    picture.setPixmap(application_icon().pixmap(96, 96))
    picture.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    name = QLabel(f"Mill & Mate {__version__}")
    name.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    theme.headline(name)
    words = theme.muted(
        "Study endings with exact tables built on your own machine.\n\n"
        "Free software under the GNU General Public License, version 3 or later. "
        "Pieces: Colin M. L. Burnett, by way of python-chess."
    )
    words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    words.setMinimumWidth(380)
    for widget in (picture, name, words):
        dialog.layout().addWidget(widget)  # type: ignore[union-attr]
    _finish(dialog)
    return dialog


def _sections() -> list[_Section]:
    """Return the menus that have shortcuts, and the board's own keys."""
    found = []
    for title, entries in MENUS.items():
        rows = [
            (
                " or ".join(
                    QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
                    for keys in entry.keys
                ),
                entry.text.replace("&&", "&").replace("&", "").rstrip("…"),
            )
            for entry in entries
            if isinstance(entry, Entry) and entry.keys
        ]
        found.append((title.replace("&", ""), rows))
    found.append(("Board", list(_BOARD_KEYS.items())))
    return found


def _halves(sections: list[_Section]) -> tuple[list[_Section], list[_Section]]:
    """Return the sections in two columns of about the same height, in order."""
    heights = [len(rows) + 2 for _, rows in sections]
    split = min(range(len(sections) + 1), key=lambda n: max(sum(heights[:n]), sum(heights[n:])))
    return sections[:split], sections[split:]


def _section(title: str, rows: list[tuple[str, str]]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(2 * theme.GRID)
    grid.setVerticalSpacing(theme.GRID // 2)
    heading = QLabel(title)
    theme.headline(heading)
    grid.addWidget(heading, 0, 0, 1, 2)
    for number, (keys, words) in enumerate(rows, start=1):
        label = theme.muted(keys)
        label.setWordWrap(False)
        grid.addWidget(label, number, 0)
        grid.addWidget(QLabel(words), number, 1)
    grid.setColumnStretch(1, 1)
    return grid


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
    dialog.show()
