"""How fast morris is on this machine."""

import json
import time

from millmate.games.morris.rules import MORRIS
from millmate.search.morris_perft import count_by_symmetry, count_leaves
from millmate.words import plural


def bench_morris(depth: int, threads: int, as_json: bool) -> int:
    """Count the leaves `depth` plies from the empty board, print them and the rate."""
    count_leaves(MORRIS.board(), 3, threads)  # the threads and the kernel are there
    began, used = time.perf_counter(), time.process_time()
    leaves = count_leaves(MORRIS.board(), depth, threads)
    elapsed, computing = time.perf_counter() - began, time.process_time() - used
    agrees = count_by_symmetry(MORRIS.board(), depth) == leaves
    figures = {
        "depth": depth,
        "threads": threads,
        "leaves": leaves,
        "seconds": round(elapsed, 3),
        "cpu_seconds": round(computing, 3),
        "leaves_per_second": round(leaves / elapsed),
        "leaves_per_cpu_second": round(leaves / max(computing, 1e-9)),
        "agrees_with_count_by_symmetry": agrees,
    }
    if as_json:
        print(json.dumps({"perft": figures}, indent=2))
        return 0 if agrees else 1
    rate = f"{leaves / elapsed / 1e6:,.0f} million a second"
    print(
        f"perft {depth}: {leaves:,} leaves in {elapsed:.2f} s, {plural(threads, 'thread')}: {rate}"
    )
    print(f"counted by symmetry: {'the same' if agrees else 'ANOTHER NUMBER'}")
    return 0 if agrees else 1
