"""The positions that a directory's tables hold, where these are reachable from one position.

Such a directory is `positions/NAME` within a directory of tables, whose whole tables it falls back
to. Its file `position.json` names the position, the side that the tables are for, and every
placement of the pawns.
"""

import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

import chess

from millmate import limits
from millmate.decoder import Care, Reads, decode, decode_text
from millmate.errors import MillMateError
from millmate.files import write_atomically
from millmate.games.chess.material import Material
from millmate.language import tr
from millmate.tablebase.layout import Layout, Pawns, layout_of, mirrored
from millmate.tablebase.reach import Bounds, Reach

FILE = "position.json"
FOLDER = "positions"
_FORMAT = 2
_LARGEST = 200_000_000  # bytes; a million placements of ten pawns have 40 million


@dataclass(frozen=True)
class PositionFile:
    """The positions that a directory's tables hold, and the position that leads to them."""

    fen: str
    bounds: Bounds
    reach: Reach


def write(directory: Path, content: PositionFile) -> None:
    """Write the file on the positions that `directory`'s tables will hold; raises `OSError`."""
    reach = content.reach
    told: dict[str, Any] = {
        "format": _FORMAT,
        "fen": content.fen,
        **asdict(content.bounds),
        "for_white": reach.for_white,
        "exits": reach.exits,
        "whole": sorted(map(str, reach.whole)),
        "placements": {str(material): pawns for material, pawns in reach.placements.items()},
    }
    directory.mkdir(parents=True, exist_ok=True)
    write_atomically(directory / FILE, json.dumps(told).encode())


def position_of(directory: Path) -> PositionFile | None:
    """Return the content of the tables of `directory`, None if it is an ordinary directory.

    Raises:
        MillMateError: The file is damaged.
    """
    try:
        changed = (directory / FILE).stat().st_mtime_ns
    except OSError:
        return None
    return _read(directory / FILE, changed)


def reach_in(directory: Path) -> Reach | None:
    """Return the positions that the tables of `directory` hold, None for all; raises likewise."""
    found = position_of(directory)
    return None if found is None else found.reach


def layout_in(directory: Path, material: Material) -> Layout:
    """Return the layout of a table of `directory`; raises as `position_of` does."""
    reach = reach_in(directory)
    if reach is None or material not in reach.placements:
        return layout_of(material)
    return reach.layouts[material]


def directory_behind(directory: Path) -> Path | None:
    """Return the directory of the whole tables behind those of `directory`, None without one."""
    return directory.parent.parent if (directory / FILE).is_file() else None


def directories(tables: Path) -> list[Path]:
    """Return the directories of position tables within a directory of tables, in their order."""
    return sorted(file.parent for file in (tables / FOLDER).glob(f"[!.]*/{FILE}"))


@lru_cache(maxsize=32)
def _read(file: Path, changed: int) -> PositionFile:
    try:
        told = decode_text(dict, limits.read(file, _LARGEST))
        bounds = decode(Bounds, told, Care.KNOWN)
        reach = Reach(
            decode(dict[_Named, _Placements], told["placements"]),
            decode(frozenset[_Named], told["whole"]),
            decode(int, told["exits"]),
            decode(bool, told["for_white"]),
            bounds.promotions,
        )
        whole = any(material.canonical() in reach.whole for material in reach.placements)
        if whole or told["format"] != _FORMAT:
            raise ValueError("whole")  # earlier versions took moves between the two for exits
        return PositionFile(chess.Board(decode(str, told["fen"])).fen(), bounds, reach)
    except (OSError, KeyError, ValueError):
        raise MillMateError(
            tr(
                "{file} is damaged: remove {folder}, and solve the position again",
                file=file.name,
                folder=file.parent,
            )
        ) from None


def _placements(told: list[list[list[int]]]) -> tuple[Pawns, ...]:
    found = tuple((tuple(white), tuple(black)) for white, black in told)
    sound = all(type(square) is int for both in found for pawns in both for square in pawns)
    if not sound or list(found) != sorted(set(found)) or any(p > mirrored(p) for p in found):
        raise ValueError("placements")
    return found


_Named = Annotated[Material, Reads(str, Material.named)]
_Placements = Annotated[tuple[Pawns, ...], Reads(list, _placements)]  # millions: read as a whole
