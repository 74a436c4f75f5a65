"""How training goes, by table and day."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from millmate.play.trainer.drill import DrillResult, DrillSpec, End
from millmate.play.trainer.exam import Mark
from millmate.play.trainer.statistics import progress

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
KEPT, SLOWER, THROWN = ("a", Mark.KEPT, 0), ("b", Mark.SLOWER, 4), ("c", Mark.THROWN, 0)


def result(table: str, days: int, *moves: tuple[str, Mark, int], end: End = End.WON) -> DrillResult:
    failed = ("somewhere",) if THROWN in moves else ()
    when = NOON + timedelta(days=days)
    return DrillResult(DrillSpec(table), "start", when, end, moves, failed=failed)


def test_tables_are_listed_by_their_last_drill():
    rows = progress([result("KQvK", 2, KEPT), result("KRvK", 0, KEPT), result("KRvK", 1, KEPT)])
    assert [row.table for row in rows] == ["KQvK", "KRvK"]


def test_drills_and_moves_add_up_day_by_day_and_all_together():
    (row,) = progress(
        [
            result("KQvK", 0, KEPT, KEPT, SLOWER),
            result("KQvK", 0, KEPT, THROWN, end=End.THROWN),
            result("KQvK", 3, KEPT),
        ]
    )
    first, last = (tally for _, tally in row.days)
    assert (first.drills, first.done, first.kept, first.slower, first.thrown) == (2, 1, 3, 1, 1)
    assert (first.lost, first.moves, first.accuracy) == (4, 5, 0.6)
    assert (last.drills, last.accuracy) == (1, 1.0)
    assert (row.whole.drills, row.whole.moves, row.whole.lost) == (3, 6, 4)
    assert row.whole.accuracy == 4 / 6


def test_a_drill_is_done_only_if_nothing_was_ever_thrown_away():
    (row,) = progress([result("KQvK", 0, THROWN, KEPT)])
    assert row.whole.done == 0


def test_the_order_of_the_journal_does_not_matter():
    results = [result("KQvK", day, KEPT) for day in (3, 1, 2)]
    assert progress(results) == progress(sorted(results, key=lambda each: each.ended))


def test_without_moves_there_is_no_accuracy():
    (row,) = progress([replace(result("KQvK", 0), end=End.GIVEN_UP)])
    assert row.whole.accuracy is None
