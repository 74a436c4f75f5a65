"""Write files as the window does, over and over, and print what is finished.

Run as `python programs.py ROUNDS NAME...`: each name is something that is written once a round, and
whatever a run finds is gone on with. A line on standard output says that so much is finished.
"""

import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from millmate import paths, settings
from millmate.games.outcome import Outcome, Termination
from millmate.play.trainer.drill import DrillResult, DrillSpec, End
from millmate.play.trainer.journal import TrainingJournal
from millmate.records import archive
from millmate.records.database.index import GameIndex
from millmate.records.record import GameRecord
from millmate.records.session_file import SessionSlot, SessionSnapshot

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MOVES = ("f2f3", "e7e5", "g2g4", "d8h4")


def game(number: int) -> GameRecord:
    """Return a game that contains its number, but not in the name of its file."""
    outcome = Outcome(Termination.CHECKMATE, False)
    return GameRecord("chess", START, f"Player, {number}", "O", MOVES, outcome, "2026-01-01")


def drilled(number: int) -> DrillResult:
    """Return the result of a drill that contains its number."""
    ended = datetime(2026, 3, 4, tzinfo=UTC) + timedelta(seconds=number)
    return DrillResult(DrillSpec("KQvK"), "8/8/8/3k4/8/8/8/KQ6 w - - 0 1", ended, End.WON, ())


def numbers(records: list[GameRecord]) -> list[int]:
    """Return the numbers of games."""
    return sorted(int(record.white.split()[1]) for record in records)


# What is written once a round; each returns the number of what it has finished.


def keep_settings() -> int:
    """Save the settings with one more name in a list, as a window that is closed does."""
    before = settings.load()
    number = len(before.games_folders) + 1
    names = [str(n) for n in range(1, number + 1)]
    settings.save(before.changed(games_folders=names, white=f"level={number}"), before)
    return number


def sitting() -> Callable[[], int]:
    """Keep what stands in a window after every move of a long game."""
    place = SessionSlot()

    def keep() -> int:
        last = place.read()
        number = 1 if last is None else len(last.place) + 1
        place.write(SessionSnapshot(place=tuple(range(number)), pgn="1. e4 " * number))
        return number

    return keep


def save_game() -> int:
    """Save a game into the user's; all want the same name."""
    there = paths.games_dir().glob("*.pgn")
    number = 1 + sum(path.stat().st_size > 0 for path in there)
    archive.add(game(number))
    return number


def append_game() -> int:
    """Add a game to those in one file."""
    path = paths.data_dir() / "all.pgn"
    number = len(archive.load(path)) + 1 if path.exists() else 1
    archive.append(game(number), path)
    return number


def train() -> int:
    """Put the result of a drill into the journal of training."""
    journal = TrainingJournal(paths.training_dir())
    number = len(journal.read().results) + 1
    journal.append(drilled(number))
    return number


def list_games() -> int:
    """Put a new file into the list of games that is kept of a folder."""
    folder = paths.data_dir() / "listed"
    folder.mkdir(parents=True, exist_ok=True)
    number = len(list(folder.glob("*.pgn"))) + 1
    archive.add(game(number), folder)
    index = GameIndex(folder)
    index.update()
    index.close()
    return number


WORK = (keep_settings, sitting, save_game, append_game, train, list_games)
NAMES = tuple(work.__name__ for work in WORK)


def main(rounds: int, names: list[str]) -> None:
    """Run the named task a number of times."""
    paths.data_dir().mkdir(parents=True, exist_ok=True)
    work = {each.__name__: each for each in WORK if each.__name__ in names}
    if "sitting" in work:
        work["sitting"] = sitting()
    for _ in range(rounds):
        for name, each in work.items():
            print(name, each(), flush=True)  # noqa: T201


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
