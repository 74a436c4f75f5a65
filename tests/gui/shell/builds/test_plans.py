"""What tables take is the same beside the board, in the plan, in the lists and on *Home*."""

import re

import pytest

from millmate.formatting import size
from millmate.gui.features.verdicts.verdict_bar import cost
from millmate.gui.shell.builds.plans import about, plan_words
from millmate.gui.shell.probe.answer import Answer
from millmate.tablebase import targets
from millmate.tablebase.inventory import ending_of
from millmate.tablebase.names import parse


@pytest.mark.parametrize("name", ["KQvK", "KBNvK", "KQvKR", "KPvK", "KRPvKR", "morris:4-3"])
def test_bytes_and_time_of_a_build_are_the_same_wherever_they_are_told(tmp_path, name):
    plan = targets.plan([parse(name)], tmp_path)
    listed = size(sum(ending_of(tmp_path, t.material).main.bytes for t in plan.missing))
    beside_board = cost(Answer("", name, "", plan=plan), 2).partition(": ")[2]
    told = re.search(": (.*) on disk, (.*) while building", plan_words(plan, tmp_path, 2))
    assert told.groups() == (listed, size(plan.disk))
    assert beside_board == f"{listed}, {about(plan.elapsed(2))}"
    assert plan_words(plan, tmp_path, 2).endswith(f", {about(plan.elapsed(2))}.")
