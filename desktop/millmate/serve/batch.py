"""`POST /batch`: many positions in one request, answered line by line.

The body has a FEN on each line, or a JSON object with `fen`; the answer has a JSON object for each,
in the same order: the FEN and the answer of `/standard`, with the moves only if requested. An
invalid line is answered with `error`, and does not affect the others.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from http import HTTPStatus
from io import BytesIO, TextIOWrapper
from itertools import islice
from math import inf

import chess
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from millmate.errors import InputError
from millmate.formatting import size
from millmate.language import tr
from millmate.serve.formats import as_json, error_fields, position, remarked
from millmate.serve.tables import Tables
from millmate.serve.together import Fields, answers

MOST_BYTES = 4_000_000  # of a body
MOST_AT_ONCE = 16  # batches of several turns in progress
_LONGEST = 300  # characters of a line
_TOGETHER = {False: 2_000, True: 1_000}  # lines looked up in one turn; True: with moves
_PART = 250  # lines sent together
_PATIENCE = 30.0  # seconds for a client to send its body, and to wait for a place
_LOOK = 0.05  # seconds between two checks for one
_PAUSE = 1.0  # seconds that a client may stop reading while others wait for a place


class RefusedError(InputError):
    """A request that is refused: an HTTP status, and why in a sentence."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status = status


class Batches:
    """Answers batches in turns of some lines each, so that none waits for the end of another.

    Batches of several turns need one of a few places.
    """

    def __init__(self, tables: Tables) -> None:
        self.running = set[_Lines]()
        self._tables = tables
        self._looking_up = asyncio.Lock()  # one lookup at a time, to save memory

    async def reply(self, request: Request) -> Response:
        """Return the response to a request.

        Raises:
            RefusedError: It is too large, took too long to arrive, or there are too many others.
        """
        body = await _body(request)
        moves = request.query_params.get("moves", "") in ("1", "true")
        takes_turns = body.count(b"\n") >= _TOGETHER[moves]
        if takes_turns:
            await self._find_room(request)
        return _Lines(self, body, moves, takes_turns)

    async def answered(self, lines: list[str], moves: bool) -> list[bytes]:
        """Return the answers to `lines`, one JSON object each, in parts."""
        async with self._looking_up:
            return await run_in_threadpool(self._answered, lines, moves)

    async def _find_room(self, request: Request) -> None:
        """Wait for a place; a batch whose client does not read has to give up its place."""
        end = time.monotonic() + _PATIENCE
        while len(self.running) >= MOST_AT_ONCE and not await request.is_disconnected():
            slowest = min(self.running, key=lambda each: each.unread_since)
            if (now := time.monotonic()) - slowest.unread_since > _PAUSE:
                slowest.give_up()
            elif now > end:
                told = tr(
                    "{number} batches are being answered; ask again soon", number=MOST_AT_ONCE
                )
                raise RefusedError(HTTPStatus.TOO_MANY_REQUESTS, told)
            else:
                await asyncio.sleep(_LOOK)

    def _answered(self, lines: list[str], moves: bool) -> list[bytes]:
        self._tables.look_again()
        asked = [_asked(line) for line in lines]
        found = answers(self._tables, [board for _, board, _ in asked], moves)
        told = [_told(fen, remarks, x) for (fen, _, remarks), x in zip(asked, found, strict=True)]
        return [b"".join(told[first : first + _PART]) for first in range(0, len(told), _PART)]


class _Lines(StreamingResponse):
    """A response that is computed and sent in parts until it is complete or the client leaves."""

    def __init__(self, batches: Batches, body: bytes, moves: bool, takes_turns: bool) -> None:
        super().__init__(self._parts(body, moves), media_type="application/x-ndjson")
        self.unread_since = inf  # time in seconds, while the client has a part to read
        self._batches, self._takes_turns = batches, takes_turns
        self._task: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send all parts."""
        self._task = asyncio.current_task()
        if self._takes_turns:
            self._batches.running.add(self)
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._batches.running.discard(self)

    def give_up(self) -> None:
        """Stop; this closes the connection because the response is incomplete."""
        assert self._task is not None
        self._batches.running.discard(self)
        self._task.cancel()

    async def _parts(self, body: bytes, moves: bool) -> AsyncIterator[bytes]:
        lines = _lines(body)
        while some := list(islice(lines, _TOGETHER[moves])):
            for part in await self._batches.answered(some, moves):
                self.unread_since = time.monotonic()
                yield part
                self.unread_since = inf


async def _body(request: Request) -> bytes:
    found = bytearray()
    try:
        async with asyncio.timeout(_PATIENCE):
            async for part in request.stream():
                found += part
                if len(found) > MOST_BYTES:
                    most = size(MOST_BYTES)
                    told = tr("a batch has at most {size}; send several", size=most)
                    raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, told)
    except (TimeoutError, ClientDisconnect):
        told = tr("the batch did not arrive within {seconds:.0f} seconds", seconds=_PATIENCE)
        raise RefusedError(HTTPStatus.REQUEST_TIMEOUT, told) from None
    return bytes(found)


def _lines(body: bytes) -> Iterator[str]:
    """Yield the lines of a body that are not blank."""
    text = TextIOWrapper(BytesIO(body), "utf-8-sig", errors="replace")
    return filter(None, map(str.strip, text))


def _asked(line: str) -> tuple[str, chess.Board | Exception, tuple[str, ...]]:
    """Return the FEN of a line, its position or error, and remarks on it."""
    fen = line[:_LONGEST]
    try:
        fen = _fen(line)
        return fen, *position(fen)
    except Exception as error:
        return fen, error, ()


def _told(fen: str, remarks: tuple[str, ...], found: Fields | Exception) -> bytes:
    fields = error_fields(found) if isinstance(found, Exception) else remarked(found, remarks)
    return as_json({"fen": fen, **fields}) + b"\n"


def _fen(line: str) -> str:
    """Return the FEN of a line.

    Raises:
        InputError: The line is too long, or is not a JSON object with a FEN.
    """
    if len(line) > _LONGEST:
        raise InputError(tr("the line is too long for a position"))
    if not line.startswith(("{", '"')):
        return line
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    fen = found.get("fen") if isinstance(found, dict) else found
    if not isinstance(fen, str):
        raise InputError(tr('expected a FEN or {"fen": "…"}'))
    return fen
