"""Where things live on this machine; the only module that imports appdirs."""

import os
from pathlib import Path

import appdirs

_NAME = "millmate"


def _place(variable: str, default: str) -> Path:
    """Return the directory that `variable` names, or the platform's own `default`."""
    return Path(os.environ.get(variable) or default)


def data_dir() -> Path:
    """Return the user's data directory: games and, by default, tables (`MILLMATE_DATA`)."""
    return _place("MILLMATE_DATA", appdirs.user_data_dir(_NAME, appauthor=False))


def tables_dir() -> Path:
    """Return the directory tables are built into and probed from (`MILLMATE_TABLES`)."""
    return _place("MILLMATE_TABLES", str(data_dir() / "tables"))


def games_dir() -> Path:
    """Return the directory that every finished or abandoned game is saved in."""
    return data_dir() / "games"


def config_dir() -> Path:
    """Return the directory of the settings file (`MILLMATE_CONFIG`)."""
    return _place("MILLMATE_CONFIG", appdirs.user_config_dir(_NAME, appauthor=False))


def cache_dir() -> Path:
    """Return the directory of what can be made again: compiled kernels (`MILLMATE_CACHE`)."""
    return _place("MILLMATE_CACHE", appdirs.user_cache_dir(_NAME, appauthor=False))
