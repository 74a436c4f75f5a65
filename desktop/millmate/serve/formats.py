"""The formats of responses: JSON, or CBOR for clients that prefer it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import cbor2
from starlette.requests import Request
from starlette.responses import Response

from millmate import log
from millmate.errors import InputError
from millmate.language import tr
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
        return {"error": tr("the table {table} is damaged", table=error.path.stem)}
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
