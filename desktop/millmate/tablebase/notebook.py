"""Compare the sets S_n of the student notebooks with our tables, and export our tables to them.

A position is an integer: bit 0 the side to move, then seven bits for each man in the order of the
file's list: its square + 1, or 127 once it is captured. S_0 holds the mated positions, S_n those in
which the side to move mates (n odd) or is mated (n even) in n plies. The file does not define the
meaning of bit 0: we write 1 for White, as python-chess does, and read the meaning by which the
positions of S_0 are mates.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product
from pathlib import Path

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.errors import InputError
from millmate.files import open_atomically
from millmate.games.chess.material import Material
from millmate.games.value import CHESS_TERMS, words
from millmate.tablebase import notebook_file
from millmate.tablebase.layout import LOST, value
from millmate.tablebase.notebook_file import NotebookError, NotebookFile
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.verdict import MissingTableError

CAPTURED = 127
MOST_MEN = 4  # memory takes two times 64 to this power in bytes
_MOST_MATES = 200  # positions examined to find the meaning of bit 0

Codes = NDArray[np.uint8]
Positions = NDArray[np.int64]
Men = tuple[chess.Piece, ...]
# Returns the codes with exactly these men of a notebook on the board, None if no table has them.
Read = Callable[[tuple[int, ...]], Codes | None]


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
    read = _reader(directory, file.men)
    white_bit = _white_bit(file)
    sets = []
    for plies in range(file.sets):
        sets.append(_report(file, plies, white_bit, read))
        found(sets[-1])
    return Comparison(file.men, white_bit, tuple(sets))


def _report(file: NotebookFile, plies: int, white_bit: int, read: Read) -> SetReport:
    turns, squares = _decoded(file, plies, white_bit)
    said, code = _said(turns, squares, read), _code(plies)
    differing = np.flatnonzero((said >= 0) & (said != code))
    agree, unknown = int(np.count_nonzero(said == code)), int(np.count_nonzero(said < 0))
    whole = read(tuple(range(len(file.men))))
    ours = None if whole is None else int(np.count_nonzero(whole == code))
    report = SetReport(plies, len(squares), agree, differing.size, unknown, ours)
    if not differing.size:
        return report
    place = int(differing[0])
    board = _board(file.men, bool(turns[place]), squares[place].tolist())
    told = words(value(int(said[place])), CHESS_TERMS, board.turn)
    we_say = told if board.is_valid() else "an impossible position"
    return replace(report, first_difference=board.fen(), we_say=we_say)


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


def _said(turns: Positions, squares: Positions, read: Read) -> Positions:
    """Return our codes of positions, -1 where no table has the men that are on the board."""
    said = np.full(len(squares), -1)
    masks = (squares < 64) @ (1 << np.arange(squares.shape[1]))
    for mask in np.unique(masks).tolist():
        present = tuple(man for man in range(squares.shape[1]) if mask >> man & 1)
        codes, chosen = read(present), np.flatnonzero(masks == mask)
        if codes is not None:
            said[chosen] = codes[(1 - turns[chosen], *squares[chosen][:, present].T)]
    return said


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
    men = tuple(map(chess.Piece.from_symbol, material.white + material.black.lower()))
    read = _reader(directory, men)
    parts, counts = list[_Part](), list[int]()
    for present in _subsets(men, smaller=captured):
        if (codes := read(present)) is None:
            missing = _material([men[man] for man in present]).canonical()
            told = f"no table for {missing}: build it with millmate build {missing}"
            raise MissingTableError(told)
        parts.append((present, codes))
    with open_atomically(path) as file:
        notebook_file.write(file, men, _sets(men, parts, counts.append))
    return counts


_Part = tuple[tuple[int, ...], Codes]


def _sets(men: Men, parts: list[_Part], count: Callable[[int], None]) -> Iterator[Positions]:
    codes = {int(code) for _, values in parts for code in np.unique(values)}
    last = max(value(code).plies or 0 for code in codes)
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


def _subsets(men: Men, *, smaller: bool) -> Iterator[tuple[int, ...]]:
    """Yield all men, then, if `smaller`, every subset with both kings and at least one more man."""
    kings = {i for i, man in enumerate(men) if man.piece_type == chess.KING}
    for number in range(len(men), 2 if smaller else len(men) - 1, -1):
        yield from filter(kings.issubset, combinations(range(len(men)), number))


# Expanded tables --------------------------------------------------------------------------------


def _reader(directory: Path, men: Men) -> Read:
    tables = Tablebase(directory)

    @cache
    def read(present: tuple[int, ...]) -> Codes | None:
        with suppress(MissingTableError):
            if len(present) <= MOST_MEN:
                return spread(tables, [men[man] for man in present])
        return None

    return read


def spread(tables: Tablebase, men: Sequence[chess.Piece]) -> Codes:
    """Return the codes of all positions of men, `codes[Black to move, a square for each man]`.

    Illegal positions have 0.

    Raises:
        MissingTableError: There is no table of these men.
        TableError: The table is damaged.
    """
    codes = np.zeros((2, *[64] * len(men)), np.uint8)
    if len(men) == 2:
        return codes
    others = np.indices(codes.shape[2:], np.uint8).reshape(len(men) - 1, -1)
    order = sorted(range(len(men)), key=lambda man: _rank(men[man]))
    for side, first in product((0, 1), chess.SQUARES):
        squares = np.vstack([np.full_like(others[:1], first), others])[order].T
        turns = np.full(len(squares), side == 0)
        found = tables.probe_many(_material(men), turns, squares)
        codes[side, first] = found.reshape(codes.shape[2:])
    return codes


def _material(men: Iterable[chess.Piece]) -> Material:
    letters = "".join(man.symbol() for man in sorted(men, key=_rank))
    black = letters.index("k")
    return Material(letters[:black], letters[black:].upper())


def _rank(man: chess.Piece) -> tuple[bool, int]:
    """Return a key that sorts men as a material's name does."""
    return not man.color, -man.piece_type
