"""Tables of DTM50: mates in over fifty moves that the fifty-move rule allows, with clock 0.

All others at clock 0 are as in DTM or, if DTZ says so, draws. A file, `dtm50/X.npz`, has for the
side that the table calls White and then for Black the places, as the gaps between them, and the
codes of the mates that are not as in DTM. Tables without such mates have no file.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from millmate.files import open_atomically
from millmate.games.chess.material import Material
from millmate.tablebase.clocks import Places
from millmate.tablebase.rule50 import LONGEST
from millmate.tablebase.sharded import TableError
from millmate.tablebase.table import Table

FOLDER = "dtm50"


def path_of(directory: Path, material: Material) -> Path:
    """Return where the file of a material is; `directory` has the tables of distances to mate."""
    return directory / FOLDER / f"{material}.npz"


def read(directory: Path, material: Material) -> dict[bool, Places] | None:
    """Return the places of a table, from 0 for each side to move; None without a file.

    Raises:
        TableError: It is damaged.
    """
    path = path_of(directory, material)
    try:
        with np.load(path, allow_pickle=False) as found:
            return {
                turn: Places(found[f"gaps_{turn}"].cumsum(dtype=np.int64), found[f"codes_{turn}"])
                for turn in (True, False)
            }
    except FileNotFoundError:
        return None
    except (OSError, KeyError, ValueError, zipfile.BadZipFile, EOFError) as error:
        raise TableError(path, str(error)) from None


def write(directory: Path, material: Material, sides: Mapping[bool, Places]) -> None:
    """Write the file of a material; raises `OSError`."""
    path, arrays = path_of(directory, material), dict[str, Any]()
    for turn, (places, codes) in sides.items():
        arrays[f"gaps_{turn}"] = np.diff(places, prepend=0).astype(np.uint32)
        arrays[f"codes_{turn}"] = codes
    path.parent.mkdir(parents=True, exist_ok=True)
    with open_atomically(path) as file:
        np.savez_compressed(file, **arrays)


def has_late(table: Table) -> bool:
    """Return whether a table of distances to mate has mates in over fifty moves."""
    return any(any(side.plies[LONGEST + 1 :]) for side in table.info.counts.values())
