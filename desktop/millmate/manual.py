"""The manual as pages for a browser, included with the program or built here."""

import subprocess
import sys
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

from millmate import __version__, language, paths
from millmate.errors import MillMateError
from millmate.language import tr
from millmate.resources import resource

_PACKAGE = Path(__file__).resolve().parent
_DOCS = _PACKAGE.parents[1] / "docs"  # in a checkout
_PATIENCE = 300.0  # seconds for a build, which takes ten


def page(name: str) -> Path:
    """Return the file of a page such as `howto/review`, in the current language if available.

    In a checkout the manual is first built into the cache if its sources have changed.

    Raises:
        MillMateError: The manual is not included with the program, or cannot be built.
    """
    folder = _built() if (_DOCS / "conf.py").exists() else _shipped()
    own = folder / language.current().code / f"{name}.html"
    return own if own.exists() else folder / f"{name}.html"


def build(folder: Path, *options: str) -> None:
    """Build a checkout's manual into `folder`, with further options for Sphinx.

    Raises:
        MillMateError: The extra `docs` is not installed, or Sphinx failed; its output is shown.
    """
    if any(find_spec(name) is None for name in ("sphinx", "myst_parser", "furo")):
        raise MillMateError(
            tr("The manual is not built: install the extra docs, or read {folder}.", folder=_DOCS)
        )
    places = ("-d", f"{folder}.work", str(_DOCS), str(folder))
    try:
        built = subprocess.run(
            [sys.executable, "-m", "sphinx", "-q", "-E", "-a", *options, *places],
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
        )
    except subprocess.TimeoutExpired:
        raise MillMateError(tr("The manual could not be built: it took too long.")) from None
    if built.returncode:
        last = (built.stderr.strip().splitlines() or [""])[-1]
        raise MillMateError(tr("The manual could not be built: {reason}", reason=last))


def _shipped() -> Path:
    try:
        return resource("manual")
    except FileNotFoundError:
        raise MillMateError(tr("This installation does not include the manual.")) from None


def _built() -> Path:
    """Return the folder of the built manual, after building it unless it is up to date."""
    folder = paths.cache_dir() / f"manual-{__version__}"
    done = folder / "objects.inv"  # the last file written by Sphinx
    if not done.exists() or done.stat().st_mtime <= _changed():
        build(folder)
    return folder


def _changed() -> float:
    """Return when the sources of the manual last changed: its text, or the program.

    Commands, settings and docstrings in the reference are generated from the program.
    """
    sources = (_DOCS.rglob("*"), _PACKAGE.rglob("*.py"), [resource("languages/de.po")])
    return max(path.stat().st_mtime for path in chain(*sources) if path.is_file())
