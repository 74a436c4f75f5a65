"""The verdict on the position shown, and a way to build missing tables."""

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame

from millmate.formatting import size
from millmate.gui.builder.table_models import about
from millmate.gui.languages.translator import translator
from millmate.gui.style import theme
from millmate.gui.style.areas import hbox, vbox
from millmate.gui.style.buttons import push_button
from millmate.gui.style.label import Label
from millmate.gui.style.tool_tips import wrapped
from millmate.gui.verdicts.answer import Answer
from millmate.language import count, mark, tr

_NOTHING = "\N{NO-BREAK SPACE}"
_AT_ONCE_SECONDS, _AT_ONCE_BYTES = 600, 2_000_000_000  # larger builds open the builder first
# The most lines a headline and a remark take in any language; a remark in large letters
# wraps.
_HEADLINES, _REMARKS, _LARGE = 2, 2, 1.2
_LISTED = 12  # tables listed in a hint


def cost(answer: Answer, threads: int | None = None) -> str:
    """Return the cost of building the tables `answer` lacks: `2 tables, 12 MB, about ...`.

    `threads` is the number of build threads, None for one per processor.
    """
    if answer.plan is None:
        return ""
    return count(
        len(answer.plan.missing),
        "{n} table to build: {size}, {time}",
        "{n} tables to build: {size}, {time}",
        size=size(answer.plan.bytes),
        time=about(answer.plan.elapsed(threads)),
    )


class VerdictBar(QFrame):
    """A headline, a remark, and buttons that offer to build a missing table.

    `build_wanted` asks to see the cost of a build; `build_now_wanted` asks to start it at once,
    which is offered if it takes minutes; `stop_wanted` asks to stop one that nobody asked for.
    """

    build_wanted = Signal()
    build_now_wanted = Signal()
    stop_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.headline = Label(tr("Looking the position up"))
        self.headline.setWordWrap(True)
        theme.headline(self.headline)
        self.remark = theme.muted(_NOTHING)
        self.now = push_button(mark("Build now"), self.build_now_wanted)
        theme.primary(self.now)
        tip = mark("The tables that this position needs, their sizes and times, to be built")
        self.build = push_button(mark("What does this need?"), self.build_wanted, tip=tip)
        tip = mark("Stop building this table, and do not begin it again without being asked")
        self.stop = push_button(mark("Stop"), self.stop_wanted, tip=tip)
        self.now.hide()
        self.build.hide()
        self.stop.hide()
        self._lay_out()
        self._keep_room()
        self.threads: int | None = None  # of a build; None for all processors
        self._building = ""
        self._unasked, self._stoppable = "", False
        self._answer: Answer | None = None
        translator.changed.connect(self._update)

    def _lay_out(self) -> None:
        buttons, gap = hbox(None, self.build, self.now, self.stop), theme.GRID // 2
        self._column = vbox(self.headline, self.remark, None, buttons, within=self, spacing=gap)
        self._column.setContentsMargins(*(2 * theme.GRID, theme.GRID) * 2)

    def changeEvent(self, event: QEvent) -> None:
        """Recompute the height for the new text size."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._keep_room()

    def showEvent(self, event: QShowEvent) -> None:
        """Recompute the height now that the style sheet applies."""
        super().showEvent(event)
        self._keep_room()

    def _keep_room(self) -> None:
        """Reserve the height of the longest answer, so that the widgets below never jump."""
        margins = self._column.contentsMargins()
        for each in (self.build, self.now):
            each.ensurePolished()
        remarks = _REMARKS if theme.text_scale() > _LARGE else 1
        self.setMinimumHeight(
            margins.top() + margins.bottom() + 3 * self._column.spacing()
            + _HEADLINES * theme.headline_height()
            + remarks * self.remark.fontMetrics().lineSpacing()
            + max(self.build.sizeHint().height(), self.now.sizeHint().height())
        )  # fmt: skip

    @Slot(object)
    def show_answer(self, answer: Answer) -> None:
        self._answer = answer
        self._update()

    def set_building(self, building: str) -> None:
        """Show the progress of a running build and disable the buttons; "" when it has ended."""
        self._building = building
        self._update()

    @Slot(str, bool)
    def set_unasked(self, line: str, stoppable: bool) -> None:
        """Show that a missing table is built by itself, in place of that it is missing; "" if not.

        `stoppable` tells whether that has begun.
        """
        self._unasked, self._stoppable = line, stoppable
        self._update()

    @Slot()
    def _update(self) -> None:
        answer = self._answer
        if answer is None:
            return
        unasked = self._unasked if answer.plan is not None else ""
        self.headline.setText(unasked or answer.headline)
        self.headline.setToolTip(wrapped(answer.metric.meaning) if answer.metric else "")
        remark = "" if unasked else cost(answer, self.threads) or answer.remark
        if self._building and answer.plan is not None:
            remark = self._building
        self.remark.setText(remark or _NOTHING)
        lacks = answer.plan is not None and not self._building and not unasked
        self.stop.setVisible(bool(unasked) and self._stoppable)
        self.build.setVisible(lacks)
        self.now.setVisible(lacks and _quick(answer, self.threads))
        self.now.setToolTip(_missing(answer, self.threads))


def _quick(answer: Answer, threads: int | None) -> bool:
    plan = answer.plan
    if plan is None or plan.disk > _AT_ONCE_BYTES:
        return False
    return plan.elapsed(threads) <= _AT_ONCE_SECONDS


def _missing(answer: Answer, threads: int | None) -> str:
    """Return the missing tables, one line each with size and time."""
    if answer.plan is None:
        return ""
    missing = answer.plan.missing
    lines = [
        f"{t.material}: {size(t.bytes)}, {about(t.elapsed(threads))}" for t in missing[:_LISTED]
    ]
    if len(missing) > _LISTED:
        lines.append(tr("and {n} more", n=len(missing) - _LISTED))
    return "\n".join([tr("Builds what this position needs, and shows its verdict then:"), *lines])
