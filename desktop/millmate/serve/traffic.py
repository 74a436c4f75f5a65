"""Traffic statistics: requests are counted and timed, and refused if there are too many."""

import time
from collections import defaultdict, deque
from http import HTTPStatus
from typing import NamedTuple

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from millmate.language import tr
from millmate.serve.formats import as_json

MOST_AT_ONCE = 256  # requests in progress
_REMEMBERED = 10_000  # durations of each kind
_SHARES = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p999": 0.999, "max": 1.0}


class _Kind(NamedTuple):
    """Requests for one address with the same kind of result."""

    path: str
    succeeded: bool

    @property
    def name(self) -> str:
        """The name as in lila-tablebase, such as "standard_mainline_request_success"."""
        address = self.path.strip("/").replace("/", "_")
        return f"{address}_request_{'success' if self.succeeded else 'fail'}"


class Traffic:
    """The current traffic, recorded by `Gate` and reported by `/monitor`."""

    def __init__(self) -> None:
        self.now = 0  # requests in progress
        self.refused = 0
        self._counts = defaultdict[_Kind, int](int)
        self._durations = defaultdict[_Kind, deque[int]](lambda: deque(maxlen=_REMEMBERED))

    def note(self, path: str, succeeded: bool, nanoseconds: int) -> None:
        """Record an answered request under the first part of its address."""
        kind = _Kind(path, succeeded)
        self._counts[kind] += 1
        self._durations[kind].append(nanoseconds)

    def told(self) -> str:
        """Return a line for InfluxDB: counts and durations (in ns) since the last line."""
        fields = {"requests_now": self.now, "refused": self.refused}
        for kind, count in sorted(self._counts.items()):
            times = sorted(self._durations[kind])
            fields[f"{kind.name}_count"] = count
            for name, share in _SHARES.items():
                at = min(int(share * len(times)), len(times) - 1)
                fields[f"{kind.name}_{name}"] = times[at]
        self._counts.clear()
        self._durations.clear()
        self.refused = 0
        return "tablebase " + ",".join(f"{name}={value}u" for name, value in fields.items())


class Gate:
    """Passes requests on, but not too many at once; see `Traffic`."""

    def __init__(self, app: ASGIApp, traffic: Traffic, known: frozenset[str]) -> None:
        """Guard `app`; addresses that are not in `known` are counted as one."""
        self._app, self._traffic, self._known = app, traffic, known

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it with 429."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        traffic = self._traffic
        if traffic.now >= MOST_AT_ONCE:
            traffic.refused += 1
            await _refusal(traffic.now)(scope, receive, send)
            return
        status, began = HTTPStatus.INTERNAL_SERVER_ERROR.value, time.monotonic_ns()

        async def noting(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        traffic.now += 1
        try:
            await self._app(scope, receive, noting)
        finally:
            traffic.now -= 1
            path = scope["path"] if scope["path"] in self._known else "other"
            traffic.note(path, status < HTTPStatus.BAD_REQUEST, time.monotonic_ns() - began)


def _refusal(number: int) -> Response:
    told = tr("{number} requests are being answered; ask again soon", number=number)
    headers = {"Retry-After": "1"}
    status = HTTPStatus.TOO_MANY_REQUESTS
    return Response(as_json({"error": told}), status, headers, "application/json")
