"""Lines of the protocol, written and read."""

import chess
import pytest

from millmate.games.catalogue import game
from millmate.games.morris.rules import MORRIS
from millmate.search.limits import Clocks, Score, SearchInfo, SearchLimits
from millmate.uci.protocol import go_line, info_line, parse_info, position_line, read_move

START = chess.Board()
E4 = chess.Move.from_uci("e2e4")


def test_a_game_is_told_from_its_first_position() -> None:
    board = chess.Board()
    assert position_line(board) == "position startpos"
    board.push_san("e4")
    assert position_line(board) == "position startpos moves e2e4"
    ending = chess.Board("8/8/8/8/8/k7/8/K6R w - - 3 9")
    ending.push_san("Kb1")
    assert position_line(ending) == "position fen 8/8/8/8/8/k7/8/K6R w - - 3 9 moves a1b1"
    for move in ("--", "--", "Ka4"):  # engines read no null moves
        ending.push_san(move)
    assert position_line(ending) == "position fen 8/8/8/8/8/k7/8/1K5R b - - 6 10 moves a3a4"


@pytest.mark.parametrize(
    ("limits", "line"),
    [
        (SearchLimits(), "go infinite"),
        (SearchLimits(seconds=0.25), "go movetime 250"),
        (SearchLimits(seconds=0.0001), "go movetime 1"),
        (SearchLimits(depth=5, nodes=100), "go depth 5 nodes 100"),
        (SearchLimits(mate=2, moves=(E4,)), "go mate 2 searchmoves e2e4"),
    ],
)
def test_an_order_to_search(limits: SearchLimits, line: str) -> None:
    assert go_line(limits) == line


@pytest.mark.parametrize(
    ("clocks", "line"),
    [
        (Clocks(60, 1.5), "go wtime 60000 btime 1500 winc 0 binc 0"),
        (Clocks(0, 9, 0.25, 7), "go wtime 1 btime 9000 winc 250 binc 250 movestogo 7"),
    ],
)
def test_clocks_stand_in_for_the_time_of_a_move(clocks: Clocks, line: str) -> None:
    assert go_line(SearchLimits(seconds=3), clocks) == line
    assert go_line(SearchLimits(depth=2), clocks) == line.replace("go", "go depth 2", 1)


def test_what_was_found_is_read_as_it_was_told() -> None:
    info = SearchInfo(1, 12, 20, Score(mate=-3), 12345, 0.5, 250, 17, (E4,))
    assert parse_info(info_line(info), START) == info
    assert "nps 24690" in info_line(info)


@pytest.mark.parametrize(
    "line",
    [
        "info depth 5",
        "info string score cp 5",
        "info depth 5 score cp 20 lowerbound nodes 5",
        "info depth 5 score cp",
        "info depth 5 score mate soon",
    ],
)
def test_lines_without_a_score_say_nothing(line: str) -> None:
    assert parse_info(line, START) is None


def test_a_line_of_play_is_cut_where_it_leaves_the_rules() -> None:
    info = parse_info("info depth x nodes -5 score cp 20 pv e2e4 e7e5 e4e5 d7d6", START)
    assert info is not None
    assert [move.uci() for move in info.moves] == ["e2e4", "e7e5"]
    assert (info.depth, info.nodes) == (0, 0)


@pytest.mark.parametrize("word", ["e2e5", "banana", "", "0000", "(none)", "e2e4q", "e7e5"])
def test_words_that_are_no_legal_move(word: str) -> None:
    assert read_move(START, word) is None


def test_morris_is_told_in_its_own_words() -> None:
    board = MORRIS.board()
    assert position_line(board) == "position startpos"
    for turn in ("d6", "a1", "b6", "a4", "f6xa1"):
        move = read_move(board, turn)
        assert move is not None
        board.push(move)
    assert position_line(board) == "position startpos moves d6 a1 b6 a4 f6xa1"
    there = MORRIS.board(board.fen())
    assert position_line(there) == f"position fen {there.fen()}"
    assert read_move(board, "d7-d6") is None
    info = SearchInfo(1, 3, 4, Score(centipawns=12), 50, 0.5, 0, 0, (read_move(board, "d7"),))
    assert parse_info(info_line(info, MORRIS), board) == info
    words = go_line(SearchLimits(nodes=5, moves=info.moves), rules=MORRIS)
    assert words == "go nodes 5 searchmoves d7"


def test_other_boards_have_names_of_their_own() -> None:
    rules = game("morris:six")
    board = rules.board()
    for turn in ("a5", "e5"):
        board.push(read_move(board, turn))
    assert position_line(board) == "position startpos moves a5 e5"
    info = SearchInfo(1, 3, 4, Score(centipawns=12), 50, 0.5, 0, 0, (read_move(board, "c5"),))
    assert info_line(info, rules).endswith(" pv c5")
    assert parse_info(info_line(info, rules), board) == info
