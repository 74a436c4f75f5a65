"""From 100 % to 300 % nothing is cut off and the board is the largest thing, in both languages.

Qt reads its scale once in a process: each scale has a process of its own.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QWidget,
)

ROOM = (1024, 700)  # the smallest window that has to do


def cut_off(window: QWidget) -> list[str]:
    """Return what a person can press in `window` that has less room than it needs."""
    kinds = (QAbstractButton, QComboBox, QLineEdit)
    found = (w for kind in kinds for w in window.findChildren(kind) if w.isVisible())
    pressed = [w for w in found if not isinstance(w.parent(), QAbstractSpinBox)]
    return [
        f"{type(w).__name__} {w.accessibleName() or getattr(w, 'text', str)()}"
        for w in pressed
        if not w.visibleRegion().isEmpty()
        and (w.width() < w.minimumSizeHint().width() or w.height() < w.minimumSizeHint().height())
    ]


def look_at(game: str, appearance: str, language: str) -> list[str]:
    """Open the window of a small screen and return what is wrong with it."""
    from millmate.gui.main_window import MainWindow
    from millmate.settings import Settings

    window = MainWindow(Settings(game=game, appearance=appearance, language=language), pace=0.0)
    window.resize(*ROOM)
    window.show()
    QApplication.processEvents()
    faults = cut_off(window)
    if (window.width(), window.height()) != ROOM:
        faults.append(f"the window is {window.width()} x {window.height()}")
    board = window.board.frame
    if board.height() < 0.6 * window.height():
        faults.append(f"the board is only {board.height():.0f} high")
    if board.width() < window.splitter.widget(1).width():
        faults.append("the panels are wider than the board")
    if not QRect(0, 0, *ROOM).contains(
        QRect(window.board.mapTo(window, board.toRect().topLeft()), board.toRect().size())
    ):
        faults.append("the board is not all in the window")
    before = window.board.frame
    window.analysis.bar.show()
    QApplication.processEvents()
    if window.board.frame.size() != before.size():
        faults.append("the board changes its size when the evaluation bar comes")
    window.preferences.open()
    window.preferences.dialog.complete()
    QApplication.processEvents()
    faults += cut_off(window.preferences.dialog)
    window.preferences.dialog.close()
    window.close()
    return [f"{game}, {appearance}: {fault}" for fault in faults]


def main() -> None:
    from millmate.gui.app import make_application

    make_application()
    faults = [*look_at("ending", "light", "en"), *look_at("morris", "dark", "de")]
    print(*faults, sep="\n")  # noqa: T201
    sys.exit(bool(faults))


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_nothing_is_cut_off(scale: int) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": str(scale)}
    found = subprocess.run(
        [sys.executable, "-c", "from tests.gui.test_every_scale import main; main()"],
        cwd=Path(__file__).parents[2], env=environment, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert found.returncode == 0, found.stdout + found.stderr
