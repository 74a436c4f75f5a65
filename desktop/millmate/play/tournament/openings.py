"""Where the games of a tournament begin: from files, from a list, from tables, or by chance."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from millmate import limits
from millmate.errors import InputError
from millmate.games.board import Rules
from millmate.language import tr
from millmate.play.duel import drawn_opening
from millmate.play.tournament.drawn import drawn_from_tables
from millmate.play.tournament.plan import PlanError, TournamentPlan
from millmate.play.tournament.schedule import Opening, openings_needed
from millmate.records import archive
from millmate.records.record import GameRecord

_Line = TypeVar("_Line")


def openings_of(plan: TournamentPlan, tables: Path) -> Iterator[Opening]:
    """Yield the openings of `plan` in the order they are used, no more than it has use for.

    The same plan, files and tables give the same ones. Each is drawn or looked at only when it is
    asked for: a plan may need a hundred thousand, which take a minute.

    Raises:
        PlanError: A file is not there or holds no opening, a position is illegal or over, tables
            are missing; the message names it.
    """
    asked, rules, rng = plan.openings, plan.rules, random.Random(plan.seed)
    needed = openings_needed(plan)
    wanted = min(asked.count or needed, needed)
    if asked.chance:
        for _ in range(wanted):
            yield Opening(drawn_opening(plan.game, rng, asked.chance))
    elif asked.tables:
        yield from map(Opening, drawn_from_tables(plan, tables, wanted, rng))
    elif asked.file:
        yield from _of_file(plan, wanted, rng)
    elif asked.positions:
        for number, fen in enumerate(asked.positions[:wanted], 1):
            yield _position(rules, fen, tr("openings.positions, number {number}", number=number))
    else:
        yield Opening(rules.start_fen)


def _of_file(plan: TournamentPlan, wanted: int, rng: random.Random) -> Iterator[Opening]:
    """Yield openings out of a file; only those that are used are looked at closely."""
    path = Path(plan.openings.file)
    try:
        if path.suffix.lower() == ".pgn":
            games = list(enumerate(archive.load(path), 1))
            for number, record in _chosen(games, plan, wanted, rng):
                where = tr("{path}, game {number}", path=path, number=number)
                yield _of_game(plan, record, where)
            return
        if path.stat().st_size > limits.LARGEST_OPENINGS:
            raise PlanError(tr("openings.file: {path} is too large: split it", path=path))
        content = limits.read(path, limits.LARGEST_OPENINGS)
        text = content.decode("utf-8", errors="replace")
    except (OSError, InputError) as error:
        if isinstance(error, PlanError):
            raise
        why = error.strerror if isinstance(error, OSError) else error
        where = f"{path}: " if isinstance(error, OSError) else ""
        raise PlanError(f"openings.file: {where}{why}") from None
    lines = [
        (number, line.strip())
        for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1)
        if line.strip() and not line.strip().startswith("#")
    ]
    if not lines:
        raise PlanError(tr("openings.file: {path} holds no position", path=path))
    for number, line in _chosen(lines, plan, wanted, rng):
        fen = _fen(line) if plan.game == "chess" else line
        yield _position(plan.rules, fen, tr("{path}, line {number}", path=path, number=number))


def _chosen(
    lines: list[_Line], plan: TournamentPlan, wanted: int, rng: random.Random
) -> list[_Line]:
    """Return as many of `lines` as are wanted, the first ones or drawn."""
    if plan.openings.order == "random":
        return rng.sample(lines, min(wanted, len(lines)))
    return lines[:wanted]


def _fen(line: str) -> str:
    """Return the position of a line of FEN or EPD: EPD has operations in place of counters."""
    fields = line.split(";")[0].split()
    counters = fields[4:6]
    if len(counters) == 2 and all(each.isdigit() for each in counters):
        return " ".join(fields[:6])
    return " ".join(fields[:4])


def _position(rules: Rules, fen: str, where: str) -> Opening:
    """Return the opening at a position that can be played and is not over."""
    try:
        board = rules.board(fen)
    except InputError as error:
        raise PlanError(f"{where}: {error}") from None
    over = rules.outcome(board)
    if over is not None:
        raise PlanError(
            tr(
                "{where}: nothing to play in {fen!r}, the game is over: {over}",
                where=where,
                fen=fen,
                over=over,
            )
        )
    return Opening(board.fen())


def _of_game(plan: TournamentPlan, record: GameRecord, where: str) -> Opening:
    """Return the opening that a game begins with."""
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
