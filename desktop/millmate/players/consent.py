"""Consent to engines: which programs may be started, with which arguments and options.

A recipe names a program, its arguments, and options that can make an engine read, write or run
files. Recipes are stored in tournament files, sessions and settings, all of which can be from other
people. Therefore an engine starts only if

- `engine_finder.installed` finds it and the recipe starts it in the usual way, or
- the user has consented on this machine to exactly this program, these arguments and these options.

Consents are stored in the state directory, because people copy settings and data between machines,
but not state. A changed recipe needs a new consent, unless only limits have changed, or options
whose values are numbers, `true` or `false`, which cannot name files. A consent covers the recipe; a
replaced program file is not noticed.
"""

import hashlib
import json
import shlex
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from millmate import limits, paths
from millmate.decoder import Care, DecodeError, decode_text
from millmate.files import directory_lock, write_atomically
from millmate.language import tr
from millmate.players.engine_finder import installed, look_up
from millmate.players.engine_recipe import EngineRecipe, names_no_file
from millmate.players.player import PlayerError
from millmate.players.spec import PlayerSpec

_MOST_KEPT = 5_000
_LONGEST_KEPT = 200  # characters of a command stored with its digest, for people
_OWN = "Mill & Mate"

_given_here: set[str] = set()  # digests allowed in this process, whether stored on disk or not


class ConsentError(PlayerError):
    """The user has not consented to an engine on this machine; the message shows its command."""


@dataclass(frozen=True, slots=True)
class Launch:
    """The command of a recipe: a program, its arguments, and the options that can name files.

    `program` is an absolute path, the name itself if there is no such program on this machine, or
    "" for our own engine. `options` are sorted pairs of name and value.
    """

    program: str
    arguments: tuple[str, ...]
    options: tuple[tuple[str, str], ...]

    @property
    def digest(self) -> str:
        content = json.dumps([self.program, self.arguments, self.options])
        return hashlib.sha256(content.encode()).hexdigest()

    def __str__(self) -> str:
        """The command line and the options; unprintable characters are escaped."""
        command = shlex.join([self.program, *self.arguments]) if self.program else _OWN
        settings = [f"{name} = {value}" for name, value in self.options]
        text = "; ".join([command, *settings])
        return "".join(c if c.isprintable() else _escaped(c) for c in text)


def launch_of(player: PlayerSpec | EngineRecipe) -> Launch | None:
    """Return the launch that `player` needs consent for, or None."""
    if isinstance(player, EngineRecipe):
        program = look_up(player.path) or player.path
        return Launch(program, tuple(player.argument_list), _options(player))
    if player.strong is not None:
        options = _options(player.strong)
        return Launch("", (), options) if options else None
    return None if player.engine is None else launch_of(player.engine)


def lacking(players: Iterable[PlayerSpec | EngineRecipe]) -> list[Launch]:
    """Return the launches of `players` that lack consent, each once.

    Starting installed engines in the usual way does not need any.
    """
    launches = dict.fromkeys(launch for launch in map(launch_of, players) if launch is not None)
    kept = _kept() if launches.keys() else {}
    given = kept.keys() | _given_here
    unknown = [launch for launch in launches if launch.digest not in given]
    recipes = installed() if unknown else ()
    usual = [Launch(each.path, tuple(each.argument_list), ()) for each in recipes]
    return [launch for launch in unknown if launch not in usual]


def check(players: Iterable[PlayerSpec | EngineRecipe], mend: str = "") -> None:
    """Raise `ConsentError` if any of `players` lacks consent; `mend` explains how to give it.

    By default that names the commands of the window.
    """
    launches = lacking(players)
    if launches:
        raise ConsentError(
            tr(
                "you have not yet allowed this program to run on this computer: {commands}; {mend}",
                commands=tr(" and ").join(map(str, launches)),
                mend=mend or tr("allow it in the window under Players > Engines"),
            )
        )


def give(launches: Iterable[Launch], *, remember: bool = True) -> None:
    """Consent to `launches` in this process and, with `remember`, permanently.

    Raises:
        OSError: The consent cannot be saved; it holds in this process only.
    """
    given = {launch.digest: str(launch)[:_LONGEST_KEPT] for launch in launches}
    _given_here.update(given)
    if not remember or not given:
        return
    directory = _file().parent
    directory.mkdir(parents=True, exist_ok=True)
    with directory_lock(directory):
        kept = _kept()
        if given.keys() <= kept.keys():
            return
        newest = list((kept | given).items())[-_MOST_KEPT:]
        write_atomically(_file(), json.dumps(dict(newest), indent=1).encode())


def _options(recipe: EngineRecipe) -> tuple[tuple[str, str], ...]:
    """Return the options that can name files: those whose values are not plain."""
    return tuple(sorted(o for o in recipe.options if not names_no_file(o[1])))


def _file() -> Path:
    return paths.state_dir() / "engines.json"


def _kept() -> dict[str, str]:
    """Return the stored consents by digest; empty if the file is damaged."""
    with suppress(OSError, DecodeError):
        content = limits.read(_file(), limits.LARGEST_SETTINGS)
        return decode_text(dict[str, str], content, Care.GENTLE)
    return {}


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape", "backslashreplace").decode()
