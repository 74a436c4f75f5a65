"""Late answers never win: what was asked for before something else was begun is dropped."""

import threading
from contextlib import contextmanager

import pytest
from tests.gui.sharing import visit
from tests.gui.windows import QUEEN_MATE
from tests.tiers import first

from millmate.gui.features.games import games_controller as database
from millmate.gui.shell.files import opening
from millmate.play.trainer.drill import DrillSpec

GAME = '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 2. Nf3 *'


@contextmanager
def held(monkeypatch, owner, name):
    """Let a function of threads wait until the block ends; gives a function that says it does."""
    work, begun, go = getattr(owner, name), threading.Event(), threading.Event()

    def slow(*args, **options):
        begun.set()
        assert go.wait(120)
        return work(*args, **options)

    with monkeypatch.context() as patch:
        patch.setattr(owner, name, slow)
        try:
            yield begun.is_set
        finally:
            go.set()


BEGUN = {
    "a game": lambda v: v.press_play(),
    "a game from here": lambda v: v.do("play_here"),
    "a move of the game": lambda v: v.move("Qb5+"),
    "a paste": lambda v: v.paste("8/8/8/8/3k4/8/8/KR6 w - - 0 1"),
    "a change of the position": lambda v: v.window.views.current.editor.model.arrange("flip"),
    "another game": lambda v: v.window.opening.show(opening.read("1. d4 *")[0].record),
}


@pytest.mark.parametrize("begun", first(1, BEGUN))
def test_a_slow_file_does_not_throw_away_what_was_begun_meanwhile(
    qtbot, tmp_path, monkeypatch, begun
):
    path = tmp_path / "slow.pgn"
    path.write_text(GAME)
    with visit(qtbot, start_fen=QUEEN_MATE, black="human") as v:
        if begun == "a move of the game":
            v.press_play()
        with held(monkeypatch, opening, "read_file") as reading:
            v.window.files.open(path)
            v.wait(reading)
            BEGUN[begun](v)
            v.wait(
                lambda: (
                    not v.window.files._reading.running
                    or v.game.started
                    or v.window.workspace.editing
                )
            )
        if begun != "a paste":
            v.wait(lambda: v.window.status.currentMessage().startswith("slow.pgn was not opened"))
        qtbot.wait(50)
        assert v.game.names[True] != "Anna"


def test_a_long_game_that_is_played_through_late_is_dropped(qtbot, monkeypatch):
    monkeypatch.setattr(opening, "_SHORT", 0)
    with visit(qtbot, start_fen=QUEEN_MATE, black="human") as v:
        with held(monkeypatch, opening.GameTree, "of") as playing:
            v.window.files.open_text(GAME)
            v.wait(playing)
            v.press_play()
        qtbot.wait(100)
        assert v.game.live
        assert v.game.names[True] != "Anna"


def test_a_game_of_a_list_that_comes_late_is_dropped(qtbot, tmp_path, monkeypatch):
    (tmp_path / "games.pgn").write_text(GAME)
    with visit(qtbot, games_folder=str(tmp_path), start_fen=QUEEN_MATE, black="human") as v:
        v.do("show_games")
        v.wait(lambda: v.window.games.page.model.rowCount() == 1)
        v.window.games.page.table.point_at(0)
        v.wait(lambda: v.window.games.page.preview.title.text() == "Anna – Ben")
        with held(monkeypatch, database, "_replayed") as reading:
            v.window.games.page.open.click()
            v.wait(reading)
            v.do("show_board")
            v.press_play()
        qtbot.wait(100)
        assert v.game.live
        assert v.game.names[True] != "Anna"


def test_a_drill_that_is_drawn_late_is_dropped(qtbot, tables, monkeypatch):
    spec = DrillSpec("KQvK")
    with visit(qtbot, tables, start_fen=QUEEN_MATE, black="human") as v:
        training = v.window.training
        monkeypatch.setattr(training.worker, "draw", lambda spec, near="": None)
        v.do("show_training")
        v.wait(lambda: training.panel.choose.topic is not None)
        training.start()
        v.press_play()
        training.worker.drawn.emit(spec, spec.position("8/8/8/3k4/8/8/8/KQ6 b - - 0 1"))
        assert v.game.live
        assert training.drilling.drill is None
