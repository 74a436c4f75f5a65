"""Positions, games and records of morris for property tests."""

import random

from hypothesis import strategies as st
from tests.strategies import outcomes, record_of

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.positions import random_position
from millmate.games.morris.rules import MorrisRules
from millmate.games.morris.variants import STANDARD, VARIANTS, Variant
from millmate.games.outcome import Termination
from millmate.records.record import GameRecord

MORRIS_ENDS = (
    (
        Termination.FEW_STONES,
        Termination.NO_MOVES,
        Termination.RESIGNATION,
        Termination.FAILURE,
    ),
    (
        Termination.FIFTY_QUIET_MOVES,
        Termination.SEVENTYFIVE_QUIET_MOVES,
        Termination.THREEFOLD_REPETITION,
        Termination.FIVEFOLD_REPETITION,
        Termination.AGREEMENT,
    ),
)

chance = st.integers(0, 2**32 - 1).map(random.Random)
standard = st.just(STANDARD)
variants = st.sampled_from(list(VARIANTS.values()))


@st.composite
def moving(draw: st.DrawFn, least: int = 3) -> MorrisBoard:
    """Draw an unfinished standard position without stones in hand, with either side to move."""
    counts = st.integers(least, 9)
    return random_position(draw(counts), draw(counts), draw(chance), draw(st.booleans()))


@st.composite
def morris_games(
    draw: st.DrawFn, of: st.SearchStrategy[Variant] = standard, longest: int = 80
) -> MorrisBoard:
    """Draw a position with the history of a random game that led there."""
    rules = MorrisRules(draw(of))
    board = rules.board()
    if rules.variant is STANDARD and draw(st.booleans()):
        board = draw(moving())
    rng = draw(chance)
    for _ in range(draw(st.integers(0, longest))):
        if rules.outcome(board):
            break
        board.push(rng.choice(board.legal_moves))
    return board


@st.composite
def morris_records(draw: st.DrawFn) -> GameRecord:
    """Draw the record of a game of any variant."""
    board = draw(morris_games(variants))
    rules = MorrisRules(board.variant)
    moves = tuple(map(board.text, board.move_stack))
    while board.move_stack:
        board.pop()
    return record_of(draw, rules.name, board.fen(), moves, draw(outcomes(MORRIS_ENDS)))
