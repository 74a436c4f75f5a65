"""Mates under the fifty-move rule: against the rules, move by move, and what is published."""

from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests import naive
from tests.made_tables import spoil
from tests.tiers import examples

from millmate.games.chess.material import Material
from millmate.games.value import Result, Value
from millmate.tablebase import late_mates, store
from millmate.tablebase.build import build
from millmate.tablebase.clocks import Places, Solved, solve_clocks
from millmate.tablebase.dtm50 import AtZero, ClockSlices
from millmate.tablebase.layout import LOST, Pawns, layout_of
from millmate.tablebase.locate import locate
from millmate.tablebase.probe import Tablebase, open_slices
from millmate.tablebase.rule50 import LONGEST, Distance, ruled
from millmate.tablebase.sharded import TableError

SLICES: list[tuple[str, Pawns]] = [
    ("KPvK", ((chess.D4,), ())),
    ("KPvKP", ((chess.D4,), (chess.D5,))),  # blocked: kings alone move
    ("KPvKP", ((chess.A2,), (chess.H7,))),
    ("KPvKP", ((chess.D2,), (chess.E4,))),  # a double push that may be taken en passant
    ("KPvKP", ((chess.B7,), (chess.G2,))),  # both about to promote
]
NAMES = ("KRvKN", "KQvKR", "KRvKP")


@pytest.fixture(scope="module")
def slices(usual_tables: Path) -> ClockSlices:
    return open_slices(usual_tables)


@pytest.fixture(scope="module")
def tablebase(usual_tables: Path) -> Iterator[Tablebase]:
    with Tablebase(usual_tables) as tables:
        yield tables


@pytest.fixture(scope="module")
def both(rule50_tables: Path) -> Iterator[tuple[Tablebase, ClockSlices]]:
    with Tablebase(rule50_tables) as tables:
        yield tables, open_slices(rule50_tables)


def code_of(wdl: int, plies: int) -> int:
    """Return the code of a mate."""
    return LOST + plies // 2 if wdl < 0 else (plies + 1) // 2


def code_by(found: Solved, board: chess.Board, dtm: Value) -> int:
    """Return the code that a solved slice gives a position at its clock."""
    if dtm.plies is None:
        return 0
    layout, swapped, at = locate(board)
    turn, place = board.turn != swapped, at % layout.slice_size
    zeroing = found.zeroing(turn, place)
    if board.halfmove_clock + (dtm.plies if zeroing is None else zeroing) > LONGEST:
        return 0
    plies = found.plies(turn, place, board.halfmove_clock)
    return code_of(dtm.wdl, dtm.plies if plies is None else abs(plies))


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "pawns"), SLICES)
def test_every_position_of_a_slice_is_as_the_rules_say_clock_by_clock(
    more_tables: Path, name: str, pawns: Pawns
) -> None:
    layout = layout_of(Material.parse(name))
    number, mirror = layout.slice_of(pawns)
    assert not mirror
    found = solve_clocks(layout, number, AtZero(more_tables), births=True)
    men, squares = layout.material.white + layout.material.black.lower(), pawns[0] + pawns[1]
    changed = 0
    with Tablebase(more_tables) as base:

        def elsewhere(board: chess.Board) -> int:
            value = base.probe(board)  # in time, with so few men
            return 0 if value.plies is None else code_of(value.wdl, value.plies)

        expected = naive.at_clocks(men, squares, elsewhere)
        for here, board in naive.boards(men, squares):
            value = base.probe(board)
            for board.halfmove_clock in range(LONGEST + 1):
                code = code_by(found, board, value)
                assert code == expected[board.halfmove_clock][here], board.fen()
                changed += code > 0 and code != code_of(value.wdl, value.plies or 0)
    assert changed or pawns[1]  # with a pawn of each side hardly any does


def at(board: chess.Board, clock: int) -> chess.Board:
    board.halfmove_clock = clock
    return board


@given(place=st.integers(0), clock=st.integers(0, 100), name=st.sampled_from(NAMES))
@examples(30)
def test_a_position_follows_from_its_moves_at_every_clock(
    slices: ClockSlices, tablebase: Tablebase, name: str, place: int, clock: int
) -> None:
    layout = layout_of(Material.parse(name))
    board = at(layout.board(place % layout.size), clock)
    if chess.popcount(board.occupied) != layout.material.men or not board.is_valid():
        return

    def value(board: chess.Board) -> int:
        found = ruled(board, tablebase.probe(board), slices.resolve)
        assert found.in_time or found.final is Result.DRAW
        return 0 if found.final is Result.DRAW else code_of(found.wdl, found.plies or 0)

    after = [] if clock == LONGEST else [_after(board, move) for move in board.legal_moves]
    codes = [naive.backed_up(each, value) if each.ep_square else value(each) for each in after]
    over = board.is_check() and not any(board.legal_moves)
    assert value(board) == (naive.best(codes, board.is_check()) if codes or over else 0)


@given(place=st.integers(0), clock=st.integers(97, 99), name=st.sampled_from(NAMES))
@examples(15)
def test_a_search_under_the_rule_finds_the_same(
    slices: ClockSlices, tablebase: Tablebase, name: str, place: int, clock: int
) -> None:
    layout = layout_of(Material.parse(name))
    board = at(layout.board(place % layout.size), clock)
    if chess.popcount(board.occupied) != layout.material.men or not board.is_valid():
        return

    def value(board: chess.Board) -> int:
        found = ruled(board, tablebase.probe(board), slices.resolve)
        return 0 if found.final is Result.DRAW else code_of(found.wdl, found.plies or 0)

    assert value(board) == searched(board, value)


def searched(board: chess.Board, at_zero: Callable[[chess.Board], int]) -> int:
    """Return the code that a search to the end of the clock finds; `at_zero` is that behind it."""
    codes = []
    for move in list(board.legal_moves):
        if board.halfmove_clock == LONGEST:
            return 0
        zeroing = board.is_zeroing(move)
        board.push(move)
        passant = board.has_legal_en_passant()
        if not zeroing:
            codes.append(searched(board, at_zero))
        else:
            codes.append(naive.backed_up(board, at_zero) if passant else at_zero(board))
        board.pop()
    return naive.best(codes, board.is_check())


def _after(board: chess.Board, move: chess.Move) -> chess.Board:
    board = board.copy(stack=False)
    board.push(move)
    return board


@given(place=st.integers(0), clocks=st.lists(st.integers(0, 100), min_size=2, max_size=2))
@examples(30)
def test_the_more_time_the_shorter_the_mate(
    slices: ClockSlices, tablebase: Tablebase, place: int, clocks: list[int]
) -> None:
    layout = layout_of(Material.parse("KQvKR"))
    board = layout.board(place % layout.size)
    if chess.popcount(board.occupied) != 4 or not board.is_valid():
        return
    dtm = tablebase.probe(board)
    early, late = (ruled(at(board, clock), dtm, slices.resolve) for clock in sorted(clocks))
    assert early.final.wdl is not None
    if late.final is not Result.DRAW and late.wdl:
        assert early.final is late.final
        assert (dtm.plies or 0) <= (early.plies or 0) <= (late.plies or 0)
        assert (late.plies or 0) + max(clocks) > LONGEST or late.plies == dtm.plies


@given(place=st.integers(0), clock=st.integers(0, 100), name=st.sampled_from(["KRPvK", "KRvKP"]))
@examples(30)
def test_nothing_stays_open_with_tables_of_both_metrics(
    both: tuple[Tablebase, ClockSlices], name: str, place: int, clock: int
) -> None:
    layout = layout_of(Material.parse(name))
    board = at(layout.board(place % layout.size), clock)
    if chess.popcount(board.occupied) != layout.material.men or not board.is_valid():
        return
    tables, slices = both
    judged = [each.value for each in tables.rule50_moves(board, every=True)]
    judged.append(ruled(board, tables.probe(board), slices.resolve))
    assert all(value.final.wdl is not None for value in judged)
    assert judged[-1].in_time or judged[-1].final is Result.DRAW


class _Stub:
    """A table whose slices have few codes."""

    def __init__(self, codes: dict[int, int]) -> None:
        self._codes = codes

    def slice_values(self, turn: bool, number: int) -> NDArray[np.uint8]:
        values = np.zeros((640, 64), np.uint8)
        values.reshape(-1)[list(self._codes)] = list(self._codes.values())
        return values


def test_long_mates_are_as_the_files_of_all_metrics_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    material = Material.parse("KQvK")
    stubs = {"dtm": _Stub({5: 60, 6: 183, 7: 10}), "dtz": _Stub({5: 90, 6: 229, 7: 9})}
    monkeypatch.setattr(
        store, "opened", lambda place, _: stubs["dtz" if place.name == "dtz" else "dtm"]
    )
    monkeypatch.setattr(store, "exists", lambda place, _: "dtz" in stubs)

    def read() -> tuple[AtZero, list[int]]:
        reader = AtZero(tmp_path)
        return reader, reader(material, 0, True).reshape(-1)[5:8].tolist()

    reader, found = read()
    assert (found, reader.doubts) == ([60, 0, 10], (False, True))
    places = np.array([5, 700], np.uint64), np.array([70, 71], np.uint8)
    sides = {True: Places(*places), False: Places(places[0][:0], places[1][:0])}
    late_mates.write(tmp_path, material, sides)
    reader, found = read()
    assert (found, reader.doubts) == ([70, 0, 10], (False, False))
    del stubs["dtz"]
    reader, found = read()
    assert (found, reader.doubts) == ([0, 0, 10], (True, True))
    spoil(store.dtm50_path(tmp_path, material))
    with pytest.raises(TableError):
        late_mates.read(tmp_path, material)


def test_a_slice_that_takes_too_long_is_refused(usual_tables: Path) -> None:
    assert open_slices(usual_tables).distances(["8/8/8/1k6/8/8/1KNNBR2/6r1 w - - 0 1"], True) == [
        None
    ]


def test_without_the_tables_behind_nothing_is_known(tables: Path) -> None:
    pawn, mate = "8/8/8/3k4/8/8/P7/K7 w - - 0 1", "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1"
    assert open_slices(tables).distances([pawn, mate], True) == [None, Distance(1, 1, 1)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fen", "plies"),
    [
        ("B7/8/8/8/8/8/8/nKBk4 b - - 0 1", 100),  # the longest win under the rule
        ("8/8/8/1B6/8/8/8/1KBk2n1 b - - 0 1", None),  # the longest without: 132 plies
    ],
)
def test_bishops_against_knight_are_as_syzygy_has_them(
    fen: str, plies: int | None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    # Source: syzygy-tables.info, regular statistics of KBBvKN.
    directory = tmp_path_factory.mktemp("bishops")
    build([Material.parse("KBBvKN")], directory)
    (found,) = open_slices(directory).distances([fen], True)
    assert found is not None
    assert found[:2] == (plies, plies)
