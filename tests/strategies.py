"""Positions, games and records for property tests."""

import random
from collections.abc import Sequence

import chess
from hypothesis import strategies as st

from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.games.chess.rules import CHESS
from millmate.games.outcome import Outcome, Termination
from millmate.records.record import GameRecord

CHESS_ENDS = (
    (Termination.CHECKMATE, Termination.RESIGNATION, Termination.FAILURE),
    (
        Termination.STALEMATE,
        Termination.INSUFFICIENT_MATERIAL,
        Termination.FIFTY_MOVES,
        Termination.SEVENTYFIVE_MOVES,
        Termination.THREEFOLD_REPETITION,
        Termination.FIVEFOLD_REPETITION,
        Termination.AGREEMENT,
    ),
)
sides = st.lists(st.sampled_from("QRBNP"), max_size=4).map(lambda men: "K" + "".join(men))


@st.composite
def materials(draw: st.DrawFn) -> Material:
    """Draw a canonical material of two to ten men."""
    return Material.parse(f"{draw(sides)}v{draw(sides)}")


@st.composite
def endings(draw: st.DrawFn) -> chess.Board:
    """Draw a playable position of few men, with either side to move."""
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    return random_position(draw(materials()), rng, draw(st.booleans()))


@st.composite
def games(draw: st.DrawFn, longest: int = 40) -> chess.Board:
    """Draw a position with the history of a game that led there, from the start or an ending."""
    board = draw(st.one_of(st.builds(chess.Board), endings()))
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    for _ in range(draw(st.integers(0, longest))):
        if CHESS.outcome(board):
            break
        board.push(rng.choice(list(board.legal_moves)))
    return board


@st.composite
def games960(draw: st.DrawFn, longest: int = 60) -> chess.Board:
    """Draw a game of Chess960 with its history, in which whoever can castle does so or not."""
    white, black = (chess.Board.from_chess960_pos(draw(st.integers(0, 959))) for _ in "wb")
    if draw(st.booleans()):  # double: the sides begin differently
        white.set_fen("/".join((*black.fen().split("/")[:7], white.fen().split("/")[7])))
    board, rng = white, random.Random(draw(st.integers(0, 2**32 - 1)))
    for _ in range(draw(st.integers(0, longest))):
        moves = list(board.legal_moves)
        castling = [move for move in moves if board.is_castling(move)]
        if CHESS.outcome(board):
            break
        board.push(rng.choice(castling * rng.randint(0, 1) or moves))
    return board


def outcomes(
    ends: tuple[Sequence[Termination], Sequence[Termination]] = CHESS_ENDS,
) -> st.SearchStrategy[Outcome]:
    """Draw any end of a game: `ends` are those with a winner and the draws."""
    return st.one_of(
        st.builds(Outcome, st.sampled_from(ends[0]), st.booleans()),
        st.builds(Outcome, st.sampled_from(ends[1])),
        st.just(Outcome(Termination.ABANDONED)),
    )


names = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=30
)
known = names.filter(lambda name: name != "?")  # PGN writes a missing value this way
moments = st.datetimes().map(lambda moment: moment.isoformat(timespec="seconds"))


def record_of(
    draw: st.DrawFn, game: str, start_fen: str, moves: tuple[str, ...], outcome: Outcome
) -> GameRecord:
    """Draw the rest of a game's record: any names, moment and tags."""
    return GameRecord(
        game=game,
        start_fen=start_fen,
        white=draw(names),
        black=draw(names),
        moves=moves,
        outcome=outcome,
        started=draw(moments),
        tags=draw(st.dictionaries(st.sampled_from(["Event", "Site", "Annotator"]), known)),
    )


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Draw the record of a game: random moves, any names, any outcome or none."""
    board = draw(games())
    moves = tuple(move.uci() for move in board.move_stack)
    return record_of(draw, "chess", board.root().fen(), moves, draw(outcomes()))
