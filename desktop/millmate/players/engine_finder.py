"""Find the chess engines installed on this machine."""

import os
import shutil
from functools import lru_cache
from pathlib import Path

from millmate import paths
from millmate.players.engine_recipe import EngineRecipe
from millmate.players.spec import PlayerSpec, SpecError
from millmate.settings import Settings

# Programs by package name, with the arguments that select UCI.
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

# Directories that may be missing from PATH, as Debian's games directory is for root.
FOLDERS = ("/usr/games", "/usr/local/games", "/usr/local/bin", "/opt/homebrew/bin", "/snap/bin")


def installed() -> list[EngineRecipe]:
    """Return the known engines on this machine, each once."""
    found: dict[Path, EngineRecipe] = {}
    for name, arguments in KNOWN.items():
        path = look_up(name)
        if path is not None:
            found.setdefault(Path(path).resolve(), EngineRecipe(path, arguments=arguments))
    return list(found.values())


def listed(settings: Settings) -> list[EngineRecipe]:
    """Return the engines in `settings`, without invalid entries."""
    recipes = []
    for text in settings.engines:
        try:
            recipe = PlayerSpec.parse(text).engine
        except SpecError:
            continue
        if recipe is not None:
            recipes.append(recipe)
    return recipes


def with_listed(settings: Settings, recipes: list[EngineRecipe]) -> Settings:
    return settings.changed(engines=[str(PlayerSpec.of_engine(recipe)) for recipe in recipes])


def with_installed(settings: Settings) -> Settings:
    """Return `settings` with the newly found engines of this machine."""
    new = [recipe for recipe in installed() if recipe.path not in settings.engines_found]
    have = listed(settings)
    paths = {recipe.path for recipe in have}
    have += [recipe for recipe in new if recipe.path not in paths]
    found = [*settings.engines_found, *(recipe.path for recipe in new)]
    return with_listed(settings, have).changed(engines_found=found)


def look_up(path: str) -> str | None:
    """Return the absolute path of the file meant by a recipe's `path`, or None.

    `~` is the home directory. A bare name is searched on PATH, then in `FOLDERS`, but never in the
    current directory, where such a file could be from anyone. Any other relative path starts at
    the current directory.
    """
    if path != Path(path).name or path == "~":
        return str(paths.expanded(path).absolute())
    places = _absolute(*os.environ.get("PATH", "").split(os.pathsep), *FOLDERS)
    return next(filter(None, (shutil.which(f"{place}{os.sep}{path}") for place in places)), None)


@lru_cache(maxsize=1)  # a dozen engines are searched in the same places
def _absolute(*places: str) -> list[str]:
    return [place for place in places if Path(place).is_absolute()]
