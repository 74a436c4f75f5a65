"""Read and write games as PGN.

This follows the "Portable Game Notation Specification and Implementation Guide" (1994): the export
format in `to_pgn`, the import format in `from_pgn`. The reason of a result, for which the standard
has no tag, is stored in the tag `TerminationDetails`. Games of morris use the same syntax; see
`morris_text`. A game of unknown kind counts as chess unless its moves are only legal in morris.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from operator import attrgetter
from typing import Any, ClassVar, TypeVar, cast

from millmate import limits
from millmate.errors import InputError
from millmate.games.board import Board, Rules
from millmate.games.catalogue import GAMES
from millmate.games.catalogue import game as rules_named
from millmate.games.chess.piece_letters import of_language
from millmate.games.chess.positions import board_from_fen
from millmate.games.chess.rules import CHESS
from millmate.games.chess.spelling import ENGLISH, LETTERS, in_english
from millmate.games.lenient_parser import parse_leniently
from millmate.games.morris.notations import Notation
from millmate.games.morris.rules import MORRIS, MorrisRules
from millmate.games.outcome import Outcome, Termination
from millmate.language import number, tr
from millmate.records.morris_text import (
    OF_MORRIS,
    is_morris,
    morris_position,
    morris_rules,
    morris_tags,
)
from millmate.records.movetext import Movetext, MovetextMove, as_comment, tokens
from millmate.records.notes import both
from millmate.records.pgn_split import in_lines, line_ends, result_of, split
from millmate.records.pgn_text import GameText, foreign_variant, read_game
from millmate.records.record import GameRecord
from millmate.text_decode import decode

_CHESS960 = "Chess960"
_UNKNOWN_DATE = "????.??.??"
_ROSTER = {"Event": "?", "Site": "?", "Date": _UNKNOWN_DATE, "Round": "-"}
_OURS = {"White", "Black", "Result", "SetUp", "FEN", "Time", "Termination", "TerminationDetails"}
# The terminations defined by the standard; all others are "normal".
_TERMINATION_TAGS = {
    Termination.ABANDONED: "abandoned",
    Termination.FAILURE: "rules infraction",
    Termination.TIME: "time forfeit",
    Termination.TIME_WITHOUT_MATE: "time forfeit",
    Termination.MANY_TURNS: "adjudication",
    Termination.TABLES: "adjudication",
    Termination.SCORES: "adjudication",
}
_REASONS = {reason.value: reason for reason in Termination}
_MOST_LISTED = 3  # faults in a sentence
_Game = TypeVar("_Game")
_Other = TypeVar("_Other")
_RESULTS = {"1-0": True, "0-1": False, "1/2-1/2": None}


class RecordError(InputError):
    """A text is not PGN, or a game in it has an illegal move."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why game `number` of a text (from 1) cannot be read or ends early, and on which line."""

    number: int
    line: int
    reason: str

    def __str__(self) -> str:
        return tr(
            "game {n}, line {line}: {reason}", n=self.number, line=self.line, reason=self.reason
        )


class Games(list[_Game]):
    """The games of a text with their `numbers` in it, from 1, and its faults."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers: list[int] = []
        self.faults: list[Fault] = []

    def add(self, game: _Game, number: int) -> None:
        self.append(game)
        self.numbers.append(number)

    def mapped(self, change: Callable[[_Game, int], _Other]) -> "Games[_Other]":
        """Return the results of `change` for each game and its number, with the same faults."""
        found: Games[_Other] = Games()
        for game, at in zip(self, self.numbers, strict=True):
            found.add(change(game, at), at)
        found.faults = self.faults
        return found

    @property
    def total(self) -> int:
        """The number of games in the text, including those that could not be read."""
        return max([*self.numbers, *(fault.number for fault in self.faults)], default=0)

    @property
    def complaint(self) -> str:
        """The faults in one sentence, "" if all games were read completely."""
        if not self.faults:
            return ""
        return tr(
            "{n} of {all} games were read to the end; {fault}",
            n=number(self.total - len(self.faults)),
            all=number(self.total),
            fault="; ".join(map(str, self.faults[:_MOST_LISTED]))
            + ("; …" if len(self.faults) > _MOST_LISTED else ""),
        )


def to_pgn(record: GameRecord, notation: Notation = Notation.OURS) -> str:
    """Return `record` as one PGN game: Seven Tag Roster, other tags, moves in SAN, result.

    Comments, signs, shapes and variations follow the standard. Turns of morris are written in
    `notation`; with numbers for points only the main line is written, as on PlayOK.

    Raises:
        InputError: The game of `record` is unknown.
    """
    if notation is Notation.NUMBERS:
        record = replace(record, movetext=None)
    tags = "\n".join(f'[{name} "{_escaped(value)}"]' for name, value in _tags(record).items())
    return f"{tags}\n\n{_wrapped((*_movetext(record, notation), record.outcome.result))}\n"


def to_sanmill_list(record: GameRecord) -> str:
    """Return the main line of a game of morris as Sanmill lists moves, with separate removals.

    It only has the tags that Sanmill needs: those of another variant or first position.
    """
    rules = cast(MorrisRules, rules_named(record.game))
    tags = morris_tags(rules, record.start_fen)
    wanted = {"SetUp", "FEN"} | (set() if rules in GAMES.values() else {"Variant"})
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items() if name in wanted)
    moves = _wrapped(_movetext(replace(record, movetext=None), Notation.SANMILL))
    return f"{head}\n{moves}\n" if head else f"{moves}\n"


def from_pgn(text: str) -> Games[GameRecord]:
    """Return the games in `text`, in order, with the faults of the others; never an empty list.

    A game that ends early because of a fault keeps the moves before it, and a remark. The moves of
    variations are not checked until they are shown.

    Raises:
        RecordError: `text` contains no readable game, or is too large; the message says why.
    """
    refuse_too_large(text)
    content = text.encode("utf-8", "replace")
    return read_at(content, ((e.begin, e.end - e.begin) for e in split(in_lines(content))))


def read_entry(content: bytes) -> tuple[GameRecord, str]:
    """Return the game in `content`, an entry of a file, and why it ends early, else "".

    Raises:
        RecordError: It cannot be read.
    """
    games = read_at(content, [(0, len(content))])
    return games[0], games.faults[0].reason if games.faults else ""


def refuse_too_large(text: str) -> None:
    """Raise a `RecordError` if `text` is too large to be read."""
    if len(text) > limits.LARGEST_TEXT:
        raise RecordError(
            tr(
                "too large to open: {n} characters, at most {most} are read; split the file",
                n=number(len(text)),
                most=number(limits.LARGEST_TEXT),
            )
        )


def read_at(content: bytes, places: Iterable[tuple[int, int]]) -> Games[GameRecord]:
    """Return the games at `places` in `content` (offset, length), with their numbers from 1.

    The faults are those of games that cannot be read and of those that end early.

    Raises:
        RecordError: There are too many games, or none that can be read.
    """
    first = list(islice(places, limits.MOST_GAMES + 1))
    if len(first) > limits.MOST_GAMES:
        said = tr("more than {n} games: list the folder instead, or split the file")
        raise RecordError(said.format(n=number(limits.MOST_GAMES)))
    games: Games[GameRecord] = Games()
    line, counted = 1, 0
    for at, (offset, length) in enumerate(first, 1):
        line += line_ends(content, counted, offset)
        counted = offset
        game, why, there = _entry(content[offset : offset + length], line)
        if why:
            games.faults.append(Fault(at, there, why))
        if game is not None:
            games.add(game, at)
    if not games and games.faults:
        fault = games.faults[0]
        raise RecordError(fault.reason if len(first) == 1 else str(fault))
    if not games:
        raise RecordError(tr("no game in this text: it holds neither tags nor moves"))
    return games


def _entry(content: bytes, line: int) -> tuple[GameRecord | None, str, int]:
    """Return a game, why it ends early or cannot be read, and on which line."""
    if len(content) > limits.LARGEST_LISTED_GAME:
        return None, tr("it is too large for one game"), line
    try:
        return _record(read_game(decode(content), line))
    except InputError as error:
        return None, str(error), line


def _tags(record: GameRecord) -> dict[str, str]:
    """Return the tags in the order of the export format: the roster, then by name."""
    date, _, time = record.started.partition("T")
    roster = {name: record.tags.get(name, unknown) for name, unknown in _ROSTER.items()}
    if date:
        roster["Date"] = date.replace("-", ".")
    roster |= {"White": record.white, "Black": record.black, "Result": record.outcome.result}
    ended = record.outcome.termination
    others = {name: value for name, value in record.tags.items() if name not in roster}
    if time:
        others["Time"] = time
    others |= _identity(record)
    if ended is not Termination.UNRECORDED:
        others["Termination"] = _TERMINATION_TAGS.get(ended, "normal")
        others["TerminationDetails"] = ended.value
    return roster | dict(sorted(others.items()))


def _identity(record: GameRecord) -> dict[str, str]:
    """Return the tags for the game and its first position."""
    rules = rules_named(record.game)
    return _IDENTITIES[rules.kind](rules, record.start_fen)


def _chess_tags(rules: Rules, start_fen: str) -> dict[str, str]:
    if start_fen == rules.start_fen:
        return {}
    variant = {"Variant": _CHESS960} if board_from_fen(start_fen).chess960 else {}
    return variant | {"SetUp": "1", "FEN": start_fen}


_IDENTITIES: dict[str, Callable[[Any, str], dict[str, str]]]
_IDENTITIES = {"chess": _chess_tags, "morris": morris_tags}


def _movetext(record: GameRecord, notation: Notation) -> Iterator[str]:
    """Yield move numbers and moves; `1...` if the game starts with a move of Black."""
    rules = rules_named(record.game)
    board = rules.board(record.start_fen)
    ply, main = board.ply(), []
    for text in record.moves:
        move = rules.parse_move(board, text)
        main.append(rules.notation(board, move))
        board.push(move)
    if record.movetext is None:
        movetext = Movetext(moves=tuple(map(MovetextMove, main)))
    else:
        movetext = _named(record.movetext, main)
    written = notation.on(rules.places)
    if written is not Notation.OURS:
        movetext = replace(movetext, moves=_rewritten(movetext.moves, written.turn))
    yield from tokens(movetext, ply)


def _rewritten(
    moves: Sequence[MovetextMove], change: Callable[[str], str]
) -> tuple[MovetextMove, ...]:
    """Return moves, including those of variations, rewritten by `change`."""
    return tuple(
        replace(
            move,
            text=change(move.text),
            variations=tuple(_rewritten(line, change) for line in move.variations),
        )
        for move in moves
    )


def _named(movetext: Movetext, main: Iterable[str]) -> Movetext:
    """Return `movetext` with the moves of its main line written as in `main`."""
    named = zip(movetext.moves, main, strict=True)
    return replace(movetext, moves=tuple(replace(move, text=text) for move, text in named))


def _number(board: Board) -> str:
    return f"{board.ply() // 2 + 1}{'.' if board.turn else '...'}"


def _wrapped(words: Iterable[str]) -> str:
    """Return `words` in lines of less than 80 characters; comments keep their lines."""
    lines: list[str] = []
    column = 80  # where the next word starts
    for word in words:
        first, _, rest = word.partition("\n")
        if column + len(first) < 80:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
            column = 0
        column = column + len(first) + 1 if not rest else len(word) - word.rindex("\n")
    return "\n".join(lines)


def _escaped(value: str) -> str:
    """Return a tag's value for use in quotes: on one line, with quotes escaped."""
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _record(game: GameText) -> tuple[GameRecord | None, str, int]:
    """Replay `game`; return its record, and the fault and line where it ends early.

    Raises:
        InputError: Its first position or its rules are invalid.
    """
    tags, remarks = dict(game.tags), list(game.remarks)
    tried = _furthest(game, tags)
    remarks += tried.remarks
    fault, line = game.fault, game.line
    if tried.fault and tried.played == len(game.moves) - 1 and game.moves[-1] == "0-0":
        game = _cut(game, tried.played)  # it is the result: both have lost
    elif tried.fault:
        if not (tried.played or tags):
            return None, tried.fault, game.lines[0]
        fault, line = tried.fault, game.lines[tried.played]
        game = _cut(game, tried.played, kept=True)
    if fault:
        remarks.append(tr("The game ends early: {why}. The rest is kept as a comment.", why=fault))
    return replace(tried.record(game, tags), remarks=tuple(remarks)), fault, line


def _cut(game: GameText, end: int, *, kept: bool = False) -> GameText:
    """Return `game` up to its move `end`; the rest is kept as part of a comment if `kept`."""
    movetext = game.movetext or Movetext(moves=tuple(map(MovetextMove, game.moves)))
    before, rest = movetext.moves[:end], as_comment(movetext.moves[end:])
    notes = before[-1].notes if before else movetext.notes
    if kept:
        notes = notes.commented(both(notes.comment, rest))
    if before:
        movetext = replace(movetext, moves=(*before[:-1], replace(before[-1], notes=notes)))
    else:
        movetext = Movetext(notes)
    return replace(game, moves=game.moves[:end], lines=game.lines[:end], movetext=movetext)


@dataclass(slots=True)
class _Attempt:
    """A game played by `rules`: `played` moves are legal; `fault` is why the next one is not.

    `letters` are those of the chess pieces; `exact` is whether every remark on the first position
    counts.
    """

    exact: ClassVar[bool] = False
    rules: Rules
    board: Board
    start_fen: str
    letters: str = ENGLISH
    played: int = 0
    fault: str = ""
    remarks: tuple[str, ...] = ()  # on the first position

    def play(self, game: GameText) -> "_Attempt":
        """Push the moves of `game`, written by people or programs, onto the board."""
        for text, line in zip(game.moves, game.lines, strict=True):
            try:
                move = self.rules.parse_move(self.board, in_english(text, self.letters))
            except InputError as error:
                self.fault = self._refused(text[:40], line, error)
                break
            self.board.push(move)
            self.played += 1
        return self

    def _refused(self, text: str, line: int, error: InputError) -> str:
        """Return why the move `text` is illegal, with its number."""
        said = tr("illegal move {number} {text} on line {line}: {reason}")
        reason = str(error).partition(": ")[2] or tr("it is not a move")
        return said.format(number=_number(self.board), text=text, line=line, reason=reason)

    @property
    def told(self) -> set[str]:
        """The tags that follow from the game and its first position."""
        return OF_MORRIS

    def record(self, game: GameText, tags: dict[str, str]) -> GameRecord:
        """Return the record of `game`, all of whose moves have been played."""
        told = self.told
        tags = {name: value for name, value in tags.items() if name not in told}
        moves = tuple(self.rules.text(move) for move in self.board.move_stack)
        written = game.movetext
        if written is not None and self.letters != ENGLISH:
            english = partial(in_english, letters=self.letters)
            written = replace(written, moves=_rewritten(written.moves, english))
        started = _started(tags)
        kept = {
            name: value
            for name, value in tags.items()
            if name not in _OURS and not (name == "Date" and started) and value != _ROSTER.get(name)
        }
        return GameRecord(
            game=self.rules.name,
            start_fen=self.start_fen,
            white=tags.get("White", "?"),
            black=tags.get("Black", "?"),
            moves=moves,
            outcome=_outcome(self.rules, self.board, tags, game.result),
            started=started,
            tags=kept,
            movetext=_named(written, moves) if written and written.annotated else None,
        )


class _ChessAttempt(_Attempt):
    __slots__ = ()
    exact = True

    def _refused(self, text: str, line: int, error: InputError) -> str:
        said = tr("illegal move {number} {text} in the position {fen}")
        return said.format(number=_number(self.board), text=text, fen=self.board.fen())

    @property
    def told(self) -> set[str]:
        """The name of Chess960, which follows from the position."""
        usual = self.start_fen == self.rules.start_fen
        return set() if usual or not board_from_fen(self.start_fen).chess960 else {"Variant"}


_ATTEMPTS = {"chess": _ChessAttempt, "morris": _Attempt}


def _furthest(game: GameText, tags: dict[str, str]) -> _Attempt:
    """Play `game` by the rules and in the language in which most of its moves are legal.

    Raises:
        InputError: Its first position or its rules are invalid.
    """
    if is_morris(tags):
        return _attempt(morris_rules(tags), morris_position(tags), game)
    if foreign := foreign_variant(tags):
        raise RecordError(foreign)
    best = _attempt(CHESS, tags.get("FEN"), game)
    if not best.fault:
        return best
    if "FEN" not in tags and game.black_begins and not best.played:
        best.fault = tr(
            "the game starts with a move by Black, {text}, but no FEN tag gives the "
            "initial position",
            text=game.moves[0][:40],
        )
        return best
    for letters in (of_language(), *LETTERS):
        if best.fault and any(letter in game.moves[best.played] for letter in letters):
            best = max(
                best, _attempt(CHESS, tags.get("FEN"), game, letters), key=attrgetter("played")
            )
    if best.fault and not {"FEN", "Variant"} & set(tags):
        other = _attempt(MORRIS, None, game)
        other.remarks = (
            tr("This was read as a game of morris: its moves are not legal in chess."),
        )
        best = max(best, other, key=attrgetter("played"))
    return best


def in_its_language(game: GameText) -> GameText:
    """Return `game` with English letters if those of another language make more moves legal.

    Raises:
        InputError: Its first position or its rules are invalid.
    """
    letters = _furthest(game, dict(game.tags)).letters
    return replace(game, moves=tuple(in_english(move, letters) for move in game.moves))


def _attempt(rules: Rules, start: str | None, game: GameText, letters: str = ENGLISH) -> _Attempt:
    board, remarks, kind = rules.board(), tuple[str, ...](), _ATTEMPTS[rules.kind]
    if start is not None:
        parsed = parse_leniently(start, rules)
        board = parsed.board()
        remarks = parsed.remarks if kind.exact or parsed.begun else ()
    return kind(rules, board, board.fen(), letters, remarks=remarks).play(game)


def _started(tags: dict[str, str]) -> str:
    """Return the start as ISO 8601, with the time if known; "" if the date is unknown."""
    date = [part.zfill(2) for part in tags.get("Date", _UNKNOWN_DATE).split(".")]
    if [len(part) for part in date] != [4, 2, 2] or not "".join(date).isdigit():
        return ""
    time = tags.get("Time", "")
    digits = time.replace(":", "")
    whole = len(time) == 8 and len(digits) == 6 and digits.isdigit()
    return "-".join(date) + (f"T{time}" if whole else "")


def _outcome(rules: Rules, board: Board, tags: dict[str, str], ending: str | None) -> Outcome:
    """Return how the game ended: by its tags, else by the position on the board.

    `ending` is the result after the last move; without it the tag `Result` is used.
    """
    result = ending or result_of(tags.get("Result", "")) or "*"
    told = _REASONS.get(tags.get("TerminationDetails", ""))
    if told:
        outcome = Outcome(told, _RESULTS.get(result))
        if outcome.result == result:
            return outcome
    seen = rules.outcome(board)
    if seen and result in {seen.result, "*"}:
        return seen
    if result not in _RESULTS:
        return Outcome(Termination.ABANDONED)
    drawn = rules.claim(board) if result == "1/2-1/2" else None
    return drawn or Outcome(Termination.UNRECORDED, _RESULTS[result])
