"""The positions of the course as tiles with small boards and stars, under their chapters."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter, QPolygonF

from millmate.gui.boards.scene import Look, paint
from millmate.gui.boards.small_boards import PARTS
from millmate.gui.kit import theme
from millmate.gui.kit.table_model import Column, Index, TableModel
from millmate.gui.kit.tasks import IdleTask
from millmate.gui.kit.tiles import Tiles
from millmate.language import mark, tr
from millmate.pictures.diagrams import UPRIGHT, Orientation
from millmate.play.trainer.course import Chapter, Lesson, Standing

WORDS = {
    Standing.NEW: mark("not started"),
    Standing.AGAIN: mark("failed, will be repeated"),
    Standing.DUE: mark("due"),
    Standing.KNOWN: mark("known"),
}
_STARS = {Standing.NEW: 0, Standing.AGAIN: 1, Standing.DUE: 2, Standing.KNOWN: 3}
_TILE, _BOARD, _STAR, _BAR = 112, 64, 13, 4  # pixels
_SMALL = 11 / 13  # of the size of letters
_PAD = theme.GRID // 2
_WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop
_POINTS = [(0, -10), (3, -3), (10, -3), (4.5, 2), (6.5, 9), (0, 5)]
_POINTS += [(-x, y) for x, y in reversed(_POINTS[1:-1])]
_STAR_SHAPE = QPolygonF([QPointF(x * _STAR / 20, y * _STAR / 20) for x, y in _POINTS])


class _Lessons(TableModel[Chapter | Lesson]):
    """Chapters and positions; only positions can be chosen."""

    def flags(self, index: Index) -> Qt.ItemFlag:
        chapter = not index.isValid() or isinstance(self.row_at(index), Chapter)
        return Qt.ItemFlag.NoItemFlags if chapter else super().flags(index)


class LessonTiles(Tiles):
    """Shows chapters with the share that is known, and their positions."""

    def __init__(
        self, standing: Callable[[Lesson], Standing], known: Callable[[Chapter], int]
    ) -> None:
        """Show how a position stands, and how many of a chapter are `known`."""
        self._standing, self._known = standing, known
        self._drawn: set[tuple[str, int]] = set()  # whose men are in the cache of drawings
        self.lessons = _Lessons([Column("", self._title, hint=self._spoken, spoken=self._spoken)])
        super().__init__(self.lessons, mark("Chapters and positions"), _TILE)
        self._drawing = IdleTask(self)

    @property
    def heading_height(self) -> int:  # type: ignore[override]
        return self.fontMetrics().height() + _BAR + 2 * theme.GRID

    def tile_height(self, width: int) -> int:
        """Return the room for a board and the longest name."""
        names = tuple(each.name for each in self.lessons.rows if isinstance(each, Lesson))
        high = _highest(names, self._font.toString(), width - theme.GRID - 2 * _PAD)
        return self._board + high + 3 * _PAD + theme.GRID

    @property
    def lesson(self) -> Lesson | None:
        """The current position."""
        index = self.currentIndex()
        row = self.lessons.row_at(index) if index.isValid() else None
        return row if isinstance(row, Lesson) else None

    def show_chapters(self, chapters: Iterable[Chapter]) -> None:
        rows: list[Chapter | Lesson] = []
        for chapter in chapters:
            rows += (chapter, *chapter.lessons)
        self.lessons.show(rows)

    def choose(self, lesson: Lesson | None) -> None:
        if lesson in self.lessons.rows:
            self.setCurrentIndex(self.lessons.index(self.lessons.rows.index(lesson), 0))

    def _title(self, row: Chapter | Lesson) -> str:
        return row.title if isinstance(row, Chapter) else row.name

    def _spoken(self, row: Chapter | Lesson) -> str:
        return f"{self._title(row)}, {self._share(row)}"

    def _share(self, row: Chapter | Lesson) -> str:
        if isinstance(row, Lesson):
            return tr(WORDS[self._standing(row)])
        return tr("{n} of {every}", n=self._known(row), every=len(row.lessons))

    @property
    def _font(self) -> QFont:
        font = self.font()
        font.setPixelSize(round(_SMALL * self.fontInfo().pixelSize()))
        return font

    @property
    def _board(self) -> int:
        return round(_BOARD * theme.text_scale())

    def paint_heading(self, painter: QPainter, place: QRect, index: Index) -> None:
        """Paint the title of a chapter, and a bar with the share that is known."""
        chapter, scheme = self.lessons.row_at(index), theme.colours()
        assert isinstance(chapter, Chapter)
        place = place.adjusted(0, theme.GRID // 2, -theme.GRID, -theme.GRID)
        share, right = self._share(chapter), Qt.AlignmentFlag.AlignRight
        painter.setPen(QColor(scheme.muted))
        painter.drawText(place, right, share)
        font = self.font()
        font.setWeight(QFont.Weight.DemiBold)
        letters = QFontMetrics(font)
        room = place.width() - letters.horizontalAdvance(share) - theme.GRID
        painter.setFont(font)
        painter.setPen(QColor(scheme.text))
        title = letters.elidedText(chapter.title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(place, 0, title)
        bar = QRect(place.left(), place.bottom() - _BAR, place.width(), _BAR)
        painter.setPen(Qt.PenStyle.NoPen)
        done = bar.width() * self._known(chapter) // len(chapter.lessons)
        for colour, width in ((scheme.line, bar.width()), (scheme.good, done)):
            painter.setBrush(QColor(colour))
            painter.drawRoundedRect(QRect(bar.topLeft(), QSize(width, _BAR)), 2, 2)

    def paint_tile(self, painter: QPainter, tile: QRect, index: Index, pointed: bool) -> None:
        """Paint the position, its name and its stars; the board a moment later, when Qt is idle."""
        lesson, scheme, side = self.lessons.row_at(index), theme.colours(), self._board
        assert isinstance(lesson, Lesson)
        board = QRect(tile.left() + _PAD, tile.top() + _PAD, side, side)
        if (lesson.fen, side) in self._drawn:
            painter.save()
            painter.translate(board.topLeft())
            _paint_board(painter, lesson, side, self.devicePixelRatioF())
            painter.restore()
        else:
            painter.fillRect(board, QColor(scheme.line))
            if not self._drawing.busy:
                self._drawing.start(self._draw_visible())
        painter.setFont(self._font)
        painter.setPen(QColor(scheme.text))
        below = tile.adjusted(_PAD, side + 2 * _PAD, -_PAD, 0)
        painter.drawText(below, _WRAP, lesson.name)
        self._paint_stars(
            painter, QRect(board.right(), board.top(), tile.right() - board.right(), side), lesson
        )

    def _paint_stars(self, painter: QPainter, place: QRect, lesson: Lesson) -> None:
        standing, scheme = self._standing(lesson), theme.colours()
        known = standing is Standing.KNOWN
        colour = QColor(scheme.good if known else scheme.accent)
        for number in range(3):
            full = number < _STARS[standing]
            painter.setPen(colour if full else QColor(scheme.line))
            painter.setBrush(colour if full else Qt.BrushStyle.NoBrush)
            centre = place.top() + (3 - number) * place.height() / 4
            painter.drawPolygon(_STAR_SHAPE.translated(place.center().x() + 1, centre))

    def _draw_visible(self) -> Iterator[None]:
        """Draw the boards in sight once, which fills the cache of drawings."""
        side, ratio = self._board, self.devicePixelRatioF()
        room = self.viewport().rect()
        for row, lesson in enumerate(self.lessons.rows):
            place = self.visualRect(self.lessons.index(row, 0))
            seen = place.intersects(room) and self.is_whole(place)
            if isinstance(lesson, Lesson) and seen and (lesson.fen, side) not in self._drawn:
                image = QImage(QSize(side, side) * ratio, QImage.Format.Format_ARGB32_Premultiplied)
                image.setDevicePixelRatio(ratio)
                with QPainter(image) as painter:
                    _paint_board(painter, lesson, side, ratio)
                self._drawn.add((lesson.fen, side))
                self.viewport().update(place)
                yield
        self.viewport().update()  # for those that have come into sight meanwhile


@lru_cache(maxsize=16)  # Qt asks for the size of every tile
def _highest(names: tuple[str, ...], font: str, width: int) -> int:
    """Return the height of the longest name in lines of this width."""
    letters, room = QFont(), QRect(0, 0, width, 999)
    letters.fromString(font)
    measure = QFontMetrics(letters).boundingRect
    return max((measure(room, _WRAP, name).height() for name in names), default=0)


def _paint_board(painter: QPainter, lesson: Lesson, side: int, ratio: float) -> None:
    """Paint the position as the student sees it."""
    position = lesson.position
    game = PARTS[position.game.kind]
    state = game.shown(position)
    seen = UPRIGHT if lesson.white else Orientation(flipped=True)
    room = game.fit(QSize(side, side), ratio, seen, state, margins=False)
    paint(painter, game.scene(state, room, Look()))
