"""Pictures of pieces as they were drawn before, kept among what can be made again.

To draw the pieces for one size takes 40 ms, and to load what draws them 0.2 s, of a start that is
to take no second; to read them takes 2 ms.
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
    """Return what `piece_png` does; a picture that was drawn before is read.

    Raises:
        PictureError: It was not, and the system library libcairo is missing.
    """
    place = _place(piece_svg(symbol, pieces), pixels)
    with suppress(OSError):
        png = limits.read(place, _LARGEST)
        if png.endswith(_PNG_ENDS):  # else it was cut off
            return png
    png = piece_png(symbol, pixels, pieces)
    with suppress(OSError):  # a disk that is full or may not be written: it is drawn again
        _keep(place, png)
    return png


def _place(svg: str, pixels: int) -> Path:
    name = sha256(f"{pixels} {svg}".encode()).hexdigest()[:32]
    return folder() / f"{name}.png"


def folder() -> Path:
    """Return where the pictures are."""
    return paths.cache_dir() / "pieces"


def _keep(place: Path, png: bytes) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    _make_room(place.parent)
    part = place.with_suffix(f".{os.getpid()}")
    part.write_bytes(png)
    part.replace(place)


def _make_room(folder: Path) -> None:
    """Remove the older half where there are too many."""
    files = list(folder.iterdir())
    if len(files) >= _MOST:
        for path in sorted(files, key=_age)[: len(files) // 2]:
            path.unlink(missing_ok=True)


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:  # another window was faster
        return 0.0
