"""The legal moves with their values as cards in columns, the best first, grouped by result."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    QSizeF,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from millmate.formatting import titled
from millmate.games.chess.piece_letters import localize
from millmate.gui.boards.geometry import square_around
from millmate.gui.boards.scene import transparent
from millmate.gui.boards.theme import draw_colour_sign
from millmate.gui.kit import theme
from millmate.gui.kit.label import wrapped
from millmate.gui.kit.table_model import ROOT, Index
from millmate.gui.kit.tiles import next_row
from millmate.gui.shell.probe.answer import (
    ORDER,
    Answer,
    Metric,
    MoveWorth,
    Shown,
    count_words,
    shade,
    shares,
    sign_of,
)
from millmate.language import tr

_ROLE = Qt.ItemDataRole


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a group of moves; the first one has the unit of the figures, if any."""

    text: str
    result: Shown
    unit: Metric | None = None


Row = MoveWorth | Heading


class WorthModel(QAbstractListModel):
    """The legal moves of a position, best first, with their values for the side to move."""

    def __init__(self) -> None:
        super().__init__()
        self.moves: tuple[MoveWorth, ...] = ()
        self.rows: list[Row] = []
        self.kinds: tuple[Metric, ...] = ()  # other programs' tables with values for the moves

    def show_answer(self, answer: Answer | None) -> None:
        """Replace all moves by those of `answer`; None clears the list."""
        self.beginResetModel()
        self.moves = answer.moves if answer else ()
        self.kinds = answer.kinds if answer else ()
        self.rows = []
        unit = answer.metric if answer else None
        for result, number in shares(self.moves).items():
            figures = unit if any(move.figure for move in self.moves) else None
            heading = Heading(count_words(result, number), result, None if self.rows else figures)
            self.rows += [heading, *(move for move in self.moves if move.result == result)]
        self.endResetModel()

    def move_at(self, index: Index) -> MoveWorth | None:
        """Return the move in a row, or None for a heading."""
        row = self.rows[index.row()] if index.isValid() else None
        return row if isinstance(row, MoveWorth) else None

    def index_of(self, number: int) -> QModelIndex:
        """Return the index of the move `number`; the best move is 0."""
        return self.index(self.rows.index(self.moves[number]), 0)

    @property
    def headings(self) -> list[int]:
        return [number for number, row in enumerate(self.rows) if isinstance(row, Heading)]

    def lines(self, columns: int) -> list[list[int]]:
        """Return the rows of the moves as lines of a grid with `columns` columns."""
        found: list[list[int]] = []
        for number, row in enumerate(self.rows):
            if isinstance(row, Heading):
                fresh = True
                continue
            if fresh or len(found[-1]) == columns:
                found.append([])
            found[-1].append(number)
            fresh = False
        return found

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return no flags for headings, which cannot be selected."""
        return super().flags(index) if self.move_at(index) else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = 0) -> Any:
        """Return the text of a card or heading, its tool tip, and what a screen reader says."""
        row = self.rows[index.row()]
        if isinstance(row, Heading):
            if role == _ROLE.ToolTipRole:
                return wrapped(row.unit.meaning) if row.unit else None
            return row.text if role in (_ROLE.DisplayRole, _ROLE.AccessibleTextRole) else None
        match role:
            case _ROLE.DisplayRole:
                return localize(row.notation)
            case _ROLE.ToolTipRole:
                return self._hint(row)
            case _ROLE.AccessibleTextRole:
                return ", ".join(filter(None, (localize(row.notation), spoken_worth(row))))
        return None

    def _hint(self, move: MoveWorth) -> str:
        lines = [f"{localize(move.notation)}  {move.hint}"] if move.hint else []
        lines += [
            titled(kind.name, words) for kind, words in zip(self.kinds, move.others, strict=False)
        ]
        return "\n".join(lines)


def spoken_worth(move: MoveWorth) -> str:
    """Return the value of a move in words: `wins, mate in 30`, `draw`, `loses in 4`."""
    words = " · ".join(filter(None, (move.words, *move.others)))
    if move.wdl == 1 and move.words and move.moves is not None:
        wins = tr("wins")
        return words if words.startswith(wins) else f"{wins}, {words}"
    return words


GAP = theme.GRID // 2  # between cards
_PAD = 7  # pixels beside the words of a card
_SIGN = 0.68  # of the height of letters: the side of a card's sign
_EDGE = QPointF(1.5, 1.5)  # room around the line of a card, in its picture
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_ELIDED = Qt.TextElideMode.ElideRight


class WorthPainting:
    """One painting of the list: what the cards have in common is looked up once for all of them."""

    def __init__(self, painter: QPainter, font: QFont, width: int, columns: int) -> None:
        """Paint `columns` cards side by side in `width` pixels."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._painter, self._font, self._width, self._columns = painter, font, width, columns
        self._tabular, self._strong = tabular(font), _strong(font)
        self._line = QFontMetrics(font).height()
        self._ratio = painter.device().devicePixelRatioF()
        self._scheme = scheme = theme.colours()
        self._text, self._muted = QColor(scheme.text), QColor(scheme.muted)
        self._shades = {result: (shade(result), QColor(shade(result))) for result in ORDER}
        self._grounds: dict[Shown, str] = {1: scheme.good_ground, -1: scheme.bad_ground}

    def heading(self, rect: QRect, heading: Heading) -> None:
        painter, room = self._painter, rect.adjusted(0, GAP, 0, 0)
        if heading.unit is not None:
            left = QFontMetrics(self._strong).horizontalAdvance(heading.text) + 2 * theme.GRID
            painter.setFont(self._font)
            words = painter.fontMetrics().elidedText(
                heading.unit.name, _ELIDED, room.width() - left
            )
            painter.setPen(self._muted)
            painter.drawText(room, _RIGHT, words)
        painter.setFont(self._strong)
        painter.setPen(self._shades[heading.result][1])
        painter.drawText(room, _LEFT, heading.text)

    def card(self, cell: QRect, move: MoveWorth, *, pointed: bool, focused: bool) -> None:
        """Paint a card; a `pointed` one has an edge in the accent, a `focused` one a thick one."""
        painter, scheme, line = self._painter, self._scheme, self._line
        card = self._card_in(cell)
        fill = self._grounds.get(move.result, scheme.raised)
        edge = scheme.accent if pointed or focused else fill
        ground = _ground(card.width(), card.height(), edge, focused, fill, self._ratio)
        painter.drawImage(card.topLeft() - _EDGE, ground)
        left, top = card.left() + _PAD, card.top() + theme.GRID / 2
        width, side = card.width() - 2 * _PAD, round(line * _SIGN)
        name, colour = self._shades[move.result]
        sign = None if move.bound is not None else sign_of(move.result)
        if sign is not None:
            place = square_around(QPointF(left + side / 2, top + line / 2), side)
            draw_colour_sign(painter, place, sign, name)
        painter.setFont(self._tabular)
        painter.setPen(self._text)
        indent = side + _PAD - 1
        words = QRectF(left + indent, top, width - indent, line)
        painter.drawText(words, _LEFT, localize(move.notation))
        if move.figure:
            painter.setPen(colour)
            painter.drawText(QRectF(left, top, width, line), _RIGHT, move.figure)
        if move.others:
            painter.setPen(self._muted)
            shown = painter.fontMetrics().elidedText(joined(move.others), _ELIDED, int(width))
            painter.drawText(QRectF(left, top + line, width, line), _LEFT, shown)

    def _card_in(self, cell: QRect) -> QRectF:
        """Return a card's place; the outer cards are flush with the list."""
        column = round(cell.x() / max(cell.width(), 1))
        step = (self._width + GAP) / self._columns
        left, right = round(column * step), round((column + 1) * step) - GAP
        return QRectF(left + 0.5, cell.y() + 0.5, right - left - 1, cell.height() - GAP - 1)


def needed(move: MoveWorth, letters: QFontMetrics) -> int:
    """Return the least width of a card, in pixels."""
    figure, side = letters.horizontalAdvance(move.figure), round(letters.height() * _SIGN)
    words = letters.horizontalAdvance(localize(move.notation)) + side + _PAD
    others = letters.horizontalAdvance(joined(move.others)) if move.others else 0
    return max(words + (figure + theme.GRID if figure else 0), others) + 2 * _PAD + 2


def joined(others: Sequence[str]) -> str:
    return " · ".join(others)


def tabular(font: QFont) -> QFont:
    """Return `font` with figures of equal width."""
    figures = QFont(font)
    figures.setFeature(QFont.Tag("tnum"), 1)
    return figures


def _strong(font: QFont) -> QFont:
    strong = QFont(font)
    strong.setWeight(QFont.Weight.DemiBold)
    return strong


@lru_cache(maxsize=64)
def _ground(
    width: float, height: float, edge: str, focused: bool, fill: str, ratio: float
) -> QImage:
    """Return the picture of a card without its words: most cards in sight have the same."""
    image = transparent(QSizeF(width + 2 * _EDGE.x(), height + 2 * _EDGE.y()), ratio)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(edge), 2 if focused else 1))
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(QRectF(_EDGE, QSizeF(width, height)), theme.ROUND, theme.ROUND)
    return image


_Index = QModelIndex | QPersistentModelIndex
_PLAYS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
_MOST_COLUMNS = 4


class WorthView(QListView):
    """Hovering points at a move, a click or Space plays it; the arrow keys go from card to card.

    `pointed` carries the move under mouse or keyboard, or ""; `chosen` the move to play. A row of
    cards is shown as a whole or not at all.
    """

    pointed = Signal(str)
    chosen = Signal(str)

    def __init__(self, model: WorthModel) -> None:
        super().__init__()
        self._moves = model
        self._hovered = QModelIndex()
        self._emitted = ""
        self.columns = 1
        self.heights = _Heights(self, model)
        self.setProperty("cards", True)
        self.setModel(model)
        self.setItemDelegate(_Sizes(self, model))
        self.setMouseTracking(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        model.modelReset.connect(self._renew)
        self.selectionModel().currentChanged.connect(self._emit_pointed)

    # --- room --------------------------------------------------------------------------------

    @property
    def content_height(self) -> int:
        """The height of all headings and cards at this width."""
        cards = self.heights
        lines = len(self._moves.lines(self.columns))
        return len(self._moves.headings) * cards.heading + lines * cards.card

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._arrange()
            self.scheduleDelayedItemsLayout()

    def minimumSizeHint(self) -> QSize:
        """Return the room for a heading and two rows of cards."""
        cards = self.heights
        return QSize(16 * theme.GRID, cards.heading + 2 * cards.card)

    def sizeHint(self) -> QSize:
        return QSize(40 * theme.GRID, max(self.content_height, self.minimumSizeHint().height()))

    @Slot()
    def _renew(self) -> None:
        """Arrange the cards of another position, and clear the pointed move."""
        self._hovered = QModelIndex()
        self._arrange()
        self._emit_pointed()

    def _arrange(self) -> None:
        """Choose the number of columns, and show the scroll bar only where it is needed."""
        self.heights = _Heights(self, self._moves)
        frame, letters = self.width() - 2 * self.frameWidth(), QFontMetrics(tabular(self.font()))
        least = max((needed(move, letters) for move in self._moves.moves), default=frame)
        self.columns = _columns(frame, least)
        scrolled = self.content_height > self.height() - 2 * self.frameWidth()
        if scrolled:
            self.columns = _columns(frame - self.verticalScrollBar().sizeHint().width(), least)
        always, never = Qt.ScrollBarPolicy.ScrollBarAlwaysOn, Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        policy = always if scrolled else never
        if policy is not self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(policy)

    def is_whole(self, index: _Index) -> bool:
        """Return whether a card is fully visible, or fills the view."""
        return self.fits(self.visualRect(index))

    def fits(self, card: QRect) -> bool:
        room = self.viewport().height()
        return card.bottom() < room or card.height() > room

    # --- painting ----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible part; asking a delegate for each card takes several times as long."""
        focus = self.currentIndex().row() if self.hasFocus() else -1
        hovered = self._hovered.row() if self._hovered.isValid() else -1
        with QPainter(self.viewport()) as painter:
            painting = WorthPainting(painter, self.font(), self.viewport().width(), self.columns)
            for number, row in enumerate(self._moves.rows):
                place = self.visualRect(self._moves.index(number, 0))
                if not (place.intersects(event.rect()) and self.fits(place)):
                    continue
                if isinstance(row, Heading):
                    painting.heading(place, row)
                else:
                    pointed, focused = number == hovered, number == focus
                    painting.card(place, row, pointed=pointed, focused=focused)

    # --- pointing ----------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.indexAt(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        """Clear the pointed move."""
        super().leaveEvent(event)
        self._hover(QModelIndex())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Point at the current card, at first the best move."""
        self._begin_at_best()  # before Qt makes the first card current, but does not select it
        super().focusInEvent(event)
        self._emit_pointed()
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Clear the pointed move."""
        super().focusOutEvent(event)
        self._emit_pointed()
        self.viewport().update()

    def _begin_at_best(self) -> None:
        """Make the best move current if no card is."""
        if self._moves.moves and self._moves.move_at(self.currentIndex()) is None:
            self.setCurrentIndex(self._moves.index_of(0))

    def _hover(self, index: QModelIndex) -> None:
        over = self._moves.move_at(index) is not None and self.is_whole(index)
        self._hovered = index if over else QModelIndex()
        shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)
        self._emit_pointed()
        self.viewport().update()

    @Slot()
    def _emit_pointed(self) -> None:
        """Emit the pointed move if it has changed."""
        current = self.currentIndex() if self.hasFocus() else QModelIndex()
        move = self._moves.move_at(self._hovered) or self._moves.move_at(current)
        text = move.text if move else ""
        if text != self._emitted:
            self._emitted = text
            self.pointed.emit(text)

    # --- choosing ----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Play the clicked move."""
        index = self.indexAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and self.is_whole(index):
            self._choose(index)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ignore the second click: the first has played the move."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Play the current move with Space or Enter."""
        if event.key() in _PLAYS and not event.isAutoRepeat():
            self._begin_at_best()
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Return the card that an arrow key, Home, End or a page key leads to."""
        lines, current = self._moves.lines(self.columns), self.currentIndex().row()
        page = self.viewport().height() // self.heights.card - 1
        return self._moves.index(next_row(lines, current, action, page), 0)

    def _choose(self, index: QModelIndex) -> None:
        move = self._moves.move_at(index)
        if move is not None:
            self.chosen.emit(move.text)


def _columns(width: int, least: int) -> int:
    return min(max((width + GAP) // (least + GAP), 1), _MOST_COLUMNS)


class _Heights:
    """The heights of headings and cards, with the gap below them."""

    def __init__(self, view: QWidget, model: WorthModel) -> None:
        line = view.fontMetrics().height()
        lines = 2 if model.kinds else 1
        self.heading = line + theme.GRID
        self.card = lines * line + theme.GRID + GAP


class _Sizes(QStyledItemDelegate):
    """Tells the list how large headings and cards are; the view paints them itself."""

    def __init__(self, view: WorthView, model: WorthModel) -> None:
        super().__init__(view)
        self._view, self._moves = view, model

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        heights, width = self._view.heights, self._view.viewport().width()
        if self._moves.move_at(index) is None:
            return QSize(width, heights.heading)
        return QSize((width - 1) // self._view.columns, heights.card)  # Qt breaks full lines
