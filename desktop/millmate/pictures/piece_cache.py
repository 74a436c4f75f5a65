"""A cache of the pictures of pieces.

Drawing the pieces for one size takes 40 ms, and loading cairosvg 0.2 s, of a start that should take
less than a second; reading them takes 2 ms.
"""

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from millmate import limits, paths
from millmate.pictures import CLASSIC, piece_png, piece_svg

_LARGEST = 10_000_000  # bytes of a file
_MOST = 600  # files of some 3 kB, of fifty sizes
_PNG_ENDS = b"IEND\xaeB`\x82"


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
    with suppress(OSError):  # a full or read-only disk: it will be drawn again
        _save(place, png)
    return png


def _place(svg: str, pixels: int) -> Path:
    name = sha256(f"{pixels} {svg}".encode()).hexdigest()[:32]
    return folder() / f"{name}.png"


def folder() -> Path:
    return paths.cache_dir() / "pieces"


def _save(place: Path, png: bytes) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    _make_room(place.parent)
    part = place.with_suffix(f".{os.getpid()}")
    part.write_bytes(png)
    part.replace(place)


def _make_room(folder: Path) -> None:
    """Remove the older half if there are too many files."""
    files = list(folder.iterdir())
    if len(files) >= _MOST:
        for path in sorted(files, key=_age)[: len(files) // 2]:
            path.unlink(missing_ok=True)


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:  # another window was faster
        return 0.0
