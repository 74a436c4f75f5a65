"""What is said and drawn about a move: comments, signs, arrows and circles, as PGN keeps them.

Signs are the "Numeric Annotation Glyphs" of the PGN standard (1994). Commands in a comment, such as
`[%clk 0:01:02]`, follow the "PGN Game Specification Supplement" (2001), arrows (`cal`) and circles
(`csl`) what chess programs have made of it. Commands that are not known here are kept as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

COLOURS = "GRYB"  # green, red, yellow, blue

# As they are written without a number; "=" and its like say who stands better.
SIGNS = {
    "!": 1, "?": 2, "!!": 3, "‼": 3, "??": 4, "⁇": 4, "!?": 5, "⁉": 5, "?!": 6, "⁈": 6,
    "□": 7, "=": 10, "∞": 13, "+=": 14, "+/=": 14, "⩲": 14, "=+": 15, "=/+": 15, "⩱": 15,
    "+/-": 16, "±": 16, "-/+": 17, "∓": 17, "+-": 18, "-+": 19, "N": 146,
}  # fmt: skip
_CIRCLES, _ARROWS = "csl", "cal"
_COMMAND = re.compile(r"\[%(\w++)\s*+([^\[\]]*+)\]\s*+")  # one way to match: linear in time
_CIRCLE = re.compile(rf"([{COLOURS}])([a-h][1-8])")
_ARROW = re.compile(rf"([{COLOURS}])([a-h][1-8])([a-h][1-8])")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ufffd\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Shape:
    """An arrow between two squares (or points), or with `target` "" a circle round one.

    `colour` is one of `COLOURS`.
    """

    colour: str
    origin: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class Notes:
    """What is said about a move, or about the position that a game begins with.

    `before` stands in front of a variation's first move, `comment` behind the move; `nags` are
    numbers of the standard's list; `shapes` are drawn on the position after the move, circles
    first; `commands` are the others that stand in the comment, each with its text.
    """

    comment: str = ""
    before: str = ""
    nags: tuple[int, ...] = ()
    shapes: tuple[Shape, ...] = ()
    commands: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        """Tell whether there is anything."""
        return self != NONE

    def command(self, name: str) -> str | None:
        """Return the text of the first command called `name`, None if there is none."""
        return next((text for known, text in self.commands if known == name), None)

    def commented(self, text: str) -> Notes:
        """Return these notes with `text` as their comment; commands in it are taken as such."""
        read = parse_comment(text)
        return replace(
            self,
            comment=read.comment,
            shapes=in_order((*self.shapes, *read.shapes)),
            commands=(*self.commands, *read.commands),
        )

    def preceded(self, text: str) -> Notes:
        """Return these notes with `text` in front of the move."""
        return replace(self, before=cleaned(text))

    def toggled(self, shape: Shape) -> Notes:
        """Return these notes with `shape` drawn, or, if it is there in that colour, taken away.

        Between the same squares in another colour it takes the other one's place.
        """
        place = shape.origin, shape.target
        others = tuple(s for s in self.shapes if (s.origin, s.target) != place)
        drawn = others if shape in self.shapes else in_order((*others, shape))
        return replace(self, shapes=drawn)

    def joined(self) -> Notes:
        """Return these notes with what stands in front of the move put into the comment."""
        return replace(self, before="").commented(both(self.before, self.comment))


NONE = Notes()


def cleaned(text: str) -> str:
    """Return `text` as a comment can hold it: no closing brace, nothing unprintable."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return _UNPRINTABLE.sub("", lines).replace("}", ")").strip()


def both(first: str, second: str) -> str:
    """Return two comments as one."""
    return f"{first} {second}" if first and second else first or second


def in_order(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Return `shapes`, each once, circles before arrows, as they are written."""
    return tuple(sorted(dict.fromkeys(shapes), key=lambda shape: bool(shape.target)))


def parse_comment(text: str) -> Notes:
    """Return what a comment says: its words, its shapes, its other commands."""
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
    """Return what stands between the braces behind a move; "" for nothing."""
    circles = [s.colour + s.origin for s in notes.shapes if not s.target]
    arrows = [s.colour + s.origin + s.target for s in notes.shapes if s.target]
    commands = list(notes.commands)
    commands += [(_CIRCLES, ",".join(circles))] if circles else []
    commands += [(_ARROWS, ",".join(arrows))] if arrows else []
    words = [f"[%{name} {value}]" if value else f"[%{name}]" for name, value in commands]
    return " ".join([*words, notes.comment]) if notes.comment else " ".join(words)


def _shapes(name: str, value: str) -> list[Shape] | None:
    """Return the shapes of a command, None if it draws none or none that can be understood."""
    pattern = {_CIRCLES: _CIRCLE, _ARROWS: _ARROW}.get(name)
    if pattern is None:
        return None
    found = [pattern.fullmatch(word.strip()) for word in value.split(",") if word.strip()]
    drawn = [Shape(*match.groups()) for match in found if match]
    if len(drawn) < len(found):
        return None
    return [replace(s, target="") if s.target == s.origin else s for s in drawn]
