"""The catalogue of games, and positions that carry theirs.

The stones of morris look alike in several variants: a position without its game is answered as one
of another. `parse` is the only place that guesses.
"""

from dataclasses import dataclass

from millmate.errors import InputError
from millmate.games.board import Board, Rules
from millmate.games.chess.rules import CHESS
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.positions import variant_of
from millmate.games.morris.rules import MORRIS, morris_rules
from millmate.games.morris.variants import STANDARD, split_key, variant
from millmate.games.positions import PositionError
from millmate.language import tr

_OF_MORRIS = frozenset("WwOo@.*_")  # characters that never occur in a chess position
_STONES = _OF_MORRIS | frozenset("Bb-")
GAMES: dict[str, Rules] = {"chess": CHESS, "morris": MORRIS}
USUAL = "chess"  # where no game is named


class GameError(InputError):
    """A text names no game."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position and the game it is one of; `text` is written as in that game's boards."""

    game: Rules
    text: str

    @classmethod
    def of(cls, board: Board) -> "Position":
        return cls(rules_of(board), board.fen())

    def board(self) -> Board:
        """Return the position, which must be playable; raises `InputError`."""
        return self.game.board(self.text)

    def read(self) -> Board:
        """Return the position, playable or not; raises `InputError` if it is invalid."""
        return self.game.read(self.text)

    @property
    def named(self) -> str:
        """The text after the key of its game, which no rules shown overrule: `morris W...`."""
        return f"{self.game.name} {self.text}"

    def __str__(self) -> str:
        """The text, after the key of its game unless it can do without: `morris:twelve W...`."""
        return self.text if self.game in GAMES.values() else self.named


def parse(text: str, *defaults: Rules) -> Position:
    """Return the position in `text`, which need not be a valid one.

    It is one of the game whose key is its first word. Otherwise, it is one of the first of the
    games `defaults` whose board it fits, or of the usual one of what it looks like.

    Raises:
        VariantError: The first word names no variant of morris.
    """
    named, rest = split_game(text)
    return Position(named or _guess(rest, defaults), rest)


def split_game(text: str, game: Rules | None = None) -> tuple[Rules | None, str]:
    """Return the game that the first word of a position names, if any, and the rest of `text`.

    Raises:
        VariantError: The first word names no variant of morris.
        PositionError: It names another game than `game`.
    """
    first, _, rest = text.lstrip().partition(" ")
    named: Rules | None = CHESS
    if first.lower() != CHESS.name or not rest:
        of, rest = split_key(text)
        named = None if of is None else morris_rules(of)
    if named is None or game is None or named is game:
        return named, rest
    if named.name != without_limit(game.name):
        raise PositionError(
            tr("this is a position of {named}, not of {game}", named=named.name, game=game.name)
        )
    return game, rest


def game(name: str) -> Rules:
    """Return the rules of the game `name`; `morris:twelve` names a variant of morris.

    `morris:quiet=none` and `morris:twelve,quiet=100` have another limit of quiet moves.

    Raises:
        GameError: There is no such game.
        VariantError: There is no such variant of morris.
    """
    kind, _, kept = name.strip().lower().partition(":")
    if kind not in GAMES or (kept and GAMES[kind].variant is None):
        raise GameError(
            tr(
                "unknown game {name!r}: choose {names}",
                name=name.strip()[:40],
                names=tr(" or ").join(GAMES),
            )
        )
    return morris_rules(variant(kept)) if kept else GAMES[kind]


def rules_of(board: Board) -> Rules:
    """Return the rules that a board is played by."""
    return morris_rules(board.variant) if isinstance(board, MorrisBoard) else CHESS


def rules_of_table(name: str) -> Rules:
    """Return the rules of the table `name`, such as `KQvK` or `morris:lasker:4+1-3`."""
    return game(name.rpartition(":")[0] or USUAL)


def kind_of(name: str) -> str:
    """Return the name in `GAMES` of the game `name` or, for a variant, of its game: `morris`."""
    return name.partition(":")[0]


def without_limit(name: str) -> str:
    """Return the name of the game `name` with the usual limit of quiet moves.

    Players and tables are the same with any limit.
    """
    kept = name.partition("quiet=")[0].rstrip(":,")
    return "morris" if kept == f"morris:{STANDARD.name}" else kept


def _guess(text: str, defaults: tuple[Rules, ...]) -> Rules:
    """Return the first of `defaults` whose board a text fits, else the usual game with that board.

    Morris writes rings of stones, W and B or O and @, and a character for each free point; chess
    has other pieces, and counts free squares.
    """
    signs = next(iter(text.split()), "")[:100]
    stones = sum(map(_STONES.__contains__, signs))
    others = len(signs) - stones - signs.count("/")
    of_morris = "/" in signs and not _OF_MORRIS.isdisjoint(signs) and stones > others
    morris = of_morris or text.startswith("MFEN/")
    usual = morris_rules(variant_of(text)) if morris else CHESS
    return next((each for each in defaults if each.places == usual.places), usual)
