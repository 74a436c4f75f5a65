"""Read studies from PGN and EPD: the solution as a tree, the solver, and the stipulation.

Solver and stipulation are read from the tag `Stipulation` (`White wins`, `Draw`, `+`, `=`), or else
from the result of the game: 1-0 and 0-1 ask the winner to win, 1/2-1/2 asks White to draw, as is
usual in compositions. Without a result, the first position covered by tables decides. In EPD the
side to move solves; `bm` are the solution's moves, and `dm`, `bm #11` or a `c0` such as `White
wins` ask for a win or a draw.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from millmate import limits
from millmate.errors import InputError
from millmate.games.board import MoveError
from millmate.games.chess.positions import board_from_fen, problems
from millmate.games.chess.rules import CHESS
from millmate.games.lenient_parser import holds_position, parse_leniently, shorten
from millmate.games.outcome import Outcome, Termination
from millmate.language import mark, tr
from millmate.records.database.headers import scan
from millmate.records.pgn import read_entry
from millmate.records.record import GameRecord
from millmate.records.tree import GameTree
from millmate.text_decode import decode, is_text

_MATE = re.compile(r"[+]?(-?)[#M][+]?(-?)([0-9]{1,4})")  # mate in `n` moves, instead of moves
_ASKED = re.compile(
    r"(?:\b(?P<side>white|black)\s+(?:to\s+(?:play|move)\s+and\s+|to\s+)?)?"
    r"(?:\b(?P<win>wins?)\b|\b(?P<draw>draws?)\b|(?P<plus>^\s*\+\s*$)|(?P<equal>^\s*=\s*$))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Stipulation:
    """The solver of a study and the result asked for: `wdl` is 1 for a win, 0 for a draw.

    `source` describes in marked words where that was read.
    """

    solver: bool
    wdl: int
    source: str

    def __str__(self) -> str:
        if self.solver:
            return tr("White wins") if self.wdl else tr("White draws")
        return tr("Black wins") if self.wdl else tr("Black draws")


@dataclass(frozen=True, slots=True)
class Study:
    """A study as it was read: game or line `number` of a file, with its solution.

    `stipulation` is None if only tables can decide it. `moves_away` are the moves to mate given by
    an EPD, or None. In an `epd` all `best` moves of its position are solutions. `remarks` describe
    corrections and omissions.
    """

    path: Path
    number: int
    name: str
    record: GameRecord
    stipulation: Stipulation | None
    epd: bool = False
    moves_away: int | None = None
    best: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    def new_tree(self) -> GameTree:
        """Return a new tree of the solution, not cached, as there are thousands of studies."""
        tree = GameTree.of(self.record)
        for move in self.best:
            tree.add(tree.root, move)
        tree.forget()
        return tree


def read(path: Path) -> Iterator[Study | str]:
    """Yield the studies of a file, in order, and a sentence on each that cannot be read.

    Raises:
        OSError: The file cannot be read.
    """
    return contents(path)[1]


def contents(path: Path) -> tuple[int, Iterator[Study | str]]:
    """Return the number of entries of a file, and the result of `read`.

    Raises:
        OSError: The file cannot be read.
    """
    content = limits.read(path, limits.LARGEST_COLLECTION)
    if not is_text(content):
        return 1, iter([unread(path, tr("this is not text, so neither PGN nor EPD"))])
    text = decode(content)
    lines = [line for line in text.splitlines() if line.strip() and line.lstrip()[0] not in "#%"]
    if lines and not lines[0].lstrip().startswith("[") and holds_position(lines[0]):
        return len(lines), _lines(path, text)
    heads = list(scan(content))
    if not heads:
        return 1, iter([unread(path, tr("it holds neither games nor positions"))])
    return len(heads), (
        _game(path, number, content[head.offset : head.offset + head.length])
        for number, head in enumerate(heads, 1)
    )


def unread(path: Path, why: str) -> str:
    """Return that a file, or a study in it, cannot be read."""
    return f"{path}: {why}"


def of_board(record: GameRecord) -> Study | str:
    """Return the game on the board, or a position without moves, as a study."""
    place = Path(tr("board"))
    try:
        _require_chess(record)
        for problem in problems(board_from_fen(record.start_fen)):
            raise InputError(str(problem.message))
    except (InputError, ValueError) as error:
        return unread(place, str(error))
    return Study(place, 1, _name(record), record, _stipulation(record))


def _game(path: Path, number: int, content: bytes) -> Study | str:
    try:
        record, fault = read_entry(content)
        if fault:
            raise InputError(fault)
        _require_chess(record)
        return Study(path, number, _name(record), record, _stipulation(record))
    except (InputError, RecursionError) as error:
        return unread(path, tr("game {n}: ", n=number) + " ".join(str(error).split()))


def _require_chess(record: GameRecord) -> None:
    if record.game != CHESS.name:
        raise InputError(tr("this is a game of morris; studies must be chess positions"))


def _name(record: GameRecord) -> str:
    """Return the composer, the source and the year, as far as they are given."""
    tags = record.tags
    black = "" if record.black in ("", "?") else f" – {record.black}"
    year = tags.get("Date", record.started)[:4]
    words = [f"{record.white}{black}", tags.get("Event", ""), year if year.isdigit() else ""]
    return ", ".join(word for word in words if word.strip(" ?"))


def _stipulation(record: GameRecord) -> Stipulation | None:
    told = record.tags.get("Stipulation", "")
    asked = asked_in(told, default=True)
    if asked is not None:
        return Stipulation(*asked, mark("by its tag Stipulation"))
    result = record.outcome.result
    if result == "*":
        return None
    return Stipulation(result != "0-1", int(result != "1/2-1/2"), mark("by the game's result"))


def asked_in(text: str, default: bool) -> tuple[bool, int] | None:
    """Return the solver (`default` if not given) and whether to win; None if neither is given.

    `text` is such as `White to play and win`, `Draw` or `+`.
    """
    found = _ASKED.search(text)
    if found is None:
        return None
    side = found["side"]
    solver = default if side is None else side.lower() == "white"
    return solver, int(bool(found["win"] or found["plus"]))


def _lines(path: Path, text: str) -> Iterator[Study | str]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip()[0] in "#%":
            continue
        try:
            yield _position(path, number, line.strip())
        except InputError as error:
            why = " ".join(str(error).split())
            yield unread(path, tr("line {n}: {why}", n=number, why=why))


def _position(path: Path, number: int, line: str) -> Study:
    parsed = parse_leniently(line, CHESS)
    board, told = CHESS.board(parsed.fen), parsed.operations
    away, solutions, remarks = told.get("dm", ""), list[str](), list(parsed.remarks)
    solver = board.turn
    if mate := _MATE.fullmatch(parsed.best):
        away, solver = mate[3], board.turn is not bool(mate[1] or mate[2])
    else:
        for word in parsed.best.split():
            try:
                solutions.append(CHESS.parse_move(board, word).uci())
            except MoveError:
                remarks.append(tr("The best move {move} is not legal.", move=shorten(word, 12)))
    asked = asked_in(f"{told.get('c0', '')} {told.get('Stipulation', '')}", default=board.turn)
    moves_away = int(away) if re.fullmatch("[0-9]{1,4}", away) else None
    stipulation = None
    if moves_away is not None:
        stipulation = Stipulation(solver, 1, mark("by its dm"))
    elif asked is not None:
        stipulation = Stipulation(*asked, mark("by its c0"))
    record = GameRecord(
        CHESS.name, parsed.fen, "?", "?", (), Outcome(Termination.ABANDONED), "",
        {"Event": parsed.name} if parsed.name else {},
    )  # fmt: skip
    return Study(
        path, number, parsed.name or tr("line {n}", n=number), record, stipulation, True,
        moves_away if solver is board.turn else None, tuple(solutions), tuple(remarks),
    )  # fmt: skip
