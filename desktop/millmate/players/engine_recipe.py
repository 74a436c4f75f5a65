"""The recipe of a UCI engine in one line: `/usr/games/stockfish,nodes=10000,option.Hash=64`.

Commas separate the parts. A part (or its value) with a comma, a quote or leading or trailing blanks
is written in double quotes, where `""` is a quote; backslashes have no special meaning.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from millmate import limits
from millmate.errors import InputError
from millmate.language import mark, number, tr
from millmate.search.levels import NAMES
from millmate.search.limits import SearchLimits
from millmate.uci.options import UciOption

_SECONDS = 1.0  # for a move, by default
ABOUT = mark("about {}")  # a strength
SKILL = "Skill Level"  # the option of many engines without `UCI_Elo`
# The names of strengths in Elo; ours end with the expert.
LEVEL_NAMES = NAMES | {2300: mark("Master"), 2500: mark("Grandmaster")}
_STRENGTH = ("uci_limitstrength", "uci_elo", SKILL.lower())
_LIMITS = {"nodes": mark("{} nodes"), "depth": mark("depth {}"), "seconds": mark("{} s a move")}
_NAMES = ("name", "arguments", "elo", *_LIMITS, "movetime", "option.NAME")
_OPTION = "option."
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_PLAIN_VALUE = re.compile(r"-?\d{1,18}(\.\d{1,18})?|true|false", re.IGNORECASE)


class RecipeError(InputError):
    """A text is not a valid recipe of an engine; the message says why."""


@dataclass(frozen=True, slots=True)
class EngineRecipe:
    """The location of an engine, how it is started and configured, and its limits for a move.

    `path` is a file, or the bare name of a program to look up; `arguments` are written as in a
    shell. `options` are names and values in the order of setting them; `elo` limits the strength,
    None for full strength. Without limits, a move takes a second.
    """

    path: str
    name: str = ""
    arguments: str = ""
    nodes: int | None = None
    depth: int | None = None
    seconds: float | None = None
    options: tuple[tuple[str, str], ...] = ()
    elo: int | None = None

    @classmethod
    @lru_cache(maxsize=4_096)  # players are described in every turn and listed with each setting
    def parse(cls, text: str) -> EngineRecipe:
        """Return the recipe written as `text`.

        Raises:
            RecipeError: A missing path, an unknown part or a wrong value; the message names it.
        """
        if len(text) > limits.LONGEST_SPEC:
            raise RecipeError(
                tr(
                    "too long for an engine: {n} characters, at most {most}",
                    n=number(len(text)),
                    most=number(limits.LONGEST_SPEC),
                )
            )
        if _CONTROL.search(text):
            raise RecipeError(
                tr(
                    "an engine must not contain line breaks or other control characters: {text}",
                    text=repr(text[:80]),
                )
            )
        first, *parts = _split(text)
        if not first:
            raise RecipeError(tr("no engine is named: write uci:/path/to/engine,nodes=10000"))
        recipe = cls(first)
        for part in filter(None, parts):
            recipe = recipe._with(part)
        return recipe

    def __str__(self) -> str:
        return ",".join(_quoted(part) for part in self._parts())

    @property
    def limits(self) -> SearchLimits:
        if self.nodes is self.depth is self.seconds is None:
            return SearchLimits(seconds=_SECONDS)
        return SearchLimits(seconds=self.seconds, depth=self.depth, nodes=self.nodes)

    @property
    def settings(self) -> dict[str, str]:
        """The options to set before a game, including those that limit the strength."""
        strength = {"UCI_LimitStrength": "true", "UCI_Elo": str(self.elo)}
        return ({} if self.elo is None else strength) | dict(self.options)

    @property
    def argument_list(self) -> list[str]:
        """The arguments as a list; raises `RecipeError` if a quote is not closed."""
        return shlex.split(_arguments(self.arguments))

    @property
    def title(self) -> str:
        """The engine's given name, or the name of its file."""
        return self.name or Path(self.path).stem or self.path

    def description(
        self, translate: Callable[[str], str] = str, levels: Mapping[int, str] = LEVEL_NAMES
    ) -> str:
        """Return the title with level and limits, and without a given name also the options.

        It is in English, as in records, unless `translate` is `tr`. `levels` are names by Elo.
        """
        parts = [self.title]
        if self.elo is not None:
            name = levels.get(self.elo)
            parts.append(translate(name) if name else translate(ABOUT).format(self.elo))
        parts += self.limit_texts(translate)
        parts += [
            f"{name} {value}".strip()
            for name, value in self.options
            if not self.name or name.lower() == SKILL.lower()
        ]
        return ", ".join(parts)

    @property
    def level(self) -> str:
        """The part that sets the strength, `elo=1500` or `option.Skill Level=8`, or ""."""
        given = {name.lower(): (name, value) for name, value in self.options}
        limited = given.get("uci_limitstrength", ("", ""))[1].lower() == "true"
        elo = given["uci_elo"][1] if limited and "uci_elo" in given else self.elo
        skill = given.get(SKILL.lower())
        if elo is not None:
            return f"elo={elo}"
        return "" if skill is None else f"{_OPTION}{SKILL}={skill[1]}"

    def without_level(self) -> EngineRecipe:
        """Return the recipe without settings of the strength."""
        rest = tuple(o for o in self.options if o[0].lower() not in _STRENGTH)
        return replace(self, elo=None, options=rest)

    def limit_texts(self, translate: Callable[[str], str] = str) -> list[str]:
        """Return the limits of a move as texts: `1000 nodes`."""
        given = ((text, getattr(self, name)) for name, text in _LIMITS.items())
        return [
            translate(text).format(_figure(value)) for text, value in given if value is not None
        ]

    def located(self, folder: Path) -> EngineRecipe:
        """Return the recipe with an absolute path; a relative one starts at `folder`.

        A bare name, and a path starting with `~`, are left unchanged.
        """
        path = Path(self.path)
        if self.path == path.name or self.path.startswith("~") or path.is_absolute():
            return self
        return replace(self, path=str((folder / path).absolute()))

    def without_limits(self) -> EngineRecipe:
        """Return the recipe without limits."""
        return replace(self, nodes=None, depth=None, seconds=None)

    def _parts(self) -> Iterator[str]:
        yield self.path
        for name in ("name", "arguments"):
            if getattr(self, name):
                yield f"{name}={getattr(self, name)}"
        if self.elo is not None:
            yield f"elo={self.elo}"
        for name in _LIMITS:
            if getattr(self, name) is not None:
                yield f"{name}={_figure(getattr(self, name))}"
        for name, value in self.options:
            yield f"{_OPTION}{name}={value}"

    def _with(self, part: str) -> EngineRecipe:
        """Return the recipe changed by `part` ("nodes=100")."""
        name, equals, value = part.partition("=")
        name, value = name.strip(), value.strip() if not name.startswith(_OPTION) else value
        if name.startswith(_OPTION) and name.removeprefix(_OPTION):
            return self._with_option(name.removeprefix(_OPTION), value)
        if not equals or name not in _NAMES[:-1]:
            raise RecipeError(
                tr(
                    "an engine has no setting {part!r}; use {names}",
                    part=part[:80],
                    names=", ".join(_NAMES),
                )
            )
        match name:
            case "elo":
                return replace(self, elo=_whole(name, value))
            case "nodes":
                return replace(self, nodes=_whole(name, value))
            case "depth":
                return replace(self, depth=_whole(name, value))
            case "seconds":
                return replace(self, seconds=_seconds(part, value))
            case "movetime":
                return replace(self, seconds=_seconds(part, value) / 1000)
            case "arguments":
                return replace(self, arguments=_arguments(value))
        return replace(self, name=value)

    def _with_option(self, name: str, value: str) -> EngineRecipe:
        rest = tuple((other, text) for other, text in self.options if other != name)
        return replace(self, options=(*rest, (name, value)))


def names_no_file(value: str) -> bool:
    """Return whether an option's value is a number, `true` or `false`, and so no path."""
    return _PLAIN_VALUE.fullmatch(value) is not None


def _split(text: str) -> list[str]:
    """Return the parts of `text` without quotes and without blanks around unquoted parts."""
    parts, part, quoted, protected = [], "", False, False
    index = 0
    while index < len(text):
        letter = text[index]
        if letter == '"' and quoted and text[index + 1 : index + 2] == '"':
            part += '"'
            index += 1
        elif letter == '"' and (quoted or not part.strip() or part.endswith("=")):
            quoted, protected = not quoted, True
        elif letter == "," and not quoted:
            parts.append(part if protected else part.strip())
            part, protected = "", False
        else:
            part += letter
        index += 1
    if quoted:
        raise RecipeError(tr("a quote is not closed in {text!r}", text=text[:80]))
    return [*parts, part if protected else part.strip()]


def _quoted(part: str) -> str:
    if "," in part or '"' in part or part != part.strip():
        doubled = part.replace('"', '""')
        return f'"{doubled}"'
    return part


def _whole(name: str, value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 19 and int(value)):
        raise RecipeError(
            tr(
                "'{name}={value}' is not a valid limit: use a whole number of 1 or more",
                name=name,
                value=value[:80],
            )
        )
    return int(value)


def _figure(value: float) -> str:
    """Return the shortest text of a number."""
    return str(int(value)) if value == int(value) else repr(value)


def _seconds(part: str, value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e8:
        raise RecipeError(
            tr("{part!r} is not a valid time for a move: use a number above 0", part=part[:80])
        )
    return seconds


def _arguments(value: str) -> str:
    try:
        shlex.split(value)
    except ValueError:
        raise RecipeError(
            tr(
                "the arguments {value!r} end inside quotation marks or after a backslash: "
                "complete them",
                value=value[:80],
            )
        ) from None
    return value


# A level is written as a part of a recipe, such as `elo=1500` or `option.Skill Level=8`.

_WEAKEST = mark("Weakest")


def levels_of(options: Iterable[UciOption]) -> dict[str, str]:
    """Return the marked names of an engine's levels by their parts, weakest first.

    Those of `UCI_Elo` are within its range, with full strength above them. Values of `Skill Level`
    have no Elo: the five weaker names divide its range evenly. Empty if the engine has neither.
    """
    known = {option.name.lower(): option for option in options if option.kind in ("spin", "check")}
    elo, skill = known.get("uci_elo"), known.get(SKILL.lower())
    if elo is not None and elo.low < elo.high and "uci_limitstrength" in known:
        named = {each: name for each, name in LEVEL_NAMES.items() if elo.low <= each <= elo.high}
        weakest = {} if elo.low in named else {elo.low: _WEAKEST}
        return {f"elo={each}": name for each, name in (weakest | named).items() if each > 0}
    if skill is not None and skill.low < skill.high:
        names, span = list(LEVEL_NAMES.values())[:5], skill.high - skill.low
        return {
            f"option.{skill.name}={skill.low + place * span // len(names)}": name
            for place, name in enumerate(names)
        }
    return {}


def level_text(part: str, name: str, translate: Callable[[str], str], *, rated: bool) -> str:
    """Return the text of a choice: `Club player (about 1500)`; `name` may be "".

    Unless it is `rated`, the name is shown without its Elo.
    """
    kind, _, value = part.partition("=")
    about = translate(ABOUT).format(value) if kind == "elo" else f"{SKILL} {value}"
    if not name:
        return about
    return f"{translate(name)} ({about})" if rated else translate(name)


def at_level(engine: EngineRecipe, part: str) -> EngineRecipe:
    """Return the recipe of `engine` at the level of `part`, or as it is for ""."""
    return EngineRecipe.parse(f"{engine.without_level()},{part}") if part else engine
