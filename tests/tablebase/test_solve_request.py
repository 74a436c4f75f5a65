"""A position is solved in a process of its own, for one side and then for the other."""

from pathlib import Path

import chess
import pytest

from millmate.errors import InputError
from millmate.jobs.job import JobStopped
from millmate.tablebase import reach_file, solve_request
from millmate.tablebase.build_process import solve_in_process
from millmate.tablebase.plan import NoRoomError
from millmate.tablebase.progress import BuildProgress
from millmate.tablebase.solve_request import SolveCost, SolveRequest, costs_in_process, solve

BLOCKED = "8/8/4k3/p7/P7/4K3/8/8 w - - 0 1"
BOTH = SolveRequest(BLOCKED, (True, False), 0)


@pytest.mark.thorough
def test_both_sides_are_solved_in_a_process_and_told_together(tmp_path: Path) -> None:
    told: list[BuildProgress] = []
    assert solve_in_process(BOTH, tmp_path, told.append, threads=1) == "draw with best play"
    names = [folder.name for folder in reach_file.directories(tmp_path)]
    assert names == ["KPvKP_a4_a5_0_black", "KPvKP_a4_a5_0_white"]
    fractions = [progress.fraction for progress in told]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0


def test_the_second_side_is_left_out_where_the_first_decides(tmp_path: Path) -> None:
    request = SolveRequest("8/8/8/p1K5/P7/8/8/6k1 w - - 0 1", (True, False), 1)
    assert solve(request, tmp_path, threads=1).startswith("White mates in ")
    assert len(reach_file.directories(tmp_path)) == 1


@pytest.mark.usefixtures("jobs_here")
def test_a_solution_that_is_stopped_goes_on(tmp_path: Path) -> None:
    with pytest.raises(JobStopped):
        solve_in_process(BOTH, tmp_path, stopped=lambda: True, threads=1)
    assert solve_in_process(BOTH, tmp_path, threads=1) == "draw with best play"


@pytest.mark.usefixtures("jobs_here")
def test_what_it_takes_is_told_for_more_and_more_pieces(tmp_path: Path) -> None:
    found: list[SolveCost] = []
    costs_in_process(BOTH, tmp_path, found.append)
    assert [cost.most_pieces for cost in found] == [0, 1]
    assert [cost.exits > 0 for cost in found] == [True, False]
    assert found[0].placements < found[1].placements
    assert found[0].disk < found[1].disk
    one, two = (
        solve_request.cost(SolveRequest(BLOCKED, s, 0), tmp_path) for s in ((True,), (True, False))
    )
    assert (two.placements, two.tables) == (one.placements, 2 * one.tables)
    assert two.elapsed(1) > one.elapsed(1)
    exact = solve_request.cost(SolveRequest(BLOCKED, (True, False), 1), tmp_path)
    assert exact.tables == found[1].tables == len(exact.plans[0].tables)


def test_why_a_position_cannot_be_planned(tmp_path: Path) -> None:
    found: list[SolveCost] = []
    free = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1"
    for cost in solve_request.costs(SolveRequest(free, (True,), 0), tmp_path, most=1000):
        found.append(cost)
    (words,) = [cost.fault.partition(":")[0] for cost in found]
    assert words == "this position can lead to more than 1,000 pawn placements"
    with pytest.raises(InputError):
        list(solve_request.costs(SolveRequest("8/8/8/8/8/8/8/8 w - - 0 1", (True,), 0), tmp_path))


def test_nothing_is_left_where_there_is_no_room(tmp_path: Path) -> None:
    with pytest.raises(NoRoomError):
        solve(BOTH, tmp_path, memory=1000)
    assert reach_file.directories(tmp_path) == []


def test_which_side_is_stronger() -> None:
    assert solve_request.stronger_first(chess.Board("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"))[0]
    assert not solve_request.stronger_first(chess.Board("4k3/p7/8/8/8/8/8/4K3 w - - 0 1"))[0]
