"""Play the strong morris search against any player, or against the perfect one.

Usage: python tests/benchmarks/match_morris.py games[:VARIANT] OPPONENT NODES GAMES [TABLES] [start]
       python tests/benchmarks/match_morris.py held TABLES NODES GAMES drawn|won|start [OWN_TABLES]

OPPONENT is a spec such as `iterative:seconds=0.2` or `table`; seconds of a generation are its own
computing time. Games begin with some plies by chance, each start with both colours; with `start`
from the empty board. Prints the result so far after every game, and what computing time both took.
`held` plays against the perfect player, which sets the hardest tasks, from positions some plies by
chance from the empty board that are drawn, or won for the search, or from the empty board; a game
in which the search has thrown its result away ends there. OWN_TABLES is what the search may probe.
"""

import math
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import cast

from millmate.games.board import Rules
from millmate.games.catalogue import game
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.rules import MORRIS, MorrisRules
from millmate.games.morris.variants import STANDARD
from millmate.play.duel import drawn_opening
from millmate.players.build import build_player
from millmate.players.player import Play, Player
from millmate.players.search_kinds import SEARCH_KINDS
from millmate.players.search_player import SearchPlayer, search_of
from millmate.players.spec import PlayerSpec
from millmate.search.limits import SearchLimits
from millmate.search.strong_morris import StrongMorrisSearch
from millmate.tablebase.morris.probe import MorrisTablebase

LONGEST = 300  # plies; then the game counts as drawn
HELD = 120  # likewise, against the perfect player
AFTER = (4, 7, 10, 13, 16)  # plies by chance, one after the other
FOREVER = 1e6  # seconds: nodes are the limit, but reading tables takes its share of the time alone


def opponent(text: str, game: str, tables: Path, seed: int) -> Player:
    spec = PlayerSpec.parse(text)
    if spec.kind in SEARCH_KINDS:
        search = search_of(spec.kind, dict(spec.options), game, time.thread_time)
        return SearchPlayer(text, search, seed)
    return build_player(spec, game=game, tables=tables, seed=seed)


def play(
    own: StrongMorrisSearch,
    other: Player,
    board: MorrisBoard,
    white: bool,
    nodes: int,
    used: list[float],
) -> tuple[float, int]:
    """Return what a game brought the own side, 1, a half or 0, and its plies."""
    rules = MorrisRules(board.variant)
    own.forget()
    while not (end := rules.outcome(board) or rules.claim(board)) and board.ply() < LONGEST:
        began = time.process_time()
        if board.turn == white:
            move = own.search(board, SearchLimits(nodes=nodes)).best
        else:
            action = other.choose(board, lambda: False)
            assert isinstance(action, Play)
            move = action.move
        used[board.turn == white] += time.process_time() - began
        board.push(move)
    winner = end.winner if end else None
    return (0.5 if winner is None else float(winner == white)), board.ply()


def games(rules: Rules, text: str, nodes: int, number: int, tables: Path, from_start: bool) -> None:
    own, rng, used, points = StrongMorrisSearch(64), random.Random(1), [0.0, 0.0], []
    fen = rules.start_fen
    for at in range(number):
        if at % 2 == 0 and not from_start:
            fen = drawn_opening(rules.name, rng)
        other, board = opponent(text, rules.name, tables, at), cast(MorrisBoard, rules.board(fen))
        result, plies = play(own, other, board, at % 2 == 0, nodes, used)
        points.append(result)
        share = sum(points) / len(points)
        spread = 1.96 * math.sqrt(sum((p - share) ** 2 for p in points)) / len(points)
        won, drawn = points.count(1.0), points.count(0.5)
        print(
            f"{len(points):4} games: +{won} ={drawn} -{len(points) - won - drawn}  "
            f"{share:.1%} ± {spread:.1%}  plies {plies}  "
            f"seconds: {used[1]:.1f} own, {used[0]:.1f} other",
            flush=True,
        )


def held(tables: Path, nodes: int, number: int, wanted: str, own_tables: Path | None) -> None:
    known, rng, ends = MorrisTablebase(tables), random.Random(3), Counter()
    own = StrongMorrisSearch(64, MorrisTablebase(own_tables) if own_tables else None)
    moves, used = 0, 0.0
    for at in range(number):
        board = start(known, wanted, rng, at)
        value, white = known.probe(board).wdl, board.turn
        other = build_player(PlayerSpec.parse("table"), game="morris", tables=tables, seed=at)
        own.forget()
        thrown, first = 0, board.ply()
        if wanted == "start" and at % 2:
            white, value = not white, -value
        while not (end := MORRIS.outcome(board) or MORRIS.claim(board)) and not thrown:
            if board.ply() >= HELD:
                break
            if board.turn != white:
                action = other.choose(board, lambda: False)
                assert isinstance(action, Play)
                board.push(action.move)
                continue
            began = time.process_time()
            found = own.search(board, SearchLimits(nodes=nodes, seconds=FOREVER))
            used += time.process_time() - began
            moves += 1
            board.push(found.best)
            if not MORRIS.outcome(board) and known.probe(board).before().wdl < value:
                thrown = board.ply()
        won = end is not None and end.winner == white
        ends["thrown away" if thrown else "won" if won else "drawn"] += 1
        what = f"thrown away at ply {thrown}" if thrown else str(end or "too long")
        print(
            f"{at + 1:3} games from {wanted}: {dict(ends)}, {used / max(moves, 1):.2f} s a move; "
            f"this one from ply {first} to {board.ply()}: {what}",
            flush=True,
        )


def start(known: MorrisTablebase, wanted: str, rng: random.Random, at: int) -> MorrisBoard:
    """Return where a game begins; the search is to move, but in every other game from the start."""
    while wanted != "start":
        board = MORRIS.board(drawn_opening("morris", rng, AFTER[at % len(AFTER)]))
        if known.probe(board).wdl == (wanted == "won"):
            return board
    return MORRIS.board()


def main() -> None:
    """Do what the command line says."""
    what, *rest = sys.argv[1:]
    if what == "held":
        own_tables = Path(rest[4]) if len(rest) > 4 else None
        held(Path(rest[0]), int(rest[1]), int(rest[2]), rest[3], own_tables)
    else:
        tables = Path(rest[3]) if len(rest) > 3 else Path()
        variant = what.partition(":")[2] or STANDARD.name
        rules = game(f"morris:{variant}")
        games(rules, rest[0], int(rest[1]), int(rest[2]), tables, "start" in rest)


if __name__ == "__main__":
    main()
