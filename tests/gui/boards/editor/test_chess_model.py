import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import endings, games

from millmate.games.positions import PositionError
from millmate.gui.boards.editor.chess_editor import ChessModel

SYMBOLS = "KQRBNPkqrbnp"
squares = st.integers(0, 63)

# An action: the name of a method and what it is called with.
actions = st.one_of(
    st.tuples(st.just("place"), st.sampled_from(SYMBOLS), squares),
    st.tuples(st.just("move"), squares, squares),
    st.tuples(st.just("erase"), squares),
    st.tuples(st.just("arrange"), st.sampled_from(sorted(ChessModel.arrangements))),
    st.tuples(st.just("set_turn"), st.booleans()),
    st.tuples(st.just("set_castling"), st.sampled_from("KQkq"), st.booleans()),
    st.tuples(st.just("set_ep_square"), st.one_of(st.none(), squares)),
    st.tuples(st.just("set_fen"), games().map(chess.Board.fen)),
)


def act(model: ChessModel, action: tuple) -> None:
    name, *values = action
    getattr(model, name)(*values)


def model_of(board: chess.Board) -> ChessModel:
    return ChessModel(board.fen())


@settings(max_examples=40)
@given(games(), st.lists(actions, max_size=12))
def test_undo_restores_what_was_before_every_action_and_redo_what_came_after(board, several):
    model = model_of(board)
    seen = [model.fen]
    for action in several:
        act(model, action)
        if model.fen != seen[-1]:
            seen.append(model.fen)
    for fen in reversed(seen[:-1]):
        model.undo()
        assert model.fen == fen
    assert not model.can_undo
    for fen in seen[1:]:
        model.redo()
        assert model.fen == fen
    assert not model.can_redo


@given(games(), st.lists(actions, max_size=8))
def test_only_rights_that_the_pieces_allow_are_ever_set(board, several):
    model = model_of(board)
    for action in several:
        act(model, action)
        assert model.castling() <= model.castling_possible()
        assert model.ep_square is None or model.ep_square in model.ep_candidates()
        assert chess.Board(model.fen).fen(en_passant="fen") == model.fen


@given(games())
def test_every_position_of_a_game_is_kept_to_the_letter(board):
    assert ChessModel(board.fen()).fen == board.fen()
    assert ChessModel(board.fen()).problems == []


@given(games())
def test_every_square_that_can_be_taken_on_in_passing_is_offered(board):
    model = model_of(board)
    if board.has_legal_en_passant():
        assert board.ep_square in model.ep_candidates()
    for square in model.ep_candidates():
        model.set_ep_square(square)
        assert model.ep_square == square
        assert model.board.has_legal_en_passant()
        assert model.problems == []


@pytest.mark.parametrize("mirror", ["flip", "mirror", "swap"])
@given(board=endings())
def test_a_mirror_twice_is_no_mirror(mirror, board):
    model = model_of(board)
    model.arrange(mirror)
    model.arrange(mirror)
    assert model.board.piece_map() == board.piece_map()
    assert model.turn == board.turn


@given(games())
def test_colours_swapped_the_other_side_has_the_same_game(board):
    model = model_of(board)
    model.arrange("swap")
    assert model.problems == []
    assert model.turn != board.turn
    assert model.material == model_of(board).material.swapped
    assert model.board.legal_moves.count() == board.legal_moves.count()
    model.arrange("swap")
    assert model.fen.split()[:4] == board.fen().split()[:4]


@given(endings())
def test_flipping_keeps_colours_and_mirroring_keeps_ranks(board):
    model = model_of(board)
    model.arrange("flip")
    assert {s ^ 56: p for s, p in model.board.piece_map().items()} == board.piece_map()
    model = model_of(board)
    model.arrange("mirror")
    assert {s ^ 7: p for s, p in model.board.piece_map().items()} == board.piece_map()


def test_a_new_step_forgets_what_was_undone():
    model = ChessModel()
    model.arrange("clear")
    model.undo()
    model.set_turn(chess.BLACK)
    assert not model.can_redo


def test_loading_leaves_nothing_to_undo():
    model = ChessModel()
    model.arrange("clear")
    model.load("8/8/8/8/3k4/8/8/KBN5 w - - 0 1")
    assert not model.can_undo
    assert str(model.material) == "KBNvK"


def test_castling_goes_with_the_king_and_does_not_come_back_by_itself():
    model = ChessModel("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    model.move(chess.E1, chess.E2)
    assert model.castling_possible() == frozenset()
    model.move(chess.E2, chess.E1)
    assert model.castling_possible() == {"K", "Q"}
    assert model.castling() == frozenset()
    model.set_castling("Q", True)
    assert model.fen == "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1"
    model.set_castling("k", True)
    assert model.castling() == {"Q"}


@pytest.mark.parametrize(
    ("rights", "shown", "after"),
    [
        ("HDhd", "KQkq", "Kkq"),  # the outermost rooks
        ("Gd", "Kq", "Gq"),  # an inner rook keeps its right
        ("K", "K", "K"),
        ("d", "q", "q"),
    ],
)
def test_castling_rights_of_chess960_are_shown_kept_and_set(rights, shown, after):
    model = ChessModel(f"3r1k1r/8/8/8/8/8/7P/3R1KRR w {rights} - 0 1")
    assert model.castling_possible() == set("KQkq")
    assert model.castling() == set(shown)
    model.erase(chess.H2)
    assert model.castling() == set(shown)
    model.set_castling("Q", False)
    assert model.fen.split()[2] == after
    for right in "KQkq":
        model.set_castling(right, False)
        assert right not in model.castling()
        model.set_castling(right, True)
    assert model.fen.split()[2] == "KQkq"


def test_en_passant_is_offered_only_behind_a_pawn_that_can_be_taken():
    model = ChessModel("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1")
    assert model.ep_candidates() == [chess.D6]
    model.set_ep_square(chess.D6)
    assert model.fen.split()[3] == "d6"
    model.place("n", chess.D7)  # the pawn cannot have come from there
    assert model.ep_candidates() == []
    assert model.fen.split()[3] == "-"
    # the pawn that would take is pinned
    assert ChessModel("4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 1").ep_candidates() == []


def test_what_a_fen_claims_in_vain_is_left_out_and_told():
    model = ChessModel()
    told = model.set_fen("8/8/8/8/3k4/8/8/KBN5 w KQ e6 0 1")
    assert model.fen == "8/8/8/8/3k4/8/8/KBN5 w - - 0 1"
    assert len(told) == 2
    assert "castling" in told[0]
    assert "e6" in told[1]
    assert model.set_fen("8/8/8/8/3k4/8/8/KBN5 b - - 0 1") == []


def test_text_that_is_no_fen_leaves_the_position_alone():
    model = ChessModel()
    for text in ("", "hello", "8/8/8/8/8/8/8 w - - 0 1", chess.STARTING_FEN + " 1"):
        with pytest.raises(PositionError):
            model.set_fen(text)
        with pytest.raises(PositionError):
            model.load(text)
    assert model.fen == chess.STARTING_FEN
    assert not model.can_undo


def test_every_change_is_told_once():
    model, told = ChessModel(), []
    model.on_change(lambda: told.append(model.fen))
    model.erase(chess.E2)
    model.undo()
    model.undo()
    model.redo()
    assert len(told) == 3
