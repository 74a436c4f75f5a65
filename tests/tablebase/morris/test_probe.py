"""Probing morris tables: what the rules say of a position and its moves is what the tables say."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.positions import board_from_text, random_position
from millmate.games.morris.rules import MORRIS
from millmate.games.morris.symmetry import SYMMETRIES, board_image, swapped
from millmate.games.morris.variants import EACH_MILL
from millmate.games.value import MoveValue, Value
from millmate.tablebase.morris import store
from millmate.tablebase.morris.explore import MorrisExplorer
from millmate.tablebase.morris.layout import PRIMARY
from millmate.tablebase.morris.names import material, table_of, target
from millmate.tablebase.morris.probe import OUTCOMES, VALUES, MorrisTablebase
from millmate.tablebase.morris.store import MorrisTable
from millmate.tablebase.verdict import MissingTableError, UnprobeableError

SIZES = [(3, 3), (4, 3), (3, 4), (4, 4), (5, 3), (3, 5)]


@pytest.fixture(scope="module")
def tables(morris_tables: Path) -> Iterator[MorrisTablebase]:
    with MorrisTablebase(morris_tables) as tablebase:
        yield tablebase


def some_board(rng: random.Random) -> MorrisBoard:
    white, black = rng.choice(SIZES)
    return random_position(white, black, rng, rng.random() < 0.5)


def value_by_the_rules(tables: MorrisTablebase, board: MorrisBoard) -> Value:
    """Return what one ply of play makes of the tables' values; all of it by the rules' board."""
    values = []
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        end = MORRIS.outcome(after)
        if end is not None:
            assert end.winner is board.turn
            values.append(Value(1, 1))
        else:
            values.append(tables.probe(after).before())
    won = [value.plies for value in values if value.wdl > 0 and value.plies is not None]
    if won:
        return Value(1, min(won))
    if any(value.wdl == 0 for value in values):
        return Value(0)
    return Value(-1, max((value.plies or 0 for value in values), default=0))


def test_every_value_is_that_of_the_best_turn_by_the_rules(tables: MorrisTablebase) -> None:
    rng = random.Random(1)
    for _ in range(300):
        board = some_board(rng)
        assert tables.probe(board) == value_by_the_rules(tables, board), board.fen()


def test_every_place_of_a_table_is_found_from_all_its_images(
    morris_tables: Path, tables: MorrisTablebase
) -> None:
    rng = random.Random(4)
    for name in ("morris:3-3", "morris:4-3", "morris:ply17-3-3"):
        table = MorrisTable(store.table_path(morris_tables, table_of(name)))
        values = table.values()
        found = MorrisExplorer(table)
        for _ in range(1500):
            side, row, column = (rng.randrange(size) for size in values.shape)
            turn = table.layout.to_move[side] == PRIMARY
            board = found.board(turn, row * values.shape[2] + column)
            code = int(values[side, row, column])
            wanted = VALUES[code] if board.hand == [0, 0] else OUTCOMES[code]
            assert tables.probe(board_image(rng.choice(SYMMETRIES), board)) == wanted


def test_every_legal_turn_has_its_worth_and_the_best_is_first(tables: MorrisTablebase) -> None:
    rng = random.Random(2)
    for _ in range(300):
        board = some_board(rng)
        if rng.random() < 0.5:  # the last stones are placed: only who wins is known before
            last = rng.random() < 0.5
            board = random_position(3, 3, rng, turn=not last, hand=(0, 1) if last else (1, 1))
        moves = tables.moves(board)
        assert sorted(str(m.move) for m in moves) == sorted(map(str, board.legal_moves))
        assert moves == sorted(moves, key=lambda judged: judged.rank)
        verdict, best = tables.probe(board), moves[0].value
        assert verdict == (best if board.hand == [0, 0] else Value(best.wdl))
        known = {m.value.plies is not None for m in moves if m.value.wdl}
        assert known <= {board.hand in ([0, 0], [1, 0])}


def test_exchanging_the_players_changes_nothing_for_the_side_to_move(
    tables: MorrisTablebase,
) -> None:
    rng = random.Random(3)
    for _ in range(200):
        board = some_board(rng)
        assert tables.probe(swapped(board)) == tables.probe(board)


def test_taking_the_last_stone_but_two_wins_at_once(tables: MorrisTablebase) -> None:
    board = board_from_text("WW....../..WBBB../........ w 0 0")
    best = tables.moves(board)[0]
    assert best.value == Value(1, 1)
    board.push(best.move)
    assert tables.probe(board) == Value(-1, 0)
    assert tables.moves(board) == []


def test_who_cannot_move_has_lost(tables: MorrisTablebase) -> None:
    blocked = board_from_text("WBWBWBWB/......../........ w 0 0")
    assert tables.probe(blocked) == Value(-1, 0)
    assert tables.moves(blocked) == []


@pytest.mark.parametrize(
    ("text", "named", "advised"),
    [
        ("WWWWW.../BBBB..../........ w", "morris:5-4", "morris:5-4"),
        ("WWWW..../BBBBB.../........ w", "morris:5-4", "morris:5-4"),
        ("......../......../........ w 9 9", "morris:ply0-0-0", "morris:all"),
        ("WW....../B......./........ b 7 8", "morris:ply3-2-1", "morris:all"),
    ],
)
def test_a_missing_table_is_named_and_what_to_build(
    text: str, named: str, advised: str, tables: MorrisTablebase
) -> None:
    board = board_from_text(text)
    with pytest.raises(MissingTableError, match=f"no table for {named}$"):
        tables.probe(board)
    assert tables.get(board) is None
    assert not tables.covers(board)
    assert (material(board), target(board)) == (named, advised)
    assert tables.mend(board) == f"build {advised} first"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("WWW...../......../........ b", "Black needs 3 stones"),
        ("W......./B......./........ w 9 9", "White has 10 stones"),
        ("WW....../BB....../........ w 6 6", "no game can reach so few stones"),
    ],
)
def test_impossible_positions_are_refused(text: str, why: str, tables: MorrisTablebase) -> None:
    board = board_from_text(text)
    with pytest.raises(UnprobeableError, match=why):
        tables.probe(board)
    assert tables.get(board) is None
    assert not tables.covers(board)


def test_a_game_without_tables_is_refused(tables: MorrisTablebase) -> None:
    board = random_position(3, 3, random.Random(1), variant=EACH_MILL)
    with pytest.raises(UnprobeableError, match="there are no tables of this game"):
        tables.moves(board)


def test_a_win_of_unknown_length_stays_one_and_ranks_behind_others() -> None:
    won = Value(1)
    assert won.before() == Value(-1)
    assert won.before().before() == won
    ranked = [Value(1, 1), Value(1, 9), won, Value(0), Value(-1)]
    chosen = [MoveValue(None, verdict) for verdict in reversed(ranked)]
    assert [m.value for m in sorted(chosen, key=lambda m: m.rank)] == ranked
