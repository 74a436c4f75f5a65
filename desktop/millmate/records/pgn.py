"""Reads and writes games as PGN.

This follows the "Portable Game Notation Specification and Implementation Guide" (1994): the export
format in `to_pgn`, the import format in `from_pgn`. The reason of a result, for which the standard
has no tag, is in the tag `TerminationDetails`. Games of morris use the same syntax; see
`pgn_text`. A game of unknown kind counts as chess, unless only morris fits its moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from millmate import limits
from millmate.errors import InputError
from millmate.games.board import Board, Rules
from millmate.games.catalogue import game as rules_named
from millmate.games.chess.positions import board_from_fen
from millmate.games.chess.rules import CHESS
from millmate.games.morris.notations import Notation
from millmate.games.morris.rules import MORRIS, MorrisRules
from millmate.games.outcome import Outcome, Termination
from millmate.language import number, tr
from millmate.records.morris_text import as_turns
from millmate.records.movetext import Movetext, MovetextMove, tokens
from millmate.records.pgn_text import (
    OF_MORRIS,
    GameText,
    PgnTextError,
    foreign_variant,
    is_morris,
    morris_position,
    morris_rules,
    morris_tags,
    read_games,
    refused_turn,
)
from millmate.records.record import GameRecord

LARGEST_TEXT = limits.LARGEST_TEXT

_CHESS960 = "Chess960"
_UNKNOWN_DATE = "????.??.??"
_ROSTER = {"Event": "?", "Site": "?", "Date": _UNKNOWN_DATE, "Round": "-"}
_OURS = {"White", "Black", "Result", "SetUp", "FEN", "Time", "Termination", "TerminationDetails"}
# The ends that the standard knows; all other ones are "normal".
_TERMINATION_TAGS = {
    Termination.ABANDONED: "abandoned",
    Termination.FAILURE: "rules infraction",
    Termination.TIME: "time forfeit",
    Termination.TIME_WITHOUT_MATE: "time forfeit",
    Termination.MANY_TURNS: "adjudication",
    Termination.TABLES: "adjudication",
    Termination.SCORES: "adjudication",
}
_RESULTS = {"1-0": True, "0-1": False, "1/2-1/2": None}


class RecordError(InputError):
    """A text is not PGN, or a game in it has an illegal move."""


class _IllegalMoveError(RecordError):
    """A move of a game is illegal; the first `played` moves are legal."""

    def __init__(self, message: str, played: int) -> None:
        super().__init__(message)
        self.played = played


def to_pgn(record: GameRecord, notation: Notation = Notation.OURS) -> str:
    """Return `record` as one PGN game: Seven Tag Roster, other tags, moves in SAN, result.

    Comments, signs, shapes and variations follow the standard. Turns of morris are written in
    `notation`; with numbers for points there is the main line only, as PlayOK knows no other.

    Raises:
        InputError: The game of `record` is unknown.
    """
    if notation is Notation.NUMBERS:
        record = replace(record, movetext=None)
    tags = "\n".join(f'[{name} "{_escaped(value)}"]' for name, value in _tags(record).items())
    return f"{tags}\n\n{_wrapped((*_movetext(record, notation), record.outcome.result))}\n"


def to_sanmill_list(record: GameRecord) -> str:
    """Return the main line of a game of morris as Sanmill lists moves, with removals apart.

    Before it stand tags only where Sanmill needs them: another variant, another first position.
    """
    rules = rules_named(record.game)
    assert isinstance(rules, MorrisRules)
    tags = morris_tags(rules, record.start_fen)
    wanted = {"SetUp", "FEN"} | (set() if rules is MORRIS else {"Variant"})
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items() if name in wanted)
    moves = _wrapped(_movetext(replace(record, movetext=None), Notation.SANMILL))
    return f"{head}\n{moves}\n" if head else f"{moves}\n"


def from_pgn(text: str) -> list[GameRecord]:
    """Return the games in `text`, in order; never an empty list.

    The moves of variations are not checked until they are shown.

    Raises:
        RecordError: `text` holds no game, is too large or is not text, or a game has a bad start
            position or an illegal move; the message names it.
    """
    if len(text) > LARGEST_TEXT:
        raise RecordError(
            tr(
                "too large to open: {n} characters, at most {most} are read; split the file",
                n=number(len(text)),
                most=number(LARGEST_TEXT),
            )
        )
    try:
        games = read_games(as_turns(text))
    except PgnTextError as error:
        raise RecordError(str(error)) from None
    if not games:
        raise RecordError(tr("no game in this text: it holds neither tags nor moves"))
    alone = len(games) == 1
    return [
        _record(game, "" if alone else tr("game {n}: ", n=n)) for n, game in enumerate(games, 1)
    ]


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
    if isinstance(rules, MorrisRules):
        return morris_tags(rules, record.start_fen)
    if record.start_fen == rules.start_fen:
        return {}
    variant = {"Variant": _CHESS960} if board_from_fen(record.start_fen).chess960 else {}
    return variant | {"SetUp": "1", "FEN": record.start_fen}


def _movetext(record: GameRecord, notation: Notation) -> Iterator[str]:
    """Yield move numbers and moves; `1...` if the game begins with a move of Black."""
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
    if isinstance(rules, MorrisRules):
        written = notation.on(rules.variant.lines)
        movetext = replace(movetext, moves=_written(movetext.moves, written))
    yield from tokens(movetext, ply)


def _written(moves: Sequence[MovetextMove], notation: Notation) -> tuple[MovetextMove, ...]:
    """Return turns of morris, and those of their variations, in `notation`."""
    return tuple(
        replace(
            move,
            text=notation.turn(move.text),
            variations=tuple(_written(line, notation) for line in move.variations),
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
    column = 80  # where the next word begins
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


def _record(game: GameText, where: str) -> GameRecord:
    """Play `game` through and return its record; `where` begins every error message."""
    return _record_of_either(game, dict(game.tags), where)


def _record_of_either(game: GameText, tags: dict[str, str], where: str) -> GameRecord:
    """Return the record of a game of chess or morris; which of them, its tags or moves tell."""
    if is_morris(tags):
        return _record_of_morris(game, tags, where)
    try:
        return _record_of_chess(game, tags, where)
    except _IllegalMoveError as error:
        if "FEN" not in tags and game.black_begins and not error.played:
            raise RecordError(
                tr(
                    "{where}the game begins with a move by Black, {text}, but no FEN tag gives the "
                    "position it starts from",
                    where=where,
                    text=game.moves[0][:40],
                )
            ) from None
        told = {"FEN", "Variant"} & set(tags)
        other = None if told else _untold_morris(game, tags, where, error.played)
        if other is None:
            raise
        remark = tr("This was read as a game of morris: its moves are not legal in chess.")
        return replace(other, remarks=(remark,))


def _untold_morris(
    game: GameText, tags: dict[str, str], where: str, played: int
) -> GameRecord | None:
    """Return `game` as one of morris, or None if chess comes at least as far with its moves.

    Raises:
        RecordError: Morris comes further than the `played` moves of chess, but not to the end.
    """
    try:
        return _record_of_morris(game, tags, where)
    except _IllegalMoveError as error:
        if error.played > played:
            raise
        return None


def _record_of_chess(game: GameText, tags: dict[str, str], where: str) -> GameRecord:
    foreign = foreign_variant(tags)
    if foreign:
        raise RecordError(f"{where}{foreign}")
    record = _played(game, tags, where, CHESS, tags.get("FEN"))
    if board_from_fen(record.start_fen).chess960:  # whose name follows from the position
        record.tags.pop("Variant", None)
    return record


def _record_of_morris(game: GameText, tags: dict[str, str], where: str) -> GameRecord:
    try:
        rules = morris_rules(tags)
    except InputError as error:
        raise RecordError(f"{where}{error}") from None
    rest = {name: value for name, value in tags.items() if name not in OF_MORRIS}
    return _played(game, rest, where, rules, morris_position(tags))


def _played(
    game: GameText, tags: dict[str, str], where: str, rules: Rules, start: str | None
) -> GameRecord:
    """Play `game` by `rules` from the position `start`, and return its record."""
    try:
        board = rules.board(start)
    except InputError as error:
        raise RecordError(f"{where}{error}") from None
    start_fen = board.fen()
    _play_through(rules, board, game, where)
    moves = tuple(rules.text(move) for move in board.move_stack)
    written = game.movetext
    started = _started(tags)
    kept = {
        name: value
        for name, value in tags.items()
        if name not in _OURS and not (name == "Date" and started) and value != _ROSTER.get(name)
    }
    return GameRecord(
        game=rules.name,
        start_fen=start_fen,
        white=tags.get("White", "?"),
        black=tags.get("Black", "?"),
        moves=moves,
        outcome=_outcome(rules, board, tags, game.result),
        started=started,
        tags=kept,
        movetext=_named(written, moves) if written and written.annotated else None,
    )


def _play_through(rules: Rules, board: Board, game: GameText, where: str) -> None:
    """Push the moves of `game`, as people or programs write them, onto `board`."""
    for played, (text, line) in enumerate(zip(game.moves, game.lines, strict=True)):
        try:
            board.push(rules.parse_move(board, plain(rules, text)))
        except InputError as error:
            if rules is CHESS:
                fault = tr(
                    "illegal move {number} {text} in the position {fen}",
                    number=_number(board),
                    text=text,
                    fen=board.fen(),
                )
            else:
                fault = refused_turn(text, _number(board), line, error)
            raise _IllegalMoveError(f"{where}{fault}", played) from None


def plain(rules: Rules, text: str) -> str:
    """Return the move `text` of a PGN in the form that `rules` expect.

    In chess castling is written with letters, and signs of check are removed: some write `++`.
    """
    if rules is not CHESS:
        return text
    return text.rstrip("+#").replace("0-0", "O-O").replace("O-0", "O-O")


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

    `ending` is the result after the last move; without it the tag `Result` counts.
    """
    result = ending or tags.get("Result", "*")
    reasons = {reason.value: reason for reason in Termination}
    told = reasons.get(tags.get("TerminationDetails", ""))
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
