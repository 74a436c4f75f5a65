"""Build the AppDir and, if the tools are installed, an AppImage from it.

An AppImage is a small program, the runtime, followed by a squashfs image of the AppDir. Neither the
runtime nor `appimagetool`, which includes one, is packaged by Debian, PyPI or npm (six packages
there download it), so the build uses them only if they are installed: `appimagetool` on the PATH,
or `mksquashfs` with the runtime file named by APPIMAGE_RUNTIME.
"""

import os
import platform
import shutil
import subprocess
from pathlib import Path

from places import APP_ID, BUNDLE, DIST, VERSION, WORK, desktop_files, icon

APPDIR = DIST / "millmate.AppDir"
RUN = """\
#!/bin/sh
# Starts the program from wherever the image is mounted.
here=$(dirname "$(readlink -f "$0")")
exec "$here/usr/lib/millmate/millmate" "$@"
"""


def appimage() -> Path:
    """Build the AppDir and, if possible, the AppImage; return the path of the result."""
    _fill()
    image = DIST / f"millmate-{VERSION}-{platform.machine()}.AppImage"
    tool, runtime = shutil.which("appimagetool"), os.environ.get("APPIMAGE_RUNTIME")
    if tool:
        environment = {**os.environ, "ARCH": platform.machine()}
        subprocess.run([tool, "--no-appstream", APPDIR, image], env=environment, check=True)
    elif runtime and shutil.which("mksquashfs"):
        _join(Path(runtime), image)
    else:
        print("no AppImage: install appimagetool, or set APPIMAGE_RUNTIME to a runtime file")
        return APPDIR
    return image


def _fill() -> None:
    shutil.rmtree(APPDIR, ignore_errors=True)
    (APPDIR / "usr/lib").mkdir(parents=True)
    shutil.copytree(BUNDLE, APPDIR / "usr/lib/millmate", symlinks=True, copy_function=os.link)
    desktop_files(APPDIR / "usr/share")
    shutil.copy(APPDIR / f"usr/share/applications/{APP_ID}.desktop", APPDIR)
    (APPDIR / f"{APP_ID}.png").write_bytes(icon(256))
    (APPDIR / ".DirIcon").symlink_to(f"{APP_ID}.png")
    run = APPDIR / "AppRun"
    run.write_text(RUN)
    run.chmod(0o755)


def _join(runtime: Path, image: Path) -> None:
    """Append a squashfs image of the AppDir to the runtime."""
    squashed = WORK / "millmate.squashfs"
    squashed.unlink(missing_ok=True)
    pack = ["mksquashfs", APPDIR, squashed, "-root-owned", "-noappend", "-comp", "zstd", "-quiet"]
    subprocess.run(pack, check=True)
    image.write_bytes(runtime.read_bytes() + squashed.read_bytes())
    image.chmod(0o755)
    squashed.unlink()
