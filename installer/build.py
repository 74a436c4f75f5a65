"""Build the bundle for this system, and its installers.

Run `python installer/build.py [TARGET ...]` in an environment with the project and its `bundle`
extra installed. The targets are:

    bundle    installer/dist/millmate/, a directory with everything (the other targets need it)
    deb       millmate_*.deb, on Debian
    portable  millmate-*.tar.zst, to be unpacked anywhere
    appimage  an AppDir, and an AppImage if appimagetool or its runtime is installed
    setup     millmate-*-setup.exe, on Windows (needs NSIS)
    dmg       millmate-*.dmg, on macOS

Without a target, everything that this system can build.
"""

import argparse
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import notices
import postprocess
import shipped_manual
import shipped_tables
from places import BUNDLE, DIST, INSIDE, INSTALLER, PROGRAM, WORK, application_icon

from millmate.kernels import library


def bundle() -> None:
    """Build `installer/dist/millmate/` with PyInstaller and check that it starts."""
    shutil.rmtree(BUNDLE, ignore_errors=True)
    WORK.mkdir(exist_ok=True)
    application_icon()
    library.loaded()
    shipped_tables.make()
    shipped_manual.make()
    subprocess.run(
        [
            *(sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=WARN", "--clean"),
            *("--distpath", DIST, "--workpath", WORK, INSTALLER / "millmate.spec"),
        ],
        check=True,
    )
    shipped_tables.check(INSIDE / "millmate" / "assets" / "tables")
    shipped_manual.check(INSIDE / "millmate" / "assets" / "manual")
    postprocess.drop_orphans(INSIDE)
    notices.collect()
    postprocess.thin_icu(INSIDE)
    postprocess.strip(INSIDE)
    subprocess.run([PROGRAM, "--version"], check=True)
    print(postprocess.report(BUNDLE, INSIDE))


def deb() -> None:
    import debian

    _report(debian.package())


def portable() -> None:
    import archive

    _report(archive.portable())


def appimage() -> None:
    import appdir

    _report(appdir.appimage())


def setup() -> None:
    from windows import setup as windows

    _report(windows.setup_program())


def dmg() -> None:
    from macos import image

    _report(image.disk_image())


TARGETS: dict[str, Callable[[], None]] = {
    step.__name__: step for step in (bundle, deb, portable, appimage, setup, dmg)
}
_BY_SYSTEM = {"win32": ["bundle", "setup"], "darwin": ["bundle", "dmg"]}


def default_targets() -> list[str]:
    """Return the targets that this machine can build."""
    if sys.platform in _BY_SYSTEM:
        return _BY_SYSTEM[sys.platform]
    deb = ["deb"] if shutil.which("dpkg-deb") else []
    return ["bundle", *deb, "portable", "appimage"]


def _report(path: Path) -> None:
    print(f"{path.relative_to(INSTALLER.parent)}: {postprocess.megabytes(postprocess.size(path))}")


def main() -> None:
    """Build the targets named on the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("targets", nargs="*", choices=[[], *TARGETS], metavar="TARGET")
    targets = parser.parse_args().targets or default_targets()
    if "bundle" not in targets and not BUNDLE.is_dir():
        targets = ["bundle", *targets]
    for target in targets:
        TARGETS[target]()


if __name__ == "__main__":
    main()
