"""The rules of each variant in words, and an example of its peculiarities."""

from collections.abc import Iterator
from dataclasses import dataclass

from millmate.games.morris.board import MorrisBoard, MorrisMove
from millmate.games.morris.move_text import read_move
from millmate.games.morris.positions import board_from_text
from millmate.games.morris.variants import Removals, Variant
from millmate.language import mark, tr

_BOARDS = {
    "three rings": mark(
        "The board has three rings, joined at the middles of their sides; three points in a line "
        "are a mill."
    ),
    "three rings with diagonals": mark(
        "The board has three rings, joined at the middles of their sides and at the corners; three "
        "points in a line are a mill, those through the corners too."
    ),
    "two rings": mark(
        "The board has two rings, joined at the middles of their sides; their eight sides are the "
        "mills."
    ),
    "nine points": mark(
        "The board has nine points; its rows, its columns and both diagonals are the mills."
    ),
}


def rule_words(variant: Variant) -> tuple[str, ...]:
    """Return the rules of a variant as sentences, in the language in use."""
    return tuple(_sentences(variant))


def _sentences(rules: Variant) -> Iterator[str]:
    yield tr(_BOARDS[rules.board])
    if rules.moves_while_placing:
        yield tr(
            "Each side has {n} stones. A turn places one on a free point, or moves one along a "
            "line to the next; when all are placed, stones move.",
            n=rules.stones,
        )
    else:
        yield tr(
            "Each side has {n} stones, which are placed in turn on free points; then they move "
            "along a line to the next one.",
            n=rules.stones,
        )
    yield from _of_mills(rules)
    yield from _of_the_end(rules)


def _of_mills(rules: Variant) -> Iterator[str]:
    if rules.mill_wins:
        yield tr("Whoever closes a mill has won.")
        return
    yield tr(
        "Whoever closes a mill takes one of the opponent's stones, but one in a mill only if there "
        "is no other."
    )
    if rules.removals is Removals.EACH_MILL:
        yield tr("Closing two mills at once takes two stones.")
    if rules.flying:
        yield tr("A side with three stones flies: it moves to any free point.")
    else:
        yield tr("There is no flying: three stones also move along lines.")


def _of_the_end(rules: Variant) -> Iterator[str]:
    if rules.mill_wins:
        yield tr("Each side always has a move.")
    else:
        yield tr("A side that has two stones left, or cannot move, has lost.")
    if 2 * rules.stones >= rules.lines.points:
        yield tr("If stones fill the whole board, the game is drawn.")


@dataclass(frozen=True, slots=True)
class Example:
    """A position of a variant, turns that can be made there, and what they show (marked)."""

    fen: str
    turns: tuple[str, ...]
    caption: str


EXAMPLES: dict[str, Example] = {
    "standard": Example(
        "WW.W..../.B.B..W./..B..B.. w 0 0 0 20",
        ("g4-g7xd6",),
        mark("White moves from g4 to g7, closes a mill, and takes d6."),
    ),
    "no-flying": Example(
        "W....W../.B.B..W./..B..B.. w 0 0 0 30",
        ("a7-d7", "a7-a4", "d1-g1", "d1-a1", "b2-d2", "b2-b4"),
        mark("White has three stones; each of them still moves to the next point only."),
    ),
    "each-mill": Example(
        "W.W.B.../.W...BB./.W.B.... w 5 5 0 5",
        ("d7xg1xe4",),
        mark("A stone on d7 closes two mills at once, and takes two stones, here g1 and e4."),
    ),
    "twelve": Example(
        "W......./W.B...../...B.... w 10 10 0 3",
        ("c5xe4",),
        mark("White places a stone on c5, closes a mill of three corners, and takes e4."),
    ),
    "twelve-no-flying": Example(
        "W...W.../.B.B..W./..B..B.. w 0 0 0 40",
        ("a7-b6", "g1-f2", "b2-a1", "b2-c3"),
        mark("Three stones move along lines, including those at the corners."),
    ),
    "lasker": Example(
        "W..B..../.B....../W....... w 8 8 0 3",
        ("d7", "a7-a4"),
        mark("White has stones in hand, and may place one, or move one that is placed already."),
    ),
    "six": Example(
        "WW.W..../.B.B..B. w 0 0 0 9",
        ("e3-e5xc4",),
        mark("White moves from e3 to e5, closes a mill, and takes c4."),
    ),
    "three": Example(
        "WB.W.BB./W w 0 0 0 4",
        ("c2-c1",),
        mark("White moves from c2 to c1, and has won: a3, b2 and c1 are a mill."),
    ),
}


@dataclass(frozen=True, slots=True)
class Explanation:
    """A variant as the window and the manual explain it, in the language in use."""

    variant: Variant

    @property
    def title(self) -> str:
        return tr(self.variant.title)

    @property
    def text(self) -> str:
        return " ".join(rule_words(self.variant))

    @property
    def caption(self) -> str:
        """The caption of the example."""
        return tr(EXAMPLES[self.variant.name].caption)

    @property
    def page(self) -> str:
        """The page of the manual that explains it."""
        return "reference/morris_variants"

    @property
    def anchor(self) -> str:
        """Where that page has it, in every language."""
        return f"variant-{self.variant.name}"


def example_of(variant: Variant) -> tuple[MorrisBoard, list[MorrisMove]]:
    """Return the position of a variant's example, and its turns."""
    example = EXAMPLES[variant.name]
    board = board_from_text(example.fen, variant)
    return board, [read_move(board, text) for text in example.turns]
