"""Check that this processor can run NumPy, which would otherwise crash without a message."""

import platform
from pathlib import Path

from millmate.language import tr

_TOLD_BY = Path("/proc/cpuinfo")
_FIRST = 8192  # bytes: enough for the first processor; all are the same
# The instructions of x86-64-v2, for which NumPy's wheels are compiled, by their Linux names.
_NEEDED = {
    "pni": "SSE3", "ssse3": "SSSE3", "sse4_1": "SSE4.1", "sse4_2": "SSE4.2", "popcnt": "POPCNT",
    "cx16": "CMPXCHG16B", "lahf_lm": "LAHF",
}  # fmt: skip


def lacking() -> list[str]:
    """Return the required instructions that this processor is known to lack."""
    if platform.machine() not in ("x86_64", "AMD64"):
        return []
    try:
        with _TOLD_BY.open("rb") as file:
            told = file.read(_FIRST).decode("ascii", errors="replace")
    except OSError:  # not Linux
        return []
    flags = next((line for line in told.splitlines() if line.startswith("flags")), "").split()
    return [name for flag, name in _NEEDED.items() if flags and flag not in flags]


def obstacle() -> str:
    """Return why the program cannot run on this processor, "" if it can."""
    missing = lacking()
    if not missing:
        return ""
    return tr(
        "this processor is too old: it lacks {names}, which NumPy needs (x86-64-v2, processors "
        "since about 2009); use another computer",
        names=", ".join(missing),
    )
