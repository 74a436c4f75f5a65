"""No window is ever larger than the screen: each is opened where there is little room.

Qt reads the screens once in a process: each size has a process of its own.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QTableView, QToolTip, QWidget
from tests.gui.displays import screen_of
from tests.gui.screens import SCREENS, Guide, furnish, windows

SIZES = [(1024, 700), (1280, 800)]  # in pixels
# Each size of letters, in per cent, and each language meet each size of the screen.
LOOKS = {1024: ((100, "en"), (150, "de")), 1280: ((150, "en"), (100, "de"))}


def main() -> None:
    """Print by screen, language and size of letters which windows are too large, or too full."""
    from millmate.gui.app import make_application

    make_application()
    report: dict[str, list[str]] = {}
    for letters, language in LOOKS[int(sys.argv[1])]:
        guide = Guide(language=language, appearance="light", text_size=letters)
        for screen in SCREENS:
            seen = guide.visit(screen)
            found = list(_too_large())
            found += [*_too_full(), *_wide_tips()] if letters == 100 else []
            report[f"{screen.name}, {language}, {letters} %"] = found
            guide.leave(seen)
        guide.window.close()
    sys.stdout.write(json.dumps(report))


def _too_large() -> Iterator[str]:
    for window in windows():
        frame, room = window.frameGeometry(), window.screen().availableGeometry()
        if not room.contains(frame):
            yield f"{_name(window)} covers {frame.getRect()} of {room.size().toTuple()}"


def _too_full() -> Iterator[str]:
    for window in windows():
        needed = window.layout().totalMinimumSize()
        if needed.expandedTo(window.size()) != window.size():
            yield f"{_name(window)} needs {needed.toTuple()} and has {window.size().toTuple()}"


def _wide_tips() -> Iterator[str]:
    """Yield the tool tips wider than half of the smallest screen that words alone make so wide."""
    letters = QFontMetrics(QToolTip.font())
    for widget in QApplication.allWidgets():
        tips = {widget.toolTip(), *_tips_of_heads(widget)}
        for line in chain.from_iterable(tip.split("\n") for tip in tips):
            if letters.horizontalAdvance(line) > SIZES[0][0] / 2 and len(line.split()) > 5:
                yield f"the tool tip {line!r}"


def _tips_of_heads(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, QTableView) and widget.model() is not None:
        for column in range(widget.model().columnCount()):
            tip = widget.model().headerData(
                column, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole
            )
            yield tip if isinstance(tip, str) else ""


def _name(window: QWidget) -> str:
    return f"{type(window).__name__} {window.windowTitle()!r}"


@pytest.mark.parametrize("size", SIZES)
def test_every_window_and_dialog_is_within_the_screen(
    size: tuple[int, int], tables: Path, tmp_path: Path
) -> None:
    furnish(tmp_path / "data")
    environment = {
        **os.environ, "QT_QPA_PLATFORM": screen_of(tmp_path, *size),
        "MILLMATE_TABLES": str(tables), "MILLMATE_DATA": str(tmp_path / "data"),
        "MILLMATE_CONFIG": str(tmp_path / "config"),
    }  # fmt: skip
    found = subprocess.run(
        [sys.executable, "-m", "tests.gui.test_small_screens", str(size[0])],
        cwd=Path(__file__).parents[2], env=environment, capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    assert {look: wrong for look, wrong in json.loads(found.stdout).items() if wrong} == {}


if __name__ == "__main__":
    main()
