"""Build the macOS disk image: the application and a link to the Applications folder."""

import platform
import shutil
import subprocess
from pathlib import Path

from places import BUNDLE, DIST, VERSION, WORK


def disk_image() -> Path:
    """Pack the application into a .dmg under `installer/dist/` and return its path.

    The application gets an ad-hoc signature, which arm64 requires. To distribute it, set
    CODESIGN_IDENTITY for PyInstaller to a certificate and notarize the image.
    """
    folder = WORK / "image"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    # Files compiled after PyInstaller signed the bundle must be signed, too.
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
