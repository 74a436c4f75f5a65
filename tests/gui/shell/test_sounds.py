"""Sounds: which one is played when, how they are made, and silence without a player."""

import io
import subprocess
import wave
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot
from tests.gui.service_sets import serving

from millmate import paths
from millmate.games.morris.rules import MORRIS
from millmate.gui.shell import sounds
from millmate.gui.shell.services import Services
from millmate.gui.shell.sounds import Player, Sounds, kind_of, wave_of
from millmate.players.spec import PlayerSpec

HUMANS = {side: PlayerSpec.parse("human") for side in (True, False)}


@pytest.fixture
def services(qtbot) -> Iterator[Services]:
    with serving(qtbot, paths.tables_dir(), sounds=True) as found:
        yield found


@pytest.fixture
def played(services: Services) -> list[str]:
    found: list[str] = []
    Sounds(services).play = found.append
    return found


def play(qtbot: QtBot, services: Services, *moves: str) -> None:
    for move in moves:
        qtbot.waitUntil(lambda: services.game.turn is not None)
        with qtbot.waitSignal(services.game.moved, timeout=20_000):
            services.game.play(move)


def test_moves_captures_checks_and_the_end_are_heard(
    qtbot: QtBot, services: Services, played: list[str]
) -> None:
    services.game.start("4k3/8/8/8/8/8/4p3/R3K2R w KQ - 0 1", HUMANS)
    play(qtbot, services, "e1e2", "e8e7", "h1h7")
    assert played == ["capture", "move", "check"]
    qtbot.waitUntil(lambda: services.game.can_resign)
    with qtbot.waitSignal(services.game.ended):
        services.game.resign()
    assert played[3:] == ["end"]
    services.game.go(0)
    services.game.go(1)
    services.game.go(3)  # two at once
    assert played[4:] == ["capture"]


def test_a_slip_is_heard_and_nothing_while_they_are_off(
    qtbot: QtBot, services: Services, played: list[str]
) -> None:
    services.links.slipped.emit()
    services.settings.set(sounds=False)
    services.links.slipped.emit()
    services.game.start(MORRIS.start_fen, HUMANS, MORRIS)
    play(qtbot, services, "d6")
    assert played == ["slip"]


@pytest.mark.parametrize(
    ("notation", "kind"),
    [
        ("e4", "move"),
        ("exd5", "capture"),
        ("Qxf7#", "check"),
        ("d6-d7", "move"),
        ("a1xg7", "capture"),
    ],
)
def test_the_sound_of_a_move(notation: str, kind: str) -> None:
    assert kind_of(notation) == kind


@pytest.mark.parametrize("sound", sounds._SOUNDS)
def test_sounds_are_short_and_fade_out(sound: str) -> None:
    with wave.open(io.BytesIO(wave_of(sound))) as file:
        assert file.getnframes() / file.getframerate() < 1.1
        frames = memoryview(file.readframes(file.getnframes())).cast("h")
    assert 11_000 < max(frames) < 13_000
    assert max(map(abs, frames[-200:])) < 600


@pytest.mark.skipif("sys.platform == 'win32'")
@pytest.mark.parametrize("there", ["aplay", "paplay", ""])
def test_a_program_of_the_system_plays_the_file_or_nobody(
    there: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[object]] = []

    class Ended:
        def __init__(self, command: list[object], **_: object) -> None:
            started.append(command)

        def poll(self) -> int:
            return 0

    monkeypatch.setattr(subprocess, "Popen", Ended)
    monkeypatch.setattr(
        sounds.shutil, "which", lambda name: f"/bin/{name}" if name == there else None
    )
    player = Player()
    player.play("move")
    player.play("move")
    assert len(started) == (2 if there else 0)
    for command in started:
        assert command[0] == f"/bin/{there}"
        assert command[-1].read_bytes() == wave_of("move")


def test_what_cannot_be_started_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError

    monkeypatch.setattr(subprocess, "Popen", refuse)
    monkeypatch.setattr(sounds.shutil, "which", lambda name: f"/bin/{name}")
    Player().play("end")
