"""What an engine tells becomes lines, in the order they stand now, and lines become words."""

import chess
import pytest

from millmate.games.chess.rules import CHESS
from millmate.gui.features.analyse import engine_worker, panel
from millmate.gui.features.analyse.engine_worker import Findings, Gathering, Order, Position
from millmate.gui.shell.probe.answer import Answer, MoveWorth
from millmate.search.limits import Score, SearchInfo


@pytest.fixture(autouse=True)
def told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_worker, "_EVERY", 0.0)


def gathering(lines: int = 3, start: str = chess.STARTING_FEN, *moves: str) -> Gathering:
    board = chess.Board(start)
    for move in moves:
        board.push_uci(move)
    position = Position(CHESS, board.fen(), start, moves)
    assert position.board() == board
    return Gathering(Order(position, lines), board)


def info(line: int, moves: str, depth: int = 5, nodes: int = 0, **score: int) -> SearchInfo:
    read = tuple(chess.Move.from_uci(move) for move in moves.split())
    return SearchInfo(
        line, depth, depth, Score(**(score or {"centipawns": 10})), nodes, 1, 0, 0, read
    )


def told(gathered: Gathering, *infos: SearchInfo) -> list[str]:
    """Return the rank, depth and first move of each line that is known after `infos`."""
    for one in infos:
        gathered.add(one)
    news = gathered.news()
    assert isinstance(news, Findings)
    return [f"{found.info.line} {found.info.depth} {found.notation[0]}" for found in news.lines]


@pytest.mark.parametrize(
    ("lines", "infos", "expected"),
    [
        (3, [(2, "d2d4 d7d5"), (1, "e2e4 e7e5 g1f3"), (3, "c2c4")], ["1 5 e4", "2 5 d4", "3 5 c4"]),
        (3, [(2, "e2e4"), (1, "e2e4", 6)], ["1 6 e4"]),  # no move stands twice
        (1, [(1, "e2e4"), (2, "d2d4"), (1, "")], ["1 5 e4"]),  # one line was asked for
    ],
)
def test_lines_stand_in_their_order_whatever_comes_first(lines, infos, expected):
    gathered = gathering(lines)
    assert gathered.news() is None
    assert told(gathered, *(info(*each) for each in infos)) == expected
    assert gathered.news() is None  # what has not changed is not told again


def test_a_move_that_rises_changes_places_with_the_one_that_stood_there():
    gathered = gathering()
    told(gathered, info(1, "e2e4"), info(2, "d2d4"), info(3, "c2c4"))
    assert told(gathered, info(1, "c2c4", 6)) == ["1 6 c4", "2 5 d4", "3 5 e4"]
    assert told(gathered, info(2, "e2e4", 6)) == ["1 6 c4", "2 6 e4", "3 5 d4"]


def test_news_come_ten_times_a_second(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(engine_worker, "_EVERY", 0.1)
    clock = [100.0]
    monkeypatch.setattr(engine_worker.time, "monotonic", lambda: clock[0])
    gathered, count = gathering(), 0
    for depth in range(1000):
        clock[0] += 0.001
        gathered.add(info(1, "e2e4", depth))
        count += gathered.news() is not None
    assert 9 <= count <= 11


def test_a_row_has_a_figure_for_white_words_and_numbered_moves():
    gathered = gathering(2, chess.STARTING_FEN, "e2e4")
    gathered.add(info(1, "e7e5 g1f3 b8c6", 8, 5000, centipawns=-30))
    gathered.add(info(2, "d7d5 e4d5", 8, 4000, centipawns=-120))
    news = gathered.news()
    first, second = panel.rows_of(news, "chess")
    assert first.figure == "+0.30"
    assert first.words == "White is better by 0.3 pawns · depth 8"
    assert first.line == "1… e5 2. Nf3 Nc6"
    assert first.move == "e7e5"
    assert second.text == "+1.20, White is better by 1.2 pawns · depth 8: 1… d5 2. exd5"
    assert panel.effort_of(news) == "Depth 8 · 5,000 nodes · 5,000 nodes/s"


@pytest.mark.parametrize(
    ("turn", "mate", "figure", "words"),
    [
        ("w", 5, "#5", "White mates in 5 moves (9 plies)"),
        ("w", -2, "#-2", "Black mates in 2 moves (4 plies)"),
        ("b", 1, "#-1", "Black mates in 1 move (1 ply)"),
        ("b", -3, "#3", "White mates in 3 moves (6 plies)"),
    ],
)
def test_a_mate_is_told_in_moves_and_plies(turn, mate, figure, words):
    gathered = gathering(1, f"7k/8/8/8/8/8/8/KQ5q {turn} - - 0 1")
    move = "b1h1" if turn == "w" else "h1b1"
    gathered.add(info(1, move, mate=mate))
    (row,) = panel.rows_of(gathered.news(), "chess")
    assert (row.figure, row.words.partition(" · ")[0]) == (figure, words)


@pytest.mark.parametrize(
    ("mover", "score", "share"),
    [
        (True, Score(centipawns=0), 0.5),
        (True, Score(centipawns=400), 0.8135),
        (False, Score(centipawns=400), 0.1865),
        (False, Score(mate=3), 0.0),
        (False, Score(mate=-3), 1.0),
    ],
)
def test_the_bar_tells_whites_part(mover, score, share):
    assert panel.mover_share(score, mover) == pytest.approx(share, abs=1e-4)


def test_a_table_gives_exact_rows():
    moves = (MoveWorth("a1a2", "Ka2", "mate in 12", 1), MoveWorth("a1b2", "Kb2", "draw", 0))
    answer = Answer("", "KBNvK", "White mates", moves=moves, covered=True)
    (row,) = panel.rows_by_table(answer, 1)
    assert row.text == "mate in 12, exact: Ka2"
    assert panel.rows_by_table(Answer("", "", "", moves=moves), 2) == ()
