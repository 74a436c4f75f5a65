"""What one move costs: Python calls are counted, which no busy machine changes."""

import sys

import chess
from PySide6.QtCore import QCoreApplication, QDeadlineTimer, Qt
from PySide6.QtTest import QTest
from tests.gui.mouse import Mouse
from tests.gui.windows import Visitor, visit

ENDING = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
MOST = 2200  # about 1,830 are made, as many as 3,600 when one signal stood for every change


def calls_until_turn(v: Visitor, square: str) -> int:
    """Click on `square`; return how many calls are made until the next turn."""
    board, game, mover, target = v.board, v.game, v.game.turn, Mouse(v.board).point(square)
    events: list[str] = []
    sys.setprofile(lambda frame, event, _: events.append(event))
    try:
        QTest.mousePress(board, Qt.MouseButton.LeftButton, pos=target)
        QTest.mouseRelease(board, Qt.MouseButton.LeftButton, pos=target)
        deadline = QDeadlineTimer(10_000)
        while (game.turn is None or game.turn is mover) and not deadline.hasExpired():
            QCoreApplication.processEvents()
    finally:
        sys.setprofile(None)
    assert game.turn is not mover
    return events.count("call")


def test_a_move_on_the_board_costs_few_calls_until_the_other_side_is_to_move(qtbot) -> None:
    with visit(qtbot, start_fen=ENDING, black="human") as v:
        v.press_play()
        assert v.window.moves.isVisible()
        counts = []
        for san in ("e4", "Ke7", "e5", "Ke6"):
            v.wait(lambda: v.window.probe.last is not None)
            move = chess.Board(v.game.line.fen).parse_san(san).uci()
            v.wait(lambda: v.game.awaits_person)
            Mouse(v.board).click(move[:2])
            counts.append(calls_until_turn(v, move[2:4]))
        assert 0 < min(counts) < MOST  # some have to paint what was done before
