"""Questions about positions are answered by a thread; what was forgotten is not told any more."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from millmate.gui.verdicts.oracle import Oracle

FEN = "8/8/8/8/3k4/8/8/KBN5 w - - 0 1"


def test_an_answer_on_its_way_is_forgotten_with_those_before(qtbot: QtBot, tables: Path) -> None:
    oracle = Oracle(tables)
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
