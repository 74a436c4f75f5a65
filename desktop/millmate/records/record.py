"""The record of a game."""

from dataclasses import dataclass, field

from millmate.games.outcome import Outcome
from millmate.records.movetext import Movetext


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game from its first position to its outcome, as plain text.

    `moves` are in notation for programs (UCI in chess); `start_fen` is the full first position;
    `started` is local time as ISO 8601 to the second; `tags` are further PGN tags. `movetext` has
    comments, signs, shapes and variations, or is None without them; its main line has the moves of
    the game. `remarks` are sentences about corrections made while reading; they are not saved.
    """

    game: str
    start_fen: str
    white: str
    black: str
    moves: tuple[str, ...]
    outcome: Outcome
    started: str
    tags: dict[str, str] = field(default_factory=dict)
    movetext: Movetext | None = None
    remarks: tuple[str, ...] = field(default=(), compare=False)
