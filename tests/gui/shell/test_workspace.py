"""What the window works on, and its settings, without a widget."""

import pytest

from millmate import settings
from millmate.errors import InputError
from millmate.games.catalogue import Position, parse
from millmate.games.morris.rules import MORRIS
from millmate.gui.boards.editor.chess_editor import ChessModel
from millmate.gui.boards.editor.morris_editor import MorrisModel
from millmate.gui.shell.frame.settings_store import SettingsStore
from millmate.gui.shell.play.game import GameController
from millmate.gui.shell.workspace import Requests, Workspace
from millmate.settings import Settings

ENDING = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
OTHER = "8/8/8/3k4/8/8/8/KR6 w - - 0 1"


@pytest.fixture
def workspace(qapp, tmp_path) -> Workspace:
    models = {"chess": ChessModel(ENDING), "morris": MorrisModel(MORRIS.start_fen)}
    return Workspace(GameController(tmp_path, 0.0), models, Requests())


def signals(workspace: Workspace) -> list[object]:
    """Return what the workspace emits from now on."""
    seen: list[object] = []
    workspace.position_changed.connect(seen.append)
    workspace.kind_changed.connect(seen.append)
    workspace.mode_changed.connect(lambda: seen.append("mode"))
    workspace.position_given.connect(lambda: seen.append("given"))
    return seen


def test_a_position_is_set_up_changed_and_taken_back(workspace) -> None:
    seen = signals(workspace)
    workspace.set_up(ENDING)
    assert (workspace.editing, workspace.kind, workspace.fen) == (True, "chess", ENDING)
    assert seen == ["mode", parse(ENDING), "given"]
    workspace.set_up(OTHER)  # a step of its own
    workspace.take_back()
    assert workspace.fen == ENDING
    workspace.redo()
    assert workspace.fen == OTHER
    workspace.play_move("b1b5")
    assert workspace.fen.startswith("8/8/8/1R1k4")


def test_what_is_no_position_leaves_everything_as_it_was(workspace) -> None:
    workspace.set_up(ENDING)
    with pytest.raises(InputError):
        workspace.set_up("nothing")
    assert workspace.fen == ENDING


def test_the_kind_follows_the_position_and_the_game(workspace) -> None:
    workspace.game.study(ENDING)
    seen = signals(workspace)
    workspace.show_set_up("morris")
    assert seen == ["morris", "mode", Position(MORRIS, MORRIS.start_fen)]
    workspace.leave_set_up()
    assert seen[3:] == ["chess", "mode", parse(ENDING)]
    workspace.game.study(MORRIS.start_fen, MORRIS)
    assert (workspace.kind, workspace.rules) == ("morris", MORRIS)


def test_a_variation_is_played_and_taken_back_in_a_game_that_is_looked_at(workspace) -> None:
    workspace.game.study(ENDING)
    workspace.play_move("b1b5")
    assert workspace.fen.startswith("8/8/8/1Q1k4")
    assert workspace.can_take_back
    workspace.take_back()
    assert workspace.fen == ENDING


def test_owners_learn_once_what_differs(qapp) -> None:
    store, applied, names = SettingsStore(Settings()), [], []
    store.bind(applied.append, "white", "black")
    store.changed.connect(names.append)
    store.set(white="random", black="human", speed=Settings().speed)
    assert applied == [store.current]
    assert names == ["black", "white"]
    store.set(white="random")
    assert len(applied) == 1


def test_what_changes_all_the_time_is_asked_for_when_it_is_read(qapp) -> None:
    store, widths = SettingsStore(Settings()), ["narrow"]
    store.provide(lambda kept: kept.changed(window=widths[0]))
    assert store.current.window == "narrow"
    widths[0] = "wide"
    store.set(white="random")
    assert (store.current.window, store.current.white) == ("wide", "random")


def test_settings_are_saved_or_it_is_said_why_not(qapp, monkeypatch) -> None:
    store, said = SettingsStore(), []
    store.not_saved.connect(said.append)
    store.set(white="random")
    store.save_or_report()
    assert settings.load().white == "random"
    monkeypatch.setattr(settings, "write_atomically", _refuse)
    store.save_or_report()
    assert len(said) == 1
    assert "No room" in said[0]


def _refuse(*_: object) -> None:
    raise OSError(28, "No room")
