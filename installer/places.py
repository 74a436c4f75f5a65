"""The paths of a build, the icon and the desktop files."""

import shutil
import sys
from io import BytesIO
from pathlib import Path

import cairosvg

from millmate import __version__

INSTALLER = Path(__file__).resolve().parent
ROOT = INSTALLER.parent
DIST = INSTALLER / "dist"
WORK = INSTALLER / "build"
if sys.platform == "darwin":
    BUNDLE = DIST / "Mill & Mate.app"
    INSIDE = BUNDLE / "Contents" / "Frameworks"
    PROGRAM = BUNDLE / "Contents" / "MacOS" / "millmate"
else:
    BUNDLE = DIST / "millmate"
    INSIDE = BUNDLE / "_internal"
    PROGRAM = BUNDLE / ("millmate.exe" if sys.platform == "win32" else "millmate")
DRAWING = ROOT / "resources" / "icon.svg"
ICON_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
VERSION = __version__
APP_ID = "io.github.millmate.millmate"  # in the form that AppStream and Flatpak ask for


def icon(pixels: int) -> bytes:
    """Render the program's icon as PNG."""
    drawn = cairosvg.svg2png(url=str(DRAWING), output_width=pixels, output_height=pixels)
    assert isinstance(drawn, bytes)
    return drawn


def application_icon() -> None:
    """Write the icon in the format of Windows or macOS executables."""
    from PIL import Image

    largest = Image.open(BytesIO(icon(256 if sys.platform == "win32" else 1024)))
    if sys.platform == "win32":
        largest.save(WORK / "millmate.ico", sizes=[(n, n) for n in ICON_SIZES if n <= 256])
    elif sys.platform == "darwin":
        largest.save(WORK / "millmate.icns")


def desktop_files(share: Path) -> None:
    """Copy desktop entry, MIME types, metainfo and icons into `share`."""
    linux = INSTALLER / "linux"
    for name, place in {
        "millmate.desktop": f"applications/{APP_ID}.desktop",
        "millmate-mime.xml": f"mime/packages/{APP_ID}.xml",
        "millmate.metainfo.xml": f"metainfo/{APP_ID}.metainfo.xml",
    }.items():
        (share / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(linux / name, share / place)
    for pixels in ICON_SIZES:
        place = share / f"icons/hicolor/{pixels}x{pixels}/apps/{APP_ID}.png"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(icon(pixels))
    scalable = share / f"icons/hicolor/scalable/apps/{APP_ID}.svg"
    scalable.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(DRAWING, scalable)
