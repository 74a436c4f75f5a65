"""All settings in the order of the dialog: titles, explanations, and kinds of values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from millmate import paths
from millmate.gui.kit.translator import LANGUAGES
from millmate.gui.shell.frame.menus import all_commands
from millmate.gui.shell.preferences import opponents
from millmate.language import mark


@dataclass(frozen=True, slots=True)
class Item:
    """A field of the settings; `title` and `tip` are marked texts."""

    name: str
    title: str
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Switch(Item):
    """On or off."""


@dataclass(frozen=True, slots=True)
class Choice(Item):
    """One of several values with titles; `pictured` values have a picture."""

    options: tuple[tuple[str, str], ...] = ()
    pictured: bool = False


@dataclass(frozen=True, slots=True)
class Number(Item):
    """A number in `unit`; 0 is shown as `zero` if that is given."""

    unit: str = ""
    zero: str = ""
    step: int = 1


@dataclass(frozen=True, slots=True)
class Folder(Item):
    """A directory; "" means the `usual` one, or none."""

    usual: Callable[[], Path] | None = None


@dataclass(frozen=True, slots=True)
class Text(Item):
    """A line of text."""


@dataclass(frozen=True, slots=True)
class Player(Item):
    """The player of a side."""

    white: bool = True


@dataclass(frozen=True, slots=True)
class Key(Item):
    """The key of the command `name`, kept in the settings field `keys`."""


@dataclass(frozen=True, slots=True)
class Category:
    """Items under one heading."""

    title: str
    items: tuple[Item, ...]


BUDGETS = {
    "quick": mark("Quick: half a second a move"),
    "thorough": mark("Thorough: three seconds a move"),
}
_NEXT_START = mark("A change of folder takes effect at the next start.")


def _keys() -> tuple[Key, ...]:
    """Return an item for each command of the menus."""
    return tuple(Key(each.id, each.text) for each in all_commands())


CATEGORIES = (
    Category(
        mark("Appearance"),
        (
            Choice("language", mark("Language"), options=(
                ("", mark("Follow the desktop")),
                *LANGUAGES.items(),
            )),
            Choice("start_page", mark("Start with"), options=(
                ("last", mark("The page where I left")), ("home", mark("Home")),
            )),
            Choice("appearance", mark("Colours of the window"), options=(
                ("system", mark("Follow the desktop")), ("light", mark("Light")),
                ("dark", mark("Dark")),
            )),
            Choice("accent", mark("Accent colour"), mark(
                "Of what is selected or focused, of the main button, and of the cursor on boards."
            ), pictured=True, options=(
                ("blue", mark("Blue")), ("violet", mark("Violet")),
                ("plum", mark("Plum")), ("petrol", mark("Petrol")), ("bronze", mark("Bronze")),
                ("graphite", mark("Graphite")),
            )),
            Number("text_size", mark("Size of the text"), mark(
                "Relative to the desktop's text size; boards use the remaining space."
            ), unit=mark(" %"), step=5),
            Switch("animated", mark("Animate moves"), mark(
                "Off if the desktop asks for reduced motion."
            )),
            Choice("speed", mark("Speed of animation"), options=(
                ("fast", mark("Fast")), ("normal", mark("Normal")), ("slow", mark("Slow")),
            )),
        ),
    ),
    Category(
        mark("Board"),
        (
            Choice("board", mark("Colours of the board"), pictured=True, options=(
                ("sage", mark("Sage")), ("wood", mark("Wood")), ("slate", mark("Slate")),
                ("paper", mark("Paper")), ("green", mark("Green")), ("blue", mark("Blue")),
                ("grey", mark("Grey")), ("contrast", mark("High contrast")),
            )),
            Choice("pieces", mark("Pieces"), pictured=True, options=(
                ("staunton", mark("Staunton")), ("modern", mark("Modern")),
                ("classic", mark("Classic")), ("mill", mark("Silhouettes")),
                ("signs", mark("Symbols of their moves")),
            )),
            Choice("stones", mark("Stones"), pictured=True, options=(
                ("lit", mark("Turned")), ("flat", mark("Flat")),
                ("marked", mark("Flat, with marks")),
            )),
            Choice("lettering", mark("Piece letters"), mark(
                "Used wherever moves are shown; games are saved and copied in English "
"notation."
            ), options=(
                ("language", mark("In the window's "
"language")), ("english", mark("English: K Q R B N")),
                ("figurines", mark("Figurines: ♔ ♕ ♖ ♗ ♘")),
            )),
            Switch("coordinates", mark("Coordinates at the edge")),
            Switch("targets", mark("Mark legal moves")),
            Switch("hover_boards", mark("Show positions on a small board"), mark(
                "Beside a move, a line or a game that the mouse or the keyboard points at."
            )),
            Switch("verdicts_in_play", mark("Show verdicts while playing"), mark(
                "Otherwise they are hidden until you ask for them, or the game has ended."
            )),
            Switch("worth", mark("Show the value of moves"), mark(
                "If a table covers the position, the result of each move is shown on its "
"target square."
            )),
        ),
    ),
    Category(
        mark("Players"),
        (
            Player("white", mark("White"), mark("Who plays White in a new game."), white=True),
            Player("black", mark("Black"), mark("Who plays Black in a new game."), white=False),
            Choice("drill_opponent", opponents.TITLE, opponents.TIP, options=tuple(
                opponents.OPPONENTS.items()
            )),
            Number("analysis_lines", mark("Analysis lines")),
            Number("analysis_hash", mark("Memory of the built-in engine"), mark(
                "For its hash table during analysis."
            ), unit=mark(" MB"), step=16),
            Choice("game_analysis", mark("Analysis of a whole game"), mark(
                "Time for each position that no table covers; tables answer at once."
            ), options=tuple(BUDGETS.items())),
            Switch("arrows", mark("Show arrows for the best moves during analysis")),
        ),
    ),
    Category(
        mark("Folders and server"),
        (
            Folder("tables", mark("Tables"), _NEXT_START, usual=paths.tables_dir),
            Folder("games_folder", mark("Games"), mark(
                "The Games page lists the games in this folder."
            ), usual=paths.games_dir),
            Folder("syzygy", mark("Syzygy tables"), mark(
                "Tables of other programs: win, draw, loss (WDL) and plies to a zeroing "
"move (DTZ)."
            )),
            Folder("gaviota", mark("Gaviota tables"), mark(
                "Tables of other programs: plies to mate (DTM), up to five pieces."
            )),
            Text("server", mark("Address of your server"), mark(
                "Where “millmate serve” runs; links to positions open its page."
            )),
        ),
    ),
    Category(
        mark("Building tables"),
        (
            Number("build_threads", mark("Threads"), mark(
                "Number of processors for building tables; takes effect with the next build."
            ), zero=mark("All of this computer")),
            Number("build_memory", mark("Memory"), mark(
                "Memory for building tables; takes effect with the next build."
            ), unit=mark(" MB"), zero=mark("Most of the free memory"), step=256),
            Switch("small_builds", mark("Build small tables without asking"), mark(
                "What takes under five seconds is built as soon as a position or a game needs it."
            )),
            Switch("compact_when_idle", mark("Compact tables when nothing else is to do"), mark(
                "Tables of chess then need a third of the disk space and give the same answers. "
                "Each takes up to some minutes; whatever you begin comes first. Afterwards the "
                "positions are found from which nobody can be mated any more: verdicts and "
                "games on time need them."
            )),
        ),
    ),
    Category(mark("Keys"), _keys()),
)  # fmt: skip


def all_items() -> dict[str, Item]:
    """Return the items of all settings fields by name."""
    return {
        item.name: item for each in CATEGORIES for item in each.items if not isinstance(item, Key)
    }
