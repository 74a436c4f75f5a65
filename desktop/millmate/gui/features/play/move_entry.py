"""Move entry by keyboard: what a typed text can mean, the input field, and its controller."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from millmate.games.chess.piece_letters import localize, to_english
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import hbox
from millmate.gui.shell.services import Services
from millmate.language import mark, tr

_LETTERS = 9  # the field has room for these
_SHOWN = 12  # moves listed at most
_NOISE = re.compile(r"[-–—x×:=+#!?\s]")  # signs that users write or omit

# Exact letters first, then regardless of case.
_FOLDS: tuple[Callable[[str], str], ...] = (str, str.lower)


@dataclass(frozen=True, slots=True)
class Reading:
    """The moves, in both notations, that a text can complete to; `chosen` is the intended one."""

    found: tuple[str, ...] = ()  # as displayed
    chosen: str = ""  # in engine notation; "" unless there is exactly one


def read(typed: str, offers: Mapping[str, str]) -> Reading:
    """Return the meaning of `typed` among `offers`, which maps moves to their displayed form.

    Signs for captures, checks and the like are optional, lower case matches upper case where that
    is unambiguous, castling may be written with zeros, and pieces may have the letters of the
    current language.
    """
    written = typed.strip().replace("0", "O")
    for text in dict.fromkeys((written, to_english(written))):
        for fold in _FOLDS:
            found = _read(fold(_bare(text)), offers, fold)
            if found.found:
                return found
    return Reading()


def _read(typed: str, offers: Mapping[str, str], fold: Callable[[str], str]) -> Reading:
    ways = {move: {fold(_bare(move)), fold(_bare(name))} for move, name in offers.items()}
    started = [move for move, names in ways.items() if any(n.startswith(typed) for n in names)]
    exact = [move for move in started if typed in ways[move]]
    only = exact or started
    return Reading(
        tuple(offers[move] for move in dict.fromkeys((*exact, *started))),
        only[0] if len(only) == 1 and typed else "",
    )


def _bare(text: str) -> str:
    return _NOISE.sub("", text)


class MoveField(QWidget):
    """Emits `typed` for each change, `entered` on confirmation and `left` on leaving."""

    typed = Signal(str)
    entered = Signal(str)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.line = QLineEdit()
        bind_text(
            self.line,
            hint=mark("move"),
            name=mark("Type a move"),
            tip=mark("A move, such as Nf3 or g1f3; Enter plays it, Esc goes back to the board"),
        )
        self.line.setFixedWidth(self.line.fontMetrics().averageCharWidth() * (_LETTERS + 4))
        self.hint = Label()
        self.hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        hbox(self.line, (self.hint, 1), within=self)
        self.line.installEventFilter(self)
        self.line.textChanged.connect(self.typed)  # assistive technology sets texts
        self.line.returnPressed.connect(lambda: self.entered.emit(self.line.text()))
        self.setFocusProxy(self.line)
        self.hide()

    def list_moves(self, moves: Sequence[str], worth: str = "") -> None:
        """Show the possible completions; `worth` describes the only one."""
        listed = localize("  ".join(moves[:_SHOWN])) + (" …" if len(moves) > _SHOWN else "")
        self._show_note(f"{listed}: {worth}" if worth and len(moves) == 1 else listed, fault=False)

    def refuse(self, reason: str) -> None:
        self._show_note(reason, fault=True)

    def clear(self) -> None:
        self.line.clear()
        self._show_note("", fault=False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Return to the board on Esc, before the window handles the key."""
        if not isinstance(event, QKeyEvent) or event.key() != Qt.Key.Key_Escape:
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() == QEvent.Type.KeyPress:
            self.left.emit()
        return True

    def _show_note(self, text: str, *, fault: bool) -> None:
        self.hint.setText(text)
        self.hint.setToolTip(text)
        # Screen readers read every new description: a list of all moves would hide the last move.
        description = text if self.line.text() else ""
        if description != self.line.accessibleDescription():
            self.line.setAccessibleDescription(description)
        theme.mark_fault(self.hint, fault)
        theme.mark_fault(self.line, fault)


class MoveEntry(QObject):
    """Opens the input field on request and plays the typed moves on the board shown.

    The field stays open between moves; Esc and position setup close it.
    """

    opened = Signal(bool)  # the field opened or closed

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._workspace, self._views = services.workspace, services.views
        self._navigation = services.navigation
        self.field = MoveField()
        self.field.typed.connect(self._typed)
        self.field.entered.connect(self._enter)
        self.field.left.connect(self.close)
        self._offers: dict[str, str] = {}  # moves in engine notation and as displayed
        for view in self._views:
            view.board.offered_changed.connect(self._renew)
        workspace = services.workspace
        workspace.mode_changed.connect(self._follow_mode)
        services.commands.bind("type_move", self.open, enabled=lambda: not workspace.editing)

    @Slot()
    def open(self) -> None:
        """Show the input field and focus it."""
        self._navigation.show_board()
        self.opened.emit(True)
        self._renew()
        self.field.setFocus()
        self.field.line.selectAll()

    @Slot()
    def close(self) -> None:
        self.field.clear()
        self.opened.emit(False)
        self._views.board.setFocus()

    @Slot()
    def _follow_mode(self) -> None:
        """Close the field while a position is set up: no moves are played then."""
        if self._workspace.editing and not self.field.isHidden():
            self.close()

    @Slot()
    def _renew(self) -> None:
        """Update the moves that can be played."""
        if self.field.isHidden():
            return
        view = self._views.current
        self._offers = view.offers(view.board.position, view.board.offered)
        self._typed(self.field.line.text())

    @Slot(str)
    def _typed(self, text: str) -> None:
        """List the moves `text` could complete to; report at once if no move is left."""
        reading = read(text, self._offers)
        if reading.found or not text.strip():
            value = self._views.board.state.values.get(reading.chosen)
            self.field.list_moves(reading.found, value.words if value else "")
        elif self._offers:
            self.field.refuse(tr("No move starts like this."))
        else:
            self.field.refuse(self._hindrance)

    @Slot(str)
    def _enter(self, text: str) -> None:
        """Play the intended move, or report why it is missing."""
        reading, view = read(text, self._offers), self._views.current
        if reading.chosen:
            self.field.clear()
            view.board.play_text(reading.chosen)
            return
        if not self._offers:
            reason = self._hindrance
        elif not text.strip():
            example = next(iter(self._offers.values()))
            reason = tr("Type a move first, such as {move}.", move=localize(example))
        elif len(reading.found) > 1:
            reason = tr("Which one? {moves}", moves=localize("  ".join(reading.found)))
        else:
            reason = view.refusal(view.board.position, text)
        self.field.refuse(reason)
        view.board.announce(reason)

    @property
    def _hindrance(self) -> str:
        """Why no move can be made on the board now."""
        return self._workspace.game.hindrance or tr("No move can be made here now.")
