"""The certificate for a level of the course as SVG: a landscape A4 page on white."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from unicodedata import east_asian_width

from millmate.formatting import titled
from millmate.games.board import Board
from millmate.language import tr
from millmate.pictures import CLASSIC
from millmate.pictures.diagrams import inset, svg

WIDTH, HEIGHT = 1188, 840  # units: 4 to a millimetre
_FONT = 'font-family="serif"'
_GREEN, _TEXT, _MUTED, _GOLD = "#2f5d50", "#22302b", "#5b6964", "#b08d3c"
_MIDDLE = 390  # of the column of text
_COLUMN = 590  # its width
_RIGHT, _BOARD = 728, 372  # the left edge of the board, and its width


@dataclass(frozen=True, slots=True)
class Certificate:
    """The contents of a certificate.

    Attributes:
        level: The level's title.
        chapters: The titles of its chapters.
        positions: The number of its positions.
        person: The person's name, "" for a line to write it on.
        date: The day on which the level was completed, as text.
        board: One of its positions.
        caption: That position's name.
        flipped: Whether Black's side of the board is at the bottom.
        pieces: The set of chess pieces; see `piece_svg`.
    """

    level: str
    chapters: tuple[str, ...]
    positions: int
    person: str
    date: str
    board: Board
    caption: str
    flipped: bool = False
    pieces: str = CLASSIC

    def svg(self) -> str:
        """Return the drawing as SVG text."""
        title = titled(tr("Certificate"), self.level)
        return svg(WIDTH, HEIGHT, self._parts(), f'{_FONT} text-anchor="middle"', escape(title))

    def _parts(self) -> Iterator[str]:
        yield from _frame()
        yield _text(_MIDDLE, 150, "Mill & Mate", 22, _MUTED)
        yield _text(_MIDDLE, 222, tr("Certificate"), 58, _GREEN)
        yield from _flourish(_MIDDLE, 252)
        yield _text(_MIDDLE, 345, self.person, 40, _TEXT, "italic")
        yield _rule(_MIDDLE - 230, _MIDDLE + 230, 366)
        done = tr("has reached the goal in all {n} positions of this level:", n=self.positions)
        yield _text(_MIDDLE, 412, done, 20, _MUTED)
        yield _text(_MIDDLE, 474, self.level, 38, _GREEN, weight="bold")
        for number, chapter in enumerate(self.chapters):
            yield _text(_MIDDLE, 520 + 28 * number, chapter, 18, _MUTED)
        yield _text(_MIDDLE, 730, self.date, 22, _TEXT)
        yield _rule(_MIDDLE - 150, _MIDDLE + 150, 746)
        high, drawn = inset(self.board, _BOARD, self.flipped, self.pieces)
        y = (HEIGHT - high) / 2
        yield f'<g transform="translate({_RIGHT} {y:g})">{drawn}</g>'
        below = _RIGHT + _BOARD / 2, y + high + 30
        yield _text(*below, self.caption, 18, _MUTED, "italic", _BOARD)


def _frame() -> Iterator[str]:
    """Yield two lines around the page, with a small morris board at each corner."""
    for edge, pen in ((36, 4), (46, 1)):
        yield (
            f'<rect x="{edge}" y="{edge}" width="{WIDTH - 2 * edge}" height="{HEIGHT - 2 * edge}" '
            f'fill="none" stroke="{_GREEN}" stroke-width="{pen}"/>'
        )
    for x in (41, WIDTH - 41):
        for y in (41, HEIGHT - 41):
            yield f'<g transform="translate({x} {y})">{_MILL}</g>'


def _mill() -> str:
    """Return a morris board of 68 units, centred at (0, 0)."""
    rings = "".join(
        f'<rect x="{-half}" y="{-half}" width="{2 * half}" height="{2 * half}"/>'
        for half in (28, 19, 10)
    )
    return (
        f'<rect x="-34" y="-34" width="68" height="68" fill="#ffffff"/>'
        f'<g fill="none" stroke="{_GREEN}" stroke-width="2">{rings}'
        f'<path d="M0 -28V-10M0 28V10M-28 0H-10M28 0H10"/></g>'
        f'<circle cx="0" cy="0" r="4" fill="{_GOLD}"/>'
    )


_MILL = _mill()


def _flourish(x: float, y: float) -> Iterator[str]:
    for side in (-1, 1):
        yield (
            f'<line x1="{x + side * 14}" y1="{y}" x2="{x + side * 130}" y2="{y}" '
            f'stroke="{_GOLD}" stroke-width="2"/>'
        )
    yield f'<path d="M{x} {y - 7}L{x + 7} {y}L{x} {y + 7}L{x - 7} {y}Z" fill="{_GOLD}"/>'


def _rule(left: float, right: float, y: float) -> str:
    return f'<line x1="{left}" y1="{y}" x2="{right}" y2="{y}" stroke="{_MUTED}"/>'


def _text(
    x: float,
    y: float,
    text: str,
    size: float,
    colour: str,
    style: str = "normal",
    room: float = _COLUMN,
    weight: str = "normal",
) -> str:
    """Return a line of text centred at `x`, smaller than `size` if wider than `room`."""
    text = "".join(filter(str.isprintable, text))  # XML does not allow control characters
    size *= min(1.0, room / max(1.0, _length(text, size)))
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:.1f}" font-style="{style}" '
        f'font-weight="{weight}" fill="{colour}">{escape(text)}</text>'
    )


def _length(text: str, size: float) -> float:
    """Return the approximate width of a text: wide characters are square, others 0.6 of that."""
    return size * sum(1.0 if east_asian_width(each) in "WF" else 0.6 for each in text)
