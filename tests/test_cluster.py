"""Only the process that started a Dask cluster on this machine can reach its workers."""

import http.client
import socket
import sys
import time
from collections.abc import Iterator
from typing import Any

import psutil
import pytest

from millmate import cluster
from millmate.errors import InputError

PAGES = ("/health", "/info/main/workers.html", "/json/counts.json", "/metrics", "/status", "/")
TLS_ALERT = b"\x15"  # start of a message that refuses a connection


@pytest.fixture(scope="module")
def local() -> Iterator[cluster.Cluster]:
    """A cluster of two workers; the second one joined later, for more simultaneous games."""
    with cluster.local(1) as started:
        started.grow(2)
        deadline = time.monotonic() + 60
        while started.workers < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        yield started


def listening(local: cluster.Cluster) -> list[Any]:
    """Return the addresses on which this process and the cluster's processes listen."""
    here = psutil.Process()
    family = [here, *here.children(recursive=True)]
    found = [each for process in family for each in process.net_connections("inet")]
    return [each.laddr for each in found if each.status == psutil.CONN_LISTEN]


def test_it_is_there_and_works(local: cluster.Cluster) -> None:
    assert local.workers == 2
    assert local.executor.submit(divmod, 7, 2).result(timeout=120) == (3, 1)


def test_it_listens_on_this_machine_alone(local: cluster.Cluster) -> None:
    found = listening(local)
    assert len(found) >= 6  # the scheduler, two workers, their nannies, and their HTTP servers
    assert {each.ip for each in found} == {"127.0.0.1"}


def test_it_serves_no_pages(local: cluster.Cluster) -> None:
    answers = {page: answer(each.port, page) for each in listening(local) for page in PAGES}
    assert set(answers.values()) <= {None, 404}


def answer(port: int, page: str) -> int | None:
    """Return the HTTP status of a page, None if the port does not speak HTTP."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", page)
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def test_only_who_has_its_key_is_spoken_to(local: cluster.Cluster) -> None:
    """A client that connects could make the workers run any program."""
    from distributed.security import Security

    own = local._client.security
    strange = Security.temporary()  # type: ignore[no-untyped-call]
    pages = {each.port for each in listening(local) if answer(each.port, "/") is not None}
    for port in {each.port for each in listening(local)} - pages:
        assert greets(port, own), port
        assert not greets(port, strange), port
        assert not greets(port, None), port


def greets(port: int, security: Any) -> bool:
    """Return whether the server on a local port greets a client with these keys, or without any.

    A scheduler and its workers send a message of their own as soon as they trust a client.
    """
    with socket.create_connection(("127.0.0.1", port), 30) as plain:
        try:
            if security is None:
                plain.sendall(bytes(64))
                return plain.recv(1) not in (b"", TLS_ALERT)
            context = security.get_connection_args("client")["ssl_context"]
            with context.wrap_socket(plain) as safe:
                return bool(safe.recv(1))
        except OSError:
            return False


def test_keys_cannot_be_made_without_the_package_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with (
        pytest.raises(InputError, match=r"needs the package cryptography: .*'millmate\[cluster\]"),
        cluster.local(1),
    ):
        pass
