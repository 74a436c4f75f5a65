"""What Orca speaks in a game: its opening, a hint, three moves of each side, mate.

Orca runs beside the program on a desktop of its own, without a voice: it logs what it would speak.
The text is kept in `spoken_game.txt`; to write it anew, delete it and run the test. Install Orca
with `apt-get install --no-install-recommends orca`; versions differ in words, this is 43.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.gui.assistive import desktop

if desktop.lack("orca"):
    pytest.skip(desktop.lack("orca"), allow_module_level=True)

from tests.gui.assistive.assistant import Assistant

pytestmark = pytest.mark.slow

KEPT = Path(__file__).with_name("spoken_game.txt")
START = "5k2/8/2R1K3/8/8/8/8/8 w - - 0 1"  # the defence has no choice
# Orca loads this file of the user's: here it logs each text as soon as it is spoken.
_LOGS = """
import logging, os
speech = logging.getLogger("speech")
speech.setLevel(logging.INFO)
speech.addHandler(logging.FileHandler(os.environ["SPOKEN"]))
"""
_SPOKEN = re.compile(r"^SPEECH OUTPUT: '(.*?) *'(?: voice=\w+| \{.*)?$", re.MULTILINE)


class Listener:
    """Somebody with a keyboard, who hears what Orca speaks."""

    def __init__(self, assistant: Assistant, log: Path) -> None:
        self.assistant, self._log = assistant, log
        self.window = assistant.window("Mill & Mate")

    @property
    def spoken(self) -> list[str]:
        return _SPOKEN.findall(self._log.read_text()) if self._log.exists() else []

    def hears(self, words: str) -> None:
        """Wait until `words` are spoken, and nothing more after them."""
        self.assistant.until(lambda: words in " ".join(self.spoken), lambda: self.spoken)
        before: list[str] = []
        while before != self.spoken:
            before = self.spoken
            self.assistant.listen(_QUIET)

    def types(self, move: str, hears: str) -> None:
        """Type a move, letter by letter, and hear what comes of it."""
        for letter in move:
            self.presses(letter, hears="")
        self.presses("Return", hears=hears)

    def presses(self, *keys: str, hears: str) -> None:
        self.assistant.key(*keys)
        self.hears(hears)


_QUIET = 1.5  # seconds without a word


@pytest.fixture
def listener(tables: Path, tmp_path: Path) -> Iterator[Listener]:
    log, position = tmp_path / "spoken", tmp_path / "position.fen"
    position.write_text(START)
    own = tmp_path / "data" / "orca" / "orca-customizations.py"
    own.parent.mkdir(parents=True)
    own.write_text(_LOGS)
    with (
        desktop.desktop(tmp_path) as env,
        Assistant(env["DBUS_SESSION_BUS_ADDRESS"]) as assistant,
        desktop.running(
            ["orca", "--disable", "braille"],
            env | {"SPOKEN": str(log), "GSETTINGS_BACKEND": "memory"},
        ),
    ):
        assistant.until(lambda: "Screen reader on." in (log.read_text() if log.exists() else ""))
        with desktop.program(env, tmp_path, str(position), tables=tables):
            yield Listener(assistant, log)


def test_orca_speaks_a_game(listener: Listener) -> None:
    listener.hears("Mill & Mate frame")
    listener.window.find("push button", "Play").do("Press")
    listener.hears("Start of the game")
    listener.presses("h", hears="The king on e6 moves")
    listener.presses("Return", hears="e4, empty")
    listener.presses("Up", hears="e5, empty")
    listener.presses("Up", hears="e6, white king")
    listener.presses("space", hears="selected")
    listener.presses("Right", hears="f6, empty")
    listener.presses("space", hears="Black: king g8")
    listener.presses("slash", hears="Type a move")
    listener.types("Kg6", hears="Black: king f8")
    listener.types("Re6", hears="White: rook e6")
    listener.types("Re8", hears="checkmate")
    spoken = "\n".join(listener.spoken) + "\n"
    if not KEPT.exists():
        KEPT.write_text(spoken, encoding="utf-8")
    assert spoken.splitlines() == KEPT.read_text(encoding="utf-8").splitlines()
