"""Hints while playing: first the man, then the move; from a table, or else from a search."""

import pytest
from tests import tiers
from tests.gui.sharing import visit
from tests.gui.windows import QUEEN_MATE

from millmate.games.catalogue import Position
from millmate.games.morris.rules import MorrisRules
from millmate.games.morris.variants import SIX, THREE
from millmate.gui.features.train import hints
from millmate.gui.features.train.drill_page import which_man


@pytest.fixture
def queen(qtbot, tables):
    """A game of a person with a queen against the perfect player."""
    with visit(qtbot, tables, start_fen=QUEEN_MATE, verdicts_in_play=False) as v:
        v.press_play()
        v.wait(lambda: v.window.probe.last is not None and v.window.probe.last.covered)
        yield v


def _said(v):
    return v.window.status.currentMessage()


def test_the_first_hint_names_the_man_and_the_second_the_move(queen):
    heard = []
    queen.board.announced.connect(heard.append)
    best = queen.window.probe.last.moves[0]
    queen.do("hint")
    man = "queen" if best.notation.startswith("Q") else "king"
    queen.wait(lambda: _said(queen) == f"The {man} on {best.text[:2]} moves.")
    (ring,) = queen.board.state.arrows
    assert ring.origin is None
    queen.do("hint")
    assert _said(queen) == f"Best: {best.notation}."
    assert queen.board.state.arrows[0].origin is not None
    assert heard[-2:] == [f"The {man} on {best.text[:2]} moves.", f"Best: {best.notation}."]
    queen.play(best.text)
    queen.wait(lambda: not queen.board.state.arrows)
    queen.answer_comes()
    queen.do("hint")
    queen.wait(
        lambda: _said(queen).endswith(" moves.")
    )  # of the new position, from the first step on


def test_hints_leave_the_verdict_hidden(queen):
    verdict = queen.window.verdict
    queen.wait(lambda: verdict.headline.text() == "Hidden while you play")
    best = queen.window.probe.last.moves[0]
    queen.wait(verdict.hint.isEnabled)
    verdict.hint.click()
    assert verdict.headline.text() == _said(queen).strip()
    verdict.hint.click()
    assert verdict.headline.text() == f"Best: {best.notation}."
    assert verdict.reveal.isVisible()
    queen.play(best.text)
    queen.answer_comes()
    queen.wait(lambda: verdict.headline.text() == "Hidden while you play")
    verdict.reveal.click()
    queen.wait(verdict.hint.isHidden)


def test_there_is_no_hint_for_the_machine(queen):
    queen.resign()
    queen.wait(lambda: queen.game.outcome is not None)
    assert not queen.window.commands["hint"].isEnabled()


@pytest.mark.parametrize(
    ("game", "move", "first", "then"),
    tiers.first(
        1,
        [
            ("chess", "e2e4", "The pawn on e2 moves.", "Best: e4."),
            ("morris", "d6", "The stone belongs on the middle ring.", "Best: d6."),
        ],
    ),
)
def test_without_a_table_a_search_gives_the_hint(qtbot, monkeypatch, game, move, first, then):
    monkeypatch.setattr(hints, "_search", lambda *_: move)
    with visit(qtbot, game=game, start="initial", black="human") as v:
        v.press_play()
        v.do("hint")
        v.wait(lambda: _said(v) == first)
        v.do("hint")
        assert _said(v) == then


@pytest.mark.parametrize(
    ("variant", "move", "told"),
    [
        (SIX, "c5", "The stone belongs on the outer ring."),
        (SIX, "b4", "The stone belongs on the inner ring."),
        (THREE, "b2", "The stone belongs in the centre."),
        (THREE, "a1", "The stone belongs in a corner."),
        (THREE, "a2", "The stone belongs in the middle of a side."),
    ],
)
def test_where_a_stone_belongs_is_told_of_any_board(variant, move, told):
    rules = MorrisRules(variant)
    assert which_man(Position(rules, rules.start_fen), move) == told


def test_what_is_found_after_the_move_is_not_told(qtbot, monkeypatch):
    asked = []

    def search(game, board, tables, progress, stopped):
        asked.append(board.fen())
        while not stopped():
            pass
        return "e2e4"

    monkeypatch.setattr(hints, "_search", search)
    with visit(qtbot, game="chess", start="initial", black="human") as v:
        v.press_play()
        v.do("hint")
        v.wait(lambda: bool(asked))
        assert _said(v) == "Looking for a hint…"
        v.move("d4")
        v.wait(lambda: not v.window.hints._search.running)
        assert not v.board.state.arrows


def test_the_search_itself_finds_a_mate(tmp_path):
    from millmate.games.chess.rules import CHESS

    board = CHESS.board("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")
    assert hints._search("chess", board, tmp_path, lambda _: None, lambda: False) == "a1a8"


@pytest.mark.thorough
def test_the_search_gives_hints_in_variants(qtbot, monkeypatch):
    from millmate.games.catalogue import game

    monkeypatch.setattr(hints, "_search", lambda *_: "d6")

    rules = game("morris:twelve")
    with visit(qtbot) as v:
        specs = dict.fromkeys((True, False), v.window.setup.players[True].spec)
        v.window.starting.start(Position(rules, rules.start_fen), specs)
        v.wait(lambda: v.game.awaits_person)
        v.do("hint")
        v.wait(lambda: _said(v) == "The stone belongs on the middle ring.")
