"""Mill & Mate: study endings in chess and nine men's morris.

This module also exports the Python API, `millmate.api`. Its names are imported on first use, so
`import millmate` alone loads neither tables nor the code that reads them.
"""

from importlib import import_module

__version__ = "0.1.0"

# The names of `millmate.api`; `__init__.pyi` declares the same ones for type checkers.
__all__ = [
    "Board",
    "Bounds",
    "InputError",
    "Layer",
    "MetricName",
    "MillMateError",
    "MissingTableError",
    "MorrisBoard",
    "MorrisMove",
    "Move",
    "MoveBounds",
    "MoveProbe",
    "Position",
    "PositionError",
    "Probe",
    "Probe50",
    "TableError",
    "Tables",
    "UnprobeableError",
    "Values",
    "board",
    "build",
    "open_tables",
]


def __getattr__(name: str) -> object:
    """Return a name of the API."""
    if name not in __all__:
        raise AttributeError(f"module 'millmate' has no attribute {name!r}")
    return getattr(import_module("millmate.api"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
