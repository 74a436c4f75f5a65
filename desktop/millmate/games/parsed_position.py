"""A position read leniently, and what had to be mended for it."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class ParsedPosition:
    """The position `fen`, as the game writes it, playable or not.

    `remarks` are whole sentences on what was changed or left out; `name` is what the text calls
    the position and `best` the moves it calls best, "" where it does not say.
    """

    fen: str
    remarks: tuple[str, ...] = ()
    name: str = ""
    best: str = ""

    def remarked(self, *remarks: str) -> "ParsedPosition":
        """Return this with `remarks` before the others; those that are "" say nothing."""
        return replace(self, remarks=(*filter(None, remarks), *self.remarks))


def shorten(text: str, longest: int = 40) -> str:
    """Return the beginning of `text` on one line, to be shown in a sentence."""
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 1] + "…"
