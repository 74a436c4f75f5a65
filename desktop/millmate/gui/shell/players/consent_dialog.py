"""The question whether to allow engines that have not been allowed on this computer."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from PySide6.QtWidgets import QDialog, QPlainTextEdit, QWidget

from millmate.gui.kit import theme
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import hbox, push_button, vbox
from millmate.language import mark, tr
from millmate.players import consent
from millmate.players.consent import Launch
from millmate.players.engine_recipe import EngineRecipe
from millmate.players.spec import PlayerSpec

TOURNAMENT = mark(
    "This tournament starts programs that have not been allowed on this computer yet:"
)
GAME = mark("This game starts programs that have not been allowed on this computer yet:")
ANALYSIS = mark("This analysis starts a program that has not been allowed on this computer yet:")
_WARNING = mark(
    "They run with your rights and can do whatever you can. Allow them only if you know "
    "where they come from. You will not be asked again about the same programs."
)
_LINES = 7  # visible
_WIDTH = 620


def may_start(parent: QWidget, players: Iterable[PlayerSpec | EngineRecipe], intro: str) -> bool:
    """Return whether `players` may be started, asking about those not yet allowed.

    `intro` is one of the sentences above.
    """
    launches = consent.lacking(players)
    return not launches or ConsentDialog(launches, intro, parent).ask()


def allow(players: Iterable[PlayerSpec | EngineRecipe]) -> None:
    """Allow `players` that the user has just chosen."""
    with suppress(OSError):  # then it holds for this process only
        consent.give(consent.lacking(players))


class ConsentDialog(QDialog):
    """Shows the command line of each engine; Enter and Escape refuse."""

    def __init__(self, launches: Iterable[Launch], intro: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._launches = tuple(launches)
        bind_text(self, title=mark("Allow engines?"))
        question, warning = Label(tr(intro)), Label(tr(_WARNING))
        for label in (question, warning):
            label.setWordWrap(True)
        self.commands = bind_text(QPlainTextEdit(), name=mark("Programs with their arguments"))
        self.commands.setReadOnly(True)
        self.commands.setFont(theme.fixed_font())
        self.commands.setTabChangesFocus(True)
        self.commands.setPlainText("\n\n".join(map(str, self._launches)))
        self.commands.setFixedHeight(_LINES * self.commands.fontMetrics().lineSpacing())
        self.allow = push_button(mark("Allow and start"), self.accept)
        self.refuse = push_button(mark("Do not start"), self.reject)
        self.allow.setAutoDefault(False)
        self.refuse.setDefault(True)
        # No QDialogButtonBox: Tab would skip the accept button when another one is the default.
        buttons, gap = hbox(None, self.allow, self.refuse), 2 * theme.GRID
        parts = (question, self.commands, warning, buttons)
        vbox(*parts, within=self, spacing=gap, margins=gap)
        self.resize(_WIDTH, self.sizeHint().height())
        self.refuse.setFocus()

    def ask(self) -> bool:
        """Return whether the user allows the engines, and remember it."""
        allowed = self.exec() == QDialog.DialogCode.Accepted
        if allowed:
            with suppress(OSError):  # then it holds for this process only
                consent.give(self._launches)
        return allowed
