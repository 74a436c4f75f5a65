"""No game is lost: what a person touched is among the user's games, and is updated there."""

import errno
import os
from dataclasses import replace

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDialog, QMenu
from tests.gui.shell.files.conftest import GAME
from tests.gui.windows import QUEEN_MATE, visit
from tests.records.test_pgn import FOOLS_MATE
from tests.saved_games import saved_game, saved_games
from tests.tiers import first

from millmate import paths
from millmate.games.catalogue import Position
from millmate.games.chess.rules import CHESS
from millmate.games.morris.rules import MORRIS
from millmate.players.spec import PlayerSpec
from millmate.records import archive
from millmate.records.notes import Notes


def comment(v, text):
    """Write a comment on the first position."""
    v.game.edit(lambda tree: tree.annotate(tree.root, Notes(text), "comment"))


def commented(path):
    """Return the comments on the first positions of the games in a file."""
    scores = [record.movetext for record in archive.load(path)]
    return [score.notes.comment if score else "" for score in scores]


def nothing_saved():
    return not list(paths.games_dir().glob("*.pgn"))


def collection(directory, *names):
    """Write a file with a game of each of these players."""
    path = directory / "collection.pgn"
    for name in names:
        archive.append(replace(FOOLS_MATE, white=name), path)
    return path


def open_game(v, path, number=0):
    """Open one of the games in a file."""
    v.window.files.open(path)
    v.wait(lambda: v.game.started)
    if v.window.files._choice is not None:
        v.window.files._choice.chosen.emit(number)


def play_a_game(v):
    """Play a game to its end: Black resigns after a move."""
    v.press_play()
    v.move("Qb5+")
    resign(v)
    v.wait(lambda: len(saved_games()) == 1)


def resign(v):
    v.resign()
    v.wait(lambda: v.game.outcome is not None)


@pytest.fixture
def duel(qtbot):
    """A window in which two people play from `QUEEN_MATE`."""
    with visit(qtbot, start_fen=QUEEN_MATE, black="human") as v:
        yield v


NEXT = {
    "New": lambda v: v.do("new_game"),
    "Play from here": lambda v: v.do("play_here"),
    "try moves": lambda v: (v.do("edit"), v.do("study")),
    "another paste": lambda v: v.paste("1. d4 *"),
    "set up": lambda v: v.do("edit"),
    "a pasted position": lambda v: v.paste(QUEEN_MATE),
    "quit": lambda v: None,
}


def test_notes_on_a_pasted_game_outlive_whatever_is_done_next(qtbot):
    with visit(qtbot, black="human") as v:
        for then, act in NEXT.items():
            v.do("new_tab")
            v.paste(GAME)
            v.wait(lambda: len(v.moves) == 7)
            comment(v, f"Scholar's mate, then {then}")
            act(v)
    texts = [path.read_text() for path in saved_games()]
    for then in NEXT:
        assert any(f"Scholar's mate, then {then}" in text for text in texts), then


def test_notes_outlive_a_drill(qtbot, tables):
    with visit(qtbot, tables) as v:
        v.paste(GAME)
        v.wait(lambda: len(saved_games()) == 1)
        comment(v, "before the drill")
        v.window.game.start(QUEEN_MATE, v.window.setup.specs, autosaved=False)
    assert saved_game().movetext.notes.comment == "before the drill"


def test_notes_outlive_a_click_on_another_game_of_the_list(qtbot, tmp_path):
    path = collection(tmp_path, "Anna", "Ben")
    with visit(qtbot) as v:
        open_game(v, path, 0)
        comment(v, "of Anna")
        v.window.files._choice.chosen.emit(1)
        comment(v, "of Ben")
    texts = [path.read_text() for path in saved_games()]
    assert len(texts) == 2
    assert any("of Anna" in text for text in texts)
    assert any("of Ben" in text for text in texts)


def test_a_pasted_game_is_saved_at_once_and_undo_takes_it_out_until_it_is_changed(v, pasted):
    v.wait(lambda: v.offer != "")
    assert v.offer == f"Saved in My games: {saved_games()[0].stem}"
    assert saved_game().white == "Anna"
    v.window.status.accept.click()
    v.wait(nothing_saved)
    v.do("last")
    v.do("edit")
    v.do("edit")
    assert saved_games() == []
    comment(v, "worth keeping after all")
    v.wait(lambda: len(saved_games()) == 1)


def test_a_game_that_was_only_looked_at_is_not_copied(qtbot, tmp_path):
    path = collection(tmp_path, "Anna")
    with visit(qtbot, black="human") as v:
        open_game(v, path)
        v.do("last")
        v.do("new_game")
    assert saved_games() == []


def test_a_finished_game_gets_later_notes_into_the_same_record(qtbot):
    with visit(qtbot, start_fen=QUEEN_MATE, black="human") as v:
        play_a_game(v)
        comment(v, "I should have played on")
        v.wait(lambda: "played on" in saved_games()[0].read_text())
        v.do("edit")
        v.do("play_here")
        v.wait(lambda: v.game.turn is not None)
    record = saved_game()
    assert record.outcome.result == "1-0"
    assert record.movetext.notes.comment == "I should have played on"


@pytest.mark.thorough
def test_a_finished_game_that_is_played_on_after_a_take_back_stays_as_it_was(duel):
    play_a_game(duel)
    duel.do("take_back")
    duel.do("take_back")
    duel.move("Kb2")
    resign(duel)
    duel.wait(lambda: len(saved_games()) == 2)
    first, second = (archive.load(path)[0].moves for path in saved_games())
    assert {first, second} == {("b1b5",), ("a1b2",)}


@pytest.mark.thorough
def test_a_resignation_that_is_taken_back_leaves_one_record(duel):
    play_a_game(duel)
    duel.do("take_back")
    duel.move("Kd4")
    resign(duel)
    duel.wait(lambda: len(saved_game().moves) == 2)


def test_an_abandoned_game_that_is_gone_on_with_is_one_record(duel):
    duel.press_play()
    duel.move("Qb5+")
    duel.do("edit")
    duel.wait(lambda: len(saved_games()) == 1)
    duel.do("edit")
    duel.game.resume()
    duel.move("Kd4")
    duel.resign()
    duel.wait(lambda: duel.game.outcome is not None and duel.game.outcome.result != "*")
    duel.wait(lambda: len(saved_game().moves) == 2)


@pytest.mark.parametrize("rules", first(1, [CHESS, MORRIS]))
def test_a_match_that_fails_at_its_first_move_files_no_game(qtbot, tmp_path, rules):
    players = {True: PlayerSpec.parse("table"), False: PlayerSpec.parse("random")}
    with visit(qtbot, tmp_path) as v:
        text = QUEEN_MATE if rules is CHESS else rules.start_fen
        v.window.starting.start(Position(rules, text), players)
        v.wait(lambda: v.game.outcome is not None)
        v.do("edit")
    assert saved_games() == []


def test_moves_that_were_tried_are_kept_and_gone_when_they_are_undone(v):
    v.paste(QUEEN_MATE)
    v.wait(lambda: v.window.workspace.fen == QUEEN_MATE)
    v.do("study")
    v.game.play("b1b5")
    v.wait(lambda: len(saved_games()) == 1)
    v.do("take_back")
    v.wait(nothing_saved)


def test_a_game_of_my_games_is_updated_in_its_place_and_undo_restores_it(v):
    paths.games_dir().mkdir(parents=True)
    path = collection(paths.games_dir(), "Anna", "Ben", "Clara")
    before = path.read_text()
    open_game(v, path, 1)
    comment(v, "a good one")
    v.wait(lambda: commented(path) == ["", "a good one", ""])
    assert saved_games() == [path]
    v.window.status.clearMessage()  # which game of several is shown
    v.wait(lambda: v.offer != "")
    v.window.status.accept.click()
    v.wait(lambda: path.read_text() == before)


class TestSaving:
    """Ctrl+S writes a game where it came from."""

    @pytest.mark.thorough
    def test_games_go_back_among_the_others_of_their_file_one_after_the_other(self, v, tmp_path):
        path, names = collection(tmp_path, "Anna", "Ben", "Clara"), ["Anna", "Ben", "Clara"]
        expected = ["", "", ""]
        open_game(v, path)
        for number, name in enumerate(names):
            v.window.files._choice.chosen.emit(number)
            for text in ("first", f"of {name}"):  # the place is known after it was written, too
                comment(v, text)
                v.do("save")
                expected[number] = text
                v.wait(lambda: commented(path) == expected)
        assert [record.white for record in archive.load(path)] == names

    def test_a_file_that_has_changed_is_left_alone_and_the_notes_are_kept(self, v, tmp_path):
        path = collection(tmp_path, "Anna")
        open_game(v, path)
        comment(v, "mine")
        path.write_text("1. d4 *")
        v.do("save")
        v.wait(lambda: "has changed since the game was opened" in v.message)
        v.wait(lambda: len(saved_games()) == 1)
        assert path.read_text() == "1. d4 *"
        assert saved_game().movetext.notes.comment == "mine"

    @pytest.mark.thorough
    def test_what_failed_can_be_tried_again(self, v, tmp_path, monkeypatch):
        path = collection(tmp_path, "Anna")
        open_game(v, path)
        comment(v, "mine")
        with monkeypatch.context() as full:
            full.setattr("millmate.records.archive.write_atomically", _refuse)
            v.do("save")
            v.wait(lambda: "No space left on device" in v.message)
        v.do("save")
        v.wait(lambda: commented(path) == ["mine"])

    def test_a_game_of_no_file_goes_to_my_games(self, duel):
        duel.press_play()
        duel.move("Qb5+")
        duel.do("save")
        duel.wait(lambda: duel.window.status.currentMessage().startswith("Game saved:"))
        assert saved_game().moves == ("b1b5",)
        duel.move("Kd4")
        resign(duel)
        duel.wait(lambda: len(saved_game().moves) == 2)

    @pytest.mark.thorough
    def test_nobody_is_asked_anything(self, v, tmp_path):
        path = collection(tmp_path, "Anna")
        asked = []
        timer = QTimer(v.window, interval=10)
        timer.timeout.connect(lambda: asked.append(_dismissed()))
        timer.start()
        open_game(v, path)
        comment(v, "mine")
        v.do("save")
        v.wait(lambda: commented(path) == ["mine"])
        v.do("edit")
        assert not any(asked)


def _dismissed():
    box = QApplication.activeModalWidget()
    if isinstance(box, QDialog):
        box.reject()
    return box is not None


def _refuse(path, content):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


class TestARefusingDisk:
    """A disk that takes nothing is told of as such; games are kept until it does."""

    @pytest.fixture
    def full(self, monkeypatch):
        """Fill the disk; what is returned makes room again."""
        monkeypatch.setattr("millmate.gui.shell.files.autosave._RETRY_MS", 50)
        monkeypatch.setattr("millmate.gui.shell.window.window_layout.may_leave", lambda *_: True)
        patch = pytest.MonkeyPatch()
        patch.setattr("millmate.records.archive.write_new", _refuse)
        yield patch.undo
        patch.undo()

    def test_a_finished_game_stays_finished_and_is_saved_when_there_is_room(self, full, duel):
        duel.press_play()
        duel.move("Qb5+")
        resign(duel)
        duel.wait(lambda: duel.message.startswith("The game could not be saved: "))
        assert "No space left on device; free some space" in duel.message
        assert "Trying again." in duel.message
        assert duel.game.outcome.result == "1-0"
        assert "White wins: resignation" in duel.window.moves.state.text()
        full()
        duel.wait(lambda: len(saved_games()) == 1)
        duel.wait(lambda: duel.message == "")
        assert saved_game().outcome.result == "1-0"

    @pytest.mark.thorough
    def test_no_game_is_forgotten_while_others_are_begun(self, qtbot, full):
        with visit(qtbot, black="human") as v:
            v.paste(GAME)
            v.wait(lambda: len(v.moves) == 7)
            v.paste("1. d4 d5 *")
            v.wait(lambda: len(v.moves) == 2)
            v.do("edit")
            full()
            v.wait(lambda: len(saved_games()) == 2)

    def test_closing_asks_before_a_game_is_lost(self, full, v, monkeypatch):
        asked = []
        v.paste(GAME)
        v.wait(lambda: v.message != "")
        with monkeypatch.context() as answer:
            answer.setattr(
                "millmate.gui.shell.window.window_layout.may_leave",
                lambda window, text, *buttons: asked.append(text),
            )
            v.window.close()
        assert v.window.isVisible()
        assert "A game could not be saved" in asked[0]
        full()
        v.wait(lambda: len(saved_games()) == 1)


class TestRecentGames:
    """The menu has the games that were used last."""

    def entries(self, v) -> list[QAction]:
        menu = v.window.findChild(QMenu, "recent_games")
        menu.aboutToShow.emit()
        return menu.actions()

    def test_there_is_none_at_first(self, v):
        (entry,) = self.entries(v)
        assert (entry.text(), entry.isEnabled()) == ("No game yet", False)

    @pytest.mark.thorough
    def test_a_game_of_a_collection_is_opened_again_at_its_place(self, qtbot, tmp_path):
        path = collection(tmp_path, "Anna", "Ben", "Clara")
        with visit(qtbot) as v:
            open_game(v, path, 1)
            v.wait(lambda: any("Ben" in entry.text() for entry in self.entries(v)))
        with visit(qtbot) as v:
            next(entry for entry in self.entries(v) if "Ben" in entry.text()).trigger()
            v.wait(lambda: v.game.started)
            assert v.game.names[True] == "Ben"
            comment(v, "found again")
            v.do("save")
            v.wait(lambda: commented(path) == ["", "found again", ""])

    @pytest.mark.thorough
    def test_a_game_whose_file_was_written_anew_is_looked_for_in_it(self, v, tmp_path):
        path = collection(tmp_path, "Anna")
        open_game(v, path)
        v.wait(lambda: "Anna" in self.entries(v)[0].text())
        path.write_text('[White "Dora"]\n\n1. d4 *\n')
        self.entries(v)[0].trigger()
        v.wait(lambda: v.game.names[True] == "Dora")

    @pytest.mark.thorough
    def test_a_finished_game_is_there(self, duel):
        play_a_game(duel)
        duel.wait(lambda: "Human – Human · 1-0" in self.entries(duel)[0].text())
