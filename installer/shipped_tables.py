"""Make the tables that ship with the program: compact ones of all endings of up to four men.

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
from millmate.tablebase import shipped, store

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "tables"
WORK = ROOT / "installer" / "build" / "tables"


def make(folder: Path = FOLDER, work: Path = WORK) -> None:
    """Put the tables and their checksums into `folder`, unless they are there.

    `work` is where they are built; a call that was interrupted is continued there.

    Raises:
        SystemExit: They are not all there, or not what was written.
    """
    if folder.is_dir() and not faults(folder):
        return
    with resources.without_tables():
        _build(work)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path in sorted(work.glob("*.compact")):
        shutil.copy(path, folder)
    shipped.seal(folder)
    check(folder)
    shutil.rmtree(work)


def check(folder: Path) -> None:
    """Refuse tables that nobody should be sent.

    Raises:
        SystemExit: They are not all there, or not what was written.
    """
    if found := faults(folder):
        raise SystemExit(f"{folder}: {'; '.join(found)}")


def faults(folder: Path) -> list[str]:
    """Return what is wrong with the tables in `folder`."""
    with resources.without_tables():
        infos, damaged = store.survey(folder)
    found = [f"{name} is not what was written" for name in shipped.altered(folder)]
    found += map(str, damaged)
    found += [f"{info.material} is not verified" for info in infos if not info.verified]
    if len(infos) != shipped.NUMBER:
        found.append(f"{len(infos)} of {shipped.NUMBER} tables are there")
    return found


def _build(work: Path) -> None:
    """Build, verify and compact all tables, which compares each with what it was made from."""
    from millmate.tablebase.build import build
    from millmate.tablebase.compact import compact

    materials = all_materials(shipped.MOST_MEN)
    build(materials, work)
    for material in materials:
        compact(work, material)


def main() -> None:
    """Make the tables and say how large they are."""
    make()
    with resources.without_tables():
        infos, _ = store.survey(FOLDER)
    payloads = sum((Counter(info.payloads) for info in infos), Counter())
    parts = ", ".join(f"{name} {size(count)}" for name, count in payloads.items())
    total = size(sum(info.bytes for info in infos))
    print(f"{FOLDER.relative_to(ROOT)}: {len(infos)} tables, {total} ({parts})")


if __name__ == "__main__":
    main()
