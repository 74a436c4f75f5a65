"""Options as engines declare them and as they are set."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.uci.options import OptionError, UciOption, parse_option

WORDS = ["option", "name", "type", "spin", "default", "min", "max", "var", "3", "x"]
DECLARED = {
    "option name Skill Level type spin default 20 min 0 max 20": UciOption(
        "Skill Level", "spin", "20", 0, 20
    ),
    "option name Ponder type check default false": UciOption("Ponder", "check", "false"),
    "option name Analysis Contempt type combo default Both var Off var Both Sides var Both": (
        UciOption("Analysis Contempt", "combo", "Both", choices=("Off", "Both Sides", "Both"))
    ),
    "option name Clear Hash type button": UciOption("Clear Hash", "button"),
    "option name Syzygy Path type string default <empty>": UciOption("Syzygy Path", "string"),
    "option name File type string default a b.bin": UciOption("File", "string", "a b.bin"),
}


@pytest.mark.parametrize("line", DECLARED)
def test_what_a_declaration_means(line: str) -> None:
    assert parse_option(line) == DECLARED[line]


@pytest.mark.parametrize("line", DECLARED)
def test_what_is_declared_is_read_again(line: str) -> None:
    assert parse_option(DECLARED[line].declaration()) == DECLARED[line]


@given(
    st.lists(
        st.sampled_from(
            ["option", "name", "type", "spin", "default", "min", "max", "var", "3", "x"]
        )
    )
)
def test_any_words_are_an_option_or_none(words: list[str]) -> None:
    option = parse_option(" ".join(words))
    assert option is None or (option.name and option.kind == "spin")


@pytest.mark.parametrize(
    ("text", "line"),
    [("7", "value 7"), (" 07 ", "value 7"), ("20", "value 20")],
)
def test_a_spin_is_set_to_a_number(text: str, line: str) -> None:
    option = UciOption("Skill Level", "spin", "20", 0, 20)
    assert option.setting(text) == f"setoption name Skill Level {line}"


@pytest.mark.parametrize("text", ["", "x", "21", "-1", "7.5"])
def test_a_spin_takes_nothing_else(text: str) -> None:
    with pytest.raises(OptionError, match="from 0 to 20"):
        UciOption("Skill Level", "spin", "20", 0, 20).setting(text)


def test_buttons_and_empty_texts() -> None:
    assert UciOption("Clear", "button").setting("") == "setoption name Clear"
    assert UciOption("Book", "string").setting("") == "setoption name Book value <empty>"
