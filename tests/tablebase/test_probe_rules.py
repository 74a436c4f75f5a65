"""Probing positions in tables of made-up values: every rule of the moves counts."""

import random
from pathlib import Path

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import naive
from tests.made_tables import table_by_chance, table_with
from tests.random_tables import flat_place

from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.games.value import MoveValue, Value
from millmate.tablebase.layout import LOST, Layout
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.verdict import MissingTableError

NAMES = ("KPvK", "KPvKP", "KQvKP", "KRvKP", "KQvKR", "KRvKB", "KBBvK")
# All that a move from those leads to, and nothing else.
NEEDED = (*NAMES, "KBvKP", "KNvKP", "KQvK", "KRvK", "KBvK", "KNvK", "KQvKR", "KRvKB", "KRvKN")
NEEDED += ("KRvKR", "KQvKQ", "KQvKB", "KQvKN")
KQVKP = Layout(Material.parse("KQvKP"))
# The pawn on d4 has just come from d2.
ONLY_MOVE = "k7/8/1Q6/8/3Pp3/4K3/8/8 b - d3 0 1"
OTHER_MOVES = "8/k7/8/8/3Pp3/4K3/8/1Q6 b - d3 0 1"
PINNED = "8/8/8/8/k2Pp2Q/8/8/4K3 b - d3 0 1"


@pytest.fixture(scope="module")
def tablebase(tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    directory = tmp_path_factory.mktemp("by_chance")
    for name in NEEDED:
        table_by_chance(directory, name)
    return Tablebase(directory)


@pytest.fixture(scope="module")
def real(usual_tables: Path) -> Tablebase:
    return Tablebase(usual_tables)


@st.composite
def boards(draw: st.DrawFn) -> chess.Board:
    material = Material.parse(draw(st.sampled_from(NAMES)))
    material = draw(st.sampled_from([material, material.swapped]))
    rng = random.Random(draw(st.integers(0, 2**32)))
    return random_position(material, rng, draw(st.booleans()))


def pushed(board: chess.Board, move: chess.Move) -> chess.Board:
    after = board.copy(stack=False)
    after.push(move)
    return after


@given(boards())
def test_moves_are_worth_what_they_lead_to(tablebase: Tablebase, board: chess.Board) -> None:
    moves = tablebase.moves(board)
    assert {judged.move for judged in moves} == set(board.legal_moves)
    assert moves == sorted(moves, key=lambda judged: judged.rank)
    for judged in moves:
        assert tablebase.probe(pushed(board, judged.move)).before() == judged.value


@given(boards())
def test_mirror_images_and_exchanged_colours_are_worth_the_same(
    real: Tablebase, board: chess.Board
) -> None:
    images = [chess.Board(fen) for fen in naive.images(board)]
    images += [image.mirror() for image in images]
    assert {real.probe(image) for image in images} == {real.probe(board)}


@given(st.integers(0, 2**32), st.booleans())
def test_after_a_double_push_the_better_of_en_passant_and_the_rest_counts(
    tablebase: Tablebase, seed: int, turn: bool
) -> None:
    rng = random.Random(seed)
    board = with_double_push(rng, turn)
    for push in board.legal_moves:
        after = pushed(board, push)
        if not after.has_legal_en_passant():
            continue
        plain = after.copy(stack=False)
        plain.ep_square = None
        options = [MoveValue(push, tablebase.probe(plain))]
        for take in after.generate_legal_ep():
            options.append(MoveValue(take, tablebase.probe(pushed(after, take)).before()))
        best = min(options, key=lambda option: option.rank).value
        assert tablebase.probe(after) == best
        (judged,) = (judged for judged in tablebase.moves(board) if judged.move == push)
        assert judged.value == best.before()


def with_double_push(rng: random.Random, turn: bool) -> chess.Board:
    """Return a position in which a double push can be answered en passant."""
    while True:
        file = rng.randrange(8)
        beside = rng.choice([f for f in (file - 1, file + 1) if 0 <= f < 8])
        squares = rng.sample(range(64), 2)
        board = chess.Board(None)
        board.set_piece_at(chess.square(file, 1), chess.Piece(chess.PAWN, chess.WHITE))
        board.set_piece_at(chess.square(beside, 3), chess.Piece(chess.PAWN, chess.BLACK))
        if any(board.piece_at(square) for square in squares):
            continue
        for square, colour in zip(squares, chess.COLORS, strict=True):
            board.set_piece_at(square, chess.Piece(chess.KING, colour))
        if not board.is_valid():
            continue
        if any(pushed(board, move).has_legal_en_passant() for move in board.legal_moves):
            return board if turn else board.mirror()


@pytest.fixture(scope="module")
def queens(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with KQPvKP, all draws."""
    directory = tmp_path_factory.mktemp("queens")
    table_with(directory, "KQPvKP", {})
    return directory


@pytest.mark.parametrize(
    ("fen", "after_taking", "verdict"),
    [
        (ONLY_MOVE, 3, Value(-1, 6)),  # the table says stalemate, the capture loses
        (ONLY_MOVE, 0, Value(0)),
        (ONLY_MOVE, LOST + 2, Value(1, 5)),
        (OTHER_MOVES, 3, Value(0)),
        (OTHER_MOVES, LOST + 2, Value(1, 5)),
        (PINNED, LOST + 2, Value(0)),  # along the rank, when both pawns have gone
    ],
)
def test_en_passant_counts_where_it_is_legal_and_alone_where_nothing_else_is(
    queens: Path, tmp_path: Path, fen: str, after_taking: int, verdict: Value
) -> None:
    board = chess.Board(fen)
    take = chess.Move(chess.E4, chess.D3)
    table = table_with(tmp_path, "KQvKP", {flat_place(KQVKP, pushed(board, take)): after_taking})
    with Tablebase(queens) as tables:
        if take in board.legal_moves:
            with pytest.raises(MissingTableError, match="no table for KQvKP"):
                tables.probe(board)
            assert not tables.covers(board)
        tables.add(table)
        assert tables.covers(board)
        assert tables.probe(board) == verdict
        assert tables.probe(board.mirror()) == verdict
        assert tables.probe(board.transform(chess.flip_horizontal)) == verdict
