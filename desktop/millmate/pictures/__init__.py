"""Draw chess pieces and boards as SVG, PNG, PDF and GIF; only this imports cairosvg and Pillow."""

import os
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import chess
import chess.svg

from millmate import limits, paths
from millmate.errors import MillMateError
from millmate.language import tr
from millmate.resources import resource

CLASSIC = "classic"  # the set of python-chess, by Colin M. L. Burnett

# The black men of the other sets: replacements for the white ones' body, outline and marks.
_BLACK = {
    "staunton": {
        "#fdfaf1": "#474e54", "#ffffff": "#7b848b", "#d3c9b0": "#23282c", "#1c2225": "#090b0c",
        "#2b3236": "#ece7da",
    },
    "modern": {"#22282b": "#f4f1e7", "#fffdf8": "#1d2225"},
    "mill": {"#fbf8f0": "#363d3c", "#262c2b": "#0b0e0e", "#6b675c": "#e9e6dc"},
    "signs": {"#fbf8f0": "#2c3332", "#262c2b": "#f2efe6"},
}  # fmt: skip


_COLOURS = 128  # of an animation
_LARGEST = 10_000_000  # bytes of a file
_MOST = 600  # files of some 3 kB, of fifty sizes
_PNG_ENDS = b"IEND\xaeB`\x82"


class PictureError(MillMateError):
    """Pictures cannot be drawn on this machine; the message names the missing library."""


def piece_svg(symbol: str, pieces: str = CLASSIC) -> str:
    """Return the drawing of the piece `symbol` (KQRBNP white, kqrbnp black) as SVG text.

    `pieces` is the set: python-chess's own, or one of those in `resources/pieces`, which contain
    the white pieces; the black ones are the same shapes in other colours.
    """
    piece = chess.Piece.from_symbol(symbol)
    if pieces == CLASSIC:
        return str(chess.svg.piece(piece))
    name = chess.piece_name(piece.piece_type)
    drawing = resource(f"pieces/{pieces}/{name}.svg").read_text(encoding="utf-8")
    for white, black in () if piece.color else _BLACK[pieces].items():
        drawing = drawing.replace(white, black)
    return drawing


def piece_png(symbol: str, pixels: int, pieces: str = CLASSIC) -> bytes:
    """Return the piece `symbol` of the set `pieces` as a transparent PNG, `pixels` wide and high.

    Raises:
        PictureError: The system library libcairo is missing.
    """
    return png(piece_svg(symbol, pieces), pixels)


def board_png(board: chess.Board, pixels: int = 640) -> bytes:
    """Return `board` as a PNG, `pixels` wide and high; see `board_svg`.

    Raises:
        PictureError: The system library libcairo is missing.
    """
    return png(board_svg(board, pixels), pixels)


def board_svg(board: chess.Board, pixels: int = 640) -> str:
    """Return the drawing of `board` with coordinates, last move and check as SVG text."""
    last = board.peek() if board.move_stack else None
    king = board.king(board.turn)
    check = king if king is not None and board.is_check() else None
    return str(chess.svg.board(board, lastmove=last, check=check, size=pixels))


def png(svg: str, pixels: int = 0) -> bytes:
    """Return a drawing as a PNG `pixels` wide, 0 for its own width.

    Raises:
        PictureError: The system library libcairo is missing.
    """
    return _converted("svg2png", svg, **({"output_width": pixels} if pixels else {}))


def pdf(svg: str) -> bytes:
    """Return a drawing as a one-page PDF.

    Raises:
        PictureError: The system library libcairo is missing.
    """
    return _converted("svg2pdf", svg)


def gif(pictures: Sequence[bytes], size: tuple[int, int], times: Sequence[int]) -> bytes:
    """Return an animation that repeats, each picture shown for its time in milliseconds.

    The pictures are pixels as RGBA, all of one width and height. They get the colours of the last.
    """
    from PIL import Image

    opened = [Image.frombytes("RGBA", size, each).convert("RGB") for each in pictures]
    palette, content = opened[-1].quantize(_COLOURS), BytesIO()
    first, *others = (each.quantize(palette=palette, dither=Image.Dither.NONE) for each in opened)
    first.save(content, "GIF", save_all=True, append_images=others, duration=list(times), loop=0)
    return content.getvalue()


def prepare() -> None:
    """Load cairosvg if it is installed, so that the first picture does not wait for it."""
    with suppress(OSError):
        import cairosvg  # noqa: F401


def _converted(convert: str, svg: str, **size: int) -> bytes:
    try:
        import cairosvg
    except OSError:  # cairocffi found no libcairo: not an ImportError
        raise PictureError(
            tr("pictures need the system library libcairo; on Debian: apt-get install libcairo2")
        ) from None
    made: bytes = getattr(cairosvg, convert)(bytestring=svg.encode(), **size)
    return made


# A cache of pieces. Drawing them in one size takes 40 ms and loading cairosvg 0.2 s, at a start
# that should take less than a second; reading them takes 2 ms.


def cached_piece_png(symbol: str, pixels: int, pieces: str = CLASSIC) -> bytes:
    """Return `piece_png`, from the cache if possible.

    Raises:
        PictureError: The picture is not cached, and the system library libcairo is missing.
    """
    place = _place(piece_svg(symbol, pieces), pixels)
    with suppress(OSError):
        png = limits.read(place, _LARGEST)
        if png.endswith(_PNG_ENDS):  # else it is incomplete
            return png
    png = piece_png(symbol, pixels, pieces)
    with suppress(OSError):  # the disk is full or read-only: it will be drawn again
        _save(place, png)
    return png


def _place(svg: str, pixels: int) -> Path:
    name = sha256(f"{pixels} {svg}".encode()).hexdigest()[:32]
    return cache_folder() / f"{name}.png"


def cache_folder() -> Path:
    return paths.cache_dir() / "pieces"


def _save(place: Path, png: bytes) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    _make_room(place.parent)
    part = place.with_suffix(f".{os.getpid()}")
    part.write_bytes(png)
    part.replace(place)


def _make_room(folder: Path) -> None:
    """Remove the older half of the files if there are too many."""
    files = list(folder.iterdir())
    if len(files) >= _MOST:
        for path in sorted(files, key=_age)[: len(files) // 2]:
            path.unlink(missing_ok=True)


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:  # another window was faster
        return 0.0
