"""Build the Windows setup program from the bundle with NSIS."""

import shutil
import subprocess
from pathlib import Path, PureWindowsPath

from places import BUNDLE, DIST, INSTALLER, VERSION, WORK
from postprocess import size

SCRIPT = INSTALLER / "windows" / "millmate.nsi"


def setup_program(bundle: Path = BUNDLE, icon: Path = WORK / "millmate.ico") -> Path:
    """Pack the bundle into a setup program under `installer/dist/` and return its path.

    Raises:
        SystemExit: NSIS is not installed.
    """
    makensis = shutil.which("makensis")
    if makensis is None:
        raise SystemExit("makensis is not on the PATH: install NSIS (nsis in Debian)")
    program = DIST / f"millmate-{VERSION}-setup.exe"
    listed = WORK / "removal.nsh"
    listed.parent.mkdir(parents=True, exist_ok=True)
    listed.write_text(removal(bundle), encoding="utf-8-sig")  # without a BOM, NSIS reads ANSI
    values = {
        "VERSION": VERSION,
        "BUNDLE": bundle,
        "LICENSE": INSTALLER.parent / "LICENSE",
        "ICON": icon,
        "REMOVAL": listed,
        "KILOBYTES": size(bundle) // 1024,
        "PROGRAM": program,
    }
    defined = [f"-D{name}={value}" for name, value in values.items()]
    subprocess.run([makensis, "-V2", "-WX", *defined, SCRIPT], check=True)
    return program


def removal(bundle: Path) -> str:
    """Return a macro that deletes the files of the bundle by name, then empty folders."""
    found = sorted(path.relative_to(bundle) for path in bundle.rglob("*"))
    folders = [each for each in found if (bundle / each).is_dir()]
    files = [each for each in found if not (bundle / each).is_dir()]
    lines = [f"  Delete {_quoted(each)}" for each in files]
    lines += [f"  RMDir {_quoted(each)}" for each in reversed(folders)]  # the deepest first
    return "\n".join(["!macro RemoveFiles", *lines, "!macroend", ""])


def _quoted(place: Path) -> str:
    """Return a path below the installation folder in NSIS syntax."""
    name = str(PureWindowsPath(place)).replace("$", "$$")
    return f'"$INSTDIR\\{name}"'
