"""`millmate cluster`: what building all tables on a cluster would take."""

import argparse
import json
from dataclasses import asdict

from millmate.cli.arguments import size_argument, whole_number
from millmate.formatting import duration, plural, size
from millmate.games.chess.material import all_materials
from millmate.tablebase.cluster_plan import ClusterPlan, Workers, plan_cluster


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--plan",
        type=int,
        required=True,
        choices=(3, 4, 5, 6),
        metavar="N",
        help="estimate building every chess material with 3 to N men; nothing is started",
    )
    parser.add_argument(
        "--workers",
        type=whole_number(1, 10_000, "number of workers"),
        default=4,
        metavar="N",
        help="how many workers there are (default: 4)",
    )
    parser.add_argument(
        "--cores",
        type=whole_number(1, 1024, "number of cores"),
        default=4,
        metavar="N",
        help="how many jobs each does at once (default: 4)",
    )
    for name, default, what in (
        ("memory", "32GB", "memory of each worker"),
        ("disk", "500GB", "free disk of each worker"),
        ("network", "100MB", "what comes to each worker, and to this computer, in a second"),
    ):
        parser.add_argument(
            f"--{name}",
            type=size_argument,
            default=default,
            metavar="SIZE",
            help=f"{what} (default: {default})",
        )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(args: argparse.Namespace) -> int:
    """Print what the tables take."""
    tables = all_materials(args.plan)
    workers = Workers(args.workers, args.cores, args.memory, args.disk, args.network)
    found = plan_cluster(tables, workers)
    if args.json:
        print(json.dumps(asdict(found), indent=2))
        return 0
    most = sum(table.men == args.plan for table in tables)
    print(
        f"{plural(len(tables), 'table')} of 3 to {args.plan} men, {most:,} of them with "
        f"{args.plan}, on {plural(args.workers, 'worker')} of {plural(args.cores, 'core')}, "
        f"{size(args.memory)} of memory and {size(args.disk)} of disk each:"
    )
    for line in _lines(found, args.workers * args.cores):
        print(line)
    return 0


def _lines(found: ClusterPlan, cores: int) -> list[str]:
    busy = found.cpu_seconds / found.elapsed / cores
    return [
        f"CPU time     {duration(found.cpu_seconds)} in {found.jobs:,} jobs, from measured rates",
        f"elapsed      {duration(found.elapsed)} at most; {busy:.0%} of all cores busy",
        f"least        {duration(found.chain)}, the longest chain of jobs, however many workers",
        f"moved        {size(found.moved)} between workers, estimated",
        f"tables       {size(found.bytes)}, which come to this computer",
        f"held         {size(found.held)} on the workers' disks, one table after the other",
        f"memory       {size(found.memory)} for the greediest job",
    ]
