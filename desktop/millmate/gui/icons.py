"""The icons: one family of line drawings, in the palette's colour at every scale."""

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from millmate.resources import resource

_PIXELS = (16, 20, 24, 32, 40, 48, 60, 64, 96)  # icon sizes from 100 % to 300 %


def icon(name: str, role: QPalette.ColorRole = QPalette.ColorRole.ButtonText) -> QIcon:
    """Return the drawing `resources/icons/<name>.svg` in the colour of `role`."""
    drawing = resource(f"icons/{name}.svg").read_text(encoding="utf-8")
    palette = QApplication.palette()
    result = QIcon()
    for mode, group in (
        (QIcon.Mode.Normal, QPalette.ColorGroup.Active),
        (QIcon.Mode.Disabled, QPalette.ColorGroup.Disabled),
    ):
        colour = palette.color(group, role)
        for pixels in _PIXELS:
            result.addPixmap(_pixmap(drawing, colour, pixels), mode)
    return result


def application_icon() -> QIcon:
    """Return the program's own icon."""
    return QIcon(str(resource("icon.svg")))


def _pixmap(drawing: str, colour: QColor, pixels: int) -> QPixmap:
    text = drawing.replace("currentColor", colour.name())
    pixmap = QPixmap(pixels, pixels)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setOpacity(colour.alphaF())
    QSvgRenderer(QByteArray(text.encode())).render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    return pixmap
