"""The compiled morris engine: its moves are the rules', its values those of a plain search."""

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.morris_strategies import chance, morris_games, variants
from tests.tiers import examples

from millmate.games.morris.board import MorrisBoard, MorrisMove
from millmate.games.morris.rules import MorrisRules
from millmate.games.morris.symmetry import SYMMETRIES, board_image, move_image
from millmate.games.morris.variants import (
    EACH_MILL,
    LASKER,
    STANDARD,
    TWELVE,
    VARIANTS,
    Removals,
    Variant,
)
from millmate.kernels.morris_engine import entries, layout, moves, symmetry
from millmate.kernels.morris_engine.entries import search_root
from millmate.kernels.morris_geometry import SYMMETRIES as IMAGES
from millmate.search.morris_encoding import (
    moves_of,
    rules_of,
    set_rules,
    to_move,
    to_word,
    write_game,
)

NO_LIMIT = 1 << 62
NEVER = 1_000  # a depth
# What no game has together: turns that take two stones, with diagonals, while stones are placed.
WILD = replace(TWELVE, removals=Removals.EACH_MILL, moves_while_placing=True)
on_three_rings = st.sampled_from([v for v in VARIANTS.values() if v.lines.rings == 3])


@pytest.fixture(scope="module")
def words() -> np.ndarray:
    return entries.new_words(rules_of(STANDARD), layout.BUCKET << 12)


def fresh(words: np.ndarray, board: MorrisBoard, table: int = 0, symmetric: int = 0) -> int:
    """Make everything ready for searches without reductions; return the number of moves."""
    words[layout.BUCKETS] = (1 << 12) - 1
    words[layout.TABLE :] = 0
    words[layout.REDUCTIONS : layout.VARIATIONS] = 0
    words[layout.LEAST_TABLE], words[layout.LEAST_SYMMETRY] = table, symmetric
    words[layout.NODES], words[layout.STOP], words[layout.NODE_LIMIT] = 0, 0, NO_LIMIT
    codes = list(moves_of(words, board).values())
    words[layout.ROOT_SCORES : layout.ROOT_LINES] = 0
    words[layout.ROOT_MOVES : layout.ROOT_MOVES + len(codes)] = codes
    write_game(words, board)
    return len(codes)


def value(words: np.ndarray, board: MorrisBoard, depth: int, table: int, symmetric: int) -> int:
    number = fresh(words, board, table, symmetric)
    infinite = layout.INFINITE
    found = search_root(words, board.quiet, depth, -infinite, infinite, 0, number)
    assert found == words[layout.ROOT_SCORES]
    return found


def successors(board: MorrisBoard, only_mills: bool = False) -> Iterator[MorrisBoard]:
    for move in board.legal_moves:
        if move.removed or not only_mills:
            board.push(move)
            yield board
            board.pop()


class TooManyError(Exception):
    """There are too many positions to look at."""


def naive(
    words: np.ndarray, board: MorrisBoard, depth: int, ply: int = 0, left: list[int] | None = None
) -> int:
    """Return what the search is to find, worked out on boards without any pruning.

    Raises:
        TooManyError: It takes more than some thousand positions, `left` of them still.
    """
    left = left or [5_000]
    left[0] -= 1
    if not left[0]:
        raise TooManyError
    if ply and not board.has_moves():
        return ply - layout.MATE if board.free else 0
    if ply and is_drawn(board, ply):
        return 0
    if depth > 0:
        return max(-naive(words, after, depth - 1, ply + 1, left) for after in successors(board))
    worth = entries.worth(words, to_word(board))
    below = (-naive(words, after, 0, ply + 1, left) for after in successors(board, only_mills=True))
    return max([worth, *below])


def is_drawn(board: MorrisBoard, ply: int) -> bool:
    """Tell whether a position came up since the root, or twice before it."""
    if board.quiet >= board.variant.claimed_after:
        return True
    stones, turn, earlier = list(board.stones), board.turn, board.copy()
    seen = 0
    for back in range(1, min(board.quiet, len(board.move_stack)) + 1):
        earlier.pop()
        if back >= 4 and earlier.turn == turn and earlier.stones == stones:
            seen += 1
            if back <= ply or seen == 2:
                return True
    return False


def check_turns(words: np.ndarray, board: MorrisBoard) -> dict[MorrisMove, int]:
    """Compare the engine's turns with those of the rules; return them with their numbers."""
    codes, legal = moves_of(words, board), board.legal_moves
    assert set(codes) == set(legal)
    assert len(codes) == len(legal) <= layout.MOVES
    assert bool(entries.can_move(words, to_word(board))) == board.has_moves()
    for move, code in codes.items():
        assert to_move(code) == move
        after = board.copy()
        after.push(move)
        assert moves.after(to_word(board), code) == to_word(after)
        assert bool(entries.can_move(words, to_word(after))) == after.has_moves()
    return codes


@examples(40)
@given(board=morris_games(variants))
def test_turns_are_those_of_the_rules(board: MorrisBoard, words: np.ndarray) -> None:
    check_turns(words, board)


@pytest.mark.parametrize("name", VARIANTS)
def test_turns_are_those_of_the_rules_in_whole_games(name: str, words: np.ndarray) -> None:
    rules, rng = MorrisRules(VARIANTS[name]), random.Random(name)
    for _ in range(2):
        board = rules.board()
        while not rules.outcome(board):
            legal = list(check_turns(words, board))
            takings = [move for move in legal if move.removed]
            board.push(rng.choice(takings if takings and rng.random() < 0.5 else legal))


def scattered(variant: Variant, rng: random.Random) -> MorrisBoard:
    """Return stones that no game may have brought there."""
    board, places = MorrisBoard(variant), rng.sample(range(24), 24)
    own, other = rng.randint(0, variant.stones), rng.randint(0, variant.stones)
    board.stones[True] = sum(1 << place for place in places[:own])
    board.stones[False] = sum(1 << place for place in places[own : own + other])
    if rng.random() < 0.5:
        board.hand[:] = 0, 0
    else:
        board.hand[:] = variant.stones - other, variant.stones - own
    return board


@pytest.mark.parametrize("variant", [EACH_MILL, LASKER, TWELVE, WILD], ids=lambda v: v.name)
def test_turns_on_crowded_boards(variant: Variant, words: np.ndarray) -> None:
    rng, pairs = random.Random(5), 0
    for _ in range(120):
        pairs += sum(len(move.removed) == 2 for move in check_turns(words, scattered(variant, rng)))
    assert (pairs > 0) is (variant.removals is Removals.EACH_MILL)


@examples(40)
@given(morris_games(on_three_rings))
def test_what_is_found_for_all_points_at_once_is_what_line_by_line_is_found(board) -> None:
    rules, word = rules_of(board.variant), to_word(board)
    at_once = entries.new_words(rules)
    one_by_one = entries.new_words(rules._replace(spokes=0))
    counts = []
    for words in (at_once, one_by_one):
        entries.counts(words, layout.SCRATCH, word)
        # Two stones that can step to one point from both sides count once or twice.
        counts.append(np.delete(words[layout.SCRATCH : layout.SCRATCH + 16], [0, 8]).tolist())
    assert counts[0] == counts[1]
    if entries.can_move(at_once, word):
        assert entries.list_moves(at_once, word) == entries.list_moves(one_by_one, word)


def test_symmetries_are_used_where_they_hold() -> None:
    assert {name for name, v in VARIANTS.items() if not rules_of(v).symmetric} == {"six", "three"}


@examples(20)
@given(chance)
def test_moves_that_take_two_stones_are_turned_and_turned_back(rng: random.Random) -> None:
    words, board = entries.new_words(rules_of(STANDARD)), scattered(WILD, rng)
    for code in list(moves_of(words, board).values())[::7]:
        for number in range(16):
            image = symmetry.move_image(code, number)
            assert symmetry.move_source(image, number) == code
            there = tuple(IMAGES[number].tolist())
            assert to_move(image) == move_image(there, to_move(code))


@examples(15)
@given(morris_games(on_three_rings), st.sampled_from(SYMMETRIES))
def test_symmetric_positions_have_one_canonical_image_and_value(board, image) -> None:
    words = entries.new_words(rules_of(board.variant))
    there = board_image(image, board)
    least, other = symmetry.canonical(to_word(board)), symmetry.canonical(to_word(there))
    assert least >> 4 == other >> 4
    images = [to_word(board_image(each, board)) for each in SYMMETRIES]
    assert least >> 4 == min(images, key=lambda word: word & layout.BOARD)
    if board.total(board.turn) >= 3 and board.total(not board.turn) >= 3:
        assert entries.worth(words, to_word(board)) == entries.worth(words, to_word(there))
    for move, code in moves_of(words, board).items():
        carried = symmetry.move_image(code, least & 15)
        assert symmetry.move_source(carried, least & 15) == code
        assert moves.after(least >> 4, carried) >> layout.HAND == (
            moves.after(to_word(board), code) >> layout.HAND
        )
        after, turned = board.copy(), there.copy()
        after.push(move)
        turned.push(move_image(image, move))
        assert symmetry.canonical(to_word(after)) >> 4 == symmetry.canonical(to_word(turned)) >> 4


@examples(25)
@given(board=morris_games(variants))
def test_the_search_finds_what_looking_at_everything_finds(board, words) -> None:
    if MorrisRules(board.variant).outcome(board) or not board.legal_moves:
        return
    set_rules(words, board.variant)
    for depth in (1, 2) if len(board.legal_moves) < 16 else (1,):
        with suppress(TooManyError):
            found = naive(words, board.copy(), depth)
            assert value(words, board, depth, NEVER, NEVER) == found


@examples(25)
@given(board=morris_games(variants, longest=30))
def test_the_table_of_positions_changes_no_value(board, words) -> None:
    # So shallow, and without a history, hardly any position is met at two depths.
    rules = MorrisRules(board.variant)
    board = rules.board(board.fen())
    if rules.outcome(board):
        return
    plain = value(words, board, 2, NEVER, NEVER)
    assert value(words, board, 2, 0, NEVER) == plain
    assert value(words, board, 2, 0, 0) == plain
