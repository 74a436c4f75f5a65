"""The tables of chess in a directory, whatever their metric, read without compiled kernels."""

from abc import abstractmethod
from pathlib import Path
from typing import TypeVar

import chess

from millmate.games.chess.material import Material
from millmate.language import tr
from millmate.tablebase import store
from millmate.tablebase.layout import Layout, layout_of
from millmate.tablebase.locate import Men, fault_of, key_of, men_after, men_on
from millmate.tablebase.plan import UnsupportedMaterialError, plan
from millmate.tablebase.store import Table
from millmate.tablebase.table_cache import DirectoryTables, open_chess
from millmate.tablebase.verdict import MissingTableError, MoveVerdict, UnprobeableError, Verdict

MOST_MEN = 6

Value = TypeVar("Value", bound=Verdict)


class ChessTables(DirectoryTables[Material, Table, chess.Board, Value]):
    """The tables of chess in a directory, read as they are needed; safe from several threads."""

    def __init__(self, directory: Path) -> None:
        """Open the tables that `directory` has now (see `refresh`)."""
        super().__init__(
            directory,
            lambda: store.materials(directory),
            lambda material: Table(store.table_path(directory, material)),
            open_chess,
        )

    def add(self, table: Table) -> None:
        """Probe `table` too, which need not be in the directory."""
        with self._lock:
            self._names |= {table.layout.material}
            self._open[table.layout.material] = table

    def available(self) -> tuple[Material, ...]:
        """Return the canonical materials that can be probed, smaller first."""
        return tuple(sorted(self._names))

    def layout(self, material: Material) -> Layout:
        return layout_of(material)

    def covers(self, board: chess.Board) -> bool:
        """Return whether `probe` has an answer for `board`, unless its table is damaged."""
        return not self._missing(board, men_on(board)) and not fault_of(board)

    def probe(self, board: chess.Board) -> Value:
        return self._verdict(board, self._admitted(board))

    def moves(self, board: chess.Board) -> list[MoveVerdict]:
        men = self._admitted(board)
        judged = [self._judged(board, move, men) for move in board.generate_legal_moves()]
        return sorted(judged, key=lambda move: move.rank)

    def mend(self, board: chess.Board) -> str:
        """Return the remedy for the missing table of `board`."""
        try:
            plan([Material.of(board)], self.directory)
        except UnsupportedMaterialError as error:
            return str(error)
        return tr("build it first")

    @abstractmethod
    def _judged(self, board: chess.Board, move: chess.Move, men: Men) -> MoveVerdict:
        """Return a legal move and its verdict; `men` are those before it."""

    @abstractmethod
    def _verdict(self, board: chess.Board, men: Men) -> Value:
        """Return the verdict of a position; tables ignore the right to capture en passant."""

    def _admitted(self, board: chess.Board) -> Men:
        """Return the men of `board`, if tables cover them."""
        if fault := fault_of(board):
            raise UnprobeableError(fault)
        men = men_on(board)
        if missing := self._missing(board, men):
            raise MissingTableError(missing)
        return men

    def _missing(self, board: chess.Board, men: Men) -> str:
        """Return a sentence about the missing table that `board` needs, "" if none is missing."""
        number = chess.popcount(board.occupied)
        if number > MOST_MEN:
            return tr(
                "tables have at most {most_men} men, this position has {number}",
                most_men=MOST_MEN,
                number=number,
            )
        needed = [men]
        if board.ep_square is not None:
            needed += [men_after(board, move, men) for move in board.generate_legal_ep()]
        for each in needed:
            kinds = each.kinds()
            if any(kinds):
                material = key_of(kinds).layout.material
                if material not in self._names:
                    return tr("no table for {material}", material=material)
        return ""

    def _code(self, turn: bool, men: Men) -> tuple[int, Material | None, int]:
        """Return what a table has for a position: the code, the material and the place in it."""
        kinds = men.kinds()
        if not any(kinds):
            return 0, None, 0
        key = key_of(kinds)
        place = men.place(turn, key)
        number, offset = key.layout.chunk_of(place)
        material = key.layout.material
        return self._kept_chunk(material, number)[offset], material, place


def is_double_push(board: chess.Board, move: chess.Move) -> bool:
    """Tell whether a legal move is a pawn's of two ranks."""
    far = abs(move.to_square - move.from_square) == 16
    return far and bool(board.pawns & chess.BB_SQUARES[move.from_square])
