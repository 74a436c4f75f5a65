"""The position being set up, with its history of changes; knows chess and no Qt."""

from collections.abc import Callable

import chess

from millmate.games.chess.material import Material
from millmate.games.chess.positions import Problem, board_from_fen, problems
from millmate.gui.editor import rights

_LONGEST_HISTORY = 1000  # steps that can be undone


class EditorModel:
    """A position under construction: it may be impossible, and then says why in `problems`.

    Every method that changes the position is one step of `undo`; one that changes nothing is none.
    Castling rights and the en-passant square are dropped as soon as the pieces forbid them, and the
    count of moves without capture starts again, for the position is new.
    """

    def __init__(self, fen: str = chess.STARTING_FEN):
        self._board = board_from_fen(fen)
        rights.tidy(self._board)
        self._past: list[chess.Board] = []
        self._future: list[chess.Board] = []
        self._listeners: list[Callable[[], None]] = []

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call `listener` after every change, undo and redo included."""
        self._listeners.append(listener)

    # --- what is there -----------------------------------------------------------------------

    @property
    def board(self) -> chess.Board:
        """A copy of the position."""
        return self._board.copy(stack=False)

    @property
    def fen(self) -> str:
        """The position as FEN, also while it cannot be played."""
        return self._board.fen(en_passant="fen")

    @property
    def problems(self) -> list[Problem]:
        """Everything that keeps the position from being played; [] if nothing does."""
        return problems(self._board)

    @property
    def material(self) -> Material:
        """The pieces of both sides, colours as they stand."""
        return Material.of(self._board)

    @property
    def turn(self) -> bool:
        """True if White is to move."""
        return self._board.turn

    def castling(self) -> frozenset[str]:
        """Return the castling rights that are set, of `KQkq`."""
        return rights.castling_set(self._board)

    def castling_possible(self) -> frozenset[str]:
        """Return the castling rights, of `KQkq`, whose king and rook stand on their squares."""
        return rights.castling_possible(self._board)

    @property
    def ep_square(self) -> chess.Square | None:
        """The square on which a pawn can be taken in passing, if one is set."""
        return self._board.ep_square

    def ep_candidates(self) -> list[chess.Square]:
        """Return the squares on which a pawn that may just have gone two steps can be taken."""
        return rights.ep_candidates(self._board)

    # --- changes -----------------------------------------------------------------------------

    def place(self, symbol: str, square: chess.Square, *, merge: bool = False) -> None:
        """Put a piece on `square`; with `merge`, as part of the step before."""
        board = self.board
        board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        self._replace(board, merge=merge)

    def move(self, origin: chess.Square, target: chess.Square) -> None:
        """Take the piece on `origin` to `target`, in place of what stands there."""
        board = self.board
        piece = board.remove_piece_at(origin)
        if piece is not None:
            board.set_piece_at(target, piece)
        self._replace(board)

    def erase(self, square: chess.Square, *, merge: bool = False) -> None:
        """Take the piece on `square` off; with `merge`, as part of the step before."""
        board = self.board
        board.remove_piece_at(square)
        self._replace(board, merge=merge)

    def clear(self) -> None:
        """Take all pieces off; White is to move."""
        self._replace(chess.Board(None))

    def start_position(self) -> None:
        """Set up the start of a game."""
        self._replace(chess.Board())

    def flip_vertical(self) -> None:
        """Exchange the ranks: what stood on the first stands on the eighth; colours stay."""
        self._transform(chess.flip_vertical)

    def mirror_horizontal(self) -> None:
        """Exchange the files: what stood on the a-file stands on the h-file."""
        self._transform(chess.flip_horizontal)

    def swap_colours(self) -> None:
        """Give each side the other's pieces, place and turn: the same position from behind."""
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
        """Give or take the castling right `right`, of `KQkq`; one that is impossible stays off."""
        board = self.board
        rook = chess.BB_SQUARES[rights.CASTLING[right][1]]
        board.castling_rights = (
            board.castling_rights | rook if allowed else board.castling_rights & ~rook
        )
        self._replace(board)

    def set_ep_square(self, square: chess.Square | None) -> None:
        """Let a pawn be taken in passing on `square`, one of `ep_candidates`, or nowhere."""
        board = self.board
        board.ep_square = square
        self._replace(board)

    def set_fen(self, text: str) -> list[str]:
        """Take the position that `text` writes, playable or not.

        Returns what was left out of it, in words: castling or en passant that its pieces forbid.

        Raises:
            PositionError: `text` is no FEN; the position stays as it was.
        """
        board = board_from_fen(text)
        left_out = rights.tidy(board)
        self._step_to(board)
        return left_out

    def load(self, fen: str) -> None:
        """Begin anew with `fen`, with nothing to undo.

        Raises:
            PositionError: `fen` is no FEN; the position stays as it was.
        """
        board = board_from_fen(fen)
        rights.tidy(board)
        self._board, self._past, self._future = board, [], []
        self._tell()

    # --- history -----------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step that was taken back."""
        return bool(self._future)

    def undo(self) -> None:
        """Take the last step back, if there is one."""
        if self._past:
            self._future.append(self._board)
            self._board = self._past.pop()
            self._tell()

    def redo(self) -> None:
        """Take the step again that was taken back last, if there is one."""
        if self._future:
            self._past.append(self._board)
            self._board = self._future.pop()
            self._tell()

    def _replace(self, board: chess.Board, *, merge: bool = False) -> None:
        """Step to `board` with the rights that its pieces allow."""
        rights.tidy(board)
        board.halfmove_clock = 0
        self._step_to(board, merge=merge)

    def _step_to(self, board: chess.Board, *, merge: bool = False) -> None:
        if board.fen(en_passant="fen") == self.fen:
            return
        if not (merge and self._past):
            self._past.append(self._board)
            del self._past[:-_LONGEST_HISTORY]
        self._future = []
        self._board = board
        self._tell()

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener()
