"""Read and write a plan as a TOML file, which people edit as well as the window.

An unknown key, a missing key or a value of the wrong type raises an error that names the key and
the allowed values.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from millmate import limits, paths
from millmate.errors import InputError, quote_error
from millmate.files import write_atomically
from millmate.games import catalogue
from millmate.language import mark, number, tr
from millmate.play.clocks import TimeControl, TimeControlError
from millmate.play.tournament import checks
from millmate.play.tournament.plan import (
    Adjudication,
    Format,
    Limits,
    MorrisLimits,
    OpeningPlan,
    Participant,
    PlanError,
    Sprt,
    TournamentPlan,
    located,
)
from millmate.players.spec import SpecError

_BRACKET = re.compile(r"[\[\]{}]")
_OUTSIDE = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#.*'
)  # text outside keys: strings and comments
_T = TypeVar("_T")

_SECTIONS = {
    "openings": OpeningPlan,
    "limits": Limits,
    "adjudication": Adjudication,
    "morris": MorrisLimits,
    "sprt": Sprt,
}
_KEYS = ("name", "game", "format", "games", "seed", *_SECTIONS, "players")
# The largest sensible values; a billion for all other keys.
_MOST = {"games": checks.MOST_GAMES, "seed": 2**63 - 1, "plies": 1000, "chance": 60}
_LEAST = {"games": 1, "nodes": 1, "depth": 1, "seed": 0}


def load(path: Path, *, checked: bool = True) -> TournamentPlan:
    """Return the plan in the file `path`; relative paths in it start from its folder.

    Raises:
        PlanError: It is not TOML, or not a playable plan; the message names file and key. If
            `checked` is false, players need not be available.
        OSError: The file cannot be read.
    """
    if path.stat().st_size > limits.LARGEST_PLAN:
        raise PlanError(tr("{path}: too large for a tournament plan", path=path))
    try:
        content = limits.read(path, limits.LARGEST_PLAN)
        plan = parse(content.decode("utf-8-sig"), checked=checked, folder=path.parent)
    except UnicodeDecodeError:
        raise PlanError(tr("{path}: not UTF-8 text", path=path)) from None
    except PlanError as error:
        raise PlanError(f"{path}: {error}") from None
    if not plan.openings.file:
        return plan
    place = (path.parent / paths.expanded(plan.openings.file)).absolute()
    return replace(plan, openings=replace(plan.openings, file=str(place)))


def parse(text: str, *, checked: bool = True, folder: Path | None = None) -> TournamentPlan:
    """Return the plan in `text`; paths of engines start from `folder`, or the current directory.

    Raises:
        PlanError: It is not TOML, or not a playable plan; the message names the key. If `checked`
            is false, players need not be available.
    """
    _refuse_expensive(text)
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number may be too long for Python
        raise PlanError(tr("no TOML: {error}", error=quote_error("tomllib", error))) from None
    _refuse_strange(content)
    plan = located(_plan(content), folder or Path())
    if checked:
        checks.check(plan)
    return plan


def _refuse_expensive(text: str) -> None:
    """Refuse TOML that takes tomllib quadratic time, or a recursion as deep as the text is long."""
    depth = 0
    for at, line in enumerate(text.split("\n"), 1):
        outside = _OUTSIDE.sub("", line)
        if outside.count(".") > limits.MOST_DOTS:
            raise PlanError(tr("no TOML: line {n} has a key of too many parts", n=at))
        for bracket in _BRACKET.findall(outside):
            depth = depth + 1 if bracket in "[{" else max(0, depth - 1)
            if depth > limits.MOST_NESTED:
                raise PlanError(tr("no TOML: line {n} is nested too deeply", n=at))


def dump(plan: TournamentPlan) -> str:
    """Return the text that `parse` reads as `plan`, without default values."""
    lines = [
        f"name = {_text(plan.name)}",
        f"game = {_text(plan.game)}",
        f"format = {_text(plan.format.value)}",
        f"games = {plan.games}",
        f"seed = {plan.seed}",
    ]
    for name in _SECTIONS:
        section = getattr(plan, name)
        if section is not None and (name != "morris" or plan.is_morris):
            values = list(_section_lines(section, whole=name in ("morris", "sprt")))
            lines += ["", f"[{name}]", *values] if values else []
    for participant in plan.participants:
        lines += ["", "[[players]]", f"name = {_text(participant.name)}"]
        lines += [f"player = {_text(str(participant.player))}"]
    return "\n".join(lines) + "\n"


def write(plan: TournamentPlan, path: Path) -> None:
    """Write `plan` to the file `path` atomically.

    Raises:
        OSError: It cannot be written.
    """
    write_atomically(path, dump(plan).encode())


def _section_lines(section: Any, whole: bool) -> Iterator[str]:
    for each in fields(section):
        value = getattr(section, each.name)
        if value is not None and (whole or value != each.default):
            yield f"{each.name} = {_value(value)}"


def _value(value: object) -> str:
    if isinstance(value, tuple):
        parts = [_value(each) for each in value]
        if sum(map(len, parts)) > 80:
            return "[\n" + "".join(f"  {part},\n" for part in parts) + "]"
        return f"[{', '.join(parts)}]"
    if isinstance(value, bool):
        return str(value).lower()
    return _text(str(value)) if isinstance(value, str | TimeControl) else repr(value)


def _text(value: str) -> str:
    """Return a string in TOML syntax, which differs from JSON in one character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _refuse_strange(content: object, key: str = "") -> None:
    """Refuse numbers too long to show, and strings that no system accepts as a path."""
    if isinstance(content, dict):
        for name, value in content.items():
            _refuse_strange(value, f"{key}.{name[:80]}" if key else name[:80])
    elif isinstance(content, list):
        for value in content:
            _refuse_strange(value, key)
    elif isinstance(content, int) and not -(2**63) <= content < 2**63:
        raise PlanError(tr("{key}: TOML allows no numbers of more than 64 bits", key=key))
    elif isinstance(content, str) and "\0" in content:
        raise PlanError(tr("{key}: a text must not contain the character \\u0000", key=key))


def _plan(content: dict[str, Any]) -> TournamentPlan:
    _only(content, _KEYS, "")
    if "players" not in content:
        raise PlanError(
            tr('players: none are given; write [[players]] and player = "random", twice')
        )
    sections: dict[str, Any] = {
        name: _section(kind, content[name], name)
        for name, kind in _SECTIONS.items()
        if name in content
    }
    plain = {
        key: _typed(type(default), content[key], key)
        for key, default in (("name", ""), ("game", ""), ("games", 0), ("seed", 0))
        if key in content
    }
    with suppress(InputError):  # reported later, together with all other errors
        plain["game"] = catalogue.game(plain["game"]).name if "game" in plain else "chess"
    if "format" in content:
        text = _typed(str, content["format"], "format")
        checks.check_choice("format", text, [each.value for each in Format])
        plain["format"] = Format(text)
    limits = sections.get("limits", Limits())
    people = _participants(content["players"], limits)
    return TournamentPlan(participants=people, **plain, **sections)


def _section(kind: type[_T], content: object, name: str) -> _T:
    """Return the dataclass of a section with the values in `content`."""
    if not isinstance(content, dict):
        raise PlanError(
            tr(
                "{name}: write it as a section, [{name}], with {listed}",
                name=name,
                listed=_listed(_names(kind)),
            )
        )
    _only(content, _names(kind), f"{name}.")
    values = {
        each.name: _READERS[each.type](content[each.name], f"{name}.{each.name}")
        for each in fields(kind)  # type: ignore[arg-type]
        if each.name in content
    }
    return kind(**values)


def _participants(content: object, limits: Limits) -> tuple[Participant, ...]:
    if not isinstance(content, list):
        raise PlanError(
            tr('players: write [[players]] for each, with name = "..." and player = "..."')
        )
    return tuple(_participant(each, number, limits) for number, each in enumerate(content, 1))


def _participant(content: object, number: int, limits: Limits) -> Participant:
    where = tr("players, number {number}", number=number)
    if isinstance(content, str):
        content = {"player": content}
    if not isinstance(content, dict):
        raise PlanError(
            tr('{where}: write player = "..." such as player = "minimax:depth=2"', where=where)
        )
    _only(content, ("name", "player"), f"{where}: ")
    if "player" not in content:
        raise PlanError(
            tr('{where}: no player; write player = "..." such as "minimax:depth=2"', where=where)
        )
    player = _typed(str, content["player"], tr("{where}: player", where=where))
    name = " ".join(_typed(str, content.get("name", ""), f"{where}: name").split())
    try:
        plain = Participant.of(player, name)
    except SpecError as error:
        raise PlanError(f"{where}: {error}") from None
    try:
        return Participant.of(player, name, limits)
    except SpecError as error:
        raise PlanError(tr("limits: for {name}: {error}", name=plain.name, error=error)) from None


def _only(content: dict[str, Any], names: tuple[str, ...], where: str) -> None:
    for key in content:
        if key not in names:
            raise PlanError(
                tr(
                    "{where}{key}: unknown key; choose {listed}",
                    where=where,
                    key=key[:80],
                    listed=_listed(names),
                )
            )


def _typed(kind: Any, value: Any, key: str) -> Any:
    """Return `value` if it is of `kind`: str, int, float or bool."""
    if kind is float and type(value) is int:
        value = float(value)
    if type(value) is not kind:
        raise PlanError(
            tr(
                "{key}: {shown} is not {kinds}",
                key=key,
                shown=_shown(value),
                kinds=tr(_KINDS[kind]),
            )
        )
    if kind is int:
        _in_range(value, key)
    if kind is float and not abs(value) < 1e6:
        raise PlanError(tr("{key}: {value} is not a valid number", key=key, value=value))
    return value


def _in_range(value: int, key: str) -> None:
    name = key.rpartition(".")[2]
    least, most = _LEAST.get(name, 0), _MOST.get(name, 10**9)
    if not least <= value <= most:
        raise PlanError(
            tr(
                "{key}: {value} is not a whole number from {least} to {most}",
                key=key,
                value=_shown(value),
                least=number(least),
                most=number(most),
            )
        )


def _texts(value: Any, key: str) -> tuple[str, ...]:
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list) or not value:
        raise PlanError(
            tr(
                '{key}: {shown} is not a list of texts, ["...", "..."]',
                key=key,
                shown=_shown(value),
            )
        )
    return tuple(_typed(str, each, key) for each in value)


def _range(value: Any, key: str) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise PlanError(
            tr(
                "{key}: {shown} is not two whole numbers, such as [10, 40]",
                key=key,
                shown=_shown(value),
            )
        )
    low, high = (_typed(int, each, key) for each in value)
    return low, high


def _positive(value: Any, key: str) -> float:
    seconds: float = _typed(float, value, key)
    if not 0.01 <= seconds <= 3600:
        raise PlanError(
            tr(
                "{key}: {seconds:g} is not a valid time for a move: use 0.01 to 3600 seconds",
                key=key,
                seconds=seconds,
            )
        )
    return seconds


def _clock(value: Any, key: str) -> TimeControl:
    if type(value) in (int, float):  # clock = 60
        value = f"{value:g}"
    try:
        return TimeControl.parse(_typed(str, value, key))
    except TimeControlError as error:
        raise PlanError(f"{key}: {error}") from None


_KINDS = {
    str: mark("a text"),
    int: mark("a whole number"),
    float: mark("a number"),
    bool: mark("true or false"),
}
# By the types of the fields, spelled as in `plan`.
_READERS: dict[Any, Callable[[Any, str], Any]] = {
    "str": partial(_typed, str),
    "int": partial(_typed, int),
    "int | None": partial(_typed, int),
    "float": partial(_typed, float),
    "float | None": _positive,
    "bool": partial(_typed, bool),
    "tuple[str, ...]": _texts,
    "tuple[int, int] | None": _range,
    "TimeControl | None": _clock,
}


def _names(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


def _listed(names: Any) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else str(last)


def _shown(value: object) -> str:
    """Return a value as the file spells it, shortened."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."
