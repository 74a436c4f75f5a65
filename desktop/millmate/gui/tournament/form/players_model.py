"""The participants of a plan that is being made."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from millmate.errors import InputError
from millmate.language import mark, tr
from millmate.play.tournament.plan import Limits, Participant, TournamentPlan, called
from millmate.players.spec import PlayerSpec, describe

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_TITLES = ("", mark("Player"), mark("Plays as"))


@dataclass(frozen=True, slots=True)
class Entry:
    """A participant: its name, "" where it is called as such players are, and its recipe."""

    name: str
    spec: PlayerSpec


class PlayersModel(QAbstractTableModel):
    """Participants in their order, with what they are called and how they play."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[Entry] = []
        self._limits = Limits()
        self._names: list[str] = []

    def show(self, plan: TournamentPlan) -> None:
        """Put the participants of `plan` in place of those before."""
        self.beginResetModel()
        self._limits = plan.limits
        self.entries = [
            Entry("" if self._made(each) else each.name, each.player) for each in plan.participants
        ]
        self._name()
        self.endResetModel()

    def participants(self) -> tuple[Participant, ...]:
        """Return the participants, each with a name."""
        return tuple(
            Participant(name, entry.spec)
            for name, entry in zip(self._names, self.entries, strict=True)
        )

    def called(self, row: int) -> str:
        """Return the name of a participant, given or made."""
        return self._names[row]

    def set_limits(self, limits: Limits) -> None:
        """Know the limits that hold for all."""
        if limits != self._limits:
            self._limits = limits
            self._changed()

    def put(self, row: int, entry: Entry) -> None:
        """Change a participant."""
        self.entries[row] = entry
        self._changed()

    def append(self, entry: Entry) -> None:
        """Add a participant at the end."""
        row = len(self.entries)
        self.beginInsertRows(_ROOT, row, row)
        self.entries.append(entry)
        self._name()
        self.endInsertRows()

    def remove(self, row: int) -> None:
        """Take a participant out."""
        self.beginRemoveRows(_ROOT, row, row)
        del self.entries[row]
        self._name()
        self.endRemoveRows()
        self._changed()

    def swap(self, row: int, other: int) -> None:
        """Exchange two participants."""
        self.entries[row], self.entries[other] = self.entries[other], self.entries[row]
        self._changed()

    def _changed(self) -> None:
        self._name()
        if self.entries:
            last = self.index(len(self.entries) - 1, len(_TITLES) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def _name(self) -> None:
        """Call everybody who has no name; those who would be called the same are numbered."""
        given = [entry.name or self._plays(entry.spec) for entry in self.entries]
        taken = {entry.name for entry in self.entries if entry.name}
        seen: Counter[str] = Counter()
        self._names = []
        for entry, name in zip(self.entries, given, strict=True):
            called = name
            while not entry.name and (called in taken or seen[called]):
                seen[name] += 1
                called = f"{name} ({seen[name]})"
            seen[called] += 1
            self._names.append(called)

    def _made(self, participant: Participant) -> bool:
        """Tell whether nobody gave the name, which then follows how the participant plays."""
        number = participant.name.removeprefix(self._plays(participant.player))
        return number == "" or re.fullmatch(r" \(\d+\)", number) is not None

    def _plays(self, spec: PlayerSpec, say: Callable[[str], str] = str) -> str:
        """Return how a player plays, within the limits that hold for all if it can."""
        try:
            return called(spec, self._limits, say)
        except InputError:
            return describe(spec, say)

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of participants."""
        return 0 if parent.isValid() else len(self.entries)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return 3: place, name, and how it plays."""
        return 0 if parent.isValid() else len(_TITLES)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the columns' names."""
        if role == Qt.ItemDataRole.DisplayRole and orientation is Qt.Orientation.Horizontal:
            return tr(_TITLES[section]) if _TITLES[section] else ""
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell's text, and the player as text for its tip."""
        row = index.row()
        if role == Qt.ItemDataRole.ToolTipRole:
            return str(self.entries[row].spec)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        spec = self.entries[row].spec
        plays = self._plays(spec, tr)
        return (str(row + 1), self._names[row], plays)[index.column()]
