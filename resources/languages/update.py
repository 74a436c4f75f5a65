"""Collect the texts of the program for the translators: `python resources/languages/update.py`.

New texts are added to each language's Qt Linguist file as unfinished, texts that are gone are
taken out, translations stay. Then translate what is unfinished, with Qt Linguist or by hand.
"""

import subprocess
import sys
from pathlib import Path

import PySide6

HERE = Path(__file__).resolve().parent
SOURCES = HERE.parents[1] / "desktop" / "millmate"
_SILENT = ("cli", "kernels")  # these say nothing in the window
_OPTIONS = (
    "-tr-function-alias QT_TR_NOOP+=mark -locations none -no-obsolete -sort-messages "
    "-disable-heuristic similartext -source-language en"
)


def files() -> list[Path]:
    """Return the language files that there are."""
    return sorted(HERE.glob("millmate_*.ts"))


def sources() -> list[str]:
    """Return the paths of the files whose texts may be seen in the window."""
    paths = sorted(SOURCES.rglob("*.py"))
    return [str(path) for path in paths if path.relative_to(SOURCES).parts[0] not in _SILENT]


def update(file: Path) -> None:
    """Bring `file` up to date with the program's sources."""
    lupdate = next(Path(PySide6.__file__).parent.glob("lupdate*"))
    subprocess.run([lupdate, "-silent", *_OPTIONS.split(), *sources(), "-ts", file], check=True)


if __name__ == "__main__":
    for file in files():
        update(file)
    sys.exit()
