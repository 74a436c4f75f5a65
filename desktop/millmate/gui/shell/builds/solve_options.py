"""The cost of solving a position, as a list and in words."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from millmate import machine
from millmate.formatting import plural, size
from millmate.gui.kit.errors import sentence
from millmate.gui.kit.table_model import Column, TableModel
from millmate.gui.shell.builds.plans import about
from millmate.language import count, mark, number, tr

if TYPE_CHECKING:
    from millmate.tablebase.solve_request import SolveCost

LONG = 3600.0  # seconds: the most for the proposed option


@dataclass(frozen=True, slots=True)
class Option:
    """A number of pieces, what it takes, and the time with the threads that are allowed."""

    cost: "SolveCost"
    seconds: float

    @property
    def solved(self) -> bool:
        return not self.cost.fault and not self.cost.missing


def pieces_words(pieces: int) -> str:
    if pieces == 0:
        return tr("none")
    return count(pieces, "{n} piece", "up to {n} pieces")


def _values(option: Option) -> str:
    """Describe the verdicts of these tables."""
    if option.cost.fault:
        return tr("cannot be solved")
    return tr("bounds") if option.cost.exits else tr("exact")


def _state(option: Option) -> str:
    return tr("solved") if option.solved else about(option.seconds)


_COLUMNS: tuple[Column[Option], ...] = (
    Column(
        mark("Most pieces"),
        lambda row: pieces_words(row.cost.most_pieces),
        tip=mark(
            "Most pieces besides kings after promotions; each one makes a table 64 times as large"
        ),
    ),
    Column(
        mark("Verdicts"),
        _values,
        tip=mark("Exact, or a lower bound for the side the tables are for"),
    ),
    Column(
        mark("Placements"),
        lambda row: "" if row.cost.fault else number(row.cost.placements),
        numeric=True,
        tip=mark("Possible pawn placements, including captures and promotions"),
    ),
    Column(
        mark("Tables"), lambda row: "" if row.cost.fault else number(row.cost.tables), numeric=True
    ),
    Column(
        mark("On disk"),
        lambda row: "" if row.cost.fault or row.solved else size(row.cost.disk),
        numeric=True,
    ),
    Column(
        mark("Memory"),
        lambda row: "" if row.cost.fault or row.solved else size(row.cost.memory),
        numeric=True,
    ),
    Column(mark("Time"), lambda row: "" if row.cost.fault else _state(row), numeric=True),
)


class OptionsModel(TableModel[Option]):
    """One row for each number of pieces that promotions can bring."""

    def __init__(self) -> None:
        super().__init__(_COLUMNS)


@dataclass(frozen=True, slots=True)
class Room:
    """Free bytes of disk and memory, None where they cannot be read."""

    disk: int | None
    memory: int

    def lacks(self, cost: "SolveCost") -> str:
        """Return why there is too little room, with the numbers; "" if there is enough."""
        if self.disk is not None and cost.disk > self.disk:
            return tr(
                "This takes about {size} of disk, {free} are free: choose fewer pieces.",
                size=size(cost.disk),
                free=size(self.disk),
            )
        if cost.memory > self.memory:
            return tr(
                "This takes about {size} of memory, {free} are free: choose fewer pieces, or close "
                "other programs.",
                size=size(cost.memory),
                free=size(self.memory),
            )
        return ""


def room_in(directory: Path) -> Room:
    """Return the room there is now for tables in `directory`."""
    try:
        disk: int | None = machine.free_disk(directory)
    except OSError:
        disk = None
    return Room(disk, machine.free_memory())


def fault_of(option: Option, room: Room) -> str:
    """Return why an option cannot be built, in a sentence; "" if it can or need not be."""
    if option.cost.fault:
        return sentence(option.cost.fault)
    return "" if option.solved else room.lacks(option.cost)


def proposed(options: list[Option], room: Room) -> int:
    """Return the row of the default option.

    One more piece than there are, if that takes no more than an hour; else the same number.
    """
    possible = [
        place
        for place, option in enumerate(options[:2])
        if not fault_of(option, room) and option.seconds <= LONG
    ]
    return possible[-1] if possible else 0


def option_words(option: Option, room: Room, both: bool) -> str:
    """Return the cost of building an option, and the results its tables will have."""
    cost = option.cost
    if option.solved:
        return tr("Solved and verified: see the card above the moves.")
    free = "?" if room.disk is None else size(room.disk)
    takes = tr(
        "{tables}: {disk} on disk ({free} free), {memory} of memory, {time}.",
        tables=plural(cost.tables, "table"),
        disk=size(cost.disk),
        free=free,
        memory=size(cost.memory),
        time=about(option.seconds),
    )
    said = [takes]
    if both:
        said.append(tr("Half of this if the tables of the first side decide the position."))
    if cost.exits:
        said.append(
            count(
                cost.exits,
                "{n} placement is not covered and counts as lost: verdicts are lower bounds.",
                "{n} placements are not covered and count as lost: verdicts are lower bounds.",
            )
        )
    else:
        said.append(tr("Everything is covered: verdicts are exact."))
    return " ".join(said)
