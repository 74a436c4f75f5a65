"""Tables of random values, and the values that python-chess derives from them one move ahead."""

from functools import cache

import chess
import numpy as np
from numpy.typing import NDArray
from tests import naive

from millmate.games.chess.material import Material
from millmate.tablebase.layout import Layout, mirrored
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.rule50 import LONGEST

Values = NDArray[np.uint8]


class RandomTables:
    """Tables of random codes, equal only in places of the same position.

    One move ahead, the correct value follows from the moves, whatever the random values are.
    """

    def __init__(self, codes: list[int], seed: int) -> None:
        self._codes = np.array(codes, np.uint8)
        self._seed = seed
        self.read = cache(self._random)

    def right(self, board: chess.Board) -> int:
        """Return the code of a position that follows from its moves."""
        return naive.best(self.after(board), board.is_check())

    def after(self, board: chess.Board) -> list[int]:
        """Return the codes of the positions after each move."""
        codes = []
        for move in list(board.legal_moves):
            board.push(move)
            codes.append(self._with_en_passant(board))
            board.pop()
        return codes

    def _with_en_passant(self, board: chess.Board) -> int:
        captures = [move for move in board.legal_moves if board.is_en_passant(move)]
        codes = []
        for move in captures:
            board.push(move)
            codes.append(self.value(board))
            board.pop()
        if not captures:
            return self.value(board)
        captured = naive.best(codes, check=False)
        if board.legal_moves.count() == len(captures):
            return captured
        return max(captured, self.value(board), key=preference)

    def value(self, board: chess.Board) -> int:
        """Return the code of a position in its table, 0 for bare kings."""
        if chess.popcount(board.occupied) == 2:
            return 0
        material = Material.of(board)
        if material != material.canonical():
            board, material = board.mirror(), material.canonical()
        layout = Layout(material)
        number, word, lane = place_of(layout, board)
        return int(self.read(material, number, board.turn)[word, lane])

    def _random(self, material: Material, number: int, turn: bool) -> Values:
        layout = Layout(material)
        rng = np.random.default_rng([self._seed, *str(material).encode(), number, turn])
        shape = len(layout.kings), *[64] * (layout.pieces + 1)
        codes = rng.choice(self._codes, 256)  # bytes select from it, which is fast
        drawn = np.frombuffer(rng.bytes(np.prod(shape)), np.uint8).reshape(shape)
        return same_where_alike(layout, number, codes[drawn])


def preference(code: int) -> int:
    """Return a number that grows with the value of a code for the side to move."""
    return 0 if code == 0 else code - 400 if code >= naive.LOST else 200 - code


def same_where_alike(layout: Layout, number: int, values: Values) -> Values:
    """Give all places of one position the same value."""
    for piece in layout.like:
        values = np.maximum(values, values.swapaxes(piece + 1, piece + 2))
    if any(layout.pawns):
        if mirrored(layout.placements[number]) == layout.placements[number]:
            values = np.maximum(values, values[np.ix_(*[np.arange(64) ^ 7] * values.ndim)])
    else:
        turned = np.arange(64).reshape(8, 8).T.reshape(-1)
        for king, square in enumerate(layout.kings):
            if square % 9 == 0:
                image = values[king][np.ix_(*[turned] * (values.ndim - 1))]
                values[king] = np.maximum(values[king], image)
    return np.ascontiguousarray(values).reshape(-1, 64)


def place_of(layout: Layout, board: chess.Board) -> tuple[int, int, int]:
    """Return the slice, word and lane of a position whose colours are those of its table."""
    at = flat_place(layout, board)
    word, lane = divmod(at % layout.slice_size, 64)
    return at // layout.slice_size % layout.slices, word, lane


def flat_place(layout: Layout, board: chess.Board) -> int:
    """Return the place of a position in the flat table, by its squares as they stand."""
    squares: list[int] = []
    for kind, white in zip(layout.kinds, layout.white, strict=True):
        squares.append(next(s for s in board.pieces(kind, white) if s not in squares))
    white_king, black_king = board.king(chess.WHITE), board.king(chess.BLACK)
    assert white_king is not None
    assert black_king is not None
    pawns = tuple(board.pieces(chess.PAWN, True)), tuple(board.pieces(chess.PAWN, False))
    return layout.place(board.turn, white_king, black_king, squares, pawns)


def keeps(tables: Tablebase, winner: bool, board: chess.Board) -> bool:
    """Return whether a side wins, by the tables and within fifty moves."""
    verdict = tables.probe(board)
    wins = verdict.wdl == (1 if board.turn == winner else -1)
    return wins and verdict.plies is not None and verdict.plies <= LONGEST
