"""The running and finished games of a tournament, as rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from millmate.formatting import duration
from millmate.games.chess.piece_letters import localize
from millmate.gui.features.tournaments.results import formatting
from millmate.gui.kit.table_model import Column
from millmate.language import mark, number, tr
from millmate.play.tournament.events import GameMoved
from millmate.play.tournament.game import GameResult, GameSpec
from millmate.play.tournament.notation import notation

PLAYING = mark("playing")


@dataclass(frozen=True, slots=True)
class GameRow:
    """A running or finished game; `last` is the last move reported while it was running."""

    game: GameSpec | GameResult
    last: GameMoved | None = None

    @property
    def number(self) -> int:
        return self.game.number

    @property
    def names(self) -> tuple[str, str]:
        """The names of White and Black."""
        return self.game.white.name, self.game.black.name

    @property
    def sides(self) -> tuple[int, int]:
        """The numbers of White's and Black's participants."""
        return self.game.white.participant, self.game.black.participant

    @property
    def plies(self) -> int:
        return len(self.game.moves) if self.last is None else self.last.ply

    @property
    def result(self) -> GameResult | None:
        """The result, or None while the game is running."""
        return self.game if isinstance(self.game, GameResult) else None

    @property
    def thrown_away(self) -> int | None:
        """The number of results thrown away, or None if no table covers the game."""
        if self.result is None or self.result.judged is None:
            return None
        return len(formatting.slips_of(self.result))


def _ended(row: GameRow) -> str:
    return tr(PLAYING) if row.result is None else formatting.ending(row.result)


def _time(row: GameRow) -> str:
    if row.result is None:
        return ""
    seconds = row.result.seconds
    return tr("{n} s", n=number(seconds, 1)) if seconds < 60 else duration(seconds)


def _thrown_words(row: GameRow) -> str:
    if row.result is None:
        return ""
    return "\n".join(
        f"{notation_of(row.result, slip.ply)}: {formatting.thrown(slip)}"
        for _, slip in formatting.slips_of(row.result)
    )


def notation_of(result: GameResult, ply: int) -> str:
    """Return a move of a finished game as displayed, with its number."""
    return localize(notation(result.game, result.start_fen, result.moves, ply))


def _name(title: str, place: int) -> Column[Any]:
    """Return the column of a player's name; the tooltip shows the full name."""
    return Column(
        title,
        lambda row: row.names[place],
        lambda row: row.names[place].casefold(),
        hint=lambda row: row.names[place],
    )


COLUMNS: tuple[Column[GameRow], ...] = (
    Column(
        mark("No."),
        lambda row: str(row.number),
        lambda row: row.number,
        numeric=True,
        falling=True,
    ),
    Column(
        mark("Round"), lambda row: str(row.game.round), lambda row: row.game.round, numeric=True
    ),
    _name(mark("White"), 0),
    _name(mark("Black"), 1),
    Column(
        mark("Result"),
        lambda row: "" if row.result is None else formatting.score(row.result.result),
        lambda row: None if row.result is None else row.result.result,
    ),
    Column(
        mark("Termination"), _ended, lambda row: (row.result is not None, _ended(row)), hint=_ended
    ),
    Column(
        mark("Moves"),
        lambda row: str((row.plies + 1) // 2),
        lambda row: (row.plies + 1) // 2,
        numeric=True,
        falling=True,
        hint=lambda row: formatting.moves_words(row.plies),
    ),
    Column(
        mark("Opening"),
        lambda row: formatting.opening(row.game),
        lambda row: row.game.opening,
        hint=lambda row: row.game.start_fen,
    ),
    Column(
        mark("Thrown away"),
        lambda row: "" if row.thrown_away is None else str(row.thrown_away),
        lambda row: row.thrown_away,
        numeric=True,
        falling=True,
        tip=mark("Moves that gave the result away, according to the tables"),
        hint=_thrown_words,
    ),
    Column(
        mark("Time"),
        _time,
        lambda row: None if row.result is None else row.result.seconds,
        numeric=True,
        falling=True,
    ),
)


@dataclass(frozen=True, slots=True)
class SlipRow:
    """A move that threw the result of a finished game away; `number` counts such moves."""

    number: int
    result: GameResult
    ply: int
    white: bool
    gave: str

    @property
    def names(self) -> tuple[str, str]:
        seats = self.result.white.name, self.result.black.name
        return seats if self.white else (seats[1], seats[0])

    @property
    def sides(self) -> tuple[int, int]:
        """The numbers of White's and Black's participants."""
        return self.result.white.participant, self.result.black.participant


def slip_rows(result: GameResult, first: int) -> list[SlipRow]:
    """Return the rows of the moves that threw away a game's result, numbered from `first`."""
    return [
        SlipRow(first + place, result, slip.ply, white, formatting.thrown(slip))
        for place, (white, slip) in enumerate(formatting.slips_of(result))
    ]


SLIP_COLUMNS: tuple[Column[SlipRow], ...] = (
    Column(
        mark("No."),
        lambda row: str(row.result.number),
        lambda row: row.result.number,
        numeric=True,
        falling=True,
    ),
    _name(mark("Player"), 0),
    _name(mark("Against"), 1),
    Column(mark("Move"), lambda row: notation_of(row.result, row.ply), lambda row: row.ply),
    Column(mark("Gave away"), lambda row: row.gave, lambda row: row.gave),
    Column(
        mark("Opening"),
        lambda row: formatting.opening(row.result),
        lambda row: row.result.opening,
        hint=lambda row: row.result.start_fen,
    ),
)
