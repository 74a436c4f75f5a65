"""Lists and removes solved positions on the Tables page, in threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from millmate.formatting import plural, size
from millmate.gui.features.tables.solved_panel import SolvedPanel
from millmate.gui.kit.errors import error_sentence
from millmate.gui.kit.questions import may_leave
from millmate.gui.kit.tasks import Task
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services
from millmate.language import count, tr

if TYPE_CHECKING:
    from millmate.tablebase.position_inventory import SolvedPosition


class SolvedController(QObject):
    """Fills the panel; `changed` is emitted after positions were removed."""

    changed = Signal()

    def __init__(self, services: Services, panel: SolvedPanel, parent: QObject) -> None:
        super().__init__(parent)
        self._services, self.panel = services, panel
        self._reading: Task | None = None
        panel.show_wanted.connect(self._show)
        panel.remove_wanted.connect(self._ask)
        services.build.ended.connect(lambda _: self.read())

    @property
    def reading(self) -> bool:
        return self._reading is not None

    @Slot()
    def read(self) -> None:
        """Read what positions there are; a later call takes the place of an earlier one."""
        self.close()
        work = partial(_listed, self._services.tables_dir)
        self._reading = Task(work).launch(done=self._list, failed=self._fail)

    def close(self) -> None:
        """Stop reading."""
        if self._reading is not None:
            self._reading.stop()

    @Slot(object)
    def _list(self, found: tuple[SolvedPosition, ...]) -> None:
        if self.sender() is self._reading:
            self._reading = None
            self.panel.show_positions(found)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        if self.sender() is self._reading:
            self._reading = None
            self.panel.show_note(error_sentence(error), fault=True)

    @Slot(str)
    def _show(self, fen: str) -> None:
        self._services.workspace.set_up(fen)
        self._services.navigation.show(Page.BOARD)

    @Slot()
    def _ask(self) -> None:
        """Ask whether to remove what is chosen."""
        chosen = self.panel.chosen
        if not chosen:
            return
        self.panel.show_note("")
        remove = tr("Remove")
        if may_leave(self.panel, _question(chosen), remove, tr("Keep")):
            self.panel.show_note(tr("Removing what was solved"))
            work = partial(_removed, tuple(chosen))
            Task(work).launch(done=self._done, failed=self._not_removed)

    @Slot(object)
    def _done(self, words: str) -> None:
        self.panel.show_note("")
        self._services.notifications.status(words)
        self.changed.emit()
        self.read()

    @Slot(object)
    def _not_removed(self, error: Exception) -> None:
        self.panel.show_note(error_sentence(error), fault=True)
        self.changed.emit()
        self.read()


def _question(chosen: Sequence[SolvedPosition]) -> str:
    freed = size(sum(each.bytes for each in chosen))
    what = chosen[0].material
    if len(chosen) > 1:
        what = plural(len(chosen), "position")
    return tr(
        "Remove the tables of {what}? This frees {size}; to know its verdict again, it has to be "
        "solved anew.",
        what=what,
        size=freed,
    )


def _listed(
    directory: Path, progress: Callable[[object], None], stopped: Callable[[], bool]
) -> tuple[SolvedPosition, ...]:
    from millmate.tablebase.position_inventory import solved_positions

    return tuple(solved_positions(directory, stopped))


def _removed(
    chosen: Sequence[SolvedPosition],
    progress: Callable[[object], None],
    stopped: Callable[[], bool],
) -> str:
    """Remove positions, and say so."""
    from millmate.tablebase.position_inventory import remove

    remove(chosen)
    return count(
        len(chosen),
        "{n} solved position removed, {size} of disk freed.",
        "{n} solved positions removed, {size} of disk freed.",
        size=size(sum(each.bytes for each in chosen)),
    )
