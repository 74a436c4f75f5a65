"""A leniently parsed position, and the corrections it needed."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class ParsedPosition:
    """The position `fen` in the standard form of its game, playable or not.

    `remarks` are sentences on what was changed or left out; `name` is the name of the position in
    the text and `best` its best moves, "" if the text has none.
    """

    fen: str
    remarks: tuple[str, ...] = ()
    name: str = ""
    best: str = ""

    def remarked(self, *remarks: str) -> "ParsedPosition":
        """Return this with `remarks` before the others; empty ones are left out."""
        return replace(self, remarks=(*filter(None, remarks), *self.remarks))


def shorten(text: str, longest: int = 40) -> str:
    """Return the beginning of `text` on one line, for use in a sentence."""
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 1] + "…"
