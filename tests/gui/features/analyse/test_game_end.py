"""The end of a game against a table: how it went, and the three ways to continue."""

from tests.gui.sharing import visit

from millmate.gui.features.analyse.moves_panel import EndPanel
from millmate.gui.shell.frame.navigation import Page

MATE = "k7/8/1K6/8/8/8/8/7R w - - 0 1"
QUEEN = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"


def test_a_game_is_summed_up_once_it_is_over_and_played_again(qtbot, tables):
    with visit(qtbot, tables, start_fen=MATE) as v:
        panel = v.window.moves.findChild(EndPanel)
        v.press_play()
        assert not panel.isVisible()
        v.move("Rh8#")
        v.wait(panel.isVisible)
        assert panel.words.text() == "You won in 1 move, as fast as possible"
        assert not panel.slip.isEnabled()
        panel.again.click()
        v.wait(lambda: v.game.live)
        assert v.game.line.fen == MATE
        assert not panel.isVisible()
        v.resign()
        assert not panel.isVisible(), "no move was judged"


def test_a_game_continues_from_the_slip(qtbot, tables):
    with visit(qtbot, tables, start_fen=QUEEN) as v:
        panel = v.window.moves.findChild(EndPanel)
        v.press_play()
        v.best_move()
        v.answer_comes()
        v.wait(lambda: v.window.probe.last is not None)
        before, moves = v.game.line.fen, v.window.table.model.moves
        slow = next(each for each in reversed(moves) if each.wdl == 1)
        v.play(slow.text)
        v.answer_comes()
        v.resign()
        v.wait(panel.isVisible)
        assert panel.words.text() == "You lost a won position"
        panel.slip.click()
        v.wait(lambda: v.game.live)
        assert v.game.line.start_fen == before
        assert not panel.isVisible()


def test_the_next_ending_is_a_drill(qtbot, tables):
    with visit(qtbot, tables, start_fen=MATE) as v:
        panel, drilling = v.window.moves.findChild(EndPanel), v.window.training.drilling
        v.press_play()
        v.move("Rh8#")
        v.wait(panel.isVisible)
        panel.next.click()
        v.wait(lambda: drilling.drill is not None)
        assert v.window.navigation.page is Page.TRAIN
        assert drilling.drill.spec.table == "KRvK"
        assert v.game.line.fen != MATE


def test_two_people_and_opened_games_are_not_summed_up(qtbot, tables):
    with visit(qtbot, tables, start_fen=MATE, white="human", black="human") as v:
        panel = v.window.moves.findChild(EndPanel)
        v.press_play()
        v.move("Rh8#")
        v.wait(lambda: v.window.charting.graph.isVisible())
        assert not panel.isVisible()
        v.paste('[FEN "k7/8/1K6/8/8/8/8/7R w - - 0 1"]\n\n1. Rh7 Kb8 2. Rh8# 1-0')
        v.wait(lambda: len(v.window.charting.graph.points) == 4)
        assert not panel.isVisible()
