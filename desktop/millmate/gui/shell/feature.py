"""The window's interface to its features: pages made when first shown, and how they close."""

from abc import abstractmethod
from collections.abc import Callable, Generator
from typing import ClassVar, Generic, TypeVar

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from millmate.gui.kit.tasks import IdleTask
from millmate.gui.kit.widgets import vbox
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services

W = TypeVar("W", bound=QWidget)


class Feature(QObject):
    """A part of the window that works on its own; the window closes it."""

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self.services = services
        services.features.append(self)

    @property
    def running(self) -> bool:
        """Whether it is at work, so that idle work has to wait."""
        return False

    def may_close(self) -> bool:
        """Ask whether work may be stopped that would be lost; return False to stay open."""
        return True

    def dismiss(self) -> None:
        """React to Escape."""

    def close(self) -> None:
        """Stop all work; the window waits for threads."""


class PageFeature(Feature, Generic[W]):
    """A feature with a page, made when the page is first shown.

    `place` is the container of the page in the window. A subclass names its page in `shows` and
    creates the widget in `make`; its command shows the page.
    """

    shows: ClassVar[Page]

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.place = QWidget()
        self._room = vbox(within=self.place)
        self._page: W | None = None
        self._making = IdleTask(self)
        self._wanted: list[Callable[[W], object]] = []  # once the page is complete
        services.navigation.page_changed.connect(self._page_changed)
        services.commands.bind(self.shows.entry.command, self.show)

    @abstractmethod
    def make(self) -> W | Generator[None, None, W]:
        """Create the page; as a generator, it yields where other events can be handled."""

    def shown(self) -> None:
        """Refresh the complete page when it is shown."""

    @Slot()
    def show(self) -> None:
        """Show the page."""
        self.services.navigation.show(self.shows)

    @property
    def made(self) -> bool:
        """Whether the page is complete."""
        return self._page is not None

    @property
    def making(self) -> bool:
        return self._making.busy

    @property
    def page(self) -> W:
        """The complete page, created now if it was never shown."""
        if self._page is None:
            if not self.making:
                self._making.start(self._make())
            self._making.finish()
        assert self._page is not None
        return self._page

    def with_page(self, do: Callable[[W], object]) -> None:
        """Show the page, and call `do` with it once it is complete."""
        self._wanted.append(do)
        self.show()
        if self.made:
            self._do_wanted()

    def close(self) -> None:
        """Stop creating the page."""
        self._making.stop()

    @Slot(Page)
    def _page_changed(self, page: Page) -> None:
        if page is not self.shows or self.making:
            return
        if self.made:
            self.shown()
        else:
            self._making.start(self._make())
            self._making.go_on()  # a page that is made in one step is there at once

    def _make(self) -> Generator[None, None, None]:
        made = self.make()
        page = (yield from made) if isinstance(made, Generator) else made
        self._room.addWidget(page)
        self._page = page
        self.shown()
        self._do_wanted()

    def _do_wanted(self) -> None:
        wanted, self._wanted = self._wanted, []
        for do in wanted:
            do(self.page)
