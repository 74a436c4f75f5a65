"""What can be set, in the order in which it is shown: titles, explanations, and kinds of values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from millmate import paths
from millmate.gui.languages.translations import LANGUAGES
from millmate.gui.menus import all_commands
from millmate.language import mark


@dataclass(frozen=True, slots=True)
class Item:
    """A field of the settings; `title` and `tip` are marked for translation."""

    name: str
    title: str
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Switch(Item):
    """On or off."""


@dataclass(frozen=True, slots=True)
class Choice(Item):
    """One of several values, each with its title; `pictured` ones are shown beside their names."""

    options: tuple[tuple[str, str], ...] = ()
    pictured: bool = False


@dataclass(frozen=True, slots=True)
class Number(Item):
    """A number in `unit`; 0 is said as `zero` where that is given."""

    unit: str = ""
    zero: str = ""
    step: int = 1


@dataclass(frozen=True, slots=True)
class Folder(Item):
    """A directory; "" is the `usual` one, or none where there is no usual one."""

    usual: Callable[[], Path] | None = None


@dataclass(frozen=True, slots=True)
class Player(Item):
    """Who plays a side."""

    white: bool = True


@dataclass(frozen=True, slots=True)
class Key(Item):
    """The key of the command `name`; not a field of the settings, but one of its `keys`."""


@dataclass(frozen=True, slots=True)
class Category:
    """Items that belong together."""

    title: str
    items: tuple[Item, ...]


_NEXT_START = mark("A change of folder takes effect at the next start.")


def _keys() -> tuple[Key, ...]:
    """Return all commands of the menus, in their order."""
    return tuple(Key(each.id, each.text) for each in all_commands())


CATEGORIES = (
    Category(
        mark("Appearance"),
        (
            Choice("language", mark("Language"), options=(
                ("", mark("Follow the desktop")),
                *((code, name) for code, (name, _) in LANGUAGES.items()),
            )),
            Choice("appearance", mark("Colours of the window"), options=(
                ("system", mark("Follow the desktop")), ("light", mark("Light")),
                ("dark", mark("Dark")),
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
                ("sage", mark("Sage")), ("wood", mark("Wood")), ("green", mark("Green")),
                ("blue", mark("Blue")), ("grey", mark("Grey")), ("contrast", mark("High contrast")),
            )),
            Choice("pieces", mark("Pieces"), pictured=True, options=(
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
            Number("analysis_lines", mark("Analysis lines")),
            Number("analysis_hash", mark("Memory of the built-in engine"), mark(
                "For its hash table during analysis."
            ), unit=mark(" MB"), step=16),
            Switch("arrows", mark("Show arrows for the best moves during analysis")),
        ),
    ),
    Category(
        mark("Folders"),
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
        ),
    ),
    Category(mark("Keys"), _keys()),
)  # fmt: skip


def all_items() -> dict[str, Item]:
    """Return every item that is a field of the settings, by its name."""
    return {
        item.name: item for each in CATEGORIES for item in each.items if not isinstance(item, Key)
    }
