"""`POST /batch`: many positions in one request, answered line by line.

The body has a FEN on each line, or a JSON object with `fen`; the answer has a JSON object for each,
in the same order: the FEN, and what `/standard` says of it, the moves only if they are asked for. A
line that is no position is answered with `error`, and the others go on.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from http import HTTPStatus
from itertools import islice

import chess
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from millmate.errors import MillMateError
from millmate.formatting import size
from millmate.language import tr
from millmate.serve.formats import as_json, error_fields
from millmate.serve.positions import asked_position
from millmate.serve.refusal import RefusedError
from millmate.serve.tables import Tables
from millmate.serve.together import Fields, answers

MOST_BYTES = 4_000_000  # of a body
MOST_AT_ONCE = 4  # batches that are being answered
_LONGEST = 300  # characters of a line
_TOGETHER = 8_000  # lines whose values are looked up together
_PART = 250  # lines that are sent together
_PATIENCE = 30.0  # seconds for a client to send its body, and to read a part of the answer


class Batches:
    """Answers batches, a few at a time."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._running = 0
        self._looking_up = threading.Lock()  # one batch at a time: it takes some memory

    async def reply(self, request: Request) -> Response:
        """Return the answer to a request.

        Raises:
            RefusedError: It is too large, took too long to come, or there are too many others.
        """
        if self._running >= MOST_AT_ONCE:
            told = tr("{number} batches are being answered; ask again soon", number=self._running)
            raise RefusedError(HTTPStatus.TOO_MANY_REQUESTS, told)
        self._running += 1
        try:
            lines = _lines(await _body(request))
        except BaseException:
            self._running -= 1
            raise
        moves = request.query_params.get("moves", "") in ("1", "true")
        return _Lines(self, lines, moves)

    def answered(self, lines: list[str], moves: bool) -> Iterator[bytes]:
        """Yield the answers to some lines, one JSON object each, in parts."""
        self._tables.look_again()
        asked = [_asked(line) for line in lines]
        with self._looking_up:
            found = answers(self._tables, [position for _, position in asked], moves)
        told = (_told(fen, each) for (fen, _), each in zip(asked, found, strict=True))
        while part := b"".join(islice(told, _PART)):
            yield part

    def ended(self) -> None:
        """Let another batch begin."""
        self._running -= 1


class _Lines(Response):
    """An answer that is sent in parts, while the client reads them."""

    media_type = "application/x-ndjson"

    def __init__(self, batches: Batches, lines: list[str], moves: bool) -> None:
        super().__init__()
        del self.headers["content-length"]
        self._batches, self._lines, self._moves = batches, lines, moves

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send all parts, unless the client has gone or does not read them."""
        start = {"status": self.status_code, "headers": self.raw_headers}
        try:
            await send({"type": "http.response.start", **start})
            for first in range(0, len(self._lines), _TOGETHER):
                lines = self._lines[first : first + _TOGETHER]
                parts = self._batches.answered(lines, self._moves)
                while body := await run_in_threadpool(next, parts, b""):
                    async with asyncio.timeout(_PATIENCE):
                        await send({"type": "http.response.body", "body": body, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except TimeoutError:
            return  # the connection is closed, as the answer is not complete
        finally:
            self._batches.ended()


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
    except TimeoutError:
        told = tr("the batch did not come within {seconds:.0f} seconds", seconds=_PATIENCE)
        raise RefusedError(HTTPStatus.REQUEST_TIMEOUT, told) from None
    return bytes(found)


def _lines(body: bytes) -> list[str]:
    lines = map(str.strip, body.decode("utf-8", "replace").splitlines())
    return [line for line in lines if line]


def _asked(line: str) -> tuple[str, chess.Board | MillMateError]:
    """Return the FEN of a line, and its position or what is wrong with it."""
    try:
        fen = _fen(line)
    except MillMateError as error:
        return line[:_LONGEST], error
    return fen, asked_position(fen)


def _told(fen: str, found: Fields | MillMateError) -> bytes:
    fields = error_fields(found) if isinstance(found, MillMateError) else found
    return as_json({"fen": fen, **fields}) + b"\n"


def _fen(line: str) -> str:
    """Return the FEN of a line.

    Raises:
        InputError: The line is too long, or no JSON object with one.
    """
    if len(line) > _LONGEST:
        raise RefusedError(HTTPStatus.BAD_REQUEST, tr("the line is too long for a position"))
    if not line.startswith(("{", '"')):
        return line
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    fen = found.get("fen") if isinstance(found, dict) else found
    if not isinstance(fen, str):
        raise RefusedError(HTTPStatus.BAD_REQUEST, tr('expected a FEN or {"fen": "…"}'))
    return fen
