"""Parse the commands `position` and `go`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from millmate import limits
from millmate.errors import InputError
from millmate.games.board import Board, Move, Rules
from millmate.games.chess.rules import CHESS
from millmate.games.lenient_parser import parse_leniently
from millmate.search.limits import SearchLimits, limits_by_clock
from millmate.uci.protocol import read_move

Complain = Callable[[str], None]
_MOST, _MOST_PLIES = 10**15, 10_000  # the largest accepted numbers: milliseconds, nodes; plies
_FLAGS = ("infinite", "ponder")
_CLOCKS = ("wtime", "btime", "winc", "binc")
_AT_ONCE = ("movetime", "depth", "nodes")  # less than 1 of these means to move at once
_NUMBERS = (*_CLOCKS, "movestogo", "movetime", "depth", "nodes", "mate")
_WORDS = (*_FLAGS, *_NUMBERS, "searchmoves")


class CommandError(InputError):
    """A command is invalid; the message says why."""


@dataclass(frozen=True, slots=True)
class GoCommand:
    """A command to search within `limits`.

    With `waits` the move is sent only after `stop` or `ponderhit`; with `ponders` the time of
    `limits` starts when the opponent moves.
    """

    limits: SearchLimits
    waits: bool = False
    ponders: bool = False


def read_position(
    words: Sequence[str], rules: Rules = CHESS, complain: Complain = lambda remark: None
) -> Board:
    """Return the position, with its history, written as `startpos ...` or `fen ...`.

    Corrections are reported to `complain`: an engine that refused a position because of an
    impossible castling right would lose the game.

    Raises:
        CommandError: The position is invalid, there are too many moves, or one is not legal.
        InputError: The position cannot be played.
    """
    at = words.index("moves") if "moves" in words else len(words)
    match list(words[:at]):
        case ["startpos"]:
            board = rules.board()
        case ["fen", *fields] if fields:
            parsed = parse_leniently(" ".join(fields), rules)
            for remark in parsed.remarks:
                complain(remark)
            board = parsed.board()
        case _:
            raise CommandError("a position is 'startpos' or 'fen' with a FEN, then 'moves'")
    if len(words) - at - 1 > limits.LONGEST_GAME:
        raise CommandError(f"a game cannot have more than {limits.LONGEST_GAME} moves")
    moves = words[at + 1 :]
    for word in _with_removals(moves):
        move = read_move(board, word)
        if move is None:
            raise CommandError(f"{word!r} is not a legal move in {board.fen()}")
        board.push(move)
    return board


def _with_removals(words: Sequence[str]) -> list[str]:
    """Return turns of morris, with a separate removal (`d6-d7 xa1`) joined to its turn."""
    turns: list[str] = []
    for word in words:
        if word.startswith("x") and turns:
            turns[-1] += word
        else:
            turns.append(word)
    return turns


def read_go(
    words: Sequence[str], board: Board, *, overhead: float, complain: Complain
) -> GoCommand:
    """Return the command in the words after `go`.

    `overhead` seconds are lost on each move. Invalid words are ignored and reported to
    `complain`. Only a command without any limit searches forever: if all its limits are
    invalid, a single ply is searched.
    """
    values, moves, flags = _sorted(words, board, complain)
    limited = any(word in _NUMBERS for word in words)
    if moves is not None and not moves:
        complain("no move of searchmoves is legal: all are searched")
    timed = _time(values, board.turn, overhead)
    limits = SearchLimits(
        seconds=timed.seconds,
        seconds_wanted=timed.seconds_wanted,
        depth=values.get("depth", 1 if limited and not values else None),
        nodes=values.get("nodes"),
        mate=values.get("mate"),
        moves=tuple(moves or ()),
    )
    endless = "infinite" in flags or not limited
    return GoCommand(limits, waits=endless or "ponder" in flags, ponders="ponder" in flags)


def _sorted(
    words: Sequence[str], board: Board, complain: Complain
) -> tuple[dict[str, int], list[Move] | None, set[str]]:
    """Return the numbers by name, the moves to search (None if all), and the flags."""
    values: dict[str, int] = {}
    moves: list[Move] | None = None
    flags: set[str] = set()
    rest = list(words)[: limits.LONGEST_GAME]
    while rest:
        word = rest.pop(0)
        if word in _FLAGS:
            flags.add(word)
        elif word == "searchmoves":
            moves = []
            while rest and rest[0] not in _WORDS:
                moves += _legal(board, rest.pop(0), complain)
        elif word in _NUMBERS:
            number = _number(word, rest.pop(0) if rest else "", complain)
            if number is not None:
                values[word] = number
        else:
            complain(f"go has no parameter {word!r}")
    return values, moves, flags


def _legal(board: Board, word: str, complain: Complain) -> list[Move]:
    move = read_move(board, word)
    if move is None:
        complain(f"{word!r} is not a legal move in {board.fen()}")
        return []
    return [move]


def _number(name: str, text: str, complain: Complain) -> int | None:
    """Return the number after `name`; None, after a complaint, if it is invalid.

    Clocks may be 0 or less; everything else must be at least 1.
    """
    least = 0 if name in _CLOCKS else 1
    try:
        number = int(text[:20])
    except ValueError:
        number = None
    if number is None or number < least == 1:
        complain(f"{name} needs a whole number{' of 1 or more' * least}, not {text[:40]!r}")
    if number is None or (number < least and name not in (*_CLOCKS, *_AT_ONCE)):
        return None
    return min(max(number, least), _MOST_PLIES if name in ("depth", "mate") else _MOST)


def _time(values: dict[str, int], turn: bool, overhead: float) -> SearchLimits:
    """Return the time limits: `movetime` has precedence over the clock of the side to move.

    If only other clocks are given and there is no other limit, this side's time has run out.
    """
    if "movetime" in values:
        seconds = max(values["movetime"] / 1000 - overhead / 2, 0.001)
        return SearchLimits(seconds=seconds, seconds_wanted=None)
    clock, increment = ("wtime", "winc") if turn else ("btime", "binc")
    if clock not in values and (not values or values.keys() & {"depth", "nodes", "mate"}):
        return SearchLimits()
    return limits_by_clock(
        values.get(clock, 0) / 1000,
        values.get(increment, 0) / 1000,
        values.get("movestogo"),
        overhead,
    )
