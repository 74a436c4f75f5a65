"""Finding the chess engines that are installed on this machine."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from millmate.players.engine_recipe import EngineRecipe

# Programs by the names they are packaged under, with what makes them speak UCI.
KNOWN = {
    "stockfish": "",
    "ethereal-chess": "",
    "ethereal": "",
    "toga2": "",
    "glaurung": "",
    "gnuchess": "--uci",
    "lc0": "",
    "berserk": "",
    "rubichess": "",
    "igel": "",
    "komodo": "",
    "fruit": "",
}

# Where programs are that are not always on PATH: Debian's games directory is not for root.
FOLDERS = ("/usr/games", "/usr/local/games", "/usr/local/bin", "/opt/homebrew/bin", "/snap/bin")


def installed() -> list[EngineRecipe]:
    """Return the known engines that are here, each once."""
    found: dict[Path, EngineRecipe] = {}
    for name, arguments in KNOWN.items():
        path = look_up(name)
        if path is not None:
            found.setdefault(Path(path).resolve(), EngineRecipe(path, arguments=arguments))
    return list(found.values())


def look_up(path: str) -> str | None:
    """Return the file that a recipe's `path` means, None if a bare name is found nowhere.

    `~` is the home directory; a name without a directory is looked for on PATH, then in `FOLDERS`.
    """
    if path != Path(path).name or path == "~":
        return str(Path(path).expanduser())
    places = [*os.environ.get("PATH", "").split(os.pathsep), *FOLDERS]
    return shutil.which(path, path=os.pathsep.join(places))
