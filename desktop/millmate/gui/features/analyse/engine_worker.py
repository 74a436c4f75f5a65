"""An engine that analyses one position after another in a thread, and its findings in words."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from queue import SimpleQueue

from PySide6.QtCore import QObject, Signal, Slot

from millmate.errors import InputError
from millmate.formatting import dative, plural, side_name
from millmate.games.board import Board, Move, Rules
from millmate.games.chess.piece_letters import localize
from millmate.games.chess.rules import CHESS
from millmate.games.outcome import Outcome
from millmate.gui.kit.errors import reason
from millmate.gui.kit.tasks import Latest
from millmate.language import mark, number, tr
from millmate.play.events import Thinking
from millmate.players.engine_recipe import EngineRecipe
from millmate.players.uci import command_of, own_command
from millmate.search.limits import Interrupted, Score, SearchInfo
from millmate.uci.client import OWN_START_SECONDS, START_SECONDS, UciEngine
from millmate.uci.protocol import GAMES, VARIANT_OPTION, variant_of

_LEAST = 5  # hundredths of a unit; a smaller advantage counts as even
_MATES = {"chess": "{} ({})", "morris": "{}"}  # their words, and the score
_WINS_IN = {"chess": mark("{winner} mates in {moves}"), "morris": mark("{winner} wins in {moves}")}
_BETTER_BY = {
    "chess": (mark("{side} is better by {n} pawn"), mark("{side} is better by {n} pawns")),
    "morris": (mark("{side} is better by {n} point"), mark("{side} is better by {n} points")),
}
_PLIES = 8  # plies of the principal variation shown


def score_words(thought: Thinking, kind: str) -> str:
    """Return which side is better and by how much, and the score from White's point of view.

    `White is better by 1.2 pawns (+1.20)`, `Black mates in 5 moves (#-5)`, `Even (0.00)`; a morris
    search counts points of its evaluation instead of pawns.
    """
    score, mover = thought.info.score, thought.mover
    form = "{} ({})" if score.mate is None else _MATES[kind]
    return form.format(worth_words(score, mover, kind), figure(score, mover))


def worth_words(score: Score, mover: bool, kind: str) -> str:
    """Return which side is better and by how much; `score` is from the point of view of `mover`."""
    if score.mate is not None:
        winner = side_name(mover if score.mate > 0 else not mover)
        moves = dative(abs(score.mate), "move")
        return tr(_WINS_IN[kind], winner=winner, moves=moves)
    worth = score.centipawns or 0
    if abs(worth) < _LEAST:
        return tr("Even")
    side = side_name(mover if worth > 0 else not mover)
    amount = number(abs(worth) / 100, 1)
    one, several = _BETTER_BY[kind]
    return tr(one if amount == number(1, 1) else several, side=side, n=amount)


def distance_words(score: Score) -> str:
    """Return the number of plies to a known mate, or ""."""
    if score.mate is None:
        return ""
    return plural(2 * abs(score.mate) - (score.mate > 0), "ply")


def figure(score: Score, mover: bool) -> str:
    """Return the score from White's point of view: `+1.20`, `-0.04`, `0.00`, `#5`, `#-2`."""
    if score.mate is not None:
        return f"#{'' if (score.mate > 0) == mover else '-'}{abs(score.mate)}"
    worth = score.centipawns or 0
    return _signed(worth if mover else -worth)


def figures(info: SearchInfo) -> str:
    """Return the progress of a search: `Depth 6 · 12,345 nodes · 8,100 nodes/s`."""
    parts = [tr("Depth {n}", n=info.depth)]
    if info.nodes:  # zero if tables answered everything
        parts += [plural(info.nodes, "node"), tr("{n} nodes/s", n=number(info.nodes_per_second))]
    if info.table_hits:
        parts.append(plural(info.table_hits, "table hit"))
    return " · ".join(parts)


def line_words(line: tuple[str, ...]) -> str:
    """Return the first moves of a principal variation."""
    return localize(" ".join(line[:_PLIES])) + (" …" if len(line) > _PLIES else "")


def _signed(hundredths: int) -> str:
    return f"{hundredths / 100:+.2f}" if hundredths else "0.00"


LONGEST = 16  # plies of a line
_EVERY = 0.1  # seconds between two findings, so that they can be read


@dataclass(frozen=True, slots=True)
class Position:
    """The position `fen`, reached from `start` by `moves` in UCI notation."""

    rules: Rules
    fen: str
    start: str
    moves: tuple[str, ...] = ()

    def board(self) -> Board:
        """Return the position with its history; raises `InputError` if it cannot be played."""
        board = self.rules.board(self.start)
        for text in self.moves:
            board.push(self.rules.parse_move(board, text))
        return board


@dataclass(frozen=True, slots=True)
class Order:
    """A position to search for its best `lines`."""

    position: Position
    lines: int


@dataclass(frozen=True, slots=True)
class Ready:
    """The engine `name` is running and supports up to `most_lines`."""

    name: str
    most_lines: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The position cannot be searched for this reason."""

    position: Position
    reason: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over in this position."""

    position: Position
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A line: its score for the side to move, its moves in UCI notation and for people."""

    info: SearchInfo
    texts: tuple[str, ...]
    notation: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Findings:
    """The lines found so far, best first; `mover` is to move, after `ply` plies.

    A line with a smaller depth than those before it has not been searched again yet.
    """

    position: Position
    mover: bool
    ply: int
    lines: tuple[FoundLine, ...]


class Gathering:
    """Collects what an engine reports about a position into findings."""

    def __init__(self, order: Order, board: Board) -> None:
        """Start without lines for the position `board` of the order."""
        self._order = order
        self._base = order.position.rules.board(board.fen())  # without history, so quick to copy
        self._ply = board.ply()
        self._infos: dict[int, SearchInfo] = {}
        self._changed = False
        self._reported = 0.0

    def add(self, info: SearchInfo) -> None:
        """Add what the engine reports about one of its lines.

        A move that rises in the order is also at its old place: the line it displaces goes there.
        """
        if info.line > self._order.lines or not info.moves:
            return
        first, before = info.moves[0], self._infos.get(info.line)
        for line, other in self._infos.items():
            if line != info.line and other.moves[0] == first:
                if before is None or before.moves[0] == first:
                    del self._infos[line]
                else:
                    self._infos[line] = replace(before, line=line)
                break
        self._infos[info.line] = info
        self._changed = True

    def news(self) -> Findings | None:
        """Return the findings if they have changed and the last ones are old enough."""
        now = time.monotonic()
        if not self._changed or now - self._reported < _EVERY:
            return None
        self._changed, self._reported = False, now
        lines = tuple(self._found(self._infos[number]) for number in sorted(self._infos))
        return Findings(self._order.position, self._base.turn, self._ply, lines)

    def _found(self, info: SearchInfo) -> FoundLine:
        rules, board = self._order.position.rules, self._base.copy()
        moves: tuple[Move, ...] = info.moves[:LONGEST]
        notation = []
        for move in moves:
            notation.append(rules.notation(board, move))
            board.push(move)
        return FoundLine(info, tuple(rules.text(move) for move in moves), tuple(notation))


OWN = "Mill & Mate"  # the title of the built-in engine
SEARCHED = tuple(rules.name for rules in GAMES.values())  # games of the built-in engine

# Options that weaken an engine or are set here: analysis runs at full strength.
_OWN_AFFAIR = ("uci_limitstrength", "uci_elo", "skill level", "multipv", "ponder")


@dataclass(frozen=True, slots=True)
class Source:
    """An engine: its title, what starts it (raises `MillMateError`), and its options.

    `patience` is the time for its start, in seconds.
    """

    title: str
    command: Callable[[], Sequence[str]]
    options: tuple[tuple[str, str], ...] = ()
    patience: float = START_SECONDS


def own(tables: Path, game: str, hash_megabytes: int) -> Source:
    """Return the built-in engine for one of the games in `SEARCHED`."""
    options = [("Tables", str(tables)), ("Hash", str(hash_megabytes))]
    if game != CHESS.name:
        options.append((VARIANT_OPTION, variant_of(game) or game))
    return Source(OWN, own_command, tuple(options), OWN_START_SECONDS)


def listed(recipe: EngineRecipe) -> Source:
    """Return the engine of `recipe` with its options, except for those that weaken it."""
    options = tuple(
        (name, value) for name, value in recipe.options if name.lower() not in _OWN_AFFAIR
    )
    return Source(recipe.title, lambda: command_of(recipe), options)


Orders = SimpleQueue[Order | None]  # None: stop searching and wait
Progress = Callable[[object], None]


class EngineWorker(QObject):
    """Searches the newest position only; `told` emits what the engine reports.

    That is any number of remarks as text until the engine is `Ready`, then `Findings`, `Ended` or
    `Refused`. `failed` emits the reason why the engine has stopped.
    """

    told = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._task = Latest()
        self._orders: Orders = SimpleQueue()
        self._title = ""

    @property
    def running(self) -> bool:
        return self._task.running

    def start(self, source: Source) -> None:
        self.end()
        self._title, self._orders = source.title, SimpleQueue()
        work = partial(_serve, source, self._orders)
        self._task.start(work, progress=self.told.emit, failed=self._fail)

    def look(self, position: Position | None, lines: int = 1) -> None:
        """Search `position` in place of the one before, or pause with None."""
        self._orders.put(None if position is None else Order(position, lines))

    def end(self) -> None:
        """Stop the engine; it emits nothing more."""
        self._task.drop()
        self._orders.put(None)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        why = reason(error).rstrip(".")
        self.failed.emit(tr("{title} has stopped: {error}.", title=self._title, error=why))


def _serve(source: Source, orders: Orders, progress: Progress, stopped: Callable[[], bool]) -> None:
    engine = UciEngine(source.command(), source.patience)
    try:
        engine.on_remark = progress
        engine.start(dict(source.options), stopped)
        engine.on_remark = lambda text: None
        if "uci_analysemode" in engine.options:
            engine.set("UCI_AnalyseMode", "true")
        progress(Ready(engine.name, engine.most_lines))
        while not stopped():
            order = _newest(orders)
            if order is not None:
                with suppress(Interrupted):
                    _search(engine, order, progress, lambda: stopped() or not orders.empty())
    finally:
        engine.close()


def _newest(orders: Orders) -> Order | None:
    """Wait for an order and return the newest."""
    order = orders.get()
    while not orders.empty():
        order = orders.get()
    return order


def _search(
    engine: UciEngine, order: Order, progress: Progress, stopped: Callable[[], bool]
) -> None:
    """Search until `stopped`, or return at once if there is nothing to search."""
    position = order.position
    try:
        board = position.board()
    except InputError as error:
        progress(Refused(position, tr("This position cannot be played: {error}.", error=error)))
        return
    outcome = position.rules.outcome(board)
    if outcome is not None:
        progress(Ended(position, outcome))
        return
    gathering = Gathering(order, board)

    def looked() -> bool:
        news = gathering.news()
        if news is not None:
            progress(news)
        return stopped()

    engine.analyse(board, order.lines, gathering.add, looked)
