"""The addresses that the server answers, and in which format."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

import chess
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from millmate import log
from millmate.errors import InputError
from millmate.language import tr
from millmate.serve.formats import reply
from millmate.serve.mainline import mainline
from millmate.serve.positions import position
from millmate.serve.standard import Tables, answer
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.verdict import MissingTableError
from millmate.tablebase.zeroing import ZeroingTables

_Ask = Callable[[chess.Board], dict[str, Any]]


def make_app(directory: Path) -> Starlette:
    """Return the application that serves the tables of a directory."""
    tables = Tables(Tablebase(directory), ZeroingTables.beside(directory))
    return Starlette(
        routes=[
            Route("/standard", partial(_asked, lambda board: answer(tables, board).fields())),
            Route("/standard/mainline", partial(_asked, partial(mainline, tables))),
        ],
        middleware=[Middleware(CORSMiddleware, allow_origins=["*"], allow_methods=["*"])],
        exception_handlers={
            InputError: partial(_refused, HTTPStatus.BAD_REQUEST),
            HTTPStatus.NOT_FOUND: _absent,
            MissingTableError: partial(_refused, HTTPStatus.NOT_FOUND),
            Exception: _failed,
        },
    )


async def _asked(ask: _Ask, request: Request) -> Response:
    fen = request.query_params.get("fen")
    if fen is None:
        raise InputError(tr("which position? add ?fen= and a FEN to the address"))
    return reply(request, await run_in_threadpool(lambda: ask(position(fen))))


async def _refused(status: HTTPStatus, request: Request, error: Exception) -> Response:
    return reply(request, {"error": " ".join(str(error).split())}, status)


async def _absent(request: Request, error: Exception) -> Response:
    told = tr(
        "nothing is at {path}; ask for /standard or /standard/mainline",
        path=request.url.path[:80],
    )
    return reply(request, {"error": told}, HTTPStatus.NOT_FOUND)


async def _failed(request: Request, error: Exception) -> Response:
    log.report(request.url.path, error)
    return reply(request, {"error": log.summary(error)}, HTTPStatus.INTERNAL_SERVER_ERROR)
