"""Tables of morris inside the search: the right codes, and what becomes of them."""

import random
from pathlib import Path

import numpy as np
import pytest

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.positions import random_position
from millmate.games.morris.symmetry import SYMMETRIES, board_image
from millmate.games.morris.variants import STANDARD
from millmate.games.value import Value
from millmate.kernels.morris_engine import layout as at
from millmate.kernels.morris_engine.entries import look_up, new_words
from millmate.search.limits import Score, SearchInfo, SearchLimits
from millmate.search.morris_encoding import rules_of, to_word
from millmate.search.strong_morris import MorrisTreeTables, StrongMorrisSearch
from millmate.tablebase.morris.index import place_of
from millmate.tablebase.morris.layout import Layout
from millmate.tablebase.morris.names import Pair, Placing, Subspace
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.morris.store import table_path
from millmate.tablebase.sharded import TableError

TABLES = (
    *(Pair(3, 3), Pair(4, 3), Pair(6, 4), Pair(7, 7), Pair(9, 5), Pair(9, 9)),
    *(Placing(17, 9, 8), Placing(16, 5, 7), Placing(9, 5, 4), Placing(4, 2, 2), Placing(1, 1, 0)),
)


class TablesByChance:
    """Tables of bytes by chance, the same for the same chunk."""

    classes = MorrisTablebase.classes

    def __init__(self, tables: tuple[Subspace, ...]) -> None:
        self.tables = tables

    def in_trees(self) -> tuple[Subspace, ...]:
        return self.tables

    def layout(self, table: Subspace) -> Layout:
        return Layout(table)

    def chunk(self, table: Subspace, number: int) -> bytes:
        rng = np.random.default_rng([*str(table).encode(), number])
        return rng.bytes(Layout(table).chunk_size)

    def codes(self, board: MorrisBoard) -> set[int]:
        """Return the codes of a position, which has several if its row has symmetries."""
        return {self._code(board_image(symmetry, board)) for symmetry in SYMMETRIES}

    def _code(self, board: MorrisBoard) -> int:
        place = place_of(board)
        layout = Layout(place.table)
        number, inside = layout.chunk_of(place.side, place.row)
        return layout.code(self.chunk(place.table, number), inside, place.column)


class Damaged(TablesByChance):
    def chunk(self, table: Subspace, number: int) -> bytes:
        raise TableError(Path("morris-4-3.table"), "somebody sat on it")


def position_of(table: Subspace, rng: random.Random) -> MorrisBoard:
    """Return a position by chance, of a pair with either side the stronger, either to move."""
    if isinstance(table, Placing):
        white = table.placed % 2 == 0
        hand = 9 - (table.placed + 1) // 2, 9 - table.placed // 2
        return random_position(table.white, table.black, rng, white, hand)
    stones = (table.primary, table.other)[:: rng.choice((1, -1))]
    return random_position(*stones, rng, rng.random() < 0.5)


def ready(tables: TablesByChance, megabytes: int = 16, looked_up: int = at.EVERYTHING):
    words, in_tree = new_words(rules_of(STANDARD)), MorrisTreeTables(tables, megabytes)
    in_tree.prepare(words, looked_up)
    return words, in_tree


def looked_up(words: np.ndarray, in_tree: MorrisTreeTables, board: MorrisBoard) -> int:
    """Look a position up until what is asked for has been fetched: the table, then the chunk."""
    for _ in range(2):
        look_up(words, to_word(board))
        in_tree.fetch(words)
    return look_up(words, to_word(board))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_position_has_the_code_that_probing_finds(table: Subspace) -> None:
    tables, rng = TablesByChance(TABLES), random.Random(str(table))
    words, in_tree = ready(tables, 32)
    for _ in range(15):
        board = position_of(table, rng)
        assert looked_up(words, in_tree, board) in tables.codes(board), board.fen()


def test_only_what_is_wanted_is_looked_up() -> None:
    tables, rng = TablesByChance((Pair(4, 3), Placing(17, 4, 3))), random.Random(1)
    placing, moving = position_of(Placing(17, 4, 3), rng), position_of(Pair(4, 3), rng)
    missing = position_of(Pair(4, 4), rng)
    for wanted, found in ((at.EVERYTHING, (True, True)), (at.MOVING, (False, True))):
        words, in_tree = ready(tables, looked_up=wanted)
        assert looked_up(words, in_tree, missing) == -1
        boards = (placing, moving)
        assert tuple(looked_up(words, in_tree, board) >= 0 for board in boards) == found
    for megabytes, wanted in ((16, at.NOTHING), (0, at.EVERYTHING)):
        words, in_tree = ready(tables, megabytes, wanted)
        assert words[at.LOOKED_UP] == at.NOTHING


def test_what_was_met_most_often_is_read_first_as_far_as_there_is_room() -> None:
    tables, rng = TablesByChance((Pair(9, 9),)), random.Random(2)
    words, in_tree = ready(tables, 1)  # four chunks
    boards = [position_of(Pair(9, 9), rng) for _ in range(30)]
    looked_up(words, in_tree, boards[0])
    for board in (*boards, *5 * boards[-3:]):
        look_up(words, to_word(board))
    in_tree.fetch(words)
    assert [look_up(words, to_word(board)) >= 0 for board in boards[-3:]] == [True] * 3
    in_memory = words[at.CHUNKS : at.TABLE] > at.BARRED
    assert np.count_nonzero(in_memory) == 4
    in_tree.fetch(words)
    assert np.array_equal(words[at.CHUNKS : at.TABLE] > at.BARRED, in_memory)
    in_tree.prepare(words, at.EVERYTHING)  # there is no more room: begun anew
    assert not words[at.CHUNKS : at.TABLE].any()
    assert looked_up(words, in_tree, boards[1]) >= 0


def test_a_damaged_table_is_done_without() -> None:
    words, in_tree = ready(Damaged((Pair(4, 3),)))
    board = position_of(Pair(4, 3), random.Random(3))
    assert looked_up(words, in_tree, board) == -1
    assert looked_up(words, in_tree, board) == -1


def without(directory: Path, there: Path, *missing: Subspace) -> MorrisTablebase:
    """Return the tables of a directory but for some, as links in another."""
    for path in directory.glob("morris-*"):
        if path not in [table_path(directory, table) for table in missing]:
            (there / path.name).symlink_to(path)
    return MorrisTablebase(there)


def told(search: StrongMorrisSearch, board: MorrisBoard, depth: int) -> SearchInfo:
    search.forget()
    return search.search(board, SearchLimits(depth=depth)).lines[0]


def score_of(verdict: Value) -> Score:
    """Return a value of a table as a search tells it."""
    if not verdict.wdl:
        return Score(centipawns=0)
    return Score(mate=verdict.wdl * (verdict.moves or 0))


def sign(score: Score) -> int:
    worth = score.mate if score.mate is not None else score.centipawns or 0
    return (worth > 0) - (worth < 0)


def test_where_every_turn_leads_into_tables_score_and_turn_are_theirs(
    morris_tables: Path, tmp_path: Path
) -> None:
    rng, table = random.Random(4), Placing(17, 3, 3)
    known = MorrisTablebase(morris_tables)
    search = StrongMorrisSearch(1, without(morris_tables, tmp_path, table))
    seen = set()
    for _ in range(15):
        board = position_of(table, rng)
        assert not search.tables.covers(board)
        judged = {found.move: found.value for found in known.moves(board)}
        best = next(iter(judged.values()))
        info = told(search, board, 4)
        assert info.score == score_of(best)
        assert score_of(judged[info.moves[0]]) == info.score
        assert info.table_hits >= len(judged)
        seen.add(best.wdl)
    assert len(seen) > 1


def test_values_without_distances_are_worth_more_than_any_guess(
    morris_tables: Path, tmp_path: Path
) -> None:
    rng, table = random.Random(5), Placing(16, 3, 3)
    known = MorrisTablebase(morris_tables)
    search = StrongMorrisSearch(1, without(morris_tables, tmp_path, table))
    for _ in range(15):
        board = position_of(table, rng)
        verdict, info = known.probe(board), told(search, board, 4)
        assert sign(info.score) == verdict.wdl
        worth = info.score.centipawns
        assert worth is None or worth == 0 or abs(worth) >= at.KNOWN


def test_what_captures_lead_to_is_known_and_nothing_false_is_said(
    morris_tables: Path, tmp_path: Path
) -> None:
    rng, known = random.Random(6), MorrisTablebase(morris_tables)
    search = StrongMorrisSearch(1, without(morris_tables, tmp_path, Pair(4, 4), Pair(5, 3)))
    plain, nodes, exact = StrongMorrisSearch(1), [0, 0], 0
    for _ in range(40):
        board = position_of(rng.choice((Pair(4, 4), Pair(5, 3))), rng)
        verdict, info = known.probe(board), told(search, board, 8)
        nodes[0] += info.nodes
        nodes[1] += told(plain, board, 8).nodes
        if info.score.mate is not None:
            assert sign(info.score) == verdict.wdl
            assert abs(info.score.mate) >= (verdict.moves or 0)
            exact += abs(info.score.mate) == verdict.moves
    assert exact
    assert nodes[0] < nodes[1] / 2


class ForTheTree(MorrisTablebase):
    """Tables that tell nothing of the root."""

    def covers(self, board: MorrisBoard) -> bool:
        return False


def test_a_win_that_may_come_after_fifty_moves_is_not_promised(morris_tables: Path) -> None:
    rng, known = random.Random(7), ForTheTree(morris_tables)
    search = StrongMorrisSearch(1, known)
    for _ in range(20):
        board = position_of(Pair(4, 4), rng)
        verdict = known.probe(board)
        board.quiet = 0
        assert told(search, board, 4).score == score_of(verdict)
        board.quiet = 101 - (verdict.plies or 0)
        if verdict.wdl and board.quiet < 96:  # the search itself does not get there
            assert (
                at.KNOWN <= abs(told(search, board, 4).score.centipawns or 0) < at.MATE_IN_MAX_PLY
            )


def test_a_draw_that_is_known_is_searched_for_the_most_difficult_turn(morris_tables: Path) -> None:
    rng, known = random.Random(8), MorrisTablebase(morris_tables)
    search = StrongMorrisSearch(1, known)
    while known.probe(board := position_of(Pair(4, 4), rng)).wdl:
        pass
    info = told(search, board, 6)
    held = [found for found in known.moves(board) if not found.value.wdl]
    assert info.score == Score(centipawns=0)
    assert info.table_hits == len(held)
    assert info.nodes > 100


def test_without_memory_for_tables_the_same_nodes_are_visited(
    morris_tables: Path, tmp_path: Path
) -> None:
    board = position_of(Pair(4, 4), random.Random(9))
    few = without(morris_tables, tmp_path, Pair(4, 4))
    plain, nothing = StrongMorrisSearch(1), StrongMorrisSearch(1, few, tables_mb=0)
    first, second = told(plain, board, 8), told(nothing, board, 8)
    assert (first.nodes, first.score) == (second.nodes, second.score)
    assert second.table_hits == 0
