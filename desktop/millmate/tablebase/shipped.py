"""The tables included with the program: those of all endings of up to four men.

Their sets of dead positions are included, too. `installer/shipped_tables.py` makes all when the
package is made, and lists their checksums beside them, in the form that `sha256sum --check` reads.
Probing does not read that list: each block and the index of a table have their own checksums (see
`container`), and so have sets.
"""

import hashlib
from pathlib import Path

from millmate import limits
from millmate.games.chess.material import all_materials
from millmate.regular_files import open_regular
from millmate.tablebase.full_table import SUFFIX
from millmate.tablebase.helpmates.files import DIRECTORY

MOST_MEN = 4
NUMBER = len(all_materials(MOST_MEN))
CHECKSUMS = "SHA256SUMS"


def seal(folder: Path) -> None:
    """Write the checksums of the tables and sets in `folder`."""
    lines = [f"{_checksum(path)}  {name}\n" for name, path in _files(folder).items()]
    (folder / CHECKSUMS).write_text("".join(lines), encoding="ascii")


def altered(folder: Path) -> list[str]:
    """Return the names of the files in `folder` that are not what `seal` saw, or not there."""
    try:
        content = limits.read(folder / CHECKSUMS, limits.LARGEST_LIST).decode("ascii")
    except (OSError, ValueError):
        return [CHECKSUMS]
    listed = [line.partition("  ")[::2] for line in content.splitlines()]
    told = {name: checksum for checksum, name in listed}
    there = _files(folder)
    return [
        name
        for name in sorted({*told, *there})
        if name not in told or name not in there or _checksum(there[name]) != told[name]
    ]


def _files(folder: Path) -> dict[str, Path]:
    """Return the files of tables and sets by their names below `folder`."""
    tables = sorted(folder.glob(f"[!.]*{SUFFIX}"))
    sets = sorted(path for path in (folder / DIRECTORY).glob("[!.]*/**/*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path for path in (*tables, *sets)}


def _checksum(path: Path) -> str:
    with open_regular(path) as file:
        return hashlib.sha256(file.read()).hexdigest()
