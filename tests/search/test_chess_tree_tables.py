"""Tables of endings inside the search: the right bytes, and what becomes of them."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import chess
import numpy as np
import pytest
from tests.tiers import first

from millmate.games.chess.material import Material
from millmate.games.value import Value
from millmate.kernels.engine import layout as at
from millmate.kernels.engine.entries import look_up, look_up_bounds, new_words
from millmate.search.chess_encoding import write_row
from millmate.search.limits import Score, SearchInfo, SearchLimits
from millmate.search.strong import ChessTreeTables, StrongSearch, slices_by_key
from millmate.tablebase import store
from millmate.tablebase.all_tables import AllTables
from millmate.tablebase.layout import LOST, Layout, layout_of
from millmate.tablebase.more import NOTHING
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.sharded import TableError
from millmate.tablebase.table import Table, Values
from millmate.tablebase.verdict import MissingTableError

NAMES = (
    *("KQvK", "KPvK", "KBBvK", "KPPvK", "KPvKP", "KQvKR", "KRPvK", "KPvKN"),
    *("KRBvKN", "KNNvKP", "KRRvKR", "KRPvKR", "KPPvKP", "KPPPvK", "KBPvKP", "KNNNvK", "KQPPvK"),
    *("KRBvKRN", "KRPvKRP"),
)


class TableByChance(Table):
    """A table of bytes by chance, the same for the same chunk."""

    def __init__(self, material: Material) -> None:
        self.layout, self.more, self.path = Layout(material), NOTHING, Path()

    def chunk(self, number: int) -> bytes:
        rng = np.random.default_rng([*str(self.layout.material).encode(), number])
        return rng.integers(0, 255, self.layout.chunk_size, np.uint8).tobytes()

    def block_of(self, place: int) -> tuple[int, int]:
        side, at = divmod(place, self.layout.size // 2)
        number, offset = divmod(at, self.layout.chunk_size)
        return side * self.layout.side_chunks + number, offset

    def block(self, number: int) -> bytes:
        return self.chunk(number)

    def code(self, block: bytes, offset: int) -> int:
        return block[offset]

    def slice_values(self, *_: object) -> Values:
        raise NotImplementedError


class Damaged(TableByChance):
    def chunk(self, number: int) -> bytes:
        raise TableError(Path("KQvK.table"), "somebody sat on it")


@pytest.fixture
def by_chance(tmp_path: Path) -> Tablebase:
    tablebase = Tablebase(tmp_path)
    for name in NAMES:
        tablebase.add(TableByChance(Material.parse(name)))
    return tablebase


def position_by_chance(material: Material, rng: np.random.Generator) -> chess.Board:
    """Return a position of a material or its swap that can be played, no en passant in it."""
    while True:
        board = chess.Board(None)
        sides = (material.white, material.black)[:: 1 if rng.random() < 0.5 else -1]
        squares = rng.permutation(64).tolist()
        for colour, side in zip(chess.COLORS, sides, strict=True):
            for letter in side:
                piece = chess.Piece.from_symbol(letter if colour else letter.lower())
                board.set_piece_at(squares.pop(), piece)
        board.turn = bool(rng.random() < 0.5)
        if board.is_valid():
            return board


def looked_up(words: at.Words, board: chess.Board) -> int:
    write_row(words, board)
    return look_up(words, at.ROWS)


def verdict_of(value: int) -> Value:
    if value == 0:
        return Value(0)
    return Value(-1, 2 * (value - LOST)) if value >= LOST else Value(1, 2 * value - 1)


@pytest.mark.parametrize("name", NAMES)
def test_a_position_has_the_byte_that_probing_finds(name: str, by_chance: Tablebase) -> None:
    rng = np.random.default_rng([*name.encode()])
    words, in_tree = new_words(), ChessTreeTables(by_chance, 64)
    for number in range(20):
        board = position_by_chance(Material.parse(name), rng)
        if number == 0:
            in_tree.prepare(words, board)
        found = looked_up(words, board)
        if found < 0:  # asked for
            in_tree.fetch(words)
            found = looked_up(words, board)
        assert verdict_of(found) == by_chance.probe(board), board.fen()


def test_facing_pawns_are_looked_up_where_there_is_no_whole_table(tmp_path: Path) -> None:
    facing, rng = Material.parse("KRpvKBp"), np.random.default_rng(5)
    tablebase, layout = Tablebase(tmp_path), layout_of(facing)
    tablebase.add(TableByChance(facing))
    words, in_tree = new_words(), ChessTreeTables(tablebase, 64)
    passed = chess.Board("3k3b/8/2p5/8/1P6/8/8/KR6 w - - 0 1")
    for _ in range(20):
        board = layout.board(int(rng.integers(layout.size)))
        board = board if rng.random() < 0.5 else board.mirror()
        if not board.is_valid() or chess.popcount(board.occupied) != facing.men:
            continue
        in_tree.prepare(words, board)
        assert words[at.MOST_MEN] == facing.men
        looked_up(words, board)
        in_tree.fetch(words)
        assert verdict_of(looked_up(words, board)) == tablebase.probe(board), board.fen()
        assert looked_up(words, passed) == -1
    tablebase.add(TableByChance(facing.whole))
    in_tree.prepare(words, passed)
    for board in (passed, chess.Board("3k3b/8/2p5/8/2P5/8/8/KR6 w - - 0 1")):
        looked_up(words, board)
        in_tree.fetch(words)
        assert verdict_of(looked_up(words, board)) == tablebase.probe(board), board.fen()


def test_castling_and_en_passant_are_not_looked_up(by_chance: Tablebase) -> None:
    words, in_tree = new_words(), ChessTreeTables(by_chance, 16)
    for fen, known in (
        ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", True),
        ("4k3/8/8/8/4Pp2/8/8/4K3 b - - 0 1", True),
        ("4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", False),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", False),  # no such table
        ("r3k3/8/8/8/8/8/8/4KR1R w - - 0 1", True),
        ("r3k3/8/8/8/8/8/8/4KR1R w q - 0 1", False),
    ):
        board = chess.Board(fen)
        in_tree.prepare(words, board)
        looked_up(words, board)
        in_tree.fetch(words)
        assert (looked_up(words, board) >= 0) == known, fen


def test_what_does_not_fit_into_memory_is_not_known(by_chance: Tablebase) -> None:
    words, rng = new_words(), np.random.default_rng(3)
    in_tree = ChessTreeTables(by_chance, 1)  # four chunks
    known = set()
    for _ in range(80):
        board = position_by_chance(Material.parse("KRBvKN"), rng)
        in_tree.prepare(words, board)
        looked_up(words, board)
        in_tree.fetch(words)
        known.add(looked_up(words, board) >= 0)
        assert np.count_nonzero(words[at.CHUNKS : at.TABLE] > at.BARRED) <= 4
    assert True in known
    nothing = ChessTreeTables(by_chance, 0)
    nothing.prepare(words, board)
    assert words[at.MOST_MEN] == 0


def test_a_damaged_table_is_done_without(tmp_path: Path) -> None:
    tablebase = Tablebase(tmp_path)
    tablebase.add(Damaged(Material.parse("KQvK")))
    words, in_tree = new_words(), ChessTreeTables(tablebase, 1)
    board = chess.Board("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    in_tree.prepare(words, board)
    for _ in range(2):
        assert looked_up(words, board) == -1
        in_tree.fetch(words)
    with pytest.raises(MissingTableError):
        tablebase.chunk(Material.parse("KRvK"), 0)


def test_with_many_men_on_the_board_no_table_is_looked_for(by_chance: Tablebase) -> None:
    words, in_tree = new_words(), ChessTreeTables(by_chance, 16)
    in_tree.prepare(words, chess.Board())
    assert words[at.MOST_MEN] == 0
    in_tree.prepare(words, chess.Board("4k3/pp6/8/8/8/8/PP6/R3K2R w - - 0 1"))
    assert words[at.MOST_MEN] == 6


def told(search: StrongSearch, board: chess.Board, depth: int, *moves: chess.Move) -> SearchInfo:
    return search.search(board, SearchLimits(depth=depth, moves=moves)).lines[0]


def after(tablebase: Tablebase, board: chess.Board, move: chess.Move) -> Value:
    """Return what a move is worth to the side that makes it."""
    board = board.copy(stack=False)
    board.push(move)
    return tablebase.probe(board).before()


def test_a_capture_into_a_table_mates_in_exactly_so_many_moves(tables: Path) -> None:
    with Tablebase(tables) as tablebase:
        search = StrongSearch(hash_mb=1, tables=tablebase)
        for fen in (
            "8/8/8/8/1k6/8/p1K5/1B3N2 w - - 0 1",  # bishop takes pawn
            "1b3n2/P1k5/8/1K6/8/8/8/8 b - - 30 60",
        ):
            board = chess.Board(fen)
            assert not tablebase.covers(board)
            info = told(search, board, 4)
            found = board.copy()
            for move in info.moves:
                found.push(move)
            assert (tablebase.probe(found).wdl, info.table_hits > 0) == (-1, True)
            plies = (tablebase.probe(found).plies or 0) + len(info.moves)
            assert info.score == Score(mate=(plies + 1) // 2), fen


def test_every_move_into_a_table_is_compared(tables: Path) -> None:
    # Tables know nothing of castling, but everything of what follows.
    board = chess.Board("8/8/8/4k3/8/8/8/R3K3 w Q - 0 1")
    with Tablebase(tables) as tablebase:
        best = min(after(tablebase, board, move).plies or 0 for move in board.legal_moves)
        info = told(StrongSearch(hash_mb=1, tables=tablebase), board, 2)
        assert info.score == Score(mate=(best + 1) // 2)
        assert after(tablebase, board, info.moves[0]).plies == best


def test_a_mate_that_may_come_after_the_fifty_moves_is_not_promised(tables: Path) -> None:
    with Tablebase(tables) as tablebase:
        search = StrongSearch(hash_mb=1, tables=tablebase)
        late = chess.Board("8/8/8/4k3/8/8/8/R3K3 w Q - 90 80")
        assert told(search, late, 2).score.mate is None
        early = chess.Board("8/8/8/4k3/8/8/8/R3K3 w Q - 50 80")
        assert told(search, early, 2).score.mate is not None


def test_a_capture_into_a_drawn_table_is_a_draw(tmp_path: Path) -> None:
    class Drawn(TableByChance):
        def chunk(self, number: int) -> bytes:
            return bytes(self.layout.chunk_size)

    tablebase = Tablebase(tmp_path)
    tablebase.add(Drawn(Material.parse("KRvK")))
    board, capture = chess.Board("8/8/8/4k3/8/8/p7/R3K3 w - - 0 1"), chess.Move.from_uci("a1a2")
    search = StrongSearch(hash_mb=1, tables=tablebase)
    assert told(search, board, 2, capture).score == Score(centipawns=0)
    assert told(StrongSearch(hash_mb=1), board, 2, capture).score != Score(centipawns=0)


def test_without_memory_for_tables_the_same_nodes_are_visited(tables: Path) -> None:
    board = chess.Board("8/5k2/3p4/8/3P4/8/3K4/8 w - - 0 1")
    with Tablebase(tables) as tablebase:
        plain = told(StrongSearch(hash_mb=1), board, 12)
        nothing = told(StrongSearch(hash_mb=1, tables=tablebase, tables_mb=0), board, 12)
        assert (plain.nodes, plain.score) == (nothing.nodes, nothing.score)
        assert nothing.table_hits == 0


# Solved positions ---------------------------------------------------------------------------------


def some_games(fen: str, seed: int, games: int = 30) -> Iterator[chess.Board]:
    """Yield positions of games from a position, whose moves are found by chance."""
    rng = np.random.default_rng(seed)
    for _ in range(games):
        board = chess.Board(fen)
        while not board.is_game_over() and len(board.move_stack) < 40:
            moves = list(board.legal_moves)
            board.push(moves[rng.integers(len(moves))])
            yield chess.Board(board.fen().split()[0] + (" w" if board.turn else " b"))


def scores(answer: Value) -> tuple[int, int]:
    """Return the least score and the most that what is known of a position lets it have."""
    won, sure = at.MATE - (answer.plies or 0), answer.decided and answer.exact
    least = {1: won, 0: 0, -1: -won if sure else -at.INFINITE}[answer.final.least]
    most = {1: won if sure else at.INFINITE, 0: 0, -1: -won}[answer.final.most]
    return least, most


@pytest.mark.parametrize(
    ("fixture", "fen"),
    first(
        2,
        [
            ("exact_positions", "8/8/4k3/p7/P7/4K3/8/8 w"),
            ("bounded_positions", "8/8/6P1/5p2/8/8/8/4k2K w"),  # the mirror image of what is solved
            ("bounded_positions", "8/8/1P6/2p5/8/8/8/K2k4 w"),
        ],
    ),
)
def test_a_solved_position_tells_what_it_promises(
    fixture: str, fen: str, request: pytest.FixtureRequest
) -> None:
    told = set()
    with AllTables(request.getfixturevalue(fixture)) as tables:
        words, in_tree = new_words(), ChessTreeTables(tables, 64)
        in_tree.prepare(words, chess.Board(fen))
        for board in some_games(fen, seed=5):
            looked_up(words, board)
            in_tree.fetch(words)
            write_row(words, board)
            known = look_up_bounds(words, at.ROWS)
            bounds = (known & 0xFFFF) - 32768, known >> 16
            covering = tables.solved.covering(board)
            if not covering:
                assert bounds == (-at.INFINITE, at.INFINITE)
                continue
            answer = covering[0].probe(board)
            if board.is_checkmate():
                assert bounds[1] == -at.MATE
            elif board.pawns and (answer.plies or 0) <= 100:
                assert bounds == scores(answer), board.fen()
                told.add(answer.final)
    assert len(told) > 2


def test_a_capture_into_a_solved_position_is_known(exact_positions: Path) -> None:
    board = chess.Board("8/8/4k3/p7/P7/4K3/4n3/8 w - - 0 1")  # the king takes the knight
    with AllTables(exact_positions) as tables:
        left = board.copy(stack=False)
        left.push(chess.Move.from_uci("e3e2"))
        assert tables.solved.answer(left)
        assert tables.solved.answer(board) is None
        info = told(StrongSearch(hash_mb=1, tables=tables), board, 6)
        assert (info.score, info.moves[0].uci()) == (Score(centipawns=0), "e3e2")
        assert info.table_hits > 0


def test_bounds_let_the_search_see_a_win(bounded_positions: Path) -> None:
    """White's pawn promotes and Black's is caught, once the bishop is taken."""
    board = chess.Board("8/8/1P6/2p5/8/8/1b6/K2k4 w - - 0 1")
    with AllTables(bounded_positions) as tables:
        left = board.copy(stack=False)
        left.push(chess.Move.from_uci("a1b2"))
        answer = tables.solved.answer(left)
        assert answer is not None
        assert (answer.wdl, answer.exact) == (-1, False)
        info = told(StrongSearch(hash_mb=1, tables=tables), board, 8)
    assert info.score.mate is not None
    assert info.score.mate > 0
    assert info.table_hits > 0


def test_positions_far_from_those_that_are_solved_open_no_tables(exact_positions: Path) -> None:
    with AllTables(exact_positions) as tables:
        assert {
            str(table.material)
            for table in tables.solved_near(chess.Board("8/8/4k3/p7/P7/4K3/4n3/8 w"))
        } >= {"KPvKP", "KPvK"}
        assert tables.solved_near(chess.Board("8/8/4k3/7p/7P/4K3/4n3/8 w"))  # the mirror image
        for fen in (
            "8/8/4k3/p7/4K3/P7/8/8 w",  # one move is left to the pawn
            "8/8/4k3/8/P3p3/4K3/8/8 w",
            "8/8/4k3/p7/P7/4K3/qqqqq3/8 w",
            chess.STARTING_FEN,
        ):
            assert bool(tables.solved_near(chess.Board(fen))) == ("K3/P7" in fen), fen


def test_a_damaged_solved_position_is_done_without(tmp_path: Path) -> None:
    folder = tmp_path / "positions" / "KPvKP_a4_a5_1_white"
    folder.mkdir(parents=True)
    (folder / "position.json").write_text("{")
    board = chess.Board("8/8/4k3/p7/P7/4K3/4n3/8 w - - 0 1")
    with AllTables(tmp_path) as tables:
        assert tables.solved_near(board) == ()


def test_slices_are_found_by_the_masks_of_pawns() -> None:
    masks = Layout(Material.parse("KPvKP")).slice_masks
    pairs, shift = slices_by_key(masks)
    keys = pairs[pairs[:, 0] > 0, 0]
    assert sorted(keys) == list(keys)
    assert len(keys) == len({(white, black) for white, black, _ in masks.tolist()})
    behind = np.flatnonzero(pairs[:, 0]) - (keys >> np.uint64(shift)).astype(np.int64)
    assert 0 <= behind.min() <= behind.max() < 20
    assert not pairs[-1].any()


# Tables that take long to answer ------------------------------------------------------------------


class Slow(TableByChance):
    """A table that finds nothing before it is `allowed`."""

    def __init__(self, material: Material, fault: Exception | None = None) -> None:
        super().__init__(material)
        self.allowed, self.asked = Event(), Event()
        self.fault = fault

    def chunk(self, number: int) -> bytes:
        self.asked.set()
        assert self.allowed.wait(60)
        if self.fault:
            raise self.fault
        return super().chunk(number)


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[tuple[Slow, Tablebase]]:
    table = Slow(Material.parse("KQvK"))
    with Tablebase(tmp_path) as tablebase:
        tablebase.add(table)
        yield table, tablebase
        table.allowed.set()


QUEEN = chess.Board("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")


def asking(tablebase: Tablebase) -> tuple[at.Words, ChessTreeTables]:
    """Return an engine's buffer and its tables, once it has asked for a chunk."""
    words, in_tree = new_words(), ChessTreeTables(tablebase, 1)
    in_tree.prepare(words, QUEEN)
    assert looked_up(words, QUEEN) == -1
    return words, in_tree


def test_a_chunk_that_takes_long_arrives_later(slow: tuple[Slow, Tablebase]) -> None:
    table, tablebase = slow
    words, in_tree = asking(tablebase)
    in_tree.fetch(words, seconds=0.02)  # and returns
    assert looked_up(words, QUEEN) == -1
    assert table.asked.wait(60)
    table.allowed.set()
    in_tree.fetch(words)
    assert verdict_of(looked_up(words, QUEEN)) == tablebase.probe(QUEEN)


def test_who_waits_for_a_chunk_can_be_halted(slow: tuple[Slow, Tablebase]) -> None:
    table, tablebase = slow
    words, in_tree = asking(tablebase)
    in_tree.fetch(words, seconds=0.02)
    fetching = Thread(target=in_tree.fetch, args=(words,))
    fetching.start()
    assert table.asked.wait(60)
    words[at.STOP] = 1
    fetching.join(60)
    assert not fetching.is_alive()
    assert looked_up(words, QUEEN) == -1


def test_tables_are_closed_while_a_chunk_is_being_found(slow: tuple[Slow, Tablebase]) -> None:
    table, tablebase = slow
    words, in_tree = asking(tablebase)
    in_tree.fetch(words, seconds=0.02)
    assert table.asked.wait(60)
    tablebase.refresh()
    tablebase.close()


def test_a_chunk_that_is_not_found_is_done_without(slow: tuple[Slow, Tablebase]) -> None:
    table, tablebase = slow
    table.fault = TableError(Path("KQvK.table"), "somebody sat on it")
    table.allowed.set()
    words, in_tree = asking(tablebase)
    in_tree.fetch(words)
    assert np.count_nonzero(words[at.CHUNKS : at.TABLE] == at.BARRED) == 1


def test_packed_tables_find_what_the_codes_of_all_positions_do(
    tables: Path, tmp_path: Path
) -> None:
    full, fewer = tmp_path / "full", tmp_path / "packed"
    for name in ("KBvK", "KNvK", "KQvK", "KRvK"):
        for directory in (full, fewer):
            directory.mkdir(exist_ok=True)
            shutil.copy(store.table_path(tables, name), directory)
        shutil.copy(store.plane_path(tables, name), full)
    for fen in (
        "8/8/8/4k3/8/8/8/R3K3 w Q - 0 1",
        "8/8/1b6/3k4/8/8/4R3/4K3 w - - 0 1",
        "8/8/8/3k4/4n3/8/2Q5/4K3 w - - 0 1",
    ):
        with Tablebase(full) as one, Tablebase(fewer) as other:
            infos = [
                told(StrongSearch(hash_mb=1, tables=tablebase), chess.Board(fen), 10)
                for tablebase in (one, other)
            ]
        told_of_both = {(info.score, info.nodes, info.moves, info.table_hits) for info in infos}
        assert len(told_of_both) == 1, fen
        assert infos[0].table_hits


def test_tables_are_read_whose_codes_were_removed_meanwhile(tables: Path, tmp_path: Path) -> None:
    directory = tmp_path / "tables"
    directory.mkdir()
    for path in (store.table_path, store.plane_path):
        shutil.copy(path(tables, "KQvK"), directory)
    with Tablebase(directory) as tablebase:
        right = tablebase.probe(QUEEN)
        words, in_tree = asking(tablebase)
        store.plane_path(directory, "KQvK").unlink()
        in_tree.fetch(words)
        assert verdict_of(looked_up(words, QUEEN)) == right
        squares = [[chess.E1, chess.A1, chess.E8]]
        assert verdict_of(tablebase.probe_many(Material.parse("KQvK"), [True], squares)[0]) == right
