"""Engines in the window: found or added, set, played against, removed; failing ones are told."""

import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QLineEdit, QPushButton, QSpinBox
from pytestqt.qtbot import QtBot
from tests.engine_files import nothing_left, program
from tests.gui.windows import QUEEN_MATE, Visitor, visit
from tests.tiers import first

from millmate import settings
from millmate.gui.shell.play.engines import EnginesDialog
from millmate.players import engine_finder
from millmate.players.uci import UciPlayer
from millmate.uci import client

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs begin with #! here")


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Be on a machine where no engine is found, and wait for none for long."""
    monkeypatch.setattr(engine_finder, "KNOWN", {})
    for name in ("OVERRUN_SECONDS", "QUIT_SECONDS"):
        monkeypatch.setattr(client, name, 0.3)
    with nothing_left():
        yield


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return a list whose last file is the one that a person chooses."""
    files: list[Path] = []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(files[-1]), ""))
    return files


def opened(visitor: Visitor) -> EnginesDialog:
    visitor.do("engines")
    dialog = visitor.window.engines.dialog
    assert dialog is not None
    return dialog


def added(visitor: Visitor, chosen: list[Path], file: Path) -> EnginesDialog:
    """Add an engine by its file and wait until its options are shown."""
    dialog = opened(visitor)
    chosen.append(file)
    dialog.add.click()
    visitor.wait(lambda: dialog.options is not None)
    return dialog


def test_an_engine_is_added_set_and_remembered(
    qtbot: QtBot, tmp_path: Path, chosen: list[Path]
) -> None:
    file = program("decent", tmp_path)
    with visit(qtbot, tmp_path) as visitor:
        dialog = added(visitor, chosen, file)
        assert [recipe.title for recipe in dialog.recipes] == ["Decent 1.0"]
        assert dialog.author.text() == "by The tests"
        assert dialog.options is not None
        spin, combo, check, text, button = (
            dialog.options[name] for name in ("Delay", "Style", "Own", "Book", "Forget")
        )
        assert isinstance(spin, QSpinBox)
        assert isinstance(combo, QComboBox)
        assert isinstance(check, QCheckBox)
        assert isinstance(text, QLineEdit)
        assert isinstance(button, QPushButton)
        assert (spin.minimum(), spin.maximum(), spin.value()) == (0, 10, 0)
        spin.setValue(3)
        combo.setCurrentText("Very Wild")
        check.setChecked(True)
        qtbot.keyClicks(text, "a,b")
        button.click()
        assert visitor.window.setup.players[True].kind.findText("Decent 1.0") >= 0
    spec = (
        f'uci:{file},name=Decent 1.0,option.Delay=3,option.Style=Very Wild,"option.Book=a,b",'
        "option.Own=true,option.Forget="
    )
    assert settings.load().engines == [spec]
    with visit(qtbot, tmp_path, engines=[spec]) as visitor:
        dialog = opened(visitor)
        visitor.wait(lambda: dialog.options is not None)
        assert dialog.options is not None
        assert str(dialog.recipes[0]) == spec.removeprefix("uci:")
        assert dialog.options.chosen == dialog.recipes[0].options


@pytest.mark.parametrize(
    ("name", "words"),
    first(1, [("no_engine", "ended by itself"), ("notes", "it is not a program")]),
)
def test_a_file_that_is_no_engine_is_not_added(
    qtbot: QtBot, tmp_path: Path, chosen: list[Path], name: str, words: str
) -> None:
    file = tmp_path / "notes"
    file.touch()
    if name != "notes":
        file = program(name, tmp_path)
    with visit(qtbot, tmp_path) as visitor:
        dialog = opened(visitor)
        chosen.append(file)
        dialog.add.click()
        visitor.wait(lambda: words in dialog.note.text())
        assert dialog.note.text().startswith(f"{file.name} was not added:")
        assert dialog.recipes == []
        assert dialog.add.isEnabled()


def test_one_that_hangs_stops_neither_the_window_nor_its_end(
    qtbot: QtBot, tmp_path: Path, chosen: list[Path]
) -> None:
    with visit(qtbot, tmp_path) as visitor:
        dialog = opened(visitor)
        chosen.append(program("hangs_at_start", tmp_path))
        dialog.add.click()
        assert "Asking hangs_at_start" in dialog.note.text()
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
        assert dialog.isHidden()
        assert dialog.add.isEnabled()
        visitor.do("engines")
        assert "There is no engine in the list yet" in dialog.note.text()


@pytest.mark.thorough
def test_it_is_removed_and_the_choice_falls_back(
    qtbot: QtBot, tmp_path: Path, chosen: list[Path]
) -> None:
    with visit(qtbot, tmp_path) as visitor:
        dialog = added(visitor, chosen, program("decent", tmp_path))
        player = visitor.window.setup.players[False]
        player.choose(f"uci:{dialog.recipes[0]},seconds=0.2")
        assert player.spec.engine is not None
        assert player.spec.engine.seconds == 0.2
        assert player.seconds.isVisibleTo(player)
        dialog.remove.click()
        assert player.spec.kind == "human"
        assert "There is no engine in the list yet" in dialog.note.text()
        assert not dialog.remove.isEnabled()


class TestTakingBack:
    @staticmethod
    def noting(folder: Path) -> dict[str, object]:
        """Return the settings of a game against an engine that counts its starts."""
        engine = f"uci:{program('notes_orders', folder)},arguments={folder / 'orders'},seconds=0.1"
        return {"start_fen": QUEEN_MATE, "white": "human", "black": engine, "start": "board"}

    def test_moves_are_taken_back_and_played_again_without_a_start_until_the_next_game(
        self, qtbot: QtBot, tmp_path: Path
    ) -> None:
        starts = tmp_path / "orders.starts"
        with visit(qtbot, tmp_path, **self.noting(tmp_path)) as visitor:
            visitor.do("show_setup")  # an engine is asked for its levels when these are shown
            visitor.wait(lambda: "weaker" in visitor.window.setup.players[False].level.note.text())
            starts.unlink()  # when it was asked for its levels
            visitor.press_play()
            for move in ("Qb7+", "Qb5+", "Qh1+"):
                visitor.move(move)
                visitor.wait(lambda: len(visitor.moves) == 2 and visitor.game.awaits_person)
                visitor.game.take_back()
                visitor.wait(lambda: visitor.moves == [] and visitor.game.awaits_person)
            visitor.game.redo()
            visitor.wait(lambda: len(visitor.moves) == 2 and visitor.game.awaits_person)
            assert starts.read_text().splitlines() == ["uci"]
            assert len((tmp_path / "orders").read_text().splitlines()) == 3
            visitor.game.take_back()
            visitor.press_play()  # with engines of its own; the last leaves none
            visitor.wait(lambda: visitor.moves == [] and visitor.game.awaits_person)
            visitor.move("Qb5+")
            visitor.wait(lambda: len(visitor.moves) == 2 and visitor.game.awaits_person)
        assert starts.read_text().splitlines() == ["uci", "uci"]

    @pytest.mark.thorough
    def test_an_engine_that_is_still_getting_ready_is_waited_for_and_not_restarted(
        self, qtbot: QtBot, tmp_path: Path
    ) -> None:
        ready = tmp_path / "ready"
        engine = f"uci:{program('compiles', tmp_path)},arguments={ready},seconds=0.1"
        fen = "8/8/8/3k4/8/8/4P3/K7 b - - 0 1"
        with visit(
            qtbot, tmp_path, start_fen=fen, white=engine, black="human", start="board"
        ) as visitor:
            visitor.press_play()
            visitor.move("Kc5")
            visitor.wait(lambda: "compiling" in visitor.game.remark)
            before = {child.pid for child in psutil.Process().children()}
            visitor.game.take_back()
            visitor.move("Kc4")
            visitor.wait(lambda: visitor.game.turn is True)
            ready.touch()
            visitor.wait(lambda: visitor.moves == ["Kc4", "e4"])
            assert before >= {child.pid for child in psutil.Process().children()}


@pytest.mark.parametrize(
    ("name", "words", "winner"),
    first(
        1,
        [
            ("crashes_at_go", "thinking is hard", False),
            ("no_engine", "cannot be used: it ended by itself", None),
            ("hangs_at_start", "is it a UCI engine?", None),
            ("never_ready", "did not answer 'isready'", None),
        ],
    ),
)
def test_an_engine_that_fails_is_told_and_the_window_goes_on(
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    words: str,
    winner: bool | None,
) -> None:
    if winner is None:  # they are waited for at their start
        patience = 0.2 if name == "hangs_at_start" else 2.0
        monkeypatch.setattr(UciPlayer.__init__, "__defaults__", (None, patience))
    engine = f"uci:{program(name, tmp_path)},seconds=0.1"
    with visit(qtbot, tmp_path, start_fen=QUEEN_MATE, white=engine, black="human") as visitor:
        visitor.press_play()
        visitor.wait(lambda: visitor.message != "")
        assert words in visitor.message
        assert visitor.game.outcome is not None
        assert visitor.game.outcome.winner is winner
        assert not visitor.game.live
        visitor.window.setup.players[True].choose("random")
        visitor.press_play()  # the next game
        visitor.wait(lambda: visitor.game.awaits_person)


@pytest.mark.parametrize(
    "name", first(1, ["hangs_at_start", "deaf_to_stop", "floods", "floods_at_start"])
)
def test_the_window_is_closed_in_the_middle_of_a_failure(
    qtbot: QtBot, tmp_path: Path, name: str
) -> None:
    engine = f"uci:{program(name, tmp_path)},seconds=60"
    with visit(qtbot, tmp_path, start_fen=QUEEN_MATE, white=engine, black="human") as visitor:
        visitor.press_play()
        qtbot.wait(300)  # it starts, or thinks, or floods; `nothing_left` sees its end


@pytest.mark.thorough
def test_a_game_with_a_level_says_who_plays(qtbot: QtBot, tmp_path: Path) -> None:
    with visit(qtbot, tmp_path, start_fen=QUEEN_MATE, white="strong:elo=600", black="human") as v:
        v.press_play()
        assert v.game.names[True] == "Strong search, Beginner"
        v.wait(lambda: v.game.awaits_person)
        assert len(v.moves) == 1
