"""The files shipped with the program: icons, pieces, a network, translations, the window's look."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource(name: str) -> Path:
    """Return the path of the shipped file `name`, in a wheel, a bundle or a checkout.

    Raises:
        FileNotFoundError: No such file was shipped.
    """
    shipped = _PACKAGE / "assets"
    folder = shipped if shipped.is_dir() else _PACKAGE.parents[1] / "resources"
    path = folder / name
    if not path.exists():
        raise FileNotFoundError(path)
    return path
