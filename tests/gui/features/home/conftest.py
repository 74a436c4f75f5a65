"""Windows at their Home page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pytestqt.qtbot import QtBot
from tests.gui.sharing import visit
from tests.gui.windows import Visitor

from millmate.gui.features.home.page import EndingCard, HomePage


class Guest(Visitor):
    """Somebody at the Home page."""

    @property
    def page(self) -> HomePage:
        return self.window.homing.page

    def come_home(self) -> None:
        """Show Home, and wait until all of it has been read."""
        self.do("show_home")
        self.settle()

    def settle(self) -> None:
        homing = self.window.homing
        self.wait(lambda: homing.made and not homing.reading)
        self.wait(self.page.isVisible)

    def card(self, name: str) -> EndingCard:
        """Return the card of the ending called so."""
        return next(card for card in self.page.endings if card.heading.text() == name)


@contextmanager
def at_home(qtbot: QtBot, tables: Path, **remembered: object) -> Iterator[Guest]:
    """Open the window at Home, as a person who plays against people before."""
    with visit(qtbot, tables, **{"black": "human"} | remembered) as visitor:
        guest = Guest(qtbot, visitor.window)
        guest.come_home()
        yield guest
