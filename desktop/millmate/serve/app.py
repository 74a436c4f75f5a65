"""The addresses that the server answers, with the functions that answer them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

import chess
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from millmate.errors import InputError
from millmate.language import tr
from millmate.resources import resource
from millmate.serve.batch import Batches, RefusedError
from millmate.serve.formats import error_fields, reply
from millmate.serve.mainline import mainline
from millmate.serve.more import morris, squares, stats
from millmate.serve.positions import position, remarked
from millmate.serve.tables import Tables
from millmate.serve.traffic import Gate, Traffic
from millmate.serve.waiting import Waiting
from millmate.tablebase.verdict import MissingTableError

_PAGE = "server/index.html"


def make_app(directory: Path) -> Starlette:
    """Return the application that serves the tables of a directory."""
    tables, traffic = Tables(directory), Traffic()
    pages = _pages(directory, tables, traffic)
    batch = Route("/batch", Batches(tables).reply, methods=["POST"])
    everyone: Any = {key: ["*"] for key in ("allow_origins", "allow_methods", "allow_headers")}
    return Starlette(
        routes=[*(Route(path, page) for path, page in pages.items()), batch],
        middleware=[
            Middleware(CORSMiddleware, **everyone),
            Middleware(Gate, traffic, frozenset({*pages, batch.path})),
        ],
        exception_handlers={
            RefusedError: _turned_away,
            InputError: partial(_refused, HTTPStatus.BAD_REQUEST),
            MissingTableError: partial(_refused, HTTPStatus.NOT_FOUND),
            HTTPException: _absent,
            Exception: partial(_refused, HTTPStatus.INTERNAL_SERVER_ERROR),
        },
    )


def _pages(
    directory: Path, tables: Tables, traffic: Traffic
) -> dict[str, Callable[[Request], Awaitable[Response]]]:
    """Return the function for each address."""
    waiting, page = Waiting(tables), resource(_PAGE)

    async def asked(request: Request, ask: Callable[[chess.Board], dict[str, Any]]) -> Response:
        def found(fen: str) -> dict[str, Any]:
            tables.look_again()
            board, remarks = position(fen)
            return remarked(ask(board), remarks)

        return reply(request, await run_in_threadpool(found, _fen(request)))

    async def standard(request: Request) -> Response:
        return reply(request, await waiting.answer(_fen(request)))

    async def mainline_of(request: Request) -> Response:
        return await asked(request, lambda board: mainline(tables, board))

    async def squares_of(request: Request) -> Response:
        man = request.query_params.get("man", "")
        return await asked(request, lambda board: squares(tables, board, man))

    async def morris_of(request: Request) -> Response:
        return reply(request, await run_in_threadpool(morris, tables, _fen(request)))

    async def stats_of(request: Request) -> Response:
        name = request.path_params["table"]
        return reply(request, await run_in_threadpool(stats, directory, name))

    async def monitor(request: Request) -> Response:
        return PlainTextResponse(traffic.told())

    async def start(request: Request) -> Response:
        return FileResponse(page)

    return {
        "/": start,
        "/standard": standard,
        "/standard/mainline": mainline_of,
        "/squares": squares_of,
        "/stats/{table}": stats_of,
        "/ninemensmorris": morris_of,
        "/monitor": monitor,
    }


def _fen(request: Request) -> str:
    fen = request.query_params.get("fen")
    if fen is None:
        raise InputError(tr("which position? add ?fen= and a FEN to the address"))
    return fen


async def _turned_away(request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    answer = await _refused(error.status, request, error)
    answer.headers["Retry-After"] = "1"
    return answer


async def _refused(status: HTTPStatus, request: Request, error: Exception) -> Response:
    return reply(request, error_fields(error), status)


async def _absent(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    path, words = request.scope["path"][:80], error.detail
    if error.status_code == HTTPStatus.NOT_FOUND:
        words = tr("not found: {path}; see the page / of this server", path=path)
    elif error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        allowed = ", ".join(sorted((error.headers or {}).get("Allow", "").split(", ")))
        words = tr("use {allowed} for {path}", path=path, allowed=allowed)
    return reply(request, {"error": words}, error.status_code, error.headers)
