"""Read and write a plan as a TOML file, which people edit as well as the window.

An unknown key, a missing key or a value of the wrong type raises an error that names the key and
the allowed values.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from millmate import limits, paths
from millmate.decoder import Among, Between, DecodeError, decode
from millmate.errors import InputError, quote_error
from millmate.files import write_atomically
from millmate.games import catalogue
from millmate.language import mark, number, tr
from millmate.play.clocks import TimeControl, TimeControlError
from millmate.play.tournament import checks
from millmate.play.tournament.plan import (
    Adjudication,
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

_SECTIONS = {
    "openings": OpeningPlan,
    "limits": Limits,
    "adjudication": Adjudication,
    "morris": MorrisLimits,
    "sprt": Sprt,
}
_WHOLE = "morris", "sprt"  # sections written with their default values


@dataclass(frozen=True, slots=True)
class _Player:
    name: str = ""
    player: str = field(kw_only=True)


@dataclass(frozen=True)
class _File(TournamentPlan):
    """A plan as files have it."""

    participants: tuple[Participant, ...] = field(default=(), init=False)
    players: tuple[_Player | str, ...] = field(kw_only=True)


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
        raise PlanError(tr("invalid TOML: {error}", error=quote_error("tomllib", error))) from None
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
            raise PlanError(tr("invalid TOML: line {n} has a key of too many parts", n=at))
        for bracket in _BRACKET.findall(outside):
            depth = depth + 1 if bracket in "[{" else max(0, depth - 1)
            if depth > limits.MOST_NESTED:
                raise PlanError(tr("invalid TOML: line {n} is nested too deeply", n=at))


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
        of_other_game = name in catalogue.GAMES and name != plan.rules.kind
        if section is not None and not of_other_game:
            values = list(_section_lines(section, whole=name in _WHOLE))
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
    try:
        found = decode(_File, content)
    except DecodeError as error:
        raise PlanError(_words(error)) from None
    people = (_participant(each, n, found.limits) for n, each in enumerate(found.players, 1))
    values = {each.name: getattr(found, each.name) for each in fields(TournamentPlan)}
    plan = TournamentPlan(**values | {"participants": tuple(people)})
    with suppress(InputError):  # reported later, together with all other errors
        plan = replace(plan, game=catalogue.game(plan.game).name)
    return plan


def _participant(given: _Player | str, number: int, limits: Limits) -> Participant:
    one = _Player(player=given) if isinstance(given, str) else given
    name = " ".join(one.name.split())
    try:
        plain = Participant.of(one.player, name)
    except SpecError as error:
        raise PlanError(f"{_key(('players', number - 1))}: {error}") from None
    try:
        return Participant.of(one.player, name, limits)
    except SpecError as error:
        raise PlanError(tr("limits: for {name}: {error}", name=plain.name, error=error)) from None


def _key(path: tuple[str | int, ...]) -> str:
    if path[:1] == ("players",) and len(path) > 1:
        where = tr("players, number {number}", number=int(path[1]) + 1)
        return ": ".join([where, *map(str, path[2:])])
    return ".".join(each for each in path if isinstance(each, str))


def _words(error: DecodeError) -> str:
    """Return a sentence that names the wrong value and those that are allowed."""
    key, allowed, shown = _key(error.path), error.allowed, _shown(error.found)
    if error.why == "unknown":
        where = key and f"{key}{': ' if key.startswith('players') else '.'}"
        text = tr("{where}{key}: unknown key; choose {listed}")
        return text.format(where=where, key=str(error.found)[:80], listed=_listed(allowed))
    if error.why == "missing":
        return tr(_NO_PLAYER, where=key) if key else tr(_NO_PLAYERS)
    if isinstance(error.__cause__, TimeControlError):
        return f"{key}: {error.__cause__}"
    if isinstance(allowed, Among):
        return checks.choice_words(key, str(error.found), allowed.choices)
    if isinstance(allowed, Between):
        return _range_words(key, error.found, allowed)
    if allowed is dict and key in _SECTIONS:
        listed = _listed([each.name for each in fields(_SECTIONS[key])])
        return tr(_SECTION, name=key, listed=listed)
    if allowed in _KINDS:
        text = tr("{key}: {shown} is not {kinds}")
        return text.format(key=key, shown=shown, kinds=tr(_KINDS[allowed]))
    shape = _PLAYERS if key == "players" else _SHAPES.get(allowed, _TEXTS)
    return tr(shape, key=key, where=key, shown=shown)


def _range_words(key: str, value: Any, allowed: Between) -> str:
    if isinstance(value, int):
        text = tr("{key}: {value} is not a whole number from {least} to {most}")
        least, most = number(allowed.low), number(allowed.high)
        return text.format(key=key, value=_shown(value), least=least, most=most)
    if key == "limits.seconds":
        text = tr("{key}: {seconds:g} is not a valid time for a move: use 0.01 to 3600 seconds")
        return text.format(key=key, seconds=value)
    return tr("{key}: {value} is not a valid number", key=key, value=value)


_KINDS: dict[Any, str] = {
    str: mark("a text"),
    int: mark("a whole number"),
    float: mark("a number"),
    bool: mark("true or false"),
}
_NO_PLAYERS = mark('players: none are given; write [[players]] and player = "random", twice')
_NO_PLAYER = mark('{where}: no player; write player = "..." such as "minimax:depth=2"')
_PLAYERS = mark('players: write [[players]] for each, with name = "..." and player = "..."')
_SECTION = mark("{name}: write it as a section, [{name}], with {listed}")
_TEXTS = mark('{key}: {shown} is not a list of texts, ["...", "..."]')
_SHAPES: dict[Any, str] = {
    dict: mark('{where}: write player = "..." such as player = "minimax:depth=2"'),
    tuple: mark("{key}: {shown} is not two whole numbers, such as [10, 40]"),
}


def _listed(names: Any) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else str(last)


def _shown(value: object) -> str:
    """Return a value as the file spells it, shortened."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."


EXAMPLE = """\
# A tournament of Mill & Mate: millmate tournament FILE.toml --out DIR
# Run the same command again to continue after a stop, a crash or a power cut.
# A key that is left out has the value shown here; keys after a # are further examples.

name = "Four ways to look ahead"
game = "chess"           # chess, morris, or a variant such as morris:six
                         # or morris:quiet=none, never drawn after quiet moves; see [morris]
format = "round-robin"   # round-robin: every player meets every other as White and as Black
                         # pairs: every player meets every other, with alternating colours
                         # gauntlet: the first player meets all others
                         # knockout: the loser of a match is out; the list is the seeding
games = 2                # per pairing: in a round robin one with fixed colours, else two players
seed = 1                 # the same seed, nodes and depths reproduce the same games

# Starting positions: one of file, positions, tables and chance; by default the game's own.
[openings]
chance = 6               # number of random plies, which lead to a roughly equal position
# file = "openings.epd"  # FEN or EPD, one per line, or a .pgn, whose first plies are played
# plies = 8              # number of plies from each game of a .pgn
# order = "given"        # or random
# positions = ["8/8/8/8/3k4/8/8/KBN5 w - - 0 1"]
# tables = ["KRPvKR"]    # random positions from existing tables; for morris "morris:5-4", for a
                         # variant one of its own, such as "morris:six:4-3"
# verdict = "any"        # draw, decided, white wins or black wins
# distance = [10, 40]    # plies to the end, for decided positions
# count = 10             # number of openings; by default as many as the tournament can use

# Search limits per move for all players that search; a player's own limits apply otherwise.
[limits]
nodes = 1000
# depth = 3
# seconds = 0.5
# clock = "60+0.6"       # instead of seconds: 60 s for the game plus 0.6 s per move;
                         # "40/60+0.6" adds 60 s for every 40 moves. Every player has a clock
                         # and loses on time after exceeding it by more than 0.1 s. Depth and
                         # nodes, also in a player's own options, still limit the search

# Conditions that end games early; all are off by default, except as set here.
[adjudication]
max_moves = 200          # draw after this number of moves by each side
# tables = true          # end a game when tables know the result under the fifty-move rule
# resign_score = 600     # both players see one side this far behind, in hundredths of a pawn,
# resign_moves = 3       # for this number of moves each: that side loses
# draw_score = 10        # both players see at most this score
# draw_moves = 8         # for this number of moves each,
# draw_after = 40        # from this move on: a draw

# Limits for morris only; a win takes precedence over a draw, and 0 keeps the game's own rule.
# [morris]
# max_turns = 250              # turns of both sides together, including placements
# max_state_replayed = 5       # occurrences of a position with the same side to move
# max_moves_without_mill = 30  # turns of one side since its last mill, including placements

# Two players in pairs: stop once it is clear whether the first is ahead by elo1 or only by elo0.
# [sprt]
# elo0 = 0
# elo1 = 10
# alpha = 0.05
# beta = 0.05

# The players, written as for `millmate play`; names are optional.
[[players]]
player = "minimax"

[[players]]
name = "Alpha-beta"
player = "alphabeta:memo=no"

[[players]]
name = "Alpha-beta with memo"
player = "alphabeta"

[[players]]
name = "Iterative deepening"
player = "iterative"
"""
