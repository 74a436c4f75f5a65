"""The options of an engine, as declared by `option name ...`."""

from dataclasses import dataclass

from millmate.errors import InputError
from millmate.language import tr

_EMPTY = "<empty>"
_LEAST, _MOST = -(2**31), 2**31 - 1
_KEYS = ("type", "default", "min", "max", "var")


class OptionError(InputError):
    """An engine does not have an option, or does not accept its value."""


@dataclass(frozen=True, slots=True)
class UciOption:
    """An option; `kind` is `check`, `spin`, `combo`, `string` or `button`.

    `default` is as returned by `value`; `low` and `high` are for spin, `choices` for combo.
    """

    name: str
    kind: str
    default: str = ""
    low: int = _LEAST
    high: int = _MOST
    choices: tuple[str, ...] = ()

    def value(self, text: str) -> str:
        """Return `text` as the value to send: `true`, `12`, one of the choices; "" for a button.

        Raises:
            OptionError: The value is invalid; the message says which ones are valid.
        """
        text = text.strip()
        match self.kind:
            case "check":
                fitting = text.lower() if text.lower() in ("true", "false") else None
                wanted = tr("true or false")
            case "spin":
                fitting = self._number(text)
                wanted = tr("a whole number from {low} to {high}", low=self.low, high=self.high)
            case "combo":
                fitting = next((c for c in self.choices if c.lower() == text.lower()), None)
                wanted = tr("one of {names}", names=", ".join(self.choices))
            case "button":
                return ""
            case _:
                return "" if text == _EMPTY else text
        if fitting is None:
            raise OptionError(
                tr(
                    "{text!r} is not a value of option {name}; give {wanted}",
                    text=text,
                    name=self.name,
                    wanted=wanted,
                )
            )
        return fitting

    def setting(self, text: str) -> str:
        """Return the line that sets the option to `text`; raises `OptionError`."""
        value = self.value(text)
        if self.kind == "button":
            return f"setoption name {self.name}"
        return f"setoption name {self.name} value {value or _EMPTY}"

    def declaration(self) -> str:
        words = [f"option name {self.name} type {self.kind}"]
        if self.kind != "button":
            words.append(f"default {self.default or _EMPTY}")
        if self.kind == "spin":
            words.append(f"min {self.low} max {self.high}")
        words += [f"var {choice}" for choice in self.choices]
        return " ".join(words)

    def _number(self, text: str) -> str | None:
        try:
            number = int(text)
        except ValueError:
            return None
        return str(number) if self.low <= number <= self.high else None


def parse_option(line: str) -> UciOption | None:
    """Return the option declared by a line `option name ...`, or None if it is invalid."""
    words = line.split()
    if words[:2] != ["option", "name"] or "type" not in words:
        return None
    start = words.index("type")
    name, kind = " ".join(words[2:start]), words[start + 1 : start + 2]
    if not name or kind not in (["check"], ["spin"], ["combo"], ["string"], ["button"]):
        return None
    fields = _fields(words[start:])
    defaults = fields.get("default", [""])
    default = defaults[0]
    return UciOption(
        name,
        kind[0],
        "" if default == _EMPTY else default,
        _integer(fields, "min", _LEAST),
        _integer(fields, "max", _MOST),
        tuple(fields.get("var", ())),
    )


def _fields(words: list[str]) -> dict[str, list[str]]:
    """Return the texts after each keyword, in order; `var` can occur several times."""
    fields: dict[str, list[list[str]]] = {}
    into: list[str] = []
    for word in words:
        if word in _KEYS:
            into = []
            fields.setdefault(word, []).append(into)
        else:
            into.append(word)
    return {key: [" ".join(texts) for texts in found] for key, found in fields.items()}


def _integer(fields: dict[str, list[str]], key: str, default: int) -> int:
    try:
        return int(fields[key][0])
    except (KeyError, ValueError):
        return default
