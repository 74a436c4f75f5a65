"""Whether a side can be mated from a position by any series of legal moves, read from the sets."""

from pathlib import Path

import chess

from millmate.games.chess.material import Material
from millmate.tablebase.helpmates.files import HelpmatesFile, opened
from millmate.tablebase.locate import locate


class Helpmates:
    """The sets of a directory of tables, opened when they are first needed."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._opened: dict[Material, HelpmatesFile] = {}

    def add(self, material: Material, sets: HelpmatesFile) -> None:
        """Answer from these sets of a material."""
        self._opened[material] = sets

    def can_be_mated(self, board: chess.Board, side: bool) -> bool:
        """Return whether some series of legal moves ends with `side` mated.

        Raises:
            UnprobeableError: `board` has castling rights or is impossible.
            MissingTableError: The sets of its material are not there.
            TableError: They are damaged.
        """
        if board.has_insufficient_material(not side) or chess.popcount(board.occupied) < 3:
            return False
        if board.has_legal_en_passant():
            return any(self._after(board, move, side) for move in list(board.legal_moves))
        layout, swapped, place = locate(board)
        material = layout.material
        if material not in self._opened:
            self._opened[material] = opened(self._directory, material)
        return not self._opened[material].is_dead(place, side is not swapped)

    def is_dead(self, board: chess.Board) -> bool:
        """Return whether neither side can be mated: the game is drawn (FIDE's laws, 5.2.2).

        Raises as `can_be_mated` does.
        """
        return not any(self.can_be_mated(board, side) for side in chess.COLORS)

    def _after(self, board: chess.Board, move: chess.Move, side: bool) -> bool:
        after = board.copy(stack=False)
        after.push(move)
        return self.can_be_mated(after, side)
