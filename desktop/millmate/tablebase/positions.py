"""Tables of the positions reachable from one position: planned and built.

See `reach` for their contents and guarantees, `solved_positions` for how to probe them. They are in
their own directory within that of the whole tables, which they read:
`positions/KPPPPvKPPP_a4d4d5f4_a5d6f5_1_white`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Unpack

import chess

from millmate.errors import InputError
from millmate.games.chess.material import Material
from millmate.language import tr
from millmate.tablebase import reach_file, store
from millmate.tablebase.build import build_planned
from millmate.tablebase.locate import fault_of
from millmate.tablebase.plan import Plan, planned
from millmate.tablebase.progress import Progress, ignore
from millmate.tablebase.reach import MOST_PLACEMENTS, PROMOTIONS, Bounds, Reach, pawns_of, reach_of
from millmate.tablebase.reach_file import PositionFile
from millmate.tablebase.solved_positions import PositionTables, opened
from millmate.tablebase.table_build import BuildOptions

MOST_MEN = 12


@dataclass(frozen=True)
class PositionPlan:
    """The plan of solving a position: the tables, each after those that its moves lead to."""

    directory: Path
    content: PositionFile
    steps: Plan[Material]

    @property
    def placements(self) -> int:
        return sum(map(len, self.content.reach.placements.values()))


def plan_sides(
    board: chess.Board,
    directory: Path,
    sides: Sequence[bool],
    bounds: Bounds,
    most: int = MOST_PLACEMENTS,
) -> list[PositionPlan]:
    """Return the plans for solving `board`, one for each of these sides.

    Args:
        board: The position.
        directory: The directory of the whole tables.
        sides: The sides that tables are for, True for White.
        bounds: How far the tables follow the game from there.
        most: The greatest number of placements.

    Raises:
        InputError: The position is impossible, or too large.
        MillMateError: An earlier plan for it is damaged.
    """
    _check(board, bounds)

    def whole(material: Material) -> bool:
        same_game = bounds.promotions == PROMOTIONS or not material.has_pawns
        return same_game and store.exists(directory, material)

    found: Reach | None = None
    plans = []
    for for_white in sides:
        own = _folder(board, directory, for_white, bounds)
        content = reach_file.position_of(own)
        if content is None:
            if found is None or bounds.of_one_side:
                found = reach_of(board, for_white, whole, bounds, most)
            reach = replace(found, for_white=for_white)
            content = PositionFile(board.fen(), bounds, reach)
        placements = content.reach.placements
        steps = [planned(m, own, slices=len(placements[m])) for m in sorted(placements)]
        plans.append(PositionPlan(own, content, Plan(tuple(steps))))
    return plans


def _check(board: chess.Board, bounds: Bounds) -> None:
    """Raise `InputError` where a position cannot be solved, or not within these bounds."""
    if fault := fault_of(board):
        raise InputError(fault)
    men = chess.popcount(board.occupied)
    if men > MOST_MEN:
        raise InputError(
            tr("this position has {men} pieces: up to {most} can be solved", men=men, most=MOST_MEN)
        )
    for square in bounds.stays:
        if board.piece_type_at(square) != chess.PAWN:
            name = chess.square_name(square)
            raise InputError(tr("there is no pawn on {square} to stay there", square=name))


def solve_position(
    steps: PositionPlan, progress: Progress = ignore, **options: Unpack[BuildOptions]
) -> PositionTables:
    """Build a plan's missing tables, and open all; raises as `build.build` does."""
    if reach_file.position_of(steps.directory) is None:
        reach_file.write(steps.directory, steps.content)
    build_planned(steps.steps, steps.directory, progress, **options)
    return opened(steps.directory)


def _folder(board: chess.Board, directory: Path, for_white: bool, bounds: Bounds) -> Path:
    squares = ("".join(map(chess.square_name, side)) or "-" for side in pawns_of(board))
    parts = [str(Material.of(board)), *squares, str(bounds.pieces)]
    parts.append("white" if for_white else "black")
    if bounds.promotions != PROMOTIONS:
        parts.append(_letters(bounds.promotions))
    if bounds.own != PROMOTIONS:
        parts.append(f"own{_letters(bounds.own)}")
    if bounds.captures is not None:
        parts.append(f"captures{bounds.captures}")
    if bounds.losses is not None:
        parts.append(f"losses{bounds.losses}")
    if bounds.stays:
        parts.append("stays" + "".join(map(chess.square_name, bounds.stays)))
    return directory / reach_file.FOLDER / "_".join(parts)


def _letters(kinds: tuple[int, ...]) -> str:
    return "".join(chess.piece_symbol(kind).upper() for kind in kinds)
