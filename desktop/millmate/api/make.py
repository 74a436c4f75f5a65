"""Build tables."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from millmate import paths
from millmate.api.tables import metric_of
from millmate.tablebase.names import parse
from millmate.tablebase.progress import BuildProgress, ignore, never


def build(
    names: str | Iterable[str],
    directory: str | os.PathLike[str] | None = None,
    *,
    progress: Callable[[BuildProgress], None] | None = None,
    stopped: Callable[[], bool] | None = None,
    metrics: Iterable[str] = ("dtm",),
    threads: int | None = None,
    memory: int | None = None,
) -> list[str]:
    """Build missing tables, and those they lead to; return the names asked for.

    >>> import millmate
    >>> millmate.build("KQvK", directory)
    ['KQvK']

    Several builds in one directory wait for each other. One that was stopped, killed or found the
    disk full is resumed.

    Args:
        names: A table or several: `KBNvK`, `morris:5-4`, `morris:all`.
        directory: Where the tables go, by default where the program has its own.
        progress: Called in this thread, many times a second, with the `stage`, the `fraction` that
            is done, `seconds_left` and more.
        stopped: Asked in between; the build ends when it returns True.
        metrics: "dtm" for distances to mate, "dtz" for distances to zeroing; morris has the first.
        threads: How many threads share the work, by default one for each processor.
        memory: The bytes of memory to use at most, by default most of the free memory.

    Raises:
        InputError: A name or metric is unknown, or no such table can be built; a `ValueError`.
        MillMateError: There is too little disk or memory, the directory cannot be written,
            `stopped` returned True, or a table that is needed is damaged.
    """
    from millmate.tablebase import targets  # loads kernels
    from millmate.tablebase.table_build import BuildOptions

    wanted = [parse(name) for name in ([names] if isinstance(names, str) else names)]
    kinds = tuple(metric_of(metric) for metric in metrics)
    options: BuildOptions = {"stopped": stopped or never, "threads": threads, "memory": memory}
    place = paths.tables_dir() if directory is None else Path(directory)
    infos = targets.build(wanted, place, progress or ignore, kinds, **options)
    return list(dict.fromkeys(info.material for info in infos))
