"""Exports diagrams: saved as SVG, PNG or PDF, or copied to the clipboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, QMimeData, QObject, Slot
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QWidget

from millmate.files import write_atomically
from millmate.games.catalogue import Position
from millmate.gui.boards.drawing import COLOURS
from millmate.gui.boards.theme import THEMES, board_style
from millmate.gui.kit.dialogs import ask_format
from millmate.gui.kit.errors import reason
from millmate.gui.kit.tasks import Task
from millmate.language import tr
from millmate.pictures import pdf, png
from millmate.pictures.diagrams import (
    UPRIGHT,
    Colours,
    Drawing,
    Orientation,
    diagram,
)
from millmate.pictures.landscape import Landscape
from millmate.records.notes import Shape

_PIXELS = 1200  # width of a PNG
_FORMATS = {".svg": "SVG (*.svg)", ".png": "PNG (*.png)", ".pdf": "PDF (*.pdf)"}
Seen = Callable[[Position], Orientation]


def drawn(
    position: Position,
    seen: Orientation = UPRIGHT,
    shapes: Sequence[Shape] = (),
    landscape: Landscape | None = None,
) -> str:
    """Return the diagram of a position as SVG, in the current board style.

    `landscape` is a square map.
    """
    theme, _ = THEMES[board_style().board]
    colours = Colours(theme.light, theme.dark, Colours().text, theme.board, theme.line)
    drawings = [Drawing(COLOURS[shape.colour], shape.origin, shape.target) for shape in shapes]
    return diagram(position.read(), colours, seen, board_style().pieces, drawings, landscape)


def content(svg: str, kind: str) -> bytes:
    """Return a drawing in the file format `kind`; raises `PictureError`."""
    if kind == ".png":
        return png(svg, pixels=_PIXELS)
    return pdf(svg) if kind == ".pdf" else svg.encode()


def copy(svg: str) -> None:
    """Copy a drawing to the clipboard, as a bitmap and as SVG."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QPainter

    renderer = QSvgRenderer(QByteArray(svg.encode()))
    size = renderer.defaultSize() * 2
    image = QImage(size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    data = QMimeData()
    data.setImageData(image)
    data.setData("image/svg+xml", QByteArray(svg.encode()))
    QApplication.clipboard().setMimeData(data)


class DiagramExporter(QObject):
    """Saves and copies diagrams for a window; `report` and `report_error` show the outcome.

    `seen` returns the orientation of the board for a position.
    """

    def __init__(
        self,
        window: QWidget,
        seen: Seen,
        report: Callable[[str], object],
        report_error: Callable[[str], object],
    ) -> None:
        super().__init__(window)
        self._window, self._seen = window, seen
        self._report, self._report_error = report, report_error

    def copy(
        self, position: Position, shapes: Sequence[Shape] = (), landscape: Landscape | None = None
    ) -> None:
        copy(drawn(position, self._seen(position), shapes, landscape))
        self._report(tr("The diagram is on the clipboard."))

    def ask_save(
        self, position: Position, shapes: Sequence[Shape] = (), landscape: Landscape | None = None
    ) -> None:
        """Ask for a file name and format, and save the diagram of a position."""
        path = ask_format(self._window, tr("Save the diagram"), "diagram.svg", _FORMATS)
        if path is not None:
            self.save(position, path, shapes, landscape)

    def save(
        self,
        position: Position,
        path: Path,
        shapes: Sequence[Shape] = (),
        landscape: Landscape | None = None,
    ) -> None:
        """Save the diagram of a position; the suffix of `path` selects the format."""
        svg = drawn(position, self._seen(position), shapes, landscape)

        def write(*_: object) -> str:
            write_atomically(path, content(svg, path.suffix.lower()))
            return path.name

        Task(write).launch(done=self._saved, failed=self._failed)

    @Slot(object)
    def _saved(self, name: str) -> None:
        self._report(tr("The diagram is saved in {file}.", file=name))

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        self._report_error(tr("The diagram could not be saved: {reason}", reason=reason(error)))
