"""The best move of the position shown: the table's, else the analysis's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from millmate.language import tr

if TYPE_CHECKING:
    from millmate.gui.window.main_window import MainWindow


def play(window: MainWindow) -> None:
    """Play the best move that is known, or say why none is; during a drill give a hint."""
    if window.training.drilling.veiling:
        window.training.drilling.hint()
        return
    move = _of_table(window) or window.analysis.best
    answer = window.oracle.last
    if move:
        window.play_move(move)
    elif answer is not None and answer.fen == window.shown_fen and answer.over:
        window.status.say(answer.remark)
    else:
        window.status.say(
            tr("No best move is known here: build the table (Ctrl+B) or let an engine analyse (A).")
        )


def _of_table(window: MainWindow) -> str:
    answer = window.oracle.last
    if answer is None or answer.fen != window.shown_fen or not answer.covered:
        return ""
    return answer.moves[0].text if answer.moves else ""
