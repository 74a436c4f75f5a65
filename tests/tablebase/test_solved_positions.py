"""Boards asked of all positions that were solved: which tables hold them, and what they say."""

import random
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain, product
from pathlib import Path

import chess
import pytest
from tests.conftest import build_chess
from tests.counting import calls
from tests.tablebase.conftest import FewTables
from tests.tiers import first

from millmate.api import open_tables
from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.games.value import MoveValue, Result, Value
from millmate.gui.shell.probe.answers import solved_answer
from millmate.serve import standard
from millmate.serve.tables import Tables as Served
from millmate.tablebase import reach_file, solved_positions, store
from millmate.tablebase.all_tables import AllTables
from millmate.tablebase.metric import Metric
from millmate.tablebase.position_answer import best_together, in_words, together
from millmate.tablebase.positions import plan_sides, solve_position
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.reach import Bounds
from millmate.tablebase.solved_positions import SolvedPositions

BLOCKED = "8/8/4k3/p7/P7/4K3/8/8 w - - 0 1"
APART = "8/2p5/8/1P6/8/k7/8/2K5 b - - 0 1"
WON = "8/8/8/p1K5/P7/8/8/6k1 w - - 0 1"


def solve(
    directory: Path, for_white: bool, pieces: int = 0, kinds: str = "QRBN", fen: str = BLOCKED
) -> Path:
    types = tuple(chess.PIECE_SYMBOLS.index(kind.lower()) for kind in kinds)
    steps = plan_sides(chess.Board(fen), directory, (for_white,), Bounds(pieces, promotions=types))[
        0
    ]
    solve_position(steps, threads=1).close()
    return steps.directory


@pytest.fixture
def solved(tmp_path: Path) -> Iterator[SolvedPositions]:
    with SolvedPositions(tmp_path) as found:
        yield found


def text(solved: SolvedPositions, fen: str) -> str:
    board = chess.Board(fen)
    answer = solved.answer(board)
    return "" if answer is None else in_words(answer, board.turn)


def test_tables_of_either_side_answer_together(solved: SolvedPositions) -> None:
    assert text(solved, BLOCKED) == ""
    solve(solved.directory, for_white=True)
    assert text(solved, BLOCKED) == "White at least draws"
    bound = solved.answer(chess.Board(BLOCKED))
    assert bound is not None
    assert (bound.decided, bound.final) == (False, Result.AT_LEAST_DRAW)
    solve(solved.directory, for_white=False)
    assert text(solved, BLOCKED) == "draw with best play"
    with AllTables(solved.directory) as tables:
        assert tables.probe_rule50(chess.Board(BLOCKED)).final is Result.DRAW


def test_moves_are_ranked_by_what_is_proved(solved: SolvedPositions) -> None:
    solve(solved.directory, for_white=True)
    solve(solved.directory, for_white=False)
    board = chess.Board("8/8/8/p4k2/P1K5/8/8/8 b - - 0 1")
    moves = solved.moves(board)
    assert {each.move for each in moves} == set(board.legal_moves)
    least = [each.value.final.least for each in moves]
    assert least == sorted(least, reverse=True)
    assert (least[0], least[-1]) == (0, -1)


def test_a_win_is_proved_within_the_clock(solved: SolvedPositions) -> None:
    solve(solved.directory, for_white=True, pieces=1)
    board = chess.Board(WON)
    answer = solved.answer(board)
    assert answer is not None
    assert answer.wdl == 1
    assert answer.moves is not None
    assert 10 < answer.moves < 30
    best = solved.moves(board)[0]
    assert best.value.plies == answer.plies
    late = chess.Board(WON)
    late.halfmove_clock = 90
    for position, category in ((board, Result.WIN), (late, Result.AT_LEAST_DRAW)):
        with AllTables(solved.directory) as tables:
            assert tables.probe_rule50(position).final is category


def test_a_board_is_held_by_what_can_come_of_a_position_alone(solved: SolvedPositions) -> None:
    solve(solved.directory, for_white=True)
    held = ("8/8/4k3/p7/P7/4K3/8/8 b - - 5 9", "7k/8/8/7p/7P/8/8/K7 w - - 0 1")
    for fen in held:
        assert len(solved.covering(chess.Board(fen))) == 1
    not_held = (
        "8/8/4k3/8/p7/P3K3/8/8 w - - 0 1",  # pawns have passed their squares
        "8/8/4k3/p7/PP6/4K3/8/8 w - - 0 1",  # a pawn too many
        "8/8/4k3/p7/P7/4K3/8/7R w - - 0 1",  # a piece too many
        "8/8/p3k3/8/P7/4K3/8/8 w - - 0 1",  # Black's pawn would have to go back
        "8/8/p3k3/8/P7/3K4/8/6N1 w - - 0 1",
        chess.STARTING_FEN,
    )
    for fen in not_held:
        assert solved.covering(chess.Board(fen)) == []
        assert solved.answer(chess.Board(fen)) is None
        assert solved.moves(chess.Board(fen)) == []


def test_limits_make_another_game(solved: SolvedPositions) -> None:
    solve(solved.directory, for_white=True, pieces=1, kinds="Q")
    board = chess.Board(BLOCKED)
    assert solved.answer(board) is None
    answer = solved.answer(board, (chess.QUEEN,))
    assert answer is not None
    assert (
        in_words(answer, True, (chess.QUEEN,)) == "draw with best play (with promotion to Q only)"
    )


def test_whole_tables_below_are_exact_for_either_side(
    few_tables: FewTables, tmp_path: Path
) -> None:
    directory = shutil.copytree(few_tables[Metric.DTM, False], tmp_path / "tables")
    solve(directory, for_white=True, fen=APART)
    with SolvedPositions(directory) as solved:
        board = chess.Board("8/2p5/k7/1P6/8/8/8/2K5 b - - 0 1")
        (tables,) = solved.covering(board)
        assert not tables.reach.exact
        best = solved.moves(board)[0]
        assert best.move.uci() == "a6b5"
        assert (best.value.wdl, best.value.exact) == (1, True)
        assert tables.probe(board).final is Result.UNKNOWN
        assert text(solved, board.fen()).startswith("Black mates in at most ")


def test_a_move_outside_proves_nothing(bounded_positions: Path) -> None:
    with SolvedPositions(bounded_positions) as solved:
        queening = chess.Board("1Q6/8/8/8/8/k7/2p5/4K3 b - - 0 1")
        after = {found.move.uci(): found.value for found in solved.moves(queening)}
        assert not after["c2c1q"].decided
        answer = solved.answer(queening)
        assert answer is not None
        assert answer.final is Result.UNKNOWN
        mating = chess.Board("8/8/8/8/8/K7/7Q/k7 w - - 0 1")
        first = solved.moves(mating)[0].value
        assert (in_words(first, chess.WHITE), first.exact) == (
            "White mates in 1 move (1 ply)",
            True,
        )


def test_what_was_removed_answers_no_more(solved: SolvedPositions) -> None:
    folder = solve(solved.directory, for_white=True)
    assert text(solved, BLOCKED) != ""
    (folder / reach_file.FILE).unlink()
    assert text(solved, BLOCKED) == ""


def test_a_damaged_plan_is_told_and_folders_of_others_are_left_alone(
    solved: SolvedPositions,
) -> None:
    folder = solve(solved.directory, for_white=True)
    for name in (
        "notes",
        "KPvKP_a4_z9_0_white",
        "KvKK_-_-_0_white",
        "KPvKP_a4_a5_0_white_X",
        "KPvKP_a4_a5",
    ):
        (folder.parent / name).mkdir()
    assert text(solved, BLOCKED) == "White at least draws"
    (folder / reach_file.FILE).write_text("{}")
    with pytest.raises(MillMateError, match=r"position\.json is damaged: remove"):
        solved.answer(chess.Board(BLOCKED))


def test_a_board_without_tables_costs_little(solved: SolvedPositions) -> None:
    boards = [chess.Board(), chess.Board("8/6p1/p3k3/8/8/P3K3/8/8 w - - 0 1")]
    costs = []
    for pieces in range(4):
        for square, side in product(chess.SQUARE_NAMES[16:48], ("white", "black")):
            name = f"KQPPvKQPP_a2{square}_h7a4_{pieces}_{side}"
            (solved.directory / "positions" / name).mkdir(parents=True)
        for board in boards:
            assert solved.covering(board) == []
        costs.append([calls(partial(solved.covering, board)) for board in boards])
    assert costs == [costs[0]] * 4  # folders of the same pawns are not looked at one by one


def test_answers_are_joined() -> None:
    board = chess.Board(BLOCKED)
    moves = [
        MoveValue(move, value)
        for move, value in zip(
            board.legal_moves,
            [Value(-1, 20, exact=False), Value.between(0, 1), Value.between(-1, 0)],
            strict=False,
        )
    ]
    unknown = Value.between(-1, 1)
    assert best_together(unknown, moves) == Value.between(0, 1)
    lost = best_together(unknown, [moves[0], moves[0]])
    assert in_words(lost, chess.WHITE) == "Black mates in at most 10 moves"
    with pytest.raises(MillMateError, match="contradict each other"):
        together([Value(1, 21), Value.between(-1, 0)])


@pytest.fixture(scope="session")
def two_pawns(shared: Path) -> Path:
    return build_chess(("KPvKP",), shared, "two-pawns")


@pytest.mark.parametrize("for_white", [True, False])
def test_bounds_hold_the_truth(two_pawns: Path, tmp_path: Path, for_white: bool) -> None:
    """Of random positions, some with captures en passant, and of their moves."""
    solve(tmp_path, for_white, fen=APART)
    rng, held, known = random.Random(1), 0, 0
    with SolvedPositions(tmp_path) as solved, Tablebase(two_pawns) as truth:
        while held < 100:
            board = running(rng)
            if board is None or not solved.covering(board):
                continue
            held += 1
            verdicts = {each.move: each.value for each in truth.moves(board)}
            own = solved.answer(board)
            assert own is not None
            check(own, truth.probe(board))
            for each in solved.moves(board):
                check(each.value, verdicts.pop(each.move))
            assert not verdicts
            known += own.final is not Result.UNKNOWN
    assert 10 < known < 90


def running(rng: random.Random) -> chess.Board | None:
    """Return a position of the pawns that start on b5 and c7, None if chance makes it illegal."""
    board = chess.Board(None)
    squares = rng.sample(range(64), 2)
    pawns = [chess.square(1, rng.randint(4, 6)), chess.square(2, rng.randint(1, 6))]
    for letter, square in zip("KkPp", squares + pawns, strict=True):
        if board.piece_at(square) is None:
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
    board.turn = rng.random() < 0.5
    if board.turn and pawns[1] == chess.C5 and rng.random() < 0.7:
        board.ep_square = chess.C6
    return board if board.is_valid() and chess.popcount(board.occupied) == 4 else None


def check(answer: Value, verdict: Value) -> None:
    assert answer.final.least <= verdict.wdl <= answer.final.most
    if answer.plies is not None and verdict.plies is not None:
        assert answer.plies == verdict.plies or (answer.plies > verdict.plies and not answer.exact)


def test_threads_may_ask_while_tables_are_opened_and_dropped(
    solved: SolvedPositions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solved_positions, "_KEPT", 1)
    for for_white in (True, False):
        solve(solved.directory, for_white)
    boards = [chess.Board(fen) for fen in (BLOCKED, BLOCKED.replace(" w ", " b "), WON)]
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(solved.answer, boards * 20))
    for number, board in enumerate(boards):
        expected = solved.answer(board)
        assert expected is not None
        assert set(found[number :: len(boards)]) == {expected}


# Against whole tables -----------------------------------------------------------------------------

THREE = ("KQvK", "KRvK", "KPvK")
RUNNER = "8/1P3k2/8/8/8/8/8/K7 w - - 0 1"
RUN = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"


def truth_contains(truth: Value, least: int, most: int, plies: int | None, exact: bool) -> bool:
    """Return whether an answer is true: results from -1 to 1, `plies` an upper bound or exact."""
    if not least <= truth.wdl <= most:
        return False
    if plies is None or truth.plies is None:
        return True
    return truth.plies == plies if exact else truth.plies <= plies


def check_what_is_served_and_shown(
    served: Served, board: chess.Board, truth: dict[chess.Move | None, Value]
) -> None:
    """Check the server's and the window's values of a position and of each move."""
    told = standard.answer(served, board)
    assert told.value.dtm in (None, truth[None].wdl * (truth[None].plies or 0)), board.fen()
    for move in told.moves:
        after = truth[move.move]
        assert move.value.dtm in (None, -after.wdl * ((after.plies or 1) - 1)), (board.fen(), move)
    names = lambda board, move: (move.uci(), board.san(move))  # noqa: E731
    shown = solved_answer(served.solved, board, board.fen(), "", names)
    assert shown is not None
    assert shown.wdl in (None, truth[None].wdl), board.fen()
    for worth in shown.moves:
        right = truth[chess.Move.from_uci(worth.text)]
        assert worth.wdl in (None, right.wdl), (board.fen(), worth)
        if worth.moves is not None and right.moves is not None:
            assert worth.moves == right.moves or worth.at_most, (board.fen(), worth)


def played(fen: str, games: int) -> Iterator[chess.Board]:
    """Yield the positions of random games with kings anywhere, whoever starts."""
    random.seed(fen)
    for _ in range(games):
        board = chess.Board(fen)
        for side in chess.COLORS:
            board.remove_piece_at(board.king(side) or 0)
        board.ep_square, board.turn = None, random.random() < 0.5
        free = random.sample([s for s in range(64) if board.piece_at(s) is None], 2)
        for square, side in zip(free, chess.COLORS, strict=True):
            board.set_piece_at(square, chess.Piece(chess.KING, side))
        while board.is_valid() and chess.popcount(board.occupied) > 2:
            yield board
            if board.is_game_over() or random.random() < 0.1:
                break
            board.push(random.choice(list(board.legal_moves)))


@pytest.mark.parametrize("games", first(1, [5, 30]))
@pytest.mark.parametrize(
    ("whole", "fen", "bounds"),
    [
        pytest.param(THREE, BLOCKED, Bounds(1), id="nothing outside"),
        pytest.param(THREE, BLOCKED, Bounds(0), id="promotions outside"),
        pytest.param((), BLOCKED, Bounds(1, 0), id="captures outside"),
        pytest.param(
            THREE, RUN, Bounds(1), id="its own table is there", marks=pytest.mark.thorough
        ),
        pytest.param(THREE, APART, Bounds(0), id="en passant"),
        pytest.param(
            ("KPvKP",),
            APART,
            Bounds(0, stays=(chess.C7,)),
            id="en passant, whole",
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_every_answer_agrees_with_whole_tables(
    two_pawns: Path, tmp_path: Path, whole: tuple[str, ...], fen: str, bounds: Bounds, games: int
) -> None:
    for material in {below for name in whole for below in Material.parse(name).closure()}:
        if material.men > 2:
            source = store.place(two_pawns, material)
            assert source is not None
            (tmp_path / source.name).symlink_to(source)
    for for_white in (True, False):
        steps = plan_sides(chess.Board(fen), tmp_path, (for_white,), bounds)[0]
        solve_position(steps, threads=1).close()
    asked = 0
    served = Served(tmp_path)
    with Tablebase(two_pawns) as right, open_tables(tmp_path) as tables:
        for board in chain(played(fen, games), played(RUNNER, games // 3)):
            if (found := tables.bounds(board)) is None:
                continue
            asked += 1
            truth = {None: right.probe(board)} | {m.move: m.value for m in right.moves(board)}
            moves = {move.move: move for move in tables.bounded_moves(board)}
            assert moves.keys() == {*board.legal_moves}
            for move, answer in {None: found, **moves}.items():
                sure = None if answer.dtm is None else abs(answer.dtm)
                told = answer.least // 2, answer.most // 2, sure, not answer.at_most
                assert truth_contains(truth[move], *told), (board.fen(), move, answer)
            if (probe := tables.get(board)) is not None:
                assert probe.wdl == 2 * truth[None].wdl, board.fen()
                check_what_is_served_and_shown(served, board, truth)
    assert asked > 3 * games // 2


def test_a_move_is_unknown_once_the_table_it_leads_to_is_removed(
    few_tables: FewTables, tmp_path: Path
) -> None:
    directory = shutil.copytree(few_tables[Metric.DTM, False], tmp_path / "tables")
    solve(directory, for_white=True, pieces=1)
    store.table_path(directory, "KQvK").unlink()
    with SolvedPositions(directory) as solved:
        board = chess.Board(RUNNER)
        answers = {
            each.move.uci(): in_words(each.value, board.turn) for each in solved.moves(board)
        }
    assert answers["b7b8q"] == "White at least draws"
    assert answers["a1a2"] == "White mates in 11 moves (21 plies)"
