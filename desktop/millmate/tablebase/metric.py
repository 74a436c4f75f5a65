"""The metrics of tables: distance to mate, and distance to zeroing under the fifty-move rule.

Distances to zeroing count the plies to mate or to the next zeroing move (a capture or a pawn move)
that keeps the result. A move into a position that its own table decides within `LONGEST` plies
counts one ply; one into a position decided only later, where the fifty-move rule draws, counts
`CURSED`. So a distance above `LONGEST` says that the fifty-move rule draws: a cursed win, or a
blessed loss. The clock is at zero in tables.

Source: R. de Man's DTZ50 of Syzygy tables, here in exact plies.
"""

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from millmate.tablebase.rule50 import LONGEST

if TYPE_CHECKING:
    from millmate.kernels.chess_events import Events

CURSED = LONGEST + 1  # the distance to zeroing where the rule draws behind the zeroing move
# The materials of up to five men with wins that the fifty-move rule draws, the clock at zero.
# Source: the statistics of syzygy-tables.info.
WITH_CURSED_WINS = frozenset(
    (
        *("KBBvKN", "KBBvKP", "KBBvKQ", "KBNvKN", "KBNvKP", "KBPvKN", "KNNvKP", "KNNvKQ"),
        *("KNPvKN", "KNPvKQ", "KPPvKP", "KPPvKQ", "KQPvKP", "KQPvKQ", "KQRvKP", "KQRvKQ"),
        *("KRBvKR", "KRPvKB", "KRPvKP", "KRPvKQ"),
    )
)


class Metric(Enum):
    """The unit of a table's distances: moves to mate, or plies to zeroing."""

    DTM = "dtm"
    DTZ = "dtz"

    @property
    def unit(self) -> int:
        """The plies of one unit of distance."""
        return 2 if self is Metric.DTM else 1

    @property
    def title(self) -> str:
        """The name of the metric in a table's metadata."""
        return "DTM" if self is Metric.DTM else "DTZ50"

    @property
    def option(self) -> str:
        """The option of a command that asks for this metric, "" for the usual one."""
        return "" if self is Metric.DTM else f"--metric {self.value} "

    def titled(self, table: object) -> str:
        """Return the name of a table with its metric unless that is the distance to mate."""
        return str(table) if self is Metric.DTM else f"{table} ({self.title})"

    def directory(self, tables: Path) -> Path:
        """Return where the tables of this metric are, `tables` being those of distances to mate."""
        return tables if self is Metric.DTM else tables / self.value


def parse_table_name(name: str) -> tuple[str, Metric]:
    """Return the material and the metric in a result of `Metric.titled`."""
    material, _, title = name.partition(" (")
    return material, Metric.DTZ if title else Metric.DTM


def to_zeroing(events: "Events") -> "Events":
    """Return events that count one ply, or `CURSED`.

    A double push that wins after every capture en passant is a ply too late in `events`.
    """
    starts = events.starts.copy()
    starts[:, 2], starts[:, CURSED + 1] = starts[:, 3], starts[:, CURSED + 2]
    return events._replace(starts=starts)
