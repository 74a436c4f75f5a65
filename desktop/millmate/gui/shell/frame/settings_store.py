"""Holds the settings of a running window: read, changed and saved in one place."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from millmate import settings as files
from millmate.files import describe_error
from millmate.language import tr
from millmate.settings import Settings

Apply = Callable[[Settings], object]
Provide = Callable[[Settings], Settings]


class SettingsStore(QObject):
    """Holds the frozen `Settings`; `changed` carries the name of every changed field.

    The owner of a field binds to it and is notified when other code sets it. Fields that change
    constantly, such as the window's geometry, are computed by providers when read.
    """

    changed = Signal(str)
    not_saved = Signal(str)  # a sentence

    def __init__(self, settings: Settings | None = None, parent: QObject | None = None) -> None:
        """Start with `settings`, or with the file's, into which `save` merges changes."""
        super().__init__(parent)
        self._loaded = files.load() if settings is None else None
        self._settings = settings or self._loaded or Settings()
        self._bound: list[tuple[frozenset[str], Apply]] = []
        self._providers: list[Provide] = []

    @property
    def current(self) -> Settings:
        for provide in self._providers:
            self._settings = provide(self._settings)
        return self._settings

    @property
    def kept(self) -> Settings:
        """The settings without asking the providers: current in all fields that are set."""
        return self._settings

    def bind(self, apply: Apply, *fields: str) -> None:
        """Call `apply` with the settings when any of `fields` changes."""
        self._bound.append((frozenset(fields), apply))

    def provide(self, updated: Provide) -> None:
        """Have `updated(settings)` return the settings with the current values of some fields."""
        self._providers.append(updated)

    def set(self, **fields: object) -> None:
        """Set fields and notify the functions bound to those that changed."""
        before = self.current
        self._settings = settings = before.changed(**fields)
        differing = {name for name, value in fields.items() if getattr(before, name) != value}
        for names, apply in self._bound:
            if names & differing:
                apply(settings)
        for name in sorted(differing):
            self.changed.emit(name)

    def save(self) -> None:
        """Write the settings.

        Raises:
            OSError: The file cannot be written.
        """
        files.save(self.current, self._loaded)

    @Slot()
    def save_or_report(self) -> None:
        """Write the settings, or emit `not_saved`."""
        try:
            self.save()
        except OSError as error:
            why = describe_error(error)
            self.not_saved.emit(tr("The settings could not be saved: {why}", why=why))
