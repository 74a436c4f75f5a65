"""Navigation, comments and variations in the move list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QPoint, Slot
from PySide6.QtWidgets import QMenu

from millmate.gui.board.widget import BoardWidget
from millmate.gui.commands import Commands
from millmate.gui.score import signs
from millmate.gui.score.comment_field import CommentField
from millmate.gui.score.drawing import Drawer
from millmate.gui.score.view import ScoreView
from millmate.gui.workspace import Workspace
from millmate.language import tr
from millmate.records.notes import Shape
from millmate.records.tree import Node


class AnnotationController(QObject):
    """Connects the move list and the comment field to the game; annotates games under review.

    In a game in progress, only navigation is available.
    """

    def __init__(self, workspace: Workspace, commands: Commands) -> None:
        super().__init__(workspace)
        self._workspace, self._game = workspace, workspace.game
        game = workspace.game
        self.view, self.field = ScoreView(), CommentField()
        self._told: Node | None = None  # the node whose comment the field shows
        self.view.chosen.connect(game.show)
        self.view.menu_wanted.connect(self._open_menu)
        self.view.typed.connect(self._type)
        self.view.delete_wanted.connect(self.delete)
        self.field.edited.connect(self._write)
        self.field.done.connect(self.view.setFocus)
        self._drawers: dict[str, Drawer] = {}
        for signal in (game.replaced, game.moved, game.ended, game.tree_changed):
            signal.connect(self.refresh)
        game.shown_changed.connect(self.refresh)
        self.refresh()
        for name, handler in self._handlers().items():
            commands.bind(name, handler, enabled=lambda n=name: self._can(n))  # type: ignore[misc]

    def _can(self, name: str) -> bool:
        return self.able(name) and not self._workspace.editing

    def draw_on(self, board: BoardWidget, kind: str) -> None:
        self._drawers[kind] = Drawer(board, kind)
        self._drawers[kind].drawn.connect(self._draw)

    def _handlers(self) -> dict[str, Callable[[], object]]:
        return {
            "comment": self.comment,
            "promote": self.promote,
            "demote": self.demote,
            "make_main": self.make_main,
            "delete_line": self.delete,
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
        if name not in ("promote", "make_main", "demote", "delete_line"):
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
        if line.node is not self._told:
            self._told = line.node
            self.field.set_before(False)
        notes = line.node.notes
        for drawer in self._drawers.values():
            drawer.show_shapes(notes.shapes)
        self.field.show_text(notes.before if self.field.before else notes.comment)

    # --- navigation --------------------------------------------------------------------------

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

    # --- comments and signs ------------------------------------------------------------------

    def comment(self) -> None:
        """Edit the comment on the current move."""
        self._begin_writing(False)

    def comment_before(self) -> None:
        """Edit the comment before the variation that starts with the current move."""
        self._begin_writing(True)

    def _begin_writing(self, before: bool) -> None:
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
        self._game.edit(lambda tree: tree.annotate(node, notes, "comment"))

    @Slot(str)
    def _type(self, letter: str) -> None:
        of_move = [n for n in self._game.line.node.notes.nags if n in signs.OF_MOVES]
        number = signs.typed(signs.symbols(of_move), letter)
        if number is not None:
            self.sign(number)

    def sign(self, number: int) -> None:
        """Toggle a sign (NAG) of the PGN standard on the current move."""
        node = self._game.line.node
        if self._game.studied and node.parent is not None:
            notes = replace(node.notes, nags=signs.chosen(node.notes.nags, number))
            self._game.edit(lambda tree: tree.annotate(node, notes))

    def clear_drawings(self) -> None:
        """Remove all arrows and circles from the current position."""
        node = self._game.line.node
        notes = replace(node.notes, shapes=())
        self._game.edit(lambda tree: tree.annotate(node, notes))

    def strip(self) -> None:
        """Remove all comments, signs, drawings and variations from the game."""
        tree = self._game.line.tree
        if self._game.studied:
            self._game.edit(lambda tree: tree.strip(tree.root))
            if not self._still_there():
                self._game.show(tree.root)

    def _still_there(self) -> bool:
        path = self._game.line.node.path()
        return all(node in node.siblings for node in path)

    @Slot(object)
    def _draw(self, shape: Shape) -> None:
        """Add a shape to the current position, or remove it if present."""
        node = self._game.line.node
        if self._game.begun:
            notes = node.notes.toggled(shape)
            self._game.edit(lambda tree: tree.annotate(node, notes))

    # --- lines -------------------------------------------------------------------------------

    def promote(self) -> None:
        """Move the current variation up by one."""
        self._arrange(lambda node: self._game.edit(lambda tree: tree.promote(node)))

    def demote(self) -> None:
        """Move the current variation down by one."""
        self._arrange(lambda node: self._game.edit(lambda tree: tree.demote(node)))

    def make_main(self) -> None:
        """Make the line to the current move the main line."""
        self._arrange(lambda node: self._game.edit(lambda tree: tree.make_main(node)))

    @Slot()
    def delete(self) -> None:
        """Delete the current move and everything after it."""
        self._arrange(lambda node: self._game.edit(lambda tree: tree.delete(node)))

    def insert(self, texts: tuple[str, ...]) -> bool:
        """Insert a line, in engine notation, after the current move; return whether it could be."""
        node = self._game.line.node
        if self._game.studied and texts:
            self._game.edit(lambda tree: tree.add_line(node, texts) and None)
        return self._game.studied

    def _arrange(self, deed: Callable[[Node], object]) -> None:
        node = self._game.line.node
        if self._game.studied and node.parent is not None:
            deed(node)

    # --- the context menu of a move ----------------------------------------------------------

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
            self._add_signs(menu.addMenu(tr("Sign of the move")), signs.OF_MOVES)
            self._add_signs(menu.addMenu(tr("Sign of the position")), signs.OF_POSITIONS)
        menu.addAction(tr("Comment…"), self.comment)
        if node.parent is not None and node.siblings[0] is not node:
            menu.addAction(tr("Text before the variation…"), self.comment_before)
        menu.addSeparator()
        for name, text, deed in (
            ("make_main", tr("Make this the main line"), self.make_main),
            ("promote", tr("Put this variation up"), self.promote),
            ("demote", tr("Put this variation down"), self.demote),
            ("delete_line", tr("Delete from here"), self.delete),
            ("clear_drawings", tr("Clear arrows and circles"), self.clear_drawings),
        ):
            menu.addAction(text, deed).setEnabled(self.able(name))
        return menu

    def _add_signs(self, menu: QMenu, known: dict[int, tuple[str, str]]) -> None:
        nags = self._game.line.node.notes.nags
        for number, (symbol, words) in known.items():
            action = menu.addAction(f"{symbol}\N{EM SPACE}{tr(words)}")
            action.setCheckable(True)
            action.setChecked(number in nags)
            action.triggered.connect(lambda _=False, n=number: self.sign(n))
