"""Tables of the variants of morris: names, values by the rules of each game, verification."""

import random
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import naive_three
from tests.solved_morris import Solved, by_the_rules
from tests.tiers import first

from millmate.errors import InputError
from millmate.games.morris.board import MorrisBoard, MorrisMove
from millmate.games.morris.points import BOARDS
from millmate.games.morris.rules import MorrisRules
from millmate.games.morris.variants import EACH_MILL, LASKER, SIX, STANDARD, THREE, TWELVE, VARIANTS
from millmate.players.player import Play
from millmate.players.spec import PlayerSpec, SpecError, check_game
from millmate.players.table import TablePlayer
from millmate.tablebase.morris import index, plan, store
from millmate.tablebase.morris.build import build
from millmate.tablebase.morris.counts import count_positions
from millmate.tablebase.morris.layout import Layout
from millmate.tablebase.morris.names import (
    SOLVED,
    MorrisTarget,
    Pair,
    Placing,
    Subspace,
    closure,
    has_tables,
    material,
    pairs,
    placings,
    table_of,
)
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.morris.solver import verify, verify_values
from millmate.tablebase.names import file_name
from millmate.tablebase.progress import never
from millmate.tablebase.verdict import UnprobeableError

# Pairs with stones in hand: with few on the board, and one side that has none in hand and flies.
LASKERS = ["morris:lasker:3-2+1", "morris:lasker:3+1-3", "morris:lasker:3+1-3+1"]


def some_tables(rules: str) -> list[Subspace]:
    """Return tables of a variant, the larger ones left out."""
    every = [*pairs(rules), *placings(rules)]
    return every if len(every) < 400 else every[:40] + every[-40:]


# Names --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name", "file"),
    [
        ("morris:twelve:5-4", "morris:twelve:5-4", "morris-twelve-5-4"),
        ("Morris Twelve 4-5", "morris:twelve:5-4", "morris-twelve-5-4"),
        ("morris:twelve-no-flying:12-3", None, "morris-twelve-no-flying-12-3"),
        ("morris:no-flying:ply17-9-8", None, "morris-no-flying-ply17-9-8"),
        ("morris:six:6-5", None, "morris-six-6-5"),
        ("morris:lasker:4+1-3+2", None, "morris-lasker-4+1-3+2"),
        ("morris:lasker:3+2-4+1", "morris:lasker:4+1-3+2", "morris-lasker-4+1-3+2"),
        ("morris:lasker:3+2-3", None, "morris-lasker-3+2-3"),
        ("morris:lasker:10-4", None, "morris-lasker-10-4"),
        ("morris:lasker:5-4", "morris:5-4", "morris-5-4"),
    ],
)
def test_tables_of_variants_have_names(text: str, name: str | None, file: str) -> None:
    target = MorrisTarget.parse(text)
    assert str(target) == (name or text)
    (table,) = target.tables
    assert table_of(str(table)) == table
    assert file_name(table) == file
    assert store.named(file) == table


@pytest.mark.parametrize(
    "text",
    ["morris:each-mill:5-4", "morris:six:7-3", "morris:twelve:5+1-4", "morris:lasker:11+0-3+1",
     "morris:lasker:ply17-3-3", "morris:twelve:ply24-3-3", "morris:three:4-3"],
)  # fmt: skip
def test_names_of_nothing_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        MorrisTarget.parse(text)


@pytest.mark.parametrize("rules", SOLVED)
def test_every_table_has_a_name_and_a_file_of_its_own(rules: str) -> None:
    tables = some_tables(rules)
    assert [table_of(str(table)) for table in tables] == tables
    assert [store.named(file_name(table)) for table in tables] == tables


@pytest.mark.parametrize("name", ["morris:six:all", "morris:three:all", "morris:lasker:3+3-2+3"])
def test_every_table_is_built_after_those_that_it_needs(name: str) -> None:
    done: set[Subspace] = set()
    for table in closure(MorrisTarget.parse(name).tables):
        assert done.issuperset(table.needs())
        done.add(table)


def test_a_lasker_game_goes_on_as_a_standard_one() -> None:
    assert Pair(4, 3, 1, 0, "lasker").needs() == [Pair(5, 3), Pair(3, 3, 1, 0, "lasker")]
    assert all(table.rules == "standard" for table in pairs("lasker") if table.primary < 10)


def test_stones_that_no_game_of_lasker_has_left_are_in_no_table() -> None:
    every = placings("lasker")
    assert Pair.of((0, 10), (0, 10), "lasker") in every
    assert all(sum(side) >= 3 for table in every for side in table.sides)


@pytest.mark.parametrize("rules", ["standard", "three", "six", "twelve"])
def test_rows_and_positions_are_counted_as_they_are_listed(rules: str) -> None:
    board = SOLVED[rules]
    for stones in range(4):
        table = Placing(2 * stones, stones, stones, rules)
        assert plan.places(table) == Layout(table).size
    assert has_tables(board)


# Values -------------------------------------------------------------------------------------------


def test_three_mens_morris_is_solved_as_the_plainest_solver_does(solved: Solved) -> None:
    lines = BOARDS[THREE.board]
    bits = {spot: 1 << number for number, spot in enumerate(lines.spots)}
    known = naive_three.solved()
    for (own, other, placed), plies in known.items():
        masks = [sum(bits[spot] for spot in men) for men in (own, other)]
        white = placed % 2 == 0
        board = MorrisBoard(THREE)
        board.turn = white
        board.stones[:] = (masks[1], masks[0]) if white else (masks[0], masks[1])
        board.hand[:] = 3 - placed // 2, 3 - (placed + 1) // 2
        place = index.place_of(board)
        code = int(solved.table(place.table)[place.side, place.row, place.column])
        if placed == 6:
            assert code == (0 if plies is None else plies + 1)
        else:
            assert code == (0 if plies is None else 1 + plies % 2)
    assert known[naive_three.START] == 9
    assert len(naive_three.reached()) == 3870


@pytest.mark.parametrize(
    "name",
    first(3, [
        "morris:three:all", "morris:six:ply11-3-3", LASKERS[0],
        "morris:six:4-3", "morris:twelve-no-flying:3-3", *LASKERS[1:], "morris:no-flying:4-3",
        "morris:twelve:4-3", "morris:twelve:ply23-3-3",
    ]),
)  # fmt: skip
def test_what_was_solved_is_right_one_ply_ahead(solved: Solved, name: str) -> None:
    for table in closure(MorrisTarget.parse(name).tables):
        verify_values(table, solved.table(table), solved, never, 2)


NAMES = ["morris:twelve:3-3", LASKERS[0], "morris:six:4-3", "morris:no-flying:3-3"]


@pytest.fixture(scope="module")
def variants(shared: Path) -> Path:
    """Return a directory with small tables of variants."""
    directory = shared / "small-variants"
    build([MorrisTarget.parse(name) for name in [NAMES[0], "morris:three:all"]], directory)
    return directory


@pytest.mark.parametrize("name", first(1, NAMES))
def test_every_value_is_that_of_the_best_turn_by_the_rules(variants: Path, name: str) -> None:
    build([MorrisTarget.parse(name)], variants)
    table, rng = table_of(name), random.Random(name)
    layout = Layout(table)
    with MorrisTablebase(variants) as tables:
        for _ in range(60):
            rows, columns = layout.values_shape[1:]
            place = rng.randrange(rows), rng.randrange(columns)
            own, other = index.position(*table.stones, *place, table.geometry)
            board = MorrisBoard(table.variant)
            assert isinstance(table, Pair)
            board.stones[:], board.hand[:] = [other, own], [table.other_hand, table.hand]
            board.turn = rng.random() < 0.5
            told, known = tables.probe(board), by_the_rules(tables, board)
            assert told.wdl == known.wdl, board.fen()
            assert told.plies == known.plies, board.fen()


@pytest.mark.parametrize("name", first(1, NAMES))
def test_tables_on_disk_are_verified(variants: Path, name: str) -> None:
    build([MorrisTarget.parse(name)], variants)
    table = table_of(name)
    counts = store.opened(variants, table).info.counts
    positions = sum(side.positions for side in counts.values())
    assert verify(variants, table, samples=30).positions == positions == plan.positions(table)


def test_three_mens_morris_is_won_in_the_middle(variants: Path) -> None:
    with MorrisTablebase(variants) as tables:
        best = tables.moves(MorrisBoard(THREE))
        assert [str(each.move.text(THREE.lines.names)) for each in best if each.value.wdl > 0] == [
            "b2"
        ]
    (start,) = store.opened(variants, Placing(0, 0, 0, "three")).info.counts.values()
    assert start.wins == 1


def test_the_perfect_player_wins_three_mens_morris(variants: Path) -> None:
    check_game(PlayerSpec.parse("table"), "morris:three")
    player, rules = TablePlayer("perfect", variants, 1, "morris:three"), MorrisRules(THREE)
    board = MorrisBoard(THREE)
    try:
        while not rules.outcome(board):
            action = player.choose(board, lambda: False)
            assert isinstance(action, Play)
            board.push(cast(MorrisMove, action.move))
    finally:
        player.close()
    outcome = rules.outcome(board)
    assert outcome is not None
    assert outcome.winner is True


def test_a_variant_without_tables_is_refused(variants: Path) -> None:
    assert not has_tables(EACH_MILL)
    with pytest.raises(SpecError, match="there are no tables of morris:each-mill"):
        check_game(PlayerSpec.parse("table"), "morris:each-mill")
    with MorrisTablebase(variants) as tables, pytest.raises(UnprobeableError, match="no tables"):
        tables.probe(MorrisBoard(EACH_MILL))
    with pytest.raises(InputError, match="no tables of this game"):
        material(MorrisBoard(EACH_MILL))


def test_tables_of_variants_are_no_tables_of_the_standard_game(variants: Path) -> None:
    assert Pair(3, 3, rules="twelve") in store.tables(variants)
    assert all(table.rules == STANDARD.name for table in store.usual_tables(variants))
    with MorrisTablebase(variants) as tables:
        assert all(table.rules == STANDARD.name for table in tables.in_trees())


@given(st.sampled_from([STANDARD, TWELVE, SIX, THREE, LASKER]), st.randoms(use_true_random=False))
def test_a_position_is_found_where_it_is_listed(variant: object, rng: random.Random) -> None:
    rules = next(name for name, each in VARIANTS.items() if each is variant)
    geometry = SOLVED[rules].lines
    points = list(range(geometry.points))
    rng.shuffle(points)
    own, other = (sum(1 << point for point in part) for part in (points[:3], points[3:5]))
    board = Pair(3, 3, rules=rules).geometry
    row, column = index.locate(own, other, board)
    listed = index.position(3, 2, row, column, board)
    assert index.locate(*listed, board)[0] == row
    images = {tuple(sum(1 << board.symmetries[t][p] for p in range(24) if m >> p & 1)
                    for m in (own, other)) for t in range(len(board.symmetries))}  # fmt: skip
    assert listed in images


@pytest.mark.slow
def test_six_mens_morris_is_solved_whole(tmp_path: Path) -> None:
    build([MorrisTarget.parse("morris:six:all")], tmp_path)
    for table in store.tables(tmp_path):
        found = store.opened(tmp_path, table)
        assert count_positions(found.layout, found.values()) == found.info.counts
        assert verify(tmp_path, table, samples=100).samples == 100
    (start,) = store.opened(tmp_path, Placing(0, 0, 0, "six")).info.counts.values()
    assert (start.wins, start.draws, start.losses) == (0, 1, 0)
