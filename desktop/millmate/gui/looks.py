"""What a person chooses to see: light or dark, motion, and what moves are worth."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

from millmate.gui import theme
from millmate.gui.actions import dress
from millmate.settings import Settings

APPEARANCES = ("light", "dark", "system")


class Looks(QObject):
    """Holds the choices and dresses the application; `changed` follows every other one."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.appearance, self.worth, self.animated = "system", True, True
        self._actions: Mapping[str, QAction] = {}

    def deeds(self) -> dict[str, Callable[[], object]]:
        """Return what the menu's entries do."""
        return {
            "worth": self._toggle_worth,
            "animated": self._toggle_animated,
            **{name: partial(self._choose, name) for name in APPEARANCES},
        }

    def recall(self, remembered: Settings, actions: Mapping[str, QAction]) -> None:
        """Take over what is remembered, and show it in the menu's `actions` from now on."""
        self._actions = actions
        self.appearance = remembered.appearance
        self.worth, self.animated = remembered.worth, remembered.animated
        QApplication.styleHints().colorSchemeChanged.connect(self._dress)
        self._dress()
        self._show()

    def remember(self, settings: Settings) -> Settings:
        """Return `settings` with these choices."""
        return settings.changed(
            appearance=self.appearance, worth=self.worth, animated=self.animated
        )

    @property
    def moving(self) -> bool:
        """Whether things move: chosen here, and not unwanted by the desktop."""
        return self.animated and theme.wants_motion(_application())

    def _toggle_worth(self) -> None:
        self.worth = not self.worth
        self._show()

    def _toggle_animated(self) -> None:
        self.animated = not self.animated
        self._show()

    def _choose(self, appearance: str, checked: bool = True) -> None:
        self.appearance = appearance
        self._dress()

    def _show(self) -> None:
        self._actions["worth"].setChecked(self.worth)
        self._actions["animated"].setChecked(self.animated)
        self.changed.emit()

    @Slot()
    def _dress(self) -> None:
        app = _application()
        theme.apply(app, theme.wants_dark(app, self.appearance))
        dress(self._actions)
        for name in APPEARANCES:
            self._actions[name].setChecked(name == self.appearance)


def _application() -> QApplication:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app
