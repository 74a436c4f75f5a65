"""The move list widget: read, navigate and edit a game."""

from functools import cache

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QToolTip, QWidget

from millmate.games.catalogue import Position
from millmate.games.chess.piece_letters import letters
from millmate.gui.boards import drawing
from millmate.gui.boards.small_boards import Pointed, ShownPosition
from millmate.gui.features.analyse import score_layout as layout
from millmate.gui.features.analyse.score_layout import Cell, Layout, Measures, Style, numbered
from millmate.gui.kit import theme
from millmate.gui.kit.accessible import as_role
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.shell.workspace import Workspace
from millmate.language import mark, tr
from millmate.records.tree import GameTree, Node

_MadeFor = tuple[GameTree, int, int, str, str]  # with its version; the width, font, letters
_TYPED = ("!", "?", "=")
_FLAGS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class ScoreView(QAbstractScrollArea):
    """Shows a game tree with the current move highlighted.

    `chosen` carries a clicked node, `menu_wanted` a node and the position for its menu in global
    coordinates, `typed` the letter of a sign, and `delete_wanted` follows the Delete key.
    """

    accessible = as_role(QAccessible.Role.StaticText)

    chosen = Signal(object)
    menu_wanted = Signal(object, QPoint)
    typed = Signal(str)
    delete_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tree: GameTree | None = None
        self._shown: Node | None = None
        self._first_ply = 0
        self._layout: Layout | None = None
        self._made_for: _MadeFor | None = None
        self._hovered: Node | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(self.Shape.NoFrame)
        self.viewport().setMouseTracking(True)
        bind_text(self, name=mark("Moves of the game"))
        translator.changed.connect(self._retranslate)

    def show_tree(self, tree: GameTree, shown: Node) -> None:
        """Show `tree` and highlight the move that led to `shown`."""
        if tree is not self._tree:
            self._first_ply = tree.rules.board(tree.root.fen).ply()
        moved = shown is not self._shown
        self._tree, self._shown = tree, shown
        self._lay_out()
        if moved:
            self._reveal()
        self._announce_shown()
        self.viewport().update()

    @property
    def current_text(self) -> str:
        """The highlighted move as displayed, or "" at the start."""
        cell = self._cell_of(self._shown)
        return cell.text if cell else ""

    @property
    def scene(self) -> Layout:
        self._lay_out()
        assert self._layout is not None
        return self._layout

    def move_at(self, point: QPoint) -> tuple[Node, QRect] | None:
        """Return the move at a place of the viewport, and its own place there."""
        scrolled = self.verticalScrollBar().value()
        cell = self.scene.cell_at(point.x(), point.y() + scrolled)
        if cell is None or cell.node is None or not _moves(cell):
            return None
        place = QRectF(cell.left, cell.top - scrolled, cell.width, cell.height)
        return cell.node, place.toRect()

    def place_of(self, node: Node) -> QPoint:
        """Return the centre of a move in viewport coordinates."""
        cell = self.scene.moves[node]
        reach = min(cell.width, self._measures().width(cell.text, cell.style) + theme.GRID)
        y = cell.top + cell.height / 2 - self.verticalScrollBar().value()
        return QPointF(cell.left + reach / 2, y).toPoint()

    def _cell_of(self, node: Node | None) -> Cell | None:
        return None if node is None or self._layout is None else self._layout.moves.get(node)

    def _measures(self) -> Measures:
        line = QFontMetricsF(self.font()).height()
        return _measures(self.font().toString(), line)

    def _lay_out(self) -> None:
        """Update the layout after any change that moves words."""
        if self._tree is None:
            return
        width = self.viewport().width()
        made_for = (self._tree, self._tree.version, width, self.font().toString(), letters())
        if self._layout is None or not self._renewed(made_for):
            self._layout = Layout(self._tree.root, self._first_ply, self._measures(), width)
        self._made_for = made_for
        bar, most = self.verticalScrollBar(), self._layout.height - self.viewport().height()
        bar.setRange(0, max(0, round(most)))
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(round(self._measures().row))

    def _renewed(self, made_for: _MadeFor) -> bool:
        """Return whether the layout is current, after at most updating one node."""
        assert self._layout is not None
        if made_for == self._made_for:
            return True
        tree, version, *rest = made_for
        noted = tree.noted
        if noted is None or self._made_for != (tree, version - 1, *rest):
            return False
        self._layout.renew(noted)
        return True

    def _reveal(self) -> None:
        """Scroll to the highlighted move, or to the top at the start."""
        cell, bar = self._cell_of(self._shown), self.verticalScrollBar()
        if cell is None:
            bar.setValue(0)
            return
        room = self.viewport().height()
        if cell.top < bar.value() or cell.bottom > bar.value() + room:
            bar.setValue(round(cell.top - room / 3))

    def _retranslate(self) -> None:
        self._lay_out()
        self._announce_shown()
        self.viewport().update()

    def _announce_shown(self) -> None:
        """Announce the highlighted move to screen readers."""
        words = self._words(self._shown)
        if words == self.accessibleDescription():
            return
        self.setAccessibleDescription(words)
        QAccessible.updateAccessibility(
            QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
        )

    def _words(self, node: Node | None) -> str:
        if node is None:
            return ""
        notes, name = node.notes, tr("Start of the game")
        if node.ply is not None:
            name = numbered(node, self._first_ply + len(node.path()) - 1)
        parts = [name, layout.words(notes.nags), notes.comment, drawing.words(notes.shapes)]
        if not node.in_main_line:
            parts.append(tr("in a variation"))
        others = len(node.siblings) - 1
        if others:
            parts.append(tr("{number} other moves here", number=others) if others > 1
                         else tr("one other move here"))  # fmt: skip
        return ", ".join(filter(None, parts))

    def sizeHint(self) -> QSize:
        """Return room for about ten moves."""
        return QSize(240, 240)

    def minimumSizeHint(self) -> QSize:
        """Return room for three moves."""
        return QSize(120, round(3.2 * self._measures().row))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out()
        self._reveal()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._lay_out()
            self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._tree is None:
            return
        layout, offset = self.scene, self.verticalScrollBar().value()
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.viewport().rect(), QColor(theme.colours().base))
        painter.translate(0, -offset)
        top, bottom = event.rect().top() + offset, event.rect().bottom() + offset
        painter.setPen(QPen(QColor(theme.colours().line), 1.5))
        for rule in layout.rules:
            if rule.top <= bottom and rule.bottom >= top:
                painter.drawLine(QPointF(rule.left, rule.top + 2), QPointF(rule.left, rule.bottom))
        base, current = self.font().toString(), self._cell_of(self._shown)
        for cell in layout.between(top, bottom):
            self._draw(painter, cell, base, cell is current)
        painter.end()
        if self.hasFocus():
            self._draw_focus()

    def _draw(self, painter: QPainter, cell: Cell, base: str, current: bool) -> None:
        scheme = theme.colours()
        area = QRectF(cell.left, cell.top, cell.width, cell.height)
        if current or (cell.node is not None and cell.node is self._hovered and _moves(cell)):
            text = self._measures().width(cell.text, cell.style)
            slack = 4 if cell.style is Style.MAIN else 2
            back = QRectF(cell.left - slack, cell.top, text + 2 * slack, cell.height)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(scheme.accent if current else scheme.line))
            painter.drawRoundedRect(back.adjusted(0, 1, 0, -1), theme.ROUND_MARK, theme.ROUND_MARK)
        painter.setFont(_font(base, cell.style))
        painter.setPen(QColor(scheme.on_accent if current else _colour(cell.style)))
        painter.drawText(area.adjusted(0, 0, 8, 0), _FLAGS, cell.text)

    def _draw_focus(self) -> None:
        painter = QPainter(self.viewport())
        painter.setPen(QPen(QColor(theme.colours().accent), 1))
        painter.drawRect(self.viewport().rect().adjusted(0, 0, -1, -1))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        node = self._node_at(event.position())
        if node is not None and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(node)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self._node_at(event.position()))

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the meaning of a sign as a tooltip; clear the hover once the mouse leaves."""
        if event.type() == QEvent.Type.Leave:
            self._hover(None)
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            node = self._node_at(QPointF(event.pos()))
            tooltip = layout.words(node.notes.nags) if node is not None else ""
            QToolTip.showText(event.globalPos(), tooltip, self)
            return True
        return super().viewportEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the context menu of the move under the mouse, or of the highlighted one."""
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        node = self._node_at(QPointF(event.pos())) if by_mouse else self._shown
        if node is None:
            return
        cell = self._cell_of(node)
        at = event.pos()
        if not by_mouse and cell is not None:
            at = self.place_of(node)
        self.menu_wanted.emit(node, self.viewport().mapToGlobal(at))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() in _TYPED:
            self.typed.emit(event.text())
        elif event.key() == Qt.Key.Key_Delete:
            self.delete_wanted.emit()
        elif event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            super().keyPressEvent(event)
        else:
            event.ignore()

    def event(self, event: QEvent) -> bool:
        """Handle the keys of signs before the window's shortcuts: `?` also opens help."""
        asked = event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if asked and event.text() in _TYPED:  # type: ignore[attr-defined]
            event.accept()
            return True
        return super().event(event)

    def _node_at(self, point: QPointF) -> Node | None:
        cell = self.scene.cell_at(point.x(), point.y() + self.verticalScrollBar().value())
        return cell.node if cell is not None else None

    def _hover(self, node: Node | None) -> None:
        if node is not self._hovered:
            self._hovered = node
            shape = (
                Qt.CursorShape.ArrowCursor if node is None else Qt.CursorShape.PointingHandCursor
            )
            self.viewport().setCursor(shape)
            self.viewport().update()


def pointed(node: Node, workspace: Workspace, panel: QWidget, area: QRect) -> Pointed | None:
    """Return the position of a move named in `area` of `panel`, None if it is on the board."""
    if node is workspace.game.line.node and not workspace.editing:
        return None
    ply, position = node.ply, Position(workspace.game.rules, node.fen)
    text, mover = ("", True) if ply is None else (ply.text, ply.mover)
    return Pointed(node, panel, area, lambda: ShownPosition(position, 0, text, mover))


def _moves(cell: Cell) -> bool:
    return cell.style in (Style.MAIN, Style.MOVE)


def _colour(style: Style) -> str:
    scheme = theme.colours()
    known = {Style.MAIN: scheme.text, Style.MOVE: scheme.text, Style.COMMENT: scheme.accent}
    return known.get(style, scheme.muted)


@cache
def _font(base: str, style: Style) -> QFont:
    font = QFont()
    font.fromString(base)
    if style is Style.MAIN:
        font.setWeight(QFont.Weight.DemiBold)
    return font


@cache
def _measures(base: str, line: float) -> Measures:
    """Return the metrics of the font `base`; widths are cached because words repeat."""

    @cache
    def width(text: str, style: Style) -> float:
        return QFontMetricsF(_font(base, style)).horizontalAdvance(text)

    return Measures(width, line * 1.25, line + theme.GRID, line * 0.32, line * 0.9)
