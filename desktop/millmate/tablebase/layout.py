"""Where a table keeps the value of a position, and what the value means.

A table is an array of bytes, `values[side to move, index king, piece_1, ..., piece_k, word king]`:
White to move first; White's king (the index king) in the a1-d1-d4 triangle, brought there by a
symmetry of the board; the pieces in the order of the material's name; Black's king. One byte a
position: 0 a draw, n in 1..127 the side to move mates in n moves, 128 + n it is mated in n. Places
of illegal positions hold 0, which was measured to pack no worse than anything else tried.
"""

from dataclasses import dataclass
from functools import cached_property

import chess

from millmate.games.chess.material import Material
from millmate.kernels.chess_geometry import KING_INDEX, TO_TRIANGLE, TRANSFORMED, TRIANGLE
from millmate.tablebase.verdict import Verdict

LOST = 128
CHUNK = 64**3  # positions in a chunk, or all with one side to move if those are fewer

_TRIANGLE: list[int] = TRIANGLE.tolist()
_KING_INDEX: list[int] = KING_INDEX.tolist()
_SYMMETRY: list[list[int]] = [TRANSFORMED[t].tolist() for t in TO_TRIANGLE.tolist()]


def verdict(code: int) -> Verdict:
    """Return what the byte `code` says of its position."""
    return _VERDICTS[code]


def _decoded(code: int) -> Verdict:
    if code == 0:
        return Verdict(0)
    return Verdict(-1, 2 * (code - LOST)) if code >= LOST else Verdict(1, 2 * code - 1)


_VERDICTS = [_decoded(code) for code in range(256)]


@dataclass(frozen=True)
class Layout:
    """The order of positions in the table of a canonical material without pawns."""

    material: Material

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """The kind of each piece, kings left out, White's first; numbered as in python-chess."""
        letters = self.material.white[1:] + self.material.black[1:]
        return tuple(chess.PIECE_SYMBOLS.index(letter.lower()) for letter in letters)

    @cached_property
    def white(self) -> tuple[bool, ...]:
        """Whether each of `kinds` is White's."""
        men = len(self.material.white) - 1
        return tuple(piece < men for piece in range(len(self.kinds)))

    @property
    def names(self) -> list[str]:
        """The letter and colour of each piece, such as `B white`."""
        return [
            f"{chess.piece_symbol(kind).upper()} {'white' if white else 'black'}"
            for kind, white in zip(self.kinds, self.white, strict=True)
        ]

    @property
    def pieces(self) -> int:
        """The number of pieces besides the kings."""
        return len(self.kinds)

    @property
    def words(self) -> int:
        """The number of placements of all but the word king."""
        return 10 * int(64**self.pieces)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the table."""
        return (2, 10, *[64] * (self.pieces + 1))

    @property
    def chunks(self) -> tuple[int, ...]:
        """The shape of a chunk; chunks follow each other as positions do."""
        if self.pieces < 2:
            return (1, 10, *[64] * (self.pieces + 1))
        return (*[1] * self.pieces, 64, 64, 64)

    @property
    def chunk_size(self) -> int:
        """The number of positions in a chunk."""
        return 10 * int(64 ** (self.pieces + 1)) if self.pieces < 2 else CHUNK

    def place(self, white: bool, white_king: int, black_king: int, pieces: list[int]) -> int:
        """Return where the position is in the flat table; `pieces` are squares as in `kinds`."""
        symmetry = _SYMMETRY[white_king]
        at = _KING_INDEX[white_king] if white else _KING_INDEX[white_king] + 10
        for square in pieces:
            at = at << 6 | symmetry[square]
        return at << 6 | symmetry[black_king]

    def board(self, at: int) -> chess.Board:
        """Return the position at a place of the flat table (see `place`)."""
        board = chess.Board(None)
        board.set_piece_at(at & 63, chess.Piece(chess.KING, chess.BLACK))
        for kind, white in zip(reversed(self.kinds), reversed(self.white), strict=True):
            at >>= 6
            board.set_piece_at(at & 63, chess.Piece(kind, white))
        king = at >> 6
        board.turn = king < 10
        board.set_piece_at(_TRIANGLE[king % 10], chess.Piece(chess.KING, chess.WHITE))
        return board
