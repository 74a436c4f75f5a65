"""An editor of any game beside its board, without the window."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from millmate.gui.boards.editor.panel import EditorPanel


def check_buttons(editor: EditorPanel, expected: dict[str, str]) -> None:
    """Press each button of the whole position, expect its text, and undo it."""
    before = editor.model.fen
    for name, fen in expected.items():
        getattr(editor, f"{name}_button").click()
        assert editor.model.fen == editor.fen_field.line.text() == fen, name
        editor.undo_button.click()
        assert editor.model.fen == before
    editor.redo_button.click()
    assert editor.model.fen == fen
    assert not editor.redo_button.isEnabled()


def stand(qtbot: QtBot, editor: EditorPanel, fen: str) -> None:
    """Show `editor` beside its board, with the position `fen` being set up."""
    window = QWidget()
    qtbot.addWidget(window)
    editor.board.set_animated(False)
    row, column = QHBoxLayout(window), QVBoxLayout()
    column.addWidget(editor.board, 1)
    for part in (*editor.palettes.values(), editor.tools):
        column.addWidget(part)
    row.addLayout(column, 1)
    row.addWidget(editor)
    window.resize(1000, 660)
    window.show()
    editor.window_kept = window  # type: ignore[attr-defined]
    editor.model.load(fen)
    editor.start()
