"""The values of a position with one of its men on another square, for either side to move.

Tables hold all these positions: the map is one look-up of an array. En passant, castling rights and
the fifty-move rule are left out, as in tables.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import chess
import numpy as np

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.points import points_in
from millmate.games.value import Value
from millmate.language import tr
from millmate.tablebase.layout import LOST, MOST_OF_CODE, value
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.moves_many import groups_of
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.progress import Stopped, never
from millmate.tablebase.solved_positions import SolvedPositions
from millmate.tablebase.table import WON
from millmate.tablebase.table_cache import DirectoryTables
from millmate.tablebase.verdict import UnprobeableError

_LATER = Value(1)  # won, the distance not yet found
_LONGEST = 40  # places of a trail
Step = tuple[int, int, tuple[int, ...]]
_SIDES = (chess.WHITE, chess.BLACK)


@dataclass(frozen=True, slots=True)
class SquareMap:
    """The values of a position with the man of `place` on every place.

    `verdicts[turn][other]` is the verdict for the side `turn`, to move with the man on `other`;
    places where it cannot be are missing. Unless `final`, distances of wins are missing too.
    """

    place: int
    verdicts: Mapping[bool, Mapping[int, Value]]
    final: bool = True


def chess_maps(tables: Tablebase, board: chess.Board, square: int) -> Iterator[SquareMap]:
    """Yield the map of the man on `square`, at first without slow results.

    Compact tables leave out the distances of wins: the first map has the winners, a second one also
    the distances.

    Raises:
        MissingTableError: There is no table of this material, or one that its wins lead to.
        UnprobeableError: A side has no king, or several.
        TableError: The table is damaged.
    """
    if not _has_kings(board):
        raise UnprobeableError(tr("each side needs one king"))
    boards, material = _possible(board, square), Material.of(board)
    group = next(groups_of([moved for _, moved in boards], material.men), None)
    if group is None:  # bare kings
        yield _map(square, boards, [Value(0)] * len(boards))
        return
    codes = tables.stored_many(material, group.turns, group.squares)
    if (codes == WON).any():
        yield _map(square, boards, _values(codes), final=False)
        codes = tables.probe_many(material, group.turns, group.squares).astype(np.uint16)
    found = _values(codes)
    for at in np.flatnonzero(codes % LOST == MOST_OF_CODE).tolist():  # or longer
        found[at] = tables.probe(boards[at][1])
    yield _map(square, boards, found)


def solved_map(solved: SolvedPositions, board: chess.Board, square: int) -> SquareMap | None:
    """Return the map of the man on `square` from solved positions.

    None if they do not hold every position of it, or a result is unknown; raises
    as `SolvedPositions.answer` does.
    """
    if not _has_kings(board):
        return None
    boards, found = _possible(board, square), list[Value]()
    for _, moved in boards:
        answer = solved.answer(moved)
        if answer is None or not answer.decided:
            return None
        found.append(answer)
    return _map(square, boards, found)


def morris_maps(tables: MorrisTablebase, board: MorrisBoard, point: int) -> Iterator[SquareMap]:
    """Yield the map of the stone on `point`.

    While stones are placed, their number decides the side to move: the other side has no values.

    Raises:
        MissingTableError: There is no table for these numbers of stones.
        UnprobeableError: `board` is impossible wherever the stone is.
        TableError: The table is damaged.
    """
    side = bool(board.stones[True] >> point & 1)
    found: dict[bool, dict[int, Value]] = {True: {}, False: {}}
    refused: UnprobeableError | None = None
    for other in points_in(board.free | 1 << point):
        moved = copy.copy(board)
        moved.stones = list(board.stones)
        moved.stones[side] ^= 1 << point | 1 << other if other != point else 0
        for turn in _SIDES:
            moved.turn = turn
            try:
                found[turn][other] = tables.probe(moved)
            except UnprobeableError as error:
                refused = error
    if refused is not None and not any(found.values()):
        raise refused
    yield SquareMap(point, found)


def trail(
    tables: DirectoryTables[Any, Any, Any],
    board: Any,
    place: int,
    step: Callable[[Any, Any], Step],
    stopped: Stopped = never,
) -> tuple[int, ...] | None:
    """Return the places of the man of `place` in best play, () without any moves of it.

    It ends where the man is taken, with the game, and where no table has the position. A draw has
    no trail. None if `stopped` returned True. `step` returns the origin of a move on a board, its
    target, and where it takes men.
    """
    here, passed = board.copy(), [place]
    while len(passed) < _LONGEST:
        if stopped():
            return None
        try:
            moves = tables.moves(here)
        except MillMateError:
            break
        if not moves or moves[0].value.wdl == 0:
            break
        origin, target, taken = step(here, moves[0].move)
        if passed[-1] in taken:
            break
        if origin == passed[-1]:
            passed.append(target)
        here.push(moves[0].move)
    return tuple(passed) if len(passed) > 1 else ()


def _has_kings(board: chess.Board) -> bool:
    return all(len(board.pieces(chess.KING, side)) == 1 for side in _SIDES)


def _possible(board: chess.Board, square: int) -> list[tuple[int, chess.Board]]:
    """Return the squares that the man of `square` can be on, with the positions of either side."""
    bare, found = board.copy(stack=False), list[tuple[int, chess.Board]]()
    man = bare.remove_piece_at(square)
    assert man is not None
    bare.ep_square, bare.castling_rights = None, chess.BB_EMPTY
    room = ~bare.occupied & (~chess.BB_BACKRANKS if man.piece_type == chess.PAWN else chess.BB_ALL)
    for other in chess.scan_forward(room & chess.BB_ALL):
        for turn in _SIDES:
            moved = bare.copy(stack=False)
            moved.set_piece_at(other, man)
            moved.turn = turn
            if not moved.was_into_check():
                found.append((other, moved))
    return found


def _values(codes: np.ndarray[tuple[int], np.dtype[np.uint16]]) -> list[Value]:
    return [_LATER if code == WON else value(code) for code in codes.tolist()]


def _map(
    square: int, boards: list[tuple[int, chess.Board]], found: list[Value], *, final: bool = True
) -> SquareMap:
    by_turn: dict[bool, dict[int, Value]] = {True: {}, False: {}}
    for (other, board), each in zip(boards, found, strict=True):
        by_turn[board.turn][other] = each
    return SquareMap(square, by_turn, final)
