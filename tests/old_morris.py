"""Tables of morris as earlier versions wrote them, and as they are exported: Zarr arrays."""

from pathlib import Path

from millmate.tablebase.export import ARRAYS, export
from millmate.tablebase.morris.store import MorrisTable


def write(directory: Path, table: MorrisTable) -> Path:
    """Write a table, whose checksum is the same, into a directory; return its path."""
    (path,) = export(ARRAYS, table.path.parent, table.layout.table, directory)
    assert MorrisTable(path).info.checksum == table.info.checksum
    return path
