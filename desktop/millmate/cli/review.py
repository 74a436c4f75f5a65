"""`millmate review`: the half points thrown away in the endings of games."""

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from millmate import paths
from millmate.cli.arguments import add_tables
from millmate.cli.progress import StatusLine, bar, interrupts
from millmate.errors import InputError
from millmate.formatting import plural
from millmate.play.endgame_review import report
from millmate.play.endgame_review.endings import pgn_files
from millmate.play.endgame_review.half_points import HalfPoint, is_of
from millmate.play.endgame_review.review import Review, review


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Looks up the ending of each game in the tables and lists the moves that threw away a win "
        "or a draw, also under the fifty-move rule, with the moves that kept it."
    )
    parser.add_argument("places", nargs="+", type=Path, metavar="PGN", help="a file or a folder")
    parser.add_argument("--player", default="", metavar="NAME", help="only games of this player")
    parser.add_argument(
        "--mine", action="store_true", help="only the mistakes of the player, not of the opponents"
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help=f"write {', '.join(report.NAMES.values())} there"
    )
    add_tables(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object a half point")


def run(args: argparse.Namespace) -> int:
    """Review the games; return 1 if some could not be read, none exist, or it was stopped."""
    if args.mine and not args.player:
        raise InputError("--mine needs --player NAME")
    files = pgn_files(args.places)
    with StatusLine() as line, interrupts() as stopped:
        output = _Output(args, line)
        directory = args.tables or paths.tables_dir()
        found = review(files, directory, args.player, output.show, stopped)
        halted = stopped()
        found = replace(found, half_points=output.kept, thrown=output.printed)
        if args.out is not None:
            line.show(lambda: f"writing {', '.join(report.NAMES.values())}", now=True)
            report.write_all(args.out, found)
    _complain(found, args.player, halted)
    return 1 if halted or found.unread or not found.wanted else 0


class _Output:
    """Prints half points as they are found, and keeps them only if a report is asked for."""

    def __init__(self, args: argparse.Namespace, line: StatusLine) -> None:
        self._args, self._line = args, line
        self.printed = 0
        self.kept: list[HalfPoint] = []

    def show(self, found: Review) -> None:
        args = self._args
        points = [p for p in found.take() if not args.mine or is_of(p, args.player)]
        if points:
            self._line.clear()
        for each in points:
            print(json.dumps(_as_json(each)) if args.json else _line(each))
        self.printed += len(points)
        if args.out is not None:
            self.kept += points
        self._line.show(lambda: _progress(found))


def _progress(found: Review) -> str:
    read = f"{plural(found.games, 'game')}, {plural(found.endings, 'ending')}"
    return f"{bar(found.fraction)}  {read}, {plural(found.thrown, 'half point')}"


def _line(point: HalfPoint) -> str:
    """Return a half point in one line: the game, the move, its kind, and better moves."""
    game = point.game
    where = f"{game.path.name} {game.number}: {game.white} - {game.black}"
    better = f"; better {', '.join(point.kept[:3])} ({point.difficulty})" if point.kept else ""
    played = f"{point.played} {point.effect}" if point.played else point.effect
    return f"{where}: {point.player}: {played}. {point.mistake}{better}"


def _as_json(point: HalfPoint) -> dict[str, object]:
    game = point.game
    return {
        "file": str(game.path),
        "game": game.number,
        "white": game.white,
        "black": game.black,
        "player": point.player,
        "ply": point.ply,
        "fen": point.fen,
        "move": point.move,
        "before": point.before,
        "after": point.after,
        "kept_by": list(point.keeping),
        "legal": point.legal,
        "mate_in": point.moves,
        "material": str(point.material),
        "kind": point.kind.value,
        "mistake": point.mistake,
        "clock_seconds": point.seconds,
    }


def _complain(found: Review, player: str, halted: bool) -> None:
    """Print to the error stream how much was read, and what could not be read."""
    nobody = player and not found.wanted and not halted
    summary = report.nobody(found, player) if nobody else report.summary(found)
    words: Iterable[str] = (summary, *report.gaps(found))
    for each in words:
        print(f"millmate review: {each}", file=sys.stderr)
    if halted:
        print("millmate review: stopped; the games after these were not read", file=sys.stderr)
