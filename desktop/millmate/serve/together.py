"""Answer many positions together, by arrays, each with the same result as in `standard`.

Left to `standard` are positions with castling or captures en passant, those with too many men, and
those for which a table is missing or damaged, where solved positions may help.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple, TypeGuard

import chess
import numpy as np

from millmate import log
from millmate.serve.standard import SURE, Category, Value, answer, value
from millmate.serve.tables import Tables
from millmate.tablebase.chess_tables import MOST_MEN
from millmate.tablebase.distances import UNKNOWN, distances
from millmate.tablebase.moves_many import (
    KINDS,
    NOBODY,
    Boards,
    Bools,
    Ints,
    Moves,
    boards_of,
    legal_moves,
    states,
)
from millmate.tablebase.rule50 import LONGEST
from millmate.tablebase.sharded import TableError

Fields = dict[str, Any]

_FAR = 1 << 20  # plies beyond all distances


def answers(
    tables: Tables, asked: Sequence[chess.Board | Exception], moves: bool
) -> Iterator[Fields | Exception]:
    """Return the fields of the answer to each position, or its error.

    Tables are read for all positions before the first answer. An error, even an unexpected one,
    affects only one position: if they cannot be answered together, each is answered alone.

    Args:
        tables: The tables to use.
        asked: Results of `positions.position`, or errors, which are returned unchanged.
        moves: Whether to include the moves.
    """
    plain = {number: each for number, each in enumerate(asked) if _is_plain(each)}
    found: Iterator[Fields | None] = iter(())
    with _left_to_each():
        found = (_answers if moves else _values)(tables, list(plain.values()))
        found = _until_an_error(found)
    return (
        (number in plain and next(found, None)) or _alone(tables, each, moves)
        for number, each in enumerate(asked)
    )


@contextmanager
def _left_to_each() -> Iterator[None]:
    try:
        yield
    except TableError:  # some positions may not need the damaged table
        return
    except Exception as error:
        log.report("positions together", error)


def _until_an_error(found: Iterator[Fields | None]) -> Iterator[Fields | None]:
    with _left_to_each():
        yield from found


def _is_plain(asked: chess.Board | Exception) -> TypeGuard[chess.Board]:
    return (
        not isinstance(asked, Exception)
        and chess.popcount(asked.occupied) <= MOST_MEN
        and not asked.castling_rights
        and not asked.has_legal_en_passant()
    )


def _alone(tables: Tables, asked: chess.Board | Exception, moves: bool) -> Fields | Exception:
    if isinstance(asked, Exception):
        return asked
    try:
        return answer(tables, asked).fields() if moves else value(tables, asked).fields()
    except Exception as error:
        return error


def _values(tables: Tables, positions: Sequence[chess.Board]) -> Iterator[Fields | None]:
    """Return the fields of plain positions without moves, None if `standard` is needed."""
    clocks = _clocks(positions)
    own = _known(tables, boards_of(positions), clocks, np.maximum(clocks - 1, 0))
    sure = np.isin(own.category, SURE)
    doubtful = [positions[number] for number in np.flatnonzero(~sure).tolist()]
    others = (
        fields and {name: field for name, field in fields.items() if name != "moves"}
        for fields in _answers(tables, doubtful)
    )
    each = zip(sure.tolist(), own.rows(), strict=True)
    return (_fields(*row) if is_sure else next(others) for is_sure, row in each)


def _answers(tables: Tables, positions: Sequence[chess.Board]) -> Iterator[Fields | None]:
    """Return the fields of plain positions, None if `standard` is needed."""
    boards, clocks = boards_of(positions), _clocks(positions)
    moves = legal_moves(boards)
    before = clocks[moves.of]
    known = _known(
        tables,
        boards.and_those(moves.after),
        np.concatenate([clocks, np.where(moves.zeroing, 0, before + 1)]),
        np.concatenate([np.maximum(clocks - 1, 0), before]),
    )
    number = len(positions)
    own, after = known.at(slice(number)), known.at(slice(number, None))
    order = _order(moves, after, own.check)
    moves, after = moves.at(order), after.at(order)
    firsts = np.flatnonzero(np.diff(moves.of, prepend=-1))
    best = after.category[firsts]
    own.category[moves.of[firsts]] = np.where(best == Category.UNKNOWN, best, -best)
    odd = own.category == Category.UNKNOWN
    odd[moves.of[moves.passing]] = True
    if tables.solved.most_men():
        odd |= (own.dtz == UNKNOWN) & (own.dtm == UNKNOWN)
    counts = np.bincount(moves.of, minlength=number)
    written = _written(moves, after)
    lists = (list(islice(written, count)) for count in counts.tolist())
    each = zip(odd.tolist(), own.rows(), lists, strict=True)
    return (None if left else _fields(*row) | {"moves": found} for left, row, found in each)


def _clocks(positions: Sequence[chess.Board]) -> Ints:
    """Return the clocks of positions; all that exceed the fifty-move rule are equal."""
    return np.array([min(board.halfmove_clock, LONGEST + 1) for board in positions], np.int64)


class _Known(NamedTuple):
    """The fields of `Value` for many positions, and whether they are check.

    Unknown distances are `UNKNOWN` instead of None.
    """

    check: Bools
    category: Ints
    checkmate: Bools
    stalemate: Bools
    insufficient_material: Bools
    dtz: Ints
    dtm: Ints

    def at(self, numbers: Ints | slice) -> "_Known":
        """Return the values at some positions."""
        return _Known._make(each[numbers] for each in self)

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Return the arguments of `_fields` for each position."""
        return zip(*(each.tolist() for each in self[1:]), strict=True)


def _known(tables: Tables, boards: Boards, clocks: Ints, before: Ints) -> _Known:
    """Return the values of positions; `before` is the clock before their last moves."""
    check, final = states(boards)
    dtz, dtm = distances(tables.zeroing, boards), distances(tables.mate, boards)
    dead, mate, stalemate = _insufficient(boards), check & final, ~check & final
    known, late = np.where(dtz == UNKNOWN, dtm, dtz), before >= LONGEST
    in_time = ~late & (abs(known) + clocks <= LONGEST)
    surely_late = (dtz != UNKNOWN) | late | (clocks >= LONGEST)
    won = np.where(surely_late, Category.CURSED_WIN, Category.MAYBE_WIN)
    won[in_time] = Category.WIN
    category = np.sign(known) * won
    category[known == UNKNOWN] = Category.UNKNOWN
    category[mate] = np.where(late[mate], Category.BLESSED_LOSS, Category.LOSS)
    dtz[mate], dtm[mate] = -1, UNKNOWN
    drawn = ~mate & (stalemate | dead)
    for values, value_ in ((category, Category.DRAW), (dtz, 0), (dtm, 0)):
        values[drawn] = value_
    return _Known(check, category, mate, stalemate, dead & ~mate, dtz, dtm)


def _insufficient(boards: Boards) -> Bools:
    """Return whether neither side has enough men to mate."""
    kinds = KINDS[boards.men >> 6]
    heavy = np.isin(kinds, (chess.PAWN, chess.ROOK, chess.QUEEN)).any(axis=0)
    knights, bishops = (kinds == chess.KNIGHT).sum(axis=0), kinds == chess.BISHOP
    dark = (boards.men >> 3 ^ boards.men) & 1 == 0
    both = (bishops & dark).any(axis=0) & (bishops & ~dark).any(axis=0)
    one_knight = (knights == 1) & ~bishops.any(axis=0)
    dead: Bools = ~heavy & (one_knight | (knights == 0) & ~both)
    return dead


@lru_cache(10_000)
def _fields(
    category: int, checkmate: bool, stalemate: bool, insufficient: bool, dtz: int, dtm: int
) -> Fields:
    flags = checkmate, stalemate, insufficient
    dtz_, dtm_ = (None if plies == UNKNOWN else plies for plies in (dtz, dtm))
    return Value(Category(category), *flags, dtz_, dtm_).fields()


def _order(moves: Moves, after: _Known, checks: Bools) -> Ints:
    """Return the order of moves: by position, best first as ranked by `standard`."""
    dtm = np.where(after.dtm == UNKNOWN, 0, after.dtm)
    wins_after = after.category > Category.DRAW
    promotion, captured = moves.promotion, KINDS[moves.captured >> 6]
    keys = (
        moves.of,
        after.category,
        ~after.checkmate,
        ~after.stalemate,
        ~after.insufficient_material,
        np.where(dtm < 0, -dtm, _FAR),
        np.where(dtm > 0, -dtm, -_FAR),
        ((captured > 0) | (promotion > 0)) == wins_after,
        moves.zeroing == wins_after,
        np.where(after.dtz == UNKNOWN, -_FAR, -after.dtz),
        -captured,
        -promotion,
        _generated(moves, checks),
    )
    return np.lexsort(keys[::-1])


def _generated(moves: Moves, checks: Bools) -> Ints:
    """Return keys for the order in which python-chess generates moves, as in `standard`."""
    kinds, start = KINDS[moves.man >> 6], moves.man & 63
    pushes = np.where(abs(moves.to - start) == 16, 4, 3)
    stage = np.where(kinds != chess.PAWN, 1, np.where(moves.captured < NOBODY, 2, pushes))
    stage[(kinds == chess.KING) & checks[moves.of]] = 0
    return ((stage << 6 | 63 - start) << 6) | 63 - moves.to


def _written(moves: Moves, after: _Known) -> Iterator[Fields]:
    """Yield the fields of moves."""
    captures = moves.captured < NOBODY
    conversions = captures | (moves.promotion > 0)
    steps = KINDS[moves.man >> 6], moves.man & 63, moves.to, moves.promotion
    columns = [
        each.tolist() for each in (*steps, captures, moves.zeroing, conversions, after.check)
    ]
    for *step, zeroing, conversion, check, origin, values in zip(
        *columns, _origins(moves), after.rows(), strict=True
    ):
        uci, san = _notation(*step, origin)
        fields = _fields(*values)
        mark = "#" if fields["checkmate"] else "+" if check else ""
        yield {
            "uci": uci,
            "san": san + mark,
            "zeroing": zeroing,
            "conversion": conversion,
            **fields,
        }


@lru_cache(20_000)
def _notation(
    kind: int, start: int, to: int, promotion: int, captures: bool, origin: str
) -> tuple[str, str]:
    """Return a move in UCI notation and in standard notation without signs for check or mate."""
    first, last = chess.SQUARE_NAMES[start], chess.SQUARE_NAMES[to]
    if kind == chess.PAWN:
        letter, origin = "", first[0] if captures else ""
    else:
        letter = chess.piece_symbol(kind).upper()
    promoted = chess.piece_symbol(promotion) if promotion else ""
    san = letter + origin + ("x" if captures else "") + last
    return first + last + promoted, san + ("=" + promoted.upper() if promoted else "")


def _origins(moves: Moves) -> list[str]:
    """Return the file, rank or both needed to distinguish a move from others to the same square."""
    kinds = KINDS[moves.man >> 6]
    keys = (moves.of * 8 + kinds) << 6 | moves.to
    _, group, counts = np.unique(keys, return_inverse=True, return_counts=True)
    found = [""] * len(keys)
    starts = defaultdict[int, list[int]](list)
    doubtful = np.flatnonzero((counts[group] > 1) & (kinds != chess.PAWN)).tolist()
    for number in doubtful:
        starts[int(keys[number])].append(int(moves.man[number]) & 63)
    for number in doubtful:
        start = int(moves.man[number]) & 63
        others = [other for other in starts[int(keys[number])] if other != start]
        name = chess.SQUARE_NAMES[start]
        same_file = any(other & 7 == start & 7 for other in others)
        same_rank = any(other >> 3 == start >> 3 for other in others)
        found[number] = (name[0] if same_rank or not same_file else "") + (
            name[1] if same_file else ""
        )
    return found
