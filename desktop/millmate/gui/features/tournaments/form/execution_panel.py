"""A plan and its progress in words; where its games are played, and how many at once."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLineEdit, QWidget

from millmate import machine
from millmate.cluster import LOCAL
from millmate.formatting import dative, duration, plural
from millmate.games.catalogue import without_limit
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label, wrapped
from millmate.gui.kit.translator import add_items, bind_text, on_retranslate
from millmate.gui.kit.widgets import ComboBox, SpinBox, hbox
from millmate.language import mark, number, tr
from millmate.play.tournament.events import Progress
from millmate.play.tournament.plan import Format, TournamentPlan
from millmate.play.tournament.saved_tournament import GAMES, total

FORMATS = {
    Format.ROUND_ROBIN: mark("Round robin: everyone meets everyone as White and as Black"),
    Format.PAIRS: mark("Pairs: everyone meets everyone, with alternating colours"),
    Format.GAUNTLET: mark("Gauntlet: the first meets all others, with alternating colours"),
    Format.KNOCKOUT: mark("Knockout: the loser of a match is out; the list gives the seeding"),
}
SHORT = {
    Format.ROUND_ROBIN: mark("round robin"),
    Format.PAIRS: mark("pairs"),
    Format.GAUNTLET: mark("gauntlet"),
    Format.KNOCKOUT: mark("knockout"),
}


def about(plan: TournamentPlan) -> str:
    """Return a plan in one line: `Chess · round robin · 6 players · 4 games a pairing`."""
    return " · ".join(
        (
            tr(GAMES[without_limit(plan.game)]),
            tr(SHORT[plan.format]),
            plural(len(plan.participants), "player"),
            tr("{games} per pairing", games=plural(plan.games, "game")),
        )
    )


def plan_words(plan: TournamentPlan) -> str:
    """Return the size of a plan as a sentence: 30 pairings of 2 games: 60 games."""
    games, players = total(plan), len(plan.participants)
    if plan.format is Format.KNOCKOUT:
        matches = plural(players - 1, "match")
        return tr(
            "{matches} of {games}: {total}, not counting tie-breaks.",
            matches=matches,
            games=dative(plan.games, "game"),
            total=plural(games, "game"),
        )
    pairings = plural(games // plan.games, "pairing")
    text = (
        tr("{pairings} of {games}: {total}.")
        if plan.sprt is None
        else tr("{pairings} of {games}: {total}, fewer if the test decides.")
    )
    return text.format(
        pairings=pairings, games=dative(plan.games, "game"), total=plural(games, "game")
    )


def progress_words(progress: Progress) -> str:
    """Return the progress: `23 of 120 games · 2 running · 4 minutes left`."""
    games = dative(progress.total, "game")
    parts = [tr("{done} of {games}", done=number(progress.done), games=games)]
    if progress.running:
        parts.append(tr("{n} running", n=len(progress.running)))
    if progress.paused:
        parts.append(tr("paused: no new game starts"))
    elif progress.seconds_left is not None and progress.running:
        parts.append(tr("{time} left", time=duration(progress.seconds_left)))
    return " · ".join(parts)


def end_words(done: int, complete: bool) -> str:
    if complete:
        return (
            tr("All {games} played.", games=plural(done, "game"))
            if done != 1
            else tr("The only game has been played.")
        )
    return tr(
        "Stopped; {games} kept. Continue plays the rest.", games=plural(done, "finished game")
    )


_HERE, _FAR = "", "address"
_PLACES = {
    _HERE: mark("This computer"),
    LOCAL: mark("A Dask cluster on this computer"),
    _FAR: mark("The Dask scheduler at"),
}
_MOST = 256


class ExecutionPanel(QWidget):
    """The place and the number of games at once, which can change while a tournament runs."""

    workers_changed = Signal(int)
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._far = False
        self.workers = SpinBox()
        self.workers.setRange(1, _MOST)
        self.workers.setValue(machine.processors())
        self.workers.setKeyboardTracking(False)
        bind_text(self.workers, name=mark("Games played at once"))
        on_retranslate(self, self._name)
        self.place = ComboBox()
        bind_text(self.place, name=mark("Where games are played"))
        add_items(self.place, _PLACES)
        self.address = QLineEdit()
        bind_text(
            self.address,
            name=mark("Address of the Dask scheduler"),
            hint=mark("tcp://10.0.0.1:8786"),
        )
        self.address.setMinimumWidth(15 * theme.GRID)
        self._lay_out()
        self.workers.valueChanged.connect(self.workers_changed)
        self.workers.valueChanged.connect(self.changed)
        self.place.currentIndexChanged.connect(self._turn)
        self.address.textEdited.connect(self.changed)
        self._turn()

    def _name(self) -> None:
        """Update the labels that depend on the computer or the choice."""
        tip = tr(
            "Number of games played at once; this computer has {n} processors. You can change "
            "it while the tournament runs.",
            n=machine.processors(),
        )
        self.workers.setToolTip(wrapped(tip))
        self.workers.setSpecialValueText(tr("as many as it can") if self._far else "")

    def _lay_out(self) -> None:
        labels = [bind_text(Label(), text=text) for text in (mark("Games at &once"), mark("o&n"))]
        labels[0].setBuddy(self.workers)
        labels[1].setBuddy(self.place)
        row = hbox(labels[0], self.workers, labels[1], self.place, (self.address, 1), within=self)
        row.addStretch(0)  # takes the room while the address is hidden

    @property
    def scheduler(self) -> str | None:
        """The scheduler address for a tournament, or None for local processes."""
        place = str(self.place.currentData())
        return (self.address.text().strip() if place == _FAR else place) or None

    @property
    def count(self) -> int | None:
        """The number of games at once, or None for the capacity of the cluster."""
        return self.workers.value() or None

    @property
    def lack(self) -> str:
        """The missing input, as a sentence, or ""."""
        if self.place.currentData() == _FAR and not self.address.text().strip():
            return tr("Give the address of the Dask scheduler, such as tcp://10.0.0.1:8786.")
        return ""

    def take_over(self, other: ExecutionPanel) -> None:
        """Copy the choices of another panel."""
        for field in (self.workers, self.place, self.address):
            field.blockSignals(True)
        self.place.setCurrentIndex(other.place.currentIndex())
        self.address.setText(other.address.text())
        self._show_address()
        self.workers.setValue(other.workers.value())
        for field in (self.workers, self.place, self.address):
            field.blockSignals(False)

    def set_fixed(self, fixed: bool) -> None:
        """Lock or unlock the place: a running tournament cannot move."""
        self.place.setEnabled(not fixed)
        self.address.setEnabled(not fixed)

    @Slot()
    def _turn(self) -> None:
        self._show_address()
        self.changed.emit()

    def _show_address(self) -> None:
        far = self.place.currentData() == _FAR
        self.address.setVisible(far)
        before = self.workers.value()
        self.workers.setMinimum(0 if far else 1)
        self.workers.setSpecialValueText(tr("as many as it can") if far else "")
        if far and not self._far:
            self.workers.setValue(0)
        elif not (far or before):
            self.workers.setValue(machine.processors())
        self._far = far
