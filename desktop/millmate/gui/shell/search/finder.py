"""Finds what fits a typed text, the likeliest first: commands, endings, positions and the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from millmate.gui.shell.frame.commands import Commands
from millmate.gui.shell.search import sources
from millmate.gui.shell.search.entry import Entry, Kind
from millmate.gui.shell.search.fuzzy import fit
from millmate.gui.shell.search.sources import Found, Openers
from millmate.gui.shell.search.usage import Usage
from millmate.tablebase.table_search import find_tables, prepare

_MOST = 40  # entries found
_MOST_TABLES = 12
_MOST_USED, _MOST_RECENT = 6, 3  # proposed before anything is typed
_PROPOSED = (
    "new_game", "edit", "paste", "play_here", "analyse", "explore", "show_training", "builder",
    "settings", "tour",
)  # fmt: skip
# How well a table fits that was named exactly, and the first of others; less for those after it.
_EXACT, _TABLE, _NEXT = 1.2, 0.82, 0.01
_POSITION = 0.7  # of the fit of a position: endings of the same name come first
_BY_USE = 0.2  # the most that earlier choices add
_LEAST_SHARE = 0.5  # of the best fit; what fits less is left out
_ORDER = {kind: place for place, kind in enumerate(Kind)}


class Finder:
    """The entries and how often they were chosen; `keys` tells the key of a command.

    `refresh` makes the entries anew, since commands and their state change.
    """

    def __init__(
        self,
        registry: Commands,
        keys: Callable[[str], str],
        openers: Openers,
        usage: Usage,
        today: Callable[[], date] = date.today,
    ) -> None:
        self._registry, self._keys, self._openers = registry, keys, openers
        self.usage, self._today = usage, today
        self.found = Found()
        self._entries: list[Entry] = []
        self._tables: list[str] = []

    def refresh(self, found: Found | None = None) -> None:
        """Read the commands again, and take over what is on the disk if it was looked at."""
        self.found = self.found if found is None else found
        openers = self._openers
        self._entries = [
            *sources.commands(self._registry, self._keys),
            *(sources.lesson(each, openers) for each in self.found.lessons),
            *sources.settings(openers),
            *sources.games(self.found.games, openers),
            *sources.tournaments(self.found.tournaments, openers),
        ]
        self._tables = sources.offered_tables(self.found)

    def warm(self) -> Iterator[None]:
        """Prepare what the first search needs, step by step."""
        yield from prepare(self._tables)

    def find(self, typed: str) -> list[Entry]:
        """Return what fits `typed`, the likeliest first; proposals if nothing is typed."""
        if not typed.strip():
            return self._proposals()
        position = sources.typed_position(typed, self._openers)
        if position is not None:
            return [position]
        ranked = [*self._fitting(typed), *self._fitting_tables(typed)]
        ranked.sort(key=lambda each: (-each[0], _ORDER[each[1].kind], each[1].title))
        least = _LEAST_SHARE * max((value for value, _ in ranked), default=0.0)
        disabled = [entry for _, entry in ranked if entry.fault]
        enabled = [entry for value, entry in ranked if not entry.fault and value >= least]
        return [*enabled[: _MOST - len(disabled[:_MOST_USED])], *disabled[:_MOST_USED]]

    def note(self, entry: Entry) -> None:
        """Count that an entry was chosen."""
        if entry.id != "typed":
            self.usage.note(entry.id, self._today())

    def saved_usage(self) -> dict[str, str]:
        return self.usage.saved(self._today())

    def _fitting(self, typed: str) -> Iterator[tuple[float, Entry]]:
        for entry in self._entries:
            value = fit(typed, entry.title, entry.words)
            if entry.kind is Kind.POSITION:
                value *= _POSITION
            if value:
                yield value + self._by_use(entry), entry

    def _fitting_tables(self, typed: str) -> Iterator[tuple[float, Entry]]:
        exact = sources.typed_table(typed)
        codes = find_tables(typed, self._tables)[:_MOST_TABLES]
        if exact and exact not in codes:
            codes.insert(0, exact)
        for place, code in enumerate(codes):
            entry = sources.table(code, self.found, self._openers)
            value = _EXACT if code == exact else _TABLE - _NEXT * place
            yield value + self._by_use(entry), entry

    def _by_use(self, entry: Entry) -> float:
        count = self.usage.count(entry.id, self._today())
        return _BY_USE * count / (count + 1)

    def _proposals(self) -> list[Entry]:
        """Return what was chosen before, games to go on with, and what one may look for."""
        known = {entry.id: entry for entry in self._entries}
        tables = {f"table:{code}": code for code in self._tables}
        used = []
        for name in self.usage.most_used(self._today()):
            if name in known:
                used.append(known[name])
            elif name in tables:
                used.append(sources.table(tables[name], self.found, self._openers))
        recent = [entry for entry in self._entries if entry.kind is Kind.GAME][:_MOST_RECENT]
        usual = [known[f"command:{name}"] for name in _PROPOSED]
        entries = {entry.id: entry for entry in (*used[:_MOST_USED], *recent, *usual)}
        return [entry for entry in entries.values() if not entry.fault]
