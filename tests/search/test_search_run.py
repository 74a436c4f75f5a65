"""What both strong searches do: limits, lines, news and the time they take."""

import itertools
import threading
from itertools import pairwise
from types import SimpleNamespace

import pytest

from millmate.games.board import Board
from millmate.games.chess.rules import CHESS
from millmate.games.morris.rules import MORRIS
from millmate.search import search_run
from millmate.search.limits import Score, SearchInfo, SearchLimits
from millmate.search.root_tables import RootKnowledge
from millmate.search.search_run import CompiledSearch, SearchRun, TimeManager
from millmate.search.strong import StrongSearch
from millmate.search.strong_morris import StrongMorrisSearch

CHESS_MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1BN2/PP3PPP/R2QKB1R w KQ - 0 9"
MORRIS_MIDDLEGAME = ".W..BB.B/.WB..W.B/..WWB.W. w 0 0 0 15"


@pytest.fixture(scope="module", params=["chess", "morris"])
def game(request: pytest.FixtureRequest) -> tuple[CompiledSearch, Board]:
    if request.param == "chess":
        return StrongSearch(hash_mb=4), CHESS.board(CHESS_MIDDLEGAME)
    return StrongMorrisSearch(hash_mb=4), MORRIS.board(MORRIS_MIDDLEGAME)


@pytest.fixture
def search(game: tuple[CompiledSearch, Board]) -> CompiledSearch:
    game[0].forget()
    return game[0]


@pytest.fixture
def board(game: tuple[CompiledSearch, Board]) -> Board:
    return game[1].copy()


def test_a_depth_is_kept_and_every_iteration_told(search: CompiledSearch, board: Board) -> None:
    told: list[SearchInfo] = []
    outcome = search.search(board, SearchLimits(depth=7), told.append)
    assert [info.depth for info in told] == list(range(1, 8))
    assert all(a.nodes < b.nodes and a.seconds <= b.seconds for a, b in pairwise(told))
    assert all(info.selective_depth >= info.depth for info in told)
    assert outcome.lines == (told[-1],)
    for move in outcome.lines[0].moves:
        assert board.is_legal(move)
        board.push(move)
    assert (outcome.best, outcome.reply) == outcome.lines[0].moves[:2]


def test_a_number_of_nodes_is_never_exceeded(search: CompiledSearch, board: Board) -> None:
    told: list[SearchInfo] = []
    assert search.search(board, SearchLimits(nodes=20_000), told.append).best in board.legal_moves
    assert told[-1].nodes <= 20_000


@pytest.mark.parametrize("lines", [1, 3])
def test_even_one_node_gives_a_legal_move_and_tells_of_it(
    search: CompiledSearch, board: Board, lines: int
) -> None:
    told: list[SearchInfo] = []
    outcome = search.search(board, SearchLimits(nodes=1, lines=lines), told.append)
    assert outcome.best in board.legal_moves
    assert tuple(told) == outcome.lines
    assert [info.depth for info in told] == [1] * lines


def test_several_lines_are_different_moves(search: CompiledSearch, board: Board) -> None:
    outcome = search.search(board, SearchLimits(depth=5, lines=4))
    assert [info.line for info in outcome.lines] == [1, 2, 3, 4]
    assert len({info.moves[0] for info in outcome.lines}) == 4


def test_only_the_moves_asked_for_are_searched(search: CompiledSearch, board: Board) -> None:
    moves = tuple(itertools.islice(board.legal_moves, 2))
    outcome = search.search(board, SearchLimits(depth=4, moves=moves, lines=9))
    assert {info.moves[0] for info in outcome.lines} == set(moves)


def test_it_stops_when_told_by_the_caller_or_another_thread(
    search: CompiledSearch, board: Board
) -> None:
    asked = itertools.count()
    assert search.search(board, stopped=lambda: next(asked) > 5).best
    assert search.search(board, on_info=lambda info: search.stop()).best
    at_once = SearchLimits(seconds=0.0)
    assert search.search(board, on_info=lambda info: search.relimit(at_once)).best


@pytest.mark.parametrize("kind", [StrongSearch, StrongMorrisSearch])
def test_a_table_of_nothing_is_refused(kind: type[CompiledSearch]) -> None:
    with pytest.raises(ValueError, match="0 MB"):
        kind(hash_mb=0)


class EndlessRoot:
    """A root whose second iteration ends when it is halted."""

    number, known = 2, RootKnowledge()

    def __init__(self) -> None:
        self.halted = threading.Event()

    def iterate(self, depth: int, lines: int) -> bool:
        return depth == 1 or not self.halted.wait(60)

    def line(self, place: int, depth: int, seconds: float) -> SearchInfo:
        return SearchInfo(1, depth, depth, Score(0), 1, seconds, 0, 0, ("e2e4",))  # type: ignore[arg-type]

    def best(self) -> str:
        return "e2e4"

    def halt(self) -> None:
        self.halted.set()


def test_a_search_whose_time_is_over_is_halted_once_it_has_a_move() -> None:
    root, limits = EndlessRoot(), SearchLimits(seconds=0.0)
    run = SearchRun(root, limits, TimeManager(limits))  # type: ignore[arg-type]
    outcome = run.run(lambda info: None, lambda: False)
    assert root.halted.is_set()
    assert [line.depth for line in outcome.lines] == [1]


@pytest.mark.parametrize(
    ("limits", "seconds", "stability", "is_over", "forbids"),
    [
        (SearchLimits(seconds=2.0), 1.9, 0, False, False),
        (SearchLimits(seconds=2.0), 2.0, 0, True, True),
        (SearchLimits(seconds=9.0, seconds_wanted=1.0), 0.6, 2, False, False),
        (SearchLimits(seconds=9.0, seconds_wanted=1.0), 0.6, 3, False, True),  # a steady best move
        (SearchLimits(seconds=9.0, seconds_wanted=1.0), 0.9, 0, False, True),
        (SearchLimits(), 1e9, 9, False, False),
    ],
)
def test_when_the_time_is_over(
    limits: SearchLimits,
    seconds: float,
    stability: int,
    is_over: bool,
    forbids: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search_run, "time", clock := SimpleNamespace(perf_counter=lambda: 100.0))
    manager = TimeManager(limits)
    clock.perf_counter = lambda: 100.0 + seconds
    assert (manager.is_over(), manager.forbids_iteration(stability)) == (is_over, forbids)
