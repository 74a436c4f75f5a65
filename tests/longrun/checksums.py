"""Checksums of whole tables: the reference for every change of how tables are made and stored.

    python -m tests.longrun.checksums TABLES [--write]

TABLES holds tables of both metrics (`millmate build --all 5 --metric both`). Each that has a line
in tests/data/table_checksums.csv is compared, and a difference printed; with `--write`, lines that
are missing are added. A checksum is the SHA-256 of the SHA-256 of the slices, White to move first,
then by number, and of the distances above 127 where a slice has any. Like pieces stand in every
order, so that nothing depends on how a table is stored.
"""

import csv
import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

from millmate.games.chess.material import Material
from millmate.tablebase import store
from millmate.tablebase.metric import Metric
from millmate.tablebase.table import Table

REFERENCE = Path(__file__).parents[1] / "data" / "table_checksums.csv"
FIELDS = ("material", *(metric.value for metric in Metric))


def checksum(table: Table) -> str:
    """Return the checksum of the codes of a table; raises `TableError` if it is damaged."""
    whole = hashlib.sha256()
    for turn in (True, False):
        for number in range(table.layout.slices):
            one = hashlib.sha256(table.slice_values(turn, number).data)
            if table.has_more:
                more = table.more_values(turn, number)
                one.update(more.data if more.any() else b"")
            whole.update(one.digest())
    return whole.hexdigest()


def reference() -> dict[str, dict[str, str]]:
    """Return the checksums of tests/data/table_checksums.csv by material and metric."""
    with REFERENCE.open(newline="") as file:
        return {row["material"]: row for row in csv.DictReader(file)}


def checksums(directory: Path, names: Iterator[str]) -> Iterator[tuple[str, Metric, str]]:
    """Yield the material, the metric and the checksum of each table of `names` there is."""
    for name in names:
        for metric in Metric:
            folder, material = metric.directory(directory), Material.parse(name)
            if store.exists(folder, material):
                yield name, metric, checksum(store.opened(folder, material))


def main(directory: Path, *, write: bool = False) -> int:
    """Compare or add checksums; return how many differ."""
    known, wrong = reference(), 0
    materials = (str(material) for material in store.own_materials(directory))
    for name, metric, found in checksums(directory, materials):
        row = known.setdefault(name, dict.fromkeys(FIELDS, "") | {"material": name})
        expected = row[metric.value] or (found if write else "")
        row[metric.value] = expected or found
        verdict = "unknown" if not expected else "same" if expected == found else "DIFFERENT"
        wrong += verdict == "DIFFERENT"
        print(name, metric.value, found, verdict, flush=True)
    if write:
        with REFERENCE.open("w", newline="") as file:
            writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(known[name] for name in sorted(known))
    return wrong


if __name__ == "__main__":
    options = sys.argv[1:]
    sys.exit(bool(main(Path(options[0]), write="--write" in options)))
