"""The terms of the field used by the program, each explained in a sentence or two."""

from dataclasses import dataclass
from enum import Enum

from millmate.language import mark, tr


@dataclass(frozen=True, slots=True)
class Entry:
    """A term and its explanation, both marked for translation."""

    term: str
    text: str


class Term(Enum):
    """The terms, each after those that it builds on."""

    PLY = Entry(
        mark("Ply"),
        mark("A move by one side. Two plies, one by each side, are a full move."),
    )
    WDL = Entry(
        mark("Win, draw, loss (WDL)"),
        mark("The result of a position if both sides play perfectly, without a distance."),
    )
    DTM = Entry(
        mark("Depth to mate (DTM)"),
        mark(
            "How far it is to mate if both sides play perfectly: the winner as fast as possible, "
            "the loser as stubbornly as possible."
        ),
    )
    FIFTY_MOVES = Entry(
        mark("Fifty-move rule"),
        mark(
            "A game of chess is drawn if both sides have made fifty moves in a row without a "
            "capture and without a pawn move. The clock counts the plies since the last one: mate "
            "in 34 at clock 43 means that the rule leaves no time for a shorter one."
        ),
    )
    DTZ = Entry(
        mark("Depth to zeroing (DTZ)"),
        mark(
            "Number of plies to the next capture, pawn move or mate with perfect play. Such a "
            "move resets the fifty-move counter; DTZ50 shows which wins hold under that rule."
        ),
    )
    CURSED_WIN = Entry(
        mark("Cursed win, blessed loss"),
        mark(
            "A win that the fifty-move rule turns into a draw, because it takes too long without a "
            "capture or a pawn move. For the other side it is a blessed loss."
        ),
    )
    LAYER = Entry(
        mark("Sₙ: decided in n plies"),
        mark(
            "The set of positions that perfect play decides in exactly n plies. S₀ holds those "
            "where the game has ended, such as checkmates; a table is built from one set to the "
            "next."
        ),
    )
    ZUGZWANG = Entry(
        mark("Zugzwang"),
        mark(
            "The side to move would be better off if it could pass. In a mutual zugzwang that "
            "holds for both sides: whoever has to move gets the worse result."
        ),
    )
    ONLY_MOVE = Entry(
        mark("Only move"),
        mark(
            "The one move that keeps the result. Every other move turns a win into a draw or a "
            "loss, or a draw into a loss."
        ),
    )
    ELO = Entry(
        mark("Elo"),
        mark(
            "A measure of playing strength. A player who is 100 points ahead scores about 64 per "
            "cent, one who is 400 ahead about 91 per cent."
        ),
    )
    SPRT = Entry(
        mark("Sequential test (SPRT)"),
        mark(
            "A test that looks at the result after each pair of games and stops as soon as it is "
            "clear which of two assumptions about the difference in Elo fits better."
        ),
    )

    @property
    def title(self) -> str:
        return tr(self.value.term)

    @property
    def text(self) -> str:
        return tr(self.value.text)

    @property
    def page(self) -> str:
        """The manual page that contains the term."""
        return "glossary"

    @property
    def anchor(self) -> str:
        """The anchor of the term in the manual's glossary, the same in every language."""
        return f"term-{self.name.lower().replace('_', '-')}"
