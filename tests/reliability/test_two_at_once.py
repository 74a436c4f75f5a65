"""Two programs at once on the same data: neither spoils, loses or doubles what the other does."""

import json
import random
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests import fault_injection
from tests.reliability import programs
from tests.reliability.finding import checksums
from tests.saved_games import saved_games

from millmate import settings
from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.play.trainer.journal import TrainingJournal
from millmate.records import archive
from millmate.tablebase.build import build
from millmate.tablebase.probe import Tablebase

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="locks as on Unix")

# What one of several programs does, each with words of its own.
SAVES_SETTINGS = """
import sys
from millmate import settings
who, others = sys.argv[1:]
loaded = settings.load()
for n in range(50):
    settings.save(loaded.changed(**{who: str(n)}), loaded)
    loaded = settings.load()
    assert getattr(loaded, who) == str(n), (loaded, who, n)
"""
APPENDS = """
import sys
from pathlib import Path
from tests.reliability.programs import drilled, game
from millmate.play.trainer.journal import TrainingJournal
from millmate.records import archive
first, place = int(sys.argv[1]), Path(sys.argv[2])
for n in range(first, first + 12):
    archive.append(game(n), place / "games.pgn")
    archive.add(game(n), place / "saved")
    TrainingJournal(place).append(drilled(n))
"""


def together(code: str, *words: tuple[object, ...]) -> None:
    """Run a program several times at once, each with its own words."""
    running = [
        subprocess.Popen([sys.executable, "-c", code, *map(str, own)], stderr=subprocess.PIPE)
        for own in words
    ]
    for process in running:
        _, complaint = process.communicate(timeout=120)
        assert process.returncode == 0, complaint.decode()


def test_two_windows_save_their_own_settings_and_keep_the_other_s() -> None:
    together(SAVES_SETTINGS, ("white", "black"), ("black", "white"))
    assert (settings.load().white, settings.load().black) == ("49", "49")
    assert json.loads(settings.settings_file().read_text())["white"] == "49"


@pytest.mark.thorough
def test_three_programs_add_to_one_file_a_folder_and_a_journal(tmp_path: Path) -> None:
    together(APPENDS, (1, tmp_path), (13, tmp_path), (25, tmp_path))
    everything = list(range(1, 37))
    assert programs.numbers(archive.load(tmp_path / "games.pgn")) == everything
    saved = [game for path in saved_games(tmp_path / "saved") for game in archive.load(path)]
    assert programs.numbers(saved) == everything
    kept = TrainingJournal(tmp_path).read()
    assert list(kept.results) == [programs.drilled(n) for n in everything]
    assert kept.damaged == 0
    assert fault_injection.parts(tmp_path) == []


@pytest.mark.slow
def test_two_programs_build_the_same_tables_once(tables: Path, tmp_path: Path) -> None:
    place = tmp_path / "tables"
    command = fault_injection.millmate("build", "--tables", place, "KBNvK", "KQvK", "KRvK")
    with ThreadPoolExecutor(2) as pool:
        ran = list(pool.map(lambda n: fault_injection.run(command, tmp_path / f"log{n}"), range(2)))
    assert [each.status for each in ran] == [0, 0], ran
    assert checksums(place) == checksums(tables)
    assert fault_injection.parts(place) == []


def test_tables_are_read_while_others_are_built(tmp_path: Path) -> None:
    """A reader sees a complete table or none, from the first moment."""
    faults: list[object] = []
    over = threading.Event()

    def look() -> None:
        while not over.is_set():
            try:
                checksums(tmp_path)
                with Tablebase(tmp_path) as found:
                    for material in found.available():
                        found.probe(random_position(material, random.Random(1)))
            except Exception as error:
                faults.append(error)

    with ThreadPoolExecutor(1) as pool:
        looking = pool.submit(look)
        build([Material.parse(name) for name in ("KRvKN", "KQvKR", "KBNvK")], tmp_path)
        over.set()
        looking.result()
    assert faults == []
