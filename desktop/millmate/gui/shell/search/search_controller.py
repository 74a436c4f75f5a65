"""Finds commands, endings and files by some letters, and opens them."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache, partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMainWindow, QPushButton

from millmate.folding import searchable
from millmate.gui.kit.tasks import IdleTask, Latest
from millmate.gui.kit.theme import icon
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.shell.frame.commands import Commands
from millmate.gui.shell.search import sources
from millmate.gui.shell.search.popup import SearchPopup
from millmate.gui.shell.search.sources import Entry, Found, Kind, Openers, look_around
from millmate.gui.shell.services import Services
from millmate.language import mark, tr
from millmate.records.recent_games import RecentGame
from millmate.tablebase.table_search import find_tables, prepare

_WORD = re.compile(r"\w+")
# The score of a match of one word: at the start of the text or of a word, within one, by initials
# of words, or by scattered letters.
_TEXT_START, _WORD_START, _WITHIN, _INITIALS, _APART = 1.0, 0.9, 0.6, 0.75, 0.35
_SHORTEST_WITHIN = 2  # letters; a single one must be at the start of a word
_SHORTEST_APART = 3
_CLOSE = 4  # scattered letters can span this many times the length of the typed text


def fit(typed: str, title: str, more: str = "") -> float:
    """Return how well a title fits `typed`, from 0 (it does not) to 1.

    Every word typed must occur; in `more`, further words for the same thing, it counts half.
    """
    words = _words_of(typed)
    if not words:
        return 0.0
    total = 0.0
    for word in words:
        value = max(_fit_word(word, title), _fit_word(word, more, apart=False) / 2)
        if value == 0:
            return 0.0
        total += value
    whole = 0.1 if _folded(title) == " ".join(words) else 0.0
    # Of two titles that fit equally, the one of which more was typed is likelier.
    typed_share = min(1.0, sum(map(len, words)) / max(1, len(title)))
    return 0.85 * total / len(words) + 0.05 * typed_share + whole


def _fit_word(word: str, text: str, apart: bool = True) -> float:
    if not text:
        return 0.0
    best = 0.0
    for spelling in _spellings(text):
        if spelling.startswith(word):
            return _TEXT_START
        starts = [match.start() for match in _WORD.finditer(spelling)]
        if any(spelling.startswith(word, start) for start in starts):
            best = max(best, _WORD_START)
        elif apart and len(word) >= _SHORTEST_WITHIN and _are_initials(word, spelling, starts):
            best = max(best, _INITIALS)
        elif len(word) > _SHORTEST_WITHIN and word in spelling:
            best = max(best, _WITHIN)
        elif apart and len(word) >= _SHORTEST_APART:
            best = max(best, _fit_apart(word, spelling, starts))
    return best


def _are_initials(word: str, text: str, starts: list[int]) -> bool:
    """Return whether `word` is made of the first letters of successive words."""
    return word in "".join(text[start] for start in starts)


def _fit_apart(word: str, text: str, starts: list[int]) -> float:
    """Return the score of scattered letters in order, the first at the start of a word."""
    best = 0.0
    for start in starts:
        if text[start] != word[0]:
            continue
        end = start
        for letter in word[1:]:
            end = text.find(letter, end + 1)
            if end < 0:
                break
        else:
            width = end - start + 1
            if width <= _CLOSE * len(word):
                best = max(best, _APART * len(word) / width)
    return best


def _words_of(typed: str) -> list[str]:
    return [word for word in _folded(typed).split() if _WORD.search(word)]


def _folded(text: str) -> str:
    return _spellings(text)[0]


@lru_cache(maxsize=8192)
def _spellings(text: str) -> tuple[str, ...]:
    """Return `text` folded in each of its usual spellings, its words one space apart."""
    return tuple(" ".join(line.split()) for line in searchable(text.rstrip("…")).split("\n"))


_HALF_LIFE = 14  # days until a choice counts half
_MOST = 200  # things that are remembered
_LEAST = 0.05  # counts below this are forgotten


@dataclass(slots=True)
class Usage:
    """The counts by the id of the entry, each as it was on its last day."""

    _counts: dict[str, tuple[float, date]] = field(default_factory=dict)

    @classmethod
    def read(cls, saved: Mapping[str, str]) -> "Usage":
        """Return the result of `saved`; damaged entries are left out."""
        found = {}
        for name, text in saved.items():
            number, _, day = text.partition(" ")
            try:
                count, when = float(number), date.fromisoformat(day)
            except ValueError:
                continue
            if 0 < count < float("inf"):
                found[name] = (count, when)
        return cls(found)

    def saved(self, today: date) -> dict[str, str]:
        """Return the counts as texts, those used most."""
        names = sorted(self._counts, key=lambda name: -self.count(name, today))[:_MOST]
        kept = [name for name in names if self.count(name, today) >= _LEAST]
        return {name: f"{self._counts[name][0]:.3f} {self._counts[name][1]}" for name in kept}

    def note(self, name: str, today: date) -> None:
        """Count that `name` was chosen."""
        self._counts[name] = (self.count(name, today) + 1, today)

    def count(self, name: str, today: date) -> float:
        """Return how often `name` was chosen, a choice of two weeks ago counting half."""
        count, day = self._counts.get(name, (0.0, today))
        days = max(0, (today - day).days)  # none where the clock was set back
        return float(count * 0.5 ** (days / _HALF_LIFE))

    def most_used(self, today: date) -> list[str]:
        return sorted(self._counts, key=lambda name: -self.count(name, today))


_MOST_FOUND = 40  # entries found
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
    """The entries and how often they were chosen; `keys` returns the key of a command.

    `refresh` renews the entries, since commands and their state change.
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
        """Read the commands again, and take over the files on disk once they were read."""
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
        """Return the entries that fit `typed`, the best first; proposals if nothing is typed."""
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
        return [*enabled[: _MOST_FOUND - len(disabled[:_MOST_USED])], *disabled[:_MOST_USED]]

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
        """Return entries chosen before, games to continue, and kinds of entries to search for."""
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


@dataclass(frozen=True, slots=True)
class WindowOpeners:
    """The actions of the parts of the window for an entry (see `sources.Openers`)."""

    explore: Callable[[str], object]
    build: Callable[[str], object]
    set_up: Callable[[str], object]
    show_setting: Callable[[str], object]
    open_game: Callable[[RecentGame], object]
    show_tournament: Callable[[Path], object]


class SearchController(QObject):
    """Opens the search, reads the disk in a thread, and counts the uses of entries."""

    def __init__(self, services: Services, openers: WindowOpeners, window: QMainWindow) -> None:
        super().__init__(window)
        self._services, self._window = services, window
        usage = Usage.read(services.settings.current.searched)
        self.finder = Finder(services.commands, services.keys.current, openers, usage)
        self.popup: SearchPopup | None = None
        self._looking = Latest()
        self._warming = IdleTask(self)
        self._warmed = False
        self.button = self._make_button()
        services.commands.bind("search", self.toggle)
        self._name_button()
        services.keys.changed.connect(self._name_button)
        translator.changed.connect(self._retranslate)

    @Slot()
    def toggle(self) -> None:
        """Open the search, or close it if it is open."""
        if self.popup is not None and self.popup.isVisible():
            self.popup.close_search()
        else:
            self.open()

    def open(self, text: str = "") -> None:
        """Open the search with `text` typed."""
        if self.popup is None:
            self.popup = SearchPopup(self.finder.find, self._window)
            self.popup.chosen.connect(self._run)
        self.finder.refresh()
        self.popup.open(text)
        self._look()
        if not self._warmed:
            self._warmed = True
            self._warming.start(self.finder.warm())

    def _look(self) -> None:
        """Look at the disk in a thread; the list is renewed when the thread is done."""
        if self._looking.running:
            return
        from millmate.play.tournament.saved_tournament import survey

        tables = self._services.tables_dir
        elsewhere = tuple(map(Path, self._services.settings.current.tournaments))
        saved = partial(survey, elsewhere, lambda _: None)
        self._looking.start(
            lambda progress, stopped: look_around(tables, saved, stopped), done=self._looked
        )

    @Slot(object)
    def _looked(self, found: Found) -> None:
        if found != self.finder.found:
            self.finder.refresh(found)
            if self.popup is not None and self.popup.isVisible():
                self.popup.renew()

    @Slot(object)
    def _run(self, entry: Entry) -> None:
        self.finder.note(entry)
        self._services.settings.set(searched=self.finder.saved_usage())
        entry.run()

    def _make_button(self) -> QPushButton:
        button = bind_text(
            QPushButton(),
            name=mark("Search or command"),
            tip=mark("Find commands, endings by name or code, positions, settings and games"),
        )
        button.setProperty("search", True)
        button.setIcon(icon("search"))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(partial(self.open, ""))
        return button

    @Slot()
    def _retranslate(self) -> None:
        self._warmed = False
        self._name_button()

    @Slot()
    def _name_button(self) -> None:
        keys = QKeySequence(self._services.keys.current("search"))
        shown = keys.toString(QKeySequence.SequenceFormat.NativeText)
        self.button.setText("    ".join(filter(None, (tr("Search or command"), shown))))
