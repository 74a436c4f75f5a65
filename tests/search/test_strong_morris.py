"""The strong morris search: what it finds, and that it keeps to its limits."""

import random
from pathlib import Path

import pytest
from tests.tiers import first

from millmate.errors import InputError
from millmate.games.morris.board import MorrisBoard, MorrisMove
from millmate.games.morris.positions import random_position
from millmate.games.morris.rules import MORRIS, MorrisRules
from millmate.games.morris.symmetry import SYMMETRIES, board_image
from millmate.games.morris.variants import NO_FLYING, STANDARD, TWELVE, VARIANTS
from millmate.search.limits import Score, SearchLimits
from millmate.search.strong_morris import StrongMorrisSearch
from millmate.tablebase.morris.probe import MorrisTablebase

SHUFFLE = "WW.B..W./.B.WB..W/B..WB..W w 0 0 0 30"
MIDDLEGAME = ".W..BB.B/.WB..W.B/..WWB.W. w 0 0 0 15"


@pytest.fixture(scope="module")
def search() -> StrongMorrisSearch:
    return StrongMorrisSearch(hash_mb=4)


@pytest.fixture(autouse=True)
def new_game(search: StrongMorrisSearch) -> None:
    search.forget()


def play(board: MorrisBoard, *turns: MorrisMove) -> MorrisBoard:
    after = board.copy()
    for turn in turns:
        after.push(turn)
    return after


def test_a_mill_that_takes_the_third_stone_wins_at_once(search: StrongMorrisSearch) -> None:
    board = MORRIS.board("WW..W.../B..B..../..B..... w 0 0 0 30")
    outcome = search.search(board, SearchLimits(depth=4))
    assert outcome.lines[0].score == Score(mate=1)
    assert outcome.best.removed
    board.push(outcome.best)
    assert MORRIS.outcome(board).winner is True
    assert search.search(board, SearchLimits(depth=3)).best is None


def test_distances_are_those_of_the_tables(search: StrongMorrisSearch, morris_tables: Path) -> None:
    rng, checked = random.Random(7), 0
    with MorrisTablebase(morris_tables) as tables:
        while checked < 40:
            board = random_position(*rng.choice([(3, 3), (4, 3), (3, 4), (4, 4), (5, 3)]), rng)
            verdict = tables.probe(board)
            if verdict.plies is None or verdict.plies > 6:
                continue
            checked += 1
            search.forget()
            # Late turns are looked at less deep at first, so that the quickest may be overlooked.
            found = search.search(board, SearchLimits(depth=verdict.plies + 4)).lines[0].score
            assert found == Score(mate=verdict.wdl * (verdict.moves or 0)) or (
                found.mate is not None and found.mate * verdict.wdl > (verdict.moves or 0)
            )


def test_no_win_is_claimed_that_is_none(search: StrongMorrisSearch, morris_tables: Path) -> None:
    rng = random.Random(8)
    with MorrisTablebase(morris_tables) as tables:
        for _ in range(40):
            board = random_position(*rng.choice([(4, 3), (3, 4), (4, 4), (5, 3), (3, 5)]), rng)
            score = search.search(board, SearchLimits(depth=8)).lines[0].score
            if score.mate is not None:
                verdict = tables.probe(board)
                assert (score.mate > 0) - (score.mate < 0) == verdict.wdl
                assert abs(score.mate) >= (verdict.plies or 0) // 2


def test_symmetric_positions_are_found_in_the_table(search: StrongMorrisSearch) -> None:
    board = MORRIS.board(MIDDLEGAME)
    deep = search.search(board, SearchLimits(depth=10)).lines[0]
    for symmetry in SYMMETRIES[:4]:
        there = board_image(symmetry, board)
        found = search.search(there, SearchLimits(depth=9)).lines[0]
        assert found.nodes < deep.nodes / 3
        assert found.moves[0] in there.legal_moves


def there_and_back(board: MorrisBoard) -> list[MorrisMove]:
    """Return four quiet turns after which everything is as before."""
    for move in board.legal_moves:
        for reply in play(board, move).legal_moves:
            back = [MorrisMove(turn.target, turn.origin or 0) for turn in (move, reply)]
            after = play(board, move, reply)
            if after.quiet == 2 and after.is_legal(back[0]):
                after.push(back[0])
                if after.quiet == 3 and after.is_legal(back[1]):
                    return [move, reply, *back]
    raise AssertionError("no such turns")


def test_what_comes_up_for_the_third_time_is_a_draw(search: StrongMorrisSearch) -> None:
    board = MORRIS.board(SHUFFLE)
    turns = there_and_back(board)
    once, twice = play(board, *turns), play(board, *turns, *turns)
    again = SearchLimits(depth=1, moves=(turns[0],))
    assert search.search(twice, again).lines[0].score == Score(centipawns=0)
    assert search.search(once, again).lines[0].score != Score(centipawns=0)


def test_fifty_moves_are_a_draw_but_not_if_the_last_one_wins(search: StrongMorrisSearch) -> None:
    last = MORRIS.board("WW..W.../B..B..../..B..... w 0 0 99 80")
    quiet = tuple(move for move in last.legal_moves if not move.removed)
    found = search.search(last, SearchLimits(depth=4, moves=quiet))
    assert found.lines[0].score == Score(centipawns=0)
    assert search.search(last, SearchLimits(depth=4)).lines[0].score == Score(mate=1)


@pytest.mark.parametrize(("limit", "drawn"), [(50, True), (60, False), (None, False), (3, True)])
def test_the_game_may_have_another_limit_of_quiet_moves(
    limit: int | None, drawn: bool, search: StrongMorrisSearch
) -> None:
    rules = MorrisRules(STANDARD.limited(limit))
    board = rules.board("WW..W.../B..B..../..B..... w 0 0 99 80")
    quiet = tuple(move for move in board.legal_moves if not move.removed)
    found = search.search(board, SearchLimits(depth=4, moves=quiet)).lines[0]
    assert (found.score == Score(centipawns=0)) is drawn


@pytest.mark.parametrize(
    ("stones", "hand"), [((4, 4), (0, 0)), ((3, 3), (1, 1))], ids=["moving", "placing"]
)
def test_tables_decide_at_the_root(
    stones: tuple[int, int], hand: tuple[int, int], morris_tables: Path
) -> None:
    rng, seen = random.Random(3), set()
    with MorrisTablebase(morris_tables) as tables:
        search = StrongMorrisSearch(hash_mb=1, tables=tables)
        for _ in range(25):
            board = random_position(*stones, rng, True, hand)
            if not tables.covers(board):
                continue
            judged = tables.moves(board)
            outcome = search.search(board, SearchLimits(depth=4))
            best = next(found for found in judged if found.move == outcome.best).value
            assert (best.wdl, best.plies) == (judged[0].value.wdl, judged[0].value.plies)
            score = outcome.lines[0].score
            if best.plies is not None:
                assert score == Score(mate=best.wdl * (best.moves or 0))
            worth = score.mate if score.mate is not None else (score.centipawns or 0)
            assert (worth > 0) - (worth < 0) == best.wdl
            seen.add(best.wdl)
    assert seen


SIGNATURE = 373_721


def test_signature(search: StrongMorrisSearch) -> None:
    # Changes of evaluation or search change this number: state it with the commit that does.
    total = 0
    for position in (
        MORRIS.start_fen,
        MIDDLEGAME,
        SHUFFLE,
        "W..W..../.B....../..W.B.B. w 0 0 0 50",
    ):
        search.forget()
        found = search.search(MORRIS.board(position), SearchLimits(depth=9))
        total += found.lines[0].nodes
    assert total == SIGNATURE


def test_impossible_positions_are_refused(search: StrongMorrisSearch) -> None:
    board = MorrisBoard()
    board.stones[:] = 1, 1
    with pytest.raises(InputError, match="impossible position"):
        search.search(board, SearchLimits(depth=2))


# Variants -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", first(3, VARIANTS))
def test_whole_games_of_legal_moves(name: str, search: StrongMorrisSearch) -> None:
    rules, rng = MorrisRules(VARIANTS[name]), random.Random(name)
    for _ in range(2):
        board = rules.board()
        while not (rules.outcome(board) or rules.claim(board) or len(board.move_stack) > 120):
            outcome = search.search(board, SearchLimits(nodes=300, lines=2))
            for info in outcome.lines:
                after = board.copy()
                for move in info.moves:
                    assert after.is_legal(move), (board.fen(), move)
                    after.push(move)
            assert board.is_legal(outcome.best)
            board.push(rng.choice(board.legal_moves) if rng.random() < 0.3 else outcome.best)


def wins(rules: MorrisRules, board: MorrisBoard, plies: int) -> bool:
    """Tell by the rules alone whether the side to move can win in so many plies."""
    return any(loses(rules, play(board, move), plies - 1) for move in board.legal_moves)


def loses(rules: MorrisRules, board: MorrisBoard, plies: int) -> bool:
    """Tell whether the side to move has lost, or has to lose in so many plies."""
    outcome = rules.outcome(board)
    if outcome is not None:
        return outcome.winner is (not board.turn)
    return plies > 0 and all(
        wins(rules, play(board, move), plies - 1) for move in board.legal_moves
    )


@pytest.mark.parametrize("name", VARIANTS)
def test_mates_are_those_of_the_rules(name: str, search: StrongMorrisSearch) -> None:
    variant, rng, seen = VARIANTS[name], random.Random(name), list[int | None]()
    rules, own = MorrisRules(variant), min(5, variant.stones)
    while not {1, 3} & set(seen) or len(seen) < 5:
        board = random_position(own, 3, rng, variant=variant)
        if rules.outcome(board):
            continue
        plies = next((plies for plies in (1, 3) if wins(rules, board, plies)), None)
        search.forget()
        score = search.search(board, SearchLimits(depth=8)).lines[0].score
        if plies is None:
            assert score.mate is None or not 0 < score.mate <= 2, board.fen()
        else:
            assert score == Score(mate=(plies + 1) // 2), board.fen()
        seen.append(plies)


def test_other_rules_make_the_search_forget(search: StrongMorrisSearch) -> None:
    """What a table of positions holds of one game is wrong in another."""
    fen = "W.WWB.B./.BW...../........ w 0 0 0 30"
    fresh = {}
    for variant in (STANDARD, NO_FLYING, TWELVE):
        search.forget()
        found = search.search(MorrisRules(variant).board(fen), SearchLimits(depth=7))
        fresh[variant.name] = found.lines[0].nodes, found.lines[0].score
    for variant in (STANDARD, NO_FLYING, TWELVE):
        found = search.search(MorrisRules(variant).board(fen), SearchLimits(depth=7))
        assert (found.lines[0].nodes, found.lines[0].score) == fresh[variant.name]


def test_tables_tell_nothing_of_variants(search: StrongMorrisSearch, morris_tables: Path) -> None:
    board = MorrisRules(NO_FLYING).board("W.WWB.B./.BW...../........ w 0 0 0 30")
    plain = search.search(board, SearchLimits(depth=7)).lines[0]
    with MorrisTablebase(morris_tables) as tables:
        found = StrongMorrisSearch(hash_mb=4, tables=tables).search(board, SearchLimits(depth=7))
    assert found.lines[0].table_hits == 0
    assert (found.lines[0].nodes, found.lines[0].score) == (plain.nodes, plain.score)


def test_a_full_board_is_a_draw_to_the_search(search: StrongMorrisSearch) -> None:
    """The last stone fills the board; nobody can take one."""
    board = MorrisRules(TWELVE).board(".WWBBWBW/WBBWBWWB/WWBWWBBB b 0 1 0 1")
    outcome = search.search(board, SearchLimits(depth=4))
    after = play(board, outcome.best)
    assert MorrisRules(TWELVE).outcome(after).winner is None
    assert outcome.lines[0].score == Score(centipawns=0)
