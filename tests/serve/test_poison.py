"""Clients that do everything wrong, and others that are answered all the same."""

import asyncio
import json
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from tests.serve.conftest import serving

FENS = ("8/8/8/3k4/8/8/8/KR6 w - - 0 1", "k7/8/8/8/8/8/1r6/K7 w - - 0 1", "8/8/8/3k4/8/8/8/KQ6 b")
LATE = FENS[0].replace(" 0 1", f" {10**20} 1")
POISON = [
    f"/standard?fen={LATE}".replace(" ", "_"),
    "/standard?fen=%ED%A0%80%00%1b",
    "/standard/mainline?fen=" + "8" * 50_000,
    "/stats/K" + "Q" * 60_000 + "vK",
    "/squares?fen=8/8&man=%00",
    "/ninemensmorris?fen=" + "W" * 1_000,
    "/%ff%0a",
]


def asked(path: str, body: bytes | None = None) -> bytes:
    """Return a request as it is sent."""
    if body is None:
        return f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode()
    head = f"POST {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


class Clients:
    """Clients of the server at a port; `answered` holds how long answers took, in seconds."""

    def __init__(self, port: int, seconds: float) -> None:
        self.answered = list[float]()
        self._port, self._end = port, time.monotonic() + seconds

    async def ask(self, sent: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            writer.write(sent)
            return await reader.read()
        finally:
            writer.close()

    async def good(self, number: int) -> None:
        """Ask for positions, one by one or together; every answer must be right."""
        fen = FENS[number % len(FENS)]
        while time.monotonic() < self._end:
            began = time.monotonic()
            if number % 4:
                answer = await self.ask(asked(f"/standard?fen={fen}".replace(" ", "_")))
            else:
                answer = await self.ask(asked("/batch", "\n".join([fen] * 100).encode()))
            assert answer.startswith(b"HTTP/1.1 200"), answer[:300]
            assert answer.count(b'"category"') >= 2 + 98 * (number % 4 == 0)
            self.answered.append(time.monotonic() - began)

    async def poisoner(self) -> None:
        """Ask for what cannot be answered, alone and among other lines."""
        lines = [*FENS, LATE, '{"fen": "\\ud800"}', "\x00", "[" * 250]
        while time.monotonic() < self._end:
            for path in POISON:
                await self.ask(asked(path))
            found = (
                await self.ask(asked("/batch?moves=1", "\n".join(lines).encode()))
            ).splitlines()
            answers = [json.loads(line) for line in found if line.startswith(b'{"fen"')]
            categories = [answer.get("category") for answer in answers[:4]]
            assert categories == ["win", "draw", "loss", None]

    async def leaver(self) -> None:
        """Ask for long batches, and leave."""
        batch = asked("/batch?moves=1", "\n".join(FENS * 20_000).encode())
        while time.monotonic() < self._end:
            _, writer = await asyncio.open_connection("127.0.0.1", self._port)
            writer.write(batch)
            await asyncio.sleep(0.1)
            writer.transport.abort()

    async def sluggard(self) -> None:
        """Ask for long batches, and do not read the answers; send half of others."""
        batch = asked("/batch?moves=1", "\n".join(FENS * 2_000).encode())
        await self._hold([batch, batch[:-1], batch[:20], b""] * 25)

    async def crowd(self, number: int) -> None:
        """Open connections on which nothing comes."""
        await self._hold([b""] * number)

    async def _hold(self, kinds: list[bytes]) -> None:
        writers = list[asyncio.StreamWriter]()
        while time.monotonic() < self._end:
            for sent in kinds if not writers else ():
                with suppress(ConnectionError):
                    writers.append(
                        (await asyncio.open_connection("127.0.0.1", self._port, limit=1))[1]
                    )
                    writers[-1].write(sent)
            await asyncio.sleep(0.05)
        for writer in writers:
            writer.transport.abort()

    async def together(self, good: int, *bad: Callable[[], object]) -> None:
        await asyncio.gather(*map(self.good, range(good)), *(each() for each in bad))


def poisoned(tables: Path, seconds: float, good: int) -> list[float]:
    with serving(tables) as address:
        clients = Clients(int(address.rpartition(":")[2]), seconds)
        bad = (clients.poisoner, clients.leaver, clients.sluggard, lambda: clients.crowd(300))
        asyncio.run(clients.together(good, *bad))
        return clients.answered


def test_good_clients_are_answered_among_bad_ones(rule50_tables):
    assert len(poisoned(rule50_tables, 1.5, 8)) >= 8


@pytest.mark.slow
def test_good_clients_are_answered_among_bad_ones_for_a_minute(rule50_tables):
    answered = sorted(poisoned(rule50_tables, 60, 20))
    assert len(answered) > 200
    assert answered[-1] < 20, answered[-10:]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="it has no limit of files to raise")
def test_a_thousand_idle_connections_hinder_nobody(rule50_tables):
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    try:
        with serving(rule50_tables) as address:
            clients = Clients(int(address.rpartition(":")[2]), 20)
            asyncio.run(clients.together(5, lambda: clients.crowd(1_000)))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert len(clients.answered) > 100
    assert max(clients.answered) < 10
