"""Measure the table server: positions a second in batches, and many clients at once.

    python -m tests.benchmarks.serve TABLES MATERIAL ... [--clients 200] [--seconds 60]

Positions are random legal ones of the materials. Rates are those of the server's computing, which
other work on the machine disturbs less than the clock; durations are what a client waits, with all
clients on the same machine.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import chess
import httpx
import psutil

from millmate.games.chess.material import Material

BATCH = 20_000


def main() -> None:
    """Measure batches, with and without moves, and then the clients."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tables", type=Path)
    parser.add_argument("materials", nargs="+", type=Material.parse)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    wanted = parser.parse_args()
    fens = list(itertools.islice(positions(wanted.materials), BATCH))
    words = ("-m", "millmate", "serve", "--port", "0", "--tables", str(wanted.tables))
    with subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split(" at ")[1].split(";")[0]
            process = psutil.Process(server.pid)
            for number, moves in ((BATCH, "0"), (BATCH, "1")):
                batch(process, address, fens[:number], moves)
            asyncio.run(crowd(process, address, fens, wanted.clients, wanted.seconds))
        finally:
            server.terminate()


def positions(materials: list[Material]) -> Iterator[str]:
    """Yield random legal positions."""
    source = random.Random(1)
    while True:
        material = source.choice(materials)
        white, black = str(material).split("v")
        men = white + black.lower()
        board = chess.Board(None)
        for square, letter in zip(source.sample(range(64), len(men)), men, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = source.random() < 0.5
        if board.is_valid():
            yield board.fen()


def batch(process: psutil.Process, address: str, fens: list[str], moves: str) -> None:
    """Ask for all positions in one request."""
    before = computing(process)
    answer = httpx.post(
        f"{address}/batch", params={"moves": moves}, content="\n".join(fens), timeout=None
    )
    seconds = computing(process) - before
    assert len(answer.text.splitlines()) == len(fens)
    kind = "with moves" if moves == "1" else "without moves"
    say(f"batch {kind}: {len(fens) / seconds:,.0f} positions a second of computing")


async def crowd(
    process: psutil.Process, address: str, fens: list[str], clients: int, seconds: float
) -> None:
    """Let many clients ask for one position after the other."""
    durations, refused, memory = list[float](), 0, 0
    end, before = time.monotonic() + seconds, computing(process)

    async def ask(number: int) -> None:
        nonlocal refused
        source = random.Random(number)
        client = await Client.connected(address)
        while time.monotonic() < end:
            began = time.monotonic()
            status = await client.get(f"/standard?fen={source.choice(fens).replace(' ', '_')}")
            durations.append(time.monotonic() - began)
            if status == 429:
                refused += 1
                await asyncio.sleep(1)

    async def watch() -> None:
        nonlocal memory
        while time.monotonic() < end:
            memory = max(memory, process.memory_info().rss)
            await asyncio.sleep(0.5)

    await asyncio.gather(watch(), *map(ask, range(clients)))
    seconds_of_computing = computing(process) - before
    answered = len(durations) - refused
    waits = statistics.quantiles(durations, n=100)
    say(
        f"{clients} clients for {seconds:.0f} s: {answered / seconds:,.0f} answers a second by the "
        f"clock, {answered / seconds_of_computing:,.0f} a second of computing; p50 "
        f"{1000 * waits[49]:.0f} ms, p99 {1000 * waits[98]:.0f} ms; {refused} refused; at most "
        f"{memory / 1e6:.0f} MB"
    )


class Client:
    """A client that takes little of the machine's time: httpx takes more than the server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def connected(cls, address: str) -> Client:
        host, _, port = address.removeprefix("http://").partition(":")
        return cls(*await asyncio.open_connection(host, int(port)))

    async def get(self, path: str) -> int:
        """Read an answer to its end; return its status."""
        self._writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        length = head.partition(b"content-length: ")[2].split(b"\r\n")[0]
        await self._reader.readexactly(int(length))
        return int(head.split()[1])


def computing(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system


def say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    main()
