"""Read and write what both sides use: games, moves, and the lines `position`, `go` and `info`."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

import chess

from millmate.games.board import Board, Move, Rules
from millmate.games.catalogue import rules_of, without_limit
from millmate.games.chess.rules import CHESS, NULL_MOVE
from millmate.games.morris.move_text import read_move as read_turn
from millmate.games.morris.rules import MORRIS, morris_rules
from millmate.games.morris.variants import VARIANTS
from millmate.search.limits import Clocks, Score, SearchInfo, SearchLimits

_MOST = 10**15  # the largest accepted number; more cannot be counted in a game
_MOST_DIGITS = 20
_MOST_MATE = 100_000  # moves
_NUMBERS = ("depth", "seldepth", "multipv", "nodes", "time", "hashfull", "tbhits")
# The option that selects the game, and its values.
VARIANT_OPTION = "UCI_Variant"
# The option for castling by moving the king to its rook, from any square.
CHESS960_OPTION = "UCI_Chess960"
# The option for the number of quiet moves after which morris is drawn, 0 for never.
QUIET_OPTION = "Quiet Moves"
GAMES: dict[str, Rules] = {
    "chess": CHESS,
    "ninemensmorris": MORRIS,
    **{
        rules.name: rules
        for rules in (morris_rules(variant) for variant in VARIANTS.values())
        if rules.name != MORRIS.name
    },
}


def variant_of(game: str) -> str | None:
    """Return the `UCI_Variant` of the game `game` of the catalogue, or None."""
    game = without_limit(game)
    return next((name for name, rules in GAMES.items() if rules.name == game), None)


def read_move(board: Board, word: str) -> Move | None:
    """Return the legal move written as `word` (`e2e4`, `e7e8q`; `d6-d7xa1`), or None."""
    with suppress(ValueError):
        return _READERS[rules_of(board).kind](board, word) or None
    return None


_READERS: dict[str, Callable[[Any, str], Move]] = {
    "chess": lambda board, word: board.parse_uci(word.lower()),
    "morris": read_turn,
}


def position_line(board: Board, *, chess960: bool = True) -> str:
    """Return the `position` line for `board`, with the moves since the last null move.

    Without `chess960`, it only has the moves since the last Chess960 castling right was lost.
    """
    root, moves = board.copy(), list[str]()
    rules = rules_of(board)
    while root.move_stack and rules.text(root.move_stack[-1]) != NULL_MOVE:
        move = root.pop()
        if not chess960 and needs_chess960(root):
            root.push(move)
            break
        moves.insert(0, rules.text(move))
    start = "startpos" if root.fen() == rules.start_fen else f"fen {root.fen()}"
    return " ".join(["position", start, *(["moves", *moves] if moves else [])])


def needs_chess960(board: Board) -> bool:
    """Return whether a side can still castle as in Chess960."""
    return isinstance(board, chess.Board) and board.chess960 and bool(board.castling_rights)


def go_line(limits: SearchLimits, clocks: Clocks | None = None, rules: Rules = CHESS) -> str:
    """Return the `go` line for a search within `limits`; without any, `go infinite`.

    With `clocks` the engine manages its time and `limits.seconds` is ignored. Moves are written
    in the notation of `rules`.
    """
    words = ["go"]
    for name in ("depth", "nodes", "mate"):
        if getattr(limits, name) is not None:
            words.append(f"{name} {getattr(limits, name)}")
    if clocks is not None:
        words += _clock_words(clocks)
    elif limits.seconds is not None:
        words.append(f"movetime {max(1, round(limits.seconds * 1000))}")
    if len(words) == 1:
        words.append("infinite")
    if limits.moves:
        words += ["searchmoves", *map(rules.text, limits.moves)]
    return " ".join(words)


def _clock_words(clocks: Clocks) -> list[str]:
    increment = round(clocks.increment * 1000)
    words = [
        f"wtime {max(1, round(clocks.white * 1000))} btime {max(1, round(clocks.black * 1000))}",
        f"winc {increment} binc {increment}",
    ]
    return words if clocks.moves_to_go is None else [*words, f"movestogo {clocks.moves_to_go}"]


def info_line(info: SearchInfo, rules: Rules = CHESS) -> str:
    """Return the `info` line for the result of an iteration, with moves in notation of `rules`."""
    score = info.score
    worth = f"cp {score.centipawns}" if score.mate is None else f"mate {score.mate}"
    words = [
        f"info depth {info.depth} seldepth {info.selective_depth} multipv {info.line}",
        f"score {worth} nodes {info.nodes} nps {info.nodes_per_second}",
        f"hashfull {info.table_full} tbhits {info.table_hits} time {round(info.seconds * 1000)}",
    ]
    if info.moves:
        words.append("pv " + " ".join(map(rules.text, info.moves)))
    return " ".join(words)


def parse_info(line: str, board: Board) -> SearchInfo | None:
    """Return the information of an `info` line on `board`, None if it has no score.

    Bounds from unfinished searches are left out; a line of play is cut at the first illegal
    move.
    """
    words = line.split()
    if "string" in words:
        words = words[: words.index("string")]
    score = _score(words)
    if score is None:
        return None
    numbers = {name: number_after(words, name) for name in _NUMBERS}
    variation = words[words.index("pv") + 1 :] if "pv" in words else []
    return SearchInfo(
        line=numbers["multipv"] or 1,
        depth=numbers["depth"],
        selective_depth=numbers["seldepth"] or numbers["depth"],
        score=score,
        nodes=numbers["nodes"],
        seconds=numbers["time"] / 1000,
        table_full=numbers["hashfull"],
        table_hits=numbers["tbhits"],
        moves=tuple(legal_line(board, variation)),
    )


def legal_line(board: Board, words: Iterable[str]) -> list[Move]:
    """Return the moves in `words`, up to the first that is invalid or not legal."""
    board = board.copy()
    moves = []
    for word in words:
        move = read_move(board, word)
        if move is None:
            break
        moves.append(move)
        board.push(move)
    return moves


def _score(words: Sequence[str]) -> Score | None:
    """Return the exact score in `words`, if any."""
    if "score" not in words or "lowerbound" in words or "upperbound" in words:
        return None
    kind, value = [*words[words.index("score") + 1 :], "", ""][:2]
    with suppress(ValueError):
        if kind == "cp":
            return Score(centipawns=_whole(value))
        if kind == "mate":
            return Score(mate=max(-_MOST_MATE, min(_MOST_MATE, _whole(value))))
    return None


def number_after(words: Sequence[str], name: str) -> int:
    """Return the whole number after `name`, or 0."""
    if name not in words:
        return 0
    value = [*words[words.index(name) + 1 :], ""][0]
    return _whole(value) if value.isascii() and value.isdigit() else 0


def _whole(text: str) -> int:
    """Return a whole number, limited to ±`_MOST`.

    Raises:
        ValueError: It is not a number.
    """
    return max(-_MOST, min(_MOST, int(text[:_MOST_DIGITS])))
