"""Tables of earlier versions as tables of today, and tables in fewer bytes (see `packing`)."""

import shutil
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from millmate import machine
from millmate.errors import MillMateError
from millmate.files import describe_error
from millmate.formatting import size
from millmate.games.chess.material import Material
from millmate.language import tr
from millmate.tablebase import codec, estimates, jobs, removal, store, verify
from millmate.tablebase.blocks import RESULTS
from millmate.tablebase.codec import BLOCK, Buffer
from millmate.tablebase.container import Finished, Frame, Unfinished
from millmate.tablebase.draft import Draft, draft_path
from millmate.tablebase.full_table import SUFFIX
from millmate.tablebase.packing import SMALLEST
from millmate.tablebase.table import Table, TableInfo
from millmate.tablebase.table_build import alone, refuse_while_building
from millmate.tablebase.verdict import MissingTableError

_SMALL = "small"
_TOGETHER = 256  # blocks, about, that are written at once

Between = Callable[[float], None]


def pack(
    directory: Path,
    material: Material,
    between: Between = lambda fraction: None,
    threads: int | None = None,
    small: bool = False,
) -> TableInfo:
    """Store a table as builds store it, or in the fewest bytes, and return its metadata.

    What a killed call leaves is removed by the next one. While a build is at work in the
    directory, nothing is packed: it may read the table.

    Args:
        directory: The tables of one metric.
        material: The canonical material.
        between: Called now and then with the fraction done; may raise to stop.
        threads: The number of threads, by default one for each processor.
        small: Whether to take far longer for 7 to 30 % fewer bytes.

    Raises:
        MissingTableError: There is no such table.
        MillMateError: It is not verified, or too large; tables are being built there; the directory
            cannot be written or is full. The table is intact.
        TableError: The table is damaged.
    """
    if not store.exists(directory, material):
        told = tr("no table for {table} in {directory}; build it first")
        raise MissingTableError(told.format(table=material, directory=directory))
    if store.own(directory, material):
        try:
            with alone(directory, material, material):
                _pack(directory, material, between, threads or machine.processors(), small)
        except OSError as error:
            told = tr("{folder}: {what}; no table is lost: run it again to continue")
            words = told.format(folder=directory, what=describe_error(error))
            raise MillMateError(words) from error
    return store.opened(directory, material).info


def _pack(directory: Path, material: Material, between: Between, threads: int, small: bool) -> None:
    path = store.place(directory, material)
    try:
        if path and (path.suffix != SUFFIX or not store.compact(path)):
            _renew(directory, material, between, threads)
        for old in (store.compact_path(directory, material), store.zarr_path(directory, material)):
            removal.remove(old)  # beside it there is a table of today
        if small:
            _shrink(directory, material, between, threads)
    finally:
        shutil.rmtree(draft_path(directory, material), ignore_errors=True)


def _refuse(material: Material, table: Table) -> None:
    if not table.info.verified:
        raise MillMateError(
            tr(
                "{name} is not verified, and only verified tables are packed: delete {path} "
                "and build it again",
                name=material,
                path=table.path,
            )
        )
    if estimates.large(material):
        told = tr("{name} stays as it is: it is too large to be packed in memory", name=material)
        raise MillMateError(told)
    needed, free = estimates.PROGRAM + estimates.job_memory(material), machine.free_memory()
    if needed > free:
        raise MillMateError(
            tr(
                "packing {name} needs about {size} of memory, {free} are free: close other "
                "programs, or pack it later",
                name=material,
                size=size(needed),
                free=size(free),
            )
        )


def _renew(directory: Path, material: Material, between: Between, threads: int) -> None:
    """Put a table of today in place of one of an earlier version."""
    table = store.opened(directory, material)
    _refuse(material, table)
    shutil.rmtree(draft_path(directory, material), ignore_errors=True)
    draft = Draft(directory, material)
    layout, done = draft.layout, 0
    for job in jobs.jobs_of(layout):
        draft.put_from(table, job.numbers, threads)
        done += len(job.numbers)
        between(0.9 * done / layout.slices)
    facts = {name: fact for name, fact in table.facts.items() if name != "blocks"}
    if (packed := draft.assemble(facts).packed) is not None:
        verify.compare_samples(table, packed)
    refuse_while_building(directory, material, material)
    draft.publish(instead=True)


def _shrink(directory: Path, material: Material, between: Between, threads: int) -> None:
    """Pack the blocks of a table of today in the fewest bytes."""
    path, folder = store.table_path(directory, material), draft_path(directory, material)
    table = Finished(path)
    if table.metadata.get(_SMALL):
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    new = Unfinished(folder / path.name, table.description)
    for stream, blocks in table.streams.items():
        for first in range(0, blocks, _TOGETHER):
            here = range(min(_TOGETHER, blocks - first))
            frames = table.frames(stream, first, len(here))
            work = partial(_smaller, stream, first, frames)
            new.put(codec.mapped(work, len(here), threads), ends=first + _TOGETHER >= blocks)
            between(((stream != RESULTS) + (first + len(here)) / blocks) / 2)
    new.finish({**table.metadata, _SMALL: True})
    Finished(new.path)
    new.path.replace(path)


def _smaller(stream: str, first: int, frames: Sequence[Buffer], at: int) -> Frame:
    packed = b""
    if frames[at]:
        content = codec.unpacked(frames[at], 1, BLOCK)
        packed = codec.compressed(np.frombuffer(content, np.uint8), SMALLEST)
    return Frame(stream, first + at, packed)
