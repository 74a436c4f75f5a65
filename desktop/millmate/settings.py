"""The settings: one JSON file, written completely or not at all."""

import contextlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Annotated, Any

from millmate import limits as limits_
from millmate import paths
from millmate.decoder import Among, Between, Care, DecodeError, decode, decode_text
from millmate.files import directory_lock, write_atomically
from millmate.language import mark

# The pages of the settings dialog, in its order.
PAGES = LOOKS, BOARD, PLAYERS, FOLDERS, BUILDING = (
    mark("Appearance"),
    mark("Board"),
    mark("Players"),
    mark("Folders and server"),
    mark("Building tables"),
)
_NEXT_START = mark("A change of folder takes effect at the next start.")


def _shown(default: Any, page: str, title: str, tip: str = "", **more: Any) -> Any:
    """Return a field that the dialog shows with these marked texts."""
    return field(default=default, metadata={"page": page, "title": title, "tip": tip, **more})


def _choice(options: Mapping[str, str], *shown: str, default: str = "", **more: Any) -> Any:
    """Return a field whose value is a key of `options`, by default the first."""
    default = default or next(iter(options))
    more |= {"options": options, "tests": (Among(tuple(options)),)}
    return _shown(default, *shown, **more) if shown else field(default=default, metadata=more)


def _number(default: int, low: int, high: int, *shown: str, **more: Any) -> Any:
    """Return a field whose value is a number from `low` to `high`; see `Number` of the forms."""
    tests = (Between(low, high),)
    return _shown(default, *shown, between=(low, high), tests=tests, **more)


def _folder(title: str, tip: str, usual: Callable[[], Path] | None = None) -> Any:
    """Return a field whose value is a directory; "" means the `usual` one, or none."""
    return _shown("", FOLDERS, title, tip, usual=usual)


def _is_text(text: str) -> bool:
    """Return whether `text` can be written to a file and used in a path."""
    return len(text) <= limits_.LONGEST_TEXT and "\0" not in text


def _is_path(text: str) -> bool:
    """Return whether no part of a path is too long for a file system."""
    parts = Path(text).parts
    fits = all(len(part.encode()) <= limits_.LONGEST_FILE_NAME for part in parts)
    return fits and len(text.encode()) <= limits_.LONGEST_PATH


_Text = Annotated[str, _is_text]
_Path = Annotated[str, _is_text, _is_path]


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, with their values at the first start.

    `about` returns the limits of a field and how the dialog shows it. The dialog shows settings in
    this order.
    """

    # appearance; "" as `language` is the desktop's; text sizes are in per cent of the desktop's
    language: _Text = _shown("", LOOKS, mark("Language"))
    start_page: _Text = _choice(
        {"last": mark("The last page shown"), "home": mark("Home")}, LOOKS, mark("Start with")
    )
    appearance: _Text = _choice(
        {"system": mark("Follow the desktop"), "light": mark("Light"), "dark": mark("Dark")},
        LOOKS,
        mark("Colours of the window"),
    )
    accent: _Text = _choice(
        {
            "blue": mark("Blue"), "violet": mark("Violet"), "plum": mark("Plum"),
            "petrol": mark("Petrol"), "bronze": mark("Bronze"), "graphite": mark("Graphite"),
        },
        LOOKS,
        mark("Accent colour"),
        mark("For selected and focused items, the main button, and the cursor on boards."),
        pictured=True,
    )  # fmt: skip
    text_size: int = _number(
        100, 75, 150, LOOKS, mark("Size of the text"),
        mark("Relative to the desktop's text size; boards use the remaining space."),
        unit=mark(" %"), step=5,
    )  # fmt: skip
    animated: bool = _shown(
        True, LOOKS, mark("Animate moves"), mark("Off if the desktop asks for reduced motion.")
    )
    speed: _Text = _choice(
        {"fast": mark("Fast"), "normal": mark("Normal"), "slow": mark("Slow")},
        LOOKS,
        mark("Speed of animation"),
        default="normal",
    )

    # the boards
    board: _Text = _choice(
        {
            "warm": mark("Warm"), "sage": mark("Sage"), "wood": mark("Wood"),
            "slate": mark("Slate"), "paper": mark("Paper"), "green": mark("Green"),
            "blue": mark("Blue"), "grey": mark("Grey"), "contrast": mark("High contrast"),
        },
        BOARD,
        mark("Colours of the board"),
        pictured=True,
    )  # fmt: skip
    pieces: _Text = _choice(
        {
            "staunton": mark("Staunton"), "modern": mark("Modern"), "classic": mark("Classic"),
            "mill": mark("Silhouettes"), "signs": mark("Symbols of their moves"),
        },
        BOARD,
        mark("Pieces"),
        pictured=True,
    )  # fmt: skip
    stones: _Text = _choice(
        {"lit": mark("Turned"), "flat": mark("Flat"), "marked": mark("Flat, with marks")},
        BOARD,
        mark("Stones"),
        pictured=True,
    )
    lettering: _Text = _choice(
        {
            "language": mark("In the window's language"),
            "english": mark("English: K Q R B N"),
            "figurines": mark("Figurines: ♔ ♕ ♖ ♗ ♘"),
        },
        BOARD,
        mark("Piece letters"),
        mark("Used wherever moves are shown; games are saved and copied in English notation."),
    )
    coordinates: bool = _shown(True, BOARD, mark("Coordinates at the edge"))
    targets: bool = _shown(True, BOARD, mark("Mark legal moves"))
    sounds: bool = _shown(
        False, BOARD, mark("Sounds"),
        mark("For moves, captures, mills, checks, the end of a game and slips in drills."),
    )  # fmt: skip
    hover_boards: bool = _shown(
        True, BOARD, mark("Show positions on a small board"),
        mark("Next to the move, line or game under the mouse pointer or the keyboard focus."),
    )  # fmt: skip
    verdicts_in_play: bool = _shown(
        False, BOARD, mark("Show verdicts while playing"),
        mark("Otherwise they are hidden until you ask for them, or the game has ended."),
    )  # fmt: skip
    worth: bool = _shown(
        True, BOARD, mark("Show the value of moves"),
        mark(
            "If a table covers the position, the result of each move is shown on its target square."
        ),
    )  # fmt: skip

    # players: their specs; the opponent in a drill is perfect, sets problems, follows the course,
    # or is a level of `search.levels.NAMES` in Elo
    white: _Text = _shown("human", PLAYERS, mark("White"), mark("Who plays White in a new game."))
    black: _Text = _shown("table", PLAYERS, mark("Black"), mark("Who plays Black in a new game."))
    drill_opponent: _Text = _choice(
        {
            "perfect": mark("Perfect (table)"),
            "problems": mark("Sets problems"),
            "theory": mark("As in theory"),
            "2060": mark("Errs like an expert (2060)"),
            "1800": mark("Errs like a strong player (1800)"),
            "1500": mark("Errs like a club player (1500)"),
            "1000": mark("Errs like a casual player (1000)"),
            "600": mark("Errs like a beginner (600)"),
        },
        PLAYERS,
        mark("Opponent in drills"),
        mark(
            "Perfect: lasts longest in lost positions. Sets problems: leaves you the fewest "
            "right moves. As in theory: plays the replies of the course's lines where the "
            "position is in one, otherwise perfectly. The others err like people with their "
            "Elo."
        ),
    )
    analysis_lines: int = _number(3, 1, 5, PLAYERS, mark("Analysis lines"))
    analysis_hash: int = _number(
        64, 1, 4096, PLAYERS, mark("Memory of the built-in engine"),
        mark("For its hash table during analysis."), unit=mark(" MB"), step=16,
    )  # fmt: skip
    game_analysis: _Text = _choice(
        {
            "quick": mark("Quick: half a second a move"),
            "thorough": mark("Thorough: three seconds a move"),
        },
        PLAYERS,
        mark("Analysis of a whole game"),
        mark("Time for each position that no table covers; tables answer at once."),
    )
    arrows: bool = _shown(True, PLAYERS, mark("Show arrows for the best moves during analysis"))

    # places
    tables: _Path = _folder(mark("Tables"), _NEXT_START, paths.tables_dir)
    games_folder: _Path = _folder(
        mark("Games"), mark("The Games page lists the games in this folder."), paths.games_dir
    )
    syzygy: _Path = _folder(
        mark("Syzygy tables"),
        mark("Tables of other programs: win, draw, loss (WDL) and plies to a zeroing move (DTZ)."),
    )
    gaviota: _Path = _folder(
        mark("Gaviota tables"),
        mark("Tables of other programs: plies to mate (DTM), up to five pieces."),
    )
    server: _Text = _shown(
        "http://127.0.0.1:9000", FOLDERS, mark("Address of your server"),
        mark("Where “millmate serve” runs; links to positions open its page."),
    )  # fmt: skip

    # limits for builds: 0 for everything that the machine offers
    build_threads: int = _number(
        0, 0, 1024, BUILDING, mark("Threads"),
        mark("Number of processors for building tables; takes effect with the next build."),
        special=mark("All of this computer"),
    )  # fmt: skip
    build_memory: int = _number(
        0, 0, 1 << 24, BUILDING, mark("Memory"),
        mark("Memory for building tables; takes effect with the next build."),
        unit=mark(" MB"), special=mark("Most of the free memory"), step=256,
    )  # fmt: skip
    small_builds: bool = _shown(
        True, BUILDING, mark("Build small tables without asking"),
        mark(
            "Tables that take less than five seconds are built automatically."
        ),
    )  # fmt: skip
    find_dead_when_idle: bool = _shown(
        False, BUILDING, mark("Find dead positions while the program is idle"),
        mark(
            "Positions in which neither side can be mated: verdicts and games with clocks need "
            "them. Anything you start has priority."
        ),
    )  # fmt: skip

    # The following settings are not in the dialog.

    # games: where they start (`board`, `initial` or `random`), the last set-up positions, and how
    # the morris board is oriented
    game: _Text = "ending"
    clock: _Text = ""  # a time control, such as "300+3", "" for none
    start: _Text = "board"
    start_fen: _Text = "8/8/8/8/3k4/8/8/KBN5 w - - 0 1"
    morris_start: _Text = "......../......../........ w 9 9 0 1"
    morris_rules: _Text = "standard"  # the variant of that position
    morris_turns: int = 0
    morris_mirrored: bool = False
    flipped: bool = False

    # windows: Qt's geometry of each, and the sizes of its parts, as base64 text
    window: _Text = ""
    explorer_layout: _Text = ""
    explorer_log: bool = True  # the axis of its histogram
    tables_list: bool = False  # whether tables are listed, not shown in the atlas
    tournament_layout: _Text = ""
    games_layout: _Text = ""

    # chosen search results: by ID, how often and when last, in the format of `Usage`
    searched: dict[_Text, _Text] = field(default_factory=dict)

    # changed keys: by action, in Qt's notation, "" for none
    keys: dict[_Text, _Text] = field(default_factory=dict)

    tables_seen: _Path = ""  # the last known place; the disk may be unplugged
    # not in the usual place
    tournaments: list[_Path] = field(default_factory=list)
    games_folders: list[_Path] = field(default_factory=list)  # listed before

    # the review of endings: whose games, whether to leave out others' mistakes, and the groups
    review_player: _Text = ""
    review_own: bool = False
    review_groups: _Text = _choice(dict.fromkeys(("kind", "ending", "player", "clock"), ""))

    student: _Text = ""  # the name on certificates of the course
    drill: _Text = ""  # the last one chosen, in the format of `DrillSpec.to_json`

    # engines: specs of those offered as players; files of those found automatically, so that one
    # removed from the list is not added again
    engines: list[_Text] = field(default_factory=list)
    engines_found: list[_Text] = field(default_factory=list)
    analysis_engine: _Text = ""  # "" for our own

    def changed(self, **values: Any) -> "Settings":
        """Return these settings with `values` changed."""
        if all(getattr(self, name) == value for name, value in values.items()):
            return self  # most settings are read far more often than they change
        return replace(self, **values)


def about(name: str) -> Mapping[str, Any]:
    """Return the limits and texts of a field: `options`, or `between` two numbers; `title`, ..."""
    return {item.name: item.metadata for item in fields(Settings)}[name]


def settings_file() -> Path:
    return paths.config_dir() / "settings.json"


def load() -> Settings:
    """Return the saved settings, with defaults for values that are missing or invalid.

    A file that is not a JSON object is renamed to `settings.json.damaged`.
    """
    directory = settings_file().parent
    try:
        with directory_lock(directory):  # so that a file just being written is not set aside
            return decode(Settings, _read(), Care.GENTLE)
    except OSError:
        return Settings()


def peek() -> Settings:
    """Return the same as `load`, but leave a damaged file in place."""
    try:
        content = limits_.read(settings_file(), limits_.LARGEST_SETTINGS)
        return decode_text(Settings, content, Care.GENTLE)
    except (OSError, DecodeError):
        return Settings()


def save(settings: Settings, before: Settings | None = None) -> None:
    """Write `settings` in one step, so that a crash leaves the old file or the new one.

    With `before`, only values that differ from it are written, and those saved meanwhile by another
    window are kept. Unknown fields, for instance of a later version, are kept too.

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
            values = asdict(decode(Settings, kept, Care.GENTLE)) | {
                n: v for n, v in values.items() if v != old[n]
            }
        write_atomically(path, json.dumps(kept | values, indent=1).encode())


def _read() -> dict[str, Any]:
    """Return the file's content; a damaged file is renamed and counts as empty.

    Raises:
        OSError: The file does not exist or cannot be read.
    """
    path = settings_file()
    try:
        return decode_text(dict, limits_.read(path, limits_.LARGEST_SETTINGS))
    except DecodeError:
        with contextlib.suppress(OSError):
            path.replace(path.with_suffix(".json.damaged"))
        return {}
