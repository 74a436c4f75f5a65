"""Questions about positions are answered by a thread; what was forgotten is not told any more."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from millmate.gui.verdicts.probe_service import ProbeService

FEN = "8/8/8/8/3k4/8/8/KBN5 w - - 0 1"


def test_an_answer_on_its_way_is_forgotten_with_those_before(qtbot: QtBot, tables: Path) -> None:
    oracle = ProbeService(tables)
    told = []
    oracle.answered.connect(told.append)
    try:
        oracle.ask(FEN)
        oracle.forget()  # nothing is told before the event loop runs
        oracle.ask(FEN)
        qtbot.waitUntil(lambda: oracle.last is not None)
        qtbot.wait(200)
    finally:
        oracle.close()
        qtbot.waitUntil(lambda: oracle._task.isFinished())
    assert [answer.fen for answer in told] == [FEN]


def test_no_mate_is_told_that_the_fifty_move_rule_forbids(qtbot: QtBot, rook_tables: Path) -> None:
    oracle = ProbeService(rook_tables)
    told = []
    oracle.answered.connect(told.append)
    try:
        # Mate in 9 without a clock: the pawn has to move on the way.
        oracle.ask("5R2/k7/8/8/5K2/4P3/8/8 w - - 90 100")
        qtbot.waitUntil(lambda: bool(told) and not told[-1].unsettled, timeout=60_000)
        assert {answer.headline for answer in told} == {"White mates in 10 moves (19 plies)"}
        assert [move.text for move in told[-1].moves if "mate in" in move.words] == ["e3e4"]
        told.clear()
        oracle.ask("8/3k4/4p3/8/1K3R2/8/8/8 b - - 90 100")
        qtbot.waitUntil(lambda: bool(told) and not told[-1].unsettled, timeout=60_000)
        assert told[0].headline == "White wins, or the fifty-move rule draws"
        assert told[-1].headline == "Draw by the fifty-move rule"
        assert [move.text for move in told[-1].moves if move.wdl == 0] == ["d7d6"]
    finally:
        oracle.close()
        qtbot.waitUntil(lambda: oracle._task.isFinished())
