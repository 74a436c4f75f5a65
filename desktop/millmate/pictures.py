"""Chess pieces and boards as SVG and PNG; the only module that imports cairosvg."""

import chess
import chess.svg

from millmate.errors import MillMateError


class PictureError(MillMateError):
    """No picture can be drawn on this machine; the message says what is missing."""


def piece_svg(symbol: str) -> str:
    """Return the drawing of the piece `symbol` (KQRBNP white, kqrbnp black) as SVG text."""
    return str(chess.svg.piece(chess.Piece.from_symbol(symbol)))


def piece_png(symbol: str, pixels: int) -> bytes:
    """Return the piece `symbol` as a transparent PNG of `pixels` times `pixels`.

    Raises:
        PictureError: The system library libcairo is missing.
    """
    return _png(piece_svg(symbol), pixels)


def board_png(board: chess.Board, pixels: int = 640) -> bytes:
    """Return `board` as a PNG of `pixels` a side; see `board_svg`.

    Raises:
        PictureError: The system library libcairo is missing.
    """
    return _png(board_svg(board, pixels), pixels)


def board_svg(board: chess.Board, pixels: int = 640) -> str:
    """Return the drawing of `board` with coordinates, last move and check as SVG text."""
    last = board.peek() if board.move_stack else None
    king = board.king(board.turn)
    check = king if king is not None and board.is_check() else None
    return str(chess.svg.board(board, lastmove=last, check=check, size=pixels))


def _png(svg: str, pixels: int) -> bytes:
    try:
        import cairosvg
    except OSError:  # cairocffi found no libcairo: not an ImportError
        raise PictureError(
            "pictures need the system library libcairo; on Debian: apt-get install libcairo2"
        ) from None
    png: bytes = cairosvg.svg2png(
        bytestring=svg.encode(), output_width=pixels, output_height=pixels
    )
    return png
