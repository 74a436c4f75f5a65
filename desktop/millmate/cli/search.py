"""`millmate search`: search a position and print the result of every depth."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from millmate import paths
from millmate.cli.arguments import (
    GAMES_HELP,
    add_notation,
    add_tables,
    game_argument,
    read_position,
    refuse_foreign_notation,
)
from millmate.errors import InputError
from millmate.formatting import plural
from millmate.games.board import Board, Move, Rules
from millmate.games.morris.notations import Notation
from millmate.play.match import line_notation
from millmate.players.search_kinds import LIMITS, SEARCH_KINDS
from millmate.players.search_player import search_of
from millmate.players.spec import STRONG, PlayerSpec, SpecError, limited
from millmate.search import levels
from millmate.search.by_game import strong_search
from millmate.search.limits import Score, SearchInfo
from millmate.tablebase.by_game import tables_of

_NOTHING = SearchInfo(1, 0, 0, Score(), 0, 0.0, 0, 0, ())  # there was no time for the first depth
_PLAYERS = f"{', '.join(SEARCH_KINDS)} or {STRONG}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=game_argument, metavar="GAME", help=GAMES_HELP)
    parser.add_argument(
        "fen", metavar="POSITION", nargs="*", help="a position (default: the start)"
    )
    parser.add_argument(
        "--player", metavar="SPEC", default="iterative", help=f"the searching player: {_PLAYERS}"
    )
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--seconds", metavar="S", help="search for S seconds")
    limits.add_argument("--depth", metavar="D", help="search D plies deep")
    limits.add_argument("--nodes", metavar="N", help="search at most N positions")
    add_tables(parser)
    add_notation(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object at the end")


def run(args: argparse.Namespace) -> int:
    """Search; print the result of each depth, and the best moves."""
    try:
        spec = _spec(args)
    except SpecError as error:
        print(f"millmate search: {error}", file=sys.stderr)
        return 2
    refuse_foreign_notation(args)
    rules: Rules = args.game
    board = read_position(" ".join(args.fen), rules).board() if args.fen else rules.board()
    outcome = rules.outcome(board)
    if outcome is not None:
        raise InputError(f"there is nothing to search in {board.fen()}: {outcome}")
    told: list[SearchInfo] = []

    def on_info(info: SearchInfo) -> None:
        told.append(info)
        if not args.json:
            print(_line(rules, board, info, args.notation), flush=True)

    best = _search(spec, rules, board, args.tables or paths.tables_dir(), on_info)
    if args.json:
        info = told[-1] if told else _NOTHING
        print(json.dumps(_figures(rules, board, spec, info, best, args.notation)))
    else:
        moves = ", ".join(_written(rules, board, best, args.notation))
        print(f"best: {moves}" if len(best) == 1 else f"equally good: {moves}")
    return 0


def _spec(args: argparse.Namespace) -> PlayerSpec:
    """Return the player with the limits of the command line."""
    spec = PlayerSpec.parse(args.player)
    limits = {name: getattr(args, name) for name in LIMITS if getattr(args, name) is not None}
    if spec.strong is not None and limits:
        level = {} if spec.strong.elo is None else {"elo": spec.strong.elo}
        parts = ",".join(f"{name}={value}" for name, value in (level | limits).items())
        return PlayerSpec.parse(f"{STRONG}:{parts}")
    if spec.kind not in (*SEARCH_KINDS, STRONG):
        raise SpecError(f"{args.player!r} does not search: choose {_PLAYERS}")
    return limited(spec, limits) if limits else spec


def _search(
    spec: PlayerSpec,
    rules: Rules,
    board: Board,
    tables: Path,
    on_info: Callable[[SearchInfo], None],
) -> tuple[Move, ...]:
    if spec.strong is None:
        search = search_of(spec.kind, dict(spec.options), rules.name)
        return search.search(board, on_info=on_info).best
    strong: Any
    if spec.strong.elo is None:
        strong = strong_search(rules.name, tables=tables_of(rules.name, tables))
    else:
        strong = levels.limited(spec.strong.elo, game=rules.name)
    return (strong.search(board, spec.strong.limits, on_info).best,)


def _written(rules: Rules, board: Board, moves: Iterable[Move], notation: Notation) -> list[str]:
    """Return moves that are possible on `board` as people write them; morris in `notation`."""
    return [notation.turn(rules.notation(board, move)) for move in moves]


def _variation(rules: Rules, board: Board, info: SearchInfo, notation: Notation) -> list[str]:
    return list(map(notation.turn, line_notation(rules, board, info.moves)))


def _line(rules: Rules, board: Board, info: SearchInfo, notation: Notation) -> str:
    line = " ".join(_variation(rules, board, info, notation))
    counts = f"{info.nodes:,} nodes  {info.seconds:.2f} s"
    hits = f"  {plural(info.table_hits, 'table hit')}" if info.table_hits else ""
    return f"depth {info.depth:2}  {_worth(info.score, rules):>9}  {counts}{hits}  {line}"


def _worth(score: Score, rules: Rules) -> str:
    """Return a score in words: `+0.35`, `mate in 3`, `mated in 2`, `lost in 4`."""
    if score.mate is None:
        return f"{(score.centipawns or 0) / 100:+.2f}"
    won, lost = {"chess": ("mate", "mated"), "morris": ("won", "lost")}[rules.kind]
    return f"{won if score.mate > 0 else lost} in {abs(score.mate)}"


def _figures(
    rules: Rules,
    board: Board,
    spec: PlayerSpec,
    info: SearchInfo,
    best: tuple[Move, ...],
    notation: Notation,
) -> dict[str, Any]:
    score = info.score
    """Return what is printed as JSON; `best` and `line` are moves as programs write them."""
    worth = {"centipawns": score.centipawns} if score.mate is None else {"mate": score.mate}
    return {
        "fen": notation.position(board),
        "game": rules.name,
        "player": str(spec),
        "depth": info.depth,
        "score": worth,
        "best": [rules.text(move) for move in best],
        "line": [rules.text(move) for move in info.moves],
        "notation": _variation(rules, board, info, notation),
        "nodes": info.nodes,
        "seconds": round(info.seconds, 3),
        "table_hits": info.table_hits,
    }
