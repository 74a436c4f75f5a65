"""Navigation, comments and variations in the move list."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QPlainTextEdit, QSizePolicy, QWidget

from millmate.gui.boards.drawing import Drawer
from millmate.gui.boards.small_boards import Pointed
from millmate.gui.features.analyse import score_layout as layout
from millmate.gui.features.analyse.score_view import ScoreView, pointed
from millmate.gui.kit import theme
from millmate.gui.kit.translator import on_retranslate
from millmate.gui.shell.services import Services
from millmate.language import mark, tr
from millmate.records.notes import Notes, Shape
from millmate.records.tree import GameTree, Node


class CommentField(QPlainTextEdit):
    """A text field of two lines.

    `edited` follows each change by the user, `done` Escape or Enter; Shift and Enter insert a new
    line.
    """

    edited = Signal(str)
    done = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._before = False
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.textChanged.connect(lambda: self.edited.emit(self.toPlainText()))
        on_retranslate(self, self._name)

    def _name(self) -> None:
        here = tr("Text before the variation") if self._before else tr("Comment on the move shown")
        self.setPlaceholderText(here)
        self.setAccessibleName(here)

    def set_before(self, before: bool) -> None:
        """Label the field: text before a variation, or the comment on a move."""
        self._before = before
        self._name()

    @property
    def before(self) -> bool:
        """Whether the field holds the text before a variation."""
        return self._before

    def show_text(self, text: str) -> None:
        """Show `text` unless the field holds it already, apart from spaces."""
        if text != self.toPlainText().strip():
            blocked = self.blockSignals(True)
            self.setPlainText(text)
            self.blockSignals(blocked)

    def sizeHint(self) -> QSize:
        """Return room for two lines, whatever the text, so that nothing moves."""
        return QSize(200, 2 * self.fontMetrics().lineSpacing() + round(1.75 * theme.GRID))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Finish with Enter or Escape."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() == Qt.Key.Key_Escape or (
            enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        ):
            self.done.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep Escape from the window during editing."""
        asked = event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if asked and event.key() == Qt.Key.Key_Escape:  # type: ignore[attr-defined]
            event.accept()
            return True
        return super().event(event)


# The commands that change the line of a move, with their texts in its menu.
_LINES: dict[str, tuple[str, Callable[[GameTree, Node], Node | None]]] = {
    "make_main": (mark("Make this the main line"), GameTree.make_main),
    "promote": (mark("Put this variation up"), GameTree.promote),
    "demote": (mark("Put this variation down"), GameTree.demote),
    "delete_line": (mark("Delete from here"), GameTree.delete),
}


class AnnotationController(QObject):
    """Connects the move list and the comment field to the game; annotates games under review.

    In a game in progress, only navigation is available.
    """

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._workspace, self._game = services.workspace, services.game
        game = services.game
        self.view, self.field = ScoreView(), CommentField()
        self._commented: Node | None = None  # the node whose comment the field shows
        self.view.chosen.connect(game.show)
        self.view.chosen.connect(services.workspace.show_game)
        self.view.menu_wanted.connect(self._open_menu)
        self.view.typed.connect(self._type)
        self.view.delete_wanted.connect(self.delete)
        self.field.edited.connect(self._write)
        self.field.done.connect(self.view.setFocus)
        services.hovering.watch(self.view.viewport(), self._pointed_at)
        self._drawers = [Drawer(view.board) for view in services.views]
        for drawer in self._drawers:
            drawer.drawn.connect(self._draw)
        for signal in (game.replaced, game.moved, game.ended, game.tree_changed):
            signal.connect(self.refresh)
        game.shown_changed.connect(self.refresh)
        self.refresh()
        for name, handler in self._handlers().items():
            services.commands.bind(name, handler, enabled=partial(self._can, name))

    def _can(self, name: str) -> bool:
        return self.able(name) and not self._workspace.editing

    def _handlers(self) -> dict[str, Callable[[], object]]:
        return {
            "comment": self.comment,
            **{name: partial(self._arrange, change) for name, (_, change) in _LINES.items()},
            "clear_drawings": self.clear_drawings,
            "strip": self.strip,
            "variation_up": lambda: self.step_aside(-1),
            "variation_down": lambda: self.step_aside(1),
        }

    def able(self, name: str) -> bool:
        """Return whether a command is available at the current node."""
        game, node = self._game, self._game.line.node
        if name in ("comment", "strip"):
            return game.studied
        if name == "clear_drawings":
            return bool(node.notes.shapes)
        if name not in _LINES:
            return True
        if not game.studied or node.parent is None:
            return False
        if name == "demote":
            return game.line.tree.can_demote(node)
        return name == "delete_line" or not node.in_main_line

    @Slot()
    def refresh(self) -> None:
        """Show the current game tree."""
        line = self._game.line
        self.view.show_tree(line.tree, line.node)
        self.field.setVisible(self._game.studied)
        if line.node is not self._commented:
            self._commented = line.node
            self.field.set_before(False)
        notes = line.node.notes
        for drawer in self._drawers:
            drawer.show_shapes(notes.shapes)
        self.field.show_text(notes.before if self.field.before else notes.comment)

    def step_aside(self, by: int) -> None:
        """Go to the next alternative move here, or along the line to the next node that has one."""
        line = self._game.line
        siblings = line.node.siblings
        if len(siblings) > 1:
            self._game.show(siblings[(siblings.index(line.node) + by) % len(siblings)])
            return
        way = line.way[line.cursor :] if by > 0 else line.way[: line.cursor][::-1]
        fork = next((node for node in way if len(node.siblings) > 1), None)
        if fork is not None:
            self._game.show(fork)

    def comment(self, before: bool = False) -> None:
        """Edit the comment on the current move, or the one `before` the variation it starts."""
        if self._game.studied:
            self.field.set_before(before)
            self.refresh()
            self.field.setFocus()
            self.field.selectAll()

    @Slot(str)
    def _write(self, text: str) -> None:
        node = self._game.line.node
        if not self._game.studied:
            return
        notes = node.notes.preceded(text) if self.field.before else node.notes.commented(text)
        self._annotate(notes, "comment")

    @Slot(str)
    def _type(self, letter: str) -> None:
        of_move = [n for n in self._game.line.node.notes.nags if n in layout.OF_MOVES]
        number = layout.typed(layout.symbols(of_move), letter)
        if number is not None:
            self.sign(number)

    def sign(self, number: int) -> None:
        """Toggle a sign (NAG) of the PGN standard on the current move."""
        node = self._game.line.node
        if self._game.studied and node.parent is not None:
            self._annotate(replace(node.notes, nags=layout.chosen(node.notes.nags, number)))

    def clear_drawings(self) -> None:
        """Remove all arrows and circles from the current position."""
        self._annotate(replace(self._game.line.node.notes, shapes=()))

    def strip(self) -> None:
        """Remove all comments, signs, drawings and variations from the game."""
        line = self._game.line
        if self._game.studied:
            self._game.edit(lambda tree: tree.strip(tree.root))
            if not all(node in node.siblings for node in line.node.path()):
                self._game.show(line.tree.root)

    @Slot(object)
    def _draw(self, shape: Shape) -> None:
        """Add a shape to the current position, or remove it if present."""
        if self._game.started:
            self._annotate(self._game.line.node.notes.toggled(shape))

    def _annotate(self, notes: Notes, label: str = "notes") -> None:
        node = self._game.line.node
        self._game.edit(lambda tree: tree.annotate(node, notes, label))

    @Slot()
    def delete(self) -> None:
        """Delete the current move and everything after it."""
        self._arrange(GameTree.delete)

    def insert(self, texts: tuple[str, ...]) -> bool:
        """Insert a line, in engine notation, after the current move; return whether it could be."""
        node = self._game.line.node
        if self._game.studied and texts:
            self._game.edit(lambda tree: tree.add_line(node, texts) and None)
        return self._game.studied

    def _arrange(self, change: Callable[[GameTree, Node], Node | None]) -> None:
        """Change the line of the current move."""
        node = self._game.line.node
        if self._game.studied and node.parent is not None:
            self._game.edit(lambda tree: change(tree, node))

    def _pointed_at(self, point: QPoint) -> Pointed | None:
        found, panel = self.view.move_at(point), self.view.viewport()
        return None if found is None else pointed(found[0], self._workspace, panel, found[1])

    @Slot(object, QPoint)
    def _open_menu(self, node: Node, at: QPoint) -> None:
        """Go to the move and open its context menu."""
        self._game.show(node)
        if self._game.studied:
            menu = self.menu()
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(at)

    def menu(self) -> QMenu:
        """Return the context menu of the current move."""
        menu, node = QMenu(self.view), self._game.line.node
        if node.parent is not None:
            self._add_signs(menu.addMenu(tr("Sign of the move")), layout.OF_MOVES)
            self._add_signs(menu.addMenu(tr("Sign of the position")), layout.OF_POSITIONS)
        menu.addAction(tr("Comment…"), self.comment)
        if node.parent is not None and node.siblings[0] is not node:
            menu.addAction(tr("Text before the variation…"), partial(self.comment, before=True))
        menu.addSeparator()
        texts = {name: text for name, (text, _) in _LINES.items()}
        for name, text in {**texts, "clear_drawings": mark("Clear arrows and circles")}.items():
            menu.addAction(tr(text), self._handlers()[name]).setEnabled(self.able(name))
        return menu

    def _add_signs(self, menu: QMenu, known: dict[int, tuple[str, str]]) -> None:
        nags = self._game.line.node.notes.nags
        for number, (symbol, words) in known.items():
            action = menu.addAction(f"{symbol}\N{EM SPACE}{tr(words)}")
            action.setCheckable(True)
            action.setChecked(number in nags)
            action.triggered.connect(lambda _=False, n=number: self.sign(n))
