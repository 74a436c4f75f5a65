"""The Python API: probe, list and build tables of chess and nine men's morris.

    import millmate

    with millmate.open_tables() as tables:
        tables.probe("8/8/8/8/8/2k5/8/KQ6 w - - 0 1").dtm

Everything here is also in `millmate` itself. Nothing loads Qt.

Values have the signs and units of python-chess (`chess.syzygy`, `chess.gaviota`), see `Probe`.
"""

from millmate.api.layers import Layer
from millmate.api.make import build
from millmate.api.positions import Board, Move, Position, board
from millmate.api.tables import MetricName, Tables, open_tables
from millmate.api.values import Bounds, MoveBounds, MoveProbe, Probe, Probe50, Values
from millmate.errors import InputError, MillMateError
from millmate.games.morris.board import MorrisBoard, MorrisMove
from millmate.games.positions import PositionError
from millmate.tablebase.sharded import TableError
from millmate.tablebase.verdict import MissingTableError, UnprobeableError

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
