"""How the window looks: colours, letters, icons."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from string import Template
from typing import TypeVar

import shiboken6
from PySide6.QtCore import QByteArray, QDir, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontMetrics,
    QIcon,
    QIconEngine,
    QImage,
    QPainter,
    QPalette,
    QPixmap,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QDialogButtonBox,
    QFrame,
    QRadioButton,
    QTabBar,
    QTabWidget,
    QWidget,
)

from millmate.gui.kit.label import Label
from millmate.gui.kit.tasks import IdleTask
from millmate.resources import resource


def icon(name: str) -> QIcon:
    """Return the drawing `resources/icons/<name>.svg`, always in the colour of button texts."""
    return QIcon(_Drawing(_shipped(f"icons/{name}.svg")))


@lru_cache(maxsize=128)
def _shipped(name: str) -> str:
    return resource(name).read_text(encoding="utf-8")


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
        return QPixmap.fromImage(rendered(self._drawing, colour.name(), *size.toTuple()))

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        colour, ratio = _colour(mode), painter.device().devicePixelRatioF()
        image = rendered(self._drawing, colour.name(), *(rect.size() * ratio).toTuple())
        painter.save()
        painter.setOpacity(painter.opacity() * colour.alphaF())
        painter.drawImage(rect, image)
        painter.restore()

    def clone(self) -> QIconEngine:
        return _Drawing(self._drawing)


@lru_cache(maxsize=256)  # buttons ask for theirs whenever they are enabled or disabled
def rendered(drawing: str, colour: str, width: int, height: int) -> QImage:
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


@dataclass(frozen=True, slots=True)
class Accent:
    """A colour as `#rrggbb`: in light windows, in dark ones, and on boards.

    None of them is green: that is the colour of a win.
    """

    light: str
    dark: str
    board: str


# By the names in `Settings.accent`.
ACCENTS = {
    "blue": Accent("#2458a0", "#8db7ee", "#0e3166"),
    "violet": Accent("#5d48a8", "#b9abf6", "#35236f"),
    "plum": Accent("#873a78", "#e5a5d8", "#571848"),
    "petrol": Accent("#0f6576", "#74cadb", "#033743"),
    "bronze": Accent("#7c5210", "#e2b96e", "#472b04"),
    "graphite": Accent("#48525b", "#b9c3cc", "#262d33"),
}


_REACHED = Qt.WidgetAttribute.WA_StyleSheetTarget
_IN_PARTS = (QTabBar, QTabWidget, QCheckBox, QRadioButton)  # rules only for parts of them


def repolish(app: QApplication) -> IdleTask:
    """Have all widgets wear the colours of the palette in use; return the work still running."""
    slices = app.findChild(IdleTask, "repolish")
    if slices is None:
        slices = IdleTask(app)
        slices.setObjectName("repolish")
    slices.stop()  # what it holds back may be painted again
    windows, active = app.topLevelWidgets(), app.activeWindow()
    for window in windows:
        set_scheme_property(window)
    others = [window for window in windows if active and window is not active]
    steps = _in_order([active] if active else windows, sorted(others, key=QWidget.isVisible))
    next(steps, None)
    slices.start(steps)
    return slices


def _in_order(first: Sequence[QWidget], others: Sequence[QWidget]) -> Iterator[None]:
    """Polish the visible part of the `first` windows, then the rest of them and the `others`."""
    hidden: list[QWidget] = []
    with _held_back(first):
        yield
        yield from _polished(first, hidden)
    yield from _polished([*hidden, *others])


@contextmanager
def _held_back(windows: Sequence[QWidget]) -> Iterator[None]:
    """Paint none of `windows` meanwhile, but handle their events."""
    held = [window for window in windows if window.isVisible() and window.updatesEnabled()]
    for window in held:
        window.setUpdatesEnabled(False)
    try:
        yield
    finally:
        for window in filter(shiboken6.isValid, held):
            window.setUpdatesEnabled(True)


def set_scheme_property(window: QWidget) -> None:
    """Set whether the style sheet treats the contents of `window` as dark."""
    window.setProperty("dark", QApplication.palette().window().color().lightness() < 128)


def _polished(roots: Iterable[QWidget], hidden: list[QWidget] | None = None) -> Iterator[None]:
    """Polish, widget by widget, those from `roots` on, the last of these first, or those in sight.

    Those that are not are then added to `hidden`, without the ones below them.
    """
    left = list(roots)
    while left:
        widget = left.pop()
        if not shiboken6.isValid(widget):
            continue
        if hidden is not None and not widget.isVisible():
            hidden.append(widget)
            continue
        left += (
            child
            for child in widget.children()
            if isinstance(child, QWidget) and not child.isWindow()
        )
        if _wears_sheet(widget):
            style = widget.style()
            style.unpolish(widget)
            style.polish(widget)
            widget.update()
        yield


def _wears_sheet(widget: QWidget) -> bool:
    if not widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        return False  # it will look the colours up when it is shown
    return widget.testAttribute(_REACHED) or isinstance(widget, _IN_PARTS)


GRID = 8  # every distance is a multiple or half of it, in device-independent pixels
USUAL = 12  # pixels of letters, unless the desktop's are larger
# The other sizes of letters in relation to it.
SMALL, HEADING, HEADLINE = 11 / 13, 15 / 13, 20 / 13
_WEIGHTS = ("Regular", "Medium", "SemiBold")
ROUND_MARK, ROUND, ROUND_CONTROL, ROUND_CARD = 4, 6, 8, 10  # pixels: corners

_ROLE = QPalette.ColorRole
_TABULAR = QFont.Tag("tnum")
_AnyLabel = TypeVar("_AnyLabel", bound=Label)
# Colours and letters go down from the application to every widget, as without a style sheet.
_SPREAD = Qt.ApplicationAttribute.AA_UseStyleSheetPropagationInWidgetStyles


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of one scheme, as #rrggbb."""

    dark: bool
    window: str
    base: str
    raised: str
    line: str
    text: str
    muted: str
    accent: str
    on_accent: str
    good: str
    bad: str
    good_ground: str  # under words about a good or a bad move
    bad_ground: str
    won_ground: str  # of an ending that is won throughout


_LIGHT = Colours(
    dark=False, window="#f6f5f1", base="#ffffff", raised="#ebe9e2", line="#dedbd1", text="#1f2421",
    muted="#5f665f", accent="", on_accent="#ffffff", good="#1b6b52", bad="#a33327",
    good_ground="#e1f1eb", bad_ground="#f8e4e1", won_ground="#7fbfaa",
)  # fmt: skip
_DARK = Colours(
    dark=True, window="#1b1e1c", base="#242826", raised="#2f3432", line="#3d4340", text="#e8eae6",
    muted="#a3aba5", accent="", on_accent="#10181f", good="#7fd0b4", bad="#ef9a8f",
    good_ground="#1f3930", bad_ground="#42292a", won_ground="#2f6b58",
)  # fmt: skip
# By whether they are dark, and by the name of the accent.
SCHEMES = {
    (scheme.dark, name): replace(scheme, accent=accent.dark if scheme.dark else accent.light)
    for scheme in (_LIGHT, _DARK)
    for name, accent in ACCENTS.items()
}
_accent = next(iter(ACCENTS))  # that is in use


def wants_dark(app: QApplication, appearance: str) -> bool:
    """Return whether `appearance` is dark: `light`, `dark`, or `system` for that of the desktop."""
    if appearance in ("light", "dark"):
        return appearance == "dark"
    return app.styleHints().colorScheme() == Qt.ColorScheme.Dark


def wants_motion(app: QApplication) -> bool:
    """Return whether the desktop allows animation (true if unknown)."""
    hints = app.styleHints()
    if not hasattr(hints, "accessibility"):  # before Qt 6.10
        return True
    preference = getattr(hints.accessibility(), "motionPreference", None)
    return preference is None or "Reduce" not in str(preference())


def colours() -> Colours:
    return _of_palette(QApplication.palette().cacheKey(), _accent)


@lru_cache(maxsize=8)  # a thousand questions for every picture of the window
def _of_palette(key: int, accent: str) -> Colours:
    dark = QApplication.palette().color(_ROLE.Window).lightness() < 128
    return SCHEMES[dark, accent]


def apply(app: QApplication, dark: bool, text_size: int = 100, accent: str = "") -> None:
    """Colour the whole application, with letters of `text_size` per cent of the desktop's.

    Without a name of an `accent` the one in use stays.
    """
    global _accent
    before, _accent = colours(), accent or _accent
    first = not app.testAttribute(_SPREAD)
    if first:
        app.setAttribute(_SPREAD)
        QDir.setSearchPaths("icons", [str(resource("icons"))])
        app.setStyle("Fusion")
        _add_fonts(app)
    scheme, scaled = SCHEMES[dark, _accent], _scale_text(app, text_size)
    if first:
        app.setPalette(_palette(scheme))
    elif scaled or before is not scheme:
        app.setPalette(_palette(scheme))
        repolish(app)
    for widget in app.allWidgets() if scaled else ():
        if isinstance(widget, Label) and widget.property("textSize"):
            _emphasise(widget, widget.property("textSize"))


def dress(window: QWidget) -> None:
    """Give a window without a parent, and all that is made in it, the style sheet.

    Best when everything is in its place: under a style sheet, a widget that gets a new parent is
    styled again with all its children. For that reason the application itself has none.
    """
    set_scheme_property(window)
    window.setStyleSheet(_sheet())


@lru_cache
def _sheet() -> str:
    """Return the style sheet with our corners in it."""
    corners = {"card": ROUND_CARD, "control": ROUND_CONTROL}
    return Template(_shipped("window.qss")).substitute(corners)


def text_scale() -> float:
    """Return how large letters are, 1.0 for the desktop's own size."""
    app = QApplication.instance()
    usual = app.property("desktopPoints") if app is not None else None
    return QApplication.font().pointSizeF() / usual if usual else 1.0


def close_button() -> QDialogButtonBox:
    """Return the row of a dialog with nothing but Close, which rejects.

    It has no picture, as our own buttons have none: the desktop's is black in the dark.
    """
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.button(QDialogButtonBox.StandardButton.Close).setIcon(QIcon())
    return buttons


def fixed_font() -> QFont:
    """Return the desktop's font whose letters are all as wide, as large as the others are."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPointSizeF(font.pointSizeF() * text_scale())
    return font


def _add_fonts(app: QApplication) -> None:
    """Use Inter, and the desktop's own font for signs that Inter lacks."""
    for weight in _WEIGHTS:
        QFontDatabase.addApplicationFont(str(resource(f"fonts/Inter-{weight}.otf")))
    font = app.font()
    font.setFamilies(["Inter", *font.families()])
    app.setFont(font)


def _scale_text(app: QApplication, percent: int) -> bool:
    """Set the application's font; return whether its size has changed."""
    font = app.font()
    if app.property("desktopPoints") is None:
        usual = USUAL * 72 / app.primaryScreen().logicalDotsPerInchY()
        app.setProperty("desktopPoints", max(font.pointSizeF(), usual))
    points = app.property("desktopPoints") * percent / 100
    if font.pointSizeF() == points and font.isFeatureSet(_TABULAR):
        return False
    font.setPointSizeF(points)
    font.setFeature(_TABULAR, 1)  # figures of equal width: numbers stand below each other
    app.setFont(font)
    return True


def _palette(c: Colours) -> QPalette:
    palette = QPalette()
    for role, colour in {
        _ROLE.Window: c.window, _ROLE.WindowText: c.text, _ROLE.Base: c.base,
        _ROLE.AlternateBase: c.window, _ROLE.Text: c.text, _ROLE.Button: c.raised,
        _ROLE.ButtonText: c.text, _ROLE.BrightText: c.bad, _ROLE.Highlight: c.accent,
        _ROLE.HighlightedText: c.on_accent, _ROLE.Accent: c.accent, _ROLE.Link: c.accent,
        _ROLE.LinkVisited: c.good, _ROLE.ToolTipBase: c.raised, _ROLE.ToolTipText: c.text,
        _ROLE.PlaceholderText: c.muted, _ROLE.Mid: c.line, _ROLE.Midlight: c.line,
        _ROLE.Light: c.raised, _ROLE.Dark: c.line, _ROLE.Shadow: c.line,
    }.items():  # fmt: skip
        palette.setColor(role, QColor(colour))
    faint = QColor(c.muted)
    faint.setAlpha(150)
    for role in (_ROLE.WindowText, _ROLE.Text, _ROLE.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, faint)
    return palette


def primary(button: QWidget) -> None:
    """Mark `button` as the one primary button of its panel."""
    button.setProperty("primary", True)


def headline(label: Label) -> None:
    """Set `label` in the size of the headline of a page or a dialog."""
    _emphasise(label, HEADLINE)


def heading(label: Label) -> None:
    """Set `label` in the size of the heading of a part of a page."""
    _emphasise(label, HEADING)


def headline_height() -> int:
    """Return how high a line of a headline is, in pixels."""
    return QFontMetrics(_emphasised(QApplication.font(), HEADLINE)).lineSpacing()


def small_font() -> QFont:
    """Return a font for texts under icons, which grows half as much as other letters."""
    font, scale = QApplication.font(), text_scale()
    font.setPointSizeF(SMALL * (1 + scale) / 2 / scale * font.pointSizeF())
    return font


def _emphasise(label: Label, size: float) -> None:
    label.setProperty("textSize", size)
    label.setFont(_emphasised(label.font(), size))


def _emphasised(base: QFont, size: float) -> QFont:
    font = QFont(base)
    font.setPointSizeF(QApplication.font().pointSizeF() * size)
    font.setWeight(QFont.Weight.DemiBold)
    return font


def muted(text: str = "") -> Label:
    """Return a label for a side remark: quieter, wrapped."""
    label = Label(text)
    label.setWordWrap(True)
    return mute(label)


def mute(label: _AnyLabel) -> _AnyLabel:
    """Draw `label` as a side remark, quieter; return it."""
    label.setProperty("muted", True)
    return label


def mark_fault(label: QWidget, fault: bool) -> None:
    """Colour `label` as a fault, or take the colour away again."""
    if bool(label.property("fault")) is fault:
        return  # polishing measures and lays out again
    label.setProperty("fault", fault)
    label.style().unpolish(label)
    label.style().polish(label)


def rule() -> QFrame:
    """Return a thin horizontal line between two parts of a panel."""
    line = QFrame()
    line.setFixedHeight(1)
    line.setStyleSheet("background: palette(mid); border: 0;")
    return line
