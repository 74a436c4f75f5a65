"""The setup program of Windows, made by NSIS of the bundle."""

import shutil
import subprocess
from pathlib import Path

from finishing import size
from places import BUNDLE, DIST, INSTALLER, VERSION, WORK

SCRIPT = INSTALLER / "windows" / "millmate.nsi"


def setup_program(bundle: Path = BUNDLE, icon: Path = WORK / "millmate.ico") -> Path:
    """Pack the bundle into a setup program under `installer/dist/` and return its path.

    Raises:
        SystemExit: NSIS is not here.
    """
    makensis = shutil.which("makensis")
    if makensis is None:
        raise SystemExit("makensis is not on the PATH: install NSIS (nsis in Debian)")
    program = DIST / f"millmate-{VERSION}-setup.exe"
    values = {
        "VERSION": VERSION,
        "BUNDLE": bundle,
        "LICENSE": INSTALLER.parent / "LICENSE",
        "ICON": icon,
        "KILOBYTES": size(bundle) // 1024,
        "PROGRAM": program,
    }
    defined = [f"-D{name}={value}" for name, value in values.items()]
    subprocess.run([makensis, "-V2", "-WX", *defined, SCRIPT], check=True)
    return program
