"""The strong chess search: iterative deepening around the compiled engine, and its tables."""

from collections.abc import Sequence
from functools import cache
from math import inf
from typing import Any, NamedTuple, Protocol

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.games.chess.material import Material
from millmate.kernels.engine import layout, search_params
from millmate.kernels.engine import layout as at
from millmate.kernels.engine.entries import (
    new_words,
    open_root,
    place_in_list,
    prepare,
    search_root,
    set_network,
)
from millmate.language import tr
from millmate.search.chess_encoding import is_orthodox, moves_of, to_move, write_game
from millmate.search.engine_root import EngineRoot
from millmate.search.network import BY_HAND, CHESS, read_network
from millmate.search.root_tables import Tables
from millmate.search.search_run import CompiledSearch
from millmate.search.tree_tables import ChunkSource, TreeTables

# Which endgame tables the chess engine looks up in its tree, and how they are listed there.

_MOST_PAWNS = 3  # with more, the list of their placements takes too much memory
_MORE_MEN = 4  # tables are listed if the position has at most this many men more than they do
_KINDS = "PNBRQ"
_FACTORS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F], np.uint64)


class Layout(Protocol):
    """The numbering of positions in a table, such as `tablebase.layout.Layout`."""

    @property
    def pawns(self) -> tuple[int, int]:
        """The numbers of White's and Black's pawns."""

    @property
    def slice_masks(self) -> NDArray[np.uint64]:
        """By row: the masks of White's and Black's pawns, and twice the slice.

        The last is plus 1 where files are mirrored; images that repeat an earlier one come later.
        """

    @property
    def side_chunks(self) -> int:
        """The number of chunks with one side to move."""


class SolvedTable(Protocol):
    """A table of a solved position, such as `tablebase.solved_positions.SolvedTable`."""

    @property
    def material(self) -> Material:
        """Its material; colours are never exchanged."""

    @property
    def layout(self) -> Layout:
        """The numbering of its positions."""

    @property
    def for_white(self) -> bool | None:
        """The side to which its values are guaranteed; None if they are exact."""


class ChunkedTables(ChunkSource, Protocol):
    """Endgame tables in chunks, such as `tablebase.probe.Tablebase`."""

    def available(self) -> Sequence[Material]:
        """Return the canonical materials of the available tables."""

    def layout(self, material: Material) -> Layout:
        """Return the numbering of positions in a table."""

    def solved_near(self, board: chess.Board) -> Sequence[SolvedTable]:
        """Return the tables of solved positions that can be reached from `board`."""


class _Wanted(NamedTuple):
    """A table to list, of a whole ending or of a solved position."""

    material: Material
    changes: float  # captures and promotions that lead there
    solved: SolvedTable | None = None

    @property
    def table(self) -> Material | SolvedTable:
        """The key of its chunks."""
        return self.material if self.solved is None else self.solved


class ChessTreeTables(TreeTables):
    """The endings that can be reached from the searched positions; see `tree_tables`.

    The tables are listed before the search, nearest first.
    """

    layout = at
    _tables: ChunkedTables

    def __init__(self, tables: ChunkedTables, megabytes: int) -> None:
        super().__init__(tables, megabytes)
        self._slices: list[NDArray[np.uint64]] = []  # the engine holds their addresses

    def prepare(self, words: at.Words, board: chess.Board) -> None:
        """Prepare the engine with the buffer `words` to look up the endings reachable from `board`.

        `words` is uint64[...] with the layout of `kernels.engine.layout`.
        """
        words[at.MOST_MEN] = words[at.TB_HITS] = 0
        wanted = self._reachable(board) if len(self._slots) else []
        if not wanted:
            return
        if self._must_start_over(words) or not {each.table for each in wanted} <= set(self._listed):
            self._list(words, wanted)
        words[at.MOST_MEN] = max(each.material.men for each in wanted)

    def _asked(self, words: at.Words) -> list[int]:
        if self._words is not words or not words[at.MOST_MEN]:
            return []
        return np.flatnonzero(self._addresses(words) == at.ASKED).tolist()

    def _reachable(self, board: chess.Board) -> list[_Wanted]:
        """Return the tables reachable from `board`, nearest first."""
        here, whole = Material.of(board), self._tables.available()
        most = max((material.men for material in whole), default=0)
        wanted = [
            _Wanted(solved.material, _changes(here, solved.material), solved)
            for solved in self._tables.solved_near(board)
        ]
        if here.men <= most + _MORE_MEN:
            wanted += [
                _Wanted(m, min(_changes(here, m), _changes(here, m.swapped)))
                for m in whole
                if sum(m.pawns) <= _MOST_PAWNS and (not m.facing or m.whole not in whole)
            ]
        near = [each for each in wanted if each.changes < inf]
        return sorted(near, key=lambda each: (each.changes, each.material))

    def _list(self, words: at.Words, wanted: list[_Wanted]) -> None:
        """Write the list of materials and forget all chunks."""
        self._clear(words)
        self._slices = []
        for each in wanted[: at.LISTED_MOST // 4]:
            listed, solved = each.material, each.solved
            if solved is None:
                layout = self._tables.layout(listed)
                for_white, places = None, [(m, m != listed) for m in {listed, listed.swapped}]
            else:
                layout, for_white, places = solved.layout, solved.for_white, [(listed, False)]
            chunks_at = self._append(each.table, 2 * layout.side_chunks)
            if chunks_at is None:
                continue
            slices_at, shift = self._append_slices(layout) if any(layout.pawns) else (0, 0)
            for material, swapped in places:
                place = place_in_list(words, _code(material))
                words[place + at.MATERIAL] = _code(material)
                words[place + at.SWAPPED] = swapped
                words[place + at.SLICES_AT], words[place + at.KEY_SHIFT] = slices_at, shift
                words[place + at.CHUNK_SHIFT] = 18 if layout.side_chunks > 1 else 62
                words[place + at.CHUNKS_AT] = chunks_at
                words[place + at.SIDE_CHUNKS] = layout.side_chunks
                words[place + at.PROMISED] = at.BOTH if for_white is None else not for_white

    def _append_slices(self, layout: Layout) -> tuple[int, int]:
        """Store a layout's slices by key; return their address and the shift of the keys."""
        slices, shift = slices_by_key(layout.slice_masks)
        self._slices.append(slices)
        return slices.ctypes.data, shift


def slices_by_key(masks: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], int]:
    """Return the hash table in which the engine looks up the slice of a placement of pawns.

    Args:
        masks: As `Layout.slice_masks`.

    Returns:
        Pairs of a key and the last column of `masks`, uint64[:, 2], by ascending key; a key of 0
        marks an empty row. The row of a key is the key shifted right by the second result, the
        shift in bits, or the first free row after it.
    """
    keys = ((masks[:, 0] * _FACTORS[0]) ^ masks[:, 1]) * _FACTORS[1]
    keys, first = np.unique(keys, return_index=True)
    bits = len(keys).bit_length() + 1
    shift = 64 - bits
    number = np.arange(len(keys))
    home = (keys >> np.uint64(shift)).astype(np.int64)
    place = number + np.maximum.accumulate(home - number)
    pairs = np.zeros((max(1 << bits, int(place[-1]) + 1) + 1, 2), np.uint64)
    pairs[place, 0], pairs[place, 1] = keys, masks[first, 2]
    return pairs, shift


@cache
def _code(material: Material) -> int:
    """Return a material's number in the engine; see `kernels.engine.tablebase`."""
    sides = (material.white, material.black)
    return sum(
        side.count(kind) << (20 * number + 4 * place)
        for number, side in enumerate(sides)
        for place, kind in enumerate(_KINDS)
    )


def _changes(here: Material, there: Material) -> float:
    """Return how many captures and promotions lead from `here` to `there`, or infinity."""
    changes: float = here.men - there.men
    for old, new in ((here.white, there.white), (here.black, there.black)):
        promoted = sum(max(0, new.count(kind) - old.count(kind)) for kind in _KINDS[1:])
        if promoted > old.count("P") - new.count("P") or len(new) > len(old):
            return inf
        changes += promoted
    return changes


class ChessTables(Tables, ChunkedTables, Protocol):
    """Endgame tables of chess, such as `tablebase.probe.Tablebase`."""


class ChessRoot(EngineRoot):
    """A chess position in the engine's buffers."""

    layout, params = layout, search_params
    age_word, age_shift = 1, 58

    def write(self, board: chess.Board) -> None:
        """See `EngineRoot.write`."""
        write_game(self.words, board)
        self.write_moves(moves_of(self.words, self.ints))
        if self.in_tree:
            self.in_tree.prepare(self.words, board)

    def iterate(self, depth: int, lines: int) -> bool:
        """See `EngineRoot.iterate`."""
        open_root(self.words, self.ints)
        return super().iterate(depth, lines)

    def search_root(self, depth: int, alpha: int, beta: int, place: int) -> int:
        """See `EngineRoot.search_root`."""
        return search_root(self.words, self.ints, depth, alpha, beta, place, self.number)

    def to_move(self, code: int) -> chess.Move:
        """Return the move with the engine's number `code`."""
        return to_move(code)


class StrongSearch(CompiledSearch):
    """Searches for the best move of an orthodox chess position; see `CompiledSearch`.

    At most `tables_mb` megabytes of tables are kept in memory for the tree. Positions are evaluated
    by the `network` with this name (see `read_network`), or by hand-made terms if it is `BY_HAND`.
    """

    layout, root = layout, ChessRoot

    def __init__(
        self,
        hash_mb: int = 16,
        tables: ChessTables | None = None,
        network: str = CHESS,
        tables_mb: int = 256,
    ) -> None:
        """Create the search; raises `NetworkError` if the network cannot be read."""
        self._weights = read_network(network) if network != BY_HAND else None
        super().__init__(hash_mb, tables, ChessTreeTables(tables, tables_mb) if tables else None)

    def allocate(self, table_words: int) -> tuple[Any, Any]:
        """See `CompiledSearch.allocate`."""
        words = new_words(table_words)
        if self._weights is not None:
            set_network(words, self._weights)
        return words, np.zeros(layout.INTS, np.int32)

    def reset(self) -> None:
        """Forget everything learned about moves."""
        self.ints[:] = 0
        prepare(self.ints)

    def refusal(self, board: chess.Board) -> str | None:
        """Return why a position cannot be searched, or None if it can."""
        if is_orthodox(board):
            return None
        if board.chess960:
            return tr("the strong search cannot castle as in Chess960: {fen}", fen=board.fen())
        return tr("the strong search plays orthodox chess only, not {fen}", fen=board.fen())
