"""The icons: one family of line drawings, in the palette's colour at every scale."""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QImage, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from millmate.resources import resource


def icon(name: str) -> QIcon:
    """Return the drawing `resources/icons/<name>.svg`, always in the colour of button texts."""
    return QIcon(_Drawing(resource(f"icons/{name}.svg").read_text(encoding="utf-8")))


def application_icon() -> QIcon:
    return QIcon(str(resource("icon.svg")))


class PaintedIcon(QIconEngine):
    """Draws when asked to, so that an icon follows the palette and the screen it is shown on."""

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, QRect(0, 0, size.width(), size.height()), mode, state)
        painter.end()
        return pixmap


class _Drawing(PaintedIcon):
    """Draws one of `resources/icons`."""

    def __init__(self, drawing: str) -> None:
        super().__init__()
        self._drawing = drawing

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Return the picture as it is kept, which is not copied; buttons ask whenever painted."""
        colour = _colour(mode)
        if colour.alpha() < 255:
            return super().pixmap(size, mode, state)
        return QPixmap.fromImage(_rendered(self._drawing, colour.name(), *size.toTuple()))

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        colour, ratio = _colour(mode), painter.device().devicePixelRatioF()
        image = _rendered(self._drawing, colour.name(), *(rect.size() * ratio).toTuple())
        painter.save()
        painter.setOpacity(painter.opacity() * colour.alphaF())
        painter.drawImage(rect, image)
        painter.restore()

    def clone(self) -> QIconEngine:
        return _Drawing(self._drawing)


@lru_cache(maxsize=256)  # buttons ask for theirs whenever they are enabled or disabled
def _rendered(drawing: str, colour: str, width: int, height: int) -> QImage:
    """Return the SVG `drawing` as an image; `currentColor` stands for `colour` in it."""
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    text = drawing.replace("currentColor", colour)
    with QPainter(image) as painter:
        QSvgRenderer(QByteArray(text.encode())).render(painter, QRectF(image.rect()))
    return image


def _colour(mode: QIcon.Mode) -> QColor:
    off = mode == QIcon.Mode.Disabled
    group = QPalette.ColorGroup.Disabled if off else QPalette.ColorGroup.Active
    return QApplication.palette().color(group, QPalette.ColorRole.ButtonText)
