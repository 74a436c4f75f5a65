"""The certificate of a level of the course: shown with the person's name, and saved."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QDate,
    QIODevice,
    QLocale,
    QMarginsF,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QImage,
    QImageWriter,
    QPageLayout,
    QPageSize,
    QPainter,
    QPaintEvent,
    QPdfWriter,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QDialog, QLineEdit, QSizePolicy, QWidget

from millmate.files import write_atomically
from millmate.gui.boards.theme import board_style
from millmate.gui.kit import theme
from millmate.gui.kit.dialogs import ask_format
from millmate.gui.kit.errors import reason
from millmate.gui.kit.label import Label
from millmate.gui.kit.screen_fit import keep_on_screen
from millmate.gui.kit.tasks import Task
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import hbox, push_button, vbox
from millmate.language import mark, tr
from millmate.pictures.certificate import HEIGHT, WIDTH, Certificate
from millmate.play.trainer.course import LEVELS, Chapter

_SIZE = QSize(760, 600)
_LEAST = QSize(420, 300)
_PIXELS = QSize(2 * WIDTH, 2 * HEIGHT)  # of a PNG: 200 dots an inch on A4
_DOTS = 300  # an inch, of a PDF
_LONGEST = 60  # letters of a name
_FORMATS = {".png": "PNG (*.png)", ".svg": "SVG (*.svg)", ".pdf": "PDF (*.pdf)"}


def certificate(chapters: Sequence[Chapter], since: datetime) -> Certificate:
    """Return the certificate of a level, without a name; `since` is when it was through, in UTC.

    It shows a position of the level that Home offers, too: the best known ones.
    """
    whole = [lesson for chapter in chapters for lesson in chapter.lessons]
    lesson = next((each for each in reversed(whole) if each.home), whole[-1])
    return Certificate(
        tr(LEVELS[chapters[0].level]),
        tuple(chapter.title for chapter in chapters),
        len(whole),
        "",
        _day(since),
        lesson.position.board(),
        lesson.name,
        not lesson.white,
        board_style().pieces,
    )


def _day(time: datetime) -> str:
    """Return the day of a time in UTC, here and in the language in use, without its weekday."""
    day, locale = time.astimezone().date(), QLocale()
    form = re.sub(r"dddd,?\s*", "", locale.dateFormat(QLocale.FormatType.LongFormat))
    return locale.toString(QDate(day.year, day.month, day.day), form)


class CertificateDialog(QDialog):
    """Shows a certificate on which a name can be written, and saves it.

    `saved` carries the path of the file; `person_changed` the name, once the dialog is left or the
    certificate saved.
    """

    saved = Signal(object)
    person_changed = Signal(str)

    def __init__(self, of: Certificate, person: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        bind_text(self, title=mark("Certificate"))
        self._certificate = of
        self.person = bind_text(QLineEdit(person), name=mark("Your name"))
        self.person.setMaxLength(_LONGEST)
        self.person.setClearButtonEnabled(True)
        label = bind_text(Label(), text=mark("Your &name:"))
        label.setBuddy(self.person)
        self.page = _Page()
        self.note = theme.muted()
        self.note.hide()
        self.save = push_button(mark("&Save…"), self.ask, tip=mark("Save as PNG, SVG or PDF"))
        theme.primary(self.save)
        self.save.setDefault(True)
        self.end = push_button(mark("Close"), self.close)
        grid = 2 * theme.GRID
        vbox(
            hbox(label, (self.person, 1)),
            (self.page, 1),
            self.note,
            hbox(None, self.save, self.end),
            within=self, spacing=grid, margins=grid,
        )  # fmt: skip
        self.person.textChanged.connect(self._show)
        translator.changed.connect(self._show)
        self._show()
        keep_on_screen(self, _SIZE, _LEAST)

    @property
    def svg(self) -> str:
        return replace(self._certificate, person=self.person.text().strip()).svg()

    def reject(self) -> None:
        self.person_changed.emit(self.person.text().strip())
        super().reject()

    @Slot()
    def ask(self) -> None:
        """Ask for a file, and save the certificate."""
        title, proposed = tr("Save the certificate"), f"{tr('certificate')}.png"
        path = ask_format(self, title, proposed, _FORMATS)
        if path is not None:
            self.save_as(path)

    def save_as(self, path: Path) -> None:
        """Save the certificate; the suffix of `path` selects the format."""
        content = picture(self.svg, path.suffix.lower())

        def write(*_: object) -> Path:
            write_atomically(path, content)
            return path

        self.save.setEnabled(False)
        Task(write).launch(done=self._saved, failed=self._failed)

    @Slot(object)
    def _saved(self, path: Path) -> None:
        self.saved.emit(path)
        self.close()

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        self.save.setEnabled(True)
        why = tr("The certificate could not be saved: {reason}", reason=reason(error))
        self.note.setText(why)
        theme.mark_fault(self.note, True)
        self.note.show()

    @Slot()
    def _show(self) -> None:
        self.page.show_svg(self.svg)


class _Page(QWidget):
    """Shows the drawing as large as there is room; the dialog says what it is."""

    def __init__(self) -> None:
        super().__init__()
        self._renderer = QSvgRenderer(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(_LEAST / 2)

    def show_svg(self, svg: str) -> None:
        self._renderer.load(QByteArray(svg.encode()))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        scale = min(self.width() / WIDTH, self.height() / HEIGHT)
        room = QRectF(0, 0, WIDTH * scale, HEIGHT * scale)
        room.moveCenter(QRectF(self.rect()).center())
        with QPainter(self) as brush:
            self._renderer.render(brush, room)
            brush.setPen(theme.colours().line)
            brush.drawRect(room.adjusted(0.5, 0.5, -0.5, -0.5))


def picture(svg: str, kind: str) -> bytes:
    """Return a drawing of a page in the file format `kind`.

    Qt draws it, not cairosvg: it finds another font for letters that the first one lacks.
    """
    if kind == ".svg":
        return svg.encode()
    renderer, buffer = QSvgRenderer(QByteArray(svg.encode())), QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if kind == ".pdf":
        writer = QPdfWriter(buffer)
        writer.setResolution(_DOTS)
        landscape = QPageLayout.Orientation.Landscape
        page = QPageSize(QPageSize.PageSizeId.A4)
        writer.setPageLayout(QPageLayout(page, landscape, QMarginsF()))
        with QPainter(writer) as brush:
            renderer.render(brush, QRectF(0, 0, writer.width(), writer.height()))
    else:
        image = QImage(_PIXELS, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        with QPainter(image) as brush:
            renderer.render(brush)
        QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(buffer.data().data())
