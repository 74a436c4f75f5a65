"""What is looked for in a chess table is found, all of it and nothing else."""

import random
from itertools import permutations, product
from pathlib import Path

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import naive
from tests.tiers import examples, first

from millmate.games.chess.material import Material
from millmate.tablebase import store
from millmate.tablebase.chunk_positions import check, legal, standing
from millmate.tablebase.explore import Explorer
from millmate.tablebase.layout import Layout
from millmate.tablebase.locate import locate
from millmate.tablebase.query import (
    ConditionError,
    Outcomes,
    Query,
    Stand,
    Zug,
    Zugzwangs,
    conditions,
)
from millmate.tablebase.verdict import MissingTableError


def explorer(directory: Path, name: str) -> Explorer:
    return Explorer(store.opened(directory, name))


def fens(found: Explorer, query: Query) -> set[str]:
    listed = [board.fen() for board in found.positions(query)]
    assert len(set(listed)) == len(listed)
    return set(listed)


def all_images(fens: set[str]) -> set[str]:
    return set().union(*(naive.images(chess.Board(fen)) for fen in fens))


# Values -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["KQvK", "KPvK", "KQvKR", "KRvKP", "KNvK"])
def test_there_are_as_many_wins_draws_and_losses_as_the_metadata_say(
    more_tables: Path, name: str
) -> None:
    found = explorer(more_tables, name)
    for wdl, turn in product((1, 0, -1), (True, False)):
        sought = found.contents.all_of(wdl, turn)
        assert found.count(sought) == sought.count
    assert sum(found.contents.outcomes.values()) > 0


@given(seed=st.integers(0, 2**32), name=st.sampled_from(["KBvKR", "KRPvKP", "KQQvKN", "KPPvKP"]))
@examples(40)
def test_legal_places_and_checks_are_those_of_the_rules(seed: int, name: str) -> None:
    layout, rng = Layout(Material.parse(name)), np.random.default_rng(seed)
    places = rng.integers(layout.size // 2 + layout.size // 20, size=50)
    for turn in chess.COLORS:
        found, checked = legal(layout, turn, places), check(layout, turn, places)
        for at, place in enumerate(places.tolist()):
            if place >= layout.size // 2:
                assert not found[at]
                continue
            board = layout.board(place)
            board.turn = turn
            possible = chess.popcount(board.occupied) == layout.material.men and not (
                board.status() & (chess.STATUS_OPPOSITE_CHECK | chess.STATUS_INVALID_EP_SQUARE)
            )
            assert found[at] == (possible and not beside(board))
            if found[at]:
                assert checked[at] == board.is_check()


def beside(board: chess.Board) -> bool:
    white, black = board.king(chess.WHITE), board.king(chess.BLACK)
    assert white is not None
    assert black is not None
    return chess.square_distance(white, black) < 2


# Conditions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "plies", "text"),
    first(
        6,
        [
            ("KQvK", 3, "Ke1"),
            ("KQvK", 3, "Q7 ka-c"),
            ("KPvK", 13, "Pa Kb6"),
            ("KBNvK", 65, "Ba1-d4 Nlight k8"),
            ("KRvKP", 49, "p4-5 Kd,g"),
            ("KBBvK", 3, "Bc1 Bf1-h3"),
            ("KPPvK", 55, "Pa-b Pe4,e5 k7-8"),
        ],
    ),
)
def test_positions_that_meet_conditions_are_found_and_shown_that_way(
    more_tables: Path, name: str, plies: int, text: str
) -> None:
    found = explorer(more_tables, name)
    where = conditions(text, found.contents.men)
    subject = found.contents.set_of(plies, chess.WHITE)
    met = fens(found, Query(subject, where))
    assert all(stands(chess.Board(fen), where) for fen in met)
    every = all_images(fens(found, Query(subject)))
    expected = {fen for fen in every if stands(chess.Board(fen), where)}
    assert expected
    assert met <= expected <= all_images(met)
    assert found.count(Query(subject, where)) == len(met)


def stands(board: chess.Board, where: tuple[Stand, ...]) -> bool:
    """Return whether different men of a board, not of an image of it, meet all conditions."""
    men = board.piece_map().items()
    return any(
        all(
            str(man) == own.man and own.places >> at & 1
            for (at, man), own in zip(chosen, where, strict=True)
        )
        for chosen in permutations(men, len(where))
    )


def test_two_conditions_on_like_pieces_need_two_of_them() -> None:
    board = chess.Board("8/8/8/8/4k3/8/8/B1BK4 w - - 0 1")
    layout, _, place = locate(board)
    first_rank = int(chess.BB_RANK_1)
    for other, met in ((first_rank, True), (chess.BB_A1, True), (chess.BB_D1, False)):
        where = Stand("B", first_rank), Stand("B", other)
        (images,) = standing(layout, np.array([place]), where)
        assert (images & 1 > 0) == stands(board, where) == met
    corner = Stand("B", chess.BB_A1)
    assert not standing(layout, np.array([place]), (corner, corner))[0] & 1


def test_conditions_are_read_and_refused_in_words() -> None:
    assert conditions("Ke1 k7", "KQk") == (
        Stand("K", chess.BB_E1),
        Stand("k", int(chess.BB_RANK_7)),
    )
    for text in ("Re1", "e1", "Qa1 Qb1", "K"):
        with pytest.raises(ValueError, match=r"table|squares|times"):
            conditions(text, "KQk")
    with pytest.raises(ConditionError, match="start with W or B"):
        conditions("Ka1", "Ss")


@pytest.mark.parametrize("check", [True, False])
def test_checks_are_told_from_quiet_positions(more_tables: Path, check: bool) -> None:
    found = explorer(more_tables, "KRvKP")
    subject = found.contents.set_of(4, chess.BLACK)
    met = fens(found, Query(subject, check=check))
    assert met == {
        fen for fen in fens(found, Query(subject)) if chess.Board(fen).is_check() is check
    }
    assert met


# Mutual zugzwangs ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kind", "number"),
    [
        ("KPvK", Zug.WHITE, 80),
        ("KRvKN", Zug.WHITE, 18),
        ("KRvKB", Zug.WHITE, 5),
        ("KQvKR", Zug.WHITE, 0),
        ("KPvKP", Zug.WHITE, 106),
        ("KPvKP", Zug.BLACK, 106),  # the same with the colours exchanged
        ("KPvKP", Zug.FULL, 30),  # either of the 15 ways round
    ],
)
def test_there_are_as_many_mutual_zugzwangs_as_are_known(
    more_tables: Path, name: str, kind: Zug, number: int
) -> None:
    found = explorer(more_tables, name)
    assert found.count(Zugzwangs(kind, chess.WHITE)) == number
    assert len(fens(found, Query(Zugzwangs(kind, chess.BLACK)))) == number


def test_the_trebuchet_is_a_full_point_zugzwang(more_tables: Path) -> None:
    listed = fens(explorer(more_tables, "KPvKP"), Query(Zugzwangs(Zug.FULL, chess.WHITE)))
    assert chess.Board("8/8/8/3pK3/2kP4/8/8/8 w - - 0 1").fen() in all_images(listed)


def test_zugzwangs_are_those_of_a_slow_search(more_tables: Path) -> None:
    """Of all positions with a pawn on d6 or d7, by values that are solved for slowly."""
    expected: dict[Zug, set[str]] = {kind: set() for kind in Zug}
    for pawn in (chess.D6, chess.D7):
        for white, black in product(chess.SQUARES, repeat=2):
            board = chess.Board(None)
            for square, symbol in ((pawn, "P"), (white, "K"), (black, "k")):
                board.set_piece_at(square, chess.Piece.from_symbol(symbol))
            result = naive.zugzwang(board, naive.three)
            if result is not None and chess.popcount(board.occupied) == 3:
                expected[Zug(result)].add(board.fen())
    found = explorer(more_tables, "KPvK")
    for kind, fens_expected in expected.items():
        query = Query(Zugzwangs(kind, chess.WHITE), conditions("Pd6,d7", "KPk"))
        assert fens(found, query) == fens_expected
    assert expected[Zug.WHITE]


@pytest.mark.parametrize(("plies", "turn"), first(1, [(13, True), (21, True)]))
def test_positions_with_one_winning_move_are_those_of_a_slow_search(
    more_tables: Path, plies: int, turn: bool
) -> None:
    found = explorer(more_tables, "KPvK")
    subject, where = found.contents.set_of(plies, turn), conditions("Pd5-d7", "KPk")
    expected = {
        fen
        for fen in fens(found, Query(subject, where))
        if naive.only_move(chess.Board(fen), 1, naive.three)
    }
    assert expected
    assert fens(found, Query(subject, where, only=1)) == expected
    assert found.count(Query(subject, where, only=1)) == len(expected)
    assert fens(found, Query(subject, where, only=0)) == set()


def test_positions_with_one_drawing_move_are_those_of_a_slow_search(more_tables: Path) -> None:
    found = explorer(more_tables, "KPvK")
    where = conditions("Pd5 kc-e K4-6", found.contents.men)
    query = Query(found.contents.all_of(0, chess.BLACK), where, only=0)
    expected = {
        fen
        for fen in fens(found, Query(query.subject, where))
        if naive.only_move(chess.Board(fen), 0, naive.three)
    }
    assert expected
    assert fens(found, query) == expected


def test_one_move_needs_the_tables_that_it_leads_to(more_tables: Path, tmp_path: Path) -> None:
    (tmp_path / "KQvKR.table").symlink_to(more_tables / "KQvKR.table")
    found = explorer(tmp_path, "KQvKR")
    with pytest.raises(MissingTableError, match="no table for"):
        list(found.positions(Query(found.contents.set_of(61, True), only=1)))


# Pages and draws ----------------------------------------------------------------------------------


def test_pages_of_a_query_follow_each_other_and_tell_how_far_they_are(more_tables: Path) -> None:
    found = explorer(more_tables, "KRvKP")
    query = Query(found.contents.all_of(1, True), conditions("p2 k1", found.contents.men), True)
    everything = [board.fen() for board in found.positions(query)]
    start: int | None = 0
    paged: list[str] = []
    shares = []
    while start is not None:
        page = found.page(query, start, limit=197)
        paged += page.fens
        shares.append(page.share)
        start = page.following
    assert paged == everything
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert len(found.page(query, seconds=0.0).fens) == 1  # rather little soon than much late


def test_what_is_drawn_is_one_of_those_sought(more_tables: Path) -> None:
    found = explorer(more_tables, "KPvK")
    rng = random.Random(3)
    for query in (
        Query(Zugzwangs(None, True)),
        Query(found.contents.set_of(21, True), conditions("P4", "KPk"), only=1),
        Query(Outcomes(0, False, -1), check=True),
    ):
        every = fens(found, query)
        for _ in range(5):
            board = found.sample(query, rng)
            assert board is not None
            assert board.fen() in every


def test_counting_can_be_stopped_and_goes_on_where_it_was(more_tables: Path) -> None:
    found = explorer(more_tables, "KRvKP")
    query = Query(found.contents.all_of(1, True), check=False)
    looks = iter([False, False, True])
    assert found.count(query, stopped=lambda: next(looks)) is None
    known = found._held[query]
    assert (known >= 0).sum() == 2
    assert found.count(query) == explorer(more_tables, "KRvKP").count(query)
