"""The verdict on the position shown, and a way to build missing tables."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFont,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from millmate.formatting import size, titled
from millmate.games.value import CHESS_TERMS, Form, Result, Value
from millmate.games.value import words as value_words
from millmate.glossary import Term
from millmate.gui.boards.theme import draw_sign
from millmate.gui.kit import theme
from millmate.gui.kit.accessible import as_role
from millmate.gui.kit.errors import capital
from millmate.gui.kit.label import Label, wrapped
from millmate.gui.kit.term_button import TermButton
from millmate.gui.kit.translator import translator
from millmate.gui.kit.widgets import hbox, push_button, vbox
from millmate.gui.shell.builds.plans import about
from millmate.gui.shell.builds.position_builds import Offer
from millmate.gui.shell.frame.navigation import Links
from millmate.gui.shell.probe.answer import (
    Answer,
    MoveWorth,
    Shown,
    count_words,
    draw_badge,
    remark_on,
    shade,
    shares,
    sign_of,
)
from millmate.language import count, mark, tr
from millmate.tablebase.morris.names import is_morris
from millmate.tablebase.table_titles import title_and_code

_NOTHING = "\N{NO-BREAK SPACE}"
_AT_ONCE_SECONDS, _AT_ONCE_BYTES = 600, 2_000_000_000  # larger builds open the builder first
_GAP = 2  # pixels: below the headline
_BAR, _BREAK = 6, 2  # pixels: the height of the bar of shares, and between its parts
_HEIGHTS: dict[Shown, float] = {1: 1.0, -1: 0.8}  # of the parts of that bar; others 0.5
_LONG_NAME = "KBNvKBP"
_LONG_COST = 65, 23_000_000_000, 39 * 60  # tables, bytes and seconds of a large build
_LISTED = 12  # tables listed in a hint


def cost(answer: Answer, threads: int | None = None) -> str:
    """Return the cost of building the tables `answer` lacks: `2 tables: 12 MB, about ...`.

    `threads` is the number of build threads, None for one per processor.
    """
    plan = answer.plan
    return "" if plan is None else _cost(len(plan.missing), plan.bytes, plan.elapsed(threads))


def _cost(tables: int, room: int, seconds: float) -> str:
    texts = {"size": size(room), "time": about(seconds)}
    return count(tables, "{n} table: {size}, {time}", "{n} tables: {size}, {time}", **texts)


class VerdictBar(QFrame):
    """A headline, a remark, the share of winning moves, and a button that builds tables.

    Where a table is missing, its name stands between the headline and the cost of building it.

    A build that takes minutes is offered to be started at once, without its plan; `stop_wanted`
    asks to stop one that no user asked for, and `hint_wanted` for a hint in place of the hidden
    verdict. `trouble` returns why nothing can be built now, "" if it can.
    """

    stop_wanted = Signal()
    hint_wanted = Signal()

    def __init__(self, links: Links) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.sign = _ResultSign()
        self.headline = Label(tr("Looking up the position"))
        self.headline.setWordWrap(True)
        theme.headline(self.headline)
        self.missing = theme.muted()
        self.missing.hide()
        self.remark = theme.muted(_NOTHING)
        self.now = push_button(mark("Build now"), links.build_position_now)
        tip = mark("Plan the tables that this position needs (size, time)")
        self.build = push_button(mark("Plan the build…"), links.build_position, tip=tip)
        tip = mark("Stop building this table, and do not restart it automatically")
        self.stop = push_button(mark("Stop"), self.stop_wanted, tip=tip)
        tip = mark("Show the table results for this position and every move")
        self.reveal = push_button(mark("Show verdicts"), links.reveal, tip=tip)
        self.hint = push_button(mark("Hint"), self.hint_wanted)
        tip = mark("Plan tables for every position reachable from here (size, time)")
        self.solve = push_button(mark("Solve…"), links.solve_position, tip=tip)
        tip = mark("Count the pawn placements, and estimate size and time of the tables")
        self.ask = push_button(mark("Can it be solved?"), links.solve_position, tip=tip)
        for button in (*self._buttons, self.hint, self.reveal):
            button.hide()
        self.terms = TermButton()
        self.terms.hide()
        self.share = ShareBar()
        self.share.hide()
        self._lay_out()
        self._keep_room()
        self.trouble: Callable[[], str] = str
        self.threads: int | None = None  # of a build; None for all processors
        self._building = ""
        self._unasked, self._stoppable = "", False
        self._answer: Answer | None = None
        self._offer: Offer | None = None  # to solve a position
        self._told = ""  # a hint, in place of the hidden verdict
        self._worth = True
        translator.changed.connect(self._update)

    @property
    def _buttons(self) -> tuple[QPushButton, ...]:
        return self.build, self.now, self.stop, self.solve, self.ask

    def _lay_out(self) -> None:
        row = hbox((self.remark, 1), *self._buttons, self.hint, self.reveal)
        row.setAlignment(self.remark, Qt.AlignmentFlag.AlignTop)
        words = vbox(self.headline, self.missing, row, None, spacing=_GAP)
        top = Qt.AlignmentFlag.AlignTop
        head = hbox((self.sign, top), (words, 1), (self.terms, top))
        self._column = vbox((head, 1), self.share, within=self)
        sides = theme.GRID * 3 // 2
        self._column.setContentsMargins(sides, theme.GRID, sides, theme.GRID)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._keep_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._keep_room()

    def showEvent(self, event: QShowEvent) -> None:
        """Recompute the height now that the style sheet applies."""
        super().showEvent(event)
        self._keep_room()

    def _keep_room(self) -> None:
        """Reserve the height of the usual answers, so that the widgets below never jump."""
        for each in (self.headline, self.missing, self.remark, self.build, self.now):
            each.ensurePolished()
        line, gap = theme.headline_height(), self._column.spacing()
        self.sign.setFixedSize(line, line)
        outer, inner = self.contentsMargins(), self._column.contentsMargins()
        sides = outer.left() + outer.right() + inner.left() + inner.right()
        width = self.width() - sides - line - gap
        high = (self._high_unbuilt, self._high_unsolved, self._high_verdict)
        words = max(each(width, gap) for each in high)
        edges = outer.top() + outer.bottom() + inner.top() + inner.bottom()
        self.setMinimumHeight(edges + words)
        self._column.invalidate()  # else words that need another line keep the height of before

    def _high_unbuilt(self, width: int, gap: int) -> int:
        """Return the height of the text about a missing table with a long name."""
        buttons = self.build.sizeHint(), self.now.sizeHint()
        cost = _high(
            self.remark, width - max(each.width() for each in buttons) - gap, _cost(*_LONG_COST)
        )
        row = max(cost, *(each.height() for each in buttons))
        name = _high(self.missing, width, title_and_code(_LONG_NAME))
        return _high(self.headline, width, tr("No table yet")) + name + row + 2 * _GAP

    def _high_unsolved(self, width: int, gap: int) -> int:
        """Return the height of the offer to solve a position."""
        words = _offer_words(Offer("", 12, f"{size(23_000_000_000)}, {about(39 * 60)}"))
        cost = _high(self.remark, width - self.solve.sizeHint().width() - gap, words)
        return _high(self.headline, width, "12") + max(cost, self.solve.sizeHint().height()) + _GAP

    def _high_verdict(self, width: int, gap: int) -> int:
        """Return the height of a verdict in many words, with the bar of shares."""
        beside = width - self.terms.sizeHint().width() - gap
        high = max(
            _high(self.headline, beside, headline) + _high(self.remark, beside, remark)
            for headline, remark in _long_verdicts()
        )
        return high + _GAP + gap + self.share.sizeHint().height()

    @Slot(object)
    def show_answer(self, answer: Answer) -> None:
        self._answer = answer
        self._update()

    @Slot(object)
    def show_offer(self, offer: Offer) -> None:
        self._offer = offer
        self._update()

    @Slot(str)
    def show_hint(self, words: str) -> None:
        """Show a hint where the verdict would stand as long as that is hidden; "" for none."""
        if words != self._told:
            self._told = words
            self._update()

    def show_worth(self, worth: bool) -> None:
        """Show or hide how many moves win, which helps to find them."""
        self._worth = worth
        self._update()

    def set_building(self, building: str) -> None:
        """Show the progress of a running build and hide the button; "" when it has ended."""
        self._building = building
        self._update()

    @Slot(str, bool)
    def set_unasked(self, line: str, stoppable: bool) -> None:
        """Show that a missing table is built by itself, in place of that it is missing; "" if not.

        `stoppable` is whether that has started.
        """
        if (line, stoppable) != (self._unasked, self._stoppable):
            self._unasked, self._stoppable = line, stoppable
            self._update()

    @Slot()
    def _update(self) -> None:
        answer = self._answer
        if answer is None:
            return
        self.sign.show_result(answer.result, _winner(answer))
        unasked = self._unasked if answer.plan is not None else ""
        told = self._told if answer.hidden else ""
        self.headline.setText(unasked or told or answer.headline)
        self.headline.setToolTip(wrapped(answer.metric.meaning) if answer.metric else "")
        self.terms.show_terms(*_terms(answer))
        lacks = answer.plan is not None and not unasked
        self.missing.setText(answer.remark)
        self.missing.setVisible(lacks)
        self.hint.setToolTip(wrapped(_hint_tip(answer)))
        remark = "" if unasked or answer.hidden else cost(answer, self.threads) or answer.remark
        if self._building and (answer.plan is not None or answer.solvable):
            remark = self._building
        trouble = self.trouble() if answer.plan is not None or answer.solvable else ""
        if trouble and not answer.hidden:
            remark = tr("The tables folder is missing")
        offer = self._offer if self._offer is not None and self._offer.fen == answer.fen else None
        solvable = answer.solvable and not self._building and not trouble
        if solvable and offer is not None and not answer.solved:
            remark = _offer_words(offer)
        self.remark.setText(remark or _NOTHING)
        self.remark.setToolTip(wrapped(answer.source))
        judged = answer.covered or answer.bound is not None
        self.share.show_moves(answer.moves if judged and self._worth else ())
        lacks = lacks and not self._building and not trouble
        self.stop.setVisible(bool(unasked) and self._stoppable)
        self.reveal.setVisible(answer.hidden)
        self.hint.setVisible(answer.hidden)
        quick = _quick(answer, self.threads)
        self.build.setVisible(lacks and not quick)
        self.now.setVisible(lacks and quick)
        if lacks and quick:
            self.now.setToolTip(_missing(answer, self.threads))
        further = answer.solved or (offer is not None and offer.cost is not None)
        self.solve.setVisible(solvable and further)
        self.ask.setVisible(solvable and not further)
        self.update()


_LIGHT, _DARK = "#fdfdfb", "#1f2421"
_SIDES: dict[bool | None, tuple[str, str]] = {True: (_LIGHT, _DARK), False: (_DARK, _LIGHT)}


class _ResultSign(QWidget):
    """A disc in the colour of the winner, the sign of a draw or a bound, or a faint disc."""

    def __init__(self) -> None:
        super().__init__()
        self.result: Shown = None
        self.winner: bool | None = None

    def show_result(self, result: Shown, winner: bool | None) -> None:
        self.result, self.winner = result, winner
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        disc, scheme = QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.colours()
        with QPainter(self) as painter:
            if self.winner is None and sign_of(self.result) is not None:
                draw_badge(painter, disc, self.result)
                return
            colour, sign = _SIDES.get(self.winner, (scheme.raised, ""))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(scheme.muted if sign else scheme.line), 1.5))
            painter.setBrush(QColor(colour))
            painter.drawEllipse(disc)
            if sign:
                inset = disc.width() * 0.26
                draw_sign(painter, disc.adjusted(inset, inset, -inset, -inset), 1, sign)


class ShareBar(QWidget):
    """A thin bar that shows how many of the moves win, draw and lose; nothing if none is known."""

    accessible = as_role(QAccessible.Role.Graphic)

    def __init__(self) -> None:
        super().__init__()
        self._shares: dict[Shown, int] = {}

    def show_moves(self, moves: Sequence[MoveWorth]) -> None:
        """Show the shares of `moves`, and say them in words; without any, leave the room."""
        self._shares = shares(moves)
        words = ", ".join(count_words(result, n) for result, n in self._shares.items())
        self.setToolTip(words)
        self.setAccessibleName(words)
        self.setVisible(bool(self._shares))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(8 * theme.GRID, _BAR)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a part for each result; the draws' is narrower, so that colour is not alone."""
        whole = sum(self._shares.values())
        left, room = 0.0, self.width() - _BREAK * (len(self._shares) - 1)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            for result, number in self._shares.items():
                width = room * number / whole
                height = _BAR * _HEIGHTS.get(result, 0.5)
                part = QRectF(left, (self.height() - height) / 2, width, height)
                painter.setBrush(QColor(shade(result)))
                painter.drawRoundedRect(part, height / 2, height / 2)
                left += width + _BREAK


def _winner(answer: Answer) -> bool | None:
    """Return the side that wins, None where no side does or that is not known."""
    if answer.result not in (1, -1):
        return None
    return (answer.fen.split()[1] == "w") is (answer.result == 1)


def _high(label: Label, width: int, words: str) -> int:
    """Return how high `label` is with `words` and this width, in pixels."""
    return _height(label.font().toString(), max(width, 1), words)


@lru_cache(maxsize=256)  # asked for whenever the window is made, shown, dressed or resized
def _height(font: str, width: int, words: str) -> int:
    like, letters = Label(words), QFont()
    letters.fromString(font)
    like.setFont(letters)
    like.setWordWrap(True)
    return like.heightForWidth(width)


def _long_verdicts() -> tuple[tuple[str, str], ...]:
    """Return headlines with their remarks that are as long as they usually get."""
    timed = Value(1, 175)
    drawn = replace(timed, ruled=Result.DRAW, in_time=False)
    return (
        *(
            (
                capital(value_words(value, CHESS_TERMS, form=Form.HEADLINE)),
                remark_on(table, value, CHESS_TERMS, True),
            )
            for table, value in ((title_and_code("KBNvK"), timed), ("KBNvK", drawn))
        ),
        (tr("No table for this position"), tr("Tables hold no positions with castling rights.")),
    )


def _offer_words(offer: Offer) -> str:
    """Return whether a position can be solved, and what that takes, as far as it is known."""
    if offer.cost is None:
        return tr("No table covers {n} pieces.", n=offer.men)
    return tr(
        "No table covers {n} pieces, but this position can be solved: {cost}.",
        n=offer.men,
        cost=offer.cost,
    )


def _hint_tip(answer: Answer) -> str:
    """Return the tool tip of the hint button, with its key while a verdict is hidden."""
    tip = tr("Shows which piece to move; click again to show the move")
    return f"{tip}\n{answer.remark}" if answer.hidden and answer.remark else tip


def _terms(answer: Answer) -> tuple[Term, ...]:
    """Return the terms of `answer` that may need an explanation."""
    if answer.metric is None:
        return ()
    if is_morris(answer.material):
        return (Term.PLY,)
    return Term.DTM, Term.PLY, Term.FIFTY_MOVES


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
        titled(title_and_code(str(t.material)), f"{size(t.bytes)}, {about(t.elapsed(threads))}")
        for t in missing[:_LISTED]
    ]
    if len(missing) > _LISTED:
        lines.append(tr("and {n} more", n=len(missing) - _LISTED))
    return "\n".join([tr("Builds the tables for this position, then shows its verdict:"), *lines])
