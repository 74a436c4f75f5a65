"""The differences between chess and morris in drills and puzzles; `of` returns those of a board."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import chess

from millmate.games.board import Board
from millmate.games.catalogue import rules_of
from millmate.games.chess.material import Material
from millmate.games.chess.positions import problems
from millmate.games.morris.board import FEWEST, MorrisBoard, MorrisMove
from millmate.games.morris.points import Lines, points_in
from millmate.games.morris.symmetry import SYMMETRIES, board_image
from millmate.games.morris.variants import VARIANTS
from millmate.language import tr
from millmate.tablebase.morris.names import Placing, subspace_of

if TYPE_CHECKING:
    from millmate.play.trainer.exam import Exam
    from millmate.tablebase.all_tables import AllTables
    from millmate.tablebase.morris.probe import MorrisTablebase

PLACING = "morris:placing"  # all tables of the placing phase
_LAST_STONES = 2  # in hand: with so few, a placing drill is short

Men = tuple[tuple[str, int], ...]  # names as in FEN, with their squares or points


class ChessPlay:
    """Drills and puzzles of chess."""

    ends_early = True  # whether a drill can end before the game

    def most_men(self, tables: AllTables) -> int:
        """Return the most men on boards that tables cover, 0 without tables."""
        whole = max((each.men for each in tables.available()), default=0)
        return max(whole, tables.solved.most_men())

    def topic(self, board: chess.Board) -> str:
        """Return the name of a position's topic."""
        return str(Material.of(board).canonical())

    def until_won(self, whole: bool) -> str:
        return tr("until mate") if whole else tr("until mate, or a simpler ending that is won")

    def converts(self, before: chess.Board, after: chess.Board, whole: bool) -> bool:
        """Return whether a move ends a drill if it keeps the result: a capture or promotion."""
        return not whole and Material.of(before) != Material.of(after)

    def settles(self, exam: Exam, board: chess.Board) -> bool:
        """Return whether a move that keeps the result may settle it: a capture or promotion."""
        moves = (chess.Move.from_uci(option.text) for option in exam.keeping)
        return any(move.promotion or board.is_capture(move) for move in moves)

    def is_position(self, board: chess.Board, name: str) -> bool:
        """Return whether a board is of the table `name`: with all men, and no king en prise."""
        return str(Material.of(board)) == name and not problems(board)

    def image(self, board: chess.Board, rng: random.Random) -> chess.Board:
        """Return a random symmetric image of a position; tables contain only one of them."""
        flips: list[Callable[[int], int]] = [chess.flip_horizontal]
        if not board.pawns:
            flips += [chess.flip_vertical, chess.flip_diagonal]
        for flip in flips:
            if rng.random() < 0.5:
                board = board.transform(flip)
        return board

    def men(self, board: chess.Board) -> Men:
        return in_order((piece.symbol(), square) for square, piece in board.piece_map().items())

    def placed(self, middle: chess.Board, men: Men) -> chess.Board | None:
        """Return the position `middle` with the men elsewhere, or None if that is illegal."""
        board = chess.Board(None)
        for name, square in men:
            board.set_piece_at(square, chess.Piece.from_symbol(name))
        board.turn = middle.turn
        return None if problems(board) else board

    def reach(self, board: chess.Board, name: str, place: int, steps: int) -> Sequence[int]:
        """Return the other places for a man up to `steps` steps away."""
        return _squares(name.upper(), place, steps)

    def weight(self, board: chess.Board) -> int:
        """Return how much harder the number of men makes a puzzle, in Elo points."""
        return 150 * (board.occupied.bit_count() - 3)

    def is_forcing(self, board: chess.Board, move: chess.Move) -> bool:
        """Return whether a move is one that everybody considers first."""
        return bool(board.is_capture(move) or board.gives_check(move) or move.promotion)


class MorrisPlay:
    """Drills and puzzles of morris."""

    ends_early = False

    def most_men(self, tables: MorrisTablebase) -> int:
        return 2 * max(each.stones for each in VARIANTS.values()) if tables.available() else 0

    def topic(self, board: MorrisBoard) -> str:
        table = subspace_of(board)
        return PLACING if isinstance(table, Placing) else str(table)

    def until_won(self, whole: bool) -> str:
        return tr("until the game is won")

    def converts(self, before: MorrisBoard, after: MorrisBoard, whole: bool) -> bool:
        """Return whether a turn places the last stone."""
        return any(before.hand) and not any(after.hand)

    def settles(self, exam: Exam, board: MorrisBoard) -> bool:
        """Return whether the last stones are in hand."""
        return 0 < sum(board.hand) <= _LAST_STONES

    def is_position(self, board: MorrisBoard, name: str) -> bool:
        return True

    def image(self, board: MorrisBoard, rng: random.Random) -> MorrisBoard:
        return board_image(rng.choice(SYMMETRIES), board)

    def men(self, board: MorrisBoard) -> Men:
        stones = enumerate(board.stones)
        return in_order(("BW"[white], point) for white, mask in stones for point in points_in(mask))

    def placed(self, middle: MorrisBoard, men: Men) -> MorrisBoard:
        placed = MorrisBoard(middle.variant)
        placed.turn, placed.hand = middle.turn, list(middle.hand)
        for name, point in men:
            placed.stones[name == "W"] |= 1 << point
        return placed

    def reach(self, board: MorrisBoard, name: str, place: int, steps: int) -> Sequence[int]:
        return _points(board.variant.lines, place, steps)

    def weight(self, board: MorrisBoard) -> int:
        return 100 * (sum(map(board.total, (True, False))) - 2 * FEWEST)

    def is_forcing(self, board: MorrisBoard, move: MorrisMove) -> bool:
        return bool(move.removed)


GAMES: dict[str, Any] = {"chess": ChessPlay(), "morris": MorrisPlay()}


def of(board: Board) -> Any:
    """Return the `ChessPlay` or `MorrisPlay` of a board."""
    return GAMES[rules_of(board).kind]


def in_order(men: Iterable[tuple[str, int]]) -> Men:
    """Return the men in an order that does not distinguish men of a kind."""
    return tuple(sorted(men))


@cache
def _squares(kind: str, place: int, steps: int) -> tuple[int, ...]:
    near = [
        square
        for square in chess.SQUARES
        if square != place and chess.square_distance(place, square) <= steps
    ]
    if kind == "P":
        file, ends = chess.square_file(place), (0, 7)
        return tuple(
            square
            for square in near
            if chess.square_file(square) == file and chess.square_rank(square) not in ends
        )
    if kind == "B":
        light = chess.BB_LIGHT_SQUARES
        return tuple(square for square in near if light >> square & 1 == light >> place & 1)
    return tuple(near)


@cache
def _points(lines: Lines, place: int, steps: int) -> tuple[int, ...]:
    reached = {place}
    for _ in range(steps):
        reached |= {end for point in reached for end in points_in(lines.neighbours[point])}
    return tuple(sorted(reached - {place}))
