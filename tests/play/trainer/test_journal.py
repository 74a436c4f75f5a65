"""What has been done is never lost, and what is damaged takes nothing else with it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from millmate.play.sealed_jsonl import seal
from millmate.play.trainer.drill import DrillResult, DrillSpec, End
from millmate.play.trainer.exam import Mark
from millmate.play.trainer.journal import (
    NAME,
    TrainingJournal,
    TrainingJournalError,
    known_positions,
    progress,
)

RESULT = DrillResult(
    DrillSpec("KQvK"),
    "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
    datetime(2026, 3, 4, 12, tzinfo=UTC),
    End.WON,
    (("b1b4", Mark.KEPT, 0), ("b4b5", Mark.SLOWER, 2)),
    hints=1,
)


def results(count: int) -> list[DrillResult]:
    return [replace(RESULT, ended=RESULT.ended + timedelta(hours=n)) for n in range(count)]


def test_what_was_appended_is_read_again(tmp_path):
    journal = TrainingJournal(tmp_path / "training")
    assert journal.read().results == ()
    for result in results(3):
        journal.append(result)
    kept = TrainingJournal(tmp_path / "training").read()
    assert list(kept.results) == results(3)
    assert (kept.damaged, kept.newer) == (0, 0)


def test_a_line_cut_off_by_a_crash_is_passed_over_and_nothing_else(tmp_path):
    journal = TrainingJournal(tmp_path)
    for result in results(3):
        journal.append(result)
    content = (tmp_path / NAME).read_bytes()
    lines = content.splitlines(keepends=True)
    whole = len(lines[0] + lines[1])
    for end in range(whole + 1, len(content) - 1, 7):
        (tmp_path / NAME).write_bytes(content[:end])
        assert list(journal.read().results) == results(2)
    journal.append(results(4)[3])
    assert list(journal.read().results) == [*results(2), results(4)[3]]
    assert journal.read().damaged == 1


def test_a_changed_line_counts_as_damaged(tmp_path):
    journal = TrainingJournal(tmp_path)
    for result in results(3):
        journal.append(result)
    path = tmp_path / NAME
    lines = path.read_bytes().splitlines(keepends=True)
    lines[1] = lines[1].replace(b'"won"', b'"held"')
    lines.append(b"not ours\n\xff\xfe\n[]\n")
    path.write_bytes(b"".join(lines))
    kept = journal.read()
    assert list(kept.results) == [results(3)[0], results(3)[2]]
    assert kept.damaged == 4


def test_lines_of_a_later_version_are_left_alone(tmp_path):
    journal = TrainingJournal(tmp_path)
    journal.append(RESULT)
    with journal.path.open("ab") as file:
        file.write(seal({"version": 99, "something": "else"}))
    kept = journal.read()
    assert (len(kept.results), kept.newer, kept.damaged) == (1, 1, 0)


def test_a_directory_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "training").write_text("a file in the way")
    with pytest.raises(TrainingJournalError, match="training"):
        TrainingJournal(tmp_path / "training").append(RESULT)


# --- progress by table and day ------------------------------------------------------------------


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


def test_a_position_is_known_if_its_last_drill_was_done():
    failed, other = replace(RESULT, end=End.THROWN), replace(RESULT, start=RESULT.start.lower())
    before, after = RESULT.ended, RESULT.ended + timedelta(hours=1)
    elsewhere = replace(failed, drill=DrillSpec("KRvK"))
    assert known_positions([replace(failed, ended=before), replace(RESULT, ended=after)]) == {
        "KQvK": (1, 1)
    }
    assert known_positions([replace(failed, ended=after), RESULT, other, elsewhere]) == {
        "KQvK": (1, 2),
        "KRvK": (0, 1),
    }
