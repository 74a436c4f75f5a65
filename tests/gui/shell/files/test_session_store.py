"""What stands in the window survives a crash and a quit; two windows keep apart."""

import errno
import os
from contextlib import contextmanager
from dataclasses import replace

import pytest
from tests.gui.windows import QUEEN_MATE, session_of, visit
from tests.saved_games import saved_games
from tests.tiers import first

from millmate import paths
from millmate.records import archive
from millmate.records.archive import GamePlace
from millmate.records.notes import Notes
from millmate.records.session_file import SessionSlot, SessionSnapshot, from_json

GAME = '[White "Anna"]\n[Black "Ben"]\n[Result "*"]\n\n1. e4 e5 (1... c5 {sharp} 2. Nf3) 2. Nf3 *'


@contextmanager
def sitting(qtbot, **remembered):
    """Open a window that keeps what stands in it."""
    with visit(qtbot, **remembered) as v:
        keeping = session_of(v.window)
        keeping.start()
        yield v, keeping
        keeping.end()


def crash(v, keeping):
    """Let the window's place go as the system does for a process that dies."""
    v.wait(lambda: keeping._writing is None)
    keeping._write()
    keeping._writing.wait()
    keeping._place.release()
    keeping._place = None


def test_a_game_in_progress_is_back_after_a_crash_and_goes_on(qtbot):
    with sitting(qtbot, start_fen=QUEEN_MATE, black="human") as (v, keeping):
        v.press_play()
        for move in ("Qb5+", "Kd4", "Qb4+"):
            v.move(move)
        crash(v, keeping)
    saved_games()[0].unlink()  # a window that is killed has no time to save the game
    with sitting(qtbot) as (v, _):
        assert v.moves == ["Qb5+", "Kd4", "Qb4+"]
        assert v.message == "The program ended unexpectedly; your last session was restored."
        (saved,) = saved_games()  # whatever becomes of it now, the game is not lost
        assert len(archive.load(saved)[0].moves) == 3
        v.window.stage.message.action.click()  # Go on playing
        v.wait(lambda: v.game.awaits_person)
        v.move("Ke5")
        assert v.moves[-1] == "Ke5"


@pytest.mark.thorough
def test_a_game_with_variations_is_back_at_the_place_that_was_shown(qtbot):
    with sitting(qtbot) as (v, keeping):
        v.paste(GAME)
        v.wait(lambda: v.moves == ["e4", "e5", "Nf3"])
        v.game.show(v.game.line.tree.find((0, 1)))
        v.window.views.board.set_flipped(True)
        crash(v, keeping)
    with sitting(qtbot) as (v, _):
        assert v.game.line.node.ply.notation == "c5"
        assert v.game.line.node.notes.comment == "sharp"
        assert v.window.views.board.flipped
        assert v.message.startswith("The program ended unexpectedly")
        assert len(saved_games()) == 1  # since it was pasted, and not once more


@pytest.mark.parametrize("quit_", first(1, [crash, lambda v, keeping: None]))
def test_the_game_is_back_behind_a_position_that_was_being_set_up(qtbot, quit_):
    with sitting(qtbot) as (v, keeping):
        v.paste(GAME)
        v.wait(lambda: v.moves == ["e4", "e5", "Nf3"])
        v.game.show(v.game.line.tree.find((0, 1)))
        v.do("edit")
        v.window.views.current.editor.model.load(QUEEN_MATE)
        quit_(v, keeping)
    with sitting(qtbot) as (v, _):
        assert v.window.workspace.editing
        assert v.window.workspace.fen == QUEEN_MATE
        v.do("edit")
        assert not v.window.workspace.editing
        assert v.game.line.node.ply.notation == "c5"
        assert len(saved_games()) == 1


def test_a_move_clicked_while_a_position_is_set_up_leads_to_the_game(v):
    v.paste(GAME)
    v.wait(lambda: v.moves == ["e4", "e5", "Nf3"])
    v.do("edit")
    v.do("show_moves")
    v.window.moves.view.chosen.emit(v.game.line.way[1])
    assert not v.window.workspace.editing
    assert v.window.workspace.fen == v.game.line.way[1].fen


@pytest.mark.thorough
def test_a_game_of_this_window_is_gone_on_with_by_its_players_after_a_quit(qtbot):
    with sitting(qtbot, start_fen=QUEEN_MATE, white="human", black="random") as (v, _):
        v.press_play()
        v.move("Qb5+")
        v.wait(lambda: v.game.awaits_person)
    with sitting(qtbot) as (v, _):
        assert v.game.can_resume
        assert str(v.game.specs[False]) == "random"
        v.game.resume()
        v.wait(lambda: v.game.awaits_person)
        v.resign()
        v.wait(lambda: v.game.outcome is not None)
    assert archive.load(saved_games()[0])[0].outcome.result == "0-1"
    assert len(saved_games()) == 1, "the same record is updated"


@pytest.mark.thorough
def test_notes_made_after_a_restart_go_into_the_same_record(qtbot):
    with sitting(qtbot) as (v, _):
        v.paste(GAME)
        v.wait(lambda: len(saved_games()) == 1)
    with sitting(qtbot) as (v, _):
        v.game.edit(lambda tree: tree.annotate(tree.root, Notes("once more")))
    (path,) = saved_games()
    assert "once more" in path.read_text()


@pytest.mark.thorough
def test_a_position_that_was_set_up_is_back(qtbot):
    with sitting(qtbot) as (v, keeping):
        v.paste("......../......../WWW.BBB. b 0 0 3 20")
        v.wait(lambda: v.window.views.current.kind == "morris")
        v.do("show_setup")
        crash(v, keeping)
    with sitting(qtbot) as (v, _):
        assert v.window.workspace.editing
        assert v.window.workspace.fen == "......../......../WWW.BBB. b 0 0 3 20"
        assert v.window.panels.currentWidget() is v.window.setup


def test_after_an_ordinary_quit_everything_is_back_without_a_word(qtbot):
    with sitting(qtbot) as (v, _):
        v.paste(GAME)
        v.wait(lambda: len(v.moves) == 3)
        v.do("next")
    with sitting(qtbot) as (v, _):
        assert v.moves == ["e4", "e5", "Nf3"]
        assert v.game.line.cursor == 1
        assert v.message == ""


def test_a_change_is_written_within_moments(qtbot):
    with sitting(qtbot) as (v, keeping):
        v.paste(QUEEN_MATE)
        path = keeping._place.path
        v.wait(lambda: path.exists() and QUEEN_MATE in path.read_text())
        assert not from_json(path.read_text()).closed


def test_two_windows_do_not_fight_over_a_place(qtbot):
    other = SessionSlot()  # another program's window is open
    other.write(replace(from_json("{}"), positions={"chess": "8/8/8/8/8/8/8/8 w - - 0 1"}))
    with sitting(qtbot) as (v, keeping):
        assert keeping._place.path != other.path
        assert v.message == ""
        v.paste(QUEEN_MATE)
        v.wait(lambda: v.window.workspace.fen == QUEEN_MATE)
    assert from_json(other.path.read_text()).positions["chess"] == "8/8/8/8/8/8/8/8 w - - 0 1"
    other.release()


def test_values_that_make_no_sense_are_passed_over(qtbot):
    place = SessionSlot()
    nonsense = replace(
        from_json("{}"),
        page_name="castle",
        panel=99,
        pgn=GAME,
        place=(7, 7),
        positions={"chess": "no position", "draughts": "?"},
        specs=("nobody", "?"),
        live=True,
    )
    place.write(nonsense)
    place.release()
    with sitting(qtbot) as (v, _):
        assert v.window.isVisible()


@pytest.mark.parametrize("name", ["profile", "games.pgn"])
@pytest.mark.parametrize(
    "claimed", first(1, [b"greet\n", b""])
)  # nothing at all stands in every file
def test_a_session_from_elsewhere_writes_into_no_other_file(qtbot, tmp_path, name, claimed):
    other = tmp_path / name
    other.write_bytes(b"greet\n")
    place = GamePlace.of(other, 0, claimed).to_json()
    foreign = SessionSnapshot(pgn=GAME, editing=False, unsaved=True, saved=place, origin=place)
    mine = SessionSlot()
    mine.write(foreign)
    mine.release()
    with sitting(qtbot) as (v, _):
        assert v.moves == ["e4", "e5", "Nf3"]
        (saved,) = saved_games()  # the game itself is not lost
        assert v.window.autosave.place.path == saved
        assert other.read_bytes() == b"greet\n"


@pytest.mark.thorough
def test_only_a_file_of_games_is_remembered_as_the_one_a_game_was_opened_from(qtbot, tmp_path):
    for name, text, kept in (("a.pgn", b"1. e4 *", True), ("a.txt", b"1. e4 *", False)):
        other = GamePlace.of(tmp_path / name, 0, text)
        mine = SessionSlot()
        mine.write(SessionSnapshot(pgn=GAME, editing=False, origin=other.to_json(), closed=True))
        mine.release()
        with sitting(qtbot) as (v, _):
            assert (v.window.autosave.origin == other) is kept


def test_a_damaged_file_is_no_end(qtbot):
    place = paths.data_dir() / "sittings"
    place.mkdir(parents=True)
    (place / "0.json").write_bytes(b"{")
    with sitting(qtbot) as (v, _):
        assert v.window.workspace.editing
        assert (place / "0.json.damaged").read_bytes() == b"{"


def test_a_directory_that_cannot_be_written_is_no_end(qtbot):
    paths.data_dir().mkdir(parents=True)
    (paths.data_dir() / "sittings").write_text("a file is in the way")
    with sitting(qtbot) as (v, _):
        assert "will be lost if the program crashes" in v.window.status.currentMessage()


@pytest.mark.thorough
def test_a_full_disk_is_told_once_and_what_stands_is_kept_when_there_is_room(qtbot, monkeypatch):
    for interval in ("_AGAIN_MS", "_EVERY_MS"):
        monkeypatch.setattr(f"millmate.gui.shell.files.session_store.{interval}", 50)
    full, tried = True, []

    def write(place, sitting, write=SessionSlot.write):
        tried.append(sitting)
        if full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(place.path))
        write(place, sitting)

    monkeypatch.setattr(SessionSlot, "write", write)
    with sitting(qtbot) as (v, keeping):
        v.paste(QUEEN_MATE)
        v.wait(lambda: "will be lost if the program crashes" in v.message)
        assert f"{keeping._place.path}: No space left on device; free some space" in v.message
        v.window.stage.message.hide()
        before = len(tried)
        v.wait(lambda: len(tried) >= before + 2)  # of which the first has been told of by now
        assert v.message == "", "once is enough"
        full = False
        v.wait(lambda: not keeping._trouble)
        assert QUEEN_MATE in keeping._place.path.read_text()
