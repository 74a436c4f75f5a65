"""The program's directories; the only module that imports appdirs."""

import os
from pathlib import Path

import appdirs

_NAME = "millmate"


def _place(variable: str, default: str, below_home: str) -> Path:
    """Return the directory named by `variable`, or the platform's own `default`.

    appdirs uses an XDG variable even if it is empty or relative, which would put the user's files
    wherever the program was started; the XDG standard requires ignoring such values.
    """
    path = Path(os.environ.get(variable) or default)
    if os.environ.get(variable) or path.is_absolute():
        return path
    return Path.home() / below_home / _NAME


def expanded(text: str) -> Path:
    """Return a path typed by a user, with `~` expanded; the home of an unknown user stays."""
    return Path(os.path.expanduser(text))  # noqa: PTH111 (a `Path` raises for `~nobody`)


def data_dir() -> Path:
    """Return the user's data directory: games and, by default, tables (`MILLMATE_DATA`)."""
    return _place("MILLMATE_DATA", appdirs.user_data_dir(_NAME, appauthor=False), ".local/share")


def tables_dir() -> Path:
    """Return the directory where tables are built and probed (`MILLMATE_TABLES`)."""
    return Path(os.environ.get("MILLMATE_TABLES") or data_dir() / "tables")


def games_dir() -> Path:
    """Return the directory where every finished or abandoned game is saved."""
    return data_dir() / "games"


def tournaments_dir() -> Path:
    """Return the default directory of tournaments, each in its own subdirectory."""
    return data_dir() / "tournaments"


def training_dir() -> Path:
    return data_dir() / "training"


def config_dir() -> Path:
    """Return the directory of the settings file (`MILLMATE_CONFIG`)."""
    return _place("MILLMATE_CONFIG", appdirs.user_config_dir(_NAME, appauthor=False), ".config")


def cache_dir() -> Path:
    """Return the directory of recreatable files, such as translations (`MILLMATE_CACHE`)."""
    return _place("MILLMATE_CACHE", appdirs.user_cache_dir(_NAME, appauthor=False), ".cache")


def state_dir() -> Path:
    """Return the directory of files to keep other than the user's work: logs (`MILLMATE_STATE`)."""
    return _place("MILLMATE_STATE", appdirs.user_state_dir(_NAME, appauthor=False), ".local/state")


def log_dir() -> Path:
    return state_dir() / "log"
