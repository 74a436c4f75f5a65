"""Make the tables that ship with the program: those of all endings of up to four men.

Their sets of dead positions are made with them.

`python installer/shipped_tables.py` puts them into resources/tables/, from where a bundle, a wheel
and this checkout take them. Git does not keep them. It takes one to three minutes; tables that are
there already, whole and readable, stay.
"""

import shutil
import sys
from collections import Counter
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "desktop"))

from millmate import resources
from millmate.formatting import size
from millmate.games.chess.material import all_materials
from millmate.tablebase import shipped, targets
from millmate.tablebase.helpmates import files as helpmates
from millmate.tablebase.helpmates.files import HelpmatesInfo
from millmate.tablebase.sharded import TableError

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "tables"
WORK = ROOT / "installer" / "build" / "tables"


def make(folder: Path = FOLDER, work: Path = WORK) -> None:
    """Put the tables and their checksums into `folder`, unless they are there.

    `work` is where they are built; a call that was interrupted is continued there.

    Raises:
        SystemExit: Some are missing, changed or damaged.
    """
    if folder.is_dir() and not faults(folder):
        return
    with resources.without_tables():
        _build(work)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path in sorted(work.glob("*.table")):
        shutil.copy(path, folder)
    unfinished = shutil.ignore_patterns(".*")
    shutil.copytree(work / helpmates.DIRECTORY, folder / helpmates.DIRECTORY, ignore=unfinished)
    shipped.seal(folder)
    check(folder)
    shutil.rmtree(work)


def check(folder: Path) -> None:
    """Refuse tables that nobody should be sent.

    Raises:
        SystemExit: Some are missing, changed or damaged.
    """
    if found := faults(folder):
        raise SystemExit(f"{folder}: {'; '.join(found)}")


def faults(folder: Path) -> list[str]:
    """Return what is wrong with the tables in `folder`."""
    with resources.without_tables():
        infos, damaged = targets.survey(folder)
    found = [f"{name} has been changed or is damaged" for name in shipped.altered(folder)]
    found += map(str, damaged)
    found += [f"{info.material} is not verified" for info in infos if not info.verified]
    if len(infos) != shipped.NUMBER:
        found.append(f"{len(infos)} of {shipped.NUMBER} tables are there")
    return found + _faults_of_sets(folder)


def _faults_of_sets(folder: Path) -> list[str]:
    with resources.without_tables():
        lacking = helpmates.missing(folder, all_materials(shipped.MOST_MEN))
        if lacking:
            return [f"no sets of dead positions of {', '.join(map(str, lacking))}"]
        try:
            sets = dead_sets(folder)
        except TableError as error:
            return [str(error)]
    return [
        f"dead positions of {info.material} are not verified" for info in sets if not info.verified
    ]


def dead_sets(folder: Path) -> list[HelpmatesInfo]:
    """Return what the sets in `folder` are.

    Raises:
        TableError: Some are damaged.
    """
    return [helpmates.opened(folder, m).info for m in all_materials(shipped.MOST_MEN)]


def _build(work: Path) -> None:
    """Build all tables and pack them in the fewest bytes.

    Sets of dead positions are verified before they are written.
    """
    from millmate.tablebase.build import build
    from millmate.tablebase.helpmates.build import build as find_dead
    from millmate.tablebase.pack import pack

    materials = all_materials(shipped.MOST_MEN)
    build(materials, work)
    for material in materials:
        pack(work, material, small=True)
    find_dead(work, materials)


def main() -> None:
    """Make the tables and say how large they are."""
    make()
    with resources.without_tables():
        infos, _ = targets.survey(FOLDER)
        dead = sum(info.bytes for info in dead_sets(FOLDER))
    payloads = sum((Counter(info.payloads) for info in infos), Counter())
    parts = ", ".join(f"{name} {size(count)}" for name, count in payloads.items())
    total = size(sum(info.bytes for info in infos))
    place = FOLDER.relative_to(ROOT)
    print(f"{place}: {len(infos)} tables, {total} ({parts}); sets of dead positions, {size(dead)}")


if __name__ == "__main__":
    main()
