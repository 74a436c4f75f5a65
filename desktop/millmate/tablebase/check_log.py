"""When the tables of a directory were last verified after they were built, and with what result.

`.checked.json` beside the tables holds an entry for each of them. An entry made before the
table was rebuilt does not count.
"""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from millmate import limits
from millmate.decoder import DecodeError, decode_text
from millmate.files import directory_lock, write_atomically

NAME = ".checked.json"
_LARGEST = 1_000_000  # bytes


@dataclass(frozen=True, slots=True)
class Check:
    """A verification: of the table created when, at which time, and its fault or ""."""

    created: str
    at: str
    fault: str = ""


def read(directory: Path) -> dict[str, Check]:
    """Return the checks by the names of tables; none if the file is missing or damaged."""
    with suppress(OSError, DecodeError):
        return decode_text(dict[str, Check], limits.read(directory / NAME, _LARGEST))
    return {}


def record(directory: Path, name: str, created: str, fault: str = "") -> None:
    """Note that the table `name` was verified just now; a directory that is read-only stays so."""
    check = Check(created, datetime.now(UTC).isoformat(timespec="seconds"), fault)
    with suppress(OSError), directory_lock(directory):
        checks = read(directory) | {name: check}
        content = {each: asdict(checks[each]) for each in sorted(checks)}
        write_atomically(directory / NAME, json.dumps(content, indent=1).encode())
