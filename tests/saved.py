"""The games that were saved in the user's directory."""

from pathlib import Path

from millmate import paths
from millmate.records import archive
from millmate.records.record import GameRecord


def saved_games() -> list[Path]:
    """Return their files in the order in which the games began; names begin with the time."""
    return sorted(paths.games_dir().glob("*.pgn"))


def saved_game() -> GameRecord:
    """Return the one game that was saved."""
    (path,) = saved_games()
    (record,) = archive.load(path)
    return record
