"""Clocks at the board: chosen, seen, paused, kept, and at their end the end of the game."""

import pytest
from tests.gui import windows
from tests.gui.sharing import visit
from tests.gui.windows import QUEEN_MATE, session_of

from millmate.games.catalogue import Position
from millmate.games.chess.rules import CHESS
from millmate.games.outcome import Termination
from millmate.play.clocks import TimeControl, noted
from millmate.records.pgn import from_pgn, to_pgn


@pytest.fixture
def people(qtbot):
    """A game of two people with five minutes each, three seconds more with every move."""
    with visit(qtbot, game="chess", start="initial", black="human", clock="300+3") as v:
        v.press_play()
        yield v


def _faces(v):
    return v.window.stage.below.clock, v.window.stage.above.clock


@pytest.mark.thorough
def test_a_new_user_has_no_clock(qtbot):
    with visit(qtbot, game="chess", start="initial", black="human") as v:
        assert v.window.setup.clock["kind"].currentText() == "No clock"
        v.press_play()
        v.move("e4")
        assert all(face.isHidden() for face in _faces(v))
        assert v.game.line.node.notes.command("clk") is None
        assert "TimeControl" not in v.game.to_record().tags


@pytest.mark.thorough
def test_the_chosen_clock_is_kept_for_the_next_start(qtbot):
    with windows.visit(qtbot) as v:
        v.do("show_setup")
        clock = v.window.setup.clock
        clock["kind"].setCurrentIndex(clock["kind"].count() - 1)
        assert clock["minutes"].isVisible()
        clock["minutes"].setValue(7)
        clock["added"].setValue(1)
        kept = v.window.store.current.clock
    assert kept == "420+1"
    with windows.visit(qtbot, clock=kept) as v:
        assert v.window.setup.clock.control == TimeControl(420, 1)
        assert v.window.setup.clock["minutes"].value() == 7
    with windows.visit(qtbot, clock="nonsense") as v:
        assert v.window.setup.clock.control is None


def test_the_clock_of_the_side_to_move_runs_and_a_move_adds_its_seconds(people):
    assert not people.window.commands["pause"].isEnabled()  # only against an engine
    assert people.window.moves.pause.isHidden()
    below, above = _faces(people)
    people.wait(lambda: below.state is not None and below.state.running)
    assert not above.state.running
    assert above.text() == "5:00"
    assert above.accessibleName() == "Black's clock: 5:00"
    people.move("e4")
    people.wait(lambda: above.state.running and not below.state.running)
    assert above.accessibleName().endswith(", running")
    left = noted(people.game.line.node)
    assert 280 < left <= 303
    assert people.game.to_record().tags["TimeControl"] == "300+3"
    # when the board is turned, the clocks stand with their sides
    people.do("flip")
    assert below.state.running
    assert not above.state.running


def test_taking_a_move_back_gives_its_time_back(people):
    people.move("e4")
    people.wait(lambda: people.game.awaits_person)
    at_black = people.game.line.node
    people.move("e5")
    people.do("take_back")
    people.wait(lambda: people.game.awaits_person)
    assert people.game.line.node is at_black
    assert people.game.clocks.left(True) == noted(at_black)
    assert people.game.clocks.left(False) > 280


def test_whose_time_is_over_loses_the_game(qtbot):
    with visit(qtbot, game="chess", start="initial", black="human") as v:
        specs = v.window.setup.specs
        v.window.starting.start(Position(CHESS, CHESS.start_fen), specs, control=TimeControl(0.3))
        v.wait(lambda: v.game.outcome is not None)
        assert str(v.game.outcome) == "0-1 (Black wins: time forfeit)"
        assert v.window.stage.below.clock.text() == "0:00.0"
        v.wait(lambda: "Black wins: time forfeit" in v.window.moves.state.text())


def test_whose_time_is_over_draws_against_a_king_alone(qtbot):
    with visit(qtbot, black="human") as v:
        specs = v.window.setup.specs
        v.window.starting.start(Position(CHESS, QUEEN_MATE), specs, control=TimeControl(0.3))
        v.wait(lambda: v.game.outcome is not None)
        assert v.game.outcome.termination is Termination.TIME_WITHOUT_MATE
        assert v.game.outcome.result == "1/2-1/2"


def test_a_person_is_told_once_that_the_time_gets_short(qtbot):
    said = []
    with visit(qtbot, game="chess", start="initial", black="random") as v:
        v.board.announced.connect(said.append)
        specs = v.window.setup.specs
        v.window.starting.start(Position(CHESS, CHESS.start_fen), specs, control=TimeControl(20))
        v.wait(lambda: any("seconds left" in words for words in said))
        v.wait(lambda: v.game.awaits_person)
        face = v.window.stage.below.clock
        v.wait(lambda: face.state.left < 19.5)
        assert face.state.low
        assert sum("seconds left" in words for words in said) == 1


def test_against_an_engine_the_clock_can_be_paused_and_a_move_goes_on(qtbot):
    with visit(qtbot, game="chess", start="initial", black="random", clock="300+3") as v:
        v.press_play()
        assert v.window.moves.pause.isVisible()
        v.do("pause")
        left = v.game.clocks.left(True)
        assert v.window.stage.below.clock.accessibleName().endswith(", paused")
        assert v.window.moves.state.text().startswith("Paused")
        assert v.window.commands["pause"].text() == "Let the clocks &run"
        qtbot.wait(150)
        assert v.game.clocks.left(True) == left
        v.move("e4")
        v.answer_comes()
        assert noted(v.game.line.last.parent) == pytest.approx(left + 3, abs=1)
        assert not v.game.paused


def test_looking_back_after_the_game_shows_the_clocks_of_then(people):
    people.move("e4")
    people.move("e5")
    people.resign()
    people.wait(lambda: people.game.outcome is not None)
    people.do("first")
    assert [face.text() for face in _faces(people)] == ["5:00", "5:00"]
    assert not any(face.state.running for face in _faces(people))


def test_a_game_that_is_gone_on_with_has_its_clocks(qtbot):
    with visit(qtbot, game="chess", start="initial", black="human", clock="300+3") as v:
        v.press_play()
        v.move("e4")
        text = to_pgn(v.game.to_record())
    assert "[%clk 0:0" in text
    with visit(qtbot) as v:
        v.window.opening.show(from_pgn(text)[0])
        assert v.window.stage.above.clock.text() == "5:00"
        v.window.game.resume()
        v.wait(lambda: v.game.awaits_person)
        assert v.game.clocks.control == TimeControl(300, 3)
        assert v.game.clocks.left(True) == noted(v.game.line.last)


@pytest.mark.thorough
def test_a_restart_brings_the_clocks_back(qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("MILLMATE_DATA", str(tmp_path))
    with windows.visit(qtbot, game="chess", start="initial", black="random", clock="300+3") as v:
        keeping = session_of(v.window)
        keeping.start()
        v.press_play()
        v.move("e4")
        v.answer_comes()
        left = {side: v.game.time_left()[side] for side in (True, False)}
        keeping.end()
    with windows.visit(qtbot) as v:
        keeping = session_of(v.window)
        assert keeping.start()
        v.window.game.resume()
        v.wait(lambda: v.game.awaits_person)
        assert v.game.clocks.left(True) == pytest.approx(left[True], abs=5)
        assert str(v.game.specs[False]) == "random"
        keeping.end()


@pytest.mark.thorough
def test_with_a_clock_an_engine_has_no_time_of_its_own(qtbot):
    with visit(qtbot, game="chess", start="initial", black="strong:seconds=2.0") as v:
        v.do("show_setup")
        choice = v.window.setup.players[False]
        assert choice.seconds.isVisible()
        v.window.setup.clock.choose("300+3")
        assert choice.seconds.isHidden()
        assert v.window.stage.above.name.accessibleName() == "Black: Strong search"
        assert str(v.window.setup.specs[False]) == "strong:seconds=2"
