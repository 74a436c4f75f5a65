"""The API tells what the tables behind it tell, in the signs and units of python-chess."""

import random
import shutil
import threading
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import naive
from tests.tiers import examples, first, only

import millmate
from millmate.api import many
from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.games.morris.positions import random_position as random_morris
from millmate.tablebase.morris.probe import MorrisTablebase

QUEEN = "8/8/8/8/8/2k5/8/KQ6 w - - 0 1"
MATED = "k6Q/8/1K6/8/8/8/8/8 b - - 0 1"
STALEMATE = "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"
PAWN = "8/8/8/8/7k/8/1P6/1K6 w - - 0 1"
NOT_THERE = "8/8/8/8/3k4/8/8/KRB1q3 w - - 0 1"
CASTLING = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
EN_PASSANT = "8/8/8/8/1pP1k3/8/8/1K6 b - c3 0 1"
BARE_KINGS = "8/8/8/8/8/8/8/K1k5 w - - 0 1"
FLYING = "W.W...../W......./B.B...B. w 0 0 0 1"


@pytest.fixture
def opened(tables: Path) -> Iterator[millmate.Tables]:
    with millmate.open_tables(tables) as found:
        yield found


@pytest.fixture
def opened_rule50(rule50_tables: Path) -> Iterator[millmate.Tables]:
    with millmate.open_tables(rule50_tables) as found:
        yield found


@pytest.fixture
def opened_morris(morris_tables: Path) -> Iterator[millmate.Tables]:
    with millmate.open_tables(morris_tables) as found:
        yield found


def by_chance(name: str, number: int) -> list[chess.Board]:
    rng = random.Random(name)
    return [random_position(Material.parse(name), rng) for _ in range(number)]


def naive_value(board: chess.Board) -> tuple[int, int]:
    """Return the result and the signed plies to mate of three men."""
    code = naive.three(board)
    if code >= naive.LOST:
        return -2, -2 * (code - naive.LOST)
    return (2, 2 * code - 1) if code else (0, 0)


# One position -------------------------------------------------------------------------------------


def test_at_a_clock_a_mate_comes_in_time_or_not(opened: millmate.Tables) -> None:
    board = chess.Board(QUEEN)
    for board.halfmove_clock, plies in ((0, 11), (89, 11), (90, 0)):
        assert opened.probe50(board) == (2 if plies else 0, plies, None)
        best = opened.moves50(board)[0]
        assert (best.wdl, best.dtm50) == (2 if plies else 0, plies)
        assert plies == 0 or best.move == chess.Move.from_uci("b1e4")


@pytest.mark.parametrize("name", only(["KQvK", "KRvK"], "KRvK"))
def test_values_are_those_of_a_naive_solver(opened: millmate.Tables, name: str) -> None:
    for board in by_chance(name, 300):
        for each in (board, board.mirror()):
            found = opened.probe(each)
            assert (found.wdl, found.dtm) == naive_value(each)
            assert found.rule50
            assert opened.probe(each.fen()) == found == opened.get(each)


def test_values_are_those_of_gaviota_tables(opened: millmate.Tables) -> None:
    gaviota = pytest.importorskip("chess.gaviota")
    directory = Path("/usr/share/gaviotatb/gtb4")
    if not directory.is_dir():
        pytest.skip("install Debian's package gaviotatb")
    with gaviota.PythonTablebase() as theirs:
        for table in directory.glob("*.gtb.cp4"):  # opened here: the library wants to write to it
            theirs.available_tables[table.name.split(".")[0]] = str(table)
            theirs.streams[table.name.split(".")[0]] = table.open("rb")
            theirs.egtb_loadindexes(
                table.name.split(".")[0], theirs.streams[table.name.split(".")[0]]
            )
        for name in ("KQvK", "KRvK"):
            for board in by_chance(name, 200):
                assert opened.probe_dtm(board) == theirs.probe_dtm(board)
                assert opened.probe_wdl(board) == 2 * theirs.probe_wdl(board)


@pytest.mark.parametrize(("fen", "wdl"), [(MATED, -2), (STALEMATE, 0)])
def test_games_that_are_over(opened: millmate.Tables, fen: str, wdl: int) -> None:
    assert opened.probe(fen) == millmate.Probe(wdl, 0, None, True)
    assert opened.moves(fen) == opened.best_moves(fen) == opened.line(fen) == []


def test_the_parts_are_those_of_the_whole(opened_rule50: millmate.Tables) -> None:
    for board in by_chance("KRPvK", 25):
        found = opened_rule50.probe(board)
        assert opened_rule50.probe_wdl(board) == opened_rule50.get_wdl(board) == found.wdl
        assert opened_rule50.probe_dtm(board) == opened_rule50.get_dtm(board) == found.dtm
        assert opened_rule50.probe_dtz(board) == opened_rule50.get_dtz(board) == found.dtz
        assert found.dtz is not None
        assert (found.dtz > 0) - (found.dtz < 0) == found.wdl / 2


def test_a_mated_side_has_a_distance_to_zeroing_of_minus_one(
    opened_rule50: millmate.Tables,
) -> None:
    mated = chess.Board("k7/1R6/1K6/8/8/8/8/8 b - - 0 1")
    mated.set_piece_map(chess.Board("k6R/8/1K6/8/8/8/8/8 b - - 0 1").piece_map())
    assert opened_rule50.probe(mated) == millmate.Probe(-2, 0, -1, True)


# Many positions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", first(1, ["full", "packed"]))
def test_many_are_probed_as_one_is(tables: Path, tmp_path: Path, kind: str) -> None:
    directory = tables
    if kind == "packed":
        planes = shutil.ignore_patterns("*.plane")
        directory = shutil.copytree(tables, tmp_path / "tables", ignore=planes)
    with millmate.open_tables(directory) as opened:
        for name in ("KBNvK", "KvKBN"):
            boards = [b if name == "KBNvK" else b.mirror() for b in by_chance("KBNvK", 200)]
            each = [opened.probe(board) for board in boards]
            assert opened.probe_many(boards) == opened.get_many(b.fen() for b in boards) == each
            squares = [squares_of(board, name) for board in boards]
            found = opened.probe_array(name, [board.turn for board in boards], squares)
            assert found.wdl.dtype == np.int8
            assert found.plies.dtype == np.int16
            assert found.wdl.tolist() == [probe.wdl for probe in each]
            assert found.plies.tolist() == [probe.dtm for probe in each]


@examples(4)  # of a hundred positions each
@given(rng=st.randoms(use_true_random=False))
def test_many_are_what_each_of_them_is(
    rule50_tables: Path, morris_tables: Path, rng: random.Random
) -> None:
    """Whatever stands among them: text, both games, rights, no table, no legal position."""
    names = ("KRPvK", "KRvKP", "KQvK", "KPvK", "KBvK", "KRRvKR")
    boards = [scattered(Material.parse(rng.choice(names)), rng) for _ in range(2 * many.FEW)]
    positions: list[millmate.Position] = [*boards, *(board.mirror() for board in boards[:20])]
    positions += [board.fen() for board in boards[:9]]
    positions += [CASTLING, EN_PASSANT, chess.STARTING_FEN, "no FEN", FLYING, BARE_KINGS]
    positions += [random_morris(4, 3, rng, chess.WHITE)]
    rng.shuffle(positions)
    for directory in (rule50_tables, rule50_tables / "dtz", morris_tables):
        with millmate.open_tables(directory) as opened:
            right = [_or_error(opened.probe, each) for each in positions]
            told = [each for each in right if isinstance(each, millmate.Probe)]
            known = [p for p, r in zip(positions, right, strict=True) if r in told]
            assert opened.probe_many(known) == told
            with pytest.raises(next(each for each in right if isinstance(each, type))):
                opened.probe_many(positions)
            readable = [
                p for p, r in zip(positions, right, strict=True) if r is not millmate.PositionError
            ]
            assert opened.get_many(readable) == [opened.get(each) for each in readable]


def scattered(material: Material, rng: random.Random) -> chess.Board:
    """Return the men of a material on any squares, which may be illegal."""
    board = chess.Board(None)
    men = material.white + material.black.lower()
    for square, letter in zip(rng.sample(range(64), len(men)), men, strict=True):
        board.set_piece_at(square, chess.Piece.from_symbol(letter))
    board.turn = rng.choice(chess.COLORS)
    return board


def _or_error(
    probe: Callable[[millmate.Position], millmate.Probe], position: millmate.Position
) -> millmate.Probe | type[Exception]:
    try:
        return probe(position)
    except (ValueError, millmate.MissingTableError) as error:
        return type(error)


def test_many_distances_to_zeroing(opened_rule50: millmate.Tables) -> None:
    boards = by_chance("KRPvK", 200)
    squares = [squares_of(board, "KRPvK") for board in boards]
    turns = [board.turn for board in boards]
    found = opened_rule50.probe_array("KRPvK", turns, squares, metric="dtz")
    assert found.plies.tolist() == [opened_rule50.probe_dtz(board) for board in boards]
    assert found.wdl.tolist() == [opened_rule50.probe_wdl(board) for board in boards]


def squares_of(board: chess.Board, name: str) -> list[int]:
    """Return the squares of men of different kinds in the order of a material's name."""
    white, black = name.split("v")
    return [
        board.pieces(chess.PIECE_SYMBOLS.index(letter.lower()), colour).pop()
        for colour, side in ((chess.WHITE, white), (chess.BLACK, black))
        for letter in side
    ]


def test_materials_are_named_in_one_order(opened: millmate.Tables) -> None:
    with pytest.raises(millmate.InputError, match="write KNBvK as KBNvK"):
        opened.probe_array("KNBvK", [], np.empty((0, 4), np.int64))


def test_threads_share_tables(opened: millmate.Tables) -> None:
    boards = by_chance("KBNvK", 200)
    right = opened.probe_many(boards)
    opened.refresh()
    answers: list[list[millmate.Probe]] = []
    threads = [
        threading.Thread(target=lambda: answers.append(opened.probe_many(boards))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [right] * 8


# Moves --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", ["dtm", "dtz"])
def test_lines_lead_to_mate(opened_rule50: millmate.Tables, metric: millmate.MetricName) -> None:
    for board in by_chance("KRPvK", 20):
        wdl, dtm = opened_rule50.probe_wdl(board), opened_rule50.probe_dtm(board)
        line = opened_rule50.line(board, metric=metric)
        before = board.fen()
        for move in line:
            assert board.is_legal(move)
            board.push(move)
        assert bool(line) == (dtm != 0)
        assert board.is_checkmate() == (wdl != 0)
        assert metric == "dtz" or len(line) == abs(dtm)
        assert opened_rule50.line(before, 3, metric) == line[:3]


def test_moves_are_valued_for_their_mover(opened_rule50: millmate.Tables) -> None:
    for board in by_chance("KRPvK", 20):
        found = opened_rule50.moves(board)
        assert {each.move for each in found} == set(board.legal_moves)
        if found:
            assert (found[0].wdl, found[0].dtm) == (
                opened_rule50.probe_wdl(board),
                opened_rule50.probe_dtm(board),
            )
            for metric in ("dtm", "dtz"):
                ranked = opened_rule50.moves(board, metric)
                top = (ranked[0].wdl, getattr(ranked[0], metric))
                best = [m.move for m in ranked if (m.wdl, getattr(m, metric)) == top]
                assert opened_rule50.best_moves(board, metric) == best
            assert opened_rule50.moves(board, "dtz")[0].dtz == opened_rule50.probe_dtz(board)


# The fifty-move rule ------------------------------------------------------------------------------

# Source: the statistics of syzygy-tables.info.
LONGEST_BLESSED = "8/8/8/1B6/8/8/8/1KBk2n1 b - - 0 1"
CURSED_WINS, BLESSED_LOSSES = 7_750_066, 15_330_676  # of KBBvKN, by White and by Black to move


@pytest.mark.slow
def test_cursed_wins_and_blessed_losses(cursed_tables: Path) -> None:
    with millmate.open_tables(cursed_tables) as opened:
        assert opened.probe(LONGEST_BLESSED) == millmate.Probe(-1, None, -132, True)
        assert opened.moves(LONGEST_BLESSED, "dtz")[0].wdl == -1
        layers = [each for each in opened.layers("KBBvKN", "dtz") if abs(each.wdl) == 1]
        assert {each.wdl for each in layers if each.turn} == {1}
        assert sum(each.count for each in layers if each.turn) == CURSED_WINS
        assert sum(each.count for each in layers if not each.turn) == BLESSED_LOSSES
        boards = [board for each in layers for board in islice(each, 40)]
        probes = opened.probe_many(boards)
        assert probes == [opened.probe(board) for board in boards]
        for board, probe in zip(boards, probes, strict=True):
            assert probe.wdl == (1 if board.turn else -1) == opened.probe_wdl(board)
            assert probe.dtz is not None
            assert probe.wdl * probe.dtz > 100
            assert probe.rule50
        squares = [
            [board.king(chess.WHITE), *board.pieces(chess.BISHOP, chess.WHITE),
             board.king(chess.BLACK), *board.pieces(chess.KNIGHT, chess.BLACK)]
            for board in boards
        ]  # fmt: skip
        found = opened.probe_array("KBBvKN", [b.turn for b in boards], squares, "dtz")
        assert found.wdl.tolist() == [probe.wdl for probe in probes]
        assert found.plies.tolist() == [probe.dtz for probe in probes]


@pytest.mark.slow
def test_without_distances_to_zeroing_they_are_unsure(tmp_path: Path) -> None:
    millmate.build("KBBvKN", tmp_path)
    with millmate.open_tables(tmp_path) as opened:
        probe = opened.probe(LONGEST_BLESSED)
        assert (probe.wdl, probe.dtz, probe.rule50) == (-2, None, False)
        boards = by_chance("KBBvKN", 300)
        probes = opened.probe_many(boards)
        assert probes == [opened.probe(board) for board in boards]
        assert {(probe.wdl, probe.rule50) for probe in probes} >= {(2, True), (2, False)}


# Sets ---------------------------------------------------------------------------------------------


def test_layers_hold_the_positions_of_their_distance(opened: millmate.Tables) -> None:
    layers = opened.layers("KQvK")
    assert [(each.plies, each.turn) for each in layers[:2]] == [(0, False), (1, True)]
    for each in layers:
        boards = list(each)
        assert len(boards) == each.count
        for board in boards[:20]:
            assert board.turn == each.turn
            assert opened.probe_wdl(board) == each.wdl
            assert abs(opened.probe_dtm(board)) == each.plies


def test_layers_of_distances_to_zeroing(opened_rule50: millmate.Tables) -> None:
    for each in opened_rule50.layers("KPvK", "dtz"):
        board = next(iter(each))
        assert opened_rule50.probe_wdl(board) == each.wdl
        if each.plies:
            assert abs(opened_rule50.probe_dtz(board)) == each.plies


# Nine men's morris --------------------------------------------------------------------------------


def test_morris_is_probed_by_the_same_names(
    opened_morris: millmate.Tables, morris_tables: Path
) -> None:
    rng = random.Random(3)
    boards = [random_morris(4, 3, rng, turn) for turn in (True, False) for _ in range(40)]
    with MorrisTablebase(morris_tables) as own:
        for board in boards:
            verdict, found = own.probe(board), opened_morris.probe(board)
            assert found.wdl == 2 * verdict.wdl
            assert found.dtm == opened_morris.probe_dtm(board.fen())
            assert found.dtm == verdict.wdl * (verdict.plies or 0)
            assert found.dtz is None
            line = opened_morris.line(board)
            assert len(line) == abs(found.dtm)
            assert [each.move for each in opened_morris.moves(board)] == [
                each.move for each in own.moves(board)
            ]
    assert any(found.count for found in opened_morris.layers("morris:4-3"))
    longest = opened_morris.layers("morris:4-3")[-1]
    assert abs(opened_morris.probe_dtm(next(iter(longest)))) == longest.plies


def test_placing_tables_of_morris_tell_who_wins(opened_morris: millmate.Tables) -> None:
    won, *_ = [each for each in opened_morris.layers("morris:ply17-3-3") if each.wdl == 2]
    board = next(iter(won))
    assert won.plies is None
    assert opened_morris.probe(board) == millmate.Probe(2, None, None, False)
    assert opened_morris.get_dtm(board) is None
    with pytest.raises(millmate.MissingTableError, match="not how soon"):
        opened_morris.probe_dtm(board)
    with pytest.raises(millmate.MissingTableError, match="zeroing for morris"):
        opened_morris.probe_dtz(board)


# What goes wrong ----------------------------------------------------------------------------------


def test_a_missing_table_is_named_with_the_way_to_build_it(
    opened: millmate.Tables, tables: Path
) -> None:
    call = f"build it with millmate.build('KRBvKQ', '{tables}')"
    with pytest.raises(millmate.MissingTableError) as caught:
        opened.probe(NOT_THERE)
    assert str(caught.value) == f"no table for KRBvKQ; {call}"
    assert caught.value.table == "KRBvKQ"
    with pytest.raises(millmate.MissingTableError, match=r"metrics=\['dtz'\]"):
        opened.probe_dtz(QUEEN)
    with pytest.raises(millmate.MissingTableError, match="build it with"):
        opened.layers("KRvKR")
    with pytest.raises(millmate.MissingTableError, match="build it with"):
        opened.probe_array("KvKP", [True], [[0, 20, 30]])
    with pytest.raises(millmate.MissingTableError, match="morris:3-3"):
        opened.probe(FLYING)
    for position in (NOT_THERE, FLYING):
        assert opened.get(position) is opened.get_wdl(position) is opened.get_dtm(position) is None
        assert opened.get_dtz(position) is None


@pytest.mark.parametrize(
    ("position", "error", "why"),
    [
        ("no FEN", millmate.PositionError, "not a FEN"),
        (chess.STARTING_FEN, millmate.UnprobeableError, "castling"),
        ("8/8/8/8/8/8/1Q1k4/K7 w - - 0 1", millmate.UnprobeableError, "in check"),
        ("8/8/8/8/8/8/7R/K7 w - - 0 1", millmate.UnprobeableError, "one king"),
    ],
)
def test_bad_positions_are_value_errors(
    opened: millmate.Tables, position: str, error: type[Exception], why: str
) -> None:
    assert issubclass(error, ValueError)
    for ask in (opened.probe, opened.probe_wdl, opened.moves, opened.line):
        with pytest.raises(error, match=why):
            ask(position)


def test_other_wrong_arguments(opened: millmate.Tables, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"a chess\.Board, a MorrisBoard or text, not 5"):
        opened.probe(5)  # type: ignore[arg-type]
    with pytest.raises(millmate.InputError, match="choose 'dtm' or 'dtz'"):
        opened.moves(QUEEN, "dtx")  # type: ignore[arg-type]
    with pytest.raises(millmate.InputError, match="many tables"):
        opened.layers("morris:all")
    with pytest.raises(millmate.InputError, match="no directory"):
        millmate.open_tables(tmp_path / "nowhere")


def test_closed_tables_say_so(tables: Path) -> None:
    with millmate.open_tables(tables) as opened:
        assert opened.get(QUEEN)
    opened.close()
    for ask in (opened.probe, opened.get, opened.moves, opened.layers):
        with pytest.raises(millmate.InputError, match="closed"):
            ask(QUEEN)
    assert "closed" in repr(opened)


RUNNING = "8/8/1P6/2p5/8/8/8/K2k4 w - - 0 1"


def test_exact_positions_answer_where_no_whole_table_does(exact_positions: Path) -> None:
    board = chess.Board("8/8/8/p1K5/P7/8/8/6k1 w - - 0 1")
    with millmate.open_tables(exact_positions) as tables:
        found = tables.probe(board)
        assert (found.wdl, found.tables, found.at_most, found.rule50) == (
            2,
            "position",
            False,
            True,
        )
        assert "tables='position'" in repr(found)
        assert tables.get(board) == tables.get_many([board])[0] == found
        moves = tables.moves(board)
        assert {each.move for each in moves} == set(board.legal_moves)
        assert (moves[0].dtm, moves[0].tables) == (found.dtm, "position")
        line = tables.line(board)
        assert len(line) == found.dtm
        assert tables.best_moves(board)[0] == line[0]
        for move in line:
            board.push(move)
        assert board.is_checkmate()


def test_bounds_are_told_apart_from_values(bounded_positions: Path) -> None:
    with millmate.open_tables(bounded_positions) as tables:
        found = tables.probe(RUNNING)
        assert (found.wdl, found.dtm, found.at_most) == (2, 23, True)
        with pytest.raises(millmate.MissingTableError, match="is known: White mates in at"):
            tables.moves(RUNNING)
        assert [move.uci() for move in tables.best_moves(RUNNING)] == ["a1b2", "b6b7"]
        assert len(tables.line(RUNNING)) <= 23
        bounded = tables.bounded_moves(RUNNING)
        assert [(each.least, each.most) for each in bounded] == [(2, 2), (2, 2), (0, 2), (-2, 2)]
        held = "8/8/kP6/2p5/8/8/8/4K3 w - - 0 1"
        bounds = tables.bounds(held)
        assert bounds == millmate.Bounds(0, 2, None, False, "White at least draws")
        assert tables.get(held) is None
        with pytest.raises(millmate.MissingTableError, match="is known: White at least draws"):
            tables.best_moves(held)
        assert tables.bounds(FLYING) is None
        assert tables.bounded_moves(NOT_THERE) == []
