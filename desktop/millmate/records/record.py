"""A game as it is kept."""

from dataclasses import dataclass, field

from millmate.games.outcome import Outcome
from millmate.records.movetext import Movetext


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game from its start position to its outcome, in plain text values.

    `moves` are in the notation of programs (UCI in chess); `start_fen` is the full position
    the game began from; `started` is local time as ISO 8601 to the second; `tags` are further
    PGN tags. `movetext` has comments, signs, shapes and variations, None where there are none: its
    main line has as many moves as the game. `remarks` are sentences about what was mended as the
    game was read; they are not part of it.
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
