"""The manual as pages for a browser: those that came with the program, or built here."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from millmate import __version__, language, paths
from millmate.errors import MillMateError
from millmate.language import tr
from millmate.resources import resource

_DOCS = Path(__file__).resolve().parents[2] / "docs"  # in a checkout
_PATIENCE = 300.0  # seconds for a build, which takes ten


def page(name: str) -> Path:
    """Return the file of a page such as `howto/review`, in the language in use if there is one.

    In a checkout the manual is built into the cache first, when its sources have changed.

    Raises:
        MillMateError: The manual did not come with the program and cannot be built.
    """
    folder = _shipped() or _built()
    own = folder / language.current().code / f"{name}.html"
    return own if own.exists() else folder / f"{name}.html"


def _shipped() -> Path | None:
    try:
        return resource("manual")
    except FileNotFoundError:
        return None


def _built() -> Path:
    """Return the folder that the manual is built into, and build it unless it is up to date."""
    if not (_DOCS / "conf.py").exists():
        raise MillMateError(tr("The manual did not come with this installation."))
    folder = paths.cache_dir() / f"manual-{__version__}"
    done = folder / "objects.inv"  # which Sphinx writes last
    newest = max(path.stat().st_mtime for path in _DOCS.rglob("*") if path.is_file())
    if done.exists() and done.stat().st_mtime > newest:
        return folder
    if any(find_spec(name) is None for name in ("sphinx", "myst_parser", "furo")):
        raise MillMateError(
            tr("The manual is not built: install the extra docs, or read {folder}.", folder=_DOCS)
        )
    _build(folder)
    return folder


def _build(folder: Path) -> None:
    places = ("-d", f"{folder}.work", str(_DOCS), str(folder))
    try:
        built = subprocess.run(
            [sys.executable, "-m", "sphinx", "-q", "-E", "-a", *places],
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
        )
    except subprocess.TimeoutExpired:
        raise MillMateError(tr("The manual could not be built: it took too long.")) from None
    if built.returncode:
        last = (built.stderr.strip().splitlines() or [""])[-1]
        raise MillMateError(tr("The manual could not be built: {reason}", reason=last))
