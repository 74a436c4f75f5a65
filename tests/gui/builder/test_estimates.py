"""The card, the dialog and its rows say the same of the same work, and how far compiling is."""

import pytest
from tests.gui.windows import visit

from millmate.gui.builder.build_run import stage_words
from millmate.gui.builder.table_models import about
from millmate.kernels import cache
from millmate.tablebase.progress import BuildProgress


@pytest.mark.parametrize("cold", [True, False])
def test_the_card_and_the_dialog_tell_the_same_time(qtbot, monkeypatch, cold) -> None:
    monkeypatch.setattr(cache, "is_cold", lambda game="chess": cold)
    with visit(qtbot) as v:
        v.window.workspace.set_up("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")
        v.wait(lambda: v.window.probe.last is not None and v.window.probe.last.plan is not None)
        v.wait(lambda: v.window.verdict.build.isVisible())
        plan = v.window.probe.last.plan
        time = about(plan.elapsed())
        assert (time == "under a second") is not cold
        assert v.window.verdict.remark.text().endswith(f", {time}")
        v.do("build")
        dialog = v.window.building.dialog
        compiled = (
            " The solver is compiled first; this happens once after each update." if cold else ""
        )
        assert dialog.line.text().endswith(f", {time}.{compiled}")
        assert dialog.plan_model.index(0, 4).data() == about(plan.missing[0].elapsed())
        dialog.field.name.setText("morris:6-6")
        button = dialog.field.parts["morris:6-6"]
        assert f"{button.text().rpartition(', ')[2]}." in dialog.line.text()


def test_compiling_is_told_by_what_is_done_of_all() -> None:
    progress = BuildProgress("KQvK", 1, 1, "compiling", compiled=12, kernels=107)
    assert stage_words(progress).endswith(": 12 of 107 parts are compiled")
