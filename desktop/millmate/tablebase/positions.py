"""Tables of what can come of one position: planned and built.

See `reach` for what they hold and promise, `solved_positions` for how they are asked. They lie in a
directory of their own within that of the whole tables, which they read:
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
from millmate.tablebase.reach import MOST_PLACEMENTS, PROMOTIONS, Reach, pawns_of, reach_of
from millmate.tablebase.reach_file import PositionFile
from millmate.tablebase.solved_positions import PositionTables, opened
from millmate.tablebase.table_build import BuildOptions

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


def plan_position(
    board: chess.Board,
    directory: Path,
    for_white: bool,
    most_pieces: int,
    promotions: Sequence[int] = PROMOTIONS,
    captures: int | None = None,
) -> PositionPlan:
    """Return what solving `board` for one side takes; arguments and errors as of `plan_sides`."""
    return plan_sides(board, directory, (for_white,), most_pieces, promotions, captures)[0]


def plan_sides(
    board: chess.Board,
    directory: Path,
    sides: Sequence[bool],
    most_pieces: int,
    promotions: Sequence[int] = PROMOTIONS,
    captures: int | None = None,
    most: int = MOST_PLACEMENTS,
) -> list[PositionPlan]:
    """Return what solving `board` takes, for each of these sides.

    Args:
        board: The position.
        directory: The directory of the whole tables.
        sides: The sides that tables are for, True for White.
        most_pieces: How many pieces, besides kings, promotions may bring.
        promotions: The python-chess types that pawns may become.
        captures: How many men may be captured, None for any number.
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
        own = _folder(board, directory, for_white, most_pieces, kinds, captures)
        content = reach_file.position_of(own)
        if content is None:
            found = found or _reach(board, directory, most_pieces, kinds, captures, most)
            reach = replace(found, for_white=for_white, _layouts={})
            content = PositionFile(board.fen(), most_pieces, reach, captures)
        placements = content.reach.placements
        steps = [planned(m, own, slices=len(placements[m])) for m in sorted(placements)]
        plans.append(PositionPlan(own, content, Plan(tuple(steps))))
    return plans


def _reach(
    board: chess.Board,
    directory: Path,
    most_pieces: int,
    kinds: tuple[int, ...],
    captures: int | None,
    most: int,
) -> Reach:
    """Return what can come of a position; the side that tables are for changes nothing there."""

    def whole(material: Material) -> bool:
        return store.exists(directory, material)

    return reach_of(board, True, whole, most_pieces, kinds, captures, most)


def solve_position(
    steps: PositionPlan, progress: Progress = ignore, **options: Unpack[BuildOptions]
) -> PositionTables:
    """Build what a plan lacks, and open the tables; raises as `build.build` does."""
    if reach_file.position_of(steps.directory) is None:
        reach_file.write(steps.directory, steps.content)
    build_planned(steps.steps, steps.directory, progress, **options)
    return opened(steps.directory)


def _folder(
    board: chess.Board,
    directory: Path,
    for_white: bool,
    most: int,
    promotions: tuple[int, ...],
    captures: int | None,
) -> Path:
    squares = ("".join(map(chess.square_name, side)) or "-" for side in pawns_of(board))
    parts = [str(Material.of(board)), *squares, str(most), "white" if for_white else "black"]
    if promotions != PROMOTIONS:
        parts.append("".join(chess.piece_symbol(kind).upper() for kind in promotions))
    if captures is not None:
        parts.append(f"{captures}captures")
    return directory / reach_file.FOLDER / "_".join(parts)
