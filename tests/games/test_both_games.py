"""What holds for both games: laws of boards, rules and positions, outcomes, the catalogue."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.morris_strategies import morris_games, variants
from tests.strategies import games

from millmate.errors import InputError
from millmate.games.board import Board, Rules
from millmate.games.catalogue import GAMES, Position, game, parse
from millmate.games.chess import positions as chess_positions
from millmate.games.chess.rules import CHESS
from millmate.games.lenient_parser import holds_position, parse_leniently
from millmate.games.morris import positions as morris_positions
from millmate.games.morris.rules import MORRIS, MorrisRules
from millmate.games.morris.variants import STANDARD, VARIANTS
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.games.positions import PositionError

BOARDS = {"chess": games(), "morris": morris_games(variants)}
both = pytest.mark.parametrize("boards", BOARDS.values(), ids=BOARDS)
POSITIONS = {"chess": chess_positions, "morris": morris_positions}
READ = {"chess": chess_positions.board_from_fen, "morris": morris_positions.board_from_text}


def rules_of(board: Board) -> Rules:
    return CHESS if isinstance(board, chess.Board) else MorrisRules(board.variant)


@both
@given(data=st.data())
def test_every_legal_move_can_be_written_and_read_again(boards, data: st.DataObject) -> None:
    board = data.draw(boards)
    rules = rules_of(board)
    for move in board.legal_moves:
        assert rules.parse_move(board, rules.notation(board, move)) == move
        assert rules.parse_move(board, rules.text(move)) == move


@both
@given(data=st.data())
def test_push_then_pop_restores_the_position(boards, data: st.DataObject) -> None:
    board = data.draw(boards)
    before, fen, history = board.copy(), board.fen(), list(board.move_stack)
    for move in list(board.legal_moves):
        assert board.is_legal(move)
        board.push(move)
        assert board != before
        assert board.pop() == move
        assert (board, board.fen()) == (before, fen)
        assert board.move_stack == history


@both
@given(data=st.data())
def test_a_position_without_legal_moves_has_ended(boards, data: st.DataObject) -> None:
    board = data.draw(boards)
    outcome = rules_of(board).outcome(board)
    if not any(board.legal_moves):
        assert outcome is not None
        if isinstance(board, chess.Board):
            mated = outcome.termination is Termination.CHECKMATE
            assert mated == board.is_check()
            assert outcome.winner == ((not board.turn) if mated else None)


@both
@given(data=st.data())
def test_positions_of_games_have_no_problems_and_survive_as_text(boards, data) -> None:
    board = data.draw(boards)
    assert POSITIONS[rules_of(board).name.partition(":")[0]].problems(board) == []
    again = rules_of(board).board(board.fen())
    assert again.fen() == board.fen()
    assert isinstance(board, chess.Board) or again == board


@pytest.mark.parametrize(
    ("rules", "fen", "there_and_back"),
    [
        (CHESS, None, "g1f3 g8f6 f3g1 f6g8"),
        (MORRIS, "W.W.W.W./B.B.B.B./........ w 0 0 3 20", "a7-a4 b6-b4 a4-a7 b4-b6"),
    ],
)
def test_the_third_repetition_can_be_claimed_and_the_fifth_ends_the_game(
    rules: Rules, fen: str | None, there_and_back: str
) -> None:
    board, claims, ends = rules.board(fen), [], []
    for _ in range(4):
        for text in there_and_back.split():
            board.push(rules.parse_move(board, text))
        claims.append(rules.claim(board))
        ends.append(rules.outcome(board))
    assert claims[:2] == [None, Outcome(Termination.THREEFOLD_REPETITION)]
    assert ends == [None, None, None, Outcome(Termination.FIVEFOLD_REPETITION)]


@pytest.mark.parametrize(
    ("rules", "fen", "end"),
    [
        (CHESS, "7k/8/6K1/8/8/8/8/R7 w - - {} 60", Termination.FIFTY_MOVES),
        (MORRIS, "W.WB..B./.B....../W....... w 0 0 {} 60", Termination.FIFTY_QUIET_MOVES),
    ],
)
def test_fifty_quiet_moves_of_each_side_can_be_claimed(
    rules: Rules, fen: str, end: Termination
) -> None:
    assert rules.claim(rules.board(fen.format(99))) is None
    assert rules.claim(rules.board(fen.format(100))) == Outcome(end)


# Outcomes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Outcome(Termination.CHECKMATE, WHITE), "1-0 (White wins: checkmate)"),
        (Outcome(Termination.RESIGNATION, BLACK), "0-1 (Black wins: resignation)"),
        (Outcome(Termination.STALEMATE), "1/2-1/2 (draw: stalemate)"),
        (Outcome(Termination.ABANDONED), "* (abandoned)"),
        (Outcome(Termination.UNRECORDED, WHITE), "1-0 (White wins)"),
        (Outcome(Termination.UNRECORDED), "1/2-1/2 (draw)"),
    ],
)
def test_an_outcome_in_words(outcome: Outcome, text: str) -> None:
    assert str(outcome) == text
    assert text.startswith(outcome.result)


def test_every_reason_has_its_own_words() -> None:
    assert len({reason.value for reason in Termination}) == len(Termination)


# The catalogue -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_game_knows_its_own_start(name: str) -> None:
    assert parse(GAMES[name].start_fen).game is GAMES[name]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("WWW...../BBB...../........ w", "morris"),
        ("********/**O*****/@******* w p p 7 1 8 1 0 0", "morris"),
        ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "chess"),
        ("8/8/8/3k4/8/8/8/KQ6", "chess"),
        ("WWW...../BBB.....", "morris"),
        ("WWW...../BBB...../......../........ w", "morris"),
        ("********/********/********/******** w p p 0 9 0 9", "morris"),
        ("wwwwwwww/bbbbbbbb", "morris"),
        ("WWW..../BBBX..../.....Q..", "morris"),
        ("games/of.pgn", "chess"),
        ("8/8/b7/bb6/8/8/B7/8 w", "chess"),
        ("bbbbbbbb/BBBBBBBB/8", "chess"),
        ("8/8/8", "chess"),
        ("rnbqkbnr/pppppppp/8", "chess"),
        ("bbbbbbbb/BBBBBBBB", "chess"),
        ("", "chess"),
        ("nonsense", "chess"),
    ],
)
def test_strokes_between_ranks_or_rings_tell_the_game(text: str, name: str) -> None:
    assert parse(text).game.kind == name


# Positions ---------------------------------------------------------------------------------------

KEYS = ["chess", "morris", "morris:quiet=none", "morris:six,quiet=100"]
KEYS += [f"morris:{name}" for name in VARIANTS if name != STANDARD.name]
TWELVE = game("morris:twelve")
STONES = "WBBB..../WWW...../........ w 0 0 0 13"


@pytest.mark.parametrize("key", KEYS)
def test_a_position_as_text_brings_its_game_back(key: str) -> None:
    rules = game(key)
    board = rules.board()
    board.push(next(iter(board.legal_moves)))
    position = Position.of(board)
    assert position.game is rules is game(key.upper())
    assert parse(str(position)) == position
    assert position.board() == board
    assert parse_leniently(str(position)).position == position


def test_chess_and_nine_mens_morris_are_written_without_their_names() -> None:
    assert str(Position(CHESS, CHESS.start_fen)) == CHESS.start_fen
    assert str(Position(MORRIS, STONES)) == STONES
    assert str(Position(TWELVE, STONES)) == f"morris:twelve {STONES}"


def test_a_position_without_a_name_is_one_of_the_game_shown_if_it_fits_the_board() -> None:
    lasker, six = game("morris:lasker"), game("morris:six")
    assert parse(STONES, TWELVE, lasker).game is TWELVE
    assert parse(STONES, CHESS, six, lasker).game is lasker
    assert parse(STONES, six).game is MORRIS
    assert parse("W......./B.....W. b 0 1 0 5", lasker).game is six
    assert parse(f"morris {STONES}", TWELVE).game is MORRIS, "but its name counts before"


@pytest.mark.parametrize("between", [" ", "_", "  ", "+"])
def test_the_name_of_the_game_survives_other_blanks(between: str) -> None:
    text = f"Morris:Twelve {STONES}".replace(" ", between)
    found = parse_leniently(text)
    assert (found.position, found.named, found.remarks) == (Position(TWELVE, STONES), True, ())
    assert holds_position(text)


def test_a_name_of_another_game_is_one_clear_error() -> None:
    fault = "this is a position of morris:twelve, not of morris:lasker"
    text = f"morris:twelve {STONES}"
    for read in (parse_leniently, lambda text, rules: rules.board(text)):
        with pytest.raises(PositionError, match=fault):
            read(text, game("morris:lasker"))
    with pytest.raises(PositionError, match="not of chess"):
        parse_leniently(text, CHESS)
    with pytest.raises(InputError, match="unknown variant 'eleven'"):
        parse_leniently(text.replace("twelve", "eleven"))


def test_a_name_without_a_limit_fits_the_game_with_any() -> None:
    endless = game("morris:twelve,quiet=none")
    found = parse_leniently(f"morris:twelve {STONES}", endless).position
    assert found.game is endless
    assert endless.board(f"morris:twelve {STONES}").variant.quiet_limit is None
    with pytest.raises(PositionError):
        parse_leniently(f"{endless.name} {STONES}", TWELVE)
