"""The endings of games: the part covered by tables, read from PGN files.

Most games never reach one: whether a game can is seen from the captures in its text, without
replaying it.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, NamedTuple

import chess

from millmate.errors import InputError
from millmate.files import describe_error
from millmate.games.chess.positions import board_from_fen, is_chess960
from millmate.games.chess.rules import CHESS
from millmate.games.outcome import Termination
from millmate.language import tr
from millmate.play.clocks import noted_in
from millmate.records.database.headers import GameHeader, scan_file
from millmate.records.database.index import pgn_files_below
from millmate.records.database.positions import may_reach
from millmate.records.movetext import MovetextMove
from millmate.records.pgn import in_its_language
from millmate.records.pgn_text import GameText, foreign_variant, read_game
from millmate.regular_files import open_regular
from millmate.text_decode import decode

_LETTERS = "KQRBNP"
_ON_TIME = ("time forfeit", Termination.TIME.value, Termination.TIME_WITHOUT_MATE.value)


@dataclass(frozen=True, slots=True)
class SourceGame:
    """A game and its place: it is number `number`, from 1, of the file `path`.

    Its text is `length` bytes long and starts at the byte `offset`. `result` is 1 if White won, 0
    for a draw, -1 if Black won, None if unknown; `on_time` is whether the clock decided.
    """

    path: Path
    number: int
    offset: int = 0
    length: int = 0
    white: str = ""
    black: str = ""
    event: str = ""
    date: str = ""
    result: int | None = None
    on_time: bool = False

    def player(self, white: bool) -> str:
        return self.white if white else self.black


class PlayedPosition(NamedTuple):
    """A position of an ending, and the move that was played there.

    Attributes:
        ply: The number of plies before it, from the first position of the game.
        turn: Whether White is to move.
        number: The move number.
        material: Its men, White's first: `KRvKRP` is not canonical.
        squares: Their squares, in that order; a1 = 0.
        clock: The plies since the last capture or pawn move.
        castling: The rooks that can castle, as a bitboard.
        passant: The square of an en-passant capture, if there is one.
        move: The move in UCI, "" after the last one.
        seconds: The time on the player's clock after the move, None if unknown.
    """

    ply: int
    turn: bool
    number: int
    material: str
    squares: bytes
    clock: int
    castling: int = 0
    passant: int | None = None
    move: str = ""
    seconds: float | None = None

    @property
    def special(self) -> bool:
        """Whether castling or an en-passant capture is possible, which tables do not contain."""
        return bool(self.castling) or self.passant is not None

    @property
    def board(self) -> chess.Board:
        """A new board with the position; for most positions it is never needed."""
        board = chess.Board(None)
        white, _, black = self.material.partition("v")
        for letter, square in zip(white + black.lower(), self.squares, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn, board.castling_rights, board.ep_square = self.turn, self.castling, self.passant
        board.halfmove_clock, board.fullmove_number = self.clock, self.number
        board.chess960 = is_chess960(board)
        return board


@dataclass(frozen=True, slots=True)
class Ending:
    """The positions of a game from the first one with few enough men; at least one."""

    game: SourceGame
    positions: tuple[PlayedPosition, ...]


@dataclass(frozen=True, slots=True)
class Unread:
    """A game that cannot be read completely, and the reason in a sentence."""

    game: SourceGame
    reason: str

    def __str__(self) -> str:
        number = f", {tr('game {n}', n=self.game.number)}" if self.game.number else ""
        return f"{self.game.path}{number}: {self.reason}"


@dataclass(frozen=True, slots=True)
class ReadGame:
    """The result of reading a game: its ending, if it has one, and its fault, if it has one.

    `game` is None if a file cannot be read; `wanted` is whether the game was examined.
    """

    ending: Ending | None = None
    unread: Unread | None = None
    game: SourceGame | None = None
    wanted: bool = True


def pgn_files(places: Iterable[Path]) -> list[Path]:
    """Return the PGN files among `places` and in the folders among them, each once.

    Raises:
        InputError: A place does not exist, or a folder contains no PGN file.
    """
    found: dict[Path, None] = {}
    for place in places:
        if place.is_dir():
            inside = [place / name for name, _ in pgn_files_below(place)]
            if not inside:
                raise InputError(tr("no PGN files in {place}", place=place))
            found |= dict.fromkeys(inside)
        elif place.exists():
            found[place] = None
        else:
            raise InputError(tr("there is no file or folder {place}", place=place))
    return list(found)


def read_file(
    path: Path, men: int, wanted: Callable[[SourceGame], bool] = lambda game: True
) -> Iterator[ReadGame]:
    """Yield the result of reading each game of a file; positions of at most `men` men count.

    Games that are not `wanted` are not examined.
    """
    try:
        with open_regular(path) as file, open_regular(path) as again:
            for at, head in enumerate(scan_file(file), 1):
                game = _source(path, at, head)
                if wanted(game):
                    yield replace(_read_at(again, head, game, men), game=game)
                else:
                    yield ReadGame(game=game, wanted=False)
    except OSError as error:
        reason = describe_error(error)
        yield ReadGame(unread=Unread(SourceGame(path, 0), reason))


def _source(path: Path, at: int, head: GameHeader) -> SourceGame:
    result = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}.get(head.result)
    return SourceGame(
        path, at, head.offset, head.length, head.white, head.black, head.event, head.date, result
    )


def _read_at(file: IO[bytes], head: GameHeader, game: SourceGame, men: int) -> ReadGame:
    if head.kind != "chess":
        return ReadGame()
    if head.fault:
        return ReadGame(unread=Unread(game, tr(head.fault)))
    file.seek(head.offset)
    content = file.read(head.length)
    if not may_reach(content, head, men):
        return ReadGame()
    return read_text(decode(content), game, men)


def content_of(game: SourceGame) -> bytes:
    """Return the bytes of a game in its file; raises `OSError` if that is gone."""
    with open_regular(game.path) as file:
        file.seek(game.offset)
        return file.read(game.length)


def read_text(text: str, game: SourceGame, men: int) -> ReadGame:
    """Return the ending of the game `text`, from its first position of at most `men` men."""
    written = read_game(text)
    read = _Replay(written, game, men).play()
    if read.unread is not None:
        with suppress(InputError):
            written = in_its_language(written)
            read = _Replay(written, game, men).play()
    return read


class _Replay:
    """Replays a game."""

    def __init__(self, written: GameText, game: SourceGame, men: int) -> None:
        self._written, self._game, self._men = written, game, men
        self._positions: list[PlayedPosition] = []

    def play(self) -> ReadGame:
        tags = dict(self._written.tags)
        foreign = foreign_variant(tags)
        if foreign:
            return ReadGame(unread=Unread(self._game, foreign))
        try:
            board = board_from_fen(tags.get("FEN", chess.STARTING_FEN))
        except InputError:
            words = tr("{fen!r} is not a position", fen=tags["FEN"][:60])
            return ReadGame(unread=Unread(self._game, words))
        fault = self._moves(board)
        return ReadGame(
            Ending(self._ended(tags, fault), tuple(self._positions)) if self._positions else None,
            Unread(self._game, fault) if fault else None,
        )

    def _moves(self, board: chess.Board) -> str:
        """Play the moves; return why one of them is wrong, or ""."""
        notes: tuple[MovetextMove, ...] = ()
        if self._written.movetext is not None:
            notes = self._written.movetext.moves
        for ply, text in enumerate(self._written.moves):
            try:
                move = _move(board, text)
            except InputError as error:
                self._visit(board, ply)
                return str(error)
            if board.occupied.bit_count() <= self._men:
                seconds = noted_in(notes[ply].notes) if notes else None
                self._visit(board, ply, move.uci(), seconds)
            board.push(move)
        self._visit(board, len(self._written.moves))
        return self._written.fault

    def _visit(
        self, board: chess.Board, ply: int, move: str = "", seconds: float | None = None
    ) -> None:
        if board.occupied.bit_count() > self._men:
            return
        material, squares = men_and_squares(board)
        self._positions.append(
            PlayedPosition(
                ply,
                board.turn,
                board.fullmove_number,
                material,
                squares,
                board.halfmove_clock,
                board.clean_castling_rights(),
                board.ep_square if board.has_legal_en_passant() else None,
                move,
                seconds,
            )
        )

    def _ended(self, tags: dict[str, str], fault: str) -> SourceGame:
        """Return the game with its end; one that breaks off at a fault was not given up."""
        if fault:
            return replace(self._game, result=None)
        told = {tags.get("Termination", "").lower(), tags.get("TerminationDetails", "")}
        if told.isdisjoint(_ON_TIME):
            return self._game
        return replace(self._game, on_time=True)


def men_and_squares(board: chess.Board) -> tuple[str, bytes]:
    """Return the material on a board, White's men first, and their squares in that order."""
    letters, squares = [], bytearray()
    kinds = board.kings, board.queens, board.rooks, board.bishops, board.knights, board.pawns
    for side in board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]:
        for kind, letter in zip(kinds, _LETTERS, strict=True):
            mask = kind & side
            letters.append(letter * mask.bit_count())
            squares += bytes(chess.scan_forward(mask))
        letters.append("v")
    return "".join(letters[:-1]), bytes(squares)


def _move(board: chess.Board, text: str) -> chess.Move:
    """Return the move `text`; raises `InputError` if it is not a legal move."""
    try:
        return board.parse_san(text) or CHESS.parse_move(board, text)
    except ValueError:
        return CHESS.parse_move(board, text)
