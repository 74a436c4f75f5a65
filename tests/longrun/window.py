"""A long time at the window: python tests/longrun/window.py ROUNDS TABLES

In each round a game is played, taken back and put again, positions and games are pasted, pages are
visited, dialogs and tables opened and closed; in some the position is analysed. Prints what the
process holds, ten times, and last of all that as JSON.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.longrun.measures import HEAD, Held, own_home

ROWS = 10
ENDINGS = ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "8/8/8/3k4/8/8/8/KR6 w - - 0 1")
MORRIS = "......../......../........ w 9 9 0 1"
GAME = "1. e4 {a comment} e5 (1... c5 2. Nf3 d6 (2... Nc6 3. d4)) 2. Nf3 Nc6 3. Bb5 a6 *"
DIALOGS = ("settings", "engines", "others", "shortcuts", "about", "log")
_ANALYSED = 5  # in one round of so many


class Stay:
    """A user who works in the window for a long time."""

    def __init__(self, tables: Path) -> None:
        from millmate.gui.app import make_application

        self.app = make_application()
        from tests.gui.windows import session_of

        from millmate.gui.window.main_window import MainWindow
        from millmate.settings import Settings

        chosen = Settings(
            tables=str(tables), white="table", black="random", animated=False,
            language="en",
        )  # fmt: skip
        self.window = MainWindow(chosen, pace=0.0)
        self.keeping = session_of(self.window)
        self.keeping.start()
        self.window.show()

    def wait(self, milliseconds: int) -> None:
        """Process events for a while."""
        from PySide6.QtCore import QEventLoop, QTimer

        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()

    def until(self, condition: Callable[[], object], seconds: float = 60.0) -> None:
        """Process events until `condition` is true."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, "it takes too long"
            self.wait(5)

    def paste(self, text: str) -> None:
        """Paste `text`."""
        self.app.clipboard().setText(text)
        self.do("paste")
        self.wait(20)

    def do(self, name: str) -> None:
        """Choose a command of the menus."""
        self.window.commands[name].trigger()

    def round(self, number: int) -> None:
        """Do everything once."""
        self.play(ENDINGS[number % 2])
        self.look_around()
        self.open_and_close()
        self.paste(ENDINGS[number % 2])
        self.paste(MORRIS)
        self.paste(GAME)
        if number % _ANALYSED == 0:
            self.analyse()

    def play(self, fen: str) -> None:
        """Play a game to mate, take moves back and put them again."""
        window, game = self.window, self.window.game
        window.workspace.set_up(fen)
        window.setup.players[True].choose("table")
        window.setup.players[False].choose("random")
        window.new_game.play()
        self.until(lambda: game.outcome is not None)
        for name in ("first", "next", "last", "previous", "show_moves"):
            self.do(name)
        window.new_game.play_on()
        self.until(lambda: game.outcome is not None)
        self.do("take_back")
        self.do("redo")

    def look_around(self) -> None:
        """Visit pages and panels, in two languages and two palettes."""
        pages = (
            "show_tournaments", "show_games", "show_board", "show_training", "show_table",
            "explore", "build", "rush",
        )  # fmt: skip
        for name in (*pages, "speak_de", "speak_en", "dark", "light", "flip", "show_setup"):
            self.do(name)
            self.wait(10)

    def open_and_close(self) -> None:
        """Open every dialog and close it."""
        for name in DIALOGS:
            self.do(name)
            self.until(self.opened)
            for dialog in self.dialogs():
                dialog.close()
            self.wait(5)

    def opened(self) -> bool:
        """Return whether a dialog is open and whole: some are made in steps."""
        from millmate.gui.kit.tasks import IdleTask

        made = not any(task.busy for task in self.window.findChildren(IdleTask))
        return made and bool(self.dialogs())

    def dialogs(self) -> list[QWidget]:
        """Return what is open beside the window."""
        shown = [each for each in self.app.topLevelWidgets() if each.isVisible()]
        return [each for each in shown if each is not self.window]

    def analyse(self) -> None:
        """Have a position searched for a moment."""
        self.do("analyse")
        self.until(lambda: self.window.analysis.analyst.running)
        self.wait(300)
        self.do("analyse")

    def widgets(self) -> dict[str, int]:
        """Count what Qt holds, and who follows the language."""
        import shiboken6
        from PySide6.QtCore import QObject
        from PySide6.QtWidgets import QApplication

        from millmate.gui.kit.translator import translator

        translator._bound.prune()
        translator.changed.prune()
        return {
            "widgets": len(QApplication.allWidgets()),
            "below": len(self.window.findChildren(QObject)),
            "wrapped": len(shiboken6.getAllValidWrappers()),
            "bindings": len(translator._bound),
        }

    def close(self) -> None:
        """Close the window."""
        self.keeping.end()
        self.window.close()


def main(rounds: int, tables: Path) -> None:
    """Stay for so many rounds."""
    stay, rows = Stay(tables), []
    names = ("widgets", "below", "wrapped", "bindings")
    print(f"{'rounds':>7}{HEAD}{''.join(f'{name:>10}' for name in names)}")
    for number in range(1, rounds + 1):
        stay.round(number)
        if number % max(1, rounds // ROWS) == 0:
            stay.wait(500)  # what ends by itself has ended
            held = Held.now()
            row = {**asdict(held), **stay.widgets()}
            rows.append(row)
            told = "".join(f"{row[name]:10,}" for name in names)
            print(f"{number:7,}{held.as_row()}{told}", flush=True)
    stay.close()
    print(json.dumps({"rounds": rounds, "held": rows}))


if __name__ == "__main__":
    with own_home():
        main(int(sys.argv[1]), Path(sys.argv[2]))
