"""The position editor of any game: its controls, connected to the board."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import zip_longest
from typing import Any, cast

from PySide6.QtCore import QEvent, QObject, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QGridLayout,
    QLineEdit,
    QRadioButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from millmate.errors import InputError
from millmate.formatting import side_name
from millmate.games.lenient_parser import holds_position
from millmate.games.positions import Problem
from millmate.gui.boards.editor.palette import PiecePalette
from millmate.gui.boards.editor.position_model import PositionModel
from millmate.gui.boards.scene import Badge, paint
from millmate.gui.boards.state import ERASER
from millmate.gui.boards.theme import board_theme
from millmate.gui.boards.widget import BoardWidget
from millmate.gui.kit import theme
from millmate.gui.kit.errors import capital
from millmate.gui.kit.label import Label, WrappedLabel
from millmate.gui.kit.theme import icon
from millmate.gui.kit.translator import bind_text, on_retranslate, translator
from millmate.gui.kit.widgets import hbox, vbox
from millmate.language import mark, tr


class IconButton(QToolButton):
    """A flat button with an icon and, optionally, a text beneath it; texts are marked."""

    def __init__(self, picture: str, tip: str, text: str = ""):
        super().__init__()
        self.setIcon(icon(picture))
        self.setIconSize(QSize(16, 16))
        self.setAutoRaise(True)
        bind_text(self, tip=tip, name=text or tip, description=tip)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        if text:
            bind_text(self, text=text)
            self._fit()
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def changeEvent(self, event: QEvent) -> None:
        """Keep the text a little smaller than other texts."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ApplicationFontChange and self.text():
            self._fit()

    def sizeHint(self) -> QSize:
        """Fit into the strip below the board, with icon and text close together."""
        hint = super().sizeHint()
        if self.text():
            hint.setHeight(self.iconSize().height() + self.fontMetrics().height() + 7)
        return hint

    def _fit(self) -> None:
        """Set a small font, since seven texts must fit side by side in every language."""
        self.setFont(theme.small_font())


class _Sign(QWidget):
    """The badge that also marks the squares on the board."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(16, 16)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint(painter, [Badge(QPointF(8, 8), 7, board_theme().fault)])


class ProblemList(QWidget):
    """Problems as sentences, the most serious first."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        bind_text(self, name=mark("Problems of the position"))
        self._rows: list[tuple[QWidget, Label]] = []
        self._column = vbox(within=self, spacing=theme.GRID // 2)

    def show_problems(self, problems: Iterable[Problem]) -> None:
        """Show `problems`; unused rows are kept for later."""
        messages = [problem.message for problem in problems]
        while len(self._rows) < len(messages):
            self._add_row()
        for i, (row, label) in enumerate(self._rows):
            row.setVisible(i < len(messages))
            label.setText(capital(messages[i]) if i < len(messages) else "")
        self.setVisible(bool(messages))

    @property
    def messages(self) -> list[str]:
        return [label.text() for _, label in self._rows if label.text()]

    def _add_row(self) -> None:
        row, label = QWidget(), Label()
        label.setWordWrap(True)
        theme.mark_fault(label, True)
        hbox((_Sign(), Qt.AlignmentFlag.AlignTop), (label, 1), within=row)
        self._column.addWidget(row)
        self._rows.append((row, label))


class FenField(QWidget):
    """The text, two buttons, and its fault."""

    def __init__(self, model: PositionModel[Any], noun: str, parent: QWidget | None = None):
        """Edit the position of `model`; its text is called `noun`."""
        super().__init__(parent)
        self._model = model
        self._setting = False  # a change from this field is in progress
        self.line = QLineEdit()
        self._noun = noun
        self._before = ""  # the text before the edit that is being read
        self.line.textEdited.connect(self._edited)
        self.line.textChanged.connect(self._remember)
        self.line.installEventFilter(self)
        self.line.editingFinished.connect(self._tidy)
        self.copy = IconButton("copy", "")
        self.paste = IconButton("paste", "")
        self.message = Label()
        self.message.setWordWrap(True)
        self._lay_out()
        model.on_change(self._follow)
        on_retranslate(self, self._name)
        self._follow()

    def _name(self) -> None:
        noun = tr(self._noun)
        self.label.setText(capital(noun))
        self.line.setAccessibleName(
            tr("FEN of the position") if self._noun == "FEN" else tr("The position as text")
        )
        self.line.setPlaceholderText(tr("Paste or type a {noun}", noun=noun))
        if self._noun == "FEN":
            self.line.setPlaceholderText(tr("FEN, or pieces: Kc2 Nd3 Bf1 / Ka1"))
            tip = tr(
                "A FEN, or White's pieces, a stroke, and Black's: Kc2 Nd3 Bf1 / Ka1.\n"
                "With b at the end, Black is to move."
            )
            self.line.setToolTip(tip)
            self.line.setAccessibleDescription(tip)
        for button, text in (
            (self.copy, tr("Copy the {noun}", noun=noun)),
            (self.paste, tr("Paste a {noun}", noun=noun)),
        ):
            button.setToolTip(text)
            button.setAccessibleName(text)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Restore the position's text on Escape if it was changed."""
        kinds = QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress
        if event.type() not in kinds or cast(QKeyEvent, event).key() != Qt.Key.Key_Escape:
            return False
        changed = self.line.text() != self._model.fen
        if changed and event.type() == QEvent.Type.KeyPress:
            self._follow()
            self.line.selectAll()
        elif changed:
            event.accept()  # else a command of the window gets the key
        return changed

    def paste_text(self, text: str) -> None:
        """Parse pasted `text` leniently, and show the corrections."""
        self.line.setText(" ".join(text.split()))
        self._read(text, lenient=True)
        self._tidy()

    def _lay_out(self) -> None:
        self.label = label = Label()
        label.setBuddy(self.line)
        middle = Qt.AlignmentFlag.AlignVCenter  # else the buttons limit the height of the line
        parts = label, theme.GRID // 2, self.line, (self.copy, middle), (self.paste, middle)
        row = hbox(*parts, spacing=theme.GRID // 2)
        vbox(row, self.message, within=self, spacing=theme.GRID // 2)
        self._say("")

    def _remember(self, text: str) -> None:
        self._before = text

    def _edited(self, text: str) -> None:
        """Read the text after an edit; a whole position that was put into it replaces it."""
        end = self.line.cursorPosition()
        old = self._before[: len(self._before) - len(text[end:])]
        pairs = enumerate(zip_longest(old, text[:end]))
        start = next((index for index, (before, now) in pairs if before != now), end)
        inserted = text[start:end]
        if len(inserted) > 1 and inserted != text and holds_position(inserted):
            self.paste_text(inserted)
        else:
            self._read(text)

    def _read(self, text: str, lenient: bool = False) -> None:
        """Set up the position in `text`, or show its fault."""
        self._setting = True
        try:
            left_out = (
                self._model.set_leniently(text)
                if lenient or "://" in text
                else ("; ".join(self._model.set_fen(text)))
            )
        except InputError as error:
            self._say(self._model.fault_in(text) or str(error), fault=True)
        else:
            self._say(left_out)
        finally:
            self._setting = False

    def _tidy(self) -> None:
        """Normalize a valid text when the field loses focus."""
        if not self.wrong:
            self.line.setText(self._model.fen)
            self.line.setCursorPosition(0)

    @property
    def wrong(self) -> bool:
        """Whether the text is not a position."""
        return bool(self.message.property("fault")) and not self.message.isHidden()

    def _follow(self) -> None:
        if self._setting:
            return
        self._say("")
        self._tidy()

    def _say(self, words: str, fault: bool = False) -> None:
        self.message.setText(capital(words))
        self.message.setVisible(bool(words))
        self.message.setProperty("muted", not fault)
        theme.mark_fault(self.message, fault)


class EditorPanel(QWidget):
    """The controls of a position, and its problems.

    Those that must always be visible are in a separate `foot`. `palettes`, the pieces of each side,
    and `tools`, which change the whole position, are for places near the board.
    Between `begin` and `end`, edits of the board go to `model`, and its position to the board.
    """

    changed = Signal(str)  # the position after every change, playable or not
    playable_changed = Signal(bool)

    noun = mark("position")  # the name of the text of a position
    pieces = mark("pieces")

    def __init__(
        self, model: PositionModel[Any], board: BoardWidget, parent: QWidget | None = None
    ):
        super().__init__(parent)
        self.model = model
        self.board = board
        white, black = board.game.symbols
        self.palettes = {True: PiecePalette(board, white), False: PiecePalette(board, black)}
        self.eraser = PiecePalette(board, ERASER)
        self._near = True
        self.active = False  # whether a position is being set up
        self._playable: bool | None = None
        self._lacks = False  # whether the chosen players need something
        self._build()
        on_retranslate(self, self._name)
        translator.changed.connect(self.show_model)
        model.on_change(self._refresh)
        board.place_requested.connect(model.place)
        board.erase_requested.connect(model.erase)
        board.move_requested.connect(model.move)
        self.show_model()

    # --- what a game's editor adds -----------------------------------------------------------

    def add_rows(self, grid: QGridLayout, foot: QGridLayout) -> None:
        """Add controls to `grid`, and those for row 0 of `foot`, above the side to move."""

    def show_position(self) -> None:
        """Show the model's position on the board."""
        self.board.set_position(self.model.position)

    def _name(self) -> None:
        off = tr("Remove all {pieces}", pieces=tr(self.pieces))
        self.clear_button.setToolTip(off)
        self.clear_button.setAccessibleName(off)

    # --- what the window calls ---------------------------------------------------------------

    def start(self) -> None:
        self.active = True
        self._playable = None
        self.board.set_editing(True)
        self._refresh()

    def end(self) -> None:
        self.active = False
        self.board.set_editing(False)

    def paste_fen(self) -> None:
        """Set up the position on the clipboard, or show why that is impossible."""
        self.fen_field.paste_text(QGuiApplication.clipboard().text())

    def copy_fen(self) -> None:
        QGuiApplication.clipboard().setText(str(self.model.position))

    # --- the controls ------------------------------------------------------------------------

    def _build(self) -> None:
        self.fen_field = FenField(self.model, self.noun, self)
        self.fen_field.copy.clicked.connect(self.copy_fen)
        self.fen_field.paste.clicked.connect(self.paste_fen)
        self.material = WrappedLabel()
        theme.heading(self.material)
        self.material.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.verdict = theme.muted()
        self.problem_list = ProblemList()
        grid, foot = _grid(), _grid()
        self._add_turn(foot)
        self.add_rows(grid, foot)
        summary = vbox(self.material, self.verdict)
        self.foot = QWidget()
        texts = self.fen_field, self.problem_list
        self.tools = self._make_tools()
        self._foot_parts = vbox(theme.rule(), self.tools, foot, *texts, within=self.foot)
        self._tools_row: QBoxLayout = self._foot_parts
        parts = grid, summary, self.foot, None
        vbox(*parts, within=self, spacing=2 * theme.GRID)

    def setVisible(self, visible: bool) -> None:
        """Show or hide the other parts as well."""
        super().setVisible(visible)
        self.foot.setVisible(visible)
        self.show_near(self._near)

    def show_near(self, near: bool) -> None:
        """Show the parts near the board, too, while a position is set up, or hide them."""
        self._near = near
        for part in (*self.palettes.values(), self.tools):
            part.setVisible(near and not self.isHidden())

    def put_tools(self, row: QBoxLayout | None) -> None:
        """Put the tools into `row`, or into the foot."""
        row = row or self._foot_parts
        if row is not self._tools_row:
            self._tools_row = row  # first, since the stage puts tools that are shown or hidden
            row.insertWidget(1, self.tools)

    def _make_tools(self) -> QWidget:
        tools = QWidget()
        row = hbox(self.eraser, within=tools, spacing=0)
        self.undo_button = IconButton("undo", mark("Undo the last change"), mark("Undo"))
        self.redo_button = IconButton("redo", mark("Redo the change"), mark("Redo"))
        self.clear_button = IconButton("clear", "", mark("Clear"))
        self.start_button = IconButton("start", mark("Set up the starting position"), mark("Start"))
        self.flip_button = IconButton(
            "flip-ranks", mark("Mirror the position: swap top and bottom"), mark("Mirror ↕")
        )
        self.mirror_button = IconButton(
            "mirror", mark("Mirror the position: swap left and right"), mark("Mirror ↔")
        )
        self.swap_button = IconButton(
            "swap", mark("Swap White and Black, including the side to move"), mark("Swap")
        )
        for button, change in (
            (self.undo_button, self.model.undo),
            (self.redo_button, self.model.redo),
            (self.clear_button, partial(self.model.arrange, "clear")),
            (self.start_button, partial(self.model.arrange, "start")),
            (self.flip_button, partial(self.model.arrange, "flip")),
            (self.mirror_button, partial(self.model.arrange, "mirror")),
            (self.swap_button, partial(self.model.arrange, "swap")),
        ):
            button.clicked.connect(lambda _, change=change: change())
            row.addWidget(button)
        return tools

    def _add_turn(self, grid: QGridLayout) -> None:
        self.white_turn, self.black_turn = (
            bind_text(QRadioButton(), text=text) for text in (mark("White"), mark("Black"))
        )
        self.white_turn.clicked.connect(lambda: self.model.set_turn(True))
        self.black_turn.clicked.connect(lambda: self.model.set_turn(False))
        grid.addWidget(bind_text(Label(), text=mark("To move")), 1, 0)
        grid.addWidget(self.white_turn, 1, 1)
        grid.addWidget(self.black_turn, 1, 2)

    # --- from the model to the board and the controls ----------------------------------------

    def _refresh(self) -> None:
        """Show the model's position, and emit the change."""
        self.show_model()
        if not self.active:
            return
        faults = self.model.problems
        self.show_position()
        self.board.set_faults(self.model.marked())
        self.changed.emit(self.model.fen)
        if (not faults) != self._playable:
            self._playable = not faults
            self.playable_changed.emit(self._playable)

    def show_model(self) -> None:
        model = self.model
        self.undo_button.setEnabled(model.can_undo)
        self.redo_button.setEnabled(model.can_redo)
        (self.white_turn if model.turn else self.black_turn).setChecked(True)
        faults = model.problems
        self.material.setText(model.title)
        self._show_verdict()
        self.verdict.setVisible(not faults)
        self.problem_list.show_problems(faults)

    def show_lack(self, lack: str) -> None:
        """Show that the position is ready to play unless something is missing."""
        if bool(lack) != self._lacks:
            self._lacks = bool(lack)
            self._show_verdict()

    def _show_verdict(self) -> None:
        side = side_name(self.model.turn)
        text = tr("{side} to move") if self._lacks else tr("{side} to move: ready to play")
        self.verdict.setText(text.format(side=side))


def _grid() -> QGridLayout:
    """Return a grid of labels with one or two controls each."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(2 * theme.GRID)
    grid.setVerticalSpacing(theme.GRID)
    grid.setColumnStretch(1, 1)
    grid.setColumnStretch(2, 1)
    return grid
