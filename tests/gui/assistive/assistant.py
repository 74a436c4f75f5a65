"""A program that assists: it reads another program's accessibility tree (AT-SPI) over D-Bus."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from jeepney import DBusAddress, MatchRule, MessageType, Properties, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

LONG = 120.0  # seconds; a machine may be busy with much else
_POLL = 0.05
_PREFIX = "org.a11y.atspi."
_REGISTRY = "org.a11y.atspi.Registry"
_ROOT = "/org/a11y/atspi/accessible/root"
_EVENTS = ("object:state-changed", "object:property-change", "object:announcement", "window:")
_KEYS = DBusAddress(
    "/org/a11y/atspi/registry/deviceeventcontroller",
    _REGISTRY,
    _PREFIX + "DeviceEventController",
)
_SYMBOL = 3  # a key given by its symbol, pressed and released
_SYMBOLS = {
    "Return": 0xFF0D, "Tab": 0xFF09, "Escape": 0xFF1B, "F4": 0xFFC1, "space": ord(" "),
    "slash": ord("/"), "Up": 0xFF52, "Right": 0xFF53,
}  # fmt: skip


# By their bits; those that a test asks for.
_STATES = {
    "active": 1, "checked": 4, "editable": 7, "enabled": 8, "expanded": 10, "focusable": 11,
    "focused": 12, "modal": 16, "multi-line": 17, "selectable": 22, "selected": 23,
    "sensitive": 24, "showing": 25, "single-line": 26, "visible": 30, "checkable": 41,
    "read-only": 43,
}  # fmt: skip


class GoneError(Exception):
    """What was asked is no longer there, or does not know the question."""


@dataclass(frozen=True, slots=True)
class Heard:
    """An event: its kind, such as `state-changed:focused`, its value, and where it happened."""

    kind: str
    value: int
    data: Any
    source: Node


class Assistant:
    """Connected to the accessibility bus of a desktop, as a screen reader is."""

    def __init__(self, session: str) -> None:
        """Announce to the session bus that somebody listens, as screen readers do."""
        with open_dbus_connection(session) as bus:
            status = Properties(DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Status"))
            for name in ("IsEnabled", "ScreenReaderEnabled"):
                bus.send_and_get_reply(status.set(name, "b", True), timeout=LONG)
            where = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus")
            reply = bus.send_and_get_reply(new_method_call(where, "GetAddress"), timeout=LONG)
            (address,) = reply.body
        self.bus: DBusConnection = open_dbus_connection(address)
        self._events: deque[Any] = deque()
        self.heard: list[Heard] = []
        self.announced: list[str] = []  # what was to be read out at once, in order
        rule = MatchRule(type="signal", path_namespace="/org/a11y/atspi/accessible")
        self.bus.filter(rule, queue=self._events)
        self.bus.send_and_get_reply(message_bus.AddMatch(rule), timeout=LONG)
        registry = DBusAddress("/org/a11y/atspi/registry", _REGISTRY, _REGISTRY)
        for kind in _EVENTS:
            self.bus.send_and_get_reply(
                new_method_call(registry, "RegisterEvent", "s", (kind,)), timeout=LONG
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.bus.close()

    # --- what there is -----------------------------------------------------------------------

    @property
    def programs(self) -> list[Node]:
        return Node(self, _REGISTRY, _ROOT).children

    def window(self, name: str) -> Node:
        """Wait for the first window that is called `name`, of any program."""
        return self.until(
            lambda: next(
                (w for each in self.programs for w in each.children if w.name == name), None
            ),
            f"no window {name}",
        )

    def until(self, condition: Callable[[], Any], lack: object = "") -> Any:
        """Wait until `condition` returns something that is true, and return that."""
        end = time.monotonic() + LONG
        while True:
            try:
                found = condition()
            except GoneError:  # it went away between two questions
                found = None
            if found:
                return found
            if time.monotonic() > end:
                raise TimeoutError(lack() if callable(lack) else lack)
            self.listen()

    # --- what happens ------------------------------------------------------------------------

    def listen(self, seconds: float = _POLL) -> None:
        """Hear the events of the next moments."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                self.bus.recv_messages(timeout=left)
            except TimeoutError:
                break
        while self._events:
            self._hear(self._events.popleft())

    def _hear(self, message: Any) -> None:
        fields = {key.name: value for key, value in message.header.fields.items()}
        if not fields["interface"].startswith(_PREFIX + "Event."):
            return
        source = Node(self, fields["sender"], fields["path"])
        detail, value, _, (_, data), *_ = message.body
        kind = _dashed(fields["member"]) + (f":{detail}" if detail else "")
        self.heard.append(Heard(kind, value, data, source))
        if (kind, value) == ("state-changed:showing", 1):
            with suppress(GoneError):
                if source.role == "notification":
                    self.announced.append(source.name)

    @property
    def focus(self) -> Node | None:
        """Where the focus went last."""
        self.listen()
        came = (each for each in reversed(self.heard) if each.kind == "state-changed:focused")
        return next((each.source for each in came if each.value), None)

    # --- what is done ------------------------------------------------------------------------

    def key(self, *symbols: str) -> None:
        """Press keys, as the system's own on-screen keyboard does."""
        for symbol in symbols:
            code = _SYMBOLS.get(symbol) or ord(symbol)
            message = new_method_call(_KEYS, "GenerateKeyboardEvent", "isu", (code, "", _SYMBOL))
            self.bus.send_and_get_reply(message, timeout=LONG)


@dataclass(frozen=True, slots=True)
class Node:
    """Something in the tree of a program."""

    assistant: Assistant
    program: str
    path: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and (self.program, self.path) == (other.program, other.path)

    def __hash__(self) -> int:
        return hash((self.program, self.path))

    def __repr__(self) -> str:
        try:
            return f"{self.role} {self.name!r}"
        except GoneError:
            return f"gone: {self.path}"

    # --- what it is --------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return str(self._property("Name"))

    @property
    def description(self) -> str:
        return str(self._property("Description"))

    @property
    def role(self) -> str:
        return str(self._call("Accessible", "GetRoleName")[0])

    @property
    def states(self) -> set[str]:
        low, high = self._call("Accessible", "GetState")[0]
        bits = low | high << 32
        return {name for name, bit in _STATES.items() if bits >> bit & 1}

    @property
    def kinds(self) -> set[str]:
        """The interfaces that it has, such as `Action`."""
        names = self._call("Accessible", "GetInterfaces")[0]
        return {name.removeprefix(_PREFIX) for name in names}

    @property
    def parent(self) -> Node:
        return Node(self.assistant, *self._property("Parent"))

    @property
    def children(self) -> list[Node]:
        found = self._call("Accessible", "GetChildren")[0]
        return [Node(self.assistant, *each) for each in found if each[1] != _NULL]

    @property
    def labels(self) -> list[Node]:
        """What it is labelled by."""
        relations = self._call("Accessible", "GetRelationSet")[0]
        found = (each for kind, each in relations if kind == _LABELLED_BY)
        return [Node(self.assistant, *each) for targets in found for each in targets]

    @property
    def shown(self) -> Iterator[Node]:
        """What is to be seen below it, with itself."""
        try:
            if "showing" not in self.states:
                return
            yield self
            for child in self.children:
                yield from child.shown
        except GoneError:
            return

    def find(self, role: str, name: str | Callable[[str], bool]) -> Node:
        """Wait until something of this role and name is to be seen, and return it."""
        fits = name if callable(name) else name.__eq__
        return self.assistant.until(
            lambda: next((n for n in self.shown if n.role == role and fits(n.name)), None),
            lambda: f"no {role} {name} among {list(self.shown)}",
        )

    # --- what can be done with it ------------------------------------------------------------

    @property
    def actions(self) -> list[str]:
        return [name for name, *_ in self._call("Action", "GetActions")[0]]

    def do(self, action: str = "Press") -> None:
        self._call("Action", "DoAction", "i", (self.actions.index(action),))

    @property
    def text(self) -> str:
        return str(self._call("Text", "GetText", "ii", (0, -1))[0])

    def write(self, text: str) -> None:
        assert self._call("EditableText", "SetTextContents", "s", (text,))[0]

    @property
    def value(self) -> float:
        return float(self._property("CurrentValue", "Value"))

    def set_value(self, value: float) -> None:
        where = Properties(self._address("Value"))
        self._asked(where.set("CurrentValue", "d", value))

    def take_focus(self) -> None:
        assert self._call("Component", "GrabFocus")[0]

    # --- within ------------------------------------------------------------------------------

    def _address(self, kind: str) -> DBusAddress:
        return DBusAddress(self.path, self.program, _PREFIX + kind)

    def _property(self, name: str, kind: str = "Accessible") -> Any:
        return self._asked(Properties(self._address(kind)).get(name))[0][1]

    def _call(self, kind: str, method: str, signature: str | None = None, body: Any = ()) -> Any:
        return self._asked(new_method_call(self._address(kind), method, signature, body))

    def _asked(self, message: Any) -> Any:
        reply = self.assistant.bus.send_and_get_reply(message, timeout=LONG)
        if reply.header.message_type is MessageType.error:
            raise GoneError(f"{self.path}: {reply.body}")
        return reply.body


_NULL = "/org/a11y/atspi/null"
_LABELLED_BY = 2


def _dashed(member: str) -> str:
    """Return `StateChanged` as `state-changed`."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in member).lstrip("-")
