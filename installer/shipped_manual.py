"""Make the manual that ships with the program: pages that a browser shows offline.

`python installer/shipped_manual.py` puts them into resources/manual/, from where a bundle and a
wheel take them. Git does not keep them. It needs the extra `docs`, and takes half a minute.
"""

import shutil
import sys
import tempfile
from importlib import metadata
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "desktop"))

from millmate import licences, manual
from millmate.errors import MillMateError
from millmate.formatting import size
from millmate.licences import Component

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "manual"
# Sources of other files, and what only other builds of Sphinx or other themes ask for.
_UNNEEDED = (
    *(".buildinfo", "objects.inv", "**/*.map", "_static/*-stemmer.js", "_static/*.png"),
    *(f"_static/{name}.css" for name in ("basic", "debug", "skeleton")),
)
# The packages whose styles, scripts and icons lie in the pages.
_PARTS = ("furo", "Pygments", "snowballstemmer", "Sphinx", "sphinx-basic-ng")


def make(folder: Path = FOLDER) -> None:
    """Build the manual into `folder`, in place of what is there.

    Raises:
        SystemExit: Sphinx is missing, or has an error or a warning to report.
    """
    with tempfile.TemporaryDirectory() as place:
        pages = Path(place) / "manual"
        try:
            manual.build(pages, "--fail-on-warning", "--keep-going")
        except MillMateError as error:
            raise SystemExit(str(error)) from None
        for pattern in _UNNEEDED:
            for path in list(pages.glob(pattern)):
                path.unlink()
        licences.write(parts(), pages / licences.OF_THE_MANUAL)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(pages, folder)


def check(folder: Path) -> None:
    """Refuse a manual without its first page.

    Raises:
        SystemExit: It is not there.
    """
    if not (folder / "index.html").is_file():
        raise SystemExit(f"{folder}: no manual is there")


def parts() -> list[Component]:
    """Return what lies in the pages besides our own texts and pictures."""
    return [licences.of_distribution(metadata.distribution(name)) for name in _PARTS]


def main() -> None:
    """Make the manual and say how large it is."""
    make()
    files = [path for path in FOLDER.rglob("*") if path.is_file()]
    total = size(sum(path.stat().st_size for path in files))
    print(f"{FOLDER.relative_to(ROOT)}: {len(files)} files, {total}")


if __name__ == "__main__":
    main()
