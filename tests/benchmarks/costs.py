"""Write the costs of the tables of a directory, in the form of `resources/costs.txt`.

    millmate build --all 5 --metric both --planes --tables DIR
    python -m tests.benchmarks.costs DIR > resources/costs.txt

Of each table: CPU seconds, bytes on disk, bytes of its plane. On a machine with other work, CPU
seconds are more: a second argument multiplies them.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from millmate.tablebase import store
from millmate.tablebase.metric import Metric


def costs(directory: Path, metric: Metric, scale: float) -> Iterator[str]:
    """Yield the lines of the tables of one metric that have planes."""
    for material in store.own_materials(directory):
        plane = store.plane_path(directory, material)
        if plane.exists() and not material.facing:
            seconds = store.opened(directory, material).info.cpu_seconds * scale
            table = store.table_path(directory, material).stat().st_size
            yield f"{seconds:.2f} {table} {plane.stat().st_size} {metric.titled(material)}"


def main(directory: Path, scale: float = 1.0) -> None:
    for metric in Metric:
        for line in costs(metric.directory(directory), metric, scale):
            print(line)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(float, sys.argv[2:]))
