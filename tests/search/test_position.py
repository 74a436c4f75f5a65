"""What searches keep move by move equals what is worked out from scratch."""

import chess
import chess.polyglot
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.morris_strategies import morris_games, variants
from tests.search.searched import CHESS_GAME, MORRIS_GAME, of, replayed
from tests.strategies import endings, games, games960
from tests.tiers import examples

from millmate.games.board import Board
from millmate.games.chess.rules import CHESS
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.rules import MORRIS
from millmate.games.morris.symmetry import board_image, swapped, symmetries
from millmate.search.chess_game import ChessSearchGame
from millmate.search.game import SearchGame
from millmate.search.morris_game import MorrisEvaluation, MorrisSearchGame, Weights
from millmate.search.position import HashedPosition
from millmate.search.simplified_evaluation import SimplifiedEvaluation

boards = st.one_of(games(), endings(), morris_games(variants))
walks = st.lists(st.integers(0, 2**16), max_size=12)

# Each ends with the move in question; the searches are to know it forwards and backwards.
SPECIAL = {
    "en passant": ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5 e5d6"),
    "en passant not taken": ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5 e1e2 e8e7"),
    "en passant pinned": ("8/3p4/8/K3P2r/8/8/8/4k3 b - - 0 1", "d7d5"),
    "short castling": ("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", "e1g1 e8g8"),
    "long castling": ("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", "e1c1 e8c8"),
    "a rook loses castling": ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8"),
    "a king loses castling": ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8e7"),
    "promotion": ("3rk3/P3P3/8/8/8/8/p7/4K3 w - - 0 1", "a7a8q a2a1n"),
    "promotion with a capture": ("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8r"),
    "the ending begins": ("3qk3/8/8/8/8/8/4r3/3QK2R w K - 0 1", "e1e2 d8d1 e2d1"),
}
MORRIS_SPECIAL = {
    "a mill from hand": (None, "a7 d6 d7 b6 g7xd6"),
    "the last stone from hand": ("WB.W..B./.W.B..../B...W... w 1 1 0 8", "g7 d1"),
    "a mill by moving": ("WW.W..../......../B.B.B..B w 0 0 0 30", "g4-g7xc5"),
    "a mill by flying": ("WW....../...W..../B.B.B..B w 0 0 0 30", "f4-g7xc5"),
}


def special_games() -> list[tuple[str, Board]]:
    return [
        *((name, replayed(CHESS, *played)) for name, played in SPECIAL.items()),
        *((name, replayed(MORRIS, *played)) for name, played in MORRIS_SPECIAL.items()),
    ]


def check(position: HashedPosition) -> None:
    """Compare all that is kept with what is found anew."""
    board, game = position.board, position.game
    assert position.value() == game.evaluate(board)
    fresh = HashedPosition(game, game.rules.board(board.fen()))
    assert position.exact == fresh.exact
    assert position.slot(1) == position.slot(1)
    outcome = game.rules.outcome(board)
    if outcome is not None:
        won = 0 if outcome.winner is None else 1 if outcome.winner == board.turn else -1
        assert position.end() == won
    else:
        assert position.end() == (None if game.rules.claim(board) is None else 0)


@examples(150)
@given(boards, walks)
def test_after_any_moves_and_back_all_is_as_worked_out_anew(
    board: Board, choices: list[int]
) -> None:
    position = HashedPosition(of(board), board)
    check(position)
    before = position.exact, position.slot(3), position.value(), board.fen()
    for choice in choices:
        moves = list(position.board.legal_moves)
        if not moves:
            break
        if choice % 5 == 4 and len(position.board.move_stack) > len(board.move_stack):
            position.pop()
        else:
            position.push(moves[choice % len(moves)])
        check(position)
    while len(position.board.move_stack) > len(board.move_stack):
        position.pop()
        check(position)
    assert before == (position.exact, position.slot(3), position.value(), position.board.fen())


@pytest.mark.parametrize(("name", "board"), special_games())
def test_special_moves_are_followed_and_taken_back(name: str, board: Board) -> None:
    root = board.copy()
    moves = []
    while root.move_stack:
        moves.append(root.pop())
    position = HashedPosition(of(board), root)
    seen = [position.exact]
    for move in reversed(moves):
        position.push(move)
        check(position)
        seen.append(position.exact)
    assert position.board.fen() == board.fen()
    while seen:
        assert position.exact == seen.pop()
        if seen:
            position.pop()


@given(games960())
def test_castling_of_chess960_is_followed(board: chess.Board) -> None:
    root, moves = board.copy(), list[chess.Move]()
    while root.move_stack:
        moves.insert(0, root.pop())
    position = HashedPosition(of(board), root)
    for move in moves:
        position.push(move)
        check(position)


@given(games(), st.lists(st.integers(0, 1999), min_size=5, max_size=5))
def test_other_piece_values_are_followed_too(board: chess.Board, values: list[int]) -> None:
    follow(ChessSearchGame(SimplifiedEvaluation(dict(enumerate(values, chess.PAWN)))), board)


@given(morris_games())
def test_other_weights_are_followed_too(board: MorrisBoard) -> None:
    follow(MorrisSearchGame(MORRIS, MorrisEvaluation(Weights(1, 1, 4, 2))), board)


def follow(game: SearchGame, board: Board) -> None:
    position = HashedPosition(game, board)
    for move in list(board.legal_moves):
        position.push(move)
        assert position.value() == game.evaluate(position.board)
        position.pop()


@given(games())
def test_chess_is_hashed_as_polyglot_does_seen_by_the_mover(board: chess.Board) -> None:
    seen = board if board.turn == chess.WHITE else board.mirror()
    if seen.has_pseudo_legal_en_passant() and not seen.has_legal_en_passant():
        return  # to Polyglot, a capture that is not legal is one; to the rules of repetition, not
    word_for_white = chess.polyglot.POLYGLOT_RANDOM_ARRAY[780]
    hashed = chess.polyglot.zobrist_hash(seen) ^ word_for_white
    position = HashedPosition(CHESS_GAME, chess.Board(board.fen()))
    assert position.slot(1).key == hashed or board.halfmove_clock >= 99


@given(games())
def test_a_chess_position_and_its_mirror_image_share_their_place(board: chess.Board) -> None:
    bare = chess.Board(board.fen())
    one, other = HashedPosition(CHESS_GAME, bare), HashedPosition(CHESS_GAME, bare.mirror())
    assert one.slot(3).key == other.slot(3).key
    assert one.exact != other.exact
    for move in bare.legal_moves:
        images = one.slot(3).image, other.slot(3).image
        (mirrored,) = CHESS_GAME.transform_moves((move,), *images)
        assert bare.mirror().is_legal(mirrored)
        assert one.game.transform_moves((mirrored,), other.slot(3).image, one.slot(3).image) == (
            move,
        )


def few_stones(board: MorrisBoard) -> bool:
    return sum(stones.bit_count() for stones in board.stones) <= 6


@examples(60)
@given(morris_games(), st.integers(0, 47), st.booleans())
def test_all_images_of_a_morris_position_of_few_stones_share_their_place(
    board: MorrisBoard, number: int, exchange: bool
) -> None:
    """Of many stones, only the position with the players exchanged does."""
    bare = MORRIS.board(board.fen()) if MORRIS.outcome(board) is None else None
    if bare is None or bare.quiet > 90:
        return
    kept = symmetries(bare) if few_stones(bare) else symmetries(bare)[:1]
    symmetry = kept[number % len(kept)]
    image = board_image(symmetry, bare)
    image = swapped(image) if exchange else image
    one, other = HashedPosition(MORRIS_GAME, bare), HashedPosition(MORRIS_GAME, image)
    assert one.slot(3).key == other.slot(3).key
    for move in bare.legal_moves:
        (carried,) = MORRIS_GAME.transform_moves((move,), one.slot(3).image, other.slot(3).image)
        assert image.is_legal(carried)
        one.push(move)
        other.push(carried)
        # With two stones left rings are not exchanged freely.
        played_on = MORRIS.outcome(one.board) is None
        if played_on and (few_stones(one.board) or len(kept) == 1):
            assert one.slot(2).key == other.slot(2).key
        one.pop()
        other.pop()


def test_players_are_only_exchanged_together_with_the_turn() -> None:
    board = MORRIS.board("WB.W..B./.W.B..../B...W.W. w 0 0 0 20")
    swapped_without_turn = swapped(board)
    swapped_without_turn.turn = board.turn
    keys = [
        HashedPosition(MORRIS_GAME, each).slot(2).key
        for each in (board, swapped(board), swapped_without_turn)
    ]
    assert keys[0] == keys[1] != keys[2]


def test_rings_are_exchanged_at_will_only_while_both_sides_fly() -> None:
    for fen, shared in (
        ("WW.....W/B.B.B.../........ w 0 0 0 30", True),
        ("WW....WW/B.B.B.../........ w 0 0 0 30", False),
    ):
        other = fen.replace("B.B.B.../........", "......../B.B.B...")
        keys = {HashedPosition(MORRIS_GAME, MORRIS.board(f)).slot(1).key for f in (fen, other)}
        assert (len(keys) == 1) == shared


class TestHistory:
    """A place is shared by all histories but where a draw by history is within sight."""

    start = "7k/8/8/8/8/8/R7/K7 w - - 0 1"

    def slot(self, moves: str, depth: int, fen: str = start) -> int:
        return HashedPosition(CHESS_GAME, replayed(CHESS, fen, moves)).slot(depth).key

    def test_different_orders_of_moves_share_it(self) -> None:
        assert self.slot("a2c2 h8g8 a1b1", 4) == self.slot("a1b1 h8g8 a2c2", 4)

    def test_a_position_seen_twice_counts_if_it_can_come_again(self) -> None:
        there_and_back = "a1b1 h8g8 b1a1 g8h8"
        once, twice = self.slot("", 4), self.slot(there_and_back, 4)
        assert once != twice
        assert self.slot("", 3) == self.slot(there_and_back, 3)  # four plies there and back

    def test_a_capture_wipes_history_out(self) -> None:
        fen = "7k/8/8/8/8/8/R3p3/K7 w - - 0 1"
        assert self.slot("a1b1 h8g8 b1a1 g8h8 a2e2", 6, fen) == self.slot("a2e2", 6, fen)

    def test_the_clock_counts_when_fifty_moves_are_near(self) -> None:
        fen = "7k/8/8/8/8/8/R7/K7 w - - {} 80"
        slots = {clock: self.slot("", 3, fen.format(clock)) for clock in (0, 90, 96, 97, 98)}
        assert slots[0] == slots[90] == slots[96]
        assert len({slots[96], slots[97], slots[98]}) == 3
