"""The list of recently opened or saved games, newest first."""

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from millmate import limits, paths
from millmate.decoder import DecodeError, decode_text
from millmate.files import directory_lock, write_atomically
from millmate.records import archive
from millmate.records.archive import GamePlace
from millmate.records.pgn import RecordError, to_pgn
from millmate.records.record import GameRecord

MOST = 12  # games in the list
_LONGEST_TITLE = 120  # characters


@dataclass(frozen=True, slots=True)
class RecentGame:
    """A game: its players, result and day, and its place."""

    title: str
    place: GamePlace


def recent_games() -> list[RecentGame]:
    """Return the recent games, newest first; empty if the list cannot be read."""
    try:
        content = limits.read(_file(), limits.LARGEST_SETTINGS)
        lines = decode_text(list[tuple[str, str]], content)
    except (OSError, DecodeError):
        return []
    found = [(title[:_LONGEST_TITLE], GamePlace.from_json(place)) for title, place in lines]
    return [RecentGame(title, place) for title, place in found if place is not None][:MOST]


def note(record: GameRecord, place: GamePlace, *instead: GamePlace | None) -> None:
    """Put a game first in the list and remove other entries at `place` and `instead`.

    The list is only a convenience: errors in writing it are ignored.
    """
    file = _file()
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with directory_lock(file.parent):
            gone = {_spot(each) for each in (place, *instead) if each is not None}
            others = [game for game in recent_games() if _spot(game.place) not in gone]
            games = [RecentGame(title_of(record), place), *others][:MOST]
            lines = [[game.title, game.place.to_json()] for game in games]
            write_atomically(file, json.dumps(lines, indent=1).encode())


def find(record: GameRecord) -> GamePlace | None:
    """Return the place where exactly this record was saved recently, None if unknown."""
    text = to_pgn(record).encode()
    for game in recent_games():
        with suppress(OSError, RecordError):
            if game.place == GamePlace.of(game.place.path, 0, text):
                archive.text_at(game.place)
                return game.place
    return None


def title_of(record: GameRecord) -> str:
    """Return the players, result and day of a game in one line."""
    date = record.started.partition("T")[0]
    parts = (f"{record.white} – {record.black}", record.outcome.result, date)
    return " · ".join(filter(None, parts))[:_LONGEST_TITLE]


def _file() -> Path:
    return paths.data_dir() / "recent_games.json"


def _spot(place: GamePlace) -> tuple[Path, int]:
    return place.path, place.offset
