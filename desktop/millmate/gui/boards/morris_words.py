"""Morris in words and controls: prompts beneath the board, moves read out, variants explained."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from millmate.formatting import plural, side_name
from millmate.games.catalogue import Position
from millmate.games.morris.board import MorrisBoard, Phase
from millmate.games.morris.move_text import why_removal_is_illegal, why_step_is_illegal
from millmate.games.morris.points import points_in
from millmate.games.morris.rule_words import Explanation, example_of
from millmate.games.morris.variants import STANDARD, USUAL_LIMIT, Variant, limit_text, read_limit
from millmate.gui.boards.geometry import BLACK_TRAY, TRAYS, WHITE_TRAY
from millmate.gui.boards.morris_board import MORRIS
from millmate.gui.boards.scene import Look, paint
from millmate.gui.kit import theme
from millmate.gui.kit.errors import sentence
from millmate.gui.kit.label import WrappedLabel, wrapped
from millmate.gui.kit.term_button import Explained, TermButton
from millmate.gui.kit.translator import bind_text, on_retranslate
from millmate.gui.kit.widgets import ComboBox
from millmate.language import mark, tr
from millmate.pictures.diagrams import UPRIGHT


def describe_move(notation: str) -> str:
    """Return a move in words, such as `d6 to d7, takes a1`."""
    step, *taken = notation.split("x")
    origin, _, target = step.rpartition("-")
    words = tr("{point} to {target}", point=origin, target=target) if origin else target
    return ", ".join([words, *(tr("takes {point}", point=point) for point in taken)])


def describe_phase(board: MorrisBoard, side: bool) -> str:
    """Return the phase of `side`: `placing, 4 in hand`, `moving`, `flying`."""
    phase = board.phase(side)
    if phase is Phase.PLACING:
        return tr("{phase}, {n} in hand", phase=tr(phase.value), n=board.hand[side])
    return tr(phase.value)


def move_prompt(board: MorrisBoard) -> str:
    """Return a sentence about what the side to move can do."""
    mover = side_name(board.turn)
    match board.phase(board.turn):
        case Phase.PLACING:
            left = plural(board.hand[board.turn], "stone")
            return tr(
                "{mover} places a stone on a free point; {stones} in hand.",
                mover=mover,
                stones=left,
            )
        case Phase.FLYING:
            return tr("{mover} has three stones left and may fly to any free point.", mover=mover)
        case _:
            return tr("{mover} moves a stone along a line to the next free point.", mover=mover)


def removal_prompt(board: MorrisBoard) -> str:
    """Return a sentence about the stone to be taken after a mill."""
    return tr(
        "Mill! Take one of {other}'s stones. Esc takes the move back.",
        other=side_name(not board.turn),
    )


def refused_removal(board: MorrisBoard, place: int) -> str:
    """Return why the side to move cannot take the stone on `place` after a mill."""
    other = side_name(not board.turn)
    if place in TRAYS.values():
        return tr(
            "Only stones on the board can be taken: choose one of {other}'s that is marked.",
            other=other,
        )
    if board.stones[board.turn] >> place & 1:
        return tr(
            "That is {mover}'s own stone. Take one of {other}'s.",
            mover=side_name(board.turn),
            other=other,
        )
    if board.stones[not board.turn] >> place & 1:
        fault = why_removal_is_illegal(board, place) or ""
        return tr("That stone is in a mill: {fault}.", fault=fault) if fault else ""
    return tr(
        "There is no stone on {point}: take one of {other}'s that is marked.",
        point=board.lines.names[place],
        other=other,
    )


def refused(board: MorrisBoard, origin: int | None, place: int) -> str:
    """Return why the side to move cannot press `place`, or move there from `origin`."""
    if place in TRAYS.values():
        return _refused_tray(board, place, origin is not None)
    if origin is not None:
        source = None if origin in TRAYS.values() else origin
        return sentence(why_step_is_illegal(board, source, place) or "")
    if board.phase(board.turn) is Phase.PLACING:
        return _refused_placing(board, place)
    return _refused_lifting(board, place)


def _refused_placing(board: MorrisBoard, place: int) -> str:
    own = board.stones[board.turn] >> place & 1
    if own:
        left = board.hand[board.turn]
        return tr(
            "Stones move when all are placed: {mover} still has {n} in hand.",
            mover=side_name(board.turn),
            n=left,
        )
    return tr("{point} is occupied.", point=board.lines.names[place])


def _refused_lifting(board: MorrisBoard, place: int) -> str:
    mover = side_name(board.turn)
    if board.stones[not board.turn] >> place & 1:
        return tr(
            "That is {other}'s stone, and {mover} is to move.",
            other=side_name(not board.turn),
            mover=mover,
        )
    if board.stones[board.turn] >> place & 1:
        lines = board.lines
        around = ", ".join(lines.names[p] for p in points_in(lines.neighbours[place]))
        return tr(
            "That stone cannot move: the points next to it ({points}) are occupied.", points=around
        )
    return tr(
        "There is no stone on {point}: choose one of {mover}'s first.",
        point=board.lines.names[place],
        mover=mover,
    )


def _refused_tray(board: MorrisBoard, tray: int, carrying: bool) -> str:
    if carrying:
        return tr("Stones do not go back into the hand.")
    side = tray == WHITE_TRAY
    assert side or tray == BLACK_TRAY
    if not board.hand[side]:
        return tr("{side} has no stones in hand.", side=side_name(side))
    return tr(
        "Those are {other}'s stones, and {mover} is to move.",
        other=side_name(side),
        mover=side_name(board.turn),
    )


class QuietChoice(ComboBox):
    """Offers the usual limit, none, and any other that was shown once."""

    def __init__(self) -> None:
        super().__init__()
        self._overruled = ""
        bind_text(self, name=mark("Quiet moves"))
        for limit in (USUAL_LIMIT, None):
            self.addItem("", limit_text(limit))
        on_retranslate(self, self._name)

    @property
    def limit(self) -> int | None:
        """The chosen limit in moves of each side, None for no limit."""
        return read_limit(self.currentData())

    def show_limit(self, limit: int | None) -> None:
        text = limit_text(limit)
        if self.findData(text) < 0:
            self.addItem("", text)
            self._name()
        self.setCurrentIndex(self.findData(text))

    def overrule(self, why: str) -> None:
        """Disable the choice and show why, as a marked text; enable it if that is empty."""
        self._overruled = why
        self.setEnabled(not why)
        self._name()

    def _name(self) -> None:
        tip = mark(
            "Number of moves of each side without a mill or placement until the game is drawn"
        )
        self.setToolTip(wrapped(tr(self._overruled or tip)))
        for index in range(self.count()):
            limit = read_limit(self.itemData(index))
            text = tr("No limit") if limit is None else tr("{n}, then a draw", n=limit)
            self.setItemText(index, text)


_HEIGHT = 210  # pixels of the picture at normal text size
_LEAST = 100  # where the window is low


class VariantButton(TermButton):
    """Explains the variant that was shown last, by its rules and an example."""

    def __init__(self) -> None:
        super().__init__(Explanation(STANDARD))

    def show_variant(self, variant: Variant) -> None:
        self.show_terms(Explanation(variant))

    def pictures(self, term: Explained) -> Sequence[QWidget]:
        """Return the picture of the example, and what it shows."""
        assert isinstance(term, Explanation)
        caption = theme.mute(WrappedLabel(term.caption))
        return ExamplePicture(term.variant), caption


class ExamplePicture(QWidget):
    """An example of a variant on the window's board; its caption describes it."""

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        board, turns = example_of(variant)
        moves = (turn.text(board.lines.names) for turn in turns)
        arrows = tuple(
            arrow for move in moves for arrow in MORRIS.arrows(move, board.turn, 0.8, board.lines)
        )
        shown = MORRIS.shown(Position.of(board))
        self._state = replace(shown, arrows=arrows)
        self.setMinimumHeight(_LEAST)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        side = round(_HEIGHT * theme.text_scale())
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        room = MORRIS.fit(self.size(), self.devicePixelRatioF(), UPRIGHT, self._state)
        with QPainter(self) as painter:
            paint(painter, MORRIS.scene(self._state, room, Look()))
