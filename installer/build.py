"""Build the one-directory bundle, and on Debian the .deb around it.

Run `python installer/build.py` in an environment with the project and its `bundle` extra
installed. The results are `installer/dist/millmate/` and `installer/dist/millmate_*.deb`.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import cairosvg

from millmate import __version__

INSTALLER = Path(__file__).resolve().parent
ROOT = INSTALLER.parent
BUNDLE = INSTALLER / "dist" / "millmate"
ICON_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)

# What the bundle does not carry: the display's own libraries, and the C library.
DEPENDS = (
    "libc6, libgl1, libegl1, libxkbcommon0, libglib2.0-0, libfontconfig1, libfreetype6, "
    "libdbus-1-3, libxcb-cursor0, libxkbcommon-x11-0, libxcb-icccm4, libxcb-keysyms1, "
    "libxcb-shape0, libxcb-image0, libxcb-render-util0, libcairo2, libgomp1"
)

CONTROL = """\
Package: millmate
Version: {version}
Architecture: {architecture}
Maintainer: Mill & Mate developers <millmate@localhost>
Installed-Size: {kilobytes}
Section: games
Priority: optional
Depends: {depends}
Description: study endings in chess with exact tables
 Set an ending up by drag and drop, have its exact tablebase built on your own
 machine while you watch, and play it against a perfect and stubborn opponent.
"""


def bundle() -> None:
    """Make `installer/dist/millmate/` with PyInstaller, and try that it starts."""
    subprocess.run(
        [
            *(sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=WARN"),
            *("--distpath", INSTALLER / "dist", "--workpath", INSTALLER / "build"),
            INSTALLER / "millmate.spec",
        ],
        check=True,
    )
    subprocess.run([BUNDLE / "millmate", "--version"], check=True)


def debian_package() -> Path:
    """Wrap the bundle into a .deb under `installer/dist/` and return its path."""
    architecture = subprocess.check_output(["dpkg", "--print-architecture"], text=True).strip()
    tree = INSTALLER / "build" / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(BUNDLE, tree / "opt" / "millmate", symlinks=True)
    _link(tree / "usr/bin/millmate", "/opt/millmate/millmate")
    _copy("millmate.desktop", tree / "usr/share/applications/millmate.desktop")
    _copy("millmate-mime.xml", tree / "usr/share/mime/packages/millmate.xml")
    _icons(tree / "usr/share/icons/hicolor")
    copyright_ = tree / "usr/share/doc/millmate/copyright"
    copyright_.parent.mkdir(parents=True)
    shutil.copy(ROOT / "LICENSE", copyright_)
    kilobytes = sum(f.lstat().st_size for f in tree.rglob("*") if f.is_file()) // 1024
    control = tree / "DEBIAN" / "control"
    control.parent.mkdir()
    control.write_text(
        CONTROL.format(
            version=__version__, architecture=architecture, kilobytes=kilobytes, depends=DEPENDS
        )
    )
    package = INSTALLER / "dist" / f"millmate_{__version__}_{architecture}.deb"
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zzstd", "--build", tree, package], check=True
    )
    return package


def _copy(name: str, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(INSTALLER / "linux" / name, target)


def _link(place: Path, target: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(target)


def _icons(theme: Path) -> None:
    """Put the icon into every size's folder, and as it was drawn into the scalable one."""
    drawing = ROOT / "resources" / "icon.svg"
    for pixels in ICON_SIZES:
        place = theme / f"{pixels}x{pixels}" / "apps" / "millmate.png"
        place.parent.mkdir(parents=True)
        cairosvg.svg2png(
            url=str(drawing), write_to=str(place), output_width=pixels, output_height=pixels
        )
    scalable = theme / "scalable" / "apps" / "millmate.svg"
    scalable.parent.mkdir(parents=True)
    shutil.copy(drawing, scalable)


def main() -> None:
    """Build what this machine can build."""
    bundle()
    print(f"bundle: {BUNDLE}")
    if shutil.which("dpkg-deb"):
        print(f"package: {debian_package()}")


if __name__ == "__main__":
    main()
