"""The files included with the program: icons, pieces, a network, tables, translations, styles."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_TABLES = "MILLMATE_SHIPPED"


def resource(name: str) -> Path:
    """Return the path of the included file `name`, in a wheel, a bundle or a checkout.

    Raises:
        FileNotFoundError: There is no such file.
    """
    shipped = _PACKAGE / "assets"
    folder = shipped if shipped.is_dir() else _PACKAGE.parents[1] / "resources"
    path = folder / name
    if not path.exists():
        raise FileNotFoundError(path)
    return path


def tables() -> Path | None:
    """Return the directory of the tables included with the program, or None.

    `MILLMATE_SHIPPED` overrides it; an empty value means no tables.
    """
    chosen = os.environ.get(_TABLES)
    if chosen is not None:
        return Path(chosen) if chosen else None
    try:
        return resource("tables")
    except FileNotFoundError:
        return None


@contextmanager
def without_tables() -> Iterator[None]:
    """Leave out the tables included with the program, in this process and those it starts."""
    before = os.environ.get(_TABLES)
    os.environ[_TABLES] = ""
    try:
        yield
    finally:
        if before is None:
            del os.environ[_TABLES]
        else:
            os.environ[_TABLES] = before
