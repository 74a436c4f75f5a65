"""The window starts no engine that nobody has allowed on this machine, whatever it is given."""

import shlex
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot
from tests.engine_files import program
from tests.gui.features.tournaments.places import guest
from tests.gui.windows import QUEEN_MATE, session_of, visit
from tests.tournaments import TWO, with_players

from millmate.gui.shell.play import engines
from millmate.gui.shell.play.engines import ConsentDialog
from millmate.play.tournament import plan_file
from millmate.players import consent, engine_finder
from millmate.players.engine_recipe import EngineRecipe
from millmate.players.spec import PlayerSpec
from millmate.records.session_file import SessionSlot, SessionSnapshot

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs begin with #! here")


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be on a machine where no engine is installed."""
    monkeypatch.setattr(engine_finder, "KNOWN", {})


class Person:
    """Someone who is asked, and answers as `allows` says."""

    def __init__(self) -> None:
        self.allows = False
        self.asked: list[str] = []

    def answer(self, dialog: ConsentDialog) -> int:
        self.asked.append(dialog.commands.toPlainText())
        return int(
            ConsentDialog.DialogCode.Accepted if self.allows else ConsentDialog.DialogCode.Rejected
        )


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> Person:
    one = Person()
    monkeypatch.setattr(ConsentDialog, "exec", lambda dialog: one.answer(dialog))
    return one


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    """Return the file that the engine of `hostile` leaves behind when it is started."""
    return tmp_path / "trace"


@pytest.fixture
def hostile(trace: Path) -> EngineRecipe:
    code = f"open({str(trace)!r}, 'w')"
    return EngineRecipe(sys.executable, "Fine", shlex.join(["-c", code]), seconds=0.1)


@pytest.fixture
def spec(hostile: EngineRecipe) -> str:
    return str(PlayerSpec.of_engine(hostile))


@pytest.fixture
def foreign(spec: str, tmp_path: Path) -> Path:
    """Return the file of a tournament that somebody else has made."""
    path = tmp_path / "foreign.toml"
    plan_file.write(with_players(TWO, Random="random", Fine=spec), path)
    return path


def test_a_tournament_asks_once_and_starts_nothing_when_refused(
    qtbot: QtBot, foreign: Path, trace: Path, person: Person
) -> None:
    with guest(qtbot) as v:
        v.propose(plan_file.load(foreign))
        v.page.form.start.click()
        assert len(person.asked) == 1
        assert str(trace) in person.asked[0]
        assert "Fine" not in person.asked[0]
        assert "not allowed" in v.complaint
        assert not v.page.run.running
        assert not v.listed
        person.allows = True
        for _ in range(2):
            v.page.form.start.click()
            v.wait_for_end()
            v.propose(plan_file.load(foreign))
        assert len(person.asked) == 2
        assert trace.exists()


@pytest.mark.thorough
def test_a_tournament_in_a_directory_of_others_asks_before_it_goes_on(
    qtbot: QtBot, foreign: Path, trace: Path, person: Person, tmp_path: Path
) -> None:
    plan = with_players(TWO, Random="random", Other="random")
    with guest(qtbot) as v:
        v.page.start(plan, tmp_path / "theirs")
        v.wait_for_end()
        v.page.start(plan_file.load(foreign), tmp_path / "theirs")
        assert len(person.asked) == 1
        assert not trace.exists()


def test_settings_from_elsewhere_start_no_engine_when_a_game_begins(
    qtbot: QtBot, tmp_path: Path, spec: str, trace: Path, person: Person
) -> None:
    with visit(
        qtbot, tmp_path, allowed=False, start_fen=QUEEN_MATE, white=spec, black="human"
    ) as visitor:
        visitor.window.setup.play.click()
        assert "its engines are not allowed" in visitor.message
        assert not visitor.game.live
        assert len(person.asked) == 1
        assert not trace.exists()
        person.allows = True
        visitor.window.setup.play.click()
        visitor.wait(trace.exists)
        visitor.wait(lambda: not visitor.game.live)


def test_a_session_from_elsewhere_starts_no_engine_when_it_is_resumed(
    qtbot: QtBot, tmp_path: Path, spec: str, trace: Path, person: Person
) -> None:
    place = SessionSlot()
    place.write(
        SessionSnapshot(
            pgn="1. e4 e5 *",
            specs=(spec, "human"),
            live=True,
            editing=False,
            opened=False,
        )
    )
    place.release()
    with visit(qtbot, tmp_path) as visitor:
        keeping = session_of(visitor.window)
        keeping.start()
        assert visitor.game.can_resume
        visitor.game.resume()
        assert not visitor.game.live
        assert visitor.game.can_take_back
        visitor.game.take_back()
        assert not visitor.game.live
        assert len(person.asked) == 2
        assert not trace.exists()
        keeping.end()


@pytest.mark.thorough
def test_an_engine_in_a_list_from_elsewhere_is_not_asked_who_it_is_before_it_is_allowed(
    qtbot: QtBot, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    engine = f"uci:{program('analyst', tmp_path)},name=Fine,arguments={log}"
    with visit(qtbot, tmp_path, allowed=False, engines=[engine]) as visitor:
        visitor.do("engines")
        dialog = visitor.window.engines.dialog
        assert dialog is not None
        assert str(log) in dialog.note.text()
        assert dialog.allow.isVisible()
        assert not dialog._task.running
        dialog.allow.click()
        visitor.wait(lambda: dialog.options is not None)
        assert not dialog.allow.isVisible()


@pytest.mark.thorough
def test_an_engine_that_is_changed_here_stays_allowed(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = f"uci:{program('decent', tmp_path)},name=Decent"
    with visit(qtbot, tmp_path, engines=[engine]) as visitor:
        visitor.do("engines")
        dialog = visitor.window.engines.dialog
        assert dialog is not None
        visitor.wait(lambda: dialog.options is not None)
        book = dialog.options["Book"]
        assert isinstance(book, QLineEdit)
        book.setText("mine.bin")
        assert not dialog.allow.isVisible()
        visitor.window.store.save()
        changed = visitor.window.engines.recipes[0]
    monkeypatch.setattr(consent, "_given_here", set())
    assert dict(changed.options)["Book"] == "mine.bin"
    assert not consent.lacking([changed])


@pytest.mark.thorough
def test_analysis_starts_no_engine_of_settings_from_elsewhere(
    qtbot: QtBot, tmp_path: Path, hostile: EngineRecipe, spec: str, trace: Path, person: Person
) -> None:
    with visit(
        qtbot, tmp_path, allowed=False, engines=[spec], analysis_engine=str(hostile)
    ) as visitor:
        visitor.do("analyse")
        analysis = visitor.window.analysis
        assert len(person.asked) == 1
        assert not analysis.analyst.running
        assert "not allowed" in analysis.panel.shown.notice
        assert not trace.exists()
        analysis.follow()  # it is not asked about at every move
        assert len(person.asked) == 1
        person.allows = True
        analysis.panel.remedy.click()
        assert len(person.asked) == 2
        visitor.wait(trace.exists)


def test_what_is_allowed_by_the_button_is_remembered(
    qtbot: QtBot, hostile: EngineRecipe, monkeypatch: pytest.MonkeyPatch
) -> None:
    with visit(qtbot) as visitor:
        dialog = ConsentDialog(consent.lacking([hostile]), engines.GAME, visitor.window)
        assert dialog.refuse.isDefault()
        monkeypatch.setattr(ConsentDialog, "exec", lambda self: self.allow.click() or self.result())
        assert dialog.ask()
    monkeypatch.setattr(consent, "_given_here", set())
    assert not consent.lacking([hostile])
