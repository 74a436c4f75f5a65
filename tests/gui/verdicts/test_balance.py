"""More men than tables cover: the card tells how many there are and who has more, briefly."""

import chess
import pytest
from tests.gui.windows import visit

from millmate.games.chess.material import Material
from millmate.gui.verdicts.answers import balance_words


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        ("4k3/ppp5/8/8/8/8/PPP5/4K3 w - - 0 1", "8 men, material is even"),
        ("rbn1k2p/8/8/8/8/8/8/4KQ1P w - - 0 1", "8 men, Black is 2 points ahead"),
        ("r3k1pp/8/8/8/8/8/PPP5/4KR2 b - - 0 1", "9 men, White is 1 point ahead"),
    ],
)
def test_the_balance_is_told_in_points(fen: str, words: str) -> None:
    assert balance_words(Material.of(chess.Board(fen))) == words


@pytest.mark.parametrize(
    ("fen", "headline"),
    [
        (chess.STARTING_FEN, "32 men, material is even"),
        ("4k3/ppppppp1/8/8/8/8/PPPPPPPP/R3K3 w - - 0 1", "18 men, White is 6 points ahead"),
        ("4k3/ppppppp1/8/8/8/8/PPPPPPPP/R3K3 b - - 0 1", "18 men, White is 6 points ahead"),
    ],
)
def test_a_middlegame_has_no_table_s_name_on_it(qtbot, tables, fen, headline) -> None:
    with visit(qtbot, tables) as v:
        v.window.workspace.set_up(fen)
        v.wait(lambda: v.window.probe.last is not None and v.window.probe.last.fen == fen)
        assert v.window.verdict.headline.text() == headline
        assert v.window.verdict.remark.text() == "Tables go up to 6 men."
        assert v.window.views.current.editor.material.text() == headline.partition(",")[0]
        v.window.setup.players[False].choose("table")
        need = v.window.setup.need
        assert need.text() == "Perfect play needs a table. Tables go up to 6 men."
        assert need.sizeHint().width() <= v.window.setup.width()


def test_a_name_that_has_room_stays(qtbot, tables) -> None:
    with visit(qtbot, tables) as v:
        v.window.workspace.set_up("4k3/ppp5/8/8/8/8/PPP5/4K3 w - - 0 1")
        assert v.window.views.current.editor.material.text() == "KPPPvKPPP"
