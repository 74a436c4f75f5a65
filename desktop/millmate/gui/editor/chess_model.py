"""A chess position being set up, without Qt."""

from collections.abc import Callable

import chess

from millmate.games.chess.fen_faults import fen_fault
from millmate.games.chess.material import Material
from millmate.games.chess.positions import Problem, board_from_fen, problems
from millmate.gui.editor import rights
from millmate.gui.editor.position_model import PositionModel
from millmate.gui.verdicts.answers import men_words
from millmate.language import tr

_LONGEST = 200  # maximum length of a FEN
_MOST_NAMED = 8  # men; a longer name would not fit


class ChessModel(PositionModel[chess.Board]):
    """A chess position being set up.

    Castling rights and the en-passant square are dropped as soon as the pieces forbid them, and
    every change resets the halfmove clock.
    """

    def __init__(self, fen: str = chess.STARTING_FEN):
        super().__init__(fen)

    def read(self, text: str) -> tuple[chess.Board, list[str]]:
        """Return the position of the FEN `text`, and a remark for each right that was dropped."""
        board = board_from_fen(text)
        return board, rights.tidy(board)

    def text(self, board: chess.Board) -> str:
        return board.fen(en_passant="fen")

    def fault_in(self, text: str) -> str | None:
        """Return what is wrong with `text` if it looks like a FEN."""
        fault = fen_fault(text) if text.split() and len(text) <= _LONGEST else None
        return tr("not a FEN yet: {fault}", fault=fault) if fault else None

    # --- what is there -----------------------------------------------------------------------

    @property
    def board(self) -> chess.Board:
        return self._board.copy(stack=False)

    @property
    def problems(self) -> list[Problem]:
        """The reasons why the position cannot be played."""
        return problems(self._board)

    def marked(self) -> set[int]:
        return {square for problem in self.problems for square in problem.squares}

    @property
    def title(self) -> str:
        """The pieces, such as `KBNvK`, or their number if that name is too long."""
        men = self.material.men
        if men > _MOST_NAMED:
            return men_words(men)
        return str(self.material) if men else tr("Empty board")

    @property
    def material(self) -> Material:
        """The pieces of both sides."""
        return Material.of(self._board)

    @property
    def turn(self) -> bool:
        """True if White is to move."""
        return self._board.turn

    def castling(self) -> frozenset[str]:
        """Return the castling rights that are set, from `KQkq`."""
        return rights.castling_set(self._board)

    def castling_possible(self) -> frozenset[str]:
        """Return the castling rights whose king and rook are on their squares."""
        return rights.castling_possible(self._board)

    @property
    def ep_square(self) -> chess.Square | None:
        """The en-passant square, if one is set."""
        return self._board.ep_square

    def ep_candidates(self) -> list[chess.Square]:
        """Return the squares where an en-passant capture is possible."""
        return rights.ep_candidates(self._board)

    # --- changes -----------------------------------------------------------------------------

    def place(self, symbol: str, square: chess.Square, *, merge: bool = False) -> None:
        """Put a piece on `square`; with `merge`, within the previous step."""
        board = self.board
        board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        self._replace(board, merge=merge)

    def move(self, origin: chess.Square, target: chess.Square) -> None:
        board = self.board
        piece = board.remove_piece_at(origin)
        if piece is not None:
            board.set_piece_at(target, piece)
        self._replace(board)

    def erase(self, square: chess.Square, *, merge: bool = False) -> None:
        """Remove the piece on `square`; with `merge`, within the previous step."""
        board = self.board
        board.remove_piece_at(square)
        self._replace(board, merge=merge)

    def clear(self) -> None:
        """Remove all pieces; White is to move."""
        self._replace(chess.Board(None))

    def start_position(self) -> None:
        self._replace(chess.Board())

    def flip_vertical(self) -> None:
        """Swap the ranks; colours stay."""
        self._transform(chess.flip_vertical)

    def mirror_horizontal(self) -> None:
        self._transform(chess.flip_horizontal)

    def swap_colours(self) -> None:
        """Swap the colours, so that the same position is seen from behind."""
        self._replace(self._board.mirror())

    def _transform(self, picture: Callable[[int], int]) -> None:
        board = self.board
        board.apply_transform(picture)
        self._replace(board)

    def set_turn(self, white: bool) -> None:
        """Let White or Black move."""
        board = self.board
        board.turn = white
        self._replace(board)

    def set_castling(self, right: str, allowed: bool) -> None:
        """Set or clear the castling right `right`, if it is possible."""
        board = self.board
        rook = chess.BB_SQUARES[rights.CASTLING[right][1]]
        board.castling_rights = (
            board.castling_rights | rook if allowed else board.castling_rights & ~rook
        )
        self._replace(board)

    def set_ep_square(self, square: chess.Square | None) -> None:
        """Set the en-passant square to one of `ep_candidates`, or to None."""
        board = self.board
        board.ep_square = square
        self._replace(board)

    def _replace(self, board: chess.Board, *, merge: bool = False) -> None:
        """Step to `board` with the rights that its pieces allow."""
        rights.tidy(board)
        board.halfmove_clock = 0
        self.step_to(board, merge=merge)
