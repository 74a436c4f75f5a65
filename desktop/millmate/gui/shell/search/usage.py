"""How often and how recently things were chosen: counts that fade."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

_HALF_LIFE = 14  # days until a choice counts half
_MOST = 200  # things that are remembered
_LEAST = 0.05  # counts below this are forgotten


@dataclass(slots=True)
class Usage:
    """The counts by the id of what was chosen, each as it was on its last day."""

    _counts: dict[str, tuple[float, date]] = field(default_factory=dict)

    @classmethod
    def read(cls, saved: Mapping[str, str]) -> Usage:
        """Return what `saved` returned; damaged entries are left out."""
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
