"""Mates in more than 127 moves, which codes do not tell: here in more than 17, so that a small
table has some, and in up to 382 among random values."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import chess
import numpy as np
import pytest
from numpy.typing import NDArray
from tests.random_tables import RandomTables, place_of, same_where_alike
from tests.tablebase.test_solve import random_boards
from tests.tablebase.test_verify import read_from
from tests.tiers import first

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.kernels import chess_verify
from millmate.tablebase import chess_sets, chess_tables, estimates, far, jobs, verify
from millmate.tablebase import solve as solve_module
from millmate.tablebase.build import build
from millmate.tablebase.codec import BLOCK
from millmate.tablebase.container import Finished
from millmate.tablebase.draft import Draft
from millmate.tablebase.explore import Explorer
from millmate.tablebase.layout import LOST, Layout
from millmate.tablebase.metric import Metric
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.sharded import TableError
from millmate.tablebase.slices import CODES, MORE, Slices
from millmate.tablebase.solve import Solution, solve, solve_large
from millmate.tablebase.store import opened
from millmate.tablebase.successors import Successors, slice_of
from millmate.tablebase.table import Table, stored_once
from millmate.tablebase.verify import (
    ArrayRows,
    PackedRows,
    Rows,
    VerificationError,
    verify_slices,
)
from millmate.tablebase.verify_passes import passes

Values = NDArray[np.uint8]

MOST = 17
KRVKN = Layout(Material.parse("KRvKN"))  # up to 27 moves
KBBVK = Layout(Material.parse("KBBvK"))  # up to 19, with like pieces


@pytest.fixture(params=first(1, [KBBVK, KRVKN]), ids=lambda layout: str(layout.material))
def layout(request: pytest.FixtureRequest) -> Layout:
    found: Layout = request.param
    return found


def plain(layout: Layout, tables: Path) -> Values:
    table = opened(tables, layout.material)
    return np.stack([table.slice_values(turn) for turn in (True, False)])


def capped(layout: Layout, tables: Path) -> Solution:
    return solve(layout, [0], read_from(tables), most=MOST)


def in_order(layout: Layout, values: Values) -> Values:
    """Return values with 0 where like pieces stand in another order than stored."""
    chunks = values.reshape(-1, layout.slice_chunks, layout.chunk_size)
    return np.stack([[stored_once(layout, n, c) for n, c in enumerate(side)] for side in chunks])


# Solving --------------------------------------------------------------------------------------


def test_codes_and_the_rest_make_up_the_distances(layout: Layout, more_tables: Path) -> None:
    values, more, facts = capped(layout, more_tables)
    assert more is not None
    right = plain(layout, more_tables)
    assert int((values % LOST).max()) == MOST
    assert np.array_equal(values[:, 0] + more[:, 0], right)
    assert facts == solve(layout, [0], read_from(more_tables)).facts


def test_out_of_core_the_same_is_found(layout: Layout, more_tables: Path, tmp_path: Path) -> None:
    values, more, facts = capped(layout, more_tables)
    assert more is not None
    silent = lambda winner, ply, positions: None  # noqa: E731 - a name for what does nothing
    layers, told = solve_large(layout, 0, read_from(more_tables), silent, tmp_path, MOST)
    assert told == facts
    for plane, array in ((layers.codes, values), (layers.more, more)):
        found = np.stack([np.concatenate(list(plane(turn))) for turn in (True, False)])
        assert np.array_equal(in_order(layout, found), in_order(layout, array[:, 0]))
    assert layers.above == int(more.max())


# Verifying ------------------------------------------------------------------------------------


class Stored(Slices):
    """Values as they are stored, like pieces in one order."""

    def __init__(self, layout: Layout, codes: Values, more: Values) -> None:
        super().__init__(layout, [])
        self._planes = in_order(layout, np.stack([codes[:, 0], more[:, 0]])).reshape(2, 2, -1)

    def fill(self, stream: str, first: int, out: Values, threads: int = 1) -> None:
        side, block = divmod(first, self.layout.side_blocks)
        plane = self._planes[(CODES, MORE).index(stream), side]
        out.reshape(-1)[:] = plane[block * BLOCK :][: out.size]


def packed(layout: Layout, codes: Values, more: Values) -> PackedRows:
    return PackedRows(Stored(layout, codes, more), 0, int(more.max()), 1)


@pytest.mark.parametrize("rows", [ArrayRows, packed], ids=["in memory", "as stored"])
def test_they_are_verified_and_a_wrong_one_is_found(
    rows: Callable[..., Rows], layout: Layout, more_tables: Path
) -> None:
    of = partial(rows, layout) if rows is packed else rows
    values, more, _ = capped(layout, more_tables)
    assert more is not None
    read, rng = read_from(more_tables), np.random.default_rng(3)
    assert verify_slices(layout, [0], of(values, more), read) > 0
    places = np.argwhere(in_order(layout, more[:, 0]).reshape(more[:, 0].shape))
    for at in places[rng.integers(len(places), size=4)]:
        wrong = more.copy()
        wrong[:, 0][tuple(at)] += 1
        with pytest.raises(VerificationError):
            verify_slices(layout, [0], of(values, wrong), read)


class Far:
    """The verifier at work on rows among random values, with mates in up to 382 moves."""

    def __init__(self, turn: bool) -> None:
        # The slowest of many losses, and the only win, may be of any length.
        codes = [0, 120, LOST + 126, *[127] * 50, *[LOST + 127] * 3]
        self._tables, self._turn = RandomTables(codes, seed=6), turn
        self._more = np.zeros((KRVKN.words, 64), np.uint8)
        self._after_captures = RandomTables([120, 126], seed=7)
        lengths = np.random.default_rng(8).random((10, 64, 64, 64))
        lost, won = (self._other == code for code in (LOST + 127, 127))
        for chosen, power in ((lost, 1), (won, 12)):
            more = same_where_alike(KRVKN, 0, (lengths**power * 256).astype(np.uint8))
            self._more = np.where(chosen, more, self._more)
        self._slice = slice_of(KRVKN, [0])

    @property
    def _other(self) -> Values:
        found: Values = self._tables.read(KRVKN.material, 0, not self._turn)
        return found

    def right(self, board: chess.Board) -> tuple[int, int]:
        """Return the code of a position and what it falls short of, by its moves."""
        wins, losses, draws = [], [], False
        moves = list(board.legal_moves)
        for move in moves:
            board.push(move)
            code, above = self._value(board)
            board.pop()
            draws |= code == 0
            (losses if 0 < code < LOST else wins if code else []).append(code % LOST + above)
        if wins:
            distance = min(wins) + 1
            return min(distance, 127), max(0, distance - 127)
        if draws or not moves:
            return LOST * (not moves and board.is_check()), 0
        return LOST + min(max(losses), 127), max(0, max(losses) - 127)

    def _value(self, board: chess.Board) -> tuple[int, int]:
        if chess.popcount(board.occupied) == KRVKN.material.men:
            _, word, lane = place_of(KRVKN, board)
            return int(self._other[word, lane]), int(self._more[word, lane])
        return self._after_captures.value(board), 0

    def rows(self) -> Iterator[tuple[int, dict[int, chess.Board]]]:
        """Yield some rows with the positions in them, by lane."""
        for word in np.random.default_rng(9).integers(KRVKN.words, size=6).tolist():
            start = (0 if self._turn else KRVKN.slice_size) + word * 64
            boards = {lane: KRVKN.board(start + lane) for lane in range(64)}
            yield (
                word,
                {
                    lane: board
                    for lane, board in boards.items()
                    if chess.popcount(board.occupied) == 4 and not board.was_into_check()
                },
            )

    def faults(self, word: int, codes: Values, more: Values) -> int:
        """Return how many faults are found in a row, uint8[1, 64]."""
        keys, found, black = np.empty((1, KRVKN.words, 64), np.uint8), 0, not self._turn
        for each in passes(Metric.DTM, 127 + 255):
            other = each.read(self._other[None], self._more[None])
            moved = self._slice, other, 0, each.per_move, keys, not black
            chess_verify.make_keys(*moved, 0, KRVKN.words)
            after = Successors(
                KRVKN, [0], self._turn, self._after_captures.read, lambda work, n: [work(0, n)],
                behind=each.behind,
            )  # fmt: skip
            own = each.read(codes[None], more[None])
            found += chess_verify.check(
                self._slice, after.captures(), own, word, True, keys, after.pawn_moves(), black,
                each.least, word, word + 1,
            )[1]  # fmt: skip
        return found


@pytest.mark.parametrize("turn", first(1, chess.COLORS), ids=["white", "black"])
def test_each_distance_up_to_382_is_told_apart(turn: bool) -> None:
    far, seen, rng = Far(turn), set(), np.random.default_rng(10)
    for word, boards in far.rows():
        codes, more = np.zeros((2, 1, 64), np.uint8)
        for lane, board in boards.items():
            codes[0, lane], more[0, lane] = far.right(board)
        assert far.faults(word, codes, more) == 0
        for lane in rng.permutation([lane for lane in boards if codes[0, lane] & 127 == 127])[:2]:
            distance = 127 + int(more[0, lane])
            seen.add(distance // 60)
            for wrong in {max(127, distance - 1), min(382, distance + 1), 127, 382} - {distance}:
                more[0, lane] = wrong - 127
                assert far.faults(word, codes, more), (distance, wrong)
            more[0, lane] = distance - 127
    assert len(seen) > 2


# Tables ---------------------------------------------------------------------------------------


def let_codes_tell(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (chess_tables, verify, far, chess_sets):
        monkeypatch.setattr(module, "MOST_OF_CODE", most)
    monkeypatch.setattr(solve_module, "solve", partial(solve, most=most))
    monkeypatch.setattr(solve_module, "solve_large", partial(solve_large, most=most))


@pytest.fixture
def from_17_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let codes tell 17 moves."""
    let_codes_tell(MOST, monkeypatch)


@pytest.fixture(params=["in memory", "out of core"])
def far_table(
    request: pytest.FixtureRequest,
    layout: Layout,
    more_tables: Path,
    from_17_on: None,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> Table:
    """Return a table, built and verified."""
    for path in (*more_tables.glob("*.table"), *more_tables.glob("*.plane")):
        if path.stem != str(layout.material):
            (tmp_path / path.name).symlink_to(path)
    large = request.param == "out of core"
    monkeypatch.setattr(estimates, "large", lambda of: large and of == layout.material)
    # Where wins are found again, codes hold 127 moves.
    build([layout.material], tmp_path, planes=True)
    assert not [*tmp_path.glob(".building*")]
    return opened(tmp_path, layout.material)


def test_a_table_tells_them(far_table: Table, layout: Layout, more_tables: Path) -> None:
    assert far_table.has_more
    assert far_table.info.longest == opened(more_tables, layout.material).info.longest
    assert verify.verify(far_table.path.parent, layout.material).positions > 0
    with Tablebase(far_table.path.parent) as ours, Tablebase(more_tables) as right:
        for board in random_boards(layout, 0, 100):
            assert ours.probe(board) == right.probe(board), board.fen()
            assert ours.moves(board) == right.moves(board), board.fen()


def test_the_explorer_finds_their_positions(far_table: Table) -> None:
    found = Explorer(far_table)
    sets = [each for each in found.contents.sets if each.moves >= MOST - 1 and each.count < 3000]
    assert sets
    with Tablebase(far_table.path.parent) as tables:
        for chosen in sets:
            boards = list(found.positions(chosen))
            assert boards
            assert {tables.probe(board).plies for board in boards} == {chosen.plies}


def altered(path: Path, change: Callable[[bytearray], object]) -> None:
    content = bytearray(path.read_bytes())
    change(content)
    path.write_bytes(content)


def test_damage_to_what_codes_fall_short_of_is_noticed(
    layout: Layout,
    more_tables: Path,
    from_17_on: None,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    for path in (*more_tables.glob("*.table"), *more_tables.glob("*.plane")):
        if path.stem != str(layout.material):
            (tmp_path / path.name).symlink_to(path)
    monkeypatch.setattr(estimates, "large", lambda of: of == layout.material)
    build([layout.material], tmp_path)
    table = opened(tmp_path, layout.material)
    frames = Finished(table.path)._indexes[MORE]
    at = int(frames["offset"][frames["length"] > 0][0]) + 8
    altered(table.path, lambda content: content.__setitem__(at, content[at] ^ 1))
    for turn in (True, False):
        table.slice_values(turn)
    with pytest.raises(TableError):
        table.read_slices([0])


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "most", "parts"),
    first(1, [("KBPvK", 29, False), ("KRvKP", 30, True)]),
    ids=["whole", "in parts"],
)
def test_what_leads_to_them_counts_on(
    name: str,
    most: int,
    parts: bool,
    more_tables: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """It is built with codes that tell fewer moves, as is what its pawn becomes."""
    let_codes_tell(most, monkeypatch)
    material = Material.parse(name)
    for path in more_tables.glob("*.table"):
        if Material.named(path.stem) not in (material, *material.promotions()):
            (tmp_path / path.name).symlink_to(path)
    monkeypatch.setattr(
        estimates, "in_parts", lambda of: parts and of.men == material.men and not of.has_pawns
    )
    build([material], tmp_path, planes=True)  # see `far_table`
    ours, right = opened(tmp_path, material), opened(more_tables, material)
    assert any(opened(tmp_path, each).has_more for each in material.promotions())
    above = 0
    for number in range(ours.layout.slices):
        (codes, more), (distances, _) = (each.read_slices([number]) for each in (ours, right))
        assert np.array_equal(codes if more is None else codes + more, distances)
        above += int((distances % LOST > most).sum())
    assert above
    assert ours.info.longest == right.info.longest
    assert verify.verify(tmp_path, material).positions > 0


def test_pawn_moves_within_one_job_do_not_lead_to_them(from_17_on: None, tmp_path: Path) -> None:
    with pytest.raises(MillMateError, match="KPvK has mates in more than 127 moves"):
        build([Material.parse("KPvK")], tmp_path)


def test_a_worker_of_a_cluster_refuses_to_count_on(
    more_tables: Path, from_17_on: None, tmp_path: Path
) -> None:
    """It is lent the codes of slices alone."""
    tables, material = tmp_path / "tables", Material.parse("KBPvK")
    tables.mkdir()
    for path in (*more_tables.glob("*.table"), *more_tables.glob("*.plane")):
        if path.stem not in ("KBBvK", "KBPvK"):
            (tables / path.name).symlink_to(path)
    build([KBBVK.material], tables)
    (tmp_path / "lent").mkdir()
    lent = Draft(tmp_path / "lent", KBBVK.material)
    lent.copy([0], opened(tables, KBBVK.material))
    job = next(iter(jobs.jobs_of(Layout(material))))
    with pytest.raises(MillMateError, match=r"mates of KBBvK in more than 127 moves.*--scheduler"):
        jobs.run_job(job, tables, lent={KBBVK.material: lent})
