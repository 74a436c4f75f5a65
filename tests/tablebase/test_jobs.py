from math import comb, inf
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.games.chess.material import Material
from millmate.tablebase import estimates, jobs, store, targets
from millmate.tablebase.build import build
from millmate.tablebase.jobs import Job, advanced, jobs_of, run_job
from millmate.tablebase.layout import Layout, Pawns, advancement, after_promotion, number_of_slices
from millmate.tablebase.progress import Step

WITH_PAWNS = ["KPvK", "KPPvK", "KPvKP", "KRPvKP", "KPPPvK", "KRBPvKR", "KRPPvK"]


def layout(name: str) -> Layout:
    return Layout(Material.parse(name))


@pytest.mark.parametrize(("name", "slices"), [("KRBvKR", 1), ("KPvKP", 1128)])
def test_without_pawns_or_small_with_pawns_alone_a_table_is_one_job(name: str, slices: int) -> None:
    own = layout(name)
    assert jobs_of(own) == {Job(own.material, tuple(range(slices))): set()}


@pytest.mark.thorough
def test_a_large_table_of_kings_and_pawns_is_built_by_many() -> None:
    graph = jobs_of(layout("KPPvKP"))
    assert sorted(number for unit in graph for number in unit.numbers) == list(range(25944))
    assert max(len(unit.numbers) for unit in graph) <= 1024


def test_with_two_pieces_the_slices_of_a_rank_are_a_unit() -> None:
    own = layout("KRPvKR")
    graph = jobs_of(own)
    ranks = {unit: {own.placements[number][0][0] // 8 for number in unit.numbers} for unit in graph}
    assert sorted(ranks.values(), key=min) == [{rank} for rank in range(1, 7)]
    for unit, needed in graph.items():
        (rank,) = ranks[unit]
        further = {1: {2, 3}, 6: set()}.get(rank, {rank + 1})
        assert {r for need in needed for r in ranks[need]} == further


@pytest.mark.parametrize("name", ["KQPvKP", "KPPvKQ"])
def test_slices_that_promote_to_the_same_pawns_are_in_one_unit(name: str) -> None:
    # What they promote to is large, and read once for a unit.
    own = layout(name)
    readers: dict[Pawns, set[Job]] = {}
    for unit in jobs_of(own):
        for number in unit.numbers:
            pawns = own.placements[number]
            if (after := after_promotion(pawns)) != pawns:
                readers.setdefault(after, set()).add(unit)
    assert readers
    assert all(len(found) == 1 for found in readers.values())


@pytest.mark.parametrize("name", WITH_PAWNS)
def test_every_slice_is_in_one_unit_which_needs_none_of_its_own(name: str) -> None:
    own = layout(name)
    graph = jobs_of(own)
    numbers = [number for unit in graph for number in unit.numbers]
    assert sorted(numbers) == list(range(own.slices))
    for unit, needed in graph.items():
        assert len(unit.numbers) <= estimates.together(own.material)
        assert unit not in needed
        assert needed <= set(graph)
        if own.pieces:
            assert len({advancement(own.placements[number]) for number in unit.numbers}) == 1


@given(st.sampled_from(WITH_PAWNS), st.data())
def test_pawn_moves_lead_to_more_advanced_slices(name: str, data: st.DataObject) -> None:
    own = layout(name)
    number = data.draw(st.integers(0, own.slices - 1))
    before = advancement(own.placements[number])
    for other in advanced(own, number):
        assert advancement(own.placements[other]) - before in (1, 2)


def test_pawns_that_meet_head_on_lead_nowhere() -> None:
    own = layout("KRPvKP")
    e4, e5, e6 = 28, 36, 44
    assert advanced(own, own.slice_of(((e4,), (e5,)))[0]) == set()
    assert advanced(own, own.slice_of(((e4,), (e6,)))[0]) == {
        own.slice_of(((e5,), (e6,)))[0],
        own.slice_of(((e4,), (e5,)))[0],
    }


@pytest.mark.parametrize("name", [*WITH_PAWNS, "KPPvKP", "KQvK", "KRBvKR"])
def test_costs_count_places_as_the_layout_does(name: str) -> None:
    own = layout(name)
    assert number_of_slices(own.material) == own.slices == len(own.placements)
    assert estimates.words(own.material) == own.words
    assert estimates.places(own.material) == own.size


def test_six_men_are_counted_without_listing_them() -> None:
    placements = comb(48, 2) * comb(46, 2)
    own_mirror_images = 24 * 23
    assert number_of_slices(Material.parse("KPPvKPP")) == (placements + own_mirror_images) // 2


def test_slices_are_verified_together_with_few_reports_and_can_be_stopped_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (job,) = jobs_of(layout("KPvK"))
    build([job.material], tmp_path)
    store.table_path(tmp_path, job.material).unlink()
    monkeypatch.setattr(jobs, "_REPORT", inf)
    steps: list[Step] = []
    polled: list[int] = []
    run_job(job, tmp_path, steps.append, lambda: bool(polled.append(len(steps))))
    assert [step.stage for step in steps].count("verifying") == 1
    assert len(polled) - len(steps) >= 10  # by each side: captures, pushes, promotions, all values


def test_the_cpu_seconds_of_a_table_include_storing_assembling_and_sampling(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (job,) = jobs_of(layout("KPvK"))
    build([job.material], tmp_path)
    store.table_path(tmp_path, job.material).unlink()
    seconds = iter([5.0, 2.5])  # solved and verified; stored, assembled, and samples checked
    monkeypatch.setattr(jobs, "cpu_time_taken", lambda table: next(seconds))
    run_job(job, tmp_path)
    assert jobs.assemble(job.material, tmp_path).cpu_seconds == 7.5
    assert store.opened(tmp_path, job.material).info.cpu_seconds == 7.5


def test_the_cpu_seconds_of_tables_built_at_once_add_up_to_those_of_the_process(
    tmp_path: Path,
) -> None:
    build([Material.parse("KQvK")], tmp_path / "first")  # loads kernels
    before = process_time()
    built = [Material.parse(name) for name in ("KBNvK", "KQvKR", "KPvK", "KRPvK")]
    build(built, tmp_path / "second", threads=2)
    used = process_time() - before
    counted = sum(info.cpu_seconds for info in targets.survey(tmp_path / "second")[0])
    assert 0.9 * used < counted < 1.02 * used + 0.01
