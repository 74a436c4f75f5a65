"""The addresses that the server answers, with the functions that answer them."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from http import HTTPStatus
from math import inf
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
from millmate.games.value import Value
from millmate.language import tr
from millmate.resources import resource
from millmate.serve.batch import Batches, RefusedError
from millmate.serve.formats import error_fields, position, remarked, reply
from millmate.serve.more import morris, squares, stats
from millmate.serve.standard import Answer, Category, MoveValue, answer, refuse_missing
from millmate.serve.tables import Tables
from millmate.serve.together import Fields, answers
from millmate.serve.traffic import Gate, Traffic
from millmate.tablebase.rule50 import LONGEST, best_of
from millmate.tablebase.verdict import MissingTableError, UnprobeableError

_PAGE = "server/index.html"
_PATIENCE = 60.0  # seconds for results under the fifty-move rule, a third of them for mates


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
        if "clock" in request.query_params:
            clock = _clock(request)
            return await asked(request, lambda board: at_clock(tables, board, clock))
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


def _clock(request: Request) -> int:
    text = request.query_params["clock"]
    if not text.isdecimal() or int(text) > LONGEST:
        raise InputError(tr("clock must be a number from 0 to {most}", most=LONGEST))
    return int(text)


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


def mainline(tables: Tables, board: chess.Board) -> dict[str, Any]:
    """Return the line to mate, or until the fifty-move rule draws; it is empty in a draw.

    It uses distances to zeroing; without such a table, distances to mate. Moves are chosen as in
    lila-tablebase (`best_move` of shakmaty-syzygy), but of equally good ones the first in the order
    of `/standard` is played, such as the one that mates soonest.

    Raises:
        MissingTableError: No table has a move to play.
        TableError: A table is damaged.
    """
    board = board.copy(stack=False)
    first = now = answer(tables, board)
    line = []
    while now.value.category is not Category.DRAW and board.halfmove_clock < LONGEST:
        best = _best(tables, board, now)
        if best is None:
            break
        line.append(
            {
                "uci": best.move.uci(),
                "san": best.san,
                "dtz": best.value.dtz,
                "precise_dtz": best.value.dtz,
            }
        )
        board.push(best.move)
        now = answer(tables, board)
    winner = ("b" if board.turn else "w") if now.value.checkmate else None
    dtz = first.value.dtz
    return {"mainline": line, "winner": winner, "dtz": dtz, "precise_dtz": dtz}


def _best(tables: Tables, board: chess.Board, now: Answer) -> MoveValue | None:
    """Return the move of the line, None at its end."""
    if now.value.category is Category.UNKNOWN:
        refuse_missing(tables.mate, board)
        raise MissingTableError(tr("no table covers this position: {fen}", fen=board.fen()))
    if now.value.dtz is None:
        return next(iter(now.moves), None)
    return min(now.moves, key=_by_zeroing, default=None)


def _by_zeroing(move: MoveValue) -> tuple[float, ...]:
    """Sort key: mate, then a winning zeroing move, then the move that leads to one soonest."""
    value = move.value
    wins = value.category < Category.DRAW
    dtz = -inf if value.dtz is None else value.dtz
    return (value.category, not value.checkmate, move.zeroing != wins, -dtz)


def at_clock(tables: Tables, board: chess.Board, clock: int) -> dict[str, Any]:
    """Return the answer with `clock` plies since the last capture or pawn move, with `dtm50`.

    That is the plies to mate under the fifty-move rule, with the sign of `dtm`; null in a draw, and
    if they are not found in time.

    Raises:
        MissingTableError, TableError: As `standard.answer`.
    """
    board.halfmove_clock = clock
    found = answer(tables, board).fields()
    try:
        value, judged = (
            tables.mate.probe(board),
            tables.mate.rule50_moves(board, _PATIENCE, every=True),
        )
    except (MissingTableError, UnprobeableError):
        return found | {"dtm50": None}
    mates = {each.move.uci(): each.value for each in judged}
    for fields in found["moves"]:
        fields["dtm50"] = _mate(mates[fields["uci"]], -1, 1)
    return found | {"dtm50": _mate(best_of(board, value, judged), 1, 0)}


def _mate(value: Value, sign: int, played: int) -> int | None:
    """Return plies to mate, `played` of them before, for the side that `sign` is relative to."""
    plies = value.plies_in_time
    return None if plies is None else sign * value.wdl * (plies - played)


_TOGETHER = 32  # positions: with more, the first one would wait too long


class Waiting:
    """Answers positions; those that arrive during a lookup wait for the next turn."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._asked: list[tuple[chess.Board, asyncio.Future[Fields]]] = []
        self._turns: asyncio.Task[None] | None = None

    async def answer(self, fen: str) -> Fields:
        """Return the values of a position and of its moves.

        Raises:
            InputError: `fen` is not a valid position.
            MissingTableError, TableError: As `standard.answer`.
        """
        board, remarks = position(fen)  # an invalid one must not disturb others
        found = asyncio.get_running_loop().create_future()
        self._asked.append((board, found))
        if self._turns is None:
            self._turns = asyncio.create_task(self._take_turns())
        return remarked(await found, remarks)

    async def _take_turns(self) -> None:
        try:
            while self._asked:
                turn = self._asked[:_TOGETHER]
                del self._asked[:_TOGETHER]
                await self._take_turn(turn)
        finally:
            self._turns = None

    async def _take_turn(self, turn: list[tuple[chess.Board, asyncio.Future[Fields]]]) -> None:
        found: Sequence[Fields | Exception]
        try:
            found = await run_in_threadpool(self._answers, [board for board, _ in turn])
        except Exception as error:  # an internal error, reported to each client
            found = [error] * len(turn)
        for (_, future), each in zip(turn, found, strict=True):
            if future.done():  # because the client has left
                continue
            if isinstance(each, Exception):
                future.set_exception(each)
            else:
                future.set_result(each)

    def _answers(self, boards: list[chess.Board]) -> list[Fields | Exception]:
        self._tables.look_again()
        return list(answers(self._tables, boards, moves=True))
