"""What a person chooses to see: light or dark, boards and moves, motion, what moves are worth."""

from functools import partial

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QApplication

from millmate.games.chess import piece_letters
from millmate.gui.board.theme import BoardStyle, set_board_style
from millmate.gui.board.widget import BoardWidget
from millmate.gui.commands import Commands
from millmate.gui.languages.translator import translator
from millmate.gui.settings_store import SettingsStore
from millmate.gui.style import theme
from millmate.settings import APPEARANCES, Settings

# The fields of the settings that are held here.
FIELDS = (
    "appearance", "text_size", "board", "pieces", "stones", "lettering", "coordinates", "targets",
    "worth", "animated", "speed",
)  # fmt: skip


class Appearance(QObject):
    """Holds the choices and dresses the application; `changed` follows every one of them."""

    changed = Signal()

    def __init__(self, settings: SettingsStore, parent: QObject | None = None) -> None:
        """Apply the settings: before there are widgets, for that is fast."""
        super().__init__(parent)
        self._settings, self._chosen = settings, settings.current
        self._commands: Commands | None = None
        settings.bind(self._apply, *FIELDS)
        piece_letters.use(self._chosen.lettering)
        self._apply_theme()

    def bind_commands(self, commands: Commands) -> None:
        """Bind the menu's commands, and follow the colour scheme of the desktop from now on."""
        self._commands, settings = commands, self._settings
        QApplication.styleHints().colorSchemeChanged.connect(self._apply_theme)
        for name in ("worth", "animated"):
            commands.bind(
                name,
                lambda name=name: settings.set(**{name: not getattr(self._chosen, name)}),  # type: ignore[misc]
                checked=lambda name=name: getattr(self._chosen, name),  # type: ignore[misc]
            )
        for name in APPEARANCES:
            commands.bind(
                name,
                partial(settings.set, appearance=name),
                checked=lambda name=name: self._chosen.appearance == name,  # type: ignore[misc]
            )

    def _apply(self, settings: Settings) -> None:
        before, self._chosen = self._chosen, settings
        if settings.lettering != before.lettering:
            piece_letters.use(settings.lettering)
            translator.retranslate_gradually()
        if (settings.appearance, settings.text_size) != (before.appearance, before.text_size):
            self._apply_theme()
        self.show()

    @property
    def worth(self) -> bool:
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

    def show(self) -> None:
        if self._commands is not None:
            self._commands.refresh("worth", "animated", *APPEARANCES)
        self._draw_boards()
        self.changed.emit()

    def _draw_boards(self) -> None:
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
    def _apply_theme(self) -> None:
        app = _application()
        theme.apply(app, theme.wants_dark(app, self._chosen.appearance), self._chosen.text_size)
        if self._commands is not None:
            self._commands.redraw_icons()


def _application() -> QApplication:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app
