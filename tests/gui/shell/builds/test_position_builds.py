"""What takes seconds to build is built without a question; what takes longer is offered."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests.gui.apart import built_here
from tests.gui.windows import QUEEN_MATE, Visitor, visit

LARGE = "8/8/8/3k4/8/2r5/8/KQR5 w - - 0 1"

pytestmark = pytest.mark.usefixtures("tables")  # to build those, kernels have been compiled


@pytest.fixture(autouse=True)
def here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Build in this process, but once."""
    if "apart" not in request.fixturenames:
        built_here(monkeypatch)


@pytest.fixture
def apart() -> None:
    """Build in a process of its own, as the program does it."""


@pytest.fixture
def v(qtbot: QtBot, tmp_path: Path) -> Iterator[Visitor]:
    with visit(qtbot, tmp_path, small_builds=True, start_fen=QUEEN_MATE, white="human") as visitor:
        yield visitor


@pytest.fixture
def slow(here: None, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Let builds wait until the function is called."""
    from millmate.tablebase import build_process

    whole, free = build_process.build_in_process, []

    def waiting(targets, directory, progress, stopped, paused, **options):
        while not free and not stopped():
            time.sleep(0.01)
        return whole(targets, directory, progress, stopped, paused, **options)

    monkeypatch.setattr(build_process, "build_in_process", waiting)
    return lambda: free.append(True)


def verdict(v: Visitor) -> str:
    return v.window.verdict.headline.text()


def covered(v: Visitor) -> bool:
    return v.window.probe.last is not None and v.window.probe.last.covered


@pytest.mark.usefixtures("apart")
def test_a_position_that_lacks_a_small_table_gets_its_verdict(v: Visitor) -> None:
    v.wait(lambda: covered(v))
    assert verdict(v) == "White wins, mate in 9"
    assert not v.window.verdict.stop.isVisible()


def test_it_is_shown_as_a_line_and_not_as_a_refusal(v: Visitor, slow: Callable[[], None]) -> None:
    v.wait(lambda: v.window.verdict.stop.isVisible())
    assert verdict(v).startswith("Building Queen against king, ")
    assert v.window.verdict.build.isHidden()
    assert v.window.verdict.now.isHidden()
    assert v.window.setup.need.isHidden()
    slow()
    v.wait(lambda: covered(v))


def test_a_stopped_build_is_offered_and_not_begun_again(
    v: Visitor, slow: Callable[[], None]
) -> None:
    v.wait(lambda: v.window.verdict.stop.isVisible())
    v.window.verdict.stop.click()
    v.wait(lambda: v.window.verdict.now.isVisible())
    assert verdict(v) == "No table yet"
    v.window.workspace.set_up("8/8/8/3k4/8/8/8/K1Q5 w - - 0 1")
    v.wait(lambda: v.window.probe.last is not None)
    assert verdict(v) == "No table yet"
    assert not v.window.services.build.running


def test_a_build_that_fails_is_told_once(v: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    from millmate.errors import MillMateError
    from millmate.tablebase import build_process

    calls = []

    def failing(*args: object, **options: object) -> None:
        calls.append(args)
        raise MillMateError("the disk is full")

    monkeypatch.setattr(build_process, "build_in_process", failing)
    v.wait(lambda: "The build failed: the disk is full." in v.message)
    v.wait(lambda: v.window.verdict.now.isVisible())
    v.window.probe.refresh()
    v.wait(lambda: v.window.probe.last is not None)
    assert len(calls) == 1


def test_larger_ones_are_offered(v: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    v.window.workspace.set_up(LARGE)
    v.wait(lambda: "KQRvKR" in v.window.verdict.missing.text())
    assert verdict(v) == "No table yet"
    assert v.window.verdict.now.isVisible()
    assert not v.window.services.build.running


@pytest.mark.thorough
def test_play_begins_once_the_table_is_there(v: Visitor, slow: Callable[[], None]) -> None:
    v.window.setup.players[False].choose("table")
    v.wait(lambda: v.window.probe.last is not None)
    v.window.setup.play.click()
    v.wait(lambda: v.window.verdict.stop.isVisible())
    assert not v.message
    assert not v.game.live
    slow()
    v.wait(lambda: v.game.awaits_person)
    v.move("Qg6")
    v.answer_comes()
    assert len(v.moves) == 2


def test_another_position_calls_the_game_off(v: Visitor, slow: Callable[[], None]) -> None:
    v.window.setup.players[False].choose("table")
    v.wait(lambda: v.window.probe.last is not None)
    v.window.setup.play.click()
    v.window.workspace.set_up(LARGE)
    v.wait(lambda: "KQRvKR" in v.window.verdict.missing.text())
    slow()
    v.wait(lambda: not v.window.services.build.running)
    v.window.workspace.set_up(QUEEN_MATE)
    v.wait(lambda: covered(v))
    assert not v.game.live


def test_it_waits_for_other_work(qtbot: QtBot, tmp_path: Path) -> None:
    with visit(qtbot, tmp_path, small_builds=True, start_fen=QUEEN_MATE) as v:
        playing = [True]
        v.window.small_builds.busy = lambda: bool(playing)
        v.wait(lambda: verdict(v) == "Queen against king will be built after other work")
        assert not v.window.verdict.stop.isVisible()
        playing.clear()
        v.window.services.links.tournament_ended.emit("")
        v.wait(lambda: covered(v))


def test_it_can_be_switched_off(qtbot: QtBot, tmp_path: Path) -> None:
    with visit(qtbot, tmp_path, small_builds=False, start_fen=QUEEN_MATE) as v:
        v.wait(lambda: v.window.verdict.now.isVisible())
        assert verdict(v) == "No table yet"
        settings = v.window.store
        settings.set(small_builds=True)
        v.wait(lambda: covered(v))


def test_closing_the_window_meanwhile_asks_nothing(v: Visitor, slow: Callable[[], None]) -> None:
    v.wait(lambda: v.window.services.build.running)
    assert v.window.building.may_cancel()
    assert v.window.interrupted.work.building == ""


@pytest.mark.usefixtures("morris_tables")
def test_a_game_goes_on_where_the_perfect_player_lacked_a_table(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """Nobody knows before the first move which stones a game by chance begins with."""
    settings = {"game": "morris", "white": "table", "black": "human", "start": "random"}
    with visit(qtbot, tmp_path, small_builds=True, **settings) as v:
        for count in v.window.setup.counts.values():
            count.setValue(3)
        v.window.setup.play.click()
        v.wait(lambda: len(v.moves) == 1)
        assert not v.message


@pytest.mark.thorough
def test_tables_of_a_variant_of_morris_are_built_like_all_others(qtbot, tmp_path):
    three = "WW....../BB....../....W.B. w 0 0 0 1"  # three against three, without flying
    played = {
        "game": "morris",
        "morris_rules": "no-flying",
        "morris_start": three,
        "start": "board",
    }
    with visit(qtbot, tmp_path, small_builds=True, **played) as v:
        v.wait(lambda: covered(v))
        assert v.window.probe.last is not None
        assert v.window.probe.last.material == "morris:no-flying:3-3"
