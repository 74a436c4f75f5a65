"""Positions to drill, drawn from tables by chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import cast

import chess
import numpy as np

from millmate.games.board import Board
from millmate.games.catalogue import game
from millmate.games.chess.material import Material
from millmate.games.chess.positions import problems
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.symmetry import SYMMETRIES, board_image
from millmate.play.trainer.drill import PLACING, DrillSpec, Goal, NoPositionError
from millmate.play.trainer.exam import Exam, examine
from millmate.players.table import Tables, tables_of
from millmate.tablebase import store
from millmate.tablebase.explore import Explorer
from millmate.tablebase.morris import store as morris_store
from millmate.tablebase.morris.explore import MorrisExplorer
from millmate.tablebase.morris.names import Placing, Subspace, table_of
from millmate.tablebase.morris.store import MorrisTable
from millmate.tablebase.sets import DecidedSet
from millmate.tablebase.store import Table
from millmate.tablebase.table_cache import UnprobeableError

Stopped = Callable[[], bool]

_DRAW = 0  # its code in the tables of either game
_TASTE = 200  # positions of a chunk that are looked at before those of the others
_TRIES = 4000  # positions that are examined before there is said to be none
_VALUES = 5  # values that share them
_PLACINGS = 30  # tables of the placing phase that are tried
_PATIENCE = 15.0  # seconds for finding out what the fifty-move rule makes of a position
_EASY = 0.5  # a position to hold in which more than this share of the moves hold is easy
_LAST_STONES = 2  # in hand: with so few a drill while stones are placed is short
_CHOICE = 40  # easy ones of which the hardest is taken if no other turns up


def sample_position(
    spec: DrillSpec, directory: Path, rng: random.Random, stopped: Stopped = lambda: False
) -> str:
    """Return a position of a drill, the person to move; distances in its range come up evenly.

    Raises:
        NoPositionError: There is no such position, or nobody found one before `stopped`.
        MissingTableError: A table is missing.
        TableError: A table is damaged.
    """
    tables = tables_of(spec.game, directory)
    try:
        for explorer in _explorers(spec, directory, rng):
            values = _values(spec, explorer, rng)
            for value in values:
                sample = islice(_sample(explorer, value, rng, stopped), _TRIES // len(values))
                found = _first(spec, tables, explorer, sample)
                if found is not None:
                    return _image(found, rng).fen()
    finally:
        tables.close()
    raise NoPositionError(f"{spec.table} has no such position")


@dataclass(frozen=True, slots=True)
class _Value:
    """The positions with a code in a table and a side to move."""

    turn: bool
    code: int


_Explorer = Explorer | MorrisExplorer


def _explorers(spec: DrillSpec, directory: Path, rng: random.Random) -> Iterator[_Explorer]:
    """Yield the table of a drill, or of the many of the placing phase some by chance."""
    if spec.game == "chess":
        yield Explorer(Table(store.table_path(directory, spec.table)))
        return
    names: list[Subspace]
    if spec.table == PLACING:
        every = [each for each in morris_store.tables(directory) if isinstance(each, Placing)]
        names = list(rng.sample(every, min(_PLACINGS, len(every))))
    else:
        names = [table_of(spec.table)]
    for name in names:
        yield MorrisExplorer(MorrisTable(morris_store.table_path(directory, name)))


def _values(spec: DrillSpec, explorer: _Explorer, rng: random.Random) -> list[_Value]:
    """Return where positions of the asked value are in a table, in an order by chance."""
    contents = explorer.contents
    if spec.goal is Goal.WIN:
        wanted = [each for each in contents.sets if _wanted(spec, each)]
        # Every distance is as likely as any other, of either side's wins those that are many.
        chance = {plies: rng.random() for plies in sorted({each.plies for each in wanted})}
        wanted.sort(key=lambda each: (chance[each.plies], -(rng.random() ** (1 / each.count))))
        return [_Value(each.turn, each.code) for each in wanted][:_VALUES]
    # Who is to move must have something to lose: the other side can win.
    winners = {each.winner for each in contents.sets}
    turns = sorted({each.turn for each in contents.sets if (not each.turn) in winners})
    rng.shuffle(turns)
    return [_Value(turn, _DRAW) for turn in turns]


def _wanted(spec: DrillSpec, decided: DecidedSet) -> bool:
    """Tell whether the side to move wins in a distance of the range."""
    if decided.plies % 2 == 0:
        return False
    return decided.distance is None or spec.low <= decided.moves <= spec.high


def _first(
    spec: DrillSpec, tables: Tables, explorer: _Explorer, sample: Iterable[Board]
) -> Board | None:
    """Return a position that the drill can begin with, a hard one if there is a choice."""
    rules, easy = game(spec.game), list[tuple[float, Board]]()
    for board in sample:
        if not _stands(explorer, board) or rules.outcome(board) is not None:
            continue
        try:
            exam = examine(rules, tables, board)
            if exam is not None and exam.open:
                exam = examine(rules, tables, board, _PATIENCE)
        except UnprobeableError:
            continue
        if exam is None or exam.open or not _asks(spec, exam):
            continue
        ease = _ease(spec, exam, board)
        if ease <= _EASY:
            return board
        easy.append((ease, board))
        if len(easy) == _CHOICE:
            break
    return min(easy, key=lambda each: each[0])[1] if easy else None


def _sample(
    explorer: _Explorer, value: _Value, rng: random.Random, stopped: Stopped
) -> Iterator[Board]:
    """Yield what stands at places of a value, in an order by chance.

    Chunks are read one after the other: the first positions come at once, but alike. What stands
    at places of no position comes up, too, and some positions more than once.
    """
    chunks, size = explorer.grid
    numbers = rng.sample(range(chunks), chunks)
    for part in (slice(0, _TASTE), slice(_TASTE, None)):
        for number in numbers:
            if stopped():
                return
            offsets = np.flatnonzero(explorer.codes(value.turn, number) == value.code)
            np.random.default_rng(rng.getrandbits(32)).shuffle(offsets)
            for offset in offsets[part].tolist():
                yield explorer.board(value.turn, number * size + offset)


def _asks(spec: DrillSpec, exam: Exam) -> bool:
    """Tell whether a position is of the goal, and its result can be thrown away."""
    if exam.wdl != (1 if spec.goal is Goal.WIN else 0):
        return False
    if spec.only_move:
        return exam.only
    return spec.goal is Goal.WIN or len(exam.keeping) < len(exam.options)


def _ease(spec: DrillSpec, exam: Exam, board: Board) -> float:
    """Return how easy a position is: above 1 where one move may settle it, else the share kept."""
    if isinstance(board, MorrisBoard):
        short = 0 < sum(board.hand) <= _LAST_STONES
    else:
        assert isinstance(board, chess.Board)
        moves = (chess.Move.from_uci(option.text) for option in exam.keeping)
        ends = spec.goal is Goal.HOLD or not spec.whole
        short = ends and any(move.promotion or board.is_capture(move) for move in moves)
    share = len(exam.keeping) / len(exam.options)
    asked = spec.goal is Goal.WIN or spec.only_move
    return short + (0.0 if asked else share)


def _stands(explorer: _Explorer, board: Board) -> bool:
    """Tell whether a board is a position: of chess no men share a square, no king is en prise."""
    if isinstance(board, chess.Board):
        material = cast(Explorer, explorer).table.layout.material
        return Material.of(board) == material and not problems(board)
    return True


def _image(board: Board, rng: random.Random) -> Board:
    """Return a position's image under one of the board's symmetries: tables hold but one."""
    if isinstance(board, MorrisBoard):
        return board_image(rng.choice(SYMMETRIES), board)
    assert isinstance(board, chess.Board)
    flips: list[Callable[[int], int]] = [chess.flip_horizontal]
    if not board.pawns:
        flips += [chess.flip_vertical, chess.flip_diagonal]
    for flip in flips:
        if rng.random() < 0.5:
            board = board.transform(flip)
    return board
