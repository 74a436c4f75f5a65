"""Small valid Syzygy files with known values: three men, no pawns.

No compression worth the name: every value is a Huffman symbol of eight bits. The format is as
`chess.syzygy` and Fathom read it, and Fathom was seen to read these files, too.
"""

import struct
from collections.abc import Callable
from pathlib import Path

import chess
import chess.syzygy

WDL_MAGIC = chess.Board.tbw_magic
DTZ_MAGIC = chess.Board.tbz_magic
SIZE = 31_332  # places of three unlike men
_BLOCK = 64
_STEP = 1024
_WIN_IN_PLIES = 4

# The values of a material: WDL (-2 to 2) and DTZ in plies of a legal position.
Values = Callable[[chess.Board], tuple[int, int]]


def write(directory: Path, piece: str, values: Values | None = None) -> None:
    """Write `KQvK.rtbw` and `KQvK.rtbz` (for the piece Q); without values all is drawn."""
    name = f"K{piece}vK"
    draws = [[(0, 0)] * SIZE] * 2
    sides = _sides(directory / name, piece, values) if values else draws
    wdl = [bytes(wdl + 2 for wdl, _ in side) for side in sides]
    # The decoder adds one ply to a stored distance; only White to move is stored.
    dtz = bytes(max(0, dtz - 1) for _, dtz in sides[0])
    (directory / f"{name}.rtbw").write_bytes(packed(WDL_MAGIC, piece, wdl, 0))
    (directory / f"{name}.rtbz").write_bytes(packed(DTZ_MAGIC, piece, [dtz], _WIN_IN_PLIES))


def _sides(path: Path, piece: str, values: Values) -> list[list[tuple[int, int]]]:
    """Return WDL and DTZ of every place, White to move and Black to move."""
    table = chess.syzygy.WdlTable(str(path))
    sides = []
    for turn in chess.COLORS:
        places = [(0, 0)] * SIZE
        for squares in _squares():
            board = _board(squares, piece, turn)
            if board.is_valid():
                place = table.encode_piece([3, 0, 0], list(squares), [1, 0, 0])
                places[place] = values(board)
        sides.append(places)
    return sides


def _squares() -> list[tuple[int, int, int]]:
    triangle = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27]
    return [
        (white, man, black)
        for white in triangle
        for man in range(64)
        for black in range(64)
        if len({white, man, black}) == 3
    ]


def _board(squares: tuple[int, int, int], piece: str, turn: bool) -> chess.Board:
    board = chess.Board(None)
    board.turn = turn
    for square, symbol in zip(squares, f"K{piece}k", strict=True):
        board.set_piece_at(square, chess.Piece.from_symbol(symbol))
    return board


def packed(magic: bytes | None, piece: str, sides: list[bytes], flags: int) -> bytes:
    """Return a file with the values of `SIZE` places, one byte each, for each side to move."""
    assert magic is not None
    men = [chess.KING, chess.PIECE_SYMBOLS.index(piece.lower()), chess.KING + 8]
    split = len(sides) == 2
    head = magic + bytes([split, 0, *(man * 17 if split else man for man in men)])
    head += b"\0" * (len(head) % 2)
    codes = [_pairs(max(side) + 1, flags) for side in sides]
    padded = [side.ljust(-(-len(side) // _STEP) * _STEP, b"\0") for side in sides]
    index = [
        b"".join(struct.pack("<IH", (at + _STEP // 2) // _BLOCK, 0) for at in range(0, n, _STEP))
        for n in map(len, padded)
    ]
    sizes = [struct.pack("<H", _BLOCK - 1) * (len(side) // _BLOCK) for side in padded]
    content = head + b"".join((*codes, *index, *sizes))
    for side in padded:
        content = content.ljust(-(-len(content) // 64) * 64, b"\0") + side
    return content + b"\0" * 16  # the place of the checksum


def _pairs(symbols: int, flags: int) -> bytes:
    """Return the header of one side: `symbols` values, each coded as itself in eight bits."""
    blocks = -(-SIZE // _STEP) * _STEP // _BLOCK
    head = struct.pack("<BBBBIBB", flags, 6, 10, 0, blocks, 8, 8) + struct.pack("<HH", 0, symbols)
    leaves = b"".join(bytes([value, 0xF0, 0xFF]) for value in range(symbols))
    return head + leaves + b"\0" * (symbols % 2)
