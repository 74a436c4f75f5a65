"""Deletes tables and unfinished ones, unless a build needs them."""

import shutil
from pathlib import Path

from millmate.errors import InputError, MillMateError
from millmate.files import describe_error
from millmate.language import tr
from millmate.locks import HeldError
from millmate.tablebase.by_game import of
from millmate.tablebase.inventory import Table, needs
from millmate.tablebase.metric import Metric
from millmate.tablebase.morris import store as morris_store
from millmate.tablebase.names import file_name, parse
from millmate.tablebase.store import size_of
from millmate.tablebase.table_build import hold_lock, locked

_DELETING = ".deleting-"


def delete(directory: Path, table: Table, metric: Metric = Metric.DTM) -> int:
    """Delete a table of `directory` and its unfinished build, if any; return the bytes freed.

    A table that is a link is unlinked, its target stays.

    Raises:
        InputError: It is being built, or a build needs it.
        MillMateError: The directory cannot be written.
    """
    own = metric.directory(directory)
    if not own.is_dir():
        return 0
    _refuse_needed(own, table, metric)
    try:
        with hold_lock(own, file_name(table)):
            return sum(map(remove, of(table).paths(own, table)))
    except HeldError:
        raise InputError(
            tr("{table} is being built: stop the build first", table=metric.titled(table))
        ) from None
    except OSError as error:
        raise undeletable(metric.titled(table), error) from None


def undeletable(name: str, error: OSError) -> MillMateError:
    """Return the error for a table that cannot be deleted."""
    why = describe_error(error)
    return MillMateError(tr("{table} cannot be deleted: {why}", table=name, why=why))


def _refuse_needed(directory: Path, table: Table, metric: Metric) -> None:
    """Refuse a table that a build under way reads; raises `InputError`."""
    for name in locked(directory):
        try:
            named = (morris_store.named(name),) if "-" in name else parse(name).tables
            built: tuple[Table, ...] = named
        except InputError:  # the lock of something else
            continue
        if any(table in needs(each) for each in built):
            raise InputError(
                tr(
                    "{table} is needed for {other}, which is being built: stop the build first",
                    table=metric.titled(table),
                    other=metric.titled(built[0]),
                )
            )


def remove(path: Path) -> int:
    """Remove a file, a link, or a folder, and return its bytes.

    Of a folder, a removal that is killed leaves no half. Raises `OSError`.
    """
    freed = 0 if path.is_symlink() else size_of(path)
    if path.is_symlink() or path.is_file():
        path.unlink()
    elif path.is_dir():
        for left in path.parent.glob(f"{_DELETING}*"):  # by a removal that was killed
            shutil.rmtree(left, ignore_errors=True)
        gone = path.with_name(f"{_DELETING}{path.name}")
        path.rename(gone)
        shutil.rmtree(gone, ignore_errors=True)
    return freed
