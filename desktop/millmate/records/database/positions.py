"""Search the games of a folder for a position, or for an ending.

Games are replayed, about 300 a second; most are left out because they have too few captures.
"""

import re
import time
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import chess

from millmate.errors import InputError
from millmate.games.board import Move
from millmate.games.catalogue import Position, game, without_limit
from millmate.games.chess.positions import board_from_fen
from millmate.jobs.job import Control, Job, JobStopped
from millmate.jobs.run import run
from millmate.language import tr
from millmate.records.database.headers import GameHeader
from millmate.records.database.index import FolderError, Found, GameIndex
from millmate.records.pgn import read_entry
from millmate.records.pgn_text import foreign_variant, read_game
from millmate.text_decode import decode

_FEN = re.compile(rb'\[\s*FEN\s+"([^"\s]*)')
_NO_MAN = re.compile(rb"[^A-Za-z]")
_MEN = 32
_AT_ONCE = 100  # games read from the index
_EVERY = 0.2  # seconds between two reports


@dataclass(frozen=True, slots=True)
class Wanted:
    """The position that games are searched for; of an `ending`, any one with the same men.

    Castling, en passant and move counters are ignored, and so are the colours in an ending.
    """

    game: str  # in the catalogue
    fen: str
    ending: bool = False

    @classmethod
    def of(cls, position: Position, ending: bool) -> "Wanted":
        return cls(position.game.name, position.text, ending)


@dataclass(frozen=True, slots=True)
class Searched:
    """The progress of a search: the games examined so far, and the new ones that match.

    These are the numbers of the games with the plies before the position.
    """

    done: int
    games: int
    matches: dict[int, int]


def search_apart(
    index: GameIndex,
    wanted: Wanted,
    progress: Callable[[Searched], object],
    stopped: Callable[[], bool],
) -> None:
    """Search all games of `index` until `stopped` returns True.

    This is done in another process, which opens the index again.

    Raises:
        MillMateError: The index cannot be read, or the process has died.
    """
    died = tr("the process that searches games has died")
    with suppress(JobStopped):
        run(
            Job("positions", partial(_search, index.folder, index.file, wanted), died),
            progress,
            stopped,
        )


def _search(folder: Path, file: Path, wanted: Wanted, control: Control) -> None:
    matcher = _Matcher(wanted)
    with closing(GameIndex(folder, file)) as index:
        numbers = index.find()
        matches: dict[int, int] = {}
        done, told = 0, time.monotonic()
        for first in range(0, len(numbers), _AT_ONCE):
            some = numbers[first : first + _AT_ONCE]
            games = index.games(some)
            for done, number in enumerate(some, first + 1):
                if number in games and (plies := matcher.plies(index, games[number])) is not None:
                    matches[number] = plies
                if time.monotonic() - told >= _EVERY:
                    control.report(Searched(done, len(numbers), matches))
                    matches, told = {}, time.monotonic()
        control.report(Searched(done, len(numbers), matches))


class _Matcher:
    """Finds a position in games."""

    def __init__(self, wanted: Wanted) -> None:
        rules = game(wanted.game)
        self._game, self._kind = without_limit(wanted.game), _KINDS[rules.kind]
        self._key = self._kind.men if wanted.ending else self._kind.position
        board: Any = rules.read(wanted.fen)
        self._wanted, self._total = self._key(board), self._kind.total(board)

    def plies(self, index: GameIndex, found: Found) -> int | None:
        """Return after how many plies a game reaches the position; None if it never does."""
        if without_limit(found.head.kind) != self._game:
            return None
        try:
            content = index.content(found)
            if self._kind.may_reach(content, found.head, self._total):
                return self._find(content)
        except (InputError, FolderError, OSError):  # shown in the list, or read again soon
            pass
        return None

    def _find(self, content: bytes) -> int | None:
        """Return after how many plies the game in `content` reaches the position, or None.

        Raises:
            InputError: It cannot be read.
        """
        with suppress(ValueError):  # its moves are not written in the usual way
            return self._first(*self._kind.usual(content))
        record, _ = read_entry(content)
        rules = game(record.game)
        board = rules.board(record.start_fen)
        return self._first(board, partial(rules.parse_move, board), record.moves)

    def _first(self, board: Any, parse: Callable[[str], Move], moves: Iterable[str]) -> int | None:
        if self._key(board) == self._wanted:
            return 0
        for ply, text in enumerate(moves, 1):
            move = parse(text)
            if not move:  # a null move
                raise ValueError
            board.push(move)
            if self._key(board) == self._wanted:
                return ply
            if self._kind.total(board) < self._total:
                return None
        return None


def may_reach(content: bytes, head: GameHeader, men: int) -> bool:
    """Return whether a game of chess has enough captures to reach a position of `men` men.

    Some programs write captures without `x`.
    """
    start = _FEN.search(content)
    most = len(_NO_MAN.sub(b"", start[1])) if start is not None else _MEN
    needed = most - men
    captures = content.count(b"x")
    return captures >= needed if captures else head.plies >= needed


class _Chess:
    """Positions of chess; `usual` reads games in standard notation, which is faster."""

    may_reach = staticmethod(may_reach)

    @staticmethod
    def position(board: Any) -> object:
        return board.turn, board.occupied_co[chess.WHITE], _kinds(board)

    @staticmethod
    def men(board: Any) -> object:
        kinds = _kinds(board)
        return {tuple((kind & side).bit_count() for kind in kinds) for side in board.occupied_co}

    @staticmethod
    def total(board: Any) -> int:
        return int(board.occupied.bit_count())

    @staticmethod
    def usual(content: bytes) -> tuple[Any, Callable[[str], Move], Iterable[str]]:
        """Return the first position, the parser of moves, and the moves; raises `ValueError`."""
        written = read_game(decode(content))
        tags = dict(written.tags)
        if foreign_variant(tags):
            raise ValueError
        board = board_from_fen(tags.get("FEN", chess.STARTING_FEN))
        return board, board.parse_san, written.moves


def _kinds(board: Any) -> tuple[int, ...]:
    return board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings


class _Morris:
    """Positions of morris; all games are read with care."""

    @staticmethod
    def position(board: Any) -> object:
        return board.turn, *board.stones, *board.hand

    @staticmethod
    def men(board: Any) -> object:
        return {(board.on_board(side), board.hand[side]) for side in (True, False)}

    @staticmethod
    def total(board: Any) -> int:
        return int(board.total(True) + board.total(False))

    @staticmethod
    def may_reach(content: bytes, head: GameHeader, men: int) -> bool:
        return True

    @staticmethod
    def usual(content: bytes) -> tuple[Any, Callable[[str], Move], Iterable[str]]:
        raise ValueError


_KINDS: dict[str, type[_Chess | _Morris]] = {"chess": _Chess, "morris": _Morris}
