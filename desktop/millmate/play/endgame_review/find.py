"""Find half points: the values of all endings of many games at once, then the moves between them.

Tables are read in the order of their places, so that each block is read only once for all games,
and only the positions around a change are examined one by one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import chess
import numpy as np

from millmate.games.chess.material import Material
from millmate.games.chess.rules import NULL_MOVE
from millmate.games.value import MoveValue, Value
from millmate.play.endgame_review.endings import Ending, PlayedPosition
from millmate.play.endgame_review.half_points import Answers, HalfPoint, Kind, kind_of
from millmate.tablebase.layout import LOST
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.rule50 import LONGEST
from millmate.tablebase.sharded import TableError
from millmate.tablebase.table import WON
from millmate.tablebase.verdict import MissingTableError, UnprobeableError

Stopped = Callable[[], bool]
Place = tuple[int, int]  # the number of an ending, and of a position in it

_PATIENCE = 15.0  # seconds for the fifty-move rule's effect on a position
_MOST_MEN = 5  # for which all tables can be built


class Finder:
    """Finds half points with the tables of a directory.

    `missing` counts the positions so far without a table, by material.
    """

    def __init__(self, directory: Path) -> None:
        self._tables = Tablebase(directory)
        self.missing: Counter[Material] = Counter()
        most = max((each.men for each in self._tables.available()), default=0)
        self.men = max(most, _MOST_MEN)

    def close(self) -> None:
        self._tables.close()

    def find(self, endings: Sequence[Ending], stopped: Stopped) -> Iterator[list[HalfPoint]]:
        """Yield the half points of each of `endings`; end early once `stopped` returns True."""
        values = self._values(endings, stopped)
        for at, ending in enumerate(endings):
            if stopped():
                return
            known = [values.get((at, number)) for number in range(len(ending.positions) + 1)]
            moments = zip(ending.positions, pairwise(known), strict=True)
            found = [
                self._half_point(ending, position, *around, stopped) for position, around in moments
            ]
            yield [point for point in found if point is not None]

    def _half_point(
        self,
        ending: Ending,
        position: PlayedPosition,
        before: int | None,
        after: int | None,
        stopped: Stopped,
    ) -> HalfPoint | None:
        """Return the half point thrown away in a position; both values are for the side to move."""
        if before is None or position.move == NULL_MOVE:
            return None
        if not position.move:
            return _given_up(ending, position, before)
        if after is None or -after >= before:
            return None
        return self._mistake(ending, position, before, -after, stopped)

    def _values(self, endings: Sequence[Ending], stopped: Stopped) -> dict[Place, int]:
        """Return the values, for the side to move, of all positions covered by tables."""
        values: dict[Place, int] = {}
        for name, places in _by_material(endings).items():
            if stopped():
                break
            white, _, black = name.partition("v")
            material = Material(white, black)
            positions = [endings[at].positions[number] for at, number in places]
            try:
                found = self._of_material(material, positions, stopped)
            except MissingTableError:
                self.missing[material.canonical()] += len(places)
            except TableError:
                continue
            else:
                known = zip(places, found, strict=True)
                values |= {place: value for place, value in known if value is not None}
        return values

    def _of_material(
        self, material: Material, positions: Sequence[PlayedPosition], stopped: Stopped
    ) -> list[int | None]:
        if material.men == 2:
            return [0] * len(positions)
        squares = np.frombuffer(b"".join(each.squares for each in positions), np.uint8)
        turns = np.array([each.turn for each in positions], np.bool_)
        codes = self._tables.stored_many(material, turns, squares.reshape(len(positions), -1))
        pairs = zip(positions, codes.tolist(), strict=True)
        return [self._value(position, code, stopped) for position, code in pairs]

    def _value(self, position: PlayedPosition, code: int, stopped: Stopped) -> int | None:
        """Return the value of a position by its code, or by probing if the code may err."""
        if not position.special:
            if code == 0:
                return 0
            if LOST <= code < WON and 2 * (code - LOST) + position.clock <= LONGEST:
                return -1
            if code < LOST and 2 * code - 1 + position.clock <= LONGEST:
                return 1
        ruled = self._ruled(position.board, stopped)
        return None if ruled is None else ruled.final.wdl

    def _ruled(self, board: chess.Board, stopped: Stopped) -> Value | None:
        try:
            return self._tables.probe_rule50(board, _PATIENCE, stopped)
        except (MissingTableError, UnprobeableError, TableError):
            return None

    def _mistake(
        self, ending: Ending, position: PlayedPosition, before: int, after: int, stopped: Stopped
    ) -> HalfPoint | None:
        board, move = position.board, chess.Move.from_uci(position.move)
        try:
            moves = self._tables.rule50_moves(board, _PATIENCE, stopped, every=True)
            answers = self._answers(board, move, after, stopped)
        except (MissingTableError, UnprobeableError, TableError):
            return None
        keeping = [each for each in moves if each.value.final.wdl == before]
        best = keeping[0].value if keeping else None
        return HalfPoint(
            ending.game,
            position.ply,
            board.fen(),
            board.turn,
            position.move,
            kind_of(board, move, [each.move for each in keeping], answers),
            before,
            after,
            tuple(each.move.uci() for each in keeping),
            len(moves),
            best.moves if best is not None and before > 0 else None,
            position.seconds,
        )

    def _answers(
        self, board: chess.Board, move: chess.Move, after: int, stopped: Stopped
    ) -> Answers:
        reached = board.copy(stack=False)
        reached.push(move)
        if reached.is_game_over():
            return Answers()
        replies = self._tables.rule50_moves(reached, _PATIENCE, stopped, every=True)
        best = tuple(reply.move for reply in replies if reply.value.final.wdl == -after)
        plies = replies[0].value.plies if after < 0 else None
        return Answers(best, plies, _only_the_rule(replies, after))


def _only_the_rule(replies: Sequence[MoveValue], after: int) -> bool:
    """Return whether the side that just moved would still win without the fifty-move rule."""
    return after == 0 and all(reply.value.wdl < 0 for reply in replies)


def _by_material(endings: Sequence[Ending]) -> dict[str, list[Place]]:
    places: dict[str, list[Place]] = defaultdict(list)
    for at, ending in enumerate(endings):
        for number, position in enumerate(ending.positions):
            places[position.material].append((at, number))
    return places


def _given_up(ending: Ending, position: PlayedPosition, value: int) -> HalfPoint | None:
    """Return the half point of the player who agreed to a draw, resigned or lost on time, if any.

    `value` is the value of the last position for the side to move.
    """
    result = ending.game.result
    board = position.board
    if result is None or board.is_game_over():
        return None
    for_white = value if position.turn else -value
    if result == for_white:
        return None
    white = result < for_white
    before = for_white if white else -for_white
    after = result if white else -result
    kind = Kind.AGREED if result == 0 else Kind.ON_TIME if ending.game.on_time else Kind.RESIGNED
    return HalfPoint(ending.game, position.ply, board.fen(), white, "", kind, before, after)
