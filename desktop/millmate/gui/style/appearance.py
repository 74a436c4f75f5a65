"""What a person chooses to see: light or dark, boards and moves, motion, what moves are worth."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

from millmate.games.chess import piece_letters
from millmate.gui.board.theme import BoardStyle, set_board_style
from millmate.gui.board.widget import BoardWidget
from millmate.gui.languages.translator import translator
from millmate.gui.style import theme
from millmate.gui.window.actions import dress
from millmate.settings import APPEARANCES, Settings

# The fields of the settings that are held here.
FIELDS = (
    "appearance", "text_size", "board", "pieces", "stones", "lettering", "coordinates", "targets",
    "worth", "animated", "speed",
)  # fmt: skip


class Appearance(QObject):
    """Holds the choices and dresses the application; `changed` follows every one of them."""

    changed = Signal()

    def __init__(self, remembered: Settings, parent: QObject | None = None) -> None:
        """Dress as `remembered` says: before there are widgets, for that is fast."""
        super().__init__(parent)
        self._chosen = remembered
        self._actions: Mapping[str, QAction] = {}
        piece_letters.use(remembered.lettering)
        self._dress()

    def deeds(self) -> dict[str, Callable[[], object]]:
        """Return what the menu's entries do."""
        return {
            "worth": lambda: self._choose(worth=not self.worth),
            "animated": lambda: self._choose(animated=not self.animated),
            **{name: partial(self._choose_appearance, name) for name in APPEARANCES},
        }

    def recall(self, remembered: Settings, actions: Mapping[str, QAction]) -> None:
        """Take over what is remembered, and show it in the menu's `actions` from now on."""
        self._actions = actions
        QApplication.styleHints().colorSchemeChanged.connect(self._dress)
        self._chosen = remembered
        self._dress()
        self._show()

    def take(self, settings: Settings) -> None:
        """See things as `settings` say from now on."""
        before, self._chosen = self._chosen, settings
        if settings.lettering != before.lettering:
            piece_letters.use(settings.lettering)
            translator.retranslate_gradually()
        if (settings.appearance, settings.text_size) != (before.appearance, before.text_size):
            self._dress()
        self._show()

    def remember(self, settings: Settings) -> Settings:
        """Return `settings` with these choices."""
        return settings.changed(**{name: getattr(self._chosen, name) for name in FIELDS})

    @property
    def worth(self) -> bool:
        """Whether it is shown what moves are worth."""
        return self._chosen.worth

    @property
    def animated(self) -> bool:
        """Whether things shall move."""
        return self._chosen.animated

    @property
    def speed(self) -> str:
        """How fast they move, as in `settings.SPEEDS`."""
        return self._chosen.speed

    @property
    def moving(self) -> bool:
        """Whether things move: chosen here, and not unwanted by the desktop."""
        return self.animated and theme.wants_motion(_application())

    def _choose(self, **values: object) -> None:
        self._chosen = self._chosen.changed(**values)
        self._show()

    def _choose_appearance(self, appearance: str, checked: bool = True) -> None:
        self._chosen = self._chosen.changed(appearance=appearance)
        self._dress()

    def _show(self) -> None:
        self._actions["worth"].setChecked(self.worth)
        self._actions["animated"].setChecked(self.animated)
        self._wear()
        self.changed.emit()

    def _wear(self) -> None:
        """Have all boards look as chosen, now."""
        kept = self._chosen
        set_board_style(
            BoardStyle(kept.board, kept.pieces, kept.stones, kept.coordinates, kept.targets)
        )
        for widget in QApplication.allWidgets():
            if isinstance(widget, BoardWidget):
                widget.lay_out()
                widget.place_squares()
                widget.laid_out.emit()
        for window in QApplication.topLevelWidgets():
            window.update()

    @Slot()
    def _dress(self) -> None:
        app = _application()
        theme.apply(app, theme.wants_dark(app, self._chosen.appearance), self._chosen.text_size)
        dress(self._actions)
        for name in APPEARANCES:
            if name in self._actions:
                self._actions[name].setChecked(name == self._chosen.appearance)


def _application() -> QApplication:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app
