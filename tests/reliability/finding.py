"""What is found of what `programs` has written by whoever opens the window next, all whole."""

import json
from collections.abc import Iterable
from pathlib import Path

from tests import fault_injection
from tests.reliability import programs
from tests.saved_games import saved_games

from millmate import paths, settings
from millmate.play.trainer.journal import TrainingJournal
from millmate.records import archive
from millmate.records.database.index import GameIndex
from millmate.records.session_file import SessionSlot
from millmate.tablebase import targets


def keep_settings() -> int:
    path = settings.settings_file()
    if not path.exists():
        return 0
    kept = json.loads(path.read_bytes())
    assert kept["white"] == f"level={len(kept['games_folders'])}"
    assert kept["games_folders"] == [str(n) for n in range(1, len(kept["games_folders"]) + 1)]
    return len(kept["games_folders"])


def sitting() -> int:
    place = SessionSlot()
    try:
        assert place.path.name == "0.json", "the killed window's place is free"
        last = place.read()
    finally:
        place.release()
    if last is None:
        return 0
    assert last.pgn == "1. e4 " * len(last.place)
    return len(last.place)


def save_game() -> int:
    assert all(path.stat().st_size for path in paths.games_dir().glob("*.pgn"))
    return counted(record for path in saved_games() for record in archive.load(path))


def append_game() -> int:
    path = paths.data_dir() / "all.pgn"
    return counted(archive.load(path)) if path.exists() else 0


def train() -> int:
    kept = TrainingJournal(paths.training_dir()).read()
    assert kept.damaged == kept.newer == 0
    assert list(kept.results) == [programs.drilled(n + 1) for n in range(len(kept.results))]
    return len(kept.results)


def list_games() -> int:
    folder = paths.data_dir() / "listed"
    if not folder.is_dir():
        return 0
    index = GameIndex(folder)
    index.update()
    found = index.games(index.find("Player"))
    texts = [index.text(each) for each in found.values()]
    index.close()
    assert len(texts) == len(list(folder.glob("*.pgn"))) == len(set(texts))
    return len(texts)


def counted(records: Iterable[object]) -> int:
    found = programs.numbers(list(records))
    assert found == list(range(1, len(found) + 1))
    return len(found)


def check(ran: fault_injection.Ran, names: Iterable[str], before: dict[str, int]) -> dict[str, int]:
    """See that the laws hold after a run; return how much of everything is finished now."""
    told = before | {name: int(number) for name, number in map(str.split, ran.lines)}
    found = {name: globals()[name]() for name in names}
    for name in names:
        assert told[name] <= found[name] <= told[name] + 1, (name, ran)
    assert not list(paths.data_dir().rglob("*.damaged")), ran
    assert not list(paths.config_dir().rglob("*.damaged")), ran
    return found


def checksums(directory: Path) -> dict[str, str]:
    """Return the checksum of every table, all of which are sound."""
    sound, damaged = targets.survey(directory)
    assert damaged == []
    assert all(info.verified for info in sound)
    return {targets.title(info): info.checksum for info in sound}
