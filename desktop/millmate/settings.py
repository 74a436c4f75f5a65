"""The settings: one JSON file, written whole or not at all."""

import contextlib
import json
from collections.abc import Mapping
from dataclasses import Field, asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeGuard

from millmate import limits as limits_
from millmate import paths
from millmate.files import directory_lock, write_atomically

APPEARANCES = ("system", "light", "dark")
ACCENTS = ("blue", "violet", "plum", "petrol", "bronze", "graphite")
BOARDS = ("sage", "wood", "slate", "paper", "green", "blue", "grey", "contrast")
PIECES = ("staunton", "modern", "classic", "mill", "signs")
STONES = ("lit", "flat", "marked")
LETTERINGS = ("language", "english", "figurines")
START_PAGES = ("last", "home")
SPEEDS = ("normal", "fast", "slow")
ANALYSES = ("quick", "thorough")
# Perfect, or with the easiest mistakes to make, or as in the course, or weaker: levels of
# `search.levels.NAMES` in Elo.
DRILL_OPPONENTS = ("perfect", "problems", "theory", "2060", "1800", "1500", "1000", "600")
REVIEW_GROUPS = ("kind", "ending", "player", "clock")


def _among(choices: tuple[str, ...]) -> Any:
    """Return a field that holds one of `choices`, the first of them by default."""
    return field(default=choices[0], metadata={"among": choices})


def _between(default: int, low: int, high: int) -> Any:
    """Return a field that holds a number from `low` to `high`."""
    return field(default=default, metadata={"between": (low, high)})


_PLACE = {"places": True}  # a field that holds a path, or a list of them


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, with their values at the first start.

    A field has its default's type; `limits` returns what else restricts it.
    """

    # games: player specs; where games begin (`board`, `initial` or `random`), the positions set
    # up last, and how the morris board is seen
    game: str = "ending"
    white: str = "human"
    black: str = "table"
    clock: str = ""  # a time control, such as "300+3", "" for none
    start: str = "board"
    start_fen: str = "8/8/8/8/3k4/8/8/KBN5 w - - 0 1"
    morris_start: str = "......../......../........ w 9 9 0 1"
    morris_rules: str = "standard"  # the variant of that position
    morris_turns: int = 0
    morris_mirrored: bool = False
    flipped: bool = False

    # windows: Qt's geometry of each, and how it shares its room, as base64 text
    window: str = ""
    layout: str = ""
    explorer_layout: str = ""
    explorer_log: bool = True  # the axis of its histogram
    tournament_layout: str = ""
    games_layout: str = ""

    # looks
    appearance: str = _among(APPEARANCES)
    accent: str = _among(ACCENTS)  # the colour of what is selected
    language: str = ""  # such as `de`, "" for the desktop's
    text_size: int = _between(100, 75, 150)  # per cent of the desktop's
    board: str = _among(BOARDS)
    pieces: str = _among(PIECES)
    stones: str = _among(STONES)
    lettering: str = _among(LETTERINGS)  # of pieces in moves
    coordinates: bool = True
    hover_boards: bool = True  # whether a small board shows what is pointed at
    targets: bool = True  # whether the squares are marked where a piece may go
    verdicts_in_play: bool = False  # whether they are shown while a person plays
    worth: bool = True  # whether it is shown what moves are worth
    animated: bool = True
    speed: str = _among(SPEEDS)  # of what is animated

    # what was chosen in the search: by its id, how often and when last, as `Usage` has it
    searched: dict[str, str] = field(default_factory=dict)

    # keys that were changed: by action, as Qt writes them, "" for none
    keys: dict[str, str] = field(default_factory=dict)

    # places: "" for the usual one, or for none of other programs' tables
    tables: str = field(default="", metadata=_PLACE)
    tables_seen: str = field(default="", metadata=_PLACE)  # where they were: it may be unplugged
    syzygy: str = field(default="", metadata=_PLACE)
    gaviota: str = field(default="", metadata=_PLACE)
    server: str = "http://127.0.0.1:9000"  # of `millmate serve`, for links
    # elsewhere than in the usual place
    tournaments: list[str] = field(default_factory=list, metadata=_PLACE)
    games_folder: str = field(default="", metadata=_PLACE)  # that is listed, "" for the user's own
    games_folders: list[str] = field(default_factory=list, metadata=_PLACE)  # listed before

    # the review of endings: whose games, whether the others' mistakes are left out, and the groups
    review_player: str = ""
    review_own: bool = False
    review_groups: str = _among(REVIEW_GROUPS)

    start_page: str = _among(START_PAGES)  # what a start shows: the last page, or Home

    student: str = ""  # the name on certificates of the course
    drill: str = ""  # that was chosen last, as `DrillSpec.to_json` has it
    drill_opponent: str = _among(DRILL_OPPONENTS)

    # what builds may take: threads and megabytes, 0 for what the machine has to give
    build_threads: int = _between(0, 0, 1024)
    build_memory: int = _between(0, 0, 1 << 24)
    small_builds: bool = True  # whether what takes seconds is built without a question
    compact_when_idle: bool = False  # whether tables are compacted when nothing else is to do

    # engines: specs of those that are offered as players; files of those that were found by
    # themselves once, so that one that was removed from the list is not put there again
    engines: list[str] = field(default_factory=list)
    engines_found: list[str] = field(default_factory=list)
    analysis_engine: str = ""  # "" for our own
    analysis_lines: int = _between(3, 1, 5)
    analysis_hash: int = _between(64, 1, 4096)  # megabytes of our own engine
    game_analysis: str = _among(ANALYSES)  # how long each move of a game is searched
    arrows: bool = True  # whether analysis points at moves

    def changed(self, **values: Any) -> "Settings":
        """Return these settings with `values` in place of the old ones."""
        return replace(self, **values)


def limits(name: str) -> Mapping[str, Any]:
    """Return what a field may hold: `among` several texts, or `between` two numbers."""
    return {item.name: item.metadata for item in fields(Settings)}[name]


def settings_file() -> Path:
    return paths.config_dir() / "settings.json"


def load() -> Settings:
    """Return the saved settings, with defaults for values that are missing or invalid.

    A file that is not a JSON object is renamed to `settings.json.damaged`.
    """
    directory = settings_file().parent
    try:
        with directory_lock(directory):  # so that no file is set aside that was written just now
            return _settings_in(_read())
    except OSError:
        return Settings()


def peek() -> Settings:
    """Return the same as `load`, but leave a damaged file in place."""
    try:
        values = json.loads(limits_.read(settings_file(), limits_.LARGEST_SETTINGS))
    except (OSError, ValueError, RecursionError):
        values = None
    return _settings_in(values) if isinstance(values, dict) else Settings()


def save(settings: Settings, before: Settings | None = None) -> None:
    """Write `settings` in one step, so that a crash leaves the old file or the new one.

    With `before`, only values that differ from it are written, and those saved by another window
    meanwhile stay. Unknown fields, for instance of a later version, stay too.

    Raises:
        OSError: The file cannot be written, or exists and cannot be read.
    """
    path = settings_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    with directory_lock(path.parent):
        try:
            kept = _read()
        except FileNotFoundError:
            kept = {}
        values = asdict(settings)
        if before is not None:
            old = asdict(before)
            values = asdict(_settings_in(kept)) | {n: v for n, v in values.items() if v != old[n]}
        write_atomically(path, json.dumps(kept | values, indent=1).encode())


def _read() -> dict[str, Any]:
    """Return the file's content; a damaged file is renamed and counts as empty.

    Raises:
        OSError: The file does not exist or cannot be read.
    """
    path = settings_file()
    try:
        values = json.loads(limits_.read(path, limits_.LARGEST_SETTINGS))
    except (ValueError, RecursionError):
        values = None
    if isinstance(values, dict):
        return values
    with contextlib.suppress(OSError):
        path.replace(path.with_suffix(".json.damaged"))
    return {}


def _settings_in(values: Mapping[str, Any]) -> Settings:
    defaults = asdict(Settings())
    found = [item for item in fields(Settings) if item.name in values]
    sound = {item.name: _sifted(values[item.name], item) for item in found}
    return Settings(
        **{i.name: sound[i.name] for i in found if _fits(sound[i.name], i, defaults[i.name])}
    )


def _sifted(value: Any, item: Field[Any]) -> Any:
    """Return a list or dictionary without entries that do not fit: one must not cost the others."""
    if isinstance(value, list):
        return [each for each in value if _is_entry(each, item)]
    if isinstance(value, dict):
        return {n: v for n, v in value.items() if _is_entry(n, item) and _is_entry(v, item)}
    return value


def _is_entry(value: object, item: Field[Any]) -> bool:
    """Whether `value` is a text and, where paths are kept, a path."""
    return _is_text(value) and ("places" not in item.metadata or _is_path(value))


def _is_text(value: object) -> TypeGuard[str]:
    """Whether `value` is a string that can be written to a file and used in a path."""
    if not isinstance(value, str) or len(value) > limits_.LONGEST_TEXT or "\0" in value:
        return False
    return not any("\ud800" <= letter <= "\udfff" for letter in value)


def _is_path(text: str) -> bool:
    """Whether no part of a path is too long for a file system."""
    parts = Path(text).parts
    fits = all(len(part.encode()) <= limits_.LONGEST_FILE_NAME for part in parts)
    return fits and len(text.encode()) <= limits_.LONGEST_PATH


def _fits(value: Any, item: Field[Any], default: object) -> bool:
    """Whether `value` has the type of `default` and is within the limits of `item`."""
    if type(value) is not type(default) or (isinstance(value, str) and not _is_entry(value, item)):
        return False
    if "among" in item.metadata:
        return value in item.metadata["among"]
    low, high = item.metadata.get("between", (value, value))
    return isinstance(value, list | dict) or bool(low <= value <= high)
