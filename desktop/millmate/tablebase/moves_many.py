"""Positions of few men as arrays, and their legal moves.

A position is a column of men (see `locate`), filled up with `NOBODY` where others have more of
them. Castling and captures en passant are left out: `Moves.passing` marks the moves after which a
pawn might be captured en passant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.games.chess.material import Material
from millmate.kernels.chess_probe import find_targets
from millmate.tablebase.locate import BLACK, LETTERS

NOBODY = 64 * len(LETTERS)
# By place in `LETTERS`: python-chess's kind of a man, 0 for `NOBODY`.
KINDS = np.array([6, 5, 4, 3, 2, 1, 6, 5, 4, 3, 2, 1, 0])
_ONE = np.uint64(1)
_PROMOTIONS = 4  # kinds that a pawn can promote to, queen first

Bits = NDArray[np.uint64]  # sets of squares
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


class Boards(NamedTuple):
    """Positions: whether White is to move, bool[n], and the men, int[most men, n]."""

    turns: Bools
    men: Ints

    def at(self, numbers: Ints | Bools) -> Boards:
        """Return some of them."""
        return Boards(self.turns[numbers], self.men[:, numbers])

    def and_those(self, others: Boards) -> Boards:
        """Return these and others, which have the same number of rows of men."""
        turns = np.concatenate([self.turns, others.turns])
        return Boards(turns, np.concatenate([self.men, others.men], axis=1))

    def board(self, number: int) -> chess.Board:
        """Return one of them."""
        found = chess.Board(None)
        for man in self.men[:, number].tolist():
            if man < NOBODY:
                found.set_piece_at(man & 63, chess.Piece.from_symbol(LETTERS[man >> 6]))
        found.turn = bool(self.turns[number])
        return found


def boards_of(positions: Sequence[chess.Board]) -> Boards:
    """Return positions as arrays, without their rights to castle or to capture en passant."""
    rows = [
        (*(b.kings, b.queens, b.rooks, b.bishops, b.knights, b.pawns), *b.occupied_co, b.turn)
        for b in positions
    ]
    table = np.array(rows, np.uint64).reshape(-1, 9).T
    men = [np.full((0, len(rows)), NOBODY)]
    for place in range(len(LETTERS)):
        left = table[place % 6] & table[7 - place // 6]  # python-chess has Black first
        while left.any():
            rest = left & (left - _ONE)
            squares = np.bitwise_count((left ^ rest) - _ONE)
            men.append(np.where(left != 0, 64 * place + squares.astype(np.int64), NOBODY)[None])
            left = rest
    every = np.sort(np.concatenate(men), axis=0)
    return Boards(table[8].astype(np.bool_), every[: (every < NOBODY).any(axis=1).sum()])


class BoardGroup(NamedTuple):
    """Boards of one material, White's men first, whichever side is the stronger.

    `numbers` int64[n] are their places among all boards, `turns` bool[n] whether White is to move,
    `squares` int64[n, men] the men's, in the order of the material's name.
    """

    material: Material
    numbers: Ints
    turns: Bools
    squares: Ints


def by_material(boards: Boards) -> Iterator[BoardGroup]:
    """Yield boards by their materials."""
    key = np.zeros(len(boards.turns), np.int64)
    men = np.sort(boards.men, axis=0)
    for places in men >> 6:
        key = key * (len(LETTERS) + 1) + places
    order = np.argsort(key, kind="stable")
    for numbers in np.split(order, np.flatnonzero(np.diff(key[order])) + 1):
        if numbers.size:
            letters = "".join(LETTERS[man >> 6] for man in men[:, numbers[0]] if man < NOBODY)
            black = letters.index("k")
            squares = men[: len(letters), numbers].T & 63
            material = Material(letters[:black], letters[black:].upper())
            yield BoardGroup(material, numbers, boards.turns[numbers], squares)


def groups_of(positions: Sequence[chess.Board], most_men: int) -> Iterator[BoardGroup]:
    """Yield the boards of three to `most_men` men that tables hold directly.

    They have no castling, no en passant, nothing impossible; see `locate.fault_of`.
    """
    plain = [
        number
        for number, board in enumerate(positions)
        if 3 <= board.occupied.bit_count() <= most_men
        and not board.castling_rights
        and board.ep_square is None
        and not board.pawns & chess.BB_BACKRANKS
        and all((board.kings & side).bit_count() == 1 for side in board.occupied_co)
    ]
    boards = boards_of([positions[number] for number in plain])
    legal = np.flatnonzero(~states(Boards(~boards.turns, boards.men))[0])  # no king is captured
    numbers = np.array(plain, np.int64)[legal]
    for group in by_material(boards.at(legal)):
        yield group._replace(numbers=numbers[group.numbers])


class Moves(NamedTuple):
    """Moves of boards, as arrays of equal length.

    `of` is the number of the board; `man` the one that moves, with its square before; `to` its new
    square; `captured` the man that was there, or `NOBODY`; `promotion` python-chess's kind, or 0;
    `passing` whether a pawn passes another one, so that it might be captured en passant; `after`
    the positions that they lead to.
    """

    of: Ints
    man: Ints
    to: Ints
    captured: Ints
    promotion: Ints
    passing: Bools
    after: Boards

    @property
    def zeroing(self) -> Bools:
        """Whether they capture, or move a pawn."""
        return (self.captured < NOBODY) | _PAWNS[self.man]

    def at(self, numbers: Ints | Bools) -> Moves:
        """Return some of them."""
        arrays = (each[numbers] for each in self[:-1])
        return Moves._make([*arrays, self.after.at(numbers)])


def legal_moves(boards: Boards) -> Moves:
    """Return the legal moves of positions in which the side not to move is not in check."""
    rows, of, to = _steps(_look(boards)[0])
    man = boards.men[rows, of]
    last = (to < 8) | (to >= 56)
    repeats = np.where(last & _PAWNS[man], _PROMOTIONS, 1)
    if (repeats > 1).any():
        rows, of, to, man = (np.repeat(values, repeats) for values in (rows, of, to, man))
    firsts = np.repeat(np.cumsum(repeats) - repeats, repeats)
    repeats = np.repeat(repeats, repeats)
    promotion = np.where(repeats > 1, chess.QUEEN - (np.arange(len(to)) - firsts), 0)
    moved = (man & ~63 | to) - (promotion > 0) * (promotion - chess.PAWN << 6)
    men = boards.men[:, of]
    hit = (men & 63 == to) & (men < NOBODY)
    captured = np.where(hit, men, NOBODY).min(axis=0, initial=NOBODY)
    men[hit] = NOBODY
    men[rows, np.arange(len(to))] = moved
    after = Boards(~boards.turns[of], men)
    return Moves(of, man, to, captured, promotion, _passing(man, to, men), after)


def states(boards: Boards) -> tuple[Bools, Bools]:
    """Return whether the side to move is in check, and whether it has no legal move."""
    targets, checks = _look(boards)
    return checks, np.logical_not(targets.any(axis=0))


def _steps(targets: Bits) -> tuple[Ints, Ints, Ints]:
    """Return rows and columns of sets of squares, and a square, for each one in each set."""
    count = targets.shape[1]
    octets = np.ascontiguousarray(targets, "<u8").view(np.uint8)
    found = np.flatnonzero(np.unpackbits(octets, bitorder="little"))
    rows, of = np.divmod(found >> 6, max(count, 1))
    return rows, of, found & 63


def _passing(man: Ints, to: Ints, men: Ints) -> Bools:
    """Return whether moves are a pawn's of two ranks, to a square next to an enemy pawn."""
    passing: Bools = _PAWNS[man] & (abs(to - (man & 63)) == 16)
    some = np.flatnonzero(passing)
    if some.size:
        others, end = men[:, some], to[some]
        enemies = _PAWNS[others] & ((others < BLACK) != (man[some] < BLACK))
        beside = (abs((others & 63) - end) == 1) & (others >> 3 & 7 == end >> 3)
        passing[some] = (enemies & beside).any(axis=0)
    return passing


def _look(boards: Boards) -> tuple[Bits, Bools]:
    """Return where each man can legally go, and whether the sides to move are in check."""
    men = np.ascontiguousarray(boards.men)
    targets, checks = np.empty(men.shape, np.uint64), np.empty(len(boards.turns), np.bool_)
    room, white = np.empty((3, len(men)), np.int64), np.empty(len(men), np.bool_)
    find_targets(np.ascontiguousarray(boards.turns), men, targets, checks, room, white)
    return targets, checks


_PAWNS: Bools = KINDS[np.arange(NOBODY + 1) >> 6] == chess.PAWN
