"""What can be set, in the order in which it is shown: titles, explanations, and kinds of values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from millmate import paths
from millmate.gui.languages.translations import LANGUAGES
from millmate.gui.window.actions import entries
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


_NEXT_START = mark("Another folder is used from the next start on.")


def _keys() -> tuple[Key, ...]:
    """Return all commands of the menus, in their order."""
    return tuple(Key(each.name, each.text) for each in entries())


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
                "Of the desktop's own size; boards take what room is left."
            ), unit=mark(" %"), step=5),
            Switch("animated", mark("Animate moves"), mark(
                "Nothing moves where the desktop wants reduced motion."
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
                ("signs", mark("Signs of how they move")),
            )),
            Choice("stones", mark("Stones"), pictured=True, options=(
                ("lit", mark("Turned")), ("flat", mark("Flat")),
                ("marked", mark("Flat, with marks")),
            )),
            Choice("lettering", mark("Letters of the pieces"), mark(
                "In moves, wherever they are shown; games are kept and copied in English."
            ), options=(
                ("language", mark("Of the language")), ("english", mark("English: K Q R B N")),
                ("figurines", mark("Figurines: ♔ ♕ ♖ ♗ ♘")),
            )),
            Switch("coordinates", mark("Letters and digits at the edge")),
            Switch("targets", mark("Mark where a piece may go")),
            Switch("worth", mark("Show what moves are worth"), mark(
                "Where a table covers the position, each move's result stands on its square."
            )),
        ),
    ),
    Category(
        mark("Players"),
        (
            Player("white", mark("White"), mark("Who plays White in a new game."), white=True),
            Player("black", mark("Black"), mark("Who plays Black in a new game."), white=False),
            Number("analysis_lines", mark("Lines of analysis")),
            Number("analysis_hash", mark("Memory of our engine"), mark(
                "For positions it has searched before, while it analyses."
            ), unit=mark(" MB"), step=16),
            Switch("arrows", mark("Point at the best moves while analysing")),
        ),
    ),
    Category(
        mark("Folders"),
        (
            Folder("tables", mark("Tables"), _NEXT_START, usual=paths.tables_dir),
            Folder("games_folder", mark("Games"), mark(
                "The page “Games” lists what is in this folder."
            ), usual=paths.games_dir),
            Folder("syzygy", mark("Syzygy tables"), mark(
                "Of other programs: win, draw, loss (WDL), and plies to a zeroing move (DTZ)."
            )),
            Folder("gaviota", mark("Gaviota tables"), mark(
                "Of other programs: plies to mate (DTM), up to five men."
            )),
        ),
    ),
    Category(
        mark("Building tables"),
        (
            Number("build_threads", mark("Threads"), mark(
                "How many processors a build uses; counts from the next build on."
            ), zero=mark("All of this machine")),
            Number("build_memory", mark("Memory"), mark(
                "How much memory a build may use; counts from the next build on."
            ), unit=mark(" MB"), zero=mark("A good part of what is free"), step=256),
        ),
    ),
    Category(mark("Keys"), _keys()),
)  # fmt: skip


def all_items() -> dict[str, Item]:
    """Return every item that is a field of the settings, by its name."""
    return {
        item.name: item for each in CATEGORIES for item in each.items if not isinstance(item, Key)
    }
