"""The numbers of mutual zugzwangs of chess tables, counted once in a thread and then cached."""

import json
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from millmate import limits, paths
from millmate.decoder import DecodeError, decode_text
from millmate.errors import MillMateError
from millmate.files import write_atomically
from millmate.games.chess.material import Material
from millmate.gui.features.tables.work import Report, Stopped
from millmate.gui.kit.tasks import Latest
from millmate.tablebase.inventory import Ending

_LARGEST = 1_000_000  # bytes


def _cache() -> Path:
    return paths.cache_dir() / "zugzwangs.json"


def cached() -> dict[str, int]:
    """Return the numbers counted earlier, by the checksums of tables."""
    with suppress(OSError, DecodeError):
        return decode_text(dict[str, int], limits.read(_cache(), _LARGEST))
    return {}


def _counted(
    directory: Path, wanted: tuple[tuple[str, str], ...], progress: Report, stopped: Stopped
) -> None:
    """Count those of tables, given by names and checksums; report the number of each."""
    from millmate.tablebase import targets
    from millmate.tablebase.explore import Explorer
    from millmate.tablebase.zugzwangs import zugzwangs

    for name, checksum in wanted:
        with suppress(MillMateError):  # a damaged or deleted table is left out
            explorer = targets.explorer(directory, name, stopped)
            assert isinstance(explorer, Explorer)
            number = len(zugzwangs(explorer, stopped=stopped))
            if stopped():
                return
            with suppress(OSError):  # counted again next time
                path = _cache()
                path.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(path, json.dumps(cached() | {checksum: number}).encode())
            progress((checksum, number))


class ZugzwangCounts(QObject):
    """Counts mutual zugzwangs; `counted` follows the reading of the cache, and each table."""

    counted = Signal()

    def __init__(self, directory: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._directory = directory
        self._counting = Latest()
        self.known: dict[str, int] = {}

    def start(self, endings: Iterable[Ending]) -> None:
        """Count those of `endings` that are unknown, small tables first."""
        self.known = cached() | self.known
        self.counted.emit()
        files = [each.main for each in endings if isinstance(each.table, Material)]
        wanted = [
            (file.title, file.info.checksum)
            for file in sorted(files, key=lambda file: file.bytes)
            if file.state.sound and file.info and file.info.checksum not in self.known
        ]
        self._counting.start(partial(_counted, self._directory, tuple(wanted)), progress=self._add)

    def stop(self) -> None:
        self._counting.drop()

    @Slot(object)
    def _add(self, found: tuple[str, int]) -> None:
        checksum, number = found
        self.known[checksum] = number
        self.counted.emit()
