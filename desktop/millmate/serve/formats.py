"""The formats of requests and responses: positions as text, and JSON or CBOR."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import cbor2
import chess
from starlette.requests import Request
from starlette.responses import Response

from millmate import log
from millmate.errors import InputError
from millmate.games.chess.positions import board_from_fen
from millmate.games.chess.rules import CHESS
from millmate.games.lenient_parser import parse_leniently
from millmate.language import tr
from millmate.tablebase.locate import fault_of
from millmate.tablebase.sharded import TableError
from millmate.tablebase.verdict import MissingTableError

_JSON, _CBOR = "application/json", "application/cbor"
_FORMATS = {_JSON: _JSON, _CBOR: _CBOR, "application/*": _JSON, "*/*": _JSON}
_QUALITY = re.compile(r";\s*q=([01](?:\.\d{0,3})?)\s*(?:;|$)", re.IGNORECASE)


def reply(
    request: Request, content: Any, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return a response in the format preferred by the client's `Accept`, JSON by default."""
    chosen = _format(",".join(request.headers.getlist("accept")))
    body = cbor2.dumps(content) if chosen == _CBOR else as_json(content)
    return Response(body, status, {"Vary": "Accept", **(headers or {})}, chosen)


def as_json(content: Any) -> bytes:
    """Return JSON in UTF-8; half a surrogate pair, impossible in UTF-8, is escaped."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return text.encode(errors="backslashreplace")


def error_fields(error: Exception) -> dict[str, str]:
    """Return an error as the fields of an answer, in one line.

    Errors that a client cannot act on mention files, so their details are only in the log.
    """
    if isinstance(error, InputError | MissingTableError):
        return {"error": " ".join(str(error).split())}
    log.report("serve", error)
    if isinstance(error, TableError):
        return {"error": tr("the table {table} is damaged", table=error.table)}
    return {"error": tr("the server failed to answer; its log has the details")}


def _format(accept: str) -> str:
    """Return the format preferred by an `Accept`; the first of several equally preferred."""
    best, found = 0.0, _JSON
    for each in accept.split(","):
        kind, quality = each.partition(";")[0].strip().lower(), _QUALITY.search(each)
        wanted = float(quality[1]) if quality else 1.0
        if kind in _FORMATS and wanted > best:
            best, found = wanted, _FORMATS[kind]
    return found


def position(text: str) -> tuple[chess.Board, tuple[str, ...]]:
    """Return the position of a FEN, and remarks on corrections.

    As everywhere, impossible rights to castle or to capture en passant are dropped, like in
    lila-tablebase.

    Raises:
        InputError: `text` is not a FEN, or its position is impossible.
    """
    parsed = parse_leniently(text, CHESS)
    board = board_from_fen(parsed.fen)
    probed = board
    if board.castling_rights:  # tables have no answer, but the position is valid
        probed = board.copy(stack=False)
        probed.castling_rights = chess.BB_EMPTY
    if fault := fault_of(probed):
        raise InputError(fault)
    return board, parsed.remarks


def remarked(fields: dict[str, Any], remarks: Sequence[str]) -> dict[str, Any]:
    """Return the fields of an answer, with remarks on the request if there are any."""
    return fields | {"remarks": list(remarks)} if remarks else fields
