"""The sets of a morris table: as many positions as were counted, each once, each decided in n."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from tests import languages
from tests.tiers import first

from millmate import language
from millmate.errors import InputError
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.points import mask_of
from millmate.games.morris.positions import board_from_text
from millmate.games.morris.symmetry import SYMMETRIES, board_image
from millmate.tablebase.morris import store
from millmate.tablebase.morris.explore import MorrisExplorer
from millmate.tablebase.morris.names import table_of
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.morris.store import MorrisTable
from millmate.tablebase.query import Query, Zug, Zugzwangs, conditions

PAIRS = ["morris:3-3", "morris:4-3", "morris:4-4", "morris:5-3"]
PLACING = ["morris:ply17-3-3", "morris:ply17-4-2", "morris:ply17-4-3"]


def explorer(directory: Path, name: str) -> MorrisExplorer:
    return MorrisExplorer(MorrisTable(store.table_path(directory, table_of(name))))


def images(board: MorrisBoard) -> set[tuple[int, ...]]:
    return {tuple(board_image(symmetry, board).stones) for symmetry in SYMMETRIES}


@pytest.mark.parametrize("name", PAIRS + PLACING)
def test_every_set_has_as_many_positions_as_were_counted(morris_tables: Path, name: str) -> None:
    found = explorer(morris_tables, name)
    for chosen in [each for each in found.contents.sets if each.count < 6000]:
        assert sum(1 for _ in found.positions(chosen)) == chosen.count, chosen


def test_the_longest_wins_are_those_that_are_published(morris_tables: Path) -> None:
    # Gasser's and Malom's figures for three stones against three, and four against three.
    three = explorer(morris_tables, "morris:3-3").contents
    assert (three.longest[True].plies, three.longest[True].count) == (25, 27)
    assert three.set_of(26, True).count == 70
    assert False not in three.longest
    four = explorer(morris_tables, "morris:4-3").contents
    assert (four.longest[True].plies, four.longest[True].count) == (1, 75_397)
    assert (four.longest[False].plies, four.longest[False].count) == (33, 304)
    assert four.set_of(32, True).count == 33
    assert four.set_of(200, True).count == 0


@pytest.mark.parametrize("name", first(2, PAIRS))
def test_positions_are_decided_in_exactly_so_many_plies(morris_tables: Path, name: str) -> None:
    found = explorer(morris_tables, name)
    with MorrisTablebase(morris_tables) as tables:
        for chosen in found.contents.sets:
            for board in islice(found.positions(chosen), 20):
                verdict = tables.probe(board)
                assert (verdict.plies, verdict.wdl) == (
                    chosen.distance,
                    1 if chosen.plies % 2 else -1,
                )
                assert board.turn is chosen.turn
                assert board_from_text(board.fen()) == board


def test_while_stones_are_placed_a_set_is_all_that_is_won_or_lost(morris_tables: Path) -> None:
    with MorrisTablebase(morris_tables) as tables:
        for name in PLACING:
            found = explorer(morris_tables, name)
            assert not found.contents.longest
            for chosen in found.contents.sets:
                for board in islice(found.positions(chosen), 20):
                    verdict = tables.probe(board)
                    assert verdict.wdl == (1 if chosen.plies else -1)
                    assert verdict.plies is chosen.distance is None
                    assert (board.turn, board.hand, board.ply()) == (False, [1, 0], 17)


def test_no_position_comes_twice_in_another_image(morris_tables: Path) -> None:
    found = explorer(morris_tables, "morris:4-4")
    seen: Counter[tuple[int, ...]] = Counter()
    for chosen in found.contents.sets:
        for board in found.positions(chosen):
            seen[min(images(board))] += 1
    assert seen
    assert set(seen.values()) == {1}


def test_sets_in_words(morris_tables: Path) -> None:
    four = explorer(morris_tables, "morris:4-3").contents
    assert str(four.set_of(33, False)) == "Black to move wins in 17 moves (33 plies)"
    assert str(four.set_of(32, True)) == "White to move loses in 16 moves (32 plies)"
    assert str(four.set_of(0, True)) == "White to move has lost"
    assert [four.kind.fate(plies) for plies in (0, 1, 4)] == ["has lost", "wins in 1", "loses in 2"]
    assert four.summary.startswith(
        "White 4 stones, Black 3 · White wins in at most 1 move · Black wins in at most 17 moves"
    )
    last = explorer(morris_tables, "morris:ply17-3-3").contents
    assert [str(each) for each in last.sets] == ["Black to move loses", "Black to move wins"]
    assert last.summary.startswith("White 3 stones, Black 3 · 67,064 positions decided")


@pytest.fixture
def german() -> Iterator[None]:
    said = {"wins": "gewinnt", "loses": "verliert"}
    languages.use("de", {"{positions} decided": "{positions} entschieden", **said})
    yield
    language.use(language.ENGLISH)


def test_sets_of_the_placing_phase_in_another_language(morris_tables: Path, german: None) -> None:
    last = explorer(morris_tables, "morris:ply17-3-3").contents
    assert "67,064 positions entschieden" in last.summary
    assert [last.kind.fate(outcome) for outcome in (0, 1)] == ["verliert", "gewinnt"]


@pytest.mark.parametrize("name", first(2, ["morris:4-3", "morris:3-3", "morris:4-4"]))
def test_mutual_zugzwangs_are_what_a_probe_of_either_side_to_move_says(
    morris_tables: Path, name: str
) -> None:
    found, tables = explorer(morris_tables, name), MorrisTablebase(morris_tables)
    seen: dict[Zug, set[str]] = {}
    for kind in Zug:
        boards = list(found.positions(Zugzwangs(kind, True)))
        seen[kind] = {board.fen() for board in boards}
        for board in boards:
            white = tables.probe(board).wdl
            board.turn = False
            assert (white, -tables.probe(board).wdl) == kind.value
    assert set.union(*seen.values()) == {
        board.fen() for board in found.positions(Zugzwangs(None, True))
    }
    sizes = {"morris:4-3": [0, 0, 4], "morris:4-4": [0, 27, 27], "morris:3-3": [3, 0, 0]}
    assert [len(fens) for fens in seen.values()] == sizes[name]


def test_every_zugzwang_is_found(morris_tables: Path) -> None:
    """Of four stones against three, by probing all positions that White loses when to move."""
    found, tables = explorer(morris_tables, "morris:4-3"), MorrisTablebase(morris_tables)
    expected = set()
    for board in found.positions(found.contents.all_of(-1, True)):
        turned = board.copy()
        turned.turn = False
        if tables.probe(turned).wdl < 1:
            expected.add(board.fen())
    every = found.positions(Zugzwangs(None, True))
    assert {board.fen() for board in every if tables.probe(board).wdl < 0} == expected


def test_while_stones_are_placed_there_is_no_zugzwang(morris_tables: Path) -> None:
    found = explorer(morris_tables, "morris:ply17-3-3")
    assert not found.contents.zugzwangs
    with pytest.raises(InputError, match="the side to move"):
        found.count(Zugzwangs(None, True))


@pytest.mark.parametrize("text", first(1, ["Wa7,d7 Bg7", "Wd2 Wd6", "Ba1 Wa4 Wd1,g4"]))
def test_stones_are_found_where_they_are_asked_for(morris_tables: Path, text: str) -> None:
    found = explorer(morris_tables, "morris:4-3")
    where = conditions(text, found.contents.men)
    subject = found.contents.set_of(26, True)
    met = {images_of.fen() for images_of in found.positions(Query(subject, where))}

    def stands(stones: tuple[int, ...]) -> bool:
        asked = [(s.places, stones[s.man == "S"]) for s in where]
        return all(places & mask for places, mask in asked) and not (
            text == "Wd2 Wd6" and (mask_of("d2", "d6") & stones[1]) != mask_of("d2", "d6")
        )

    assert met
    assert all(stands(tuple(board_from_text(fen).stones)) for fen in met)
    number = sum(any(map(stands, images(board))) for board in found.positions(subject))
    assert len(met) == number == found.count(Query(subject, where))


def test_one_winning_move_is_counted_by_probing(morris_tables: Path) -> None:
    found, tables = explorer(morris_tables, "morris:4-3"), MorrisTablebase(morris_tables)
    subject = found.contents.set_of(33, False)
    expected = {
        board.fen()
        for board in found.positions(subject)
        if [move.value.wdl for move in tables.moves(board)].count(1) == 1
    }
    assert expected
    assert {board.fen() for board in found.positions(Query(subject, only=1))} == expected
