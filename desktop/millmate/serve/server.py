"""The socket: it is bound first, so that a port in use gives one short message."""

import asyncio
import socket
from pathlib import Path

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from millmate.errors import InputError
from millmate.files import describe_error
from millmate.language import tr
from millmate.serve.app import make_app

MOST_CONNECTIONS = 500
MOST_OF_AN_ADDRESS = 250
_BACKLOG = 1_024  # connections waiting to be accepted
_AT_A_TIME = 16  # accepted together, so that requests are read before others must make room
_REQUEST_PATIENCE = 10.0  # seconds to send the head of a request, since the last response
_READ_PATIENCE = 30.0  # seconds to read the data that was sent


class _Listener(socket.socket):
    """A socket whose backlog is independent of how many connections asyncio accepts at a time."""

    def listen(self, backlog: int = _BACKLOG, /) -> None:
        super().listen(max(backlog, _BACKLOG))


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 selects any free one.

    Raises:
        InputError: It cannot listen, for example because another program uses the port.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        found = socket.create_server(address[:2], family=family)
        return _Listener(fileno=found.detach())
    except OSError as error:
        raise InputError(
            tr(
                "cannot listen on {host}, port {port}: {why}; choose another one with --port",
                host=host,
                port=port,
                why=describe_error(error),
            )
        ) from None


class Connection(H11Protocol):
    """A connection that is closed when its client keeps the server waiting for too long.

    If there are too many, the one due to be closed first makes room for the new one. uvicorn
    itself only closes idle connections after a response.
    """

    _patience: float | None = None  # seconds, while the server waits for the client
    _end: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()
        self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._wait(None)

    def handle_events(self) -> None:
        super().handle_events()
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._watch()

    def _watch(self) -> None:
        """Set the time limit; more bytes of an incomplete request do not extend it."""
        if self.flow.write_paused:
            self._wait(_READ_PATIENCE)
        elif self.cycle is None or self.cycle.response_complete:
            self._wait(_REQUEST_PATIENCE)
        else:  # `batch` limits the time for the body; other requests do not read it
            self._wait(None)

    def _wait(self, patience: float | None) -> None:
        if patience == self._patience:
            return
        if self._end is not None:
            self._end.cancel()
        self._patience = patience
        self._end = self.loop.call_later(patience, self.transport.abort) if patience else None

    def _make_room(self) -> None:
        here = [each for each in self.connections if isinstance(each, Connection)]
        here = [each for each in here if not each.transport.is_closing()]
        alike = [each for each in here if each._address == self._address]
        crowd = alike if len(alike) > MOST_OF_AN_ADDRESS else here
        if crowd is alike or len(here) > MOST_CONNECTIONS:
            ends = {each: each._end.when() for each in crowd if each._end is not None}
            min(ends, key=ends.__getitem__).transport.abort()

    @property
    def _address(self) -> str | None:
        return self.client and self.client[0]


def server(directory: Path) -> uvicorn.Server:
    """Return a server of the tables in a directory; call `run` with listening sockets."""
    return uvicorn.Server(
        uvicorn.Config(
            make_app(directory),
            http=Connection,
            log_config=None,
            access_log=False,
            lifespan="off",
            ws="none",
            log_level="critical",
            backlog=_AT_A_TIME,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
    )
