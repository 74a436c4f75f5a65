"""The saved games in the user's directory."""

from pathlib import Path

from millmate import paths
from millmate.records import archive
from millmate.records.record import GameRecord


def saved_games(directory: Path | None = None) -> list[Path]:
    """Return the files in the user's directory, or another, in the order of the games' start.

    Names begin with the time; an empty file holds no game yet.
    """
    found = (paths.games_dir() if directory is None else directory).glob("*.pgn")
    return sorted(path for path in found if path.stat().st_size)


def saved_game() -> GameRecord:
    """Return the one game that was saved."""
    (path,) = saved_games()
    (record,) = archive.load(path)
    return record
