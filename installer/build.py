"""Build the bundle for this system, and what installs it.

Run `python installer/build.py` in an environment with the project and its `bundle` extra
installed; words choose what is made:

    bundle    installer/dist/millmate/, a directory with everything (others need it)
    deb       millmate_*.deb, on Debian
    portable  millmate-*.tar.zst, to be unpacked anywhere
    appimage  the AppDir, and of it an AppImage where its tool, or its runtime, is there
    setup     millmate-*-setup.exe, on Windows (needs NSIS)
    dmg       millmate-*.dmg, on macOS

Without a word, all that this system can make.
"""

import argparse
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import finishing
import notices
from places import BUNDLE, DIST, INSIDE, INSTALLER, PROGRAM, WORK, application_icon


def bundle() -> None:
    """Make `installer/dist/millmate/` with PyInstaller, and try that it starts."""
    shutil.rmtree(BUNDLE, ignore_errors=True)
    WORK.mkdir(exist_ok=True)
    application_icon()
    subprocess.run(
        [
            *(sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=WARN", "--clean"),
            *("--distpath", DIST, "--workpath", WORK, INSTALLER / "millmate.spec"),
        ],
        check=True,
    )
    finishing.drop_orphans(INSIDE)
    notices.collect()
    finishing.strip(INSIDE)
    finishing.compile_python(INSIDE)
    finishing.compile_kernels(PROGRAM, INSIDE, finishing.processor_of_this_system())
    subprocess.run([PROGRAM, "--version"], check=True)
    print(finishing.report(BUNDLE, INSIDE))


def deb() -> None:
    import debian

    _tell(debian.package())


def portable() -> None:
    import archive

    _tell(archive.portable())


def appimage() -> None:
    import appdir

    _tell(appdir.appimage())


def setup() -> None:
    from windows import setup as windows

    _tell(windows.setup_program())


def dmg() -> None:
    from macos import image

    _tell(image.disk_image())


WORDS: dict[str, Callable[[], None]] = {
    step.__name__: step for step in (bundle, deb, portable, appimage, setup, dmg)
}
_BY_SYSTEM = {"win32": ["bundle", "setup"], "darwin": ["bundle", "dmg"]}


def default_words() -> list[str]:
    """Return what this machine can build."""
    if sys.platform in _BY_SYSTEM:
        return _BY_SYSTEM[sys.platform]
    deb = ["deb"] if shutil.which("dpkg-deb") else []
    return ["bundle", *deb, "portable", "appimage"]


def _tell(path: Path) -> None:
    print(f"{path.relative_to(INSTALLER.parent)}: {finishing.megabytes(finishing.size(path))}")


def main() -> None:
    """Build what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("words", nargs="*", choices=[[], *WORDS], metavar="WORD")
    words = parser.parse_args().words or default_words()
    if "bundle" not in words and not BUNDLE.is_dir():
        words = ["bundle", *words]
    for word in words:
        WORDS[word]()


if __name__ == "__main__":
    main()
