"""The openings of a tournament: from a file, a list, tables, or random moves."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from millmate import limits, log
from millmate.errors import InputError, MillMateError
from millmate.games.board import Board, Rules
from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.games.lenient_parser import parse_leniently
from millmate.games.morris.positions import random_position as random_morris_position
from millmate.games.morris.rules import MorrisRules
from millmate.games.morris.variants import Variant
from millmate.language import tr, visible
from millmate.play.duel import drawn_opening
from millmate.play.game_review import Verdicts
from millmate.play.tournament.plan import OpeningPlan, PlanError, TournamentPlan
from millmate.play.tournament.schedule import Opening, openings_needed
from millmate.records import archive
from millmate.records.record import GameRecord
from millmate.tablebase import store
from millmate.tablebase.explore import Explorer
from millmate.tablebase.morris import store as morris_store
from millmate.tablebase.morris.explore import MorrisExplorer
from millmate.tablebase.morris.names import MorrisTarget, Pair, TableNameError, require_tables
from millmate.tablebase.sets import DecidedSet
from millmate.text_decode import text_of

_TRIES = 20_000  # random positions to try before giving up
_DECIDED_TRIES = 300  # the same of positions from a table's sets, each of which takes longer
_VALUES = {"draw": {0}, "white wins": {1}, "black wins": {-1}, "decided": {1, -1}}

_Line = TypeVar("_Line")


def openings_of(plan: TournamentPlan, tables: Path) -> Iterator[Opening]:
    """Yield the openings of `plan` in the order of use, no more than it needs.

    The same plan, files and tables give the same openings. Each is drawn or checked only when it
    is asked for: a plan may need a hundred thousand, which take a minute.

    Raises:
        PlanError: A file is missing or holds no opening, a position is illegal or over, or a table
            is missing; the message names it.
    """
    asked, rules, rng = plan.openings, plan.rules, random.Random(plan.seed)
    needed = openings_needed(plan)
    wanted = min(asked.count or needed, needed)
    if asked.chance:
        for _ in range(wanted):
            yield Opening(drawn_opening(plan.game, rng, asked.chance))
    elif asked.tables:
        yield from map(Opening, _from_tables(plan, tables, wanted, rng))
    elif asked.file:
        yield from _of_file(plan, wanted, rng)
    elif asked.positions:
        for number, fen in enumerate(asked.positions[:wanted], 1):
            yield _position(rules, fen, tr("openings.positions, number {number}", number=number))
    else:
        yield Opening(rules.start_fen)


def _of_file(plan: TournamentPlan, wanted: int, rng: random.Random) -> Iterator[Opening]:
    """Yield openings from a file; only those that are used are checked."""
    path = Path(plan.openings.file)
    try:
        if path.suffix.lower() == ".pgn":
            for number, record in _chosen(_sound_games(plan, path), plan, wanted, rng):
                where = tr("{path}, game {number}", path=path, number=number)
                yield _of_game(plan, record, where)
            return
        if path.stat().st_size > limits.LARGEST_OPENINGS:
            raise PlanError(tr("openings.file: {path} is too large: split it", path=path))
        text = text_of(limits.read(path, limits.LARGEST_OPENINGS), path.name)
    except (OSError, InputError) as error:
        if isinstance(error, PlanError):
            raise
        why = error.strerror if isinstance(error, OSError) else error
        where = f"{path}: " if isinstance(error, OSError) else ""
        raise PlanError(f"openings.file: {where}{why}") from None
    lines = [
        (number, line.strip())
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.strip().startswith("#")
    ]
    if not lines:
        raise PlanError(tr("openings.file: {path} holds no position", path=path))
    for number, line in _chosen(lines, plan, wanted, rng):
        yield _position(plan.rules, line, tr("{path}, line {number}", path=path, number=number))


def _sound_games(plan: TournamentPlan, path: Path) -> list[tuple[int, GameRecord]]:
    """Return the games of a file with their numbers, without those that break off too early."""
    games = archive.load_placed(path)
    if games.complaint:
        log.LOG.warning("%s: %s", path, games.complaint)
    broken, plies = {fault.number for fault in games.faults}, plan.openings.plies
    found = [
        (number, game.record)
        for number, game in zip(games.numbers, games, strict=True)
        if number not in broken or (plies and len(game.record.moves) >= plies)
    ]
    if not found:
        raise PlanError(f"openings.file: {path}: {games.complaint}")
    return found


def _chosen(
    lines: list[_Line], plan: TournamentPlan, wanted: int, rng: random.Random
) -> list[_Line]:
    """Return as many of `lines` as wanted, the first ones or random ones."""
    if plan.openings.order == "random":
        return rng.sample(lines, min(wanted, len(lines)))
    return lines[:wanted]


def _position(rules: Rules, text: str, where: str) -> Opening:
    """Return the opening at a position, which must be playable and not over."""
    try:
        parsed = parse_leniently(text, rules)
        board = parsed.board()
    except InputError as error:
        raise PlanError(visible(f"{where}: {error}")) from None
    for remark in parsed.remarks:
        log.LOG.warning("%s: %s", where, remark)
    over = rules.outcome(board)
    if over is not None:
        raise PlanError(
            tr(
                "{where}: nothing to play in {fen!r}, the game is over: {over}",
                where=where,
                fen=parsed.fen,
                over=over,
            )
        )
    return Opening(board.fen())


def _of_game(plan: TournamentPlan, record: GameRecord, where: str) -> Opening:
    rules = plan.rules
    if record.game != rules.name:
        raise PlanError(
            tr(
                "{where}: a game of {game}, not of {name}",
                where=where,
                game=record.game,
                name=rules.name,
            )
        )
    moves = record.moves[: plan.openings.plies]
    board = rules.board(record.start_fen)
    for text in moves:
        board.push(rules.parse_move(board, text))
    if rules.outcome(board) is not None:
        raise PlanError(tr("{where}: the game is over after {n} plies", where=where, n=len(moves)))
    return Opening(record.start_fen, moves)


def _from_tables(
    plan: TournamentPlan, tables: Path, count: int, rng: random.Random
) -> Iterator[str]:
    """Yield `count` positions of the plan's materials in turn, none twice if possible.

    Either side may be to move. Decided positions are drawn evenly among all that qualify, others
    from random placements of the men.

    Raises:
        PlanError: A table is missing, or holds no such position.
    """
    sources = [_Source(name, plan, tables, rng) for name in plan.openings.tables]
    found: set[str] = set()
    for number in range(count):
        source = sources[number % len(sources)]
        fen = source.draw()
        for _ in range(20):
            if fen not in found:
                break
            fen = source.draw()
        found.add(fen)
        yield fen


class _Source:
    """A table to draw positions from."""

    def __init__(self, name: str, plan: TournamentPlan, tables: Path, rng: random.Random) -> None:
        self._name, self._asked, self._rng = name, plan.openings, rng
        self._rules, self._verdicts = plan.rules, Verdicts(plan.game, tables)
        try:
            opened = _SOURCES[plan.rules.kind](name, plan.rules, tables)
        except PlanError:
            raise
        except (MillMateError, OSError) as error:
            raise PlanError(f"openings.tables: {error}") from None
        self._explorer, self._by_chance = opened
        self._sets = _sets(self._explorer, self._asked)

    def draw(self) -> str:
        if self._asked.distance is not None or self._asked.verdict not in ("draw", "any"):
            return self._decided().fen()
        return self._tried().fen()

    def _decided(self) -> Board:
        """Return a random decided position; of the verdict asked for, the fifty-move rule too."""
        if not self._sets:
            raise self._none()
        for _ in range(_DECIDED_TRIES):
            (chosen,) = self._rng.choices(self._sets, [found.count for found in self._sets])
            board: Board | None = self._explorer.sample(chosen, self._rng)
            if board is None:
                break
            if self._asked.verdict == "any" or self._verdicts.value(board) != 0:
                return board
        raise self._none()

    def _tried(self) -> Board:
        """Return a random position with the verdict asked for."""
        for _ in range(_TRIES):
            board = self._by_chance(self._rng)
            value = self._verdicts.value(board)
            if value is None or (self._asked.verdict == "draw" and value):
                continue
            if self._rules.outcome(board) is None:
                return board
        raise self._none()

    def _none(self) -> PlanError:
        distance = self._asked.distance
        text = (
            tr("openings: {name} has no position with verdict {verdict!r} in {low} to {high} plies")
            if distance
            else tr("openings: {name} has no position with verdict {verdict!r}")
        )
        low, high = distance or (0, 0)
        verdict = self._asked.verdict
        return PlanError(text.format(name=self._name, verdict=verdict, low=low, high=high))


_Opened = tuple[Explorer | MorrisExplorer, Callable[[random.Random], Board]]


def _chess_source(name: str, _rules: Rules, tables: Path) -> _Opened:
    material = Material.parse(name)
    if not store.exists(tables, material):
        raise _missing_table(str(material), tables)

    def by_chance(rng: random.Random) -> Board:
        return random_position(material, rng, rng.random() < 0.5)

    return Explorer(store.opened(tables, material)), by_chance


def _morris_source(name: str, rules: MorrisRules, tables: Path) -> _Opened:
    variant = rules.variant
    table = _pair_of_game(name, variant)
    if not morris_store.exists(tables, table):
        raise _missing_table(str(table), tables)
    explorer = MorrisExplorer(morris_store.opened(tables, table))

    def by_chance(rng: random.Random) -> Board:
        hand = table.hand, table.other_hand
        return random_morris_position(*table.stones, rng, rng.random() < 0.5, hand, variant)

    return explorer, by_chance


_SOURCES: dict[str, Callable[[str, Any, Path], _Opened]] = {
    "chess": _chess_source,
    "morris": _morris_source,
}


def _pair_of_game(name: str, variant: Variant) -> Pair:
    """Return the table called `name`; raises `TableNameError` if no game of `variant` meets it."""
    require_tables(variant)
    target = MorrisTarget.parse(name)
    table = target.tables[0]
    example = Pair.of((3, 0), (3, 0), variant.name)
    if len(target.tables) > 1 or not isinstance(table, Pair):
        raise TableNameError(
            tr(
                "{name!r} is not a table of one pair of stones such as {example}",
                name=name,
                example=example,
            )
        )
    if table != Pair.of(*table.sides, variant.name):
        raise TableNameError(
            tr(
                "{table} is a table of another game; this one ({title}) has tables such as "
                "{example}",
                table=table,
                title=tr(variant.title),
                example=example,
            )
        )
    return table


def _sets(explorer: Explorer | MorrisExplorer, asked: OpeningPlan) -> list[DecidedSet]:
    """Return the sets that qualify, without games that are over."""
    low, high = asked.distance or (1, 10_000)
    values = _VALUES.get(asked.verdict, {1, -1})
    return [
        found
        for found in explorer.contents.sets
        if max(low, 1) <= found.plies <= high and (1 if found.winner else -1) in values
    ]


def _missing_table(name: str, tables: Path) -> PlanError:
    return PlanError(
        tr(
            "openings.tables: no table for {name} in {tables}; build it: millmate build {name}",
            name=name,
            tables=tables,
        )
    )
