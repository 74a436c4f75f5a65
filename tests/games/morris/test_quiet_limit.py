"""The limit of quiet moves: another number, or none, in rules, names, records and at the window."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.games.catalogue import (
    GameError,
    game,
    kind_of,
    without_limit,
)
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.rules import MORRIS, MorrisRules
from millmate.games.morris.variants import (
    MOST_LIMIT,
    STANDARD,
    VARIANTS,
    VariantError,
    read_limit,
    variant,
)
from millmate.games.outcome import Outcome, Termination
from millmate.records.pgn import RecordError, from_pgn, to_pgn
from millmate.records.record import GameRecord

LIMITS = st.none() | st.integers(1, MOST_LIMIT)
NAMES = st.sampled_from(sorted(VARIANTS))
REPETITIONS = (Termination.THREEFOLD_REPETITION, Termination.FIVEFOLD_REPETITION)


@given(NAMES, LIMITS, LIMITS)
def test_the_limit_of_a_name_is_changed(name: str, before: int | None, limit: int | None) -> None:
    rules = MorrisRules(VARIANTS[name].limited(before))
    assert game(rules.name).limit == before
    changed = game(rules.name).limited(limit).name
    assert game(changed).limit == limit
    assert without_limit(changed) == without_limit(rules.name)
    assert game("chess").limited(limit) is game("chess")


@given(NAMES, LIMITS)
def test_a_name_tells_the_limit(name: str, limit: int | None) -> None:
    rules = MorrisRules(VARIANTS[name].limited(limit))
    read = game(rules.name)
    assert isinstance(read, MorrisRules)
    assert read.variant.key == rules.variant.key
    assert read.variant.quiet_limit == limit
    assert kind_of(rules.name) == "morris"
    assert without_limit(rules.name) == MorrisRules(VARIANTS[name]).name


def test_names_as_people_write_them() -> None:
    assert game("morris:standard,quiet=none").name == "morris:quiet=none"
    assert game("Morris:Twelve, quiet=100").name == "morris:twelve,quiet=100"
    assert game("morris:quiet=50") is game("morris:standard,quiet=50") is MORRIS
    assert variant("Nine men's morris, a stone for each mill").name == "each-mill"


@pytest.mark.parametrize("text", ["", "0", "-1", "1001", "never", "٣", "5.5", "9" * 5000])
def test_what_is_no_limit_is_refused(text: str) -> None:
    with pytest.raises(VariantError, match="from 1 to 1000, or none"):
        read_limit(text)
    with pytest.raises((VariantError, GameError)):
        game(f"morris:quiet={text}")


def random_game(rules: MorrisRules, seed: int, plies: int) -> tuple[MorrisBoard, list[Outcome]]:
    """Play at random without closing mills; return the last position, and the draws met."""
    board, source, draws = rules.board(), random.Random(seed), list[Outcome]()
    for _ in range(plies):
        if not board.has_moves():
            break
        quiet = [move for move in board.legal_moves if not move.removed]
        board.push(source.choice(quiet or board.legal_moves))
        draws += filter(None, (rules.outcome(board), rules.claim(board)))
    return board, draws


@pytest.mark.parametrize("name", [each for each in VARIANTS if each != "three"])
def test_without_a_limit_no_draw_by_it_is_ever_claimed(name: str) -> None:
    usual, met = MorrisRules(VARIANTS[name]), 0
    for seed in range(6):
        board, draws = random_game(MorrisRules(VARIANTS[name].limited(None)), seed, 400)
        met += board.quiet > usual.variant.drawn_after
        decided = [each for each in draws if each.winner is not None]
        drawn = [each.termination for each in draws if each.winner is None]
        assert set(drawn) <= {*REPETITIONS, Termination.FULL_BOARD}
        assert len(decided) <= 2
    # There are games in which the usual rule would have drawn, unless stones fill the board.
    assert met or VARIANTS[name].stones == 12


@given(st.integers(1, 40), st.integers(0, 2**32))
def test_a_draw_is_claimed_after_the_limit_and_no_sooner(limit: int, seed: int) -> None:
    rules = MorrisRules(STANDARD.limited(limit))
    board, source = rules.board(), random.Random(seed)
    while board.has_moves() and len(board.move_stack) < 150:
        quiet = [move for move in board.legal_moves if not move.removed]
        board.push(source.choice(quiet or board.legal_moves))
        claim, end = rules.claim(board), rules.outcome(board)
        many = {each.termination for each in (claim, end) if each}
        by_limit = many & {Termination.MANY_QUIET_MOVES}
        if board.quiet < 2 * limit:
            assert not by_limit
        elif not many & set(REPETITIONS) and (end is None or end.winner is None):
            assert by_limit


@given(NAMES, LIMITS)
def test_a_record_keeps_it(name: str, limit: int | None) -> None:
    rules = MorrisRules(VARIANTS[name].limited(limit))
    ended = Outcome(Termination.ABANDONED)
    moves = tuple(map(rules.text, rules.board().legal_moves[:1]))
    record = GameRecord(rules.name, rules.start_fen, "a", "b", moves, ended, "")
    text = to_pgn(record)
    assert ("QuietMoves" in text) is (limit != 50)
    assert from_pgn(text) == [record]


def test_a_record_of_another_limit_ends_by_it() -> None:
    rules = MorrisRules(STANDARD.limited(2))
    board = rules.board("W.W.W.W./B.B.B.B./........ w 0 0 0 20")
    for text in ("a7-d7", "b6-d6", "d7-a7", "d6-d5"):
        board.push(rules.parse_move(board, text))
    claim = rules.claim(board)
    assert claim == Outcome(Termination.MANY_QUIET_MOVES)
    record = GameRecord(
        rules.name,
        rules.board("W.W.W.W./B.B.B.B./........ w 0 0 0 20").fen(),
        "a",
        "b",
        tuple(map(str, board.move_stack)),
        claim,
        "",
    )
    assert from_pgn(to_pgn(record)) == [record]


def test_a_limit_that_is_none_is_named() -> None:
    with pytest.raises(RecordError, match="'x' is not a valid limit of quiet moves"):
        from_pgn('[Game "Nine men\'s morris"]\n[QuietMoves "x"]\n\n1. d6 *')
