"""A server of its own on a free port, and clients of it."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from millmate.serve.server import listen, server

Serve = Callable[[Path], httpx.Client]


@contextlib.contextmanager
def serving(directory: Path) -> Iterator[str]:
    """Serve the tables of a directory from a thread; yield the address."""
    running = server(directory)
    with listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            running.should_exit = True
            thread.join()


@pytest.fixture(scope="module")
def address(rule50_tables: Path) -> Iterator[str]:
    """Serve tables of both metrics."""
    with serving(rule50_tables) as there:
        yield there


@pytest.fixture
def client(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address) as found:
        yield found
