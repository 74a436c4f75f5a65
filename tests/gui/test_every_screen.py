"""Every page and dialog: at each scale, light and dark, in three languages, by the keyboard.

Nothing is cut off or overlaps, clicks reach every control, text has contrast, the Tab key reaches
everything, everything has a name, no text is taken for HTML, texts are in the chosen language,
Escape closes dialogs, and no window is larger than the screen; no module of the window is imported
in a thread. Qt reads screen and scale once in a process: each pair has a process of its own.
"""

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from importlib.abc import MetaPathFinder
from itertools import chain
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QTableView, QToolTip, QWidget
from shiboken6 import isValid
from tests import languages
from tests.gui import faults
from tests.gui.displays import screen_of
from tests.gui.guide import Guide, Screen, furnish, rest, windows
from tests.gui.screens import SCREENS, commands_missed
from tests.gui.texts import texts
from tests.tiers import only

from millmate.gui.app import LATER, Preloader
from millmate.gui.window.main_window import MainWindow

ROOM = (1024, 700)  # the smallest window that has to do, and the smallest screen
# Scales, and screens in pixels at a scale of 1. Where there is little room, sizes alone count, with
# large letters, too: 300 % adds only what is rounded.
LOOKS = [
    *((1, (1280, 800)), (2, (1280, 800)), (1, ROOM)),
    pytest.param(3, (1280, 800), marks=pytest.mark.slow),
]
# Sizes depend on the language, contrast on the palette, the Tab key and markup on neither.
EVERY = {1: [("en", "light")], 2: [("de", "light"), ("fr", "dark")]}
_PATIENCE = 300  # milliseconds
LARGE_LETTERS = 150  # per cent
# Where large letters still cut something off in so small a window.
TOO_MUCH = ("explorer", "a new tournament", "analysis", "a position of morris")
_DATA = re.compile("PlayersModel [01]")  # names of players, which are written into records


def faults_of(seen: QWidget, guide: Guide, language: str) -> Iterator[str]:
    """Yield what is wrong with a screen.

    The Tab key is pressed at 100 %, contrast measured at 200 %: these cost most. Where a letter's
    strokes are two pixels wide, one of them has the letter's own colour.
    """
    yield from faults.cut_off(seen)
    yield from faults.overlapping(seen)
    yield from faults.covered(seen)
    yield from faults.unnamed(seen)
    yield from faults.unheard(seen)
    yield from _of_another_language(seen, language)
    if seen is guide.window:
        yield from faults.small_board(guide.window)
    if seen.devicePixelRatioF() >= 2:
        yield from faults.faint(seen)
    else:
        yield from faults.unreachable(seen)
        yield from faults.guessing(seen)


def _of_another_language(seen: QWidget, language: str) -> Iterator[str]:
    """Yield the words that are not of `language`: what stays when another one is chosen."""
    others = _words_of_others(language)
    for where, said in texts(lambda widget: widget.isVisible() and seen.isAncestorOf(widget)):
        if _bare(said) in others and not _DATA.search(where):
            yield f"{where} says {said!r}"


@cache
def _words_of_others(language: str) -> set[str]:
    known = languages.entries("de" if language == "en" else language)
    english = {_bare(text) for e in known for text in (e.msgid, e.msgid_plural or e.msgid)}
    other = {_bare(text) for e in known for text in languages.forms_of(e)}
    return other - english if language == "en" else english - other


def _bare(text: str) -> str:
    return text.replace("&", "").rstrip("…")


def _escaped(seen: QWidget, guide: Guide) -> bool:
    """Press Escape where the keyboard is, and tell whether what lay over the window has gone."""
    QTest.keyClick(QApplication.focusWidget() or seen, Qt.Key.Key_Escape)
    QApplication.processEvents()
    if not isValid(seen) or not seen.isWindow():
        return guide.window.helping.tour is None
    return not seen.isVisible()


def look_at(screen: Screen, guide: Guide, language: str) -> list[str]:
    """Open a screen, leave it again, and return what was wrong with it."""
    seen = guide.visit(screen)
    found = at_last(partial(faults_of, seen, guide, language))
    if seen is not guide.window and not _escaped(seen, guide):
        found.append("Escape does not close it")
    guide.leave(seen)
    return [f"{screen.name}: {fault}" for fault in found]


class ImportWatch(MetaPathFinder):
    """Keeps the names of the window's modules that are imported in threads."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def find_spec(self, name: str, path: object, target: object = None) -> None:
        main = threading.current_thread() is threading.main_thread()
        if name.startswith(("millmate.gui.", "PySide6.")) and not main:
            self.names.append(name)


def look_at_all(report: dict[str, list[str]], scale: int) -> Guide:
    """Look at every screen in the languages and palettes of a scale; return the guide."""
    known = set(sys.modules)
    guide = Guide(language="en", appearance="light")
    report["loaded before the window is shown"] = sorted({*LATER} & sys.modules.keys() - known)
    if scale > 1:  # else each module is imported when its screen opens
        preloader = Preloader()
        preloader.start()
        guide.until(lambda: all(name in sys.modules for name in LATER))
    guide.window.resize(*ROOM)
    for language, look in EVERY[scale]:
        guide.do(f"speak_{language}")
        guide.do(look)
        found = [look_at(screen, guide, language) for screen in SCREENS]
        report[f"{language}, {look}"] = list(chain.from_iterable(found))
    report["never opened"] = sorted(commands_missed(guide.used) | _dialogs() - guide.seen)
    return guide


def look_at_large_letters(report: dict[str, list[str]]) -> Guide:
    """Look at the window with large letters, whatever else is enlarged.

    Not at dialogs: at 300 % they do not fit the screen that there is without a display.
    """
    guide = Guide(language="de", appearance="dark", text_size=LARGE_LETTERS)
    guide.window.resize(*ROOM)
    for screen in SCREENS:
        seen = guide.visit(screen)
        if seen is guide.window and screen.name not in TOO_MUCH:
            report[screen.name] = at_last(partial(_faults_of_sizes, guide.window))
        guide.leave(seen)
    return guide


def _faults_of_sizes(window: MainWindow) -> Iterator[str]:
    yield from faults.cut_off(window)
    yield from faults.overlapping(window)
    yield from faults.small_board(window)


def at_last(look: Callable[[], Iterable[str]]) -> list[str]:
    """Return what is wrong, even once what has just been made has come to its place."""
    found = list(look())
    if found:
        rest(_PATIENCE)
        found = list(look())
    return found


def look_at_sizes(report: dict[str, list[str]]) -> None:
    """Find windows that are larger than the screen, and those that hold too much."""
    for letters, language in ((100, "en"), (LARGE_LETTERS, "de")):
        guide = Guide(language=language, appearance="light", text_size=letters)
        report[f"as it opens, {language}, {letters} %"] = at_last(_too_large)
        if letters > 100:
            guide.window.resize(*ROOM)
        for screen in SCREENS:
            seen = guide.visit(screen)
            kinds = [_too_large, _too_full, _wide_tips] if letters == 100 else [_too_large]
            if letters > 100 and seen is guide.window and screen.name not in TOO_MUCH:
                kinds.append(partial(_faults_of_sizes, guide.window))
            found = at_last(lambda kinds=kinds: chain.from_iterable(kind() for kind in kinds))
            report[f"{screen.name}, {language}, {letters} %"] = found
            guide.leave(seen)
        guide.window.close()


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
            if letters.horizontalAdvance(line) > ROOM[0] / 2 and len(line.split()) > 5:
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


def main() -> None:
    """Print what is wrong with the screens, by what is chosen to be seen."""
    from millmate.gui.app import make_application

    make_application()
    report: dict[str, list[str]] = {}
    watch = ImportWatch()
    sys.meta_path.insert(0, watch)
    scale = int(os.environ["QT_SCALE_FACTOR"])
    if sys.argv[1:] == ["small"]:
        look_at_sizes(report)
    else:
        guide = look_at_all(report, scale) if scale in EVERY else look_at_large_letters(report)
        size = guide.window.size().toTuple()
        report["size"] = [] if size == ROOM else [f"the window is {size}"]
        guide.window.close()
    report["imported in threads"] = watch.names
    sys.stdout.write(json.dumps(report))


def _dialogs() -> set[str]:
    """Return the names of the classes of the package's dialogs, but for those of their parts."""
    import importlib
    import pkgutil

    import millmate.gui

    for module in pkgutil.walk_packages(millmate.gui.__path__, "millmate.gui."):
        importlib.import_module(module.name)
    left, found = [QDialog], set()
    while left:
        kinds = left.pop().__subclasses__()
        left += kinds
        shown = (k for k in kinds if not k.__subclasses__())
        found |= {k.__name__ for k in shown if k.__module__.startswith("millmate.")}
    return found


@pytest.mark.parametrize(("scale", "room"), only(LOOKS, LOOKS[0]))
def test_every_screen_can_be_read_and_used(
    scale: int, room: tuple[int, int], tables: Path, tmp_path: Path
) -> None:
    furnish(tmp_path / "data")
    environment = {
        **os.environ, "QT_SCALE_FACTOR": str(scale),
        "QT_QPA_PLATFORM": screen_of(tmp_path, room[0] * scale, room[1] * scale),
        "MILLMATE_TABLES": str(tables), "MILLMATE_DATA": str(tmp_path / "data"),
        "MILLMATE_CONFIG": str(tmp_path / "config"),
    }  # fmt: skip
    found = subprocess.run(
        [sys.executable, "-m", "tests.gui.test_every_screen", *["small"] * (room == ROOM)],
        cwd=Path(__file__).parents[2], env=environment, capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    assert {look: wrong for look, wrong in json.loads(found.stdout).items() if wrong} == {}


if __name__ == "__main__":
    main()
