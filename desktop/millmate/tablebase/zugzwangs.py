"""All mutual zugzwangs of a table of chess with their depths, deepest first.

They are those of `query.Zug`, each counted once with its images under the board's symmetry, like
pieces in one order. Where both sides have the same men, a position with the colours exchanged is
the same one too: of the half-point zugzwangs only White's are listed, and of a pair of full-point
ones the first. So the numbers are those that J. Beasley and Scid publish. The right to capture en
passant and the fifty-move rule are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import chess
import numpy as np

from millmate.tablebase.explore import Explorer
from millmate.tablebase.layout import LOST
from millmate.tablebase.locate import kinds_of, locate, men_on
from millmate.tablebase.progress import Stopped, never
from millmate.tablebase.query import Zug

_KINDS = {kind.value: kind for kind in Zug}


@dataclass(frozen=True, slots=True)
class FoundZugzwang:
    """A mutual zugzwang, its position with White to move.

    `white_lost` and `black_lost` are the moves to mate with White and with Black to move, None
    where that is a draw.
    """

    kind: Zug
    fen: str
    white_lost: int | None
    black_lost: int | None

    @property
    def depth(self) -> int:
        """The moves to mate, the longer ones where either side to move loses."""
        return max(self.white_lost or 0, self.black_lost or 0)


def zugzwangs(
    explorer: Explorer,
    progress: Callable[[float], object] = lambda share: None,
    stopped: Stopped = never,
) -> list[FoundZugzwang]:
    """Return all mutual zugzwangs of a table, deepest first, or fewer once `stopped`.

    Raises:
        TableError: The table is damaged.
    """
    found: list[FoundZugzwang] = []
    if explorer.contents.zugzwangs:
        chunks, size = explorer.grid
        for number in range(chunks):
            if stopped():
                break
            found += _of_chunk(explorer, number, number * size)
            progress((number + 1) / chunks)
    return sorted(found, key=lambda each: (-each.depth, each.fen))


def counts(found: Iterable[FoundZugzwang]) -> dict[Zug, int]:
    """Return the number of each kind."""
    counted = Counter(each.kind for each in found)
    return {kind: counted[kind] for kind in Zug}


def _of_chunk(explorer: Explorer, number: int, start: int) -> Iterable[FoundZugzwang]:
    places, white, black = explorer.zugzwang_codes(number)
    kept = np.flatnonzero(explorer.first(places + start))
    places, white, black = places[kept], white[kept], black[kept]
    if not places.size:
        return
    longer = [explorer.table.more_of_chunk(number + side * explorer.grid[0]) for side in (0, 1)]
    for at, place in enumerate(places.tolist()):
        board = explorer.board(True, place + start)
        codes = int(white[at]), int(black[at])
        kind = _KINDS[-int(codes[0] >= LOST), int(codes[1] >= LOST)]
        if _is_listed(board, kind):
            lost = [
                code - LOST + int(more[place]) if code >= LOST else None
                for code, more in zip(codes, longer, strict=True)
            ]
            yield FoundZugzwang(kind, board.fen(), *lost)


def _is_listed(board: chess.Board, kind: Zug) -> bool:
    """Return whether a position is not listed already with the colours exchanged."""
    exchanged = board.mirror()
    if kinds_of(men_on(board)) != kinds_of(men_on(exchanged)):
        return True
    if kind is not Zug.FULL:
        return kind is Zug.WHITE
    exchanged.turn = board.turn
    return _first_place(board) <= _first_place(exchanged)


def _first_place(board: chess.Board) -> int:
    """Return the place of a position, the same one for its mirror image."""
    image = board.transform(chess.flip_horizontal if board.pawns else chess.flip_diagonal)
    return min(locate(each)[2] for each in (board, image))
