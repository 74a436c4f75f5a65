"""The socket: it is bound before anything else, so that a port in use is told in one sentence."""

from __future__ import annotations

import socket
from pathlib import Path

import uvicorn

from millmate.errors import InputError
from millmate.files import describe_error
from millmate.language import tr
from millmate.serve.app import make_app

_MOST_CONNECTIONS = 1000  # with more, uvicorn answers 503


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; port 0 is any free one.

    Raises:
        InputError: It cannot, as when another program listens there.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        return socket.create_server(address[:2], family=family, backlog=1024)
    except OSError as error:
        raise InputError(
            tr(
                "cannot listen on {host}, port {port}: {why}; choose another one with --port",
                host=host,
                port=port,
                why=describe_error(error),
            )
        ) from None


def server(directory: Path) -> uvicorn.Server:
    """Return a server of the tables in a directory; `run` it with sockets that listen."""
    return uvicorn.Server(
        uvicorn.Config(
            make_app(directory),
            log_config=None,
            access_log=False,
            lifespan="off",
            ws="none",
            log_level="critical",
            limit_concurrency=_MOST_CONNECTIONS,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
    )
