"""What the program remembers between starts: one JSON file, written whole or not at all."""

import contextlib
import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from millmate import paths
from millmate.files import write_atomically


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything remembered, with the value of a first start.

    `white`, `black` are player specs; `start` is where games begin (`board`, `initial` or
    `random`); `start_fen` and `morris_start` are the positions set up last in either game,
    `morris_turns` and `morris_mirrored` how the morris board is seen; `window` and `layout` are
    Qt's saved geometry as base64 text; `appearance` is `light`, `dark` or `system`; `language`
    is the window's, `en` or `de`, "" for the desktop's; `worth` shows
    what moves are worth; `explorer_window` and `explorer_layout` are as `window` and `layout`, of
    the explorer, `explorer_log` its axis; `syzygy` and `gaviota` are the directories of other
    programs' tables, "" for none; `engines` are specs of the engines that are offered as players,
    `engines_found` the files of those that were found by themselves once, so that one that was
    removed from the list is not put there again; `analysis_engine` is the one that analyses, ""
    for our own, `analysis_lines` how many lines it shows, `arrows` whether it points at moves;
    `tournaments` are directories of tournaments elsewhere than in the usual place,
    `tournament_layout` is their page's.
    """

    game: str = "ending"
    white: str = "human"
    black: str = "table"
    start: str = "board"
    start_fen: str = "8/8/8/8/3k4/8/8/KBN5 w - - 0 1"
    morris_start: str = "......../......../........ w 9 9 0 1"
    morris_turns: int = 0
    morris_mirrored: bool = False
    flipped: bool = False
    tables: str = ""
    window: str = ""
    layout: str = ""
    appearance: str = "system"
    language: str = ""
    worth: bool = True
    animated: bool = True
    explorer_window: str = ""
    explorer_layout: str = ""
    explorer_log: bool = True
    syzygy: str = ""
    gaviota: str = ""
    engines: list[str] = field(default_factory=list)
    engines_found: list[str] = field(default_factory=list)
    analysis_engine: str = ""
    analysis_lines: int = 3
    arrows: bool = True
    tournaments: list[str] = field(default_factory=list)
    tournament_layout: str = ""
    recent: list[str] = field(default_factory=list)

    def changed(self, **values: Any) -> "Settings":
        """Return these settings with `values` in place of the old ones."""
        return replace(self, **values)


def settings_file() -> Path:
    """Return the path of the settings file."""
    return paths.config_dir() / "settings.json"


def load() -> Settings:
    """Return the saved settings; defaults for what is missing or of the wrong type.

    A file that is no JSON object is set aside as `settings.json.damaged`, never fatal.
    """
    path = settings_file()
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except OSError:
        return Settings()
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        with contextlib.suppress(OSError):
            path.replace(path.with_suffix(".json.damaged"))
        return Settings()
    defaults = asdict(Settings())
    return Settings(**{n: values[n] for n in defaults if _fits(values.get(n), defaults[n])})


def _fits(value: object, default: object) -> bool:
    """Tell whether `value` is of the type of `default`; what a list holds must be text."""
    if isinstance(value, list):
        return isinstance(default, list) and all(isinstance(item, str) for item in value)
    return type(value) is type(default)


def save(settings: Settings) -> None:
    """Write `settings` in one step: a crash leaves the old file or the new one."""
    path = settings_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, json.dumps(asdict(settings), indent=1).encode())
