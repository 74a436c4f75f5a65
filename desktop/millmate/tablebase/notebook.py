"""Compare the sets S_n of the student notebooks with our tables, and export our tables to them.

A position is an integer: bit 0 the side to move, then seven bits for each man in the order of the
file's list: its square + 1, or 127 once it is captured. S_0 holds the mated positions, S_n those in
which the side to move mates (n odd) or is mated (n even) in n plies. The file does not define the
meaning of bit 0: we write 1 for White, as python-chess does, and read the meaning by which the
positions of S_0 are mates.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from pathlib import Path

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.errors import InputError
from millmate.files import open_atomically
from millmate.games.chess.material import Material
from millmate.games.value import CHESS_TERMS, words
from millmate.kernels.chess_geometry import TRANSFORMED
from millmate.tablebase import notebook_file, store
from millmate.tablebase.layout import LOST, Layout, value
from millmate.tablebase.notebook_file import NotebookError, NotebookFile
from millmate.tablebase.table import Table
from millmate.tablebase.verdict import MissingTableError

CAPTURED = 127
MOST_MEN = 4  # memory takes two times 64 to this power in bytes
_MOST_MATES = 200  # positions examined to find the meaning of bit 0

Codes = NDArray[np.uint8]
Positions = NDArray[np.int64]
Men = tuple[chess.Piece, ...]


@dataclass(frozen=True, slots=True)
class SetReport:
    """The comparison of one set of a notebook with our tables.

    `positions` = `agree` + `differ` + `unknown`; for the `unknown` ones there is no table here.
    `ours` counts the positions of our table at that distance, with no man captured and like pieces
    in every order; `None` without a table. `first_difference` is a FEN, "" for none, and `we_say`
    is the verdict of our table on it.
    """

    plies: int
    positions: int
    agree: int
    differ: int
    unknown: int
    ours: int | None
    first_difference: str = ""
    we_say: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A notebook's file compared with our tables; `white_bit` is bit 0 with White to move."""

    men: Men
    white_bit: int
    sets: tuple[SetReport, ...]


# Reading ----------------------------------------------------------------------------------------


def compare(
    file: NotebookFile, directory: Path, found: Callable[[SetReport], object] = lambda report: None
) -> Comparison:
    """Compare every set of a notebook with the tables in `directory`; pass reports to `found`.

    Positions of more than four men count as unknown.

    Raises:
        NotebookError: A set is damaged, hostile, or holds an impossible integer.
        TableError: One of our tables is damaged.
    """
    tables = _Tables(directory, file.men)
    white_bit = _white_bit(file)
    sets = []
    for plies in range(file.sets):
        sets.append(_report(file, plies, white_bit, tables))
        found(sets[-1])
    return Comparison(file.men, white_bit, tuple(sets))


def _report(file: NotebookFile, plies: int, white_bit: int, tables: "_Tables") -> SetReport:
    turns, squares = _decoded(file, plies, white_bit)
    code = _code(plies)
    agree = unknown = 0
    wrong: list[tuple[int, int]] = []  # its place in the set, the verdict of our table
    for present, chosen in _by_men(squares):
        codes = tables.codes(present)
        if codes is None:
            unknown += len(chosen)
            continue
        axes = [squares[chosen, man] for man in present]
        said = codes[(1 - turns[chosen], *axes)]
        agree += int(np.count_nonzero(said == code))
        differing = np.flatnonzero(said != code)
        wrong += [(int(chosen[i]), int(said[i])) for i in differing[:1]]
    whole = tables.codes(tuple(range(len(file.men))))
    ours = None if whole is None else int(np.count_nonzero(whole == code))
    differ = len(squares) - agree - unknown
    report = SetReport(plies, len(squares), agree, differ, unknown, ours)
    if not wrong:
        return report
    place, said_code = min(wrong)
    board = _board(file.men, bool(turns[place]), squares[place].tolist())
    return replace(report, first_difference=board.fen(), we_say=_words(board, said_code))


def _decoded(file: NotebookFile, plies: int, white_bit: int) -> tuple[NDArray[np.int64], Positions]:
    """Return the sides to move (1: White) and `squares[position, man]`, 64 for a captured man."""
    positions = file.positions(plies)
    name = f"{file.path.name}: S_{plies}"
    if positions.size and (positions[0] < 0 or int(positions[-1]) >> (7 * len(file.men) + 1)):
        worst = positions[0] if positions[0] < 0 else positions[-1]
        raise NotebookError(f"{name} holds {worst}, which is not a position of {len(file.men)} men")
    shifts = np.arange(len(file.men), dtype=np.int64) * 7 + 1
    fields = positions[:, None] >> shifts & 127
    fields[fields == CAPTURED] = 65
    kings = [man.piece_type == chess.KING for man in file.men]
    bad = (fields < 1) | (fields > 65) | ((fields == 65) & kings)
    if bad.any():
        worst = positions[np.flatnonzero(bad.any(axis=1))[0]]
        raise NotebookError(f"{name} holds {worst}, in which a man is not on a square of the board")
    return 1 - (positions & 1 ^ white_bit), fields - 1


def _by_men(squares: Positions) -> Iterator[tuple[tuple[int, ...], NDArray[np.int64]]]:
    """Yield the men on the board, and the places of the positions with exactly these."""
    masks = (squares < 64) @ (1 << np.arange(squares.shape[1]))
    for mask in np.unique(masks).tolist():
        present = tuple(man for man in range(squares.shape[1]) if mask >> man & 1)
        yield present, np.flatnonzero(masks == mask)


def _white_bit(file: NotebookFile) -> int:
    """Return the value of bit 0 that makes more positions of S_0 mates with White to move, or 1."""
    turns, squares = _decoded(file, 0, 1)
    mates = [0, 0]
    for place in np.linspace(0, len(squares) - 1, min(_MOST_MATES, len(squares))).astype(int):
        for bit in (0, 1):
            turn = bool(turns[place]) == bool(bit)
            board = _board(file.men, turn, squares[place].tolist())
            mates[bit] += board.is_valid() and board.is_checkmate()
    return 0 if mates[0] > mates[1] else 1


def _board(men: Men, turn: bool, squares: list[int]) -> chess.Board:
    board = chess.Board(None)
    board.turn = turn
    for man, square in zip(men, squares, strict=True):
        if square < 64:
            board.set_piece_at(square, man)
    return board


def _words(board: chess.Board, code: int) -> str:
    if not board.is_valid():
        return "an impossible position"
    return words(value(code), CHESS_TERMS, board.turn)


def _code(plies: int) -> int:
    return (plies + 1) // 2 if plies % 2 else LOST + plies // 2


# Writing ----------------------------------------------------------------------------------------


def export(material: Material, path: Path, directory: Path, *, captured: bool = False) -> list[int]:
    """Write the sets of our table of `material` to `path`; return the number of positions in each.

    Each position is written in all its symmetric images and in every order of like pieces. With
    `captured`, positions with captured men follow from the smaller tables.

    Raises:
        InputError: `material` has more than four men.
        MissingTableError: A table is missing.
        TableError: A table is damaged.
        OSError: `path` cannot be written; an existing file is unchanged.
    """
    if material.men > MOST_MEN:
        raise InputError(
            f"{material} has {material.men} men, and its sets would not fit into the memory of a "
            f"notebook: tables of up to {MOST_MEN} men are exported"
        )
    men = _listed(material)
    tables = _Tables(directory, men)
    parts = [(present, _needed(tables, present)) for present in _subsets(men, smaller=captured)]
    counts: list[int] = []
    with open_atomically(path) as file:
        notebook_file.write(file, men, _sets(men, parts, counts.append))
    return counts


_Part = tuple[tuple[int, ...], Codes]


def _sets(men: Men, parts: list[_Part], count: Callable[[int], None]) -> Iterator[Positions]:
    codes = {int(code) for _, values in parts for code in np.unique(values)} - {0}
    last = max((_plies(code) for code in codes), default=0)
    for plies in range(last + 1):
        found = [_encoded(men, present, values, _code(plies)) for present, values in parts]
        positions = np.concatenate(found)
        count(len(positions))
        yield positions


def _encoded(men: Men, present: tuple[int, ...], values: Codes, code: int) -> Positions:
    """Return the integers of all positions with one value; absent men are captured."""
    places = np.flatnonzero(values.reshape(-1) == code)
    positions = 1 - (places >> 6 * len(present))
    for man in range(len(men)):
        field: NDArray[np.int64] | int = CAPTURED
        if man in present:
            field = (places >> 6 * (len(present) - 1 - present.index(man)) & 63) + 1
        positions |= field << 7 * man + 1
    return positions


def _plies(code: int) -> int:
    plies = value(code).plies
    assert plies is not None
    return plies


def _listed(material: Material) -> Men:
    return tuple(
        chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), colour)
        for colour, side in ((chess.WHITE, material.white), (chess.BLACK, material.black))
        for letter in side
    )


def _subsets(men: Men, *, smaller: bool) -> Iterator[tuple[int, ...]]:
    """Yield all men, then, if `smaller`, every subset with both kings and at least one more man."""
    kings = [i for i, man in enumerate(men) if man.piece_type == chess.KING]
    others = [i for i in range(len(men)) if i not in kings]
    for number in range(len(others), 0 if smaller else len(others) - 1, -1):
        for chosen in combinations(others, number):
            yield tuple(sorted((*kings, *chosen)))


def _needed(tables: "_Tables", present: tuple[int, ...]) -> Codes:
    codes = tables.codes(present)
    if codes is None:
        material = tables.material(present).canonical()
        raise MissingTableError(f"no table for {material}: build it with millmate build {material}")
    return codes


# Expanded tables --------------------------------------------------------------------------------


class _Tables:
    """The codes of a notebook's positions, `codes[Black to move, a square for each man]`."""

    def __init__(self, directory: Path, men: Men) -> None:
        self._directory = directory
        self._men = men
        self._known: dict[tuple[int, ...], Codes | None] = {}

    def material(self, present: tuple[int, ...]) -> Material:
        board = chess.BaseBoard(None)
        for square, man in enumerate(present):
            board.set_piece_at(square, self._men[man])
        return Material.of(chess.Board(f"{board.board_fen()} w - - 0 1"))

    def codes(self, present: tuple[int, ...]) -> Codes | None:
        """Return the codes with exactly these men on the board, None if no table has them."""
        if present not in self._known:
            self._known[present] = self._spread(present)
        return self._known[present]

    def _spread(self, present: tuple[int, ...]) -> Codes | None:
        material = self.material(present)
        canonical = material.canonical()
        if canonical.men == 2:
            return np.zeros((2, 64, 64), np.uint8)
        if canonical.men > MOST_MEN or not store.exists(self._directory, canonical):
            return None
        values, axes = spread(store.opened(self._directory, canonical))
        if material != canonical:
            values = values[::-1][np.ix_(np.arange(2), *[_FLIPPED] * len(axes))]
            axes = [chess.Piece(man.piece_type, not man.color) for man in axes]
        order: list[int] = []
        for man in present:  # like men have like axes: each one takes the next
            like = [axis for axis, other in enumerate(axes) if other == self._men[man]]
            order.append(next(axis for axis in like if axis not in order))
        return np.ascontiguousarray(np.transpose(values, (0, *(axis + 1 for axis in order))))


_FLIPPED = np.arange(64) ^ 56


def spread(table: Table) -> tuple[Codes, list[chess.Piece]]:
    """Return a table as `values[Black to move, a square for each man]`, and the men.

    All symmetric images of a position have its value, in every order of like pieces; illegal
    positions have 0.
    """
    layout = table.layout
    men = [chess.Piece(chess.KING, chess.WHITE)]
    men += [chess.Piece(k, w) for k, w in zip(layout.kinds, layout.white, strict=True)]
    for colour, number in zip(chess.COLORS, layout.pawns, strict=True):
        men += [chess.Piece(chess.PAWN, colour)] * number
    men.append(chess.Piece(chess.KING, chess.BLACK))
    values = np.zeros((2, *[64] * len(men)), np.uint8)
    for side in (0, 1):
        for number in range(layout.slices):
            part = table.slice_values(side == 0, number)
            _put(
                layout,
                number,
                part.reshape(len(layout.kings), *[64] * (layout.pieces + 1)),
                values[side],
            )
    return values, men


def _put(layout: Layout, number: int, part: Codes, values: Codes) -> None:
    if any(layout.pawns):
        for symmetry in TRANSFORMED[:2]:
            image = part[np.ix_(*[np.argsort(symmetry)] * part.ndim)]
            for pawns in _orders(layout.placements[number], symmetry):
                values[(slice(None),) * (part.ndim - 1) + pawns] = image
        return
    for symmetry in TRANSFORMED:
        source = np.argsort(symmetry)
        for index, king in enumerate(layout.kings):
            values[symmetry[king]] = part[index][np.ix_(*[source] * (part.ndim - 1))]


def _orders(
    placement: tuple[Iterable[int], Iterable[int]], symmetry: NDArray[np.integer]
) -> Iterator[tuple[int, ...]]:
    """Yield the squares of the pawns after a symmetry, in every order of like pawns."""
    white, black = ([int(symmetry[square]) for square in side] for side in placement)
    for whites in permutations(white):
        for blacks in permutations(black):
            yield (*whites, *blacks)
