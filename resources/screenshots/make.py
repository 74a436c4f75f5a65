"""Make the pictures of the manual and the README from the program as it is.

Usage: python resources/screenshots/make.py [--language de] TABLES [PICTURE ...]

TABLES is a directory with the tables KBNvK, KPvK, KRPvKR and morris:3-3 and all that they need, and
with `BLOCKED` solved for both sides with one piece; it is only read. Pictures are named as in
`PICTURES`; without names, all are made. Those in another language than English are put into a
folder of its name, and without names only what its first steps show is made. The window is opened
without a display, with games, settings and tournaments of its own in a temporary directory.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
SIZE = 1280, 800
SCREEN = 1920, 1080  # Qt's own without a display is 800 by 800
PATIENCE = 120.0  # seconds for what threads bring

KNIGHT_AND_BISHOP = "8/8/8/8/3k4/8/8/KBN5 w - - 0 1"
ROOK_ENDING = "8/8/4k3/R7/4PK2/8/8/4r3 w - - 0 1"
BLOCKED = "8/2k5/p1p5/P1P5/1P6/8/1K6/8 w - - 0 1"
LASKER = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"
EXCHANGED = "8/2k5/p7/PpP5/8/8/1K6/8 w - - 0 2"
MORRIS = ".B.W..../W..B.W../.B...... w 0 0 0 1"
DRILL = "2R5/8/2P5/8/8/4rK2/3k4/8 w - - 0 1"
THROWN_AWAY = "f3g4"
GAME = """[White "Anna"]
[Black "Ben"]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "8/8/8/8/3k4/8/3P4/3K4 w - - 0 1"]

{King and pawn: who has the opposition? The square in front of the pawn decides.}
1. Kc2 $1 {towards the key squares [%csl Gd4,Ge3][%cal Gc2b3,Rd4e4]} Ke4 $6
(1... Kc4 $1 {holds the opposition} 2. d3+ Kd4 3. Kd2 Kd5 $10) (1... Kd5 2. Kd3)
2. Kc3 Kd5 3. Kd3 Ke5 4. Ke3 Kd5 5. d4 $4 Kd6 6. Ke4 Ke6 7. d5+ Kd6 8. Kd4 Kd7 9. Kc5 Kc7
10. d6+ Kd7 11. Kd5 Kd8 12. Ke6 Ke8 13. d7+ Kd8 14. Kd6 1/2-1/2
"""
TOURNAMENT = """
name = "Rook endings"
games = 2
seed = 7
[openings]
tables = ["KRPvKR"]
verdict = "draw"
[limits]
nodes = 2000
[[players]]
name = "Perfect"
player = "table"
[[players]]
name = "Strong"
player = "strong"
[[players]]
name = "Iterative"
player = "iterative"
[[players]]
name = "Alpha-beta"
player = "alphabeta"
[[players]]
name = "Random"
player = "random"
"""


class Scene:
    """A window, and how to wait for what it is to show."""

    def __init__(self, data: Path, language: str) -> None:
        from PySide6.QtGui import QCursor

        from millmate.gui.window.main_window import MainWindow
        from millmate.settings import Settings

        QCursor.setPos(*SCREEN)  # beside the window: nothing is pointed at
        self.data = data
        settings = Settings(animated=False, language=language, appearance="light")
        self.window = MainWindow(settings, pace=0.0)
        self.window.resize(*SIZE)
        self.window.show()
        self.window.activateWindow()

    def until(self, holds: Callable[[], object]) -> None:
        """Let the window live until `holds`, and half a second longer."""
        end = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > end:
                raise TimeoutError("the window does not show what it should")
            self.rest(0.02)
        self.rest(0.5)

    def rest(self, seconds: float) -> None:
        from PySide6.QtWidgets import QApplication

        end = time.monotonic() + seconds
        while time.monotonic() < end:
            QApplication.processEvents()
            time.sleep(0.005)

    def do(self, command: str) -> None:
        self.window.commands[command].trigger()

    def show(self, fen: str) -> None:
        """Set up a position and wait for its verdict."""
        self.window.workspace.set_up(fen)
        self.until(self._answered)

    def _answered(self) -> bool:
        last = self.window.probe.last
        return last is not None and last.fen == self.window.workspace.fen


def window(scene: Scene) -> None:
    scene.show(KNIGHT_AND_BISHOP)


def home(scene: Scene) -> None:
    scene.show(ROOK_ENDING)
    scene.do("show_home")
    homing = scene.window.homing
    scene.until(lambda: homing.made and all(card.board.landscape for card in homing.page.endings))


def training(scene: Scene) -> None:
    from millmate.games.catalogue import parse
    from millmate.play.trainer.drill import DrillSpec, Goal

    training, game = scene.window.training, scene.window.game
    scene.do("show_training")
    training._begin(DrillSpec("KRPvKR", Goal.WIN, 5, 40), parse(DRILL))
    scene.until(lambda: game.awaits_person)
    game.play(THROWN_AWAY)
    scene.until(lambda: training.panel.drill.next.isEnabled())
    scene.rest(2)  # for the graph


def game(scene: Scene) -> None:
    scene.window.files.open_text(GAME)
    scene.until(lambda: scene.window.game.line.plies)
    scene.window.game.go(1)
    scene.do("show_moves")
    scene.until(scene._answered)
    scene.rest(2)  # for the graph


def explorer(scene: Scene) -> None:
    scene.show(ROOK_ENDING)
    scene.do("explore")
    found = scene.window.exploring.explorer
    assert found is not None
    scene.until(found.positions.model.rowCount)


def analysis(scene: Scene) -> None:
    scene.show(ROOK_ENDING)
    scene.do("analyse")
    scene.rest(4)


def morris(scene: Scene) -> None:
    scene.show(MORRIS)


def tournament(scene: Scene) -> None:
    from millmate.play.tournament import plan_file
    from millmate.play.tournament.tournament import Tournament

    directory = scene.data / "tournaments" / "Rook endings"
    Tournament(plan_file.parse(TOURNAMENT), directory, workers=2).run()
    scene.do("show_tournaments")
    scene.window.tournaments.load(directory)
    scene.until(lambda: scene.window.tournaments.page.view.results)
    scene.rest(1)


def solved(scene: Scene) -> None:
    """Show a position that can come of one that was solved."""
    scene.show(EXCHANGED)
    scene.do("study")
    scene.until(lambda: scene.window.table.model.moves)


def solve(scene: Scene) -> None:
    """Show what solving a position takes, beside the board."""
    scene.show(LASKER)
    scene.do("solve")
    panel = scene.window.building.solver
    assert panel is not None
    scene.until(lambda: not panel.planning)


PICTURES = (window, home, training, game, explorer, analysis, morris, tournament, solve, solved)
FIRST_STEPS = ("home", "window", "training")


def _screen(folder: Path) -> str:
    """Return the value of QT_QPA_PLATFORM for a screen of `SCREEN`."""
    screen = {"name": "only", "x": 0, "y": 0, "width": SCREEN[0], "height": SCREEN[1]}
    screen |= {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
    described = folder / "screen.json"
    described.write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
    return f"offscreen:configfile={described}"


def reduce_colours(path: Path) -> None:
    """Leave 256 colours: a quarter of the bytes, and no eye sees it."""
    from PIL import Image  # which cairosvg brings

    with Image.open(path) as image:
        few = image.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


def main() -> int:
    known = {picture.__name__: picture for picture in PICTURES}
    parser = argparse.ArgumentParser()
    parser.add_argument("--language", default="en")
    parser.add_argument("tables")
    parser.add_argument("pictures", nargs="*", choices=[[], *known], metavar="PICTURE")
    chosen = parser.parse_args()
    abroad = chosen.language != "en"
    folder = HERE / chosen.language if abroad else HERE
    folder.mkdir(exist_ok=True)
    data = Path(tempfile.mkdtemp())
    os.environ |= {"QT_QPA_PLATFORM": _screen(data), "MILLMATE_TABLES": chosen.tables}
    os.environ |= {f"MILLMATE_{place}": str(data) for place in ("DATA", "CONFIG", "STATE")}

    from millmate.gui.app import make_application

    app = make_application()
    for name in chosen.pictures or (FIRST_STEPS if abroad else known):
        scene = Scene(data, chosen.language)
        known[name](scene)
        path = folder / f"{name}.png"
        scene.window.grab().save(str(path))
        reduce_colours(path)
        print(path, flush=True)
        scene.window.close()
        app.processEvents()
    os._exit(0)  # without waiting for threads of windows that are closed


if __name__ == "__main__":
    sys.exit(main())
