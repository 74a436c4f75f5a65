"""Tables of what can come of one position: planned, built, and asked.

See `reach` for what they hold and what they promise. They lie in a directory of their own within
that of the whole tables, which they read: `positions/KPPPPvKPPP_a4d4d5f4_a5d6f5_1_white`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Unpack

import chess

from millmate.errors import InputError
from millmate.games.chess.material import Material
from millmate.language import tr
from millmate.tablebase import reach_file, store
from millmate.tablebase.build import build_planned
from millmate.tablebase.layout import MOST_OF_CODE
from millmate.tablebase.locate import fault_of
from millmate.tablebase.plan import Plan, planned
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.progress import Progress, ignore
from millmate.tablebase.reach import MOST_PLACEMENTS, PROMOTIONS, Reach, pawns_of, reach_of
from millmate.tablebase.reach_file import PositionFile
from millmate.tablebase.table_build import BuildOptions
from millmate.tablebase.verdict import Verdict

MOST_MEN = 12


@dataclass(frozen=True)
class PositionPlan:
    """What solving a position takes: the tables, each after those that its moves lead to."""

    directory: Path
    content: PositionFile
    steps: Plan[Material]

    @property
    def placements(self) -> int:
        return sum(map(len, self.content.reach.placements.values()))


@dataclass(frozen=True)
class PositionTables:
    """The tables that are for one side, or, where they are exact, for both; to be closed.

    `reach` tells which positions they hold, and what their values promise.
    """

    directory: Path
    reach: Reach
    tables: Tablebase = field(repr=False)

    def probe(self, board: chess.Board) -> Answer:
        """Return what is known of a position; raises as `Tablebase.probe` does."""
        return Answer(self.tables.probe(board), board.turn, self.reach)

    def moves(self, board: chess.Board) -> list[tuple[chess.Move, Answer]]:
        """Return the moves, best first, and what is known of each; raises as `probe` does."""
        return [
            (move.move, Answer(move.verdict, board.turn, self.reach))
            for move in self.tables.moves(board)
        ]

    def best(self, board: chess.Board) -> chess.Move | None:
        """Return the best move, None where the game is over or nothing is known."""
        if not self.tables.covers(board):
            return None
        return next((move for move, _ in self.moves(board)), None)


@dataclass(frozen=True)
class Answer:
    """What position tables know of a position with `turn` to move."""

    verdict: Verdict
    turn: bool
    reach: Reach

    @property
    def least(self) -> int | None:
        """What the side that the tables are for has at least: 1 a win, 0 a draw, None nothing.

        It is -1, a loss, only where they are exact.
        """
        wdl = self.verdict.wdl if self.turn == self.reach.for_white else -self.verdict.wdl
        return None if wdl < 0 and not self.reach.exact else wdl

    @property
    def moves(self) -> int | None:
        """In how many moves the win or the loss is mate, at most; 127 stands for more as well."""
        return None if not self.least else -(-(self.verdict.plies or 0) // 2)

    @property
    def text(self) -> str:
        """One sentence, such as `White wins: mate in at most 31 moves`."""
        side = _side(self.reach.for_white)
        if self.least is None:
            found = tr("Nothing is known: {side} may lose", side=side)
        elif self.least == 0:
            found = tr("Draw") if self.reach.exact else tr("{side} at least draws", side=side)
        else:
            winner = side if self.least > 0 else _side(not self.reach.for_white)
            if self.moves is not None and self.moves >= MOST_OF_CODE:
                found = tr("{side} wins, in {n} moves or more", side=winner, n=MOST_OF_CODE)
            elif self.reach.exact:
                found = tr("{side} wins: mate in {n}", side=winner, n=self.moves)
            else:
                found = tr("{side} wins: mate in at most {n}", side=winner, n=self.moves)
        return found + limits_text(self.reach)


def together(answers: Sequence[Answer]) -> str:
    """Return what answers say of a position together, those with the same promotions allowed."""
    decided = next((each for each in answers if each.reach.exact or each.least == 1), None)
    if decided is not None:
        return decided.text
    held = {each.reach.for_white: each.text for each in answers if each.least == 0}
    if len(held) == 2:
        return tr("Draw") + limits_text(answers[0].reach)
    return next(iter(held.values()), answers[0].text)


def covering(directory: Path, board: chess.Board) -> Iterator[PositionTables]:
    """Open one after the other the position tables in `directory` that hold `board`, all moves.

    Raises:
        MillMateError: Some are damaged.
    """
    material = Material.of(board)
    for folder in reach_file.directories(directory):
        root = Material.named(folder.name.split("_")[0])
        if len(material.white) > len(root.white) or len(material.black) > len(root.black):
            continue
        found = opened(folder)
        with found.tables:
            if found.reach.promotions == PROMOTIONS and found.tables.covers(board):
                yield found


def limits_text(reach: Reach) -> str:
    """Return what is told after every verdict about the promotions that are allowed."""
    if reach.promotions == PROMOTIONS:
        return ""
    kinds = ", ".join(chess.piece_symbol(kind).upper() for kind in reach.promotions)
    return tr(" (with promotion to {kinds} only)", kinds=kinds)


def plan_position(
    board: chess.Board,
    directory: Path,
    for_white: bool,
    most_pieces: int,
    promotions: Sequence[int] = PROMOTIONS,
) -> PositionPlan:
    """Return what solving `board` for one side takes; arguments and errors as of `plan_sides`."""
    return plan_sides(board, directory, (for_white,), most_pieces, promotions)[0]


def plan_sides(
    board: chess.Board,
    directory: Path,
    sides: Sequence[bool],
    most_pieces: int,
    promotions: Sequence[int] = PROMOTIONS,
    most: int = MOST_PLACEMENTS,
) -> list[PositionPlan]:
    """Return what solving `board` takes, for each of these sides.

    Args:
        board: The position.
        directory: The directory of the whole tables.
        sides: The sides that tables are for, True for White.
        most_pieces: How many pieces, besides kings, promotions may bring.
        promotions: The python-chess types that pawns may become.
        most: The greatest number of placements.

    Raises:
        InputError: The position is impossible, or too large.
        MillMateError: An earlier plan for it is damaged.
    """
    if fault := fault_of(board):
        raise InputError(fault)
    men = chess.popcount(board.occupied)
    if men > MOST_MEN:
        raise InputError(
            tr("this position has {men} men: up to {most} can be solved", men=men, most=MOST_MEN)
        )
    kinds = tuple(promotions)
    found: Reach | None = None
    plans = []
    for for_white in sides:
        own = _folder(board, directory, for_white, most_pieces, kinds)
        content = reach_file.position_of(own)
        if content is None:
            found = found or _reach(board, directory, most_pieces, kinds, most)
            reach = replace(found, for_white=for_white, _layouts={})
            content = PositionFile(board.fen(), most_pieces, reach)
        placements = content.reach.placements
        steps = [planned(m, own, slices=len(placements[m])) for m in sorted(placements)]
        plans.append(PositionPlan(own, content, Plan(tuple(steps))))
    return plans


def _reach(
    board: chess.Board, directory: Path, most_pieces: int, kinds: tuple[int, ...], most: int
) -> Reach:
    """Return what can come of a position; the side that tables are for changes nothing there."""

    def whole(material: Material) -> bool:
        return store.exists(directory, material)

    return reach_of(board, True, whole, most_pieces, kinds, most)


def solve_position(
    steps: PositionPlan, progress: Progress = ignore, **options: Unpack[BuildOptions]
) -> PositionTables:
    """Build what a plan lacks, and open the tables; raises as `build.build` does."""
    if reach_file.position_of(steps.directory) is None:
        reach_file.write(steps.directory, steps.content)
    build_planned(steps.steps, steps.directory, progress, **options)
    return opened(steps.directory)


def opened(directory: Path) -> PositionTables:
    """Open position tables; raises `MillMateError` if there are none, or they are damaged."""
    reach = reach_file.reach_in(directory)
    if reach is None:
        raise InputError(tr("no position was solved in {folder}", folder=directory))
    return PositionTables(directory, reach, Tablebase(directory))


def _folder(
    board: chess.Board, directory: Path, for_white: bool, most: int, promotions: tuple[int, ...]
) -> Path:
    squares = ("".join(map(chess.square_name, side)) or "-" for side in pawns_of(board))
    parts = [str(Material.of(board)), *squares, str(most), "white" if for_white else "black"]
    if promotions != PROMOTIONS:
        parts.append("".join(chess.piece_symbol(kind).upper() for kind in promotions))
    return directory / reach_file.FOLDER / "_".join(parts)


def _side(white: bool) -> str:
    return tr("White") if white else tr("Black")
