"""The user's choices of appearance: language, light or dark, boards, motion, move values."""

from functools import partial

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QApplication

from millmate.games.chess import piece_letters
from millmate.gui.boards.theme import BoardStyle, board_style, set_board_style
from millmate.gui.boards.widget import BoardWidget
from millmate.gui.kit import theme
from millmate.gui.kit.translator import LANGUAGES, translator
from millmate.gui.shell.frame.commands import Commands
from millmate.gui.shell.frame.settings_store import SettingsStore
from millmate.settings import Settings, about

# The settings that are held here.
_FIELDS = (
    "appearance", "accent", "text_size", "board", "pieces", "stones", "lettering", "coordinates",
    "targets", "worth", "animated", "speed", "language",
)  # fmt: skip

_THEME = ("appearance", "accent", "text_size")

# The commands that choose a value of a field; the language "" is the desktop's.
_CHOICES = {name: ("appearance", name) for name in about("appearance")["options"]} | {
    f"speak_{code or 'system'}": ("language", code) for code in ("", *LANGUAGES)
}


class Appearance(QObject):
    """Holds the choices and applies them; `changed` follows every one of them."""

    changed = Signal()

    def __init__(self, settings: SettingsStore, parent: QObject | None = None) -> None:
        """Apply the settings: before there are widgets, for that is fast."""
        super().__init__(parent)
        self._settings, self.chosen = settings, settings.current
        self._commands: Commands | None = None
        settings.bind(self._apply, *_FIELDS)
        piece_letters.use(self.chosen.lettering)
        self._apply_theme()

    def bind_commands(self, commands: Commands) -> None:
        """Bind the menu's commands, and follow the colour scheme of the desktop from now on."""
        self._commands, settings = commands, self._settings
        QApplication.styleHints().colorSchemeChanged.connect(self._apply_theme)
        for name in ("worth", "animated"):
            commands.bind(
                name, partial(self._toggle, name), checked=partial(self._is_chosen, name, True)
            )
        for command, (field, value) in _CHOICES.items():
            commands.bind(
                command,
                partial(settings.set, **{field: value}),
                checked=partial(self._is_chosen, field, value),
            )

    def _toggle(self, name: str) -> None:
        self._settings.set(**{name: not getattr(self.chosen, name)})

    def _is_chosen(self, field: str, value: object) -> bool:
        return bool(getattr(self.chosen, field) == value)

    def _apply(self, settings: Settings) -> None:
        before, self.chosen = self.chosen, settings
        if settings.lettering != before.lettering:
            piece_letters.use(settings.lettering)
            translator.retranslate_gradually()
        if settings.language != before.language:
            translator.set_language_gradually(settings.language)
        if any(getattr(settings, name) != getattr(before, name) for name in _THEME):
            self._apply_theme()
        self.show()

    @property
    def moving(self) -> bool:
        """Whether things move: chosen here, and not unwanted by the desktop."""
        return self.chosen.animated and theme.wants_motion(_application())

    def show(self) -> None:
        if self._commands is not None:
            self._commands.refresh("worth", "animated", *_CHOICES)
        self._draw_boards()
        self.changed.emit()

    def _draw_boards(self) -> None:
        kept, before = self.chosen, board_style()
        style = BoardStyle(
            kept.board, kept.pieces, kept.stones, kept.coordinates, kept.targets, kept.accent
        )
        set_board_style(style)
        for widget in QApplication.allWidgets() if style != before else ():
            if isinstance(widget, BoardWidget):
                widget.fit_again()
        for window in QApplication.topLevelWidgets():
            window.update()

    @Slot()
    def _apply_theme(self) -> None:
        app = _application()
        chosen = self.chosen
        dark = theme.wants_dark(app, chosen.appearance)
        theme.apply(app, dark, chosen.text_size, chosen.accent)
        if self._commands is not None:
            self._commands.redraw_icons()


def _application() -> QApplication:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app
