"""A tournament or a build that was interrupted is offered at the next start, without a question."""

from dataclasses import replace
from itertools import chain

import pytest
from tests.gui.windows import session_of, visit
from tests.records.test_pgn import FOOLS_MATE
from tests.tiers import first

from millmate import paths
from millmate.gui.shell.files.session_store import Work
from millmate.records.pgn import to_pgn
from millmate.records.session_file import SessionSlot, SessionSnapshot
from millmate.tablebase.metric import Metric
from millmate.tablebase.names import parse
from millmate.tablebase.solve_request import SolveRequest


def left(**values):
    """Leave a session behind, as the last window did."""
    place = SessionSlot()
    place.write(replace(SessionSnapshot(), **values))
    place.release()


def started(v):
    """Start keeping the window's session; return what does it."""
    keeping = session_of(v.window)
    keeping.start()
    return keeping


@pytest.mark.parametrize("kind", first(1, ["building", "tournament"]))
def test_interrupted_work_is_gone_on_with_by_one_click(qtbot, monkeypatch, kind):
    directory = paths.tournaments_dir() / "Rook endings"
    directory.mkdir(parents=True)
    work = {"building": "KQvK KRvK", "metrics": "dtz"}
    left(closed=True, **(work if kind == "building" else {kind: str(directory)}))
    with visit(qtbot) as v:
        asked = []
        monkeypatch.setattr(
            v.window.building.run, "start", lambda *work: asked.extend(chain(*work))
        )
        v.window.services.links.open_tournament.connect(asked.append)
        keeping = started(v)
        assert v.message in (
            "Building KQvK KRvK was interrupted.",
            "The tournament Rook endings was interrupted.",
        )
        v.window.stage.message.action.click()
        expected = [*map(parse, ("KQvK", "KRvK")), Metric.DTZ]
        assert asked == (expected if kind == "building" else [directory])
        assert v.message == ""
        keeping.end()


@pytest.mark.thorough
def test_one_is_offered_after_the_other_and_after_the_word_on_a_crash(qtbot):
    directory = paths.tournaments_dir() / "Cup"
    directory.mkdir(parents=True)
    left(pgn=to_pgn(FOOLS_MATE), tournament=str(directory), building="morris:3-3")
    with visit(qtbot) as v:
        keeping = started(v)
        said = [v.message]
        for _ in range(2):
            v.window.stage.message.dismiss.click()
            v.wait(lambda: v.message != "")
            said.append(v.message)
        assert said == [
            "The program ended unexpectedly; your last session was restored.",
            "The tournament Cup was interrupted.",
            "Building morris:3-3 was interrupted.",
        ]
        keeping.end()


def test_what_is_gone_or_makes_no_sense_is_not_offered(qtbot, tmp_path):
    left(closed=True, tournament=str(tmp_path / "gone"), building="nonsense")
    with visit(qtbot) as v:
        keeping = started(v)
        v.window.stage.message.action.click()
        assert "nonsense" in v.message
        keeping.end()


def test_a_build_that_runs_when_the_window_is_closed_is_in_the_session(qtbot, tmp_path):
    with visit(qtbot, tmp_path) as v:
        keeping = started(v)
        run = v.window.building.run
        run.targets, run._task = (parse("KQvK"), parse("morris:3-3")), object()
        run.metrics = tuple(Metric)
        try:
            assert v.window.interrupted.work == Work(building="KQvK morris:3-3", metrics="dtm dtz")
            v.window.interrupted.note_closing()
        finally:
            run._task = None
        keeping.end()
    place = SessionSlot()
    session = place.read()
    assert (session.building, session.metrics) == ("KQvK morris:3-3", "dtm dtz")
    place.release()


@pytest.mark.thorough
def test_a_position_that_was_being_solved_is_gone_on_with(qtbot, monkeypatch, tmp_path):
    request = SolveRequest("8/8/4k3/p7/P7/4K3/8/8 w - - 0 1", (True, False), 1, captures=1)
    with visit(qtbot, tmp_path) as v:
        keeping, run = started(v), v.window.building.run
        run.request, run._task = request, object()
        try:
            v.window.interrupted.note_closing()
        finally:
            run._task = None
        keeping.end()
    with visit(qtbot, tmp_path) as v:
        asked = []
        monkeypatch.setattr(v.window.building.run, "solve", asked.append)
        keeping = started(v)
        assert v.message == "Solving a position was interrupted."
        v.window.stage.message.action.click()
        assert asked == [request]
        keeping.end()


def test_a_request_that_is_none_is_told(qtbot):
    left(closed=True, solving='{"fen": "nonsense"}')
    with visit(qtbot) as v:
        keeping = started(v)
        v.window.stage.message.action.click()
        assert v.message.endswith("is not a position that can be solved.")
        keeping.end()
