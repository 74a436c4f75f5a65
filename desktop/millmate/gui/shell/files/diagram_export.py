"""Exports diagrams: saved as SVG, PNG, PDF or GIF, or copied to the clipboard."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QByteArray, QMimeData, QObject, Qt, Slot
from PySide6.QtGui import QImage, QPainter
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
from millmate.pictures import gif, pdf, png
from millmate.pictures.diagrams import UPRIGHT, Colours, Drawing, Orientation, diagram
from millmate.pictures.landscape import Landscape
from millmate.records.notes import Shape

_PIXELS = 1200  # width of a PNG
_FORMATS = {".svg": "SVG (*.svg)", ".png": "PNG (*.png)", ".pdf": "PDF (*.pdf)"}
_ANIMATED = {".gif": "GIF (*.gif)"}  # of the wave of a square map
# In a GIF: of a ply, of plies at which nothing is added, and of the whole map at the end.
_PLY_MS, _WAIT_MS, _END_MS = 60, 600, 2500
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


def animation(
    position: Position, seen: Orientation, shapes: Sequence[Shape], landscape: Landscape
) -> bytes:
    """Return the wave of a square map as a GIF, drawn by Qt, which is faster than cairosvg."""
    frames = landscape.wave
    plies = [landscape.most if frame.limit is None else frame.limit for frame in frames]
    times = [min(_PLY_MS * max(after - ply, 1), _WAIT_MS) for ply, after in pairwise(plies)]
    pictures = [_painted(drawn(position, seen, shapes, frame), 1.25) for frame in frames]
    pixels = [bytes(each.constBits()) for each in pictures]
    return gif(pixels, pictures[0].size().toTuple(), [*times, _END_MS])


def copy(svg: str) -> None:
    """Copy a drawing to the clipboard, as a bitmap and as SVG."""
    data = QMimeData()
    data.setImageData(_painted(svg, 2.0))
    data.setData("image/svg+xml", QByteArray(svg.encode()))
    QApplication.clipboard().setMimeData(data)


def _painted(svg: str, scale: float) -> QImage:
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    image = QImage(renderer.defaultSize() * scale, QImage.Format.Format_RGBA8888)
    image.fill(Qt.GlobalColor.white)
    with QPainter(image) as painter:
        renderer.render(painter)
    return image


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
        formats = _FORMATS | (_ANIMATED if landscape is not None and landscape.most else {})
        path = ask_format(self._window, tr("Save the diagram"), "diagram.svg", formats)
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
        seen, kind = self._seen(position), path.suffix.lower()
        svg = drawn(position, seen, shapes, landscape)

        def write(*_: object) -> str:
            if kind in _ANIMATED and landscape is not None:
                write_atomically(path, animation(position, seen, shapes, landscape))
            else:
                write_atomically(path, content(svg, kind))
            return path.name

        Task(write).launch(done=self._saved, failed=self._failed)

    @Slot(object)
    def _saved(self, name: str) -> None:
        self._report(tr("The diagram is saved in {file}.", file=name))

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        self._report_error(tr("The diagram could not be saved: {reason}", reason=reason(error)))
