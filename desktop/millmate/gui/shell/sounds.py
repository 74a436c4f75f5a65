"""Short sounds for moves, captures and mills, checks, ends of games, and slips.

They are computed when the first one is played. A program of the system plays them: Qt's module
would add 23 MB, miniaudio 0.6 MB and code that opens devices in this process, sounddevice 1 MB
and on Linux a library that is often missing. Without such a program, or a device, it is silent.
"""

import io
import shutil
import subprocess
import sys
import wave
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, Slot

from millmate import paths
from millmate.files import write_atomically
from millmate.gui.shell.services import Services
from millmate.records.tree import Node
from millmate.settings import Settings

_RATE = 22_050  # samples a second
_PLAYERS = (("afplay",), ("pw-play",), ("paplay",), ("aplay", "-q"))
_MOST = 3  # sounds at once
# The tones of each sound: hertz, from this second on, and how fast they fade.
_SOUNDS = {
    "move": ((520, 0, 60), (1310, 0, 110)),
    "capture": ((390, 0, 50), (980, 0, 90), (330, 0.05, 50)),
    "check": ((660, 0, 30), (880, 0.07, 25)),
    "end": ((523, 0, 7), (659, 0.09, 7), (784, 0.18, 6)),
    "slip": ((330, 0, 14), (247, 0.13, 11)),
}


class Sounds(QObject):
    """Follows the game shown; `play` plays a sound by its name."""

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._game = services.game
        self._shown: Node = self._game.line.node
        self._wanted = services.settings.current.sounds
        self.play: Callable[[str], object] = Player().play
        services.settings.bind(self._apply, "sounds")
        services.game.connect_all(self._follow, services.game.turn_changed)
        services.game.ended.connect(lambda: self._make("end"))
        services.links.slipped.connect(lambda: self._make("slip"))

    def _apply(self, settings: Settings) -> None:
        self._wanted = settings.sounds

    @Slot()
    def _follow(self) -> None:
        """Play the sound of a step forward."""
        before, self._shown = self._shown, self._game.line.node
        ply = self._shown.ply
        if ply is not None and self._shown.parent is before:
            self._make(kind_of(ply.notation))

    def _make(self, sound: str) -> None:
        if self._wanted:
            self.play(sound)


def kind_of(notation: str) -> str:
    """Return the sound of a move of either game."""
    if notation.endswith(("+", "#")):
        return "check"
    return "capture" if "x" in notation else "move"


class Player:
    """Plays sounds with a program of the system."""

    def __init__(self) -> None:
        self._files: dict[str, Path] = {}
        self._running: list[subprocess.Popen[bytes]] = []

    def play(self, sound: str) -> None:
        """Start a sound; nothing happens if it cannot be played."""
        with suppress(OSError, RuntimeError):
            if sound not in self._files:
                file = paths.cache_dir() / "sounds" / f"{sound}.wav"
                file.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(file, wave_of(sound))
                self._files[sound] = file
            self._start(self._files[sound])

    def _start(self, file: Path) -> None:
        if sys.platform == "win32":
            import winsound

            flags = winsound.SND_FILENAME | winsound.SND_ASYNC | winsound.SND_NODEFAULT
            winsound.PlaySound(str(file), flags)
            return
        self._running = [each for each in self._running if each.poll() is None]
        found = ((path, *rest) for name, *rest in _PLAYERS if (path := shutil.which(name)))
        command = next(found, None)
        if command is not None and len(self._running) < _MOST:
            none = subprocess.DEVNULL
            started = subprocess.Popen([*command, file], stdin=none, stdout=none, stderr=none)
            self._running.append(started)


def wave_of(sound: str) -> bytes:
    """Return a sound as a WAV file."""
    import numpy as np

    tones = _SOUNDS[sound]
    length = max(start + 5 / fading for _, start, fading in tones)
    time = np.arange(int(_RATE * length)) / _RATE
    total = np.zeros_like(time)
    for hertz, start, fading in tones:
        since = np.maximum(time - start, 0)
        total += np.sin(2 * np.pi * hertz * since) * np.exp(-fading * since) * (time >= start)
    samples = (total / np.abs(total).max() * 12_000).astype("<i2")
    file = io.BytesIO()
    with wave.open(file, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(2)
        written.setframerate(_RATE)
        written.writeframes(samples.tobytes())
    return file.getvalue()
