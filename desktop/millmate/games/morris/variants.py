"""The variants of morris, as data."""

import re
from dataclasses import dataclass, field, replace
from enum import Enum

from millmate.errors import InputError
from millmate.games.morris.points import BOARDS, WITH_DIAGONALS, Lines
from millmate.language import mark, tr

# More plies than any game has: used if there is no limit.
NEVER = 1 << 20


USUAL_LIMIT = 50  # of quiet moves of each side
MOST_LIMIT = 1000


class Removals(Enum):
    """How many stones a turn takes if it closes two mills."""

    ONE = "one"
    EACH_MILL = "each mill"


@dataclass(frozen=True, slots=True)
class Variant:
    """The rules of a variant.

    `board`: the name in `BOARDS` of the board's geometry.
    `flying`: a side with exactly three stones, none in hand, moves to any free point.
    `moves_while_placing`: a side with stones in hand may move one on the board instead.
    `quiet_limit`: after this many quiet moves of each side, without a mill or placement, a draw can
    be claimed, and after half as many again it is one; None for never. Variants that differ in
    this alone are equal: the tables of one are those of the other.
    `mill_wins`: a closed mill takes no stone, but wins.
    """

    name: str
    title: str
    stones: int = 9
    flying: bool = True
    board: str = "three rings"
    removals: Removals = Removals.ONE
    moves_while_placing: bool = False
    quiet_limit: int | None = field(default=USUAL_LIMIT, compare=False)
    mill_wins: bool = False

    @property
    def pgn_name(self) -> str:
        """Its name in PGN: that of Sanmill, if it has one."""
        return _SANMILL_NAMES.get(self.name, self.name)

    @property
    def key(self) -> str:
        """The name, with the limit of quiet moves unless it is the usual one: `six,quiet=none`."""
        if self.quiet_limit == USUAL_LIMIT:
            return self.name
        return f"{self.name},quiet={limit_text(self.quiet_limit)}"

    @property
    def game(self) -> str:
        """The key of the game in the catalogue: `morris`, `morris:quiet=9`, `morris:six`."""
        key = self.key.removeprefix(f"{STANDARD.name},")
        return "morris" if key == STANDARD.name else f"morris:{key}"

    @property
    def claimed_after(self) -> int:
        """The plies without a mill or placement after which a draw can be claimed, or `NEVER`."""
        return NEVER if self.quiet_limit is None else 2 * self.quiet_limit

    @property
    def drawn_after(self) -> int:
        """The plies without a mill or placement after which the game is drawn, or `NEVER`."""
        return NEVER if self.quiet_limit is None else 3 * self.quiet_limit

    def limited(self, quiet_limit: int | None) -> "Variant":
        """Return the variant with another limit of quiet moves, itself if it is the same."""
        if quiet_limit == self.quiet_limit:
            return self
        return replace(self, quiet_limit=quiet_limit)

    @property
    def lines(self) -> Lines:
        return BOARDS[self.board]

    @property
    def diagonals(self) -> bool:
        """Whether the corners of the rings are joined too, which adds four mills."""
        return self.lines is WITH_DIAGONALS

    @property
    def most_taken(self) -> int:
        """The stones that a turn can take at most."""
        if self.mill_wins:
            return 0
        return 2 if self.removals is Removals.EACH_MILL else 1


STANDARD = Variant("standard", mark("Nine men's morris"))
NO_FLYING = Variant("no-flying", mark("Nine men's morris without flying"), flying=False)
EACH_MILL = Variant(
    "each-mill", mark("Nine men's morris, a stone for each mill"), removals=Removals.EACH_MILL
)
_DIAGONALS = "three rings with diagonals"
TWELVE = Variant("twelve", mark("Twelve men's morris"), stones=12, board=_DIAGONALS)
TWELVE_NO_FLYING = Variant(
    "twelve-no-flying",
    mark("Twelve men's morris without flying"),
    stones=12,
    board=_DIAGONALS,
    flying=False,
)
LASKER = Variant("lasker", mark("Lasker morris"), stones=10, moves_while_placing=True)
SIX = Variant("six", mark("Six men's morris"), stones=6, board="two rings", flying=False)
THREE = Variant(
    "three",
    mark("Three men's morris"),
    stones=3,
    board="nine points",
    flying=False,
    mill_wins=True,
)

_SANMILL_NAMES = {
    "standard": "Nine Men's Morris",
    "twelve": "Twelve Men's Morris",
    "lasker": "Lasker Morris",
    "six": "Six Men's Morris",
    "three": "Three Men's Morris",
}
_ALIASES = {"morabaraba": TWELVE}
VARIANTS: dict[str, Variant] = {
    variant.name: variant
    for variant in (STANDARD, NO_FLYING, EACH_MILL, TWELVE, TWELVE_NO_FLYING, LASKER, SIX, THREE)
}
# A blank is written as `_` or `+` in links.
_KEY = re.compile(r"\s*morris(?::([a-z0-9,=-]+))?[\s_+]+(?=\S)", re.IGNORECASE)


class VariantError(InputError):
    """A text names no variant."""


def limit_text(limit: int | None) -> str:
    """Return a limit of quiet moves as a word: `50`, `none`."""
    return "none" if limit is None else str(limit)


def read_limit(text: str) -> int | None:
    """Return the limit of quiet moves that `text` names; raises `VariantError`."""
    word = text.strip().lower()
    if word == "none":
        return None
    if word.isascii() and word.isdigit() and len(word) < 5 and 1 <= int(word) <= MOST_LIMIT:
        return int(word)
    raise VariantError(
        tr(
            "{text!r} is not a valid limit of quiet moves: use a whole number from 1 to "
            "{most}, or none",
            text=text.strip()[:40],
            most=MOST_LIMIT,
        )
    )


def variant(name: str) -> Variant:
    """Return the variant called `name`, by key, name or title; raises `VariantError`.

    With `quiet=none` or `quiet=100` it has another limit of quiet moves, the standard game where
    no other is named.
    """
    rest, found, limit = name.strip().rpartition("quiet=")
    if not found:
        return _named(name)
    return _named(rest.strip().removesuffix(",") or STANDARD.name).limited(read_limit(limit))


def split_key(text: str) -> tuple[Variant | None, str]:
    """Return the variant that a position's text names in its first word, if any, and the rest.

    Positions of a variant are written as `morris:twelve W...`, so that none is taken for one of
    another game. Raises `VariantError`.
    """
    named = _KEY.match(text)
    if named is None:
        return None, text
    return variant(named[1] or STANDARD.name), text[named.end() :]


def _named(name: str) -> Variant:
    wanted = name.strip().lower()
    for known in VARIANTS.values():
        if wanted in {known.name, known.title.lower()}:
            return known
    if wanted in _ALIASES:
        return _ALIASES[wanted]
    raise VariantError(
        tr(
            "unknown variant {name!r}: choose one of {names}",
            name=name.strip()[:40],
            names=", ".join(VARIANTS),
        )
    )
