"""The participants of a plan being edited, as a table model."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from millmate.errors import InputError
from millmate.gui.kit.table_model import Column, TableModel
from millmate.language import mark, tr
from millmate.play.tournament.plan import Limits, Participant, TournamentPlan, called
from millmate.players.engine_recipe import EngineRecipe
from millmate.players.spec import PlayerSpec, describe


@dataclass(frozen=True, slots=True)
class Entry:
    """A participant: its name, or "" for an automatic name, and its recipe."""

    name: str
    spec: PlayerSpec


@dataclass(frozen=True, slots=True)
class _PlayerRow:
    """An entry with its row, its given or automatic name, and the common limits."""

    place: int
    entry: Entry
    name: str
    limits: Limits


_COLUMNS: tuple[Column[_PlayerRow], ...] = tuple(
    Column(title, text, hint=lambda row: str(row.entry.spec))
    for title, text in (
        ("", lambda row: str(row.place)),
        (mark("Player"), lambda row: row.name),
        (mark("Plays as"), lambda row: _plays(row.entry.spec, row.limits, tr)),
    )
)


class PlayersModel(TableModel[_PlayerRow]):
    """The participants in order, with their names and settings."""

    def __init__(self) -> None:
        super().__init__(_COLUMNS)
        self._limits = Limits()

    @property
    def entries(self) -> list[Entry]:
        return [row.entry for row in self.rows]

    @property
    def participants(self) -> tuple[Participant, ...]:
        return tuple(Participant(row.name, row.entry.spec) for row in self.rows)

    def show_plan(self, plan: TournamentPlan) -> None:
        """Replace all participants by those of `plan`."""
        self._limits = plan.limits
        self.show(
            self._named(
                [
                    Entry("" if _is_automatic(each, plan.limits) else each.name, each.player)
                    for each in plan.participants
                ]
            )
        )

    def called(self, row: int) -> str:
        """Return the given or automatic name of a participant."""
        return self.rows[row].name

    def rename_engines(self, listed: Sequence[EngineRecipe]) -> None:
        """Give the participants' engines the names that `listed` has for their programs."""
        names: dict[str, set[str]] = {}
        for recipe in listed:
            names.setdefault(recipe.path, set()).add(recipe.name)
        for row, entry in enumerate(self.entries):
            engine = entry.spec.engine
            if engine is not None and len(found := names.get(engine.path, ())) == 1:
                named = PlayerSpec.of_engine(replace(engine, name=next(iter(found))))
                self.rows[row] = replace(self.rows[row], entry=replace(entry, spec=named))
        self._name()

    def set_limits(self, limits: Limits) -> None:
        if limits != self._limits:
            self._limits = limits
            self._name()

    def put(self, row: int, entry: Entry) -> None:
        self.rows[row] = replace(self.rows[row], entry=entry)
        self._name()

    def add(self, entry: Entry) -> None:
        self.append(self._named([*self.entries, entry])[-1:])
        self._name()

    def remove(self, row: int) -> None:
        super().remove(row)
        self._name()

    def swap(self, row: int, other: int) -> None:
        """Exchange two participants."""
        self.rows[row], self.rows[other] = self.rows[other], self.rows[row]
        self._name()

    def _name(self) -> None:
        self.set_rows(dict(enumerate(self._named(self.entries))))

    def _named(self, entries: Sequence[Entry]) -> list[_PlayerRow]:
        """Name the unnamed participants; number those with equal names."""
        taken = {entry.name for entry in entries if entry.name}
        seen: Counter[str] = Counter()
        rows = []
        for place, entry in enumerate(entries, 1):
            name = given = entry.name or _plays(entry.spec, self._limits)
            while not entry.name and (name in taken or seen[name]):
                seen[given] += 1
                name = f"{given} ({seen[given]})"
            seen[name] += 1
            rows.append(_PlayerRow(place, entry, name, self._limits))
        return rows


def _is_automatic(participant: Participant, limits: Limits) -> bool:
    """Return whether the name is automatic and follows the settings of the participant."""
    number = participant.name.removeprefix(_plays(participant.player, limits))
    return number == "" or re.fullmatch(r" \(\d+\)", number) is not None


def _plays(spec: PlayerSpec, limits: Limits, translate: Callable[[str], str] = str) -> str:
    """Return the description of a player, with the common limits if they apply to it."""
    try:
        return called(spec, limits, translate)
    except InputError:
        return describe(spec, translate)
