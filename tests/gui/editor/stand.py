"""An editor of any game beside its board, without the window."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from millmate.gui.editor.editor_panel import EditorPanel


def stand(qtbot: QtBot, editor: EditorPanel, fen: str) -> None:
    """Show `editor` beside its board, with the position `fen` being set up."""
    window = QWidget()
    qtbot.addWidget(window)
    editor.board.set_animated(False)
    row, column = QHBoxLayout(window), QVBoxLayout()
    column.addWidget(editor.board, 1)
    column.addWidget(editor.palette_strip)
    row.addLayout(column, 1)
    row.addWidget(editor)
    window.resize(1000, 660)
    window.show()
    editor.window_kept = window  # type: ignore[attr-defined]
    editor.start(fen)
