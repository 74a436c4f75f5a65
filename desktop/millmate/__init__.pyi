"""The names of `millmate` for type checkers; at run time they are imported when they are used."""

from millmate.api import (
    Board,
    InputError,
    Layer,
    MetricName,
    MillMateError,
    MissingTableError,
    MorrisBoard,
    MorrisMove,
    Move,
    MoveProbe,
    Position,
    PositionError,
    Probe,
    TableError,
    Tables,
    UnprobeableError,
    Values,
    board,
    build,
    open_tables,
)

__all__ = [
    "Board",
    "InputError",
    "Layer",
    "MetricName",
    "MillMateError",
    "MissingTableError",
    "MorrisBoard",
    "MorrisMove",
    "Move",
    "MoveProbe",
    "Position",
    "PositionError",
    "Probe",
    "TableError",
    "Tables",
    "UnprobeableError",
    "Values",
    "board",
    "build",
    "open_tables",
]

__version__: str
