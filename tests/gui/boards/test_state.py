from dataclasses import replace

import chess
from hypothesis import given
from PySide6.QtCore import Qt
from tests.strategies import games, games960

from millmate.games.catalogue import Position
from millmate.gui.boards.board import origins
from millmate.gui.boards.chess_board import CHESS, moved
from millmate.gui.boards.geometry import fit_chess
from millmate.gui.boards.interaction import pointer_shape
from millmate.gui.boards.state import EMPTY, BoardState, Carried, moves_between


@given(games())
def test_the_pieces_of_a_fen_are_those_of_the_board(board):
    assert CHESS.read(Position.of(board)).pieces == {
        s: p.symbol() for s, p in board.piece_map().items()
    }


@given(games())
def test_every_legal_move_is_found_between_its_squares(board):
    moves = [move.uci() for move in board.legal_moves]
    state = BoardState(
        pieces=CHESS.read(Position.of(board)).pieces, destinations=CHESS.destinations(moves, EMPTY)
    )
    for move in board.legal_moves:
        assert move.uci() in moves_between(state, move.from_square, move.to_square)
    found = [m for to in state.destinations.values() for several in to.values() for m in several]
    assert sorted(found) == sorted(moves)


@given(games(longest=80))
def test_the_pieces_glide_as_they_were_moved(board):
    if not board.move_stack:
        return
    after, move = CHESS.read(Position.of(board)).pieces, board.pop()
    before = CHESS.read(Position.of(board)).pieces
    found = origins(before, after, fit_chess(400, 400))
    assert found.get(move.to_square) == (None if move.promotion else move.from_square)
    assert len(found) == (2 if board.is_castling(move) else 0 if move.promotion else 1)


def test_a_king_taken_onto_its_rook_castles_and_nothing_else_does():
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    moves = [move.uci() for move in board.legal_moves]
    state = BoardState(
        pieces=CHESS.read(Position.of(board)).pieces, destinations=CHESS.destinations(moves, EMPTY)
    )
    assert moves_between(state, chess.E1, chess.H1) == ("e1g1",)
    assert moves_between(state, chess.E1, chess.A1) == ("e1c1",)
    assert moves_between(state, chess.H1, chess.E1) == ()
    assert moves_between(state, chess.E1, chess.H8) == ()


@given(games960())
def test_a_king_of_chess960_castles_onto_its_rook_or_its_own_new_square(board):
    moves = [move.uci() for move in board.legal_moves]
    state = BoardState(
        pieces=CHESS.read(Position.of(board)).pieces, destinations=CHESS.destinations(moves, EMPTY)
    )
    for move in board.generate_castling_moves():
        king, rook = move.from_square, move.to_square
        assert moves_between(state, king, rook) == (move.uci(),)
        target = (king & 56) + (6 if rook > king else 2)
        steps = {step.to_square for step in board.legal_moves if step.from_square == king}
        if target != king and target not in steps:
            assert moves_between(state, king, target) == (move.uci(),)


def test_promotions_offer_the_queen_first():
    found = CHESS.destinations(["a7a8n", "a7a8r", "a7a8q", "a7a8b"], EMPTY)
    assert found[chess.A7][chess.A8] == ("a7a8q", "a7a8n", "a7a8r", "a7a8b")


def test_a_move_shown_ahead_carries_its_promotion():
    assert moved({chess.A7: "P", chess.B8: "n"}, "a7b8q") == {chess.B8: "Q"}
    assert moved({chess.A2: "p"}, "a2a1n") == {chess.A1: "n"}


def test_the_pointer_says_what_a_press_would_do():
    shape = Qt.CursorShape
    pieces = {chess.A1: "K", chess.B8: "k"}
    play = BoardState(pieces=pieces, destinations=CHESS.destinations(["a1a2"], EMPTY))
    assert pointer_shape(replace(play, hovered=chess.A1)) == shape.OpenHandCursor
    assert pointer_shape(replace(play, hovered=chess.B8)) == shape.ArrowCursor
    selected = replace(play, selected=chess.A1, hovered=chess.A2)
    assert pointer_shape(selected) == shape.PointingHandCursor
    carried = replace(play, carried=Carried("K", chess.A1, chess.A2))
    assert pointer_shape(carried) == shape.ClosedHandCursor
    edit = replace(play, editing=True, hovered=chess.B8)
    assert pointer_shape(edit) == shape.OpenHandCursor
    assert pointer_shape(replace(edit, stamp="Q")) == shape.CrossCursor
    assert pointer_shape(replace(play, interactive=False, hovered=chess.A1)) == shape.ArrowCursor
