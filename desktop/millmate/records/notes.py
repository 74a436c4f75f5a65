"""Annotations of a move: comments, signs, arrows and circles, as in PGN.

Signs are the "Numeric Annotation Glyphs" of the PGN standard (1994). Commands in a comment, such as
`[%clk 0:01:02]`, follow the "PGN Game Specification Supplement" (2001), and arrows (`cal`) and
circles (`csl`) the common practice of chess programs. Unknown commands are preserved.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from millmate.text_decode import without_invisible

COLOURS = "GRYB"  # green, red, yellow, blue

# Signs written without a number; some, such as "=", evaluate the position.
SIGNS = {
    "!": 1, "?": 2, "!!": 3, "‼": 3, "??": 4, "⁇": 4, "!?": 5, "⁉": 5, "?!": 6, "⁈": 6,
    "□": 7, "=": 10, "∞": 13, "+=": 14, "+/=": 14, "⩲": 14, "=+": 15, "=/+": 15, "⩱": 15,
    "+/-": 16, "±": 16, "-/+": 17, "∓": 17, "+-": 18, "-+": 19, "N": 146,
    "+−": 18, "−+": 19, "+--": 20, "--+": 21, "~": 13, "=/∞": 44, "∞=": 44, "=∞": 44,
    "→": 36, "↑": 40, "⇆": 132, "⌓": 142, "∆": 140, "Δ": 140, "/\\": 140, "⟳": 32, "○": 26,
    "⊕": 138, "⨀": 22,
}  # fmt: skip
_CIRCLES, _ARROWS = "csl", "cal"
_COMMAND = re.compile(r"\[%(\w++)\s*+([^\[\]]*+)\]\s*+")  # possessive, so linear in time
_CIRCLE = re.compile(rf"([{COLOURS}])([a-h][1-8])")
_ARROW = re.compile(rf"([{COLOURS}])([a-h][1-8])([a-h][1-8])")
_LONE = re.compile("[\ufffd\ud800-\udfff]")  # replacements of bytes that are not text


@dataclass(frozen=True, slots=True)
class Shape:
    """An arrow between two squares (or points), or with `target` "" a circle around one.

    `colour` is one of `COLOURS`.
    """

    colour: str
    origin: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class Notes:
    """The annotations of a move, or of the first position of a game.

    `before` is a comment before the first move of a variation, `comment` one after the move; `nags`
    are numbers of the standard's list; `shapes` are drawn on the position after the move, circles
    first; `commands` are the other commands in the comment, each with its text.
    """

    comment: str = ""
    before: str = ""
    nags: tuple[int, ...] = ()
    shapes: tuple[Shape, ...] = ()
    commands: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        return self != NONE

    def command(self, name: str) -> str | None:
        """Return the text of the first command `name`, or None."""
        return next((text for known, text in self.commands if known == name), None)

    def commented(self, text: str) -> Notes:
        """Return these notes with the comment `text`, from which commands are extracted."""
        read = parse_comment(text)
        return replace(
            self,
            comment=read.comment,
            shapes=in_order((*self.shapes, *read.shapes)),
            commands=(*self.commands, *read.commands),
        )

    def preceded(self, text: str) -> Notes:
        """Return these notes with `text` before the move."""
        return replace(self, before=cleaned(text))

    def toggled(self, shape: Shape) -> Notes:
        """Return these notes with `shape` added, or removed if it exists in that colour.

        It replaces a shape of another colour between the same squares.
        """
        place = shape.origin, shape.target
        others = tuple(s for s in self.shapes if (s.origin, s.target) != place)
        drawn = others if shape in self.shapes else in_order((*others, shape))
        return replace(self, shapes=drawn)

    def joined(self) -> Notes:
        """Return these notes with the comment before the move moved into the comment after it."""
        return replace(self, before="").commented(both(self.before, self.comment))


NONE = Notes()


def cleaned(text: str) -> str:
    """Return `text` as a valid comment, without closing braces and unprintable characters."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return without_invisible(_LONE.sub("", lines)).replace("}", ")").strip()


def both(first: str, second: str) -> str:
    """Return two comments joined."""
    return f"{first} {second}" if first and second else first or second


def in_order(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Return `shapes`, each once, circles before arrows."""
    return tuple(sorted(dict.fromkeys(shapes), key=lambda shape: bool(shape.target)))


def parse_comment(text: str) -> Notes:
    """Return the words, shapes and other commands of a comment."""
    shapes: list[Shape] = []
    commands: list[tuple[str, str]] = []

    text, words, at = cleaned(text), [], 0
    for match in _COMMAND.finditer(text):
        name, value = match[1], match[2].strip()
        drawn = _shapes(name, value)
        if drawn is None:
            commands.append((name, value))
        else:
            shapes.extend(drawn)
        words.append(text[at : match.start()].rstrip())
        at = match.end()
    words.append(text[at:])
    return Notes(comment=" ".join(words).strip(), shapes=in_order(shapes), commands=tuple(commands))


def format_comment(notes: Notes) -> str:
    """Return the comment after a move, without braces, or ""."""
    circles = [s.colour + s.origin for s in notes.shapes if not s.target]
    arrows = [s.colour + s.origin + s.target for s in notes.shapes if s.target]
    commands = list(notes.commands)
    commands += [(_CIRCLES, ",".join(circles))] if circles else []
    commands += [(_ARROWS, ",".join(arrows))] if arrows else []
    words = [f"[%{name} {value}]" if value else f"[%{name}]" for name, value in commands]
    return " ".join([*words, notes.comment]) if notes.comment else " ".join(words)


def _shapes(name: str, value: str) -> list[Shape] | None:
    """Return the shapes of a command, None if it does not draw any or is malformed."""
    pattern = {_CIRCLES: _CIRCLE, _ARROWS: _ARROW}.get(name)
    if pattern is None:
        return None
    found = [pattern.fullmatch(word.strip()) for word in value.split(",") if word.strip()]
    drawn = [Shape(*match.groups()) for match in found if match]
    if len(drawn) < len(found):
        return None
    return [replace(s, target="") if s.target == s.origin else s for s in drawn]
