"""`millmate tournament`: play a tournament from a plan file."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from millmate import paths
from millmate.cli.arguments import add_tables, resume_command, whole_number
from millmate.cli.progress import StatusLine, bar, interrupts
from millmate.formatting import duration, plural
from millmate.games.outcome import BLACK, WHITE
from millmate.play.tournament import plan_file
from millmate.play.tournament.events import (
    GameFinished,
    GameRepeated,
    OpeningsDrawn,
    Progress,
    TournamentEvent,
)
from millmate.play.tournament.plan import PlanError, TournamentPlan
from millmate.play.tournament.plan_file import EXAMPLE
from millmate.play.tournament.report import failures, report
from millmate.play.tournament.standings import Line, Standings, standings
from millmate.play.tournament.tournament import MOST_WORKERS, Tournament
from millmate.players import consent


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Plays the tournament that FILE describes, or continues where its journal ends. "
        "Ctrl-C stops it; finished games are never lost."
    )
    parser.add_argument("plan", metavar="FILE.toml", type=Path, nargs="?", help="see --example")
    parser.add_argument(
        "--out",
        metavar="DIR",
        type=Path,
        help="directory for the journal and reports (default: FILE's name, in the user's data)",
    )
    parser.add_argument(
        "--workers",
        metavar="N",
        type=whole_number(1, MOST_WORKERS, "number of games"),
        help="games played at the same time (default: one per processor)",
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="let the workers of this Dask scheduler play (they need the engines and tables too); "
        "'local' starts a Dask cluster on this machine for the tournament",
    )
    parser.add_argument(
        "--allow-engines",
        action="store_true",
        help="start the engines that FILE names, even if they are not allowed on this machine yet",
    )
    add_tables(parser)
    parser.add_argument("--json", action="store_true", help="print the standings as JSON")
    parser.add_argument(
        "--example", action="store_true", help="print an example file with every key"
    )


def run(args: argparse.Namespace) -> int:
    """Play the missing games and print the report."""
    if args.example:
        print(EXAMPLE, end="")
        return 0
    if args.plan is None:
        print("millmate tournament: name a file; --example prints one", file=sys.stderr)
        return 2
    try:
        plan = plan_file.load(args.plan)
    except PlanError as error:
        print(f"millmate tournament: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    _require_consent(plan, args.allow_engines)
    directory = args.out or paths.tournaments_dir() / args.plan.stem
    with StatusLine() as line:
        tournament = Tournament(
            plan,
            directory,
            tables=args.tables,
            workers=args.workers,
            scheduler=args.scheduler,
            on_event=_Reporter(line),
        )
        with interrupts(tournament.stop):
            complete = tournament.run()
    if args.json:
        print(json.dumps(_fields(standings(plan, tournament.results)), indent=2))
    else:
        print(report(plan, tournament.results))
    return _end(args, tournament, complete, directory)


def _require_consent(plan: TournamentPlan, allowed: bool) -> None:
    """Consent to the plan's engines for this run if `allowed`; otherwise check earlier consent.

    Raises:
        ConsentError: The user has not consented to one of them.
    """
    players = [each.player for each in plan.participants]
    if allowed:
        consent.give(consent.lacking(players), remember=False)
    consent.check(players, "if you trust the file, give --allow-engines")


def _end(args: argparse.Namespace, tournament: Tournament, complete: bool, directory: Path) -> int:
    """Print where the results are or how to continue; return the exit status."""
    if not args.json:
        print(f"journal and reports in {directory}")
    if not complete:
        done = plural(len(tournament.results), "finished game")
        options = ("out", "workers", "scheduler", "tables")
        allowed = ["--allow-engines"] if args.allow_engines else []
        how = resume_command(["tournament", str(args.plan), *allowed], args, options)
        print(f"millmate tournament: stopped; {done} saved; continue with: {how}", file=sys.stderr)
        return 1
    useless = [sentence for sentence, always in failures(tournament.results) if always]
    for sentence in useless:
        print(f"millmate tournament: {sentence}", file=sys.stderr)
    return 1 if useless else 0


class _Reporter:
    """Shows progress on a terminal, and prints problems wherever the output goes."""

    def __init__(self, line: StatusLine) -> None:
        self._line, self._last = line, ""

    def __call__(self, event: TournamentEvent) -> None:
        match event:
            case GameFinished(result):
                names = f"{result.white.name} – {result.black.name}"
                self._last = f"game {result.number}: {names} {result.result}"
            case GameRepeated(number, trouble):
                self._line.clear()
                text = f"game {number} is played again: {trouble}"
                print(f"millmate tournament: {text}", file=sys.stderr, flush=True)
            case OpeningsDrawn(done, needed):
                self._line.show(lambda: f"choosing openings: {done:,} of {needed:,}")
            case Progress():
                self._line.show(lambda: self._words(event), now=event.fraction >= 1)

    def _words(self, progress: Progress) -> str:
        parts = [
            f"{progress.done}/{plural(progress.total, 'game')}",
            bar(progress.fraction),
            f"{len(progress.running)} running",
        ]
        if progress.seconds_left is not None and progress.running:
            parts.append(f"{duration(progress.seconds_left)} left")
        return "  ".join([*parts, self._last])


def _fields(table: Standings) -> dict[str, Any]:
    found: dict[str, Any] = {
        "games": table.games,
        "without_result": table.void,
        "ratings_firm": table.firm,
        "standings": [_line(line) for line in table.lines],
    }
    if table.test is not None:
        found["sprt"] = {
            "ratio": round(table.test.ratio, 4),
            "lower": round(table.test.lower, 4),
            "upper": round(table.test.upper, 4),
            "pairs": table.test.pairs,
            "accepted": {None: None, True: "elo1", False: "elo0"}[table.test.decided],
        }
    return found


def _line(line: Line) -> dict[str, Any]:
    endings = line.endings
    return {
        "place": line.place,
        "name": line.name,
        "points": line.points,
        "games": line.total.games,
        "white": asdict(line.tallies[WHITE]),
        "black": asdict(line.tallies[BLACK]),
        "elo": line.elo,
        "error95": line.error,
        "superior_to_next": line.superior,
        "failures": line.failures,
        "endings": None
        if endings is None
        else asdict(endings)
        | {
            "conversion": endings.conversion,
            "holding": endings.holding,
            "plies_lost_a_move": endings.plies_a_move,
        },
    }
