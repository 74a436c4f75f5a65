"""The disk image of macOS: the application beside a link to the folder it is dragged to."""

import platform
import shutil
import subprocess
from pathlib import Path

from places import BUNDLE, DIST, VERSION, WORK


def disk_image() -> Path:
    """Pack the application into a .dmg under `installer/dist/` and return its path.

    The application is signed for this machine alone, as arm64 demands; whoever has a certificate
    names it by CODESIGN_IDENTITY to PyInstaller and has the image notarized.
    """
    folder = WORK / "image"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    # What was compiled after PyInstaller had signed it belongs to the signature too.
    subprocess.run(
        ["codesign", "--force", "--deep", "--sign", "-", BUNDLE],
        check=True,
    )
    shutil.copytree(BUNDLE, folder / BUNDLE.name, symlinks=True)
    (folder / "Applications").symlink_to("/Applications")
    path = DIST / f"millmate-{VERSION}-{platform.machine()}.dmg"
    subprocess.run(
        [
            *("hdiutil", "create", "-ov", "-format", "UDZO"),
            *("-volname", "Mill & Mate", "-srcfolder", folder, path),
        ],
        check=True,
    )
    return path
