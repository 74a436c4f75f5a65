"""The formats of answers: JSON, or CBOR for clients that ask for it."""

from __future__ import annotations

import json
from typing import Any

import cbor2
from starlette.requests import Request
from starlette.responses import Response

_CBOR = "application/cbor"


def reply(request: Request, content: Any, status: int = 200) -> Response:
    """Return an answer in the format that the client's `Accept` names, JSON by default."""
    headers = {"Vary": "Accept"}
    if _CBOR in request.headers.get("accept", ""):
        return Response(cbor2.dumps(content), status, headers, _CBOR)
    return Response(as_json(content), status, headers, "application/json")


def as_json(content: Any) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def error_fields(error: Exception) -> dict[str, str]:
    """Return the answer that tells of an error in one line."""
    return {"error": " ".join(str(error).split())}
