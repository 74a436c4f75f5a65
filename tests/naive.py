"""Slow, obvious references for the fast code: chess endings with python-chess only.

Values are a table's codes: 0 draw, n in 1..127 the side to move mates in n moves, 128 + n it is
mated in n moves.
"""

import io
import lzma
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import TypeVar

import chess

LOST = 128

Node = TypeVar("Node", bound=Hashable)

# Where each square goes under the eight symmetries of the board.
SYMMETRIES = [
    [transform(square) for square in range(64)]
    for transform in (
        lambda s: s,
        lambda s: s ^ 7,
        lambda s: s ^ 56,
        lambda s: s ^ 63,
        lambda s: (s & 7) << 3 | s >> 3,
        lambda s: ((s & 7) << 3 | s >> 3) ^ 7,
        lambda s: ((s & 7) << 3 | s >> 3) ^ 56,
        lambda s: ((s & 7) << 3 | s >> 3) ^ 63,
    )
]

# Those that bring a square to where the least of its images is.
_TO_LEAST = [
    [symmetry for symmetry in SYMMETRIES if symmetry[s] == min(each[s] for each in SYMMETRIES)]
    for s in range(64)
]
_TRIANGLE = {min(symmetry[square] for symmetry in SYMMETRIES) for square in range(64)}


def images(board: chess.Board) -> set[str]:
    """Return the FENs of a position seen from every side that leaves its pawns' way as it is."""
    seen = set()
    for symmetry in SYMMETRIES[:2] if board.pawns else SYMMETRIES:
        image = board.copy(stack=False)
        image.set_piece_map({symmetry[s]: piece for s, piece in board.piece_map().items()})
        seen.add(image.fen())
    return seen


# The code of a position outside the solved ones, for its side to move.
Elsewhere = Callable[[chess.Board], int]


# A position among those with the same pawns: the squares of the other men, and the side to move.
Position = tuple[tuple[int, ...], chess.Color]


# One move ahead -----------------------------------------------------------------------------------


def backed_up(board: chess.Board, value: Elsewhere) -> int:
    """Return the code of `board` from those of the positions that its legal moves lead to.

    `value` is asked for positions without en passant; one with a legal en passant capture is
    backed up itself, so that the capture takes part in its value as one move among the others.
    """
    after = []
    for move in list(board.legal_moves):
        board.push(move)
        after.append(backed_up(board, value) if board.has_legal_en_passant() else value(board))
        board.pop()
    return best(after, board.is_check())


def best(after: Iterable[int], check: bool) -> int:
    """Return the code of a position from those of its successors; `check`: its king is attacked."""
    codes = list(after)
    if not codes:
        return LOST if check else 0
    if lost := [code for code in codes if code >= LOST]:
        return min(lost) - LOST + 1
    return 0 if 0 in codes else LOST + max(codes)


def before_zeroing(code: int, zeroing: bool) -> int:
    """Return the code of plies to zeroing for the side whose move leads to one, by `code`."""
    if code == 0:
        return 0
    plies = code % LOST
    if zeroing:
        plies = 0 if plies <= 100 else 100
    return plies + 1 if code >= LOST else LOST + plies + 1


def best_to_zeroing(codes: Iterable[int], check: bool) -> int:
    """Return the code of a position from what its moves give; `check`: its king is attacked."""
    found = list(codes)
    if not found:
        return LOST if check else 0
    won = [code for code in found if 0 < code < LOST]
    return min(won) if won else 0 if 0 in found else max(found)


# Forward search -----------------------------------------------------------------------------------


def mates_in(board: chess.Board, most: int) -> int | None:
    """Return the number of moves in which the side to move mates, None if more than `most`."""
    return next((moves for moves in range(1, most + 1) if _mates(board, moves)), None)


def mated_in(board: chess.Board, most: int) -> int | None:
    """Return the number of moves in which the side to move is mated, None if more than `most`."""
    return next((moves for moves in range(most + 1) if _mated(board, moves)), None)


def _mates(board: chess.Board, moves: int) -> bool:
    return moves > 0 and any(_after(board, move, _mated, moves - 1) for move in board.legal_moves)


def _mated(board: chess.Board, moves: int) -> bool:
    if not any(board.legal_moves):
        return board.is_check()
    return moves > 0 and all(_after(board, move, _mates, moves) for move in board.legal_moves)


def _after(
    board: chess.Board, move: chess.Move, says: Callable[[chess.Board, int], bool], moves: int
) -> bool:
    board.push(move)
    try:
        return says(board, moves)
    finally:
        board.pop()


# All positions of a material, or of a slice of it -------------------------------------------------


def solve(name: str, pawns: tuple[int, ...], elsewhere: Elsewhere) -> dict[Position, int]:
    """Return the value of every legal position of the men in `name` with the pawns on `pawns`.

    `name` has White's men first, such as `KRPkp`; `pawns` are their squares in the same order, and
    the keys are those that `position` returns. `elsewhere` gives the values after captures and
    pawn moves.
    """
    successors: dict[Position, list[Position | int]] = {}
    mates = set()
    for here, board in boards(name, pawns):
        successors[here] = [_successor(here, board, m, elsewhere) for m in list(board.legal_moves)]
        if not successors[here] and board.is_check():
            mates.add(here)
    return _retrograde(successors, mates)


Slices = dict[tuple[str, tuple[int, ...]], bytes]

# All slices of three men, each after those that its moves lead to.
THREE: list[tuple[str, tuple[int, ...]]] = [
    *(("KQk", ()), ("KRk", ())),
    *(("KPk", (square,)) for square in range(55, 7, -1) if square & 7 < 4),
]
_KEPT = Path(__file__).parent / "data" / "naive_three.xz"  # written by `python -m tests.naive`
_NONE = 255


def three(board: chess.Board, slices: Slices | None = None) -> int:
    """Return the code of a position of two kings and at most one more man."""
    if board.is_insufficient_material():
        return 0
    (man,) = chess.SquareSet(board.occupied & ~board.kings)
    if board.color_at(man) == chess.BLACK:
        return three(board.mirror(), slices)
    if board.pawns and man & 7 >= 4:
        return three(board.transform(chess.flip_horizontal), slices)
    name, pawns = f"K{board.piece_at(man)}k", (man,) if board.pawns else ()
    return (slices or _solved_before())[name, pawns][_number(*position(name, board))]


@cache
def _solved_before() -> Slices:
    content = io.BytesIO(lzma.decompress(_KEPT.read_bytes()))
    return {each: content.read(2 * 64 ** (2 if each[1] else 3)) for each in THREE}


def slice_of_three(name: str, pawns: tuple[int, ...]) -> dict[Position, int]:
    """Return the values of a slice as `solve` found them once: all of them take half a minute."""
    values, places = _solved_before()[name, pawns], product(range(64), repeat=2 if pawns else 3)
    codes = {
        (squares, turn): values[_number(squares, turn)]
        for squares in places
        for turn in (True, False)
    }
    return {key: code for key, code in codes.items() if code != _NONE}


def _number(squares: tuple[int, ...], turn: bool) -> int:
    number = int(turn)
    for square in squares:
        number = 64 * number + square
    return number


def _keep() -> None:
    slices: Slices = {}
    for name, pawns in THREE:
        values = bytearray([_NONE] * 2 * 64 ** (2 if pawns else 3))
        for key, code in solve(name, pawns, lambda board: three(board, slices)).items():
            values[_number(*key)] = code
        slices[name, pawns] = bytes(values)
    _KEPT.write_bytes(lzma.compress(b"".join(slices.values())))


def position(name: str, board: chess.Board) -> Position:
    """Return the key of the position on `board`, which has the men of `name`.

    Without pawns, the eight symmetric images of a position share a key.
    """
    squares = tuple(
        square
        for symbol in dict.fromkeys(name.replace("P", "").replace("p", ""))
        for square in _squares(board, symbol)
    )
    return squares if "p" in name.lower() else _alike(squares), board.turn


def _squares(board: chess.Board, symbol: str) -> chess.SquareSet:
    piece = chess.Piece.from_symbol(symbol)
    return board.pieces(piece.piece_type, piece.color)


@cache
def _alike(squares: tuple[int, ...]) -> tuple[int, ...]:
    return min(tuple([symmetry[s] for s in squares]) for symmetry in _TO_LEAST[squares[0]])


def boards(name: str, pawns: tuple[int, ...]) -> Iterator[tuple[Position, chess.Board]]:
    """Yield every legal position with its key, one of each set of symmetric ones."""
    order = [symbol for symbol in name if symbol in "Pp"]
    others = [symbol for symbol in name if symbol not in "Pp"]
    assert len(set(others)) == len(others), "like pieces are not told apart"
    for squares in permutations([s for s in range(64) if s not in pawns], len(others)):
        if not order and (squares[0] not in _TRIANGLE or _alike(squares) != squares):
            continue
        board = chess.Board(None)
        for symbol, square in zip(order + others, pawns + squares, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        for board.turn in chess.COLORS:
            if not board.was_into_check():
                yield (squares, board.turn), board


def _successor(
    here: Position, board: chess.Board, move: chess.Move, elsewhere: Elsewhere
) -> Position | int:
    """Return the result of `move`: another position of the slice, or a code."""
    if not board.is_zeroing(move):
        return _moved(here, move, bool(board.pawns))
    board.push(move)
    code = backed_up(board, elsewhere) if board.has_legal_en_passant() else elsewhere(board)
    board.pop()
    return code


# The fifty-move rule ------------------------------------------------------------------------------


def plies_to_zeroing(
    name: str, pawns: tuple[int, ...], winner: chess.Color, keeps: Callable[[chess.Board], bool]
) -> dict[Position, int]:
    """Return how soon a side can force mate, or a zeroing move that keeps its win, ply by ply.

    `keeps` returns whether the winner wins a position after a capture or a pawn move.
    Positions in which it can force neither have no entry; for the others see `solve`.
    """
    following: dict[Position, tuple[list[Position], list[bool]]] = {}
    plies: dict[Position, int] = {}
    for here, board in boards(name, pawns):
        quiet = [move for move in board.legal_moves if not board.is_zeroing(move)]
        zeroing = [move for move in board.legal_moves if board.is_zeroing(move)]
        following[here] = (
            [_moved(here, move, bool(board.pawns)) for move in quiet],
            [_kept(board, move, keeps) for move in zeroing],
        )
        if board.turn != winner and board.is_checkmate():
            plies[here] = 0
        if not quiet and not zeroing:
            del following[here]
    ply, found_before = 0, 1
    while True:
        ply += 1
        found = []
        for here, (quiet, zeroing) in following.items():
            reached = [plies.get(after, ply) < ply for after in quiet] + zeroing
            if here not in plies and (any(reached) if here[1] == winner else all(reached)):
                found.append(here)
        plies.update(dict.fromkeys(found, ply))
        if ply > 1 and not found and not found_before:
            return plies
        found_before = len(found)


def at_clocks(
    name: str, pawns: tuple[int, ...], elsewhere: Elsewhere
) -> dict[int, dict[Position, int]]:
    """Return, by the clock, the code of every legal position under the fifty-move rule.

    At 100 plies all but mated positions are drawn. `elsewhere` gives values at clock 0; for
    the other arguments see `solve`.
    """
    successors, values = {}, dict[Position, int]()
    for here, board in boards(name, pawns):
        successors[here] = [_successor(here, board, m, elsewhere) for m in list(board.legal_moves)]
        values[here] = LOST if board.is_checkmate() else 0
    mates, found = {here for here, code in values.items() if code}, {100: values}
    for clock in range(99, -1, -1):
        above = found[clock + 1]
        found[clock] = {
            here: best([x if isinstance(x, int) else above[x] for x in after], here in mates)
            for here, after in successors.items()
        }
    return found


def _moved(here: Position, move: chess.Move, pawned: bool) -> Position:
    squares = tuple(move.to_square if s == move.from_square else s for s in here[0])
    return squares if pawned else _alike(squares), not here[1]


def _kept(board: chess.Board, move: chess.Move, keeps: Callable[[chess.Board], bool]) -> bool:
    after = board.copy(stack=False)
    after.push(move)
    return keeps(after)


def _retrograde(successors: dict[Node, list[Node | int]], mates: set[Node]) -> dict[Node, int]:
    """Find the values in the order of their distances; the remaining positions are draws."""
    before = defaultdict(list)
    outside = defaultdict(set)  # positions by the code that a way out of the slice may give them
    for here, after in successors.items():
        for there in after:
            if not isinstance(there, int):
                before[there].append(here)
            elif there:
                outside[there - LOST + 1 if there >= LOST else there + LOST].add(here)
    values = dict.fromkeys(mates, LOST)
    news = list(mates)
    for code in [c for moves in range(1, 128) for c in (moves, LOST + moves)]:
        asked = outside[code].union(here for there in news for here in before[there])
        news = [p for p in asked if p not in values and _is(code, successors[p], values)]
        values.update(dict.fromkeys(news, code))
    return {here: values.get(here, 0) for here in successors}


def reached(
    board: chess.Board, outside: Callable[[chess.Board], int | None]
) -> list[tuple[chess.Board, int]]:
    """Return all positions that can come of one with their codes.

    Where `outside` returns a code, it is taken for the position's.
    """
    # The keys take a tenth of the time that a FEN takes.
    boards = {board._transposition_key(): board.copy(stack=False)}
    successors: dict[Hashable, list[Hashable | int]] = {}
    mates: set[Hashable] = set()
    codes: dict[Hashable, int | None] = {}
    fresh = list(boards)
    while fresh:
        here = fresh.pop()
        board, successors[here] = boards[here], []
        if board.is_checkmate():
            mates.add(here)
        for move in list(board.legal_moves):
            board.push(move)
            there = board._transposition_key()
            if there not in boards and there not in codes:
                codes[there] = outside(board)
                if codes[there] is None:
                    boards[there] = board.copy(stack=False)
                    fresh.append(there)
            code = codes.get(there)
            successors[here].append(there if code is None else code)
            board.pop()
    return [(boards[here], code) for here, code in _retrograde(successors, mates).items()]


def _is(code: int, after: list[Node | int], values: dict[Node, int]) -> bool:
    """Return whether a position has `code`, given all shorter distances."""
    codes = [a if isinstance(a, int) else values.get(a, 0) for a in after]
    if code < LOST:
        return LOST + code - 1 in codes
    return bool(codes) and all(0 < c <= code - LOST for c in codes)


# Single positions ---------------------------------------------------------------------------------


def wins(board: chess.Board, code: Elsewhere) -> int:
    """Return whether the side to move wins (1), draws (0) or loses (-1)."""
    found = code(board)
    return -1 if found >= LOST else min(found, 1)


def zugzwang(board: chess.Board, code: Elsewhere) -> tuple[int, int] | None:
    """Return White's results with White and with Black to move in mutual zugzwang, else None."""
    results = []
    for turn in chess.COLORS:
        asked = board.copy(stack=False)
        asked.turn = turn
        if not asked.is_valid():
            return None
        results.append(wins(asked, code) * (1 if turn else -1))
    white, black = results
    return (white, black) if white < black else None


def only_move(board: chess.Board, wdl: int, code: Elsewhere) -> bool:
    """Return whether exactly one legal move leads to the result `wdl`, and none to a better one."""
    results = []
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        results.append(-wins(after, code))
    return results.count(wdl) == 1 and max(results) == wdl


# Helpmates ----------------------------------------------------------------------------------------


def with_helpmate(
    name: str,
    pawns: tuple[int, ...],
    victim: chess.Color,
    elsewhere: Callable[[chess.Board], bool],
) -> tuple[set[Position], set[Position]]:
    """Return all positions of a slice, and those from which `victim` can be mated by any moves.

    `elsewhere` tells it of the positions after captures and pawn moves; for the others see `solve`.
    """
    before, found, every = defaultdict(list), list[Position](), set[Position]()
    for here, board in boards(name, pawns):
        every.add(here)
        reached = board.turn == victim and board.is_checkmate()
        for move in list(board.legal_moves):
            if board.is_zeroing(move):
                reached = reached or _kept(board, move, elsewhere)
            else:
                before[_moved(here, move, bool(board.pawns))].append(here)
        if reached:
            found.append(here)
    alive = set(found)
    while found:
        found = [p for p in {b for here in found for b in before[here]} if p not in alive]
        alive.update(found)
    return every, alive


if __name__ == "__main__":
    _keep()
