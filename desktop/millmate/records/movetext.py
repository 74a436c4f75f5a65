"""A game as it is written down: its moves with all that is said about them, nothing played yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from millmate import limits
from millmate.errors import InputError
from millmate.language import tr
from millmate.records import notes as notes_
from millmate.records.notes import NONE, Notes


class MovetextError(InputError):
    """There is more about a move than anybody can have to say."""


@dataclass(frozen=True, slots=True)
class MovetextMove:
    """A move as it is written, and the variations that might have been played in its place."""

    text: str
    notes: Notes = NONE
    variations: tuple[tuple[MovetextMove, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Movetext:
    """A whole game: what is said about its first position, and its moves."""

    notes: Notes = NONE
    moves: tuple[MovetextMove, ...] = ()

    @property
    def annotated(self) -> bool:
        """Whether there is anything besides the moves."""
        return bool(self.notes) or any(m.notes or m.variations for m in self.moves)

    @property
    def length(self) -> int:
        """The number of moves in all lines together."""
        count, waiting = 0, [self.moves]
        while waiting:
            line = waiting.pop()
            count += len(line)
            waiting += (variation for move in line for variation in move.variations)
        return count


@dataclass(slots=True)
class _Draft:
    """A move being read; that of the first position has no text."""

    text: str
    notes: Notes = NONE
    variations: list[list[_Draft]] = field(default_factory=list)
    remarks: int = 0

    def done(self) -> MovetextMove:
        lines = tuple(tuple(move.done() for move in line) for line in self.variations if line)
        return MovetextMove(self.text, self.notes, lines)


class MovetextBuilder:
    """Takes a game's words in the order in which they stand, and makes a movetext of them."""

    def __init__(self) -> None:
        self._start = _Draft("")
        self._lines: list[list[_Draft]] = [[]]  # the main line, and the variations that are open
        self._before = ""  # what stands in front of a variation's first move
        self._plain = True

    @property
    def depth(self) -> int:
        """How many variations are open."""
        return len(self._lines) - 1

    @property
    def plain(self) -> bool:
        """Whether nothing but moves has come so far."""
        return self._plain

    def move(self, text: str) -> None:
        """Take a move."""
        draft = _Draft(text)
        self._lines[-1].append(draft)
        if self._before:
            draft.notes, self._before = Notes(before=self._before), ""

    def comment(self, text: str) -> None:
        """Take a comment, without its braces; raises `MovetextError` beyond all measure."""
        self._plain = False
        if not self._lines[-1] and self.depth:
            self._count(self._last, len(self._before) + len(text))
            self._before = notes_.both(self._before, notes_.cleaned(text))
            return
        last = self._last
        self._count(last, len(last.notes.comment) + len(text))
        read = notes_.parse_comment(text)
        last.notes = replace(
            last.notes,
            comment=notes_.both(last.notes.comment, read.comment),
            shapes=notes_.in_order((*last.notes.shapes, *read.shapes)),
            commands=(*last.notes.commands, *read.commands),
        )

    def nag(self, number: int) -> None:
        """Take a sign; one in front of the first move is left out.

        Raises:
            MovetextError: There are too many remarks on the move.
        """
        self._plain = False
        last = self._last
        self._count(last, 0)
        if last is not self._start and number not in last.notes.nags:
            last.notes = replace(last.notes, nags=(*last.notes.nags, number))

    def _count(self, draft: _Draft, length: int) -> None:
        """Count a remark on a move whose comment is then so long."""
        draft.remarks += 1
        if draft.remarks > limits.MOST_REMARKS or length > limits.LONGEST_COMMENT:
            raise MovetextError(tr("too many or too long remarks on one move"))

    def open(self) -> None:
        """Begin a variation to the last move; before any move it has no place and is left out."""
        self._plain = False
        line: list[_Draft] = []
        if self._lines[-1]:
            self._lines[-1][-1].variations.append(line)
        self._lines.append(line)

    def close(self) -> None:
        """End the variation; one without moves leaves its comment to the move before it.

        Raises:
            MovetextError: There are too many or too long remarks on that.
        """
        line = self._lines.pop()
        if not line and self._before:
            text, self._before = self._before, ""
            self.comment(text)

    def done(self) -> Movetext:
        """Return what was taken."""
        return Movetext(self._start.notes, tuple(move.done() for move in self._lines[0]))

    @property
    def _last(self) -> _Draft:
        return self._lines[-1][-1] if self._lines[-1] else self._start


def as_comment(moves: tuple[MovetextMove, ...]) -> str:
    """Return `moves`, with what is said about them, as part of a comment: `(Nf3 good (Nc3))`."""
    return f"({notes_.cleaned(' '.join(_texts(moves)))})"


def _texts(moves: tuple[MovetextMove, ...]) -> Iterator[str]:
    for move in moves:
        yield from filter(None, (move.notes.before, move.text, move.notes.comment))
        for variation in move.variations:
            yield f"({' '.join(_texts(variation))})"


def words(movetext: Movetext, ply: int) -> Iterator[str]:
    """Yield the words of the movetext, `ply` plies after the game's first move.

    A comment is one word, whatever stands in it.
    """
    yield from _comment(notes_.format_comment(movetext.notes))
    yield from _line(movetext.moves, ply)


def _line(moves: tuple[MovetextMove, ...], ply: int) -> Iterator[str]:
    told = False  # whether the number is clear from the move before
    for at, move in enumerate(moves, start=ply):
        yield from _comment(move.notes.before)
        if at % 2 == 0 or not told:
            yield f"{at // 2 + 1}{'...' if at % 2 else '.'}"
        yield move.text
        yield from (f"${number}" for number in move.notes.nags)
        comment = notes_.format_comment(move.notes)
        yield from _comment(comment)
        for variation in move.variations:
            inner = list(_line(variation, at))  # a number and a move at least
            yield from (f"({inner[0]}", *inner[1:-1], f"{inner[-1]})")
        told = not (comment or move.variations)


def _comment(text: str) -> Iterator[str]:
    if text:
        yield f"{{{text}}}"
